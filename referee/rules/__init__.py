"""A compiled rule set: the frozen contract between the compiler (`ruleset`) and the referee (`table`, `game`)."""
