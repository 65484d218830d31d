"""The frame of a record: keys, types, seats; every fault with its code and place; YAML and JSON alike."""

from __future__ import annotations

import json

import pytest

from referee.record.reading import ReadRecord, read_mapping, read_record

HEAD = "record: 1\nrules: spanish-40\nseats: {A: Ane, B: Beñat, C: Ane Miren}\n"
ROUNDS = "rounds:\n  - eldest: A\n"


def faults(read: ReadRecord) -> list[tuple[str, str, tuple[int, int] | None]]:
    """Code, path, and line with column of each."""
    return [(one.code, one.path, (one.begin.line, one.begin.column) if one.begin else None) for one in read.faults]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rules: a\nseats: {A: a}\nrounds: []\n", [("MISSING_KEY", "record", (1, 1))]),
        ("record: 1\n", [("MISSING_KEY", key, (1, 1)) for key in ("rules", "seats", "rounds")]),
        ("record: 2\nrules: a\n", [("NEWER_FORMAT", "record", (1, 9))]),
        ("record: 0\n", [("WRONG_SHAPE", "record", (1, 9))]),
        ("record: one\n", [("NOT_A_NUMBER", "record", (1, 9))]),
        (HEAD + ROUNDS + "    elder: A\n", [("UNKNOWN_KEY", "rounds[0].elder", (6, 5))]),
        (HEAD + "rounds: []\nplay: a\n", [("UNKNOWN_KEY", "play", (5, 1))]),
        (HEAD + ROUNDS + "    scores: {A: 1, D: 2}\n", [("NO_SUCH_SEAT", "rounds[0].scores.D", (6, 20))]),
        (HEAD + ROUNDS + "    scores: {A: 1.5}\n", [("NOT_A_NUMBER", "rounds[0].scores.A", (6, 17))]),
        (HEAD + ROUNDS + "    scores: {A: 010}\n", [("NOT_A_NUMBER", "rounds[0].scores.A", (6, 17))]),
        (HEAD + ROUNDS + "    scores: 5\n", [("WRONG_SHAPE", "rounds[0].scores", (6, 13))]),
        (HEAD + ROUNDS + "    scores: [1, 2]\n", [("WRONG_SHAPE", "rounds[0].scores", (6, 13))]),
        (HEAD + ROUNDS + "    scores: {A: 1, Beñat: 2, B: 3}\n", [("KEY_TWICE", "rounds[0].scores.B", (6, 20))]),
        (HEAD + ROUNDS + "    eldest: B\n", [("KEY_TWICE", "", (6, 5))]),
        (HEAD + ROUNDS + "    play: [a]\n", [("WRONG_SHAPE", "rounds[0].play", (6, 11))]),
        (HEAD + ROUNDS + "    seal: AB\n", [("WRONG_SHAPE", "rounds[0].seal", (6, 11))]),
        (HEAD + ROUNDS + "    shuffle: {cut: -1}\n", [("WRONG_SHAPE", "rounds[0].shuffle.cut", (6, 20))]),
        (HEAD + ROUNDS + "    rulings: [{stands: maybe}]\n", [("WRONG_SHAPE", "rounds[0].rulings[0].stands", (6, 24))]),
        (HEAD + ROUNDS + "    reenter: A\n", [("WRONG_SHAPE", "rounds[0].reenter", (6, 14))]),
        (HEAD + "rounds: {A: 1}\n", [("WRONG_SHAPE", "rounds", (4, 9))]),
        ("record: 1\nrules: a\nrounds: []\nseats: {A: a, C: c}\n", [("WRONG_SHAPE", "seats", (4, 8))]),
        ("record: 1\nrules: a\nrounds: []\nseats: {A: a, Z: c}\n", [("NO_SUCH_SEAT", "seats.Z", (4, 15))]),
        ("record: 1\nrules: a\nrounds: []\nseats: [a, b, c, d, e, f, g, h, i]\n", [("WRONG_SHAPE", "seats", (4, 8))]),
        ("record: 1\nrules: &x a\n", [("UNREADABLE", "", (2, 8))]),
        ("record: 1\nrules: !x a\n", [("UNREADABLE", "", (2, 8))]),
        (HEAD + ROUNDS + "    note: |\n      a\n---\n", [("UNREADABLE", "", (8, 1))]),
        ("- record\n", [("UNREADABLE", "", (1, 1))]),
    ],
)
def test_faults_of_the_frame(text: str, expected: list[tuple[str, str, tuple[int, int]]]) -> None:
    read = read_record(text, "game.yaml")

    assert faults(read)[: len(expected)] == expected
    assert read.record is None


def test_two_seats_of_one_name() -> None:
    read = read_record("record: 1\nrules: a\nseats: {A: Ane, B: ane}\nrounds: [{eldest: Ane}]\n")

    assert faults(read) == [("NO_SUCH_SEAT", "rounds[0].eldest", (4, 19))]


def test_the_nearest_key_is_offered() -> None:
    read = read_record(HEAD + ROUNDS + "    handes: {}\n")

    assert read.faults[0].message == "`handes` is no key of a record in `rounds[0]`"
    assert read.faults[0].help == "did you mean `hands`?"


def test_all_faults_are_told_at_once() -> None:
    read = read_record(HEAD + ROUNDS + "    eldest_seat: A\n    scores: {A: x, D: 1}\n")

    assert [one.code for one in read.faults] == ["UNKNOWN_KEY", "NOT_A_NUMBER", "NO_SUCH_SEAT"]


def test_scalars_are_texts_until_their_key_gives_them_a_type() -> None:
    read = read_record(
        "record: 1\nid: 010\nrules: no\nseats: {A: 1e3, B: yes}\nevent: {date: 2026-10-12, table: 9}\n"
        "options: {limit: 50, declared: yes}\n"
        "rounds:\n  - rulings:\n      - {time: 18:42, stands: yes, replay: false}\n"
    )
    record = read.record
    assert record is not None
    assert record.event is not None

    assert (record.id, record.rules, dict(record.seats)) == ("010", "no", {"A": "1e3", "B": "yes"})
    assert (record.event.date, record.event.table) == ("2026-10-12", "9")
    assert record.options == {"limit": "50", "declared": "yes"}
    assert record.rounds[0].rulings[0].time == "18:42"
    assert record.rounds[0].rulings[0].stands


REPAIRED = [
    ("    eldest: ane\n", ("rounds[0].eldest", "ane", "A", "seat written by name")),
    ("    eldest: b\n", ("rounds[0].eldest", "b", "B", "seat written in another way")),
    ("    eldest: ANE MIREN\n", ("rounds[0].eldest", "ANE MIREN", "C", "seat written by name")),
    ("    scores: [1, −2, 3]\n", ("rounds[0].scores", "list", "mapping by seat", "list in seat order")),
    ("    scores: {Benat: 4}\n", ("rounds[0].scores.B", "Benat", "B", "seat written by name")),
    ("    scores: {A: –4}\n", ("rounds[0].scores.A", "–4", "-4", "typographic minus")),
    ("    reenter: [Beñat]\n", ("rounds[0].reenter[0]", "Beñat", "B", "seat written by name")),
]


@pytest.mark.parametrize(("line", "expected"), REPAIRED)
def test_repairs_are_reported_and_strict_reading_refuses_them(line: str, expected: tuple[str, ...]) -> None:
    text = HEAD + "rounds:\n  -\n" + line

    read = read_record(text)
    first = read.repairs[0]
    assert (first.path, first.found, first.read_as, first.why) == expected
    assert first.begin
    assert first.begin.line == 6
    assert read.record is not None

    strictly = read_record(text, strict=True)
    assert strictly.record is None
    assert {one.code for one in strictly.faults} == {"UNREADABLE"}


@pytest.mark.parametrize(
    ("content", "whys"),
    [
        (b"\xef\xbb\xbf" + HEAD.encode() + b"rounds: []\n", ["byte order mark"]),
        (HEAD.replace("\n", "\r\n").encode() + b"rounds: []\r\n", ["line ends of another system"]),
        (HEAD.encode() + b"rounds:\n\t- eldest: A\n", ["tab in front of a line"]),
        (
            b'{"record":1,"rules":"a","seats":{"A":"a"},"rounds":[{"play":"A: .\\r\\nA: .\\r\\n"}]}',
            ["line ends of another system"],
        ),
        (b'\xef\xbb\xbf{"record":1,"rules":"a","seats":{"A":"a"},"rounds":[]}', ["byte order mark"]),
    ],
)
def test_what_other_systems_write(content: bytes, whys: list[str]) -> None:
    read = read_record(content)

    assert [one.why for one in read.repairs] == whys
    assert read.record is not None
    assert read_record(content, strict=True).record is None


@pytest.mark.parametrize("name", ["ñ", "\\u00f1"], ids=["as it is", "escaped"])
def test_line_ends_are_blanks_in_json(name: str) -> None:
    text = f'{{"record":1,\r\n"rules":"a",\r"seats":{{"A":"{name}"}},"rounds":[]}}'
    assert read_record(text).repairs == ()
    strictly = read_record(text, strict=True).record
    assert strictly
    assert strictly.seats == {"A": "ñ"}


def test_places_lead_back_to_what_was_written() -> None:
    text = HEAD + "rounds:\n  - eldest: Ane\n    scores: [1, 2, −3]\n    play: |\n      A: +5c\n      -7c\n"
    read = read_record(text, "game.yaml")

    minus = read.text("rounds[0].scores.C")
    play = read.text("rounds[0].play")
    assert minus.value == "−3"
    assert (minus.whole.begin.line, minus.whole.begin.column) == (6, 20)
    assert (play.span(7, 10).begin.line, play.span(7, 10).begin.column) == (9, 7)
    assert read.span("rounds[0].eldest", key=True).begin.column == 5  # type: ignore[union-attr]
    assert read.span("rounds[0].totals").begin.line == 5  # type: ignore[union-attr]
    assert read.text("rounds[0].totals.A").value == ""


def test_a_json_line_has_places_too() -> None:
    line = '{"record":1,"rules":"r","seats":{"A":"Ane","B":"Be\\u00f1at \\ud83d\\ude00"},"rounds":[{"play":"A: +5c\\nB: ."}]}'
    read = read_record(line, "games.jsonl")
    assert read.record is not None

    play = read.text("rounds[0].play")
    assert read.record.seats["B"] == "Beñat 😀"
    assert play.value == read.record.rounds[0].play
    assert line[play.starts[6] : play.ends[6]] == "\\n"
    assert line[play.starts[7]] == "B"


def test_yaml_and_json_hold_the_same() -> None:
    tree = {
        "record": 1,
        "rules": "spanish-40",
        "options": {"limit": 50, "declared": True},
        "seats": {"A": "Ane", "B": "Beñat"},
        "rounds": [{"play": "A: .", "scores": {"A": -10, "B": 4}, "note": None}],
    }
    yaml = "record: 1\nrules: spanish-40\noptions: {limit: 50, declared: true}\nseats: {A: Ane, B: Beñat}\n"
    yaml += "rounds:\n  - play: |\n      A: .\n    scores: {A: -10, B: 4}\n    note:\n"

    from_yaml, from_json = read_record(yaml).record, read_record(json.dumps(tree)).record

    assert from_yaml == from_json == read_mapping(tree).record
    assert from_yaml is not None
    assert from_yaml.options == {"limit": "50", "declared": "true"}


def test_yaml_in_braces_is_yaml() -> None:
    read = read_record("{record: 1, rules: a, seats: {A: b, B: c}, rounds: []}")

    assert read.record is not None
    assert read_record('{"record": 1, rules: a, "seats": {A: b, B: c}, rounds: []}').record == read.record


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ('{"record": 1, "record": 1}', "KEY_TWICE", "key `record` is given twice"),
        ('{"record": 1 "rules": 1}', "UNREADABLE", '`"rules": 1}` stands where a comma or `}` is expected'),
        ('{"record": 1', "UNREADABLE", "the end stands where a comma or `}` is expected"),
        ('{"record": [1 2]}', "UNREADABLE", "`2]}` stands where a comma or `]` is expected"),
        ('{"record" 1}', "UNREADABLE", "`1}` stands where a colon is expected"),
        ('{"record": "a\\x"}', "UNREADABLE", '`"a\\x"}` stands where a text is expected'),
        ('{"a": "\\udc00"}', "UNREADABLE", "this escape stands for half a character"),
    ],
)
def test_faults_of_json(text: str, code: str, message: str) -> None:
    read = read_record(text)

    assert (read.faults[0].code, read.faults[0].message) == (code, message)
    assert read.faults[0].begin


def test_a_message_has_paths_and_no_lines() -> None:
    read = read_mapping({"record": 1, "rules": "a", "seats": {"A": "a", "B": "b"}, "rounds": [{"scores": {"A": "x"}}]})

    assert faults(read) == [("NOT_A_NUMBER", "rounds[0].scores.A", None)]
    assert not read.located
    whole = read_mapping({"record": 1, "rules": "a", "seats": {"A": "a", "B": "b"}, "rounds": [{"play": "A: ."}]})
    assert whole.text("rounds[0].play").value == "A: ."
    assert whole.span("rounds[0].play") is None


def test_nothing_behind_a_key_is_nothing_said() -> None:
    read = read_record(
        HEAD + "note:\nresult:\nrounds:\n  - scores: {A: , B: 0}\n    hands: {A: , B: ''}\n    play:\n  -\n"
    )
    assert read.record is not None

    assert read.record.result is None
    assert read.record.rounds[0].scores == {"B": 0}
    assert read.record.rounds[0].hands == {}
    assert len(read.record.rounds) == 2


def test_signs_nobody_can_read_are_refused_in_both_syntaxes() -> None:
    for text in (
        '{"record":1,"rules":"a","seats":{"A":"\\u0007"},"rounds":[]}',
        'record: 1\nrules: "\\a"\nseats: {A: a}\nrounds: []\n',
    ):
        assert read_record(text).faults[0].code == "UNREADABLE"


def test_what_is_said_of_a_record_speaks_of_records() -> None:
    wide = read_record("record: 1\nrules: spanish-40\n".encode("utf-16"))
    rules = read_record(b"rule_set: casa\nformat: 1\n")

    assert [one.message for one in wide.faults] == ["the file is UTF-16; a record is UTF-8"]
    assert [(one.code, one.message) for one in rules.faults] == [
        ("MISSING_KEY", "this is a rule set, not a game record")
    ]


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "\u00a0\u2060"])
def test_a_name_nobody_can_see(name: str) -> None:
    """S33: seats are told apart by their letters, and a name that looks like none is refused."""
    read = read_record(json.dumps({"record": 1, "rules": "a", "seats": {"A": "Ane", "B": name}, "rounds": []}))

    assert [(code, path) for code, path, _ in faults(read)] == [("WRONG_SHAPE", "seats.B")]


@pytest.mark.parametrize("written", ["Beñat ", "ben\u0303at", "BE\u200bÑAT", "Be\u00adnat"])
def test_names_are_compared_as_people_read_them(written: str) -> None:
    seats = {"A": "Ane", "B": "Be\u00f1at"}
    read = read_record(json.dumps({"record": 1, "rules": "a", "seats": seats, "rounds": [{"eldest": written}]}))

    assert read.record is not None
    assert read.record.rounds[0].eldest == "B"


@pytest.mark.parametrize(("wrong", "right"), [("sats", "seats"), ("rouns", "rounds"), ("rule", "rules")])
def test_a_misspelt_key_that_must_be_there_is_one_mistake(wrong: str, right: str) -> None:
    """Neither is it told that the right one is missing, nor of any seat that it is none."""
    text = "record: 1\nrules: spanish-40\nseats: {A: Ane, B: Beñat}\nrounds:\n  - eldest: A\n    scores: {A: 1, B: 2}\n"
    told = faults(read_record(text.replace(f"{right}:", f"{wrong}:").encode(), "game.yaml"))
    assert [(code, path) for code, path, _ in told] == [("UNKNOWN_KEY", wrong)]


def test_without_seats_nobody_is_a_stranger() -> None:
    text = "record: 1\nrules: spanish-40\nrounds:\n  - eldest: A\n    scores: {A: 1, B: 2}\n"
    told = faults(read_record(text.encode(), "game.yaml"))
    assert [(code, path) for code, path, _ in told] == [("MISSING_KEY", "seats")]
