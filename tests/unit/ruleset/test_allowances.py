"""Warnings that a comment lets stand: where it speaks of, what it may silence, and what is said of it."""

import json

import pytest

from referee.diagnostics.sarif import BEGINNING, SarifLog
from referee.library.shelf import FolderShelf
from referee.workshop.check import Checked, check

HEAD = "rule_set: casa\nformat: 1\nextends: spanish-40\n"


def checked(text: str) -> Checked:
    return check(f"{HEAD}{text}".encode(), "casa.yaml", FolderShelf())


def codes(text: str) -> list[str]:
    return [one.code for one in checked(text).diagnostics]


@pytest.mark.parametrize(
    "text",
    [
        "deal: {cards: 7} # referee: allow CH703 because of the club\n",
        "deal: {cards: 7}  #referee:allow CH703 because of the club\n",
        "deal: {cards: 7} # REFEREE: ALLOW ch703 BECAUSE of the club\n",
        "deal: {cards: 7} # Referee allow CH703 because of the club\n",
        "# referee: allow CH703 because of the club\ndeal: {cards: 7}\n",
        "# referee: allow CH703 because of the club\n\n# more\n\ndeal: {cards: 7}\n",
        "deal:\n  # referee: allow CH703 because of the club\n  cards: 7\n",
    ],
)
def test_a_warning_is_allowed_behind_it_and_above_it(text: str) -> None:
    made = checked(text)
    assert made.diagnostics == ()
    assert [(each.diagnostic.code, each.reason) for each in made.allowed] == [("CH703", "of the club")]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("deal: {cards: 7}\n# referee: allow CH703 because it is below\n", ["CH703", "CH808"]),
        ("deal: {cards: 7} # referee: allow CH711 because it is another\n", ["CH703", "CH808"]),
        ("deal: {cards: 7} # referee: allow CH703\n", ["CH703", "CH814"]),
        ("deal: {cards: 7} # referee: allow because of it\n", ["CH703", "CH815"]),
        ("deal: {cards: x} # referee: allow CH201 because it is an error\n", ["CH201", "CH815"]),
        ("deal: {cards: x} # referee: allow CH703 because nothing else is known\n", ["CH201"]),
        ("book:\n  es.4:\n    en: |\n      # referee: allow CH703 because this is a text\n", []),
        ("deal: {cards: 7} # REFEREE: let it stand\n", ["CH703", "CH815"]),
        ("deal: {cards: 7} # the referee allows it\n", ["CH703"]),
        ("turn: {may_take: {casa.1: yes}} # referee: allow CH602 because only the proof says it\n", ["CH815"]),
        ("turn: {may_take: {casa.1: yes}} # referee: allow CH601 because only the proof says it\n", []),
    ],
)
def test_what_allows_nothing_is_told(text: str, told: list[str]) -> None:
    assert codes(text) == told


def test_sarif_keeps_what_is_allowed_and_says_why() -> None:
    made = checked("deal: {cards: 7} # referee: allow CH703 because of the club\n")
    log = SarifLog()
    results = log.results(made.diagnostics, "casa.yaml", ((each.diagnostic, each.reason) for each in made.allowed))
    tree = json.loads(BEGINNING + ",".join(results) + log.ending(successful=True))
    (result,) = tree["runs"][0]["results"]
    assert result["suppressions"] == [{"kind": "inSource", "justification": "of the club"}]
    assert result["ruleId"] == "CH703"
