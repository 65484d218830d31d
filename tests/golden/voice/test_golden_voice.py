"""What players read, in six languages, for people who speak them to look over.

`expressions.txt` in every language; the printed rules of the built-in rule sets, as written and, with all paragraphs
gone, as spoken; one line of a house rule, printed and refused. `pytest --update-golden` writes them anew.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from referee.game.close import judge_close
from referee.lang.types import TRUTH
from referee.table import Table, bind
from referee.vocabulary import LANGUAGES
from referee.voice import Printed, clause_text, paragraphs, refusal_text, speak_condition, title
from tests.tables import table, variant
from tests.unit.voice.spoken import known, said, typed

HERE = Path(__file__).parent
BUILT_IN = ("common", "spanish-40", "spanish-48", "fournier-40", "fournier-48", "chilean-50")
CHOSEN: dict[str, dict[str, int | bool | str]] = {
    "spanish-40": {"jokers": 2},
    "spanish-48": {"share_ties": False, "close_with_taken": False},
    "fournier-40": {"stake": 5, "limit": 70},
    "fournier-48": {"clean_shuts_all": True, "declared": True},
    "chilean-50": {"wild_ace": True, "printed_jokers": 2, "loser_out": True, "net_totals": False},
}
SEATS = {"fournier-48": 5}


def settled(name: str, text: str, *, update: bool) -> None:
    """Compares with the golden file, or writes it."""
    path = HERE / name
    if update:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    assert path.is_file(), f"{name} is missing: run pytest --update-golden and read it"
    assert text == path.read_text("utf-8")


def chosen(name: str) -> Table:
    """A built-in at a table that has chosen as many of its options as go together."""
    return table(name, SEATS.get(name), **CHOSEN[name])


def lines(printed: tuple[Printed, ...]) -> str:
    """Printed rules, a clause a line; a star marks what is spoken from the rules."""
    return "".join(f"{'' if one.from_book else '* '}{one.clause}  {one.text}\n" for one in printed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_expressions(language: str, update_golden: bool) -> None:
    found = []
    for line in (HERE / "expressions.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        slot, _, text = line.partition(": ")
        found += [line, f"    {said(text, slot, language)}"]
        if (expr := typed(text, slot)).type == TRUTH:
            found.append(f"    {speak_condition(expr, slot, language, known=known(limit=100))}")
    settled(f"expressions.{language}.txt", "\n".join(found) + "\n", update=update_golden)


@pytest.mark.parametrize("name", [name for name in BUILT_IN if name != "common"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_printed_rules(name: str, language: str, update_golden: bool) -> None:
    one = chosen(name)
    text = f"{title(one.rule_set, language)}\n\n{lines(paragraphs(one, language))}"
    settled(f"printed/{name}.{language}.txt", text, update=update_golden)


@pytest.mark.parametrize("language", LANGUAGES)
def test_spoken_rules(language: str, update_golden: bool) -> None:
    """The same rules without a single paragraph."""
    found = []
    for name in CHOSEN:
        one = chosen(name)
        bare = bind(replace(one.rule_set, book=()), one.seats, one.options)
        found.append(f"{title(one.rule_set, language)}\n\n{lines(paragraphs(bare, language))}")
    settled(f"spoken.{language}.txt", "\n".join(found), update=update_golden)


HOUSE = (
    ("close: {may_close: {casa.1: loose.count at most 1 and deadwood at most 4}}", "10o 10c 10e 1o 2c 4e 5b"),
    ("close: {may_close: {casa.1: total + deadwood at most limit}}", "10o 10c 10e 1o 1c 2c 10b"),
    ("close: {may_close: {casa.1: runs at least 1 or sets at least 2}}", "10o 10c 10e 10b 1o 1c 2c"),
    ("close: {may_close: {casa.1: not any(c.number is 3 for c in loose)}}", "10o 10c 10e 10b 1o 1c 3c"),
    ("close: {outcomes: {low: {clause: casa.1, when: deadwood is 0 and runs is 2, writes: -20}}}", ""),
    ("game: {adjust: {casa.1: {when: total is limit, becomes: 80}}}", ""),
    ("game: {ends_when: {casa.1: rounds at least 5}}", ""),
    ("turn: {may_take: {casa.1: laps at least 1}}", ""),
    ("points: {casa.1: {when: card.rank is caballo, points: 5}}", ""),
    ("stock: {clause: casa.1, at_most: 2}", ""),
    ("irregular: {false_close: {clause: casa.1, ruling: stands, penalty: 10, shows_hand: yes}}", ""),
)

CHANGED = (
    ("game: {out_when: {es.9: total at least limit}}", "es.9"),
    ("stock: {at_most: 3}", "es.10"),
    ("melds: {run: {size: 4..}}", "x.3"),
    ("close: {may_close: {es.2: close_with_taken or card.points at most 3}}", "es.2"),
)
"""House rules that change a rule of a paragraph which tells others too: the clause is spoken anew, all of it."""


def test_one_line_of_house_rule_in_six_languages(update_golden: bool) -> None:
    found = []
    for rule, keep in HOUSE:
        one = bind(variant(rule))
        found.append(rule)
        for language in LANGUAGES:
            found.append(f"    {language}  {clause_text(one, 'casa.1', language)}")
            if keep:
                verdict = judge_close(one, one.read_hand(keep), given={"laps": 1, "total": 99})
                failure = next(each for each in verdict.failures if each.clause == "casa.1")
                found.append(f"        {refusal_text(one, failure, language)}")
    for rule, clause in CHANGED:
        one = bind(variant(rule))
        found += [rule, *(f"    {language}  {clause_text(one, clause, language)}" for language in LANGUAGES)]
    settled("house.txt", "\n".join(found) + "\n", update=update_golden)


def test_every_golden_file_is_still_made() -> None:
    made = {f"{kind}.{language}.txt" for kind in ("expressions", "spoken") for language in LANGUAGES}
    made |= {f"printed/{name}.{language}.txt" for name in CHOSEN for language in LANGUAGES}
    made |= {"expressions.txt", "house.txt"}
    assert {path.relative_to(HERE).as_posix() for path in HERE.rglob("*.txt")} == made
