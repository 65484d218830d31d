"""A rule set bound to seats and options: pack, points and melds worked out once, before anybody plays."""
