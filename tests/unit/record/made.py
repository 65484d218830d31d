"""Records for the tests of the package `record`: plays and words made by Hypothesis, and the golden ones by path."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from referee.cards import Card, Notation
from referee.game.actions import IncidentKind, LaidCard
from referee.record.model import (
    LETTERS,
    Event,
    GameRecord,
    Result,
    Round,
    Ruling,
    Shuffle,
    Signature,
)
from referee.record.naming import looks_empty
from referee.record.words import GAP, PASS, Form, Step, StepKind, event, forms_of, ruling
from tests.tables import table

SPANISH = table("spanish-40", 3, jokers=2).pack.notation
FORMS = forms_of(SPANISH)
SEATS = {"A": "Ane", "B": "Beñat", "C": "Ane Miren", "D": "Jon"}
GOLDEN = Path(__file__).parents[2] / "golden" / "records"
GOLDEN_RECORDS = sorted(path for path in GOLDEN.rglob("*.yaml") if not path.stem.endswith(".verdict"))
NOT_CANONICAL = {"b18-unknown-key", "b5-unreadable", "10-scorer-chain-as-typed", "8-scorer-as-typed"}
"""The golden records that cannot be read, or stand there as somebody typed them; all others are canonical."""
CANONICAL_RECORDS = [path for path in GOLDEN_RECORDS if path.stem not in NOT_CANONICAL]


def notation_of(record: GameRecord) -> Notation:
    """The cards of the table that a record was played at."""
    return table(record.rules, len(record.seats), **record.options).pack.notation


CARDS = st.builds(Card, st.integers(0, 40), st.sampled_from([0, 0, 0, 1, 2]))
MAYBE_CARDS = CARDS | st.none()

_ODD = "\u0085\u2028\u2029\xa0\u200b\u202e\u0301é😀\n\t\"\\:#-?{}[],&*!|>%@`'=~ "
TEXTS = st.text(
    st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="\ufeff\ufffe\uffff")
    | st.sampled_from(list(_ODD)),
    min_size=1,
    max_size=12,
) | st.sampled_from(
    ["no", "yes", "~", "null", "1e3", "0x10", "18:42", "2026-10-12", "010", "=", "<<", "- a", "a: b", " a", "x "]
)
NAMES = TEXTS.filter(lambda name: not looks_empty(name) and name.strip().upper() not in LETTERS)
DIGESTS = st.binary(min_size=32, max_size=32).map(bytes.hex)
NUMBERS = st.integers(-999, 9_999)


def _step(kind: StepKind, card: Card | None, without: bool) -> Step:
    if kind is StepKind.CLOSE:
        return Step(kind, None if without else card, 0, 0, without)
    return Step(kind, card if kind is StepKind.DRAW else card or Card(0), 0, 0)


STEPS = st.builds(_step, st.sampled_from(list(StepKind)), MAYBE_CARDS, st.booleans())


@st.composite
def turns(draw: st.DrawFn) -> Form:
    return FORMS.turn(draw(st.lists(STEPS, min_size=1, max_size=3)))


FORM = st.one_of(
    turns(),
    turns(),
    st.just(PASS),
    st.just(GAP),
    st.builds(
        FORMS.show,
        st.lists(st.lists(CARDS, min_size=1, max_size=4), max_size=3),
        st.none() | st.lists(MAYBE_CARDS, min_size=1, max_size=4),
    ),
    st.builds(
        FORMS.lay_off, st.lists(st.builds(LaidCard, CARDS, MAYBE_CARDS), min_size=1, max_size=3), st.integers(1, 12)
    ),
    st.builds(FORMS.reshuffle, st.none() | st.lists(CARDS, min_size=1, max_size=5)),
    st.builds(ruling, st.integers(1, 3)),
    st.builds(event, st.sampled_from(list(IncidentKind))),
)
"""What one word may say."""

BLANKS = st.sampled_from([" ", " ", " ", "\n", "  ", "\t", " # note: not a word\n", "\n# x\n", "#\n"])


@st.composite
def plays(draw: st.DrawFn, letters: str = "ABCD") -> str:
    """A play as strict reading takes it: any words, labels, blanks and comments."""
    text = draw(st.sampled_from(["", "", " ", "# begin\n"]))
    for form in draw(st.lists(FORM, max_size=12)):
        if draw(st.booleans()):
            text += draw(st.sampled_from(letters)) + ":" + draw(BLANKS)
        text += form.text + draw(BLANKS)
    return text


def _by_seat(values: st.SearchStrategy, seats: int) -> st.SearchStrategy:
    return st.dictionaries(st.sampled_from(LETTERS[:seats]), values, max_size=seats)


def _cards(size: int = 7) -> st.SearchStrategy[str]:
    return st.lists(MAYBE_CARDS, min_size=1, max_size=size).map(lambda cards: " ".join(map(FORMS.write, cards)))


@st.composite
def rounds(draw: st.DrawFn, seats: int) -> Round:
    seat_list = st.lists(st.sampled_from(LETTERS[:seats]), max_size=2, unique=True).map(tuple)
    shuffle = st.builds(Shuffle, _by_seat(DIGESTS, seats), _by_seat(DIGESTS, seats), st.sampled_from([0, 0, 7]))
    rulings = st.builds(
        Ruling,
        turn=st.integers(0, 9),
        stands=st.booleans(),
        taken_back=st.integers(0, 3),
        points=_by_seat(NUMBERS, seats),
        scores=_by_seat(NUMBERS, seats),
        barred=seat_list,
        exposed=seat_list,
        removed=seat_list,
        moves=st.lists(st.just("5c: B>stock"), max_size=1).map(tuple),
        replay=st.booleans(),
        clause=st.just("") | TEXTS,
        reason=st.just("") | TEXTS,
        by=st.just("") | TEXTS,
        time=st.sampled_from(["", "18:42"]),
    )
    packed = draw(st.booleans())
    return Round(
        eldest=draw(st.sampled_from(["", *LETTERS[:seats]])),
        lots=draw(_by_seat(_cards(1), seats)),
        pack=draw(_cards(40)) if packed else "",
        hands={} if packed else draw(_by_seat(_cards(), seats)),
        upcard="" if packed else draw(st.just("") | _cards(1)),
        stock="" if packed else draw(st.just("") | _cards(20)),
        shuffle=draw(st.none() | shuffle),
        play=draw(plays(LETTERS[:seats])).rstrip(),
        rulings=tuple(draw(st.lists(rulings, max_size=2))),
        scores=draw(_by_seat(NUMBERS, seats)),
        totals=draw(_by_seat(NUMBERS, seats)),
        reenter=draw(seat_list),
        note=draw(st.just("") | TEXTS),
        seal=draw(st.just("") | DIGESTS),
        x=draw(st.dictionaries(TEXTS, TEXTS, max_size=1)),
    )


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Any record that is well-formed: what it says need not be possible."""
    seats = draw(st.integers(2, 4))
    text = st.just("") | TEXTS
    return GameRecord(
        id=draw(text),
        rules=draw(TEXTS),
        rules_digest=draw(st.just("") | DIGESTS),
        options=draw(
            st.dictionaries(
                st.sampled_from(["limit", "jokers"]), st.sampled_from(["50", "yes", "-3", "declared", "050"])
            )
        ),
        event=draw(st.none() | st.builds(Event, *[text] * 7)),
        seats=dict(zip(LETTERS, draw(st.lists(NAMES, min_size=seats, max_size=seats)), strict=False)),
        rounds=tuple(draw(st.lists(rounds(seats), max_size=3))),
        result=draw(
            st.none()
            | st.builds(
                Result, st.lists(st.sampled_from(LETTERS[:seats]), max_size=2, unique=True).map(tuple), NUMBERS, text
            )
        ),
        seal=draw(st.just("") | DIGESTS),
        signatures=tuple(draw(st.lists(st.builds(Signature, TEXTS, TEXTS, TEXTS), max_size=1))),
        note=draw(text),
        x=draw(st.dictionaries(TEXTS, TEXTS, max_size=2)),
    )
