"""`referee prove` as a process: what it prints, the certificate it writes, its exit codes."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from referee.cli import prove as command
from referee.cli.failures import CommandError
from referee.workshop.proof import certificate
from tests.cli.running import Done, referee

PLACE = Path(__file__).parents[1] / "golden" / "proved"
SCHEMA = json.loads(Path(certificate.__file__).with_name("certificate.schema.json").read_text("utf-8"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path in (PLACE / "bases" / "small.yaml", *PLACE.glob("ch60*.yaml")):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


def prove(folder: Path, *words: str) -> Done:
    return referee("prove", *words, "--jobs", "1", folder=folder)


def test_nothing_is_wrong(folder: Path) -> None:
    done = prove(folder, "small.yaml")
    assert (done.code, done.err) == (0, "")
    assert "all 4,845 hands of 4 cards, in 330 classes" in done.out
    assert "4,528 refused by s.3" in done.out
    assert "every round ends after at most 12 turns" in done.out
    asked = " ".join(done.out.split())
    assert "asked about every hand: close.may_close, close.outcomes" in asked
    assert "not asked, for there is one case for all: written.by_others, written.if_unclosed" in asked
    assert "every game ends after at most 5 rounds" in done.out


def test_a_finding_is_told_like_a_mistake(folder: Path) -> None:
    done = prove(folder, "ch606-part.yaml")
    assert done.code == 1
    lines = done.out.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("ch606-part.yaml:7:40: warning: "))
    assert lines[at].endswith("[CH606]")
    assert lines[at + 3].strip("| ").startswith("^~~")
    assert "decided on all 4,845 hands (330 classes)" in done.out
    assert lines[-1] == "1 finding; `referee explain CH606` tells more"


def test_what_a_base_says_is_no_finding_of_the_file(folder: Path) -> None:
    (folder / "mine.yaml").write_text("rule_set: mine\nformat: 1\nextends: ch606-part\n", "utf-8")
    told = prove(folder, "ch606-part.yaml").out
    message = next(line for line in told.splitlines() if line.endswith("[CH606]")).partition("warning: ")[2]
    done = prove(folder, "mine.yaml")
    assert done.code == 0
    base = " ".join(done.out.partition("In the rules it builds on, not in mine.yaml itself:")[2].split())
    assert message in base
    assert "take it out" not in done.out
    assert "proved: nothing is wrong" in done.out
    front = "close: {outcomes: {first: {clause: m.1, when: melded at least 0 cards, writes: -1}}}\n"
    (folder / "mine.yaml").write_text(f"rule_set: mine\nformat: 1\nextends: small\n{front}", "utf-8")
    done = prove(folder, "mine.yaml")
    assert done.code == 1, "what a rule of the file does to those of the base is a finding of the file"
    assert "[CH602]" in done.out


def test_what_is_let_stand_is_not_told(folder: Path) -> None:
    path = folder / "ch606-part.yaml"
    path.write_text(path.read_text("utf-8").rstrip() + "  # referee: allow CH606 because it reads well\n", "utf-8")
    done = prove(folder, path.name)
    assert (done.code, done.out.splitlines()[-1][-13:]) == (0, ", 1 let stand")
    assert referee("check", "--strict", path.name, folder=folder).code == 0


def test_a_sample_is_never_called_a_proof(folder: Path) -> None:
    done = prove(folder, "ch606-part.yaml", "--sample", "300")
    assert done.code == 3
    assert "a sample: 300 of 4,845 hands of 4 cards; no proof of anything" in done.out
    assert "Suspected, and not proved:" in done.out
    assert "decided on" not in done.out
    assert done.out.splitlines()[-1] == "nothing was found, and nothing is proved"


def test_the_certificate_is_what_json_prints(folder: Path) -> None:
    written = prove(folder, "ch602-shadowed.yaml", "--certificate", "c.json")
    printed = prove(folder, "ch602-shadowed.yaml", "--json")
    assert (written.code, printed.code) == (1, 1)
    told = json.loads((folder / "c.json").read_text("utf-8"))
    assert told == json.loads(printed.out)
    Draft202012Validator(SCHEMA).validate(told)
    assert told["claims"] == [{"claim": "never_decides", "at": ["/outcomes/2"], "holds": False}]
    assert (told["space"]["hands"], told["proved"]) == (4_845, True)
    assert [one["code"] for one in told["findings"]] == ["CH602"]


def test_a_claim_points_into_what_show_prints(folder: Path) -> None:
    told = json.loads(prove(folder, "ch606-part.yaml", "--json").out)
    (claim,) = told["claims"]
    part = json.loads(referee("show", "ch606-part.yaml", "--json", folder=folder).out)
    for step in claim["at"][0].split("/")[1:]:
        part = part[int(step)] if isinstance(part, list) else part[step]
    assert (part["left"]["fact"], part["op"], part["right"]["number"]) == ("melded", "at least", 3)


def test_what_cannot_be_proved(folder: Path) -> None:
    unknown = prove(folder, "spanish-41", "--json")
    assert (unknown.code, json.loads(unknown.out)["error"]["code"]) == (2, "RULE_SET_UNKNOWN")
    base = prove(folder, "common", "--json")
    assert (base.code, json.loads(base.out)["error"]["code"]) == (2, "NOT_PLAYABLE")
    for place in ("no/such/folder.json", ""):
        nowhere = prove(folder, "small.yaml", "--certificate", place)
        assert (nowhere.code, "cannot be written" in nowhere.err) == (2, True)


def test_where_nothing_can_be_written_nothing_is_proved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def never(*_: object, **__: object) -> None:
        pytest.fail("it was proved first")

    monkeypatch.setattr(command, "prove", never)
    (tmp_path / "shut").mkdir()
    for place in (tmp_path / "no" / "folder.json", tmp_path / "shut", Path("/dev/null/folder.json")):
        words: dict[str, object] = {
            "rule_set": "spanish-40",
            "seats": None,
            "option": [],
            "jobs": 1,
            "seed": 0,
            "certificate": str(place),
        }
        with pytest.raises(CommandError, match="cannot be written"):
            command.run(Namespace(**words))


def test_a_hand_that_is_written_down_otherwise_is_a_finding(folder: Path) -> None:
    done = prove(folder, "ch602-others.yaml")
    assert done.code == 1
    assert "asked about every hand of a seat that did not close: written.by_others" in " ".join(done.out.split())
    assert "note: the nearest hand: 1o 1c 1e 1b" in done.out
    told = json.loads(prove(folder, "ch602-others.yaml", "--json").out)
    assert [one["claim"] for one in told["findings"]] == [None], "what is said of other seats is not recounted"
    assert told["claims"] == []


def test_every_claim_has_its_finding(folder: Path) -> None:
    told = json.loads(prove(folder, "ch607-arrangement.yaml", "--json").out)
    Draft202012Validator(SCHEMA).validate(told)
    assert [one["claim"] for one in told["findings"]] == [0]
    assert [(one["claim"], one["at"]) for one in told["claims"]] == [("arranged_otherwise", ["/outcomes"])]
    (finding,) = told["findings"]
    assert f"{told['claims'][0]['hands']:,} hands" in finding["message"]
    assert f"{' '.join(finding['witness'])} as " in finding["message"]


def test_a_seal_shows_that_something_was_changed(folder: Path) -> None:
    told = json.loads(prove(folder, "ch606-part.yaml", "--json").out)
    assert told["seal"] == certificate.seal(told)
    for key in told.keys() - {"seal"}:
        assert told["seal"] != certificate.seal({**told, key: "another"})


LATER = "rule_set: later\nformat: 1\nextends: small\nclose:\n  may_close:\n    our.1: laps {bound}\n"


def test_the_moment_is_named_at_which_hands_are_counted(folder: Path) -> None:
    usual = prove(folder, "small.yaml").out.splitlines()
    assert usual[2] == "judged where everybody has had a turn: laps: 1, turns: 1, everything else 0 or no"
    (folder / "later.yaml").write_text(LATER.format(bound="at least 2"), "utf-8")
    done = prove(folder, "later.yaml", "--certificate", "later.json")
    lines = done.out.splitlines()
    assert lines[2].startswith("judged at laps: 2, turns: 1, everything else 0 or no: the first moment at which our.1")
    assert [line for line in lines if "[s." in line] == [line for line in usual if "[s." in line]
    told = json.loads((folder / "later.json").read_text("utf-8"))
    Draft202012Validator(SCHEMA).validate(told)
    assert told["counts"]["given"]["laps"] == 2


def test_where_nobody_may_ever_close_it_is_said_why(folder: Path) -> None:
    (folder / "never.yaml").write_text(LATER.format(bound="below 0"), "utf-8")
    told = " ".join(prove(folder, "never.yaml").out.split())
    assert "where our.1 lets nobody close, whatever the cards" in told
