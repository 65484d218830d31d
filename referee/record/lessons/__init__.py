"""The codes of the judge at length: what each means, a record that shows it, what to do. A test judges the records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.record.lessons.cards import IMPOSSIBLE
from referee.record.lessons.lesson import Lesson
from referee.record.lessons.plays import CLOSES, STANDING, TURNS
from referee.record.lessons.sheet import FRAME, NOTES, SHEET, TABLE

LESSONS: Final[Mapping[str, Lesson]] = {**FRAME, **TABLE, **IMPOSSIBLE, **TURNS, **CLOSES, **SHEET, **NOTES}
"""By code, in the order of the kinds of finding."""

__all__ = ["LESSONS", "STANDING", "Lesson"]
