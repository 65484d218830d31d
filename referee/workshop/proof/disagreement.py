"""The failure of a proof that does not come to what the referee says."""

from __future__ import annotations


class Disagreement(RuntimeError):  # noqa: N818 - named as it is told
    """The proof and the referee do not come to the same about a hand: one of the two is wrong, so nothing is told."""
