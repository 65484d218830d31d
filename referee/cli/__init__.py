"""The command line: a thin skin over the library, for players, authors and the people who run the server.

`parser` says what may be typed, `run` picks the module of the subcommand and turns whatever goes wrong into one
sentence on standard error and an exit code. Each subcommand is a module with `run(arguments) -> int`, imported only
when it is asked for. `asking` reads what several of them share (a rule set, a table, facts), `terminal` knows
about colour and width.
"""
