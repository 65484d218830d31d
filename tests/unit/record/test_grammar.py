"""The published grammar and the reader written by hand: the same plays, the same structure.

The reader refuses three things more than the grammar, which its first lines say: half a stock, odd events, long numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, Token, Transformer, UnexpectedInput

import referee.record
from referee.cards import Card, Notation
from referee.record.play import Play, Word, read_play
from referee.record.reading import read_record
from referee.record.words import EVENTS, Forms, WordKind, forms_of
from tests.unit.record.made import GOLDEN_RECORDS, SPANISH, notation_of, plays

GRAMMAR = (Path(referee.record.__file__).parent / "play.lark").read_text("utf-8")
FRENCH = "A: +Th-2c <QsxJK =AcTc,4h|?"
SEATS = dict.fromkeys("ABCDEFGH", "")
READABLE = [path for path in GOLDEN_RECORDS if read_record(path.read_bytes()).record is not None]


def narrowed(texts: tuple[str, ...]) -> Lark:
    """The grammar with the cards of one pack."""
    cards = "|".join(sorted(texts, key=len, reverse=True))
    line = next(line for line in GRAMMAR.splitlines() if line.startswith("CARD:"))
    return Lark(GRAMMAR.replace(line, f"CARD: /({cards})('[1-9])?/"), start="play", parser="lalr")


PARSER = narrowed(SPANISH.texts)


class Structure(Transformer[Token, Any]):
    """The tree as tuples; what the two have in common is compared as such."""

    def play(self, words: list[Any]) -> list[Any]:
        return words

    def __default__(self, name: str, children: list[Any], _meta: Any) -> Any:
        return (
            str(name),
            tuple(None if child is None else child if isinstance(child, tuple) else str(child) for child in children),
        )


def structure(play: Play, forms: Forms) -> list[Any]:
    """What the hand reader read, in the form of the tree."""
    found: list[Any] = []
    for word in play.words:
        if word.label is not None:
            found.append(("label", ("ABCDEFGH"[word.label],)))
        if word.kind is not WordKind.LABEL:
            found.append(_node(word, forms.write))
    return found


def _node(word: Word, written: Callable[[Card | None], str]) -> Any:
    form = word.form
    if word.kind is WordKind.TURN:
        return (
            "turn",
            tuple((step.kind.value, (None if step.without_card else written(step.card),)) for step in form.steps),
        )
    if word.kind is WordKind.SHOW:
        melds = tuple(("meld", tuple(map(written, meld))) for meld in form.melds)
        loose = None if form.loose is None else ("cards", tuple(map(written, form.loose)))
        return ("show", melds, loose)
    if word.kind is WordKind.LAY_OFF:
        laid = tuple(
            ("laid", (written(one.card), None if one.stands_for is None else written(one.stands_for)))
            for one in form.laid
        )
        return ("lay_off", (*laid, str(form.number)))
    if word.kind is WordKind.RESHUFFLE:
        return ("reshuffle", None if form.order is None else ("cards", tuple(map(written, form.order))))
    if word.kind is WordKind.RULING:
        return ("ruling", (str(form.number),))
    if word.kind is WordKind.EVENT:
        return ("event", (form.event.value if form.event else "",))
    return (word.kind.value, ())


def tree(text: str, parser: Lark = PARSER) -> list[Any] | None:
    """The tree the grammar gives, None where it refuses the text."""
    try:
        words = Structure().transform(parser.parse(text))
    except UnexpectedInput:
        return None
    return [_plainer(word) for word in words]


def _plainer(word: Any) -> Any:
    """Shows without the places that nothing fills, stocks without the one unknown card."""
    if word[0] == "show":
        melds = tuple(one for one in word[1] if one and one[0] == "meld")
        loose = next((one for one in word[1] if one and one[0] == "cards"), None)
        return ("show", melds, loose)
    if word[0] == "reshuffle":
        cards = word[1][0]
        return ("reshuffle", None if cards is None or cards[1] == ("?",) else cards)
    return word


def refused_besides(text: str) -> bool:
    """Whether the reader may refuse what the grammar takes."""
    found = tree(text) or []
    return any(
        (word[0] == "reshuffle" and word[1] is not None and "?" in word[1][1])
        or (word[0] == "event" and word[1][0] not in EVENTS)
        or (word[0] in {"ruling", "lay_off"} and len(word[1][-1]) > 6)
        for word in found
    )


def agree(text: str, notation: Notation = SPANISH, parser: Lark = PARSER) -> bool:
    """Both take the text and give the same, or both refuse it."""
    read = read_play(text, notation, SEATS, strict=True)
    expected = tree(text, parser)
    if expected is None:
        return read.fault is not None
    if read.fault is not None:
        return refused_besides(text) or read.fault.code == "NO_SUCH_SEAT"
    return structure(read, forms_of(notation)) == expected


@given(plays())
def test_every_play_is_read_the_same(text: str) -> None:
    assert tree(text) is not None
    assert agree(text)


PIECES = [
    "A:",
    "Z:",
    "+",
    "<",
    "-",
    "x",
    ".",
    "...",
    "=",
    "|",
    ",",
    ">",
    "1",
    "12",
    "0",
    "%",
    "@",
    "!",
    "?",
    " ",
    "\n",
    "# c",
]
PIECES += ["5c", "12b", "1o", "13b", "JK", "7o'2", "'", "call", "resigned", "a", "c", "\xa0", "10", "="]


@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
def test_odd_texts_are_taken_and_refused_alike(text: str) -> None:
    assert agree(text)


@given(st.text(alphabet="+<-x.=|,>%@!?A:5c12boeJK' #\n", max_size=14))
def test_random_texts_are_taken_and_refused_alike(text: str) -> None:
    assert agree(text)


@pytest.mark.parametrize("path", READABLE, ids=lambda path: path.stem)
def test_the_plays_of_the_golden_records(path: Path) -> None:
    record = read_record(path.read_bytes(), path.name).record
    assert record is not None
    notation = notation_of(record)
    parser = narrowed(notation.texts)
    for played in record.rounds:
        assert agree(played.play, notation, parser)


def test_the_published_cards_cover_french_packs_too() -> None:
    assert Lark(GRAMMAR, start="play", parser="lalr").parse(FRENCH)
