"""The conformance protocol: one JSON question, one JSON answer."""
