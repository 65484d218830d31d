"""Whatever comes in, reading ends, and says what it found: no exception, no long wait."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.limits import PLAY_CHARACTERS, RECORD_BYTES, ROUNDS, RULINGS
from referee.record.canonical import canonical
from referee.record.cards_text import read_cards
from referee.record.fmt import fmt
from referee.record.play import read_play
from referee.record.reading import read_mapping, read_record
from tests.unit.record.made import SEATS, SPANISH

HEAD = "record: 1\nrules: x\nseats: {A: a, B: b}\nrounds:\n"


@given(st.binary(max_size=200))
def test_random_bytes(content: bytes) -> None:
    for strict in (False, True):
        read = read_record(content, strict=strict)
        assert (read.record is None) == bool(read.faults)
        assert read.text("rounds[0].play").value == ""


@given(st.text(alphabet='{}[]:,"\\ \n-#&*!|>recodulsA1', max_size=60))
def test_random_texts(content: str) -> None:
    read = read_record(content)
    assert (read.record is None) == bool(read.faults)
    for fault in read.faults:
        assert fault.message
        assert fault.span is None or fault.begin


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "record",
                    "rules",
                    "seats",
                    "rounds",
                    "A",
                    "B",
                    "hands",
                    "play",
                    "scores",
                    "rulings",
                    "x",
                    "result",
                    "event",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(PLAIN)
def test_random_trees(tree: object) -> None:
    for start in (tree, {"record": 1, "rules": "x", "seats": {"A": "a", "B": "b"}, "rounds": [tree, {"play": tree}]}):
        given_tree = read_mapping(start)
        if not isinstance(start, dict):
            assert given_tree.faults[0].code == "WRONG_SHAPE"
            continue
        line = read_record(json.dumps(start))
        assert [fault.code for fault in given_tree.faults] == [fault.code for fault in line.faults]
        assert given_tree.record == line.record


@given(st.text(max_size=60) | st.text(alphabet="+<-x.=|,>%@!?A:5c12boeJK' #\nAneJo−×", max_size=40))
def test_random_plays_and_hands(text: str) -> None:
    for strict in (False, True):
        read = read_play(text, SPANISH, SEATS, strict=strict)
        for word in read.words:
            assert 0 <= word.start <= word.end <= len(text)
        assert read.fault is None or read.stopped
        read_cards(text, SPANISH, strict=strict)


@given(st.text(alphabet="+<-x.=|,>%@!?A:5c12bo' \nBeñat−×;", max_size=30))
def test_what_is_repaired_reads_strictly_and_says_the_same(text: str) -> None:
    read = read_play(text, SPANISH, SEATS)
    written = " ".join(
        f"{'' if word.label is None else 'ABCD'[word.label] + ': '}{word.form.text}" for word in read.words
    )
    again = read_play(written, SPANISH, SEATS, strict=True)

    assert again.fault is None
    assert [word.form.text for word in again.words] == [word.form.text for word in read.words]
    assert [word.label for word in again.words] == [word.label for word in read.words]


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 100_000,
        b"{" * 100_000,
        b'{"a":' * 100_000,
        b'{"record": ' + b"[" * 5_000 + b"]" * 5_000 + b"}",
        b'{"record": ' + b"9" * 100_000 + b"}",
        b'{"a": NaN}',
        b'{"a": "\\ud800"}',
        b'{"\\ud800": 1}',
        b'{"a": "\xff"}',
        b"\xef\xbb\xbf{",
        b"\xff\xfe{\x00}\x00",
        b'{"a" 1}',
        b'{"a": tru}',
        b'{"a": "b',
        b"record: &a [*a]",
        b"record: !!python/object x",
        b"a: 1\n--- \nb: 2",
        b"{}",
        b"",
        b"null",
        b"- 1",
    ],
    ids=lambda content: repr(content[:12]),
)
def test_odd_contents(content: bytes) -> None:
    for strict in (False, True):
        read = read_record(content, strict=strict)
        assert read.record is None
        assert read.faults
        assert not fmt(content, SPANISH).text


def test_the_limits() -> None:
    assert "1,048,577 bytes" in read_record(b" " * (RECORD_BYTES + 1)).faults[0].message
    assert "bytes" not in read_record(b" " * RECORD_BYTES).faults[0].message
    many = [{"note": "a"}] * (ROUNDS + 1)
    tree = {"record": 1, "rules": "x", "seats": {"A": "a", "B": "b"}}
    assert read_mapping({**tree, "rounds": many}).faults[0].message == "more than 1,000 rounds"
    assert read_mapping({**tree, "rounds": many[1:]}).record
    assert read_mapping({**tree, "rounds": [{"rulings": [{}] * (RULINGS + 1)}]}).faults
    assert read_mapping({**tree, "rounds": [{"rulings": [{}] * RULINGS}]}).record
    assert read_mapping({**tree, "rounds": [{"play": "." * (PLAY_CHARACTERS + 1)}]}).faults
    assert read_mapping({**tree, "rounds": [{"play": "." * PLAY_CHARACTERS}]}).record
    assert "50,000 keys" in read_record(HEAD + "  - x: {" + "a: 1, " * 30_000 + "}\n").faults[0].message
    assert "50,000 keys" in read_record('{"\\u0061": [' + "1," * 60_000 + "1]}").faults[0].message


LONG_PLAYS = {
    "turns": "+5c-12b " * 8_000,
    "upcards": "+5c-12b <-7c " * 5_000,
    "loosely": "".join(f"+{n % 7 + 1} de copas-{n % 3 + 10} de  bastos " for n in range(2_400)),
    "one word": "+5c-12b" * 9_000,
    "one show": "=" + "5c" * 30_000,
    "blanks": "=" + " 5c" * 20_000,
    "commas": "= 5c" + " , 5c" * 12_000,
    "labels": "Ane Miren: " * 5_000,
    "no labels": "Ane Miren " * 6_000,
    "before a meld": "5c " * 20_000 + ">1",
    "signs": "+" * 65_000,
    "closes": "x " * 30_000,
    "letters": "a" * 65_000,
    "lay off": "5c=" * 20_000,
    "stocks": "% " * 30_000,
    "comments": "#\n" * 30_000,
    "ands": "+5c\n-7c # a\n" * 5_000,
}


@pytest.mark.parametrize("name", LONG_PLAYS)
def test_long_plays_take_no_long_time(name: str) -> None:
    text = LONG_PLAYS[name][:PLAY_CHARACTERS]
    begin = time.process_time()
    read_play(text, SPANISH, SEATS)
    read_cards(text, SPANISH)
    record = read_mapping({"record": 1, "rules": "x", "seats": SEATS, "rounds": [{"play": text}]}).record
    assert record is not None
    canonical(record, SPANISH)
    assert time.process_time() - begin < 5
