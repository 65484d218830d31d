"""Finds where several words stand for one of the language: `no more than`, `3 or more`, `2 to 6`, `five points`.

No two of these words could stand side by side in an expression, so nothing that is right is ever taken for one. Where
what was meant can be put in place of the phrase, reading goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.diagnostics.model import Diagnostic
from referee.diagnostics.spelling import nearest
from referee.lang import messages
from referee.lang.meant import LONGEST_PHRASE, NUMBERS, OR_LESS, OR_MORE, PHRASES, TIMES, TO, UNITS_MEANT
from referee.lang.pieces import BEGINS_A_VALUE, ENDS_A_VALUE, Piece
from referee.lang.words import UNIT_WORDS
from referee.source import Text

_WORDS = frozenset({"NAME", "OR", "FOREIGN_WORD"})
_FIRST = frozenset(phrase.split(" ", 1)[0] for phrase in PHRASES)


class Phrase(NamedTuple):
    """`length` pieces that stand for one piece; `instead` is None where nothing can be put in their place."""

    length: int
    instead: Piece | None
    told: Diagnostic


def phrase(pieces: Sequence[Piece], at: int, before: Piece | None, text: Text) -> Phrase | None:
    """The phrase that begins with piece `at`, if one does; `before` is the piece that was read last."""
    if pieces[at].kind not in _WORDS and pieces[at].value.casefold().partition(" ")[0] not in _FIRST:
        return None
    words = [piece.value.casefold() for piece in pieces[at : at + LONGEST_PHRASE]]
    for length in range(len(words), 1, -1):
        word = PHRASES.get(" ".join(words[:length]))
        if word is not None:
            whole = _whole(pieces[at : at + length], "COMPARATOR", word)
            return Phrase(length, whole, messages.comparison_sign(whole.span(text), _shown(whole, text), word))
    if len(words) < 2 or pieces[at].kind not in _WORDS:
        return None
    return _of_two(pieces, at, before, text, words)


def _of_two(pieces: Sequence[Piece], at: int, before: Piece | None, text: Text, words: Sequence[str]) -> Phrase | None:
    """What one or two words stand for beside what is round them."""
    piece, following = pieces[at], pieces[at + 1]
    if words[0] == "at" and following.kind == "NAME" and (meant := nearest(words[1], ("most", "least"))):
        whole = _whole(pieces[at : at + 2], "COMPARATOR", f"at {meant}")
        told = messages.misfit(
            whole.span(text), _shown(whole, text), f"did you mean `at {meant}`?", meant=f"at {meant}"
        )
        return Phrase(2, whole, told)
    if words[0] in NUMBERS and (following.value in UNIT_WORDS or following.value in UNITS_MEANT):
        number = Piece("NUMBER", str(NUMBERS[words[0]]), piece.start, piece.end)
        return Phrase(1, number, messages.number_in_letters(piece.span(text), piece.value, number.value))
    if before is None or before.kind not in ENDS_A_VALUE:
        return None
    said = " ".join(words[:2])
    if before.kind == "NUMBER" and (said in OR_MORE or said in OR_LESS):
        span, found = text.span(before.start, following.end), text.value[before.start : following.end]
        told = messages.or_more(span, found, before.value, less=said in OR_LESS)
        return Phrase(2, None, told)
    if following.kind not in BEGINS_A_VALUE:
        return None
    if words[0] in TO and before.kind == following.kind == "NUMBER":
        written = f"a range is written `{before.value}..{following.value}`"
        told = messages.misfit(piece.span(text), piece.value, written, meant="..")
        return Phrase(1, Piece("RANGE", "..", piece.start, piece.end), told)
    if words[0] in TIMES:
        told = messages.arithmetic_sign(piece.span(text), piece.value, "*")
        return Phrase(1, Piece("TIMES", "*", piece.start, piece.end), told)
    return None


def _whole(pieces: Sequence[Piece], kind: str, value: str) -> Piece:
    """All of the pieces as one."""
    return Piece(kind, value, pieces[0].start, pieces[-1].end)


def _shown(piece: Piece, text: Text) -> str:
    """What stands there, on one line."""
    return " ".join(text.value[piece.start : piece.end].split())
