"""What rules of a seat see of a hand as it lies: the different things they can see, numbered as they come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.game.facts import ARRANGEMENT
from referee.workshop.proof.closerules import CloseRules, Looked
from referee.workshop.proof.moments import Dimension
from referee.workshop.proof.points import Point

_OF_POINT = frozenset(ARRANGEMENT)
_TELLS = _OF_POINT - {"loose", "melds"}


class SeenHands:
    """The different things that the rules of one block, which read some facts, see of hands as they lie."""

    def __init__(self, rules: CloseRules, block: str, read: frozenset[str]) -> None:
        self._size, self._read = rules.table.hand_size, sorted(read & _OF_POINT)
        self._looked = {number: one for number, one in enumerate(rules.looked) if one.alone == block}
        self._places: dict[tuple[object, ...], int] = {}
        self._values: list[Mapping[str, Any]] = []
        self._answers: list[tuple[Any, ...]] = []

    @property
    def reads_hands(self) -> bool:
        """Whether rules ask anything of a hand."""
        return bool(self._read or self._looked)

    @property
    def read(self) -> tuple[str, ...]:
        """The facts of an arrangement that are read."""
        return tuple(self._read)

    @property
    def looked(self) -> Mapping[int, Looked]:
        """The parts of the block that look at single cards or melds, by their number among all of the rules."""
        return self._looked

    def place(self, point: Point, loose: int | None = None, left: Mapping[int, Any] | None = None) -> int:
        """The number of what rules see of a hand so arranged.

        Where cards were laid off since, `loose` is the number of those left, and `left` the answers about them.
        """
        cards = self._size - point.melded if loose is None else loose
        shown = {name: getattr(point, name) for name in _TELLS}
        shown |= {"loose": (None,) * cards, "melds": (None,) * (point.runs + point.sets)}
        known = left or {}
        answers = tuple(known.get(number, point.looked[number]) for number in self._looked)
        key = (*(shown[name] for name in self._read), *answers)
        found = self._places.setdefault(key, len(self._places))
        if found == len(self._values):
            self._values.append(shown)
            self._answers.append(answers)
        return found

    def dimension(self, *, exact: bool) -> Dimension:
        """All that was numbered."""
        parts = [one.expr for one in self._looked.values()]
        answers = {id(part): tuple(each[place] for each in self._answers) for place, part in enumerate(parts)}
        besides = {id(one.expr): one.besides for one in self._looked.values() if one.besides is not None}
        told = ("",) * len(self._values)
        return Dimension(_OF_POINT | {"hand"}, tuple(self._values), told, exact, answers, besides)
