"""From rule files to a RuleSet: reading, shape, merging, typing, cross-checks."""
