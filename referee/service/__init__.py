"""The gRPC service: convert, call, convert.

`server` wires and runs it. The servicers have one method for each call. What knows both the wire and the domain is
`convert` for rule sets, hands and closes, `state_*` and `actions_convert` for games, `game_results` for rounds that are
over, `record_convert` and `record_plays` for records; `status` alone words failed calls. `checks` holds requests to
their limits, `state_soundness` says whether a state that was sent can be one, `tables` finds and compiles what requests
name, `lanes` are the threads beside the loop, `guard` and `admission` stand between all of it and the network, with a
`door` before each method (`gate` and `tokens`: who may pass; `visits`: what watchers are told), and `draining` ends it.
`terms` are what whoever runs it may choose, `addresses` and `certificates` where and how it is reached, `traces` what a
log may hold of an exception.
"""
