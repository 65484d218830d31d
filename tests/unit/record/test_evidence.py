"""Seals, canonical JSON and shuffles: the published vectors, and what an edit breaks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.record.canonical import canonical
from referee.record.jcs import jcs
from referee.record.model import GameRecord, Result
from referee.record.reading import read_record
from referee.record.seal import broken_seals, chain, end_seal, round_seal, sealed
from referee.record.shuffle import broken_commitments, commitment, reused_seeds, seeds_of, shuffled
from tests.unit.record.made import SPANISH, records

GOLDEN = Path(__file__).parents[2] / "golden" / "records"
PACK = SPANISH.texts[:40]
SEEDS = {"A": bytes(32), "B": b"\x11" * 32}


def example() -> GameRecord:
    read = read_record((GOLDEN / "examples" / "1-spanish-two-seats.yaml").read_bytes())
    assert read.record is not None
    return read.record


def test_the_published_vector() -> None:
    order = shuffled(PACK, "vector", 1, SEEDS)

    assert " ".join(order).startswith("12b 10o 12c 11e 4e 4c 5b 2e 11o 5c ")
    assert sorted(order) == sorted(PACK)
    assert commitment("A", bytes(32)) == "ab5c7629c1e65d4e98dde779005d6a3d59530848351c02ea558c034d1040776b"


def test_every_part_of_the_key_counts() -> None:
    first = shuffled(PACK, "vector", 1, SEEDS)
    others = [
        shuffled(PACK, "vector2", 1, SEEDS),
        shuffled(PACK, "vector", 2, SEEDS),
        shuffled(PACK, "vector", 1, SEEDS, number=1),
        shuffled(PACK, "vector", 1, {"A": bytes(32), "C": b"\x11" * 32}),
        shuffled(PACK, "vector", 1, {"A": bytes(32), "B": b"\x12" * 32}),
    ]
    assert first not in others
    assert len(set(others)) == len(others)
    assert shuffled(PACK, "vector", 1, dict(reversed(SEEDS.items()))) == first


def test_the_cut_moves_cards_from_the_top_to_the_bottom() -> None:
    first = shuffled(PACK, "vector", 1, SEEDS)

    assert shuffled(PACK, "vector", 1, SEEDS, cut=7) == (*first[7:], *first[:7])
    assert shuffled(PACK, "vector", 1, SEEDS, cut=40) == first
    assert shuffled((), "vector", 1, SEEDS, cut=3) == ()


def test_every_place_is_as_likely_as_the_others() -> None:
    counts = [[0] * 10 for _ in range(10)]
    for number in range(3_000):
        for place, item in enumerate(shuffled(range(10), "fair", number, SEEDS)):
            counts[item][place] += 1
    chi = sum((count - 300) ** 2 / 300 for row in counts for count in row)

    assert chi < 130  # 81 degrees of freedom, 0.1 % above 124


def test_the_shuffles_of_the_example() -> None:
    record = example()
    for number, played in enumerate(record.rounds):
        assert " ".join(shuffled(PACK, record.id, number + 1, seeds_of(record, number))) == played.pack
        assert broken_commitments(record, number) == ()
    assert reused_seeds(record) == ()


def test_broken_commitments_and_reused_seeds() -> None:
    record = example()
    first, second = record.rounds
    assert first.shuffle
    assert second.shuffle
    again = replace(
        second, shuffle=replace(second.shuffle, seeds={**second.shuffle.seeds, "B": first.shuffle.seeds["A"]})
    )
    record = replace(record, rounds=(first, again))

    assert broken_commitments(record, 1) == ("B",)
    assert [(one.number, one.seat, one.first) for one in reused_seeds(record)] == [(1, "B", 0)]
    assert broken_commitments(replace(record, rounds=(replace(first, shuffle=None),)), 0) == ()


def test_the_example_is_sealed() -> None:
    assert broken_seals(example()) == ()
    assert sealed(example()) == example()


def test_edits_break_their_round_and_all_behind_it() -> None:
    record = example()
    first, second = record.rounds
    edited = replace(record, rounds=(replace(first, scores={"A": 33, "B": -10}), second))
    assert [one.path for one in broken_seals(edited)] == ["rounds[0].seal", "rounds[1].seal", "seal"]

    edited = replace(record, rounds=(first, replace(second, note="later")))
    assert [one.path for one in broken_seals(edited)] == ["rounds[1].seal", "seal"]

    assert [one.path for one in broken_seals(replace(record, rounds=(first,)))] == ["seal"]
    assert [one.path for one in broken_seals(replace(record, result=Result(("A",))))] == ["seal"]
    assert len(broken_seals(replace(record, id="other"))) == 3
    assert broken_seals(unsealed(record)) == ()


def test_layout_breaks_nothing() -> None:
    record = example()
    first = record.rounds[0]
    typed = replace(
        record, rounds=(replace(first, play="A: <1b-12c   B: +4e-12o # b\nA: <12o-7o\n B: +2cx5b"), record.rounds[1])
    )

    made = canonical(typed, SPANISH).record

    assert made == record
    assert broken_seals(made) == ()


def unsealed(record: GameRecord) -> GameRecord:
    """The record without seals and without the signatures over them."""
    return replace(record, rounds=tuple(replace(played, seal="") for played in record.rounds), seal="", signatures=())


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=60)
@given(records())
def test_any_record_can_be_sealed_round_by_round(record: GameRecord) -> None:
    made = canonical(unsealed(record), SPANISH).record
    assert made is not None
    closed = sealed(made)

    seals = list(chain(closed))
    assert broken_seals(closed) == ()
    for before, seal, played in zip(seals, seals[1:], made.rounds, strict=False):
        assert round_seal(before, played) == seal
    assert closed.seal == end_seal(seals[-1], made).hex()
    assert unsealed(closed) == made


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"b": 1, "a": [True, False, "x"]}, '{"a":[true,false,"x"],"b":1}'),
        (
            {
                "\u20ac": "Euro",
                "\r": "CR",
                "1": "One",
                "\x80": "Control",
                "\U0001f600": "Smiley",
                "\u00f6": "o",
                "\ufb33": "Dalet",
            },
            '{"\\r":"CR","1":"One","\x80":"Control","ö":"o","€":"Euro","😀":"Smiley","\ufb33":"Dalet"}',
        ),
        ("\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/", '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'),
        ("\x7f\u2028\b\t\f", '"\x7f\u2028\\b\\t\\f"'),
        (-(2**53) + 1, "-9007199254740991"),
        ({}, "{}"),
        ([], "[]"),
    ],
)
def test_canonical_json(value: object, expected: str) -> None:
    assert jcs(value).decode() == expected


@pytest.mark.parametrize("value", [1.5, None, "\ud800", 2**53, {"a": b"b"}])
def test_what_canonical_json_refuses(value: object) -> None:
    with pytest.raises(ValueError, match=r"place|large"):
        jcs(value)


@given(st.text(max_size=8))
def test_commitments_bind_seat_and_seed(seat: str) -> None:
    seat = "".join(sign for sign in seat if sign.isalpha() and sign.isascii())
    assert commitment(seat, bytes(32)) != commitment(seat, b"\x01" * 32)
