"""`referee play`: records of games that played themselves, on standard output or as files."""

import json
from pathlib import Path

import pytest

from referee.record.reading import read_record
from tests.cli.running import referee

SHORT = ("--option", "limit=20")


def test_every_game_is_one_line_of_json() -> None:
    done = referee(
        "play", "spanish-40", "--strategy", "sensible", "--seats", "3", "--games", "3", "--seed", "5", *SHORT
    )
    assert (done.code, done.err) == (0, "")
    records = [read_record(line, strict=True).record for line in done.out.splitlines()]
    assert [one.id for one in records] == [f"spanish-40-5-{number}" for number in (1, 2, 3)]
    assert all(len(one.seats) == 3 and one.options == {"limit": "20"} and one.result.winners for one in records)
    assert len({one.rounds[0].hands["A"] for one in records}) == 3


def test_a_game_of_a_seed_is_the_same_however_many_are_played() -> None:
    some = referee("play", "spanish-40", "--strategy", "sensible", "--games", "3", *SHORT).out.splitlines()
    assert referee("play", "spanish-40", "--strategy", "sensible", "--games", "2", *SHORT).out.splitlines() == some[:2]
    assert (
        referee("play", "spanish-40", "--strategy", "sensible", "--games", "2", "--seed", "1", *SHORT).out.splitlines()
        != some[:2]
    )


def test_files_hold_the_same_records(tmp_path: Path) -> None:
    line = referee(
        "play", "fournier-40", "--strategy", "sensible", "--seats", "5", "--option", "limit=70", "--shows", "--seals"
    ).out
    done = referee(
        "play",
        "fournier-40",
        "--strategy",
        "sensible",
        "--seats",
        "5",
        "--option",
        "limit=70",
        "--shows",
        "--seals",
        "--out",
        "x/y",
        folder=tmp_path,
    )
    assert done.code == 0
    assert done.out.startswith("1 game, 1 finished, ")
    assert done.out.endswith(" actions in `x/y`\n")
    [path] = (tmp_path / "x/y").iterdir()
    assert path.name == "fournier-40-0-1.yaml"
    record = read_record(path.read_bytes(), strict=True).record
    assert record == read_record(line, strict=True).record
    assert record.seal
    assert any("=" in one.play for one in record.rounds)


def test_files_sort_as_their_games_were_played(tmp_path: Path) -> None:
    words = ("play", "spanish-40", "--games", "11", "--actions", "2")
    lines = referee(*words).out.splitlines()
    assert referee(*words, "--out", ".", folder=tmp_path).code == 0
    paths = sorted(tmp_path.iterdir())
    assert [path.name for path in paths[:2]] == ["spanish-40-0-01.yaml", "spanish-40-0-02.yaml"]
    records = [read_record(path.read_bytes(), strict=True).record for path in paths]
    assert [one.id for one in records] == [f"spanish-40-0-{number}" for number in range(1, 12)]
    assert records == [read_record(line, strict=True).record for line in lines]


def test_what_did_not_end_is_said(tmp_path: Path) -> None:
    done = referee(
        "play", "gin-rummy", "--strategy", "random", "--actions", "3", "--out", ".", "--json", folder=tmp_path
    )
    assert done.code == 0
    assert json.loads(done.out) == {"games": 1, "finished": 0, "rounds": 0, "actions": 3}
    assert done.err == "referee play: gin-rummy-0-1 did not end: stopped in round 1, action 3\n"
    record = read_record((tmp_path / "gin-rummy-0-1.yaml").read_bytes(), strict=True).record
    assert record.note == "Unfinished: stopped in round 1, action 3."
    assert record.result is None
    done = referee("play", "spanish-40", "--strategy", "sensible", "--rounds", "2")
    assert "did not end: stopped after 2 rounds, action " in done.err


def test_rules_of_a_file_are_played(tmp_path: Path) -> None:
    (tmp_path / "casa.yaml").write_text(
        "rule_set: casa\nformat: 1\nextends: spanish-40\noptions:\n  limit: {default: 20}\n", encoding="utf-8"
    )
    record = read_record(referee("play", "casa.yaml", "--strategy", "sensible", folder=tmp_path).out).record
    assert record.rules == "casa"
    assert not record.options


def test_complaints_are_one_sentence() -> None:
    assert "did you mean `random`?" in referee("play", "spanish-40", "--strategy", "randm").err
    assert referee("play").code == 2
    assert "2 to 4" in referee("play", "spanish-40", "--strategy", "sensible", "--seats", "5").err
    found = json.loads(referee("play", "spanish-4", "--strategy", "sensible", "--json").out)
    assert found["error"]["code"] == "RULE_SET_UNKNOWN"


def test_own_rules_lie_beside_the_records(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text("rule_set: base\nformat: 1\nextends: spanish-40\n", encoding="utf-8")
    (tmp_path / "mine.yaml").write_text("rule_set: casa\nformat: 1\nextends: base\n", encoding="utf-8")
    for _ in range(2):
        assert (
            referee("play", "mine.yaml", "--strategy", "sensible", "--out", "games", *SHORT, folder=tmp_path).code == 0
        )
    assert {path.name for path in (tmp_path / "games").iterdir()} == {"base.yaml", "casa.yaml", "casa-0-1.yaml"}
    assert (tmp_path / "games" / "casa.yaml").read_bytes() == (tmp_path / "mine.yaml").read_bytes()
    done = referee("validate", "games", folder=tmp_path)
    assert (done.code, done.out.splitlines()[0]) == (0, "1  clean")

    (tmp_path / "base.yaml").write_text("rule_set: base\nformat: 1\nextends: spanish-48\n", encoding="utf-8")
    done = referee("play", "mine.yaml", "--strategy", "sensible", "--out", "games", *SHORT, folder=tmp_path)
    assert done.code == 2
    assert "holds other rules; choose another folder for --out" in done.err
    assert "spanish-40" in (tmp_path / "games" / "base.yaml").read_text("utf-8")


@pytest.mark.parametrize(("place", "why"), [("taken", "is no folder"), ("taken/below", "cannot be made: ")])
def test_a_place_that_is_no_folder_is_named(tmp_path: Path, place: str, why: str) -> None:
    (tmp_path / "taken").touch()
    done = referee("play", "spanish-40", "--strategy", "sensible", "--out", place, *SHORT, folder=tmp_path)

    assert done.code == 2
    assert f"`{place}` {why}" in done.err
