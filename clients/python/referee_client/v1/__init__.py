"""Generated from protos/ by .ci/generate; never edited."""
