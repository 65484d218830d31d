"""The gRPC service: convert, call, convert.

`server` wires and runs it. `rule_set_servicer` and `referee_servicer` have one method for each call. `convert` is the
only file that knows both the wire and the domain, `status` the only one that words failed calls. `checks` holds
requests to their limits, `tables` finds and compiles what they name, `guard` stands between all of it and the
network.
"""
