"""Game records: what happened at a table, written down, read back, judged.

`read_record` reads YAML and JSON, `read_play` the words of a round; `canonical` gives the one form that is sealed.
"""
