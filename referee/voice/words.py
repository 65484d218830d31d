"""Single expressions and outcomes in words, for whoever has no book at hand."""

from __future__ import annotations

from collections.abc import Mapping

from referee.lang.syntax import Expr
from referee.lang.types import Enumeration
from referee.table import Table
from referee.vocabulary import vocabulary
from referee.voice.book import book_of
from referee.voice.conditions import Speaker
from referee.voice.settle import Known
from referee.voice.statements import Statement
from referee.voice.tongue import tongue


def expr_in_words(
    expr: Expr,
    language: str,
    *,
    slot: str = "",
    known: Known | None = None,
    enums: Mapping[str, Enumeration] | None = None,
) -> str:
    """A checked expression as it would be said in `slot`; nothing is left out, so it may be long.

    With `known` (see `known_at`) it is said as it reads at a table, options and definitions gone; without, they are
    called by name. NoSuchLanguage if the referee does not speak the language.
    """
    voice = tongue(language)
    here = known or Known(enums=enums or {})
    speaker = Speaker(voice, here)
    settled = here.settled(expr) if known else expr
    return voice.polished(speaker.expression(settled, speaker.about(slot)))


def speak_condition(expr: Expr, slot: str, language: str, *, known: Known | None = None) -> str:
    """A condition after *if*, that word included: `if there are at least 4 melded cards`."""
    voice = tongue(language)
    speaker = Speaker(voice, known)
    settled = known.settled(expr) if known else expr
    return voice.polished(speaker.when(settled, speaker.about(slot)))


def outcome_in_words(table: Table, name: str, language: str) -> str:
    """What an outcome is and what it is worth; `unclosed` too. KeyError if there is no such outcome."""
    voice = book_of(table, language)
    for outcome in table.rule_set.outcomes:
        if outcome.name == name:
            return " ".join(voice.voice.sentences(Statement(outcome.clause, "close.outcomes", outcome)))
    if name not in vocabulary().open_enums["outcome"].outside:
        raise KeyError(name)
    return voice.tongue.member("outcome", name)
