"""Plays word by word: what is repaired, what never is, and where everything stands."""

from __future__ import annotations

import pytest

from referee.cards import Card, CardError
from referee.record.loose_cards import card_reader
from referee.record.play import Play, Word, read_play
from referee.record.reading import read_record
from referee.record.words import Forms, Step, WordError, WordKind, forms_of
from referee.source import Source, Span, Text
from tests.tables import table
from tests.unit.record.made import SEATS, SPANISH


def said(play: Play) -> str:
    """The words as one text, each label in front of its word."""
    letters = ("" if word.label is None else f"{'ABCD'[word.label]}:" for word in play.words)
    return " ".join(f"{letter}{word.form.text}" for letter, word in zip(letters, play.words, strict=True))


REPAIRS = [
    ("A:+5c-12b", "A:+5c-12b", ["label glued to the turn"]),
    ("a: +5c-12b", "A:+5c-12b", ["seat written in another way"]),
    ("Beñat: +5c-12b", "B:+5c-12b", ["seat written by name"]),
    ("BENAT : .", "B:.", ["seat written by name"]),
    ("ane miren:.", "C:.", ["seat written by name, label glued to the turn"]),
    ("+5c -12b", "+5c-12b", ["blank inside a turn"]),
    ("+5c\n-12b", "+5c-12b", ["blank inside a turn"]),
    ("+ 5c - 12b", "+5c-12b", ["blank inside a word"]),
    ("+5c-12b, +6c-7c;", "+5c-12b +6c-7c", ["stray punctuation", "stray punctuation"]),
    ("+5c−12b +6c–7c", "+5c-12b +6c-7c", ["typographic sign", "typographic sign"]),
    ("+5c×12b", "+5cx12b", ["typographic sign"]),
    ("+5CX12B", "+5cx12b", ["card written loosely, typographic sign"]),
    ("+?-12 de bastos", "+?-12b", ["card written loosely"]),
    ("+sota copas-Rb", "+10c-12b", ["card written loosely"]),
    ("+as de oros - 7 de espadas", "+1o-7e", ["card written loosely, blank inside a word"]),
    ("+jk-comodín", "+JK-JK", ["card written loosely"]),
    ("<11c - 6b", "<11c-6b", ["blank inside a turn"]),
    ("+5c-12b <-6b", "+5c-12b <12b-6b", ["upcard not named"]),
    ("= 4c 5c 6c , 11o 11e 11b | 2e", "=4c5c6c,11o11e11b|2e", ["blank inside a word"]),
    ("=4c5c6c|2e, 3c", "=4c5c6c|3c2e", ["stray punctuation, blank inside a word"]),
    ("7c 10c > 1", "7c10c>1", ["blank inside a word"]),
    ("JK = 3c>1", "JK=3c>1", ["blank inside a word"]),
    ("% 5c 7o, 12b", "%5c7o12b", ["blank inside a word, stray punctuation"]),
    ("… B: .", "... B:.", ["typographic sign"]),
    ("!Resign", "!resign", ["event written loosely"]),
    ("@1,", "@1", ["stray punctuation"]),
]


@pytest.mark.parametrize(("text", "read_as", "whys"), REPAIRS)
def test_repairs(text: str, read_as: str, whys: list[str]) -> None:
    play = read_play(text, SPANISH, SEATS)

    assert said(play) == read_as
    assert [one.why for one in play.repairs] == whys
    assert play.fault is None


@pytest.mark.parametrize(("text", "read_as", "whys"), REPAIRS)
def test_strict_reading_makes_none(text: str, read_as: str, whys: list[str]) -> None:
    play = read_play(text, SPANISH, SEATS, strict=True)

    assert play.repairs == ()
    assert play.fault or whys == ["blank inside a turn"]


@pytest.mark.parametrize(
    ("text", "code", "message", "help_"),
    [
        ("+?-13b", "UNREADABLE", "`13b` in `+?-13b` is no card of this pack", "did you mean `10b`, `11b`, `12b`?"),
        ("+8c-1o", "UNREADABLE", "`8c` in `+8c-1o` is no card of this pack", "did you mean `6c`, `7c`, `10c`?"),
        ("D: . E: .", "NO_SUCH_SEAT", "`E:` is no seat of this game", "the seats are `A`, `B`, `C`, `D`"),
        ("Pello: .", "NO_SUCH_SEAT", "`Pello:` is no seat of this game", "the seats are `A`, `B`, `C`, `D`"),
        ("<-6b", "UNREADABLE", "`<-6b` does not name the upcard, and it is not known here", "write the card after `<`"),
        (
            "+5c-7c ... <-6b",
            "UNREADABLE",
            "`<-6b` does not name the upcard, and it is not known here",
            "write the card after `<`",
        ),
        ("+5c-?", "UNREADABLE", "`?` cannot be read in `+5c-?`", ""),
        ("+-5c", "UNREADABLE", "`-5c` cannot be read in `+-5c`", ""),
        ("7c", "UNREADABLE", "`7c` is no word of the play", "a turn is written `+5c-12b`, a close `+5cx12b`"),
        (
            "x 12b 7c>1",
            "UNREADABLE",
            "`12b 7c>1` can be read in two ways",
            "write the cards that are laid off together: `7c10c>1`",
        ),
        (
            "%5c?",
            "UNREADABLE",
            "`%5c?` names some cards of the new stock and not others",
            "write the whole order, or `%?`",
        ),
        ("!resing", "UNREADABLE", "`!resing` is no event", "did you mean `!resign`?"),
        ("7c>0", "UNREADABLE", "`7c>0` lacks a number from 1 up", ""),
        ("7c>1234567", "UNREADABLE", "`1234567` is not a number a record can have", ""),
        ("+Rc10c", "UNREADABLE", "`Rc10c` in `+Rc10c` is no card of this pack", ""),
    ],
)
def test_what_is_never_repaired(text: str, code: str, message: str, help_: str) -> None:
    play = read_play(text, SPANISH, SEATS)
    fault = play.fault
    assert fault is not None

    assert (fault.code, fault.message, fault.help) == (code, message, help_)


def test_the_words_before_a_fault_are_read() -> None:
    play = read_play("A: +5c-12b +13b-2c", SPANISH, SEATS)

    assert said(play) == "A:+5c-12b"
    assert play.stopped == (11, 18)
    assert play.fault
    assert play.fault.span
    assert (play.fault.span.start, play.fault.span.end) == (12, 15)


def test_a_name_of_one_letter_yields_to_the_letter_of_a_seat() -> None:
    play = read_play("B: . X: . C:.", SPANISH, {"A": "B", "B": "X", "C": "c"})

    assert [word.label for word in play.words] == [1, 1, 2]


def test_names_that_two_seats_have() -> None:
    play = read_play("Ane: .", SPANISH, {"A": "Ane", "B": "ane"})

    assert play.fault
    assert play.fault.code == "NO_SUCH_SEAT"


def test_a_missing_draw_is_never_made_up() -> None:
    play = read_play("A: -7c -8c", table("spanish-48", 2).pack.notation, SEATS)

    assert [[step.kind.value for step in word.steps] for word in play.words] == [["discard"], ["discard"]]
    assert play.repairs == ()


def test_twins_keep_their_marks() -> None:
    play = read_play("+7o'2-7o'1", SPANISH, SEATS)

    assert [step.card for step in play.words[0].steps] == [Card(6, 2), Card(6, 1)]
    assert play.words[0].form.text == "+7o'2-7o'1"


def step_span(play: Play, word: Word, step: Step) -> Span:
    return play.text.span(word.start + step.start, word.start + step.end)


def test_places_of_words_and_steps() -> None:
    read = read_record(
        "record: 1\nrules: r\nseats: {A: a, B: b}\nrounds:\n  - play: |\n      A: +5c-12b\n      B:  <12b - 7c  # note\n"
    )
    play = read_play(read.text("rounds[0].play"), SPANISH, {"A": "a", "B": "b"})
    first, second = play.words

    places = [step_span(play, word, step).begin for word in (first, second) for step in word.steps]
    assert [(place.line, place.column) for place in places] == [(6, 10), (6, 13), (7, 11), (7, 16)]
    assert play.written(second) == "<12b - 7c"
    assert second.label == 1
    assert [comment.text for comment in play.comments] == ["# note"]


def test_a_text_inside_another_keeps_its_places() -> None:
    source = Source("line", "say: A: +5c-12b.")
    play = read_play(Text.within(source, 5, 15), SPANISH, SEATS)

    span = step_span(play, play.words[0], play.words[0].steps[1])
    assert source.text[span.start : span.end] == "-12b"


def test_comments_know_their_word() -> None:
    play = read_play("# first\nA: +5c # draws\n-7c # throws\nB: . # last", SPANISH, SEATS)

    assert [(one.text, one.after, one.own_line) for one in play.comments] == [
        ("# first", 0, True),
        ("# draws", 1, False),
        ("# throws", 2, False),
        ("# last", 3, False),
    ]
    assert said(play) == "A:+5c -7c B:."


def test_a_label_alone_is_a_word() -> None:
    play = read_play("A: B: C: .", SPANISH, SEATS)

    assert [(word.kind, word.label) for word in play.words] == [
        (WordKind.LABEL, 0),
        (WordKind.LABEL, 1),
        (WordKind.PASS, 2),
    ]


def test_words_are_read_once_and_the_memo_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    forms = forms_of(SPANISH)
    assert forms.read("+5c-12b") is forms.read("+5c-12b")
    assert forms_of(SPANISH) is forms

    monkeypatch.setattr("referee.record.words._KEPT_WORDS", 3)
    small = Forms(SPANISH.texts)
    for word in ("+1o-2o", "+1o-3o", "+1o-4o", "+1o-5o", "+1o-6o"):
        small.read(word)
    assert len(small._kept) <= 3


@pytest.mark.parametrize("word", ["", "+", "A:", "5c", "=,", "=|", "%?5c", "@", "!", "..", "+5c-", "x5c6c", "+5c#"])
def test_what_is_no_word(word: str) -> None:
    with pytest.raises(WordError):
        forms_of(SPANISH).read(word)


def test_words_that_are_kept_are_short_and_few() -> None:
    """Else a caller could fill the memory of a server with plays: a word may have 65,536 characters."""
    forms = Forms(SPANISH.texts)
    for number in range(1, 20_001):
        forms.read(f"7c>{number}")
        assert len(forms._kept) <= 8_000
    assert forms.read("+5c-12b") is forms.read("+5c-12b")
    long = "%" + "5c" * 1_000
    assert forms.read(long) == forms.read(long)
    assert long not in forms._kept


def test_cards_that_are_kept_hold_nothing_of_the_play_they_stood_in() -> None:
    reader = card_reader(SPANISH)
    for text in ("99z", "nonsense", "7"):
        error = reader.read(text)
        assert isinstance(error, CardError)
        assert reader.read(text) is error
        assert (error.__traceback__, error.__context__) == (None, None)
    long = "nonsense" * 1_000
    assert reader.read(long) is not reader.read(long)
