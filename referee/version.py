"""The version, as a constant: reading the installed metadata costs 40 ms at start."""

__version__ = "0.1.0"
