"""The rule sets at hand: built-ins, folders and texts, by name or digest, compiled once."""
