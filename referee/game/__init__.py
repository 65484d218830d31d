"""The referee proper: pure functions from cards and facts to verdicts."""
