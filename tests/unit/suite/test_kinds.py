"""Each kind of test: what passes, and what is told where it fails."""

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from referee.library import Library
from referee.suite.grounds import Grounds, Nobody, variants
from referee.suite.model import COMMON, KEYS, Test
from referee.suite.reading import read_tests
from referee.suite.results import Result
from referee.suite.running import run_test, run_tests
from referee.suite.shape import SCHEMA_FILE
from referee.suite.watching import Watcher
from referee.yamltree.shapes import read_schema

SCHEMA = read_schema(SCHEMA_FILE)
LIBRARY = Library()
TOP = Path(__file__).resolve().parents[3]
HANDS = "hands: {A: 4o 12o 5c 6c 7c 1e 12e, B: 2o 11o 3c 4c 12c 6e 10b}, upcard: 12b"
MIDDLE = f"{HANDS.replace('upcard: 12b', 'pile: 1o 2e 5o 12b')}"
CLOSED = f'{HANDS}, play: "A: <12b-4o +5b-12c +2bx2b"'


def written(entries: str, rules: str = "spanish-40") -> tuple[Test, ...]:
    text = f"test: 1\nrules: {rules}\ntests:\n{entries}\n"
    read = read_tests(text.encode(), "some_test.yaml")
    assert read.file is not None, read.diagnostics
    return tuple(read.file.tests)


def result(entry: str, rules: str = "spanish-40") -> Result:
    (test,) = written(f"  it: {entry}", rules)
    ((at, variant),) = variants(test)
    return run_test(test, at, variant, Grounds(LIBRARY.rule_set(rules), LIBRARY))


PASSING = [
    "{table: offered, seats: 4, cards: 40}",
    "{table: refused, seats: 5}",
    "{hand: 7o 7c 7e 7b 5b 6b 12o, deadwood: 12, melds: [5b 6b 7b, 7o 7c 7e], loose: 12o}",
    "{hand: 1o 2o 3o, deadwood: 0, loose: none}",
    "{close: 4c 5c 6c 11o 11e 11b 5b, outcome: plain, writes: 5, legal: yes, wins_game: no, deadwood: 5}",
    "{close: 1o 2o 3o 4o 5o 6o 7o, outcome: chinchon, wins_game: yes}",
    "{close: 4c 5c 6c 11o 11e 11b 6b, refused: es.4, legal: no}",
    "{close: 4c 5c 6c 11o 11e 11b 6b, given: {laps: 0}, refused: [es.4, es.3]}",
    "{close: 4c 5c 6c 11o 11e 11b 3b 4e, best: 4e, writes: 3}",
    "{close: 4c 5c 6c 11o 11e 11b 3b 4e, closing: 3b, writes: 4}",
    "{close: 1o 3o 5o 7c 11c 2e 4b 6b, best: none, refused: es.4}",
    "{close: 4c 5c 6c 11o 11e 11b 3b 4e, closing: 4e, taken: 4e, options: {close_with_taken: no}, refused: [es.2]}",
    "{meld: 6e 7e 10e, is: run}",
    "{meld: 6e 7e 11e, is: none}",
    "{lay_off: 6c 7c 1o 3b 5e 11o 12e, onto: [7o 7e 7b, 10c 11c 12c], deadwood: 32, laid: 7c>2 6c>2, melds: none}",
    f"{{{CLOSED}, outcome: plain, scores: {{A: 1, B: 34}}, totals: {{B: 34}}, out: none, winners: none}}",
    f"{{{CLOSED}, before: {{B: 67}}, totals: {{B: 101}}, out: B, winners: A}}",
    f'{{{HANDS}, play: "A: <12b", may: -4o -12o, refused: {{-12b: es.2, x4o: es.3}}, turn: A}}',
    f'{{{HANDS}, play: "A: !leave", outcome: unclosed, scores: {{B: 48}}}}',
    f'{{{HANDS}, play: "A: +?-4o", stock: 1o 1c, turn: B}}',
    f"{{{CLOSED}, rounds: 3, next: B, paid: {{A: 0}}, pot: 0}}",
    f'{{{MIDDLE}, stock: none, play: "A:", may: "%1o2e5o <12b", refused: {{+5b: es.10}}}}',
    f'{{{MIDDLE}, stock: 5b, play: "A: +5b", turn: A}}',
    f'{{{MIDDLE}, stock: none, laps: 2, play: "A: <12b", may: x4o, refused: {{x12o: es.4}}}}',
    f'{{{MIDDLE}, stock: none, play: "A: <12b", refused: {{x4o: es.3}}}}',
    "{close: 1o 2o 3o 4o 6c 6e 6b, outcome: clean, onto: nobody}",
    '{diagnostic: "points: {es.7: card.nubmer}", code: CH210, line: 1, says: number}',
    "{diagnostic: 'points: {es.7: card.number + 1}', code: none}",
]


@pytest.mark.parametrize("entry", PASSING)
def test_what_comes_true_passes(entry: str) -> None:
    found = result(entry)
    assert (found.failures, found.fault) == ((), None)


FAILING = [
    ("{table: offered, seats: 5}", ["table", "offered", "refused: no table of 5 seats: 2 to 4 are offered", "", ""]),
    ("{table: refused}", ["table", "refused", "offered", "", ""]),
    ("{hand: 7o 7c 7e 1b 12o, deadwood: 0}", ["deadwood", "0", "13", "", "12o 12, 1b 1, melded 7o 7c 7e"]),
    ("{hand: 7o 7c 7e 1b, loose: 7o}", ["loose", "7o", "1b", "", "1b 1, melded 7o 7c 7e"]),
    ("{hand: 7o 7c 7e 1b, melds: none}", ["melds", "none", "7o 7c 7e", "", "1b 1, melded 7o 7c 7e"]),
    (
        "{close: 4c 5c 6c 11o 11e 11b 5b, refused: es.4}",
        ["refused", "es.4", "`plain`, a legal close", "es.8", "deadwood 5, melded 6"],
    ),
    (
        "{close: 4c 5c 6c 11o 11e 11b 6b, outcome: plain, writes: 6}",
        ["outcome", "plain", "refused by es.4", "es.4", "deadwood at most 5 points (deadwood is 6)"],
    ),
    (
        "{close: 4c 5c 6c 11o 11e 11b 6b, refused: [es.3, es.4]}",
        ["refused", "es.3 es.4", "es.4", "es.4", "deadwood at most 5 points (deadwood is 6), laps 1"],
    ),
    ("{close: 4c 5c 6c 11o 11e 11b 5b, outcome: clean}", ["outcome", "clean", "plain", "es.8", "deadwood 5"]),
    ("{close: 4c 5c 6c 11o 11e 11b 5b, writes: 4}", ["writes", "4", "5", "es.8", "deadwood 5"]),
    ("{close: 4c 5c 6c 11o 11e 11b 3b 4e, best: 3b}", ["best", "3b", "4e", "es.8", "deadwood 3"]),
    ("{meld: 6e 7e 11e, is: run}", ["is", "run", "none", "", ""]),
    ("{lay_off: 7c 1o, onto: [10c 11c 12c], laid: none}", ["laid", "none", "7c>1", "", ""]),
    (
        f"{{{CLOSED}, scores: {{B: 36}}}}",
        ["scores of B", "36", "34", "es.8", "2o 2, 11o 11, 6e 6, 5b 5, 10b 10"],
    ),
    (f"{{{CLOSED}, out: B}}", ["out", "B", "none", "", ""]),
    (
        f'{{{HANDS}, play: "A: <12b-12b", turn: B}}',
        ["play", "<12b-12b allowed", "refused: THREW_TAKEN_CARD es.2", "es.2", "card.taken (yes)"],
    ),
    (
        f'{{{HANDS}, play: "A: <12b", may: -12b}}',
        ["may", "-12b allowed", "refused: THREW_TAKEN_CARD es.2", "es.2", "card.taken (yes)"],
    ),
    (f'{{{HANDS}, play: "A: <12b", refused: {{-4o: es.2}}}}', ["refused", "-4o refused by es.2", "allowed", "", ""]),
    (
        f'{{{HANDS}, play: "A: <12b", refused: {{-12b: es.4}}}}',
        ["refused", "-12b refused by es.4", "refused: THREW_TAKEN_CARD es.2", "es.2", "card.taken (yes)"],
    ),
    (
        f'{{{HANDS}, play: "A: <12b", winners: A}}',
        ["play", "a round that is over", "the round goes on, to discard", "", ""],
    ),
    ("{diagnostic: 'points: {es.7: 1}', code: CH201}", ["code", "CH201", "none", "", ""]),
]


@pytest.mark.parametrize(("entry", "wanted"), FAILING, ids=[entry for entry, _ in FAILING])
def test_what_does_not_come_true_is_told_with_the_clause_and_its_parts(entry: str, wanted: list[str]) -> None:
    found = result(entry)
    assert found.fault is None
    first = found.failures[0]
    assert [first.what, first.expected, first.got, first.clause, ", ".join(map(str, first.parts))] == wanted


FAULTS = [
    ("{hand: 7o 9o, deadwood: 0}", "CH802", "9o"),
    ("{hand: 7o 1c 7o, deadwood: 0}", "CH802", "7o"),
    ("{close: 7o 7c, outcome: plain}", "CH802", "close"),
    ("{close: 4c 5c 6c 11o 11e 11b 5b, closing: 5b, writes: 5}", "CH802", "closing"),
    ("{close: 4c 5c 6c 11o 11e 11b 5b 1o, closing: 2o, writes: 5}", "CH802", "closing"),
    ("{close: 4c 5c 6c 11o 11e 11b 5b, refused: es.44}", "CH801", "refused"),
    ("{close: 4c 5c 6c 11o 11e 11b 5b, outcome: plian}", "CH801", "outcome"),
    ("{close: 4c 5c 6c 11o 11e 11b 5b, best: 5b}", "CH801", "best"),
    ("{close: 4c 5c 6c 11o 11e 11b 5b, given: {lap: 1}, writes: 5}", "CH801", "given"),
    ("{close: 4c 5c 6c 11o 11e 11b 5b, given: {stock_cards: 26}, writes: 5}", "CH803", "given"),
    ("{close: 4c 5c 6c 11o 11e 11b 5b, seats: 3, given: {seats_in: 4}, writes: 5}", "CH803", "given"),
    ("{close: 4c 5c 6c 11o 11e 11b 5b, given: {laps: 2, turns: 1}, writes: 5}", "CH803", "given"),
    ("{hand: 7o, seats: 7, deadwood: 7}", "CH801", "seats"),
    ("{hand: 7o, options: {joker: 2}, deadwood: 7}", "CH801", "options"),
    ("{lay_off: 7c 1o, onto: [10c 11c], laid: none}", "CH802", "onto"),
    ("{lay_off: 7c 10c, onto: [10c 11c 12c], laid: none}", "CH802", "onto"),
    ('{hands: {A: 4o, B: 2o}, upcard: 12b, play: "A: <12b", turn: A}', "CH803", "hands"),
    ('{hands: {A: 4o, B: 2o}, play: "A: <12b", turn: A}', "CH102", "play"),
    (f'{{{HANDS}, play: "A: <12b ...", turn: A}}', "CH801", "play"),
    (f'{{{HANDS}, play: "A: <99b", turn: A}}', "CH801", "99b"),
    (f'{{{MIDDLE}, stock: 5b 4o, play: "A: <12b", turn: A}}', "CH802", "4o"),
    (f'{{{MIDDLE.replace("5o 12b", "5o 4o")}, stock: 5b, play: "A: <12b", turn: A}}', "CH802", "4o"),
    ("{record: no-such-file.yaml, status: clean}", "CH015", "record"),
]


@pytest.mark.parametrize(("entry", "code", "there"), FAULTS, ids=[entry for entry, _, _ in FAULTS])
def test_a_mistake_in_a_test_is_told_where_it_stands(entry: str, code: str, there: str) -> None:
    found = result(entry)
    assert not found.passed
    assert found.fault is not None
    assert found.fault.code == code
    span = found.fault.span
    assert span is not None
    assert span.source.text[span.start : span.end].startswith(there)


RECORD = """
    record:
      record: 1
      rules: spanish-40
      seats: {A: Ane, B: Jon}
      rounds:
        - eldest: A
          hands: {A: 4o 12o 5c 6c 7c 1e 12e, B: 2o 11o 3c 4c 12c 6e 10b}
          upcard: 12b
          play: "A: PLAY"
"""


def record(play: str, expected: str) -> Result:
    return result(f"{RECORD.replace('PLAY', play)}    {expected}")


def test_a_record_is_judged() -> None:
    assert record("<12b-12b", "status: violation\n    clause: es.2\n    seat: A\n    turn: 1").passed
    assert record("<12b-4o +5b-12c +2bx2b", "status: clean\n    violation: none\n    totals: {A: 1}").passed
    (failure,) = record("<12b-12b", "status: clean").failures
    assert (failure.what, failure.clause) == ("status", "es.2")
    assert failure.got.startswith("violation: ")


def test_a_record_may_be_a_file(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(
        '{"record": 1, "rules": "spanish-40", "seats": {"A": "Ane", "B": "Jon"}, "rounds": []}', "utf-8"
    )
    (test,) = written("  it: {record: game.json, status: consistent, winners: none}")
    assert run_test(test, "", test, Grounds(LIBRARY.rule_set("spanish-40"), LIBRARY, str(tmp_path))).passed


def test_seats_that_are_out_come_back_if_they_like() -> None:
    entry = f"{{{CLOSED}, before: {{B: 90}}, reenter: REENTER, out: B, winners: A}}"
    assert result(entry.replace("REENTER", "none"), "fournier-40").passed
    (failure,) = result(entry.replace("REENTER", "A"), "fournier-40").failures
    assert (failure.what, failure.expected) == ("reenter", "A comes back")


def test_a_matrix_runs_a_test_at_every_table() -> None:
    (test,) = written(
        "  it: {close: 4c 5c 6c 11o 11e 11b 5b, writes: 5, matrix: {seats: [2, 4], options: {jokers: [0, 2]}}}"
    )
    found = [at for at, _ in variants(test)]
    assert found == ["seats=2, jokers=0", "seats=2, jokers=2", "seats=4, jokers=0", "seats=4, jokers=2"]
    assert all(one.passed for one in run_tests([test], Grounds(LIBRARY.rule_set("spanish-40"), LIBRARY)))


def test_what_a_test_chooses_is_not_varied() -> None:
    text = "test: 1\nseats: 3\nmatrix: {seats: [2, 4], options: {jokers: [0, 2]}}\ntests:\n"
    entries = [
        "{hand: 1o, deadwood: 1, seats: 2}",
        "{hand: 1o, deadwood: 1, options: {jokers: 2}}",
        f"{{{CLOSED}, turn: A}}",
    ]
    read = read_tests((text + "".join(f"  t{at}: {one}\n" for at, one in enumerate(entries))).encode(), "a_test.yaml")
    assert read.file is not None
    assert [[at for at, _ in variants(test)] for test in read.file.tests] == [
        ["jokers=0", "jokers=2"],
        ["seats=2", "seats=4"],
        ["jokers=0", "jokers=2"],
    ]


def test_being_watched_changes_nothing() -> None:
    rules = LIBRARY.rule_set("spanish-40")
    tests = written("\n".join(f"  t{at}: {entry}" for at, entry in enumerate([*PASSING, *(one for one, _ in FAILING)])))
    watched = Grounds(rules, LIBRARY)
    watched.watch = Watcher(rules)
    plain = Grounds(rules, LIBRARY, watch=Nobody())
    assert list(run_tests(tests, watched)) == list(run_tests(tests, plain))


def test_the_schema_is_one_and_has_a_description_for_every_key() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    keys = [*SCHEMA["properties"].values(), *SCHEMA["$defs"]["test"]["properties"].values()]
    assert [one for one in keys if not one.get("description")] == []


def test_the_schema_and_the_guide_know_every_key() -> None:
    keys = {key for kind, keys in KEYS.items() for key in (kind, *keys.asks, *keys.expects)} | {*COMMON}
    assert set(SCHEMA["$defs"]["test"]["properties"]) == keys
    guide = (TOP / "rulesets" / "TESTS.md").read_text("utf-8")
    every = {*keys, *SCHEMA["properties"]}
    assert [key for key in sorted(every) if f"`{key}" not in guide] == []
