"""`referee validate`: records judged, with every violation at its place, and an exit code for scripts."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest

from tests.cli.running import referee

RECORDS = Path(__file__).parents[1] / "golden" / "records"
PLAY = ("play", "spanish-40", "--strategy", "sensible", "--games", "12", "--option", "limit=20")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "games.jsonl").write_text(referee(*PLAY).out, encoding="utf-8")
    for name in ("1-spanish-two-seats", "6-spanish-false-close"):
        shutil.copy(RECORDS / "examples" / f"{name}.yaml", tmp_path)
    (tmp_path / "casa.yaml").write_text("rule_set: casa\nformat: 1\nextends: spanish-40\n", encoding="utf-8")
    return tmp_path


def broken(folder: Path, name: str) -> None:
    shutil.copy(RECORDS / "broken" / f"{name}.yaml", folder / f"{name}.yaml")


def test_what_is_valid_is_counted(folder: Path) -> None:
    done = referee("validate", "games.jsonl", "1-spanish-two-seats.yaml", folder=folder)
    assert (done.code, done.err) == (0, "")
    first, last = done.out.splitlines()
    assert first == "13  clean"
    assert last.startswith("13 records (13 of whole games), ")


def test_a_folder_is_all_records_below_it_but_no_rule_sets(folder: Path) -> None:
    done = referee("validate", ".", folder=folder)
    assert done.code == 0
    assert "13  clean" in done.out
    assert " 1  irregular" in done.out
    assert "6-spanish-false-close.yaml:18:21: irregularity: 19 points are loose" in done.out


def test_a_violation_has_its_place_its_clause_and_what_is_legal(folder: Path) -> None:
    broken(folder, "b10-taken-card-thrown")
    done = referee("validate", "b10-taken-card-thrown.yaml", folder=folder)
    assert done.code == 1
    head, _, excerpt, carets, *more = done.out.splitlines()
    assert head == (
        "b10-taken-card-thrown.yaml:15:14: 12b was taken from the discard pile in this turn [THREW_TAKEN_CARD es.2]"
    )
    assert excerpt.index("-12b") == carets.index("^~~~")
    assert any(line.startswith("   = es.2: The card just taken") for line in more)
    assert "   = legal: -12e -12o -7c -6c -5c -4o -1e" in more
    assert more[-2:] == ["1  violation", "1 record (0 of whole games), 0 rounds and 1 action accepted"]
    spanish = referee("validate", "b10-taken-card-thrown.yaml", "--lang", "es", folder=folder).out
    assert "= es.2: La carta que se acaba de coger" in spanish


def test_what_cannot_be_read_counts_more_than_a_violation(folder: Path) -> None:
    broken(folder, "b10-taken-card-thrown")
    broken(folder, "b5-unreadable")
    done = referee("validate", ".", folder=folder)
    assert done.code == 2
    assert "b5-unreadable.yaml:19:13: `13b` in `+?-13b` is no card of this pack [UNREADABLE]" in done.out
    assert " 1  violation\n 1  unreadable\n16 records" in done.out
    done = referee("validate", "nowhere.yaml", "games.jsonl", folder=folder)
    assert done.code == 2
    assert done.err.startswith("referee validate: ")
    assert "nowhere.yaml" in done.err
    assert "\n12 records (12 of whole games), " in done.out
    assert done.out.endswith(" accepted\n1 file could not be opened\n")
    assert referee("validate", "nowhere", folder=folder).out == "1 file could not be opened\n"


def test_json_is_one_line_a_record_and_one_for_all(folder: Path) -> None:
    broken(folder, "b1-slip-of-the-pen")
    done = referee("validate", "games.jsonl", "b1-slip-of-the-pen.yaml", "nowhere", "--json", folder=folder)
    assert (done.code, done.err) == (2, "")
    *rows, last = map(json.loads, done.out.splitlines())
    assert [row["file"] for row in rows] == [
        *(f"games.jsonl:{line}" for line in range(1, 13)),
        "b1-slip-of-the-pen.yaml",
        "nowhere",
    ]
    assert {row["verdict"]["status"] for row in rows[:12]} == {"clean"}
    assert rows[12]["verdict"]["first_violation"]["place"]["line"] == 15
    assert rows[13]["error"]["code"] == "CANNOT_READ_OR_WRITE"
    counts = last["summary"]
    assert (counts["records"], counts["clean"], counts["violation"], counts["unread"]) == (14, 12, 1, 1)


def test_processes_say_the_same_in_the_same_order(folder: Path) -> None:
    broken(folder, "b10-taken-card-thrown")
    lines = (folder / "games.jsonl").read_text("utf-8") * 5
    (folder / "games.jsonl").write_text(lines.replace('"A":', '"A": ', 1).replace("+", "<", 1), encoding="utf-8")
    one, two = (referee("validate", ".", "--jobs", jobs, folder=folder) for jobs in ("1", "2"))
    assert (one.code, one.out) == (two.code, two.out)
    assert one.code == 1


@pytest.mark.parametrize("broken_line", [0, 1, 2])
def test_a_broken_line_does_not_hide_the_others(folder: Path, broken_line: int) -> None:
    lines = (folder / "games.jsonl").read_text("utf-8").splitlines(keepends=True)[:4]
    lines[broken_line] = lines[broken_line][:200] + "\n"
    (folder / "games.jsonl").write_text("".join(lines), encoding="utf-8")
    done = referee("validate", "games.jsonl", "--json", folder=folder)
    told = [json.loads(line) for line in done.out.splitlines()]
    statuses = [one["verdict"]["status"] for one in told[:-1]]
    assert [status == "unreadable" for status in statuses] == [at == broken_line for at in range(4)]
    assert told[broken_line]["file"] == f"games.jsonl:{broken_line + 1}"
    assert done.code == 2


def test_standard_input_and_other_rules(folder: Path) -> None:
    lines = (folder / "games.jsonl").read_text("utf-8")
    done = referee("validate", "-", "--what-if", "spanish-48", typed=lines)
    assert done.code == 1
    assert "standard input:1:1:" in done.out
    assert "CARD_MISSING" in done.out
    noted = referee("validate", "-", "--what-if", "house-q", "--notes", typed=lines)
    assert noted.code == 0
    assert "note: judged by `house-q`" in noted.out
    line = referee("play", "casa.yaml", "--strategy", "sensible", folder=folder).out
    (folder / "casa.json").write_text(line, encoding="utf-8")
    assert referee("validate", "casa.json", folder=folder).code == 0


def test_notes_say_how_something_was_read(folder: Path) -> None:
    record = (RECORDS / "examples" / "8-scorer-as-typed.yaml").read_text("utf-8")
    noted = referee("validate", "-", "--notes", typed=record)

    assert "standard input:14:14: note: `−10` → `-10` (typographic minus)\n" in noted.out
    assert noted.out.count(": note: ") == 17
    assert "not judged: " in noted.out
    assert "note" not in referee("validate", "-", typed=record).out.replace("--notes", "")


def test_going_on_behind_a_violation(folder: Path) -> None:
    record = (RECORDS / "broken" / "b3-chain-overlooked.yaml").read_text("utf-8")
    (folder / "two.yaml").write_text(record.replace("winners: [C]", "winners: [A]"), encoding="utf-8")
    assert referee("validate", "two.yaml", folder=folder).out.count("[CH906 SCORE_DIFFERS") == 1
    again = json.loads(referee("validate", "two.yaml", "--json", "--keep-going", folder=folder).out.splitlines()[0])
    assert again["verdict"]["accepted"].get("rounds", 0) == 0
    assert len(again["verdict"]["sheet"]) > 3


LEFT = {
    "en": "judging stopped there; not judged: the rest of round 1, round 2, the result; `--keep-going` judges",
    "es": "ahí se dejó de juzgar; sin juzgar: el resto de la ronda 1, la ronda 2, el resultado; `--keep-going` juzga",
    "eu": "hor gelditu da epaiketa; epaitu gabe: 1. eskuaren gainerakoa, 2. eskua, emaitza; `--keep-going` aukerak",
    "fr": "le jugement s'est arrêté là ; non jugé : le reste de la main 1, la main 2, le résultat ; `--keep-going` juge",
    "pt": "o julgamento parou aí; por julgar: o resto da mão 1, a mão 2, o resultado; `--keep-going` julga",
    "tr": "değerlendirme orada durdu; değerlendirilmedi: 1. elin geri kalanı, 2. el, sonuç; sonraki elleri `--keep-going`",
}


@pytest.mark.parametrize("lang", LEFT)
def test_what_lies_behind_a_violation_is_said_not_to_be_judged(tmp_path: Path, lang: str) -> None:
    broken(tmp_path, "b1-slip-of-the-pen")
    told = referee("validate", "b1-slip-of-the-pen.yaml", "--lang", lang, folder=tmp_path).out
    assert f"\nb1-slip-of-the-pen.yaml: {LEFT[lang]}" in told
    # with --keep-going only the round itself and the result are left
    behind = LEFT[lang].partition(" : " if lang == "fr" else ": ")[2].split(", ")
    gone_on = referee("validate", "b1-slip-of-the-pen.yaml", "--lang", lang, "--keep-going", folder=tmp_path).out
    assert f": {behind[0]}; {behind[2].partition(';')[0].strip()}\n" in gone_on
    assert behind[1] not in gone_on
    assert "--keep-going" not in gone_on


def test_where_nothing_lies_behind_a_violation_nothing_is_said_of_it(tmp_path: Path) -> None:
    for name in ("b16-wrong-winner", "b20-after-the-end", "b22-back-without-re-entry", "b18-unknown-key"):
        broken(tmp_path, name)
    told = referee("validate", ".", folder=tmp_path).out
    assert told.count("yaml:") > 4
    assert "judged" not in told


SHEET = """record: 1
rules: spanish-40
seats: {A: Ane, B: Beñat}
rounds:
  - {scores: {A: 3, B: 20}, totals: {A: 3, B: 20}}
  - {scores: {A: 5, B: 11}, totals: {A: 8, B: 41}}
  - {scores: {A: 5, B: 11}, totals: {A: 14, B: 52}}
"""


def test_going_on_tells_each_wrong_sum_once_and_what_was_not_judged() -> None:
    stopped, gone_on = (referee("validate", "-", *more, typed=SHEET).out for more in ((), ("--keep-going",)))
    assert "B (Beñat): the total is written as 41, 20 + 11 is 31" in stopped
    assert "standard input: judging stopped there; not judged: round 3; `--keep-going` judges" in stopped
    assert gone_on.count("[TOTAL_DIFFERS") == 2
    assert "A (Ane): the total is written as 14, 8 + 5 is 13" in gone_on
    sheets = "; ".join(f"round {number}: only the score sheet" for number in (1, 2, 3))
    assert f"standard input: not judged: {sheets}\n" in gone_on


def test_a_record_whose_rules_are_not_at_hand_was_not_judged(folder: Path) -> None:
    (folder / "hers.json").write_text(
        referee("play", "casa.yaml", "--strategy", "sensible", folder=folder).out, encoding="utf-8"
    )
    (folder / "casa.yaml").unlink()
    broken(folder, "b10-taken-card-thrown")
    done = referee("validate", "hers.json", "b10-taken-card-thrown.yaml", folder=folder)
    assert done.code == 2
    assert "there is no rule set `casa` here [CH907 RULES_UNKNOWN]" in done.out
    assert "\n1  violation\n1  unjudged\n2 records" in done.out
    counts = json.loads(referee("validate", "hers.json", "--json", folder=folder).out.splitlines()[-1])["summary"]
    assert (counts["records"], counts["violation"], counts["unjudged"]) == (1, 0, 1)


def test_a_rule_file_is_no_record(folder: Path) -> None:
    done = referee("validate", "casa.yaml", folder=folder)
    assert done.code == 2
    assert done.out.startswith("casa.yaml:1:1: this is a rule set, not a game record [MISSING_KEY]\n")
    assert "`referee check FILE` reads rule sets" in done.out


def test_processes_end_with_the_one_that_asked(folder: Path) -> None:
    """Killed, it cannot tell them; until then they wait for more records."""
    lines = (folder / "games.jsonl").read_bytes() * 20
    command = [sys.executable, "-m", "referee", "validate", "-", "--jobs", "2"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        assert process.stdin is not None
        process.stdin.write(lines)
        process.stdin.flush()
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        assert _soon(lambda: len(children.read_text().split()) == 2)
        workers = [Path(f"/proc/{pid}") for pid in children.read_text().split()]
        process.kill()
    assert _soon(lambda: not any(map(_runs, workers)))


def _soon(holds: Callable[[], bool]) -> bool:
    """Whether something comes to hold within half a minute."""
    for _ in range(600):
        if holds():
            return True
        sleep(0.05)
    return False


def _runs(worker: Path) -> bool:
    try:
        return (worker / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_file_of_blank_lines_is_soon_read(tmp_path: Path) -> None:
    """It was asked again about all lines at every line: 20,000 of them took a quarter of a minute."""
    (tmp_path / "blank.yaml").write_bytes(b"\n" * 200_000)
    done = referee("validate", "blank.yaml", folder=tmp_path)  # within the minute that `referee` waits
    assert done.code == 2
    assert "the file says nothing" in done.out
