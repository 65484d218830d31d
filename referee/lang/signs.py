"""Mends what other languages and keyboards put into an expression, telling each of them once.

Each sign or word the language does not have is told by name, and reading goes on as if the right one had been
written: `deadwood <= 5 && laps >= 1` gives three messages with three places. Where nothing can be put in its place
(`?`, a text) the piece is dropped and `whole` is False, so that no follow-up mistake is told; where only something of
its kind can (a number for `5.5`), reading goes on, but `clear` is False, and nobody checks what is then read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from referee import limits
from referee.diagnostics.model import Diagnostic
from referee.lang import messages
from referee.lang.phrases import phrase
from referee.lang.pieces import ENDS_A_VALUE, Piece
from referee.lang.words import AND_WORDS, COMPARATORS, KEYWORDS, LOOK_ALIKES, OR_WORDS, TRUTH_WORDS, UNIT_WORDS
from referee.source import Text

MOST_TOLD: Final = limits.SIGNS_TOLD
"""Who has more mistakes in one expression has written something else than an expression."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_GLUED_NUMBER = re.compile(r"[0-9]+(?:_[0-9_]+|[eE][0-9]+)|0[xXoObB][0-9a-fA-F]+")
_PHRASES = {("is", "not"), ("at", "most"), ("at", "least"), ("not", "in")}
_SIGNS = {
    "(": "LPAR",
    ")": "RPAR",
    "[": "LSQB",
    "]": "RSQB",
    ",": "COMMA",
    ".": "DOT",
    "+": "PLUS",
    "*": "TIMES",
    "/": "SLASH",
}
_WORD_KINDS = {
    "yes": "TRUTH",
    "no": "TRUTH",
    "in": "IN",
    "is": "COMPARATOR",
    "below": "COMPARATOR",
    "above": "COMPARATOR",
}


@dataclass(slots=True)
class Mended:
    """`pieces` hold only what the grammar knows. After `MOST_TOLD` messages nothing more is read.

    `whole` says that nothing had to be dropped, `clear` that all pieces say what was meant, `question` that a `?` was
    told, whose `:` is no mistake of its own.
    """

    pieces: list[Piece] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    whole: bool = True
    clear: bool = True
    question: bool = False


def mend(pieces: Sequence[Piece], text: Text) -> Mended:
    """The pieces with every foreign one replaced, and what there is to tell about them."""
    mended = Mended()
    at = 0
    while at < len(pieces):
        if len(mended.diagnostics) >= MOST_TOLD:
            mended.whole = False
            break
        piece = pieces[at]
        found = phrase(pieces, at, mended.pieces[-1] if mended.pieces else None, text)
        if found is not None:
            mended.diagnostics.append(found.told)
            if found.instead is None:
                mended.whole = False
            else:
                mended.pieces.append(found.instead)
            at += found.length
            continue
        run = _phrase_length(pieces, at)
        if run > 1:
            piece = Piece("FOREIGN_WORD", f"{piece.value} {pieces[at + 1].value}", piece.start, pieces[at + 1].end)
        elif piece.kind == "STRANGE":
            while at + run < len(pieces) and pieces[at + run].kind == "STRANGE" and pieces[at + run].start == piece.end:
                piece = Piece("STRANGE", piece.value + pieces[at + run].value, piece.start, pieces[at + run].end)
                run += 1
        at += run
        _MENDERS.get(piece.kind, _keep)(piece, text, mended)
    return mended


def word_kind(word: str) -> str:
    """The kind of a piece that one word of the language makes; a name where it is none."""
    if word not in KEYWORDS or word == "at":
        return "NAME"
    return _WORD_KINDS.get(word, word.upper())


def _phrase_length(pieces: Sequence[Piece], at: int) -> int:
    """2 where `AT MOST` or the like stands, one of its words in capitals; else 1."""
    two = pieces[at : at + 2]
    if len(two) == 2 and any(piece.kind == "FOREIGN_WORD" for piece in two):
        return 2 if (two[0].value.lower(), two[1].value.lower()) in _PHRASES else 1
    return 1


def _keep(piece: Piece, text: Text, mended: Mended) -> None:
    """A piece of the language; only `y` and its like after a value are not what they seem."""
    if piece.kind == "NAME" and mended.pieces and mended.pieces[-1].kind in ENDS_A_VALUE:
        if piece.value in AND_WORDS:
            return _instead(piece, text, mended, "AND", "and")
        if piece.value in OR_WORDS:
            return _instead(piece, text, mended, "OR", "or")
    mended.pieces.append(piece)
    return None


def _put(piece: Piece, mended: Mended, kind: str, value: str) -> None:
    mended.pieces.append(Piece(kind, value, piece.start, piece.end))


def _instead(piece: Piece, text: Text, mended: Mended, kind: str, word: str) -> None:
    mended.diagnostics.append(messages.other_word(piece.span(text), piece.value, word))
    _put(piece, mended, kind, word)


def _comparator(piece: Piece, text: Text, mended: Mended) -> None:
    word = COMPARATORS.get(piece.value)
    mended.diagnostics.append(messages.comparison_sign(piece.span(text), piece.value, word))
    _put(piece, mended, "COMPARATOR", word or "is")
    mended.clear &= word is not None


def _truth(piece: Piece, text: Text, mended: Mended) -> None:
    _instead(piece, text, mended, "TRUTH", TRUTH_WORDS[piece.value.lower()])


def _times(piece: Piece, text: Text, mended: Mended) -> None:
    meant = {"×": "*", "·": "*", "÷": "/", "//": "/"}.get(piece.value)
    mended.diagnostics.append(messages.arithmetic_sign(piece.span(text), piece.value, meant))
    _put(piece, mended, "SLASH" if meant == "/" else "TIMES", meant or "*")
    mended.clear &= meant is not None


def _minus(piece: Piece, text: Text, mended: Mended) -> None:
    mended.diagnostics.append(messages.look_alike(piece.span(text), piece.value, "-"))
    _put(piece, mended, "MINUS", "-")


def _blank(piece: Piece, text: Text, mended: Mended) -> None:
    mended.diagnostics.append(messages.look_alike(piece.span(text), piece.value, " "))


def _word(piece: Piece, text: Text, mended: Mended) -> None:
    """A word in capitals or in letters of another alphabet. A name is left to the checker, which knows the names."""
    small = piece.value.lower()
    plain = unicodedata.normalize("NFKC", piece.value.translate(LOOK_ALIKES))
    if not piece.value.isascii() and plain.isascii() and _NAME.fullmatch(plain.lower()):
        mended.diagnostics.append(messages.look_alike(piece.span(text), piece.value, plain))
        _put(piece, mended, word_kind(plain), plain)
    elif tuple(small.split()) in _PHRASES:
        mended.diagnostics.append(messages.capitals(piece.span(text), piece.value, small))
        _put(piece, mended, "IN" if small == "not in" else "COMPARATOR", small)
    elif word_kind(small) != "NAME":
        mended.diagnostics.append(messages.capitals(piece.span(text), piece.value, small))
        _put(piece, mended, word_kind(small), small)
    else:
        _keep(Piece("NAME", piece.value, piece.start, piece.end), text, mended)


def _quoted(piece: Piece, text: Text, mended: Mended) -> None:
    inner = piece.value[1:-1].strip()
    known = _NAME.fullmatch(inner) or (inner.isascii() and inner.isdigit())
    mended.diagnostics.append(messages.quotes(piece.span(text), piece.value, inner if known else None))
    if known:
        _put(piece, mended, "NUMBER" if inner.isdigit() else word_kind(inner), inner)
    else:
        mended.whole = False


def _decimal(piece: Piece, text: Text, mended: Mended) -> None:
    mended.diagnostics.append(messages.decimal(piece.span(text), piece.value))
    _some_number(piece, mended)


def _clock(piece: Piece, text: Text, mended: Mended) -> None:
    mended.diagnostics.append(messages.not_whole(piece.span(text), piece.value))
    _some_number(piece, mended)


def _glued(piece: Piece, text: Text, mended: Mended) -> None:
    """`5points` is two pieces; `1e3` and `12_0` are no numbers here; `7o` is nothing."""
    digits = len(piece.value) - len(piece.value.lstrip("0123456789"))
    number, rest = piece.value[:digits], piece.value[digits:]
    if rest in UNIT_WORDS:
        mended.diagnostics.append(messages.glued(piece.span(text), piece.value, f"{number} {rest}"))
        _number(Piece("NUMBER", number, piece.start, piece.start + digits), text, mended)
        mended.pieces.append(Piece("NAME", rest, piece.start + digits, piece.end))
        return
    tell = messages.not_whole if _GLUED_NUMBER.fullmatch(piece.value) else messages.number_and_letters
    mended.diagnostics.append(tell(piece.span(text), piece.value))
    _some_number(piece, mended)


def _number(piece: Piece, text: Text, mended: Mended) -> None:
    """0, or one to six digits that do not begin with 0."""
    meant = piece.value.lstrip("0") or "0"
    if len(meant) > len(str(limits.NUMBER)):
        mended.diagnostics.append(messages.number_too_large(piece.span(text), piece.value, limits.NUMBER))
        return _some_number(piece, mended)
    if meant != piece.value:
        mended.diagnostics.append(messages.leading_zero(piece.span(text), piece.value, meant))
    return _put(piece, mended, "NUMBER", meant)


def _some_number(piece: Piece, mended: Mended) -> None:
    """A number in place of one that cannot be read."""
    _put(piece, mended, "NUMBER", "1")
    mended.clear = False


def _strange(piece: Piece, text: Text, mended: Mended) -> None:
    """A sign nobody knows; one that only looks like ours is replaced."""
    plain = unicodedata.normalize("NFKC", piece.value)
    kind = "RANGE" if piece.value in {"…", "‥"} else _SIGNS.get(plain)
    if kind is None:
        if piece.value != ":" or not mended.question:
            tell = messages.question(piece.span(text)) if piece.value == "?" else None
            mended.diagnostics.append(tell or messages.strange(piece.span(text), piece.value))
        mended.question |= piece.value == "?"
        mended.whole = False
        return
    meant = ".." if kind == "RANGE" else plain
    mended.diagnostics.append(messages.look_alike(piece.span(text), piece.value, meant))
    _put(piece, mended, kind, meant)


_MENDERS: dict[str, Callable[[Piece, Text, Mended], None]] = {
    "FOREIGN_COMPARATOR": _comparator,
    "FOREIGN_AND": lambda piece, text, mended: _instead(piece, text, mended, "AND", "and"),
    "FOREIGN_OR": lambda piece, text, mended: _instead(piece, text, mended, "OR", "or"),
    "FOREIGN_NOT": lambda piece, text, mended: _instead(piece, text, mended, "NOT", "not"),
    "FOREIGN_TRUTH": _truth,
    "FOREIGN_TIMES": _times,
    "FOREIGN_MINUS": _minus,
    "FOREIGN_WORD": _word,
    "QUOTED": _quoted,
    "DECIMAL": _decimal,
    "CLOCK": _clock,
    "GLUED": _glued,
    "NUMBER": _number,
    "ODD_BLANK": _blank,
    "STRANGE": _strange,
}
