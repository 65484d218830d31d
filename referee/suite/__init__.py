"""Tests beside rules: what stands in `*_test.yaml` files, run, measured and tried by changing the rules."""
