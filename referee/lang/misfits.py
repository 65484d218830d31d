"""What to say where the grammar cannot go on: the commonest slips by name, anything else by what could stand there.

The parser gives the pieces, the index of the one that does not fit (or one past the last), and the kinds that
would. Each rule below looks at the piece and its neighbours; the first that knows the slip speaks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from referee.diagnostics.model import Diagnostic
from referee.diagnostics.spelling import nearest, quoted
from referee.lang import messages
from referee.lang.brackets import enclosing
from referee.lang.meant import BETWEEN, MINUS, MULTIPLES
from referee.lang.pieces import BEGINS_A_VALUE, ENDS_A_VALUE, Piece, end_of
from referee.lang.words import MEANT, UNIT_WORDS
from referee.source import Span, Text

Reads = Callable[[Span, str], bool]
"""Whether the text can be read on behind a place once it says there what is given."""

_JOINING = {"and", "or", "is", "not", "in", "below", "above", "then", "else", "for", "at"}
_CLOSERS = (
    ("THEN", "`then`"),
    ("ELSE", "`else`"),
    ("FOR", "`for`"),
    ("COMMA", "`,`"),
    ("RPAR", "`)`"),
    ("RSQB", "`]`"),
)
_PART_OF = ("a part is written behind a point, as in `loose.count`", "the points of the loose cards are `deadwood`")
_NONE_OF = ("`no` is an answer, not a number of things", "none of several is written `not any(c.joker for c in hand)`")
_BETWEEN = "a comparison such as `is` or `at most`, `and` or `or` must stand between them"


def misfit(pieces: Sequence[Piece], at: int, accepted: Collection[str], text: Text, reads: Reads) -> Diagnostic:
    """The one message about piece `at`. No word is guessed with which the text could not be read on."""
    if at == len(pieces):
        plus = [piece.kind for piece in pieces[-2:]] == ["NUMBER", "PLUS"]
        number = pieces[-2].value if plus else ""
        return messages.ends_early(end_of(text), pieces[-1].value, _must_follow(pieces, at, accepted), number=number)
    piece = pieces[at]
    before = pieces[at - 1] if at else None
    if piece.kind == "COMMA":
        told = _comma(pieces, at, accepted, text)
    elif before is not None and _complete(before, accepted):
        told = _torn(pieces, at, text, reads) or _after_a_value(piece, before, text, reads)
    else:
        told = _where_a_value_belongs(piece, before, text)
    if told is None and piece.kind == "FOR":
        told = messages.misfit(
            piece.span(text), "for", "it stands inside a function, such as `count(c.joker for c in hand)`"
        )
    if told is None:
        told = messages.misfit(piece.span(text), piece.value, _can_stand(pieces, at, accepted))
    return told


def _complete(before: Piece, accepted: Collection[str]) -> bool:
    """Whether a whole value stands before."""
    return before.kind in ENDS_A_VALUE or "AND" in accepted


def _comma(pieces: Sequence[Piece], at: int, accepted: Collection[str], text: Text) -> Diagnostic | None:
    """`5,5`, or a comma outside a function and a list."""
    piece, neighbours = pieces[at], [*pieces[at - 1 : at], *pieces[at + 1 : at + 2]]
    if len(neighbours) == 2 and all(one.kind == "NUMBER" for one in neighbours):
        first, last = neighbours
        if first.end == piece.start and piece.end == last.start:
            return messages.decimal(text.span(first.start, last.end), text.value[first.start : last.end])
    opening = enclosing(pieces, at)
    missing = next((word for word in ("then", "else") if word.upper() in accepted), None)
    if missing:
        return messages.misfit(piece.span(text), ",", f"write `{missing}`")
    if opening is not None and (pieces[opening].kind == "LSQB" or (opening and pieces[opening - 1].kind == "NAME")):
        return None
    return messages.misfit(
        piece.span(text), ",", "a comma separates the members of a list or the arguments of a function only"
    )


def _torn(pieces: Sequence[Piece], at: int, text: Text, reads: Reads) -> Diagnostic | None:
    """`5 tehn 3`: the word before was read as a unit, and is one that joins, misspelt."""
    before = pieces[at - 1]
    if before.kind != "NAME" or at < 2 or pieces[at - 2].kind not in ENDS_A_VALUE or before.value in UNIT_WORDS:
        return None
    meant = nearest(before.value, (*UNIT_WORDS, *_JOINING))
    if meant is None or meant not in _JOINING or not reads(before.span(text), meant):
        return None
    return messages.misfit(before.span(text), before.value, f"did you mean `{meant}`?", meant=meant)


def _after_a_value(piece: Piece, before: Piece, text: Text, reads: Reads) -> Diagnostic | None:
    """Where a comparison, a joining word or the end belongs."""
    span, found = piece.span(text), piece.value
    if piece.kind == "NAME":
        meant = "at" if found == "at" else MEANT.get(found.lower()) or nearest(found, _JOINING)
        if found == "of":
            return messages.misfit(span, found, *_PART_OF)
        if before.kind == "TRUTH" and before.value == "no":
            return messages.misfit(span, found, *_NONE_OF)
        if found.lower() in BETWEEN:
            return messages.misfit(span, found, "write `in 3..7` for what lies between two numbers, both included")
        if meant == "at":
            return messages.misfit(span, found, "`at most` and `at least` are the two comparisons that begin so")
        if before.value in MULTIPLES:
            times = f"write `{MULTIPLES[before.value]} * {found}`"
            return messages.misfit(before.span(text), before.value, times)
        if meant and reads(span, meant):
            return messages.misfit(span, found, f"did you mean `{meant}`?", meant=meant)
        return messages.misfit(span, found, f"two values stand side by side: {_BETWEEN}")
    if piece.kind == "LSQB":
        return messages.misfit(
            span, found, "a list stands after `in` or `not in`; nothing is taken out of a collection by number"
        )
    if piece.kind == "LPAR" and before.kind == "NUMBER":
        return messages.misfit(span, found, "write `*` between a number and a parenthesis")
    if piece.kind == "NOT":
        return messages.misfit(
            span, found, "`not` stands in front of a condition; in a comparison write `is not` or `not in`"
        )
    if piece.kind == "NUMBER" and before.value.lower() in MINUS:
        both = text.span(before.start, piece.end)
        return messages.misfit(both, f"{before.value} {found}", f"write `-{found}`", meant=f"-{found}")
    if piece.kind in BEGINS_A_VALUE:
        return messages.misfit(span, found, f"two values stand side by side: {_BETWEEN}")
    if piece.kind == "RANGE":
        return messages.misfit(span, found, "a range has two ends only, such as `3..7`")
    if piece.kind == "THEN":
        return messages.misfit(span, found, "no `if` is waiting for it")
    if piece.kind == "ELSE":
        return messages.misfit(span, found, "no `if … then` is waiting for it")
    if piece.kind == "IF":
        return messages.misfit(span, found, "`if … then … else …` begins with `if`, and conditions are joined by `and`")
    return _criterion_only(piece, text)


def _where_a_value_belongs(piece: Piece, before: Piece | None, text: Text) -> Diagnostic | None:
    """Where a name, a number or a parenthesis belongs."""
    span, found = piece.span(text), piece.value
    if before is not None and before.kind in {"COMPARATOR", "IN"} and piece.kind in {"COMPARATOR", "IN"}:
        kept = found if before.value == "is" else before.value
        return messages.misfit(span, found, f"`{before.value}` and `{found}` both compare; write only `{kept}`")
    if piece.kind == "IF":
        return messages.misfit(span, found, "inside another expression write `(if … then … else …)` in parentheses")
    if piece.kind == "NOT":
        return messages.misfit(span, found, "`not` stands in front of a whole condition; put `(not …)` in parentheses")
    if piece.kind == "PLUS":
        return messages.misfit(span, found, "a number above 0 is written without a sign")
    if piece.kind == "RANGE":
        return messages.misfit(span, found, "a range begins with its lowest, such as `0..5`")
    if before is not None and before.kind == "DOT":
        return messages.misfit(span, found, "the name of a field must follow the point")
    if piece.kind == "DOT":
        return messages.misfit(
            span, found, "the name of a card, meld or seat stands before a point, such as `card.rank`"
        )
    return _criterion_only(piece, text)


def _criterion_only(piece: Piece, text: Text) -> Diagnostic | None:
    if piece.kind not in {"LOWEST", "HIGHEST"}:
        return None
    return messages.misfit(
        piece.span(text), piece.value, "it begins a criterion for the winner, as in `lowest total`, and nothing else"
    )


def _must_follow(pieces: Sequence[Piece], at: int, accepted: Collection[str]) -> str:
    """What the end of the text came too early for."""
    if "AND" in accepted:
        return next((word for kind, word in _CLOSERS if kind in accepted), "the rest")
    return _value(pieces, at, accepted)


def _can_stand(pieces: Sequence[Piece], at: int, accepted: Collection[str]) -> str:
    """What could stand in the place of piece `at`."""
    if "AND" not in accepted:
        return f"{_value(pieces, at, accepted)} is expected"
    after = f"after {quoted(pieces[at - 1].value)}"
    words = [word for kind, word in _CLOSERS if kind in accepted]
    return f"{after} can stand {messages.such_as(['a comparison', '`and`', '`or`', 'an arithmetic sign', *words])}"


def _value(pieces: Sequence[Piece], at: int, accepted: Collection[str]) -> str:
    """What kind of value is wanted, in the author's words."""
    before = pieces[at - 1] if at else None
    if "NUMBER" in accepted:
        if "NOT" in accepted:
            return "a value or a condition"
        return "a collection" if before is not None and before.kind == "IN" and "MINUS" not in accepted else "a value"
    if before is not None and before.kind == "FOR":
        return "a name for each one, such as `c`"
    if before is not None and before.kind == "DOT":
        return "the name of a field"
    closers = [word for kind, word in _CLOSERS if kind in accepted]
    if "IN" in accepted and "COMPARATOR" not in accepted:
        closers.append("`in` and a collection")
    return messages.such_as(closers) if closers else "the rest"
