"""YAML text to a tree in which every character knows its place. Nothing else here knows YAML."""
