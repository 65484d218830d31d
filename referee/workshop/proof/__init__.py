"""Proofs about the rules of one table: what holds for every hand, and whether rounds and games end."""
