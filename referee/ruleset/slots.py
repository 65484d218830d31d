"""Which slot of the vocabulary a place in a rule file is."""

from __future__ import annotations

from collections.abc import Sequence

from referee.vocabulary.load import vocabulary
from referee.vocabulary.model import SlotEntry


def slot_at(path: Sequence[str | int]) -> SlotEntry | None:
    """The slot at a path of keys, cases written out or not; None where no expression stands."""
    steps = [str(step) for step in path]
    if not steps:
        return None
    names = (".".join(steps), ".".join((*steps[:-1], "*")), ".".join((*steps[:-2], "*", steps[-1])))
    return next((slot for name in names if (slot := vocabulary().slots.get(name)) is not None), None)
