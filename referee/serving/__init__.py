"""Running the server: what is chosen and where, processes, logs, metrics, and rule sets that change while it runs.

`settings` is the table of everything that can be chosen; `kinds` reads a value, `configuration` a file, `resolve` puts
command line, environment, file and defaults on top of each other, and `soundness` says what does not go together. These
are pure. `launch` runs what came of it: one process (`worker`), or several under a `supervisor` that never loads gRPC.
`logs`, `metrics`, `tracing` watch; `admin` answers probes and Prometheus; `live` keeps the rule sets of folders fresh.
"""
