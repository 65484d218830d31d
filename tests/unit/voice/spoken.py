"""Expressions for tests of the voices: typed in a slot, in a world with two options and a definition."""

from referee.lang.check import check
from referee.lang.parse import parse
from referee.lang.syntax import Expr
from referee.lang.types import TRUTH, Enumeration, Member, Quantity
from referee.source import Text
from referee.vocabulary import vocabulary
from referee.voice import expr_in_words
from referee.voice.settle import Known

ENUMS = {
    **vocabulary().enums,
    "suit": Enumeration("suit", ("oros", "copas", "espadas", "bastos")),
    "rank": Enumeration("rank", ("1", "2", "3", "4", "5", "sota", "rey"), ("joker",)),
    "outcome": Enumeration("outcome", ("chinchon", "clean", "plain"), ("unclosed",)),
    "pace": Enumeration("pace", ("slow", "fast")),
}
OPTIONS = {"limit": Quantity("points"), "strict": TRUTH, "pace": Member("pace")}


def typed(text: str, slot: str, definitions: dict[str, Expr] | None = None) -> Expr:
    """A checked tree; the text must be right."""
    expr, told = parse(Text.plain(text), criterion=slot == "game.winner.*.prefer")
    assert expr is not None, told
    named = {name: one.type for name, one in (definitions or {}).items()}
    checked, told = check(expr, vocabulary().scope(slot, enums=ENUMS, options=OPTIONS, definitions=named))
    assert checked is not None, (text, [one.message for one in told])
    return checked


def known(definitions: dict[str, Expr] | None = None, **constants: object) -> Known:
    """What is known at a table of this world."""
    return Known(constants, definitions or {}, ENUMS)


def said(text: str, slot: str, language: str, **constants: object) -> str:
    """An expression in words, at a table if constants are given."""
    here = known(**constants) if constants else None
    return expr_in_words(typed(text, slot), language, slot=slot, known=here, enums=ENUMS)
