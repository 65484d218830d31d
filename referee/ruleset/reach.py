"""Asks of every expression of a rule set whether its numbers stay within what a quantity may be (CH614)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.lang.reach import Reach, Reaches
from referee.lang.syntax import Expr
from referee.lang.unparse import unparse
from referee.limits import (
    CARD_POINTS,
    HAND_CARDS,
    HAND_SURPLUS,
    JOKERS,
    NUMBER,
    PACKS,
    QUANTITY,
    RANKS,
    SEATS,
    SUITS,
)
from referee.rules.model import Option, Paragraph
from referee.ruleset import rule_messages
from referee.ruleset.compilation import Compilation
from referee.ruleset.names import Names
from referee.ruleset.rules import Rules
from referee.ruleset.texts import Texts

_CARDS = HAND_CARDS + HAND_SURPLUS
_POINTS = _CARDS * CARD_POINTS
_UNSIGNED: Final = ("laps", "turns", "reshuffles", "re_entries", "rounds", "rounds_out", "pot")

REACHES: Final[dict[str, Reach]] = {
    **dict.fromkeys(_UNSIGNED, Reach(0, NUMBER)),
    **dict.fromkeys(("deadwood", "hand_points"), Reach(-_POINTS, _POINTS)),
    **dict.fromkeys(("melded", "runs", "sets", "wilds", "size", "naturals", "outer_wilds"), Reach(0, _CARDS)),
    **dict.fromkeys(("seats", "seats_in", "after_closer"), Reach(0, SEATS)),
    "hand_size": Reach(0, HAND_CARDS),
    "stock_cards": Reach(0, PACKS * SUITS * RANKS + JOKERS),
    "points": Reach(-CARD_POINTS, CARD_POINTS),
    "place": Reach(0, RANKS),
    "number": Reach(0, NUMBER),
}
"""What is assumed of facts and of the fields of records by their name; what is given from outside is held to it
(`workshop.given`). Every other one can be written out."""


def check_reach(work: Compilation, names: Names, rules: Rules, texts: Texts) -> None:
    """CH614 at the first part of every expression that may become too large."""
    reaches = Reaches(
        facts=REACHES,
        options={name: _chosen(option) for name, option in names.options.items()},
        sizes=work.scope("define.*").bounds,
        definitions={name: definition.expr for name, definition in names.definitions.items()},
    )
    for expr in _expressions(names, rules, texts):
        found = reaches.beyond(expr)
        if found is not None:
            part, reach = found
            work.tell(rule_messages.beyond(unparse(part), reach, QUANTITY, part.span or work.home))


def _chosen(option: Option) -> Reach:
    values = [one for one in (option.default, option.low, option.high, *option.one_of) if isinstance(one, int)]
    return Reach(min(values, default=0), max(values, default=0))


def _expressions(names: Names, rules: Rules, texts: Texts) -> Iterator[Expr]:
    """Every expression there is."""
    yield from (definition.expr for definition in names.definitions.values())
    yield from (option.when for option in names.options.values() if option.when is not None)
    yield from (setting.expr for setting in rules.settings.values())
    yield from (condition.expr for block in rules.conditions.values() for condition in block)
    for cases in rules.cases.values():
        for case in cases:
            yield from (case.when, case.value)
    for one in rules.outcomes:
        said = (one.when, one.wins_game, one.writes, one.lay_off, one.pays)
        yield from (expr for expr in said if expr is not None)
    yield from (criterion.prefer for criterion in rules.winner)
    for act in rules.irregular.values():
        yield from (act.ruling, act.penalty, act.shows_hand)
    for paragraph in (*texts.book, *texts.refusals.values()):
        yield from _in_text(paragraph)


def _in_text(paragraph: Paragraph) -> Iterator[Expr]:
    yield paragraph.when
    for phrase in paragraph.texts.values():
        yield from (part for part in phrase.parts if not isinstance(part, str))
