"""What a player is told whose play is refused: the clause it breaks, and what was measured.

After the clause come the author's words for a refusal, if the rule set has some, with what was measured in their
placeholders; otherwise every comparison that failed with its value: *Loose points: 12; must be at most 5*.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from referee.lang.leaves import Leaf
from referee.lang.syntax import MIRRORED, OPPOSITE, Comparator, Comparison, Expr, Field, Name, Over
from referee.lang.types import SetOf
from referee.lang.walk import written_number
from referee.rules.order import nearest_above
from referee.table import Table
from referee.voice.book import Book, book_of, in_language
from referee.voice.quantities import About


class Failed(Protocol):
    """A condition that failed: its clause and key, its slot, the reasons, and the facts it was judged by."""

    @property
    def clause(self) -> str:
        """The paragraph it rests on."""

    @property
    def key(self) -> str:
        """Its key as written."""

    @property
    def slot(self) -> str:
        """The slot, as the vocabulary calls it."""

    @property
    def leaves(self) -> Sequence[Leaf]:
        """What made it fail."""

    @property
    def facts(self) -> Any:
        """An object with the facts as attributes; None if they are not known."""


def refusal_text(table: Table, failure: Failed, language: str) -> str:
    """The clause, and what was found instead of what it wants. NoSuchLanguage if the referee does not speak it."""
    book = book_of(table, language)
    found = own_words(book, failure) or " ".join(measured(book, failure))
    return " ".join(text for text in (book.clause(failure.clause), found) if text)


def own_words(book: Book, failure: Failed) -> str:
    """What the rule set says to a player who breaks this clause; empty if it says nothing, or not in this language."""
    refusals = book.table.rule_set.refusals
    paragraph = refusals.get(failure.key) or refusals.get(nearest_above(failure.clause, refusals))
    if paragraph is None or failure.facts is None or book.voice.known.value(paragraph.when) is False:
        return ""
    phrase = in_language(paragraph.texts, book.tongue.code)
    return book.filled(phrase, failure.facts) if phrase else ""


def measured(book: Book, failure: Failed) -> list[str]:
    """Every reason with its value, each a sentence."""
    about = book.voice.speaker.about(failure.slot, named=True)
    found: dict[str, str] = {}
    before = ""
    for leaf in failure.leaves:
        text = _reason(book, leaf, about, failure.clause)
        if text:
            instead = leaf.either and before
            found.setdefault(text, book.tongue.forms["measured"]["instead"].format(p=text) if instead else text)
        before = text
    return [book.tongue.sentence(f"{text}.") for text in found.values()]


def _reason(book: Book, leaf: Leaf, about: About, clause: str) -> str:
    """One leaf in words; nothing for what the table has decided (an option, a plain `no`)."""
    speaker = book.voice.speaker
    expr = leaf.expr
    if isinstance(expr, Comparison):
        return _comparison(book, expr, leaf, about)
    if isinstance(expr, Over):
        if nearest_above(clause, book.paragraphs) not in book.paragraphs:
            return ""  # the clause is spoken from this very condition
        wanted = speaker.denied(expr, about) if leaf.holds else speaker.plain(expr, about)
        return str(speaker.forms["measured"]["unmet"].format(p=wanted))
    if isinstance(expr, Field) or (isinstance(expr, Name) and expr.sort == "fact"):
        return speaker.plain(expr, about) if leaf.holds else speaker.denied(expr, about)
    return ""


def _comparison(book: Book, expr: Comparison, leaf: Leaf, about: About) -> str:
    """What was measured, then what it should have been."""
    forms = book.tongue.forms
    comparator: Comparator = OPPOSITE[expr.comparator] if leaf.holds else expr.comparator
    left, right = expr.left, expr.right
    values = dict(leaf.sides)
    if left not in values or _decided(left):
        left, right, comparator = right, left, MIRRORED.get(comparator, comparator)
    if left not in values:
        return ""
    named = book.voice.speaker.quantity(book.voice.known.settled(left), about, "short")
    shown = {"left": named, "value": book.shown(left, values[left])}
    then = forms["comparators"][comparator]["then"]
    if right in values and not _decided(book.voice.known.settled(right)):
        beside = book.voice.speaker.quantity(book.voice.known.settled(right), about, "short")
        limit = then.format(right=beside, than=forms.get("than", "{x}").format(x=beside))
        return str(forms["measured"]["beside"].format(**shown, limit=limit, other=book.shown(right, values[right])))
    limit = then.format(**_written(book, right, values, about))
    return str(forms["measured"]["alone"].format(**shown, limit=limit))


def _decided(expr: Expr) -> bool:
    """Whether an expression is a number, a member or an option: nothing that play decides."""
    return written_number(expr) is not None or (isinstance(expr, Name) and expr.sort in {"option", "member"})


def _written(book: Book, expr: Expr, values: dict[Expr, Any], about: About) -> dict[str, str]:
    """What was wanted, as a figure, a member or a set, also as what something is more or less than."""
    speaker, known = book.voice.speaker, book.voice.known
    settled = known.settled(expr)
    if isinstance(expr.type, SetOf):
        text = speaker.set_of(settled, about)
        return {"right": text, "than": text}
    number = written_number(settled)
    if number is None:
        text = book.shown(expr, values[expr]) if expr in values else speaker.quantity(settled, about)
        return {"right": text, "than": text}
    return {"right": book.tongue.figure(number), "than": book.tongue.than(number, None)}
