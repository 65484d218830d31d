"""What was asked about each place of a rule set that holds conditions, or why nothing was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.table import Table
from referee.workshop.proof.block import Block
from referee.workshop.proof.forms import lays_off
from referee.workshop.proof.tableblocks import TableBlocks

_CASES = ("points", "written.by_others", "written.if_unclosed", "game.adjust")
_ASKED = {
    "hand": "every hand",
    "card": "every card of the pack",
    "meld": "every form of meld",
    "seat": "every hand of a seat that did not close",
    "turn": "every hand with every card, as far as these rules tell cards apart",
    "laid": "every hand, card and meld",
    "course": "every moment that these rules tell apart, for they are not about a hand",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A place of the rule set, what it was asked about, and how that ended.

    `settled` True: on all there is; False: on a part of it, so that nothing is proved; None: not at all, for there is
    nothing to ask (`said` is why).
    `moments` counts what was told apart, 0 where nothing was asked.
    """

    path: str
    said: str
    settled: bool | None
    moments: int = 0

    @property
    def about_hands(self) -> bool:
        """Whether it is about hands, and not about moments of the game alone."""
        return not self.path.startswith(("game.", "re_entry."))

    @property
    def open(self) -> bool:
        """Whether something about it was left unproved."""
        return self.settled is False


def asked(made: TableBlocks) -> Iterator[Asked]:
    """Every place with conditions or cases, in the order of the vocabulary."""
    table = made.rules.table
    rules = table.rule_set
    for block in _CASES[:1]:
        yield _of_block(made, block, "card")
    for name in rules.conditions:
        if name in {"melds.whole_hand", "close.may_close"}:
            yield _of_hands(made, name)
        else:
            yield from _of_conditions(made, name)
    if rules.outcomes:
        yield _of_hands(made, "close.outcomes")
    for name in _CASES[1:]:
        if rules.cases.get(name):
            yield _of_cases(made, name)
    if rules.winner:
        yield _of_block(made, "game.winner", "course")


def _of_hands(made: TableBlocks, path: str) -> Asked:
    kinds, courses = made.kinds, made.rules.courses
    said = _ASKED["hand"] if kinds.exact else f"only some, not every hand ({kinds.asked:,} of {kinds.hands:,})"
    if not courses.exact:
        said += f", and in {len(courses.all):,} of at least {courses.space:,} courses of a game alone"
    return Asked(path, said, kinds.exact and courses.exact, len(kinds.kinds))


def _of_block(made: TableBlocks, name: str, what: str) -> Asked:
    block = made.blocks.get((name, what))
    return Asked(name, _why_not(made.rules.table, name), None) if block is None else _told(made, name, block)


def _told(made: TableBlocks, name: str, block: Block) -> Asked:
    said, kinds = _ASKED[block.what], made.kinds
    if not block.exact:
        sampled = block.what in {"seat", "laid"} and not kinds.exact
        many = block.cases_asked or (f"{kinds.asked:,} of {kinds.hands:,}" if sampled else "")
        said = f"only some, not {said}{f' ({many})' if many else ''}"
    return Asked(name, said, block.exact, block.points * block.courses)


def _of_conditions(made: TableBlocks, name: str) -> Iterator[Asked]:
    found = [block for (path, _), block in made.blocks.items() if path == name]
    if found:
        yield from (_told(made, name, block) for block in found)
    else:
        yield Asked(name, _why_not(made.rules.table, name), None)


def _of_cases(made: TableBlocks, name: str) -> Asked:
    cases = made.rules.table.rule_set.cases[name]
    if len(cases) == 1 and name != "game.adjust":
        return Asked(name, "for there is one case for all", None)
    return _of_block(made, name, "course" if name == "game.adjust" else "seat")


def _why_not(table: Table, name: str) -> str:
    if name.startswith("lay_off.") and not lays_off(table):
        return "for no card is laid off at this table"
    return "for the table alone decides it"
