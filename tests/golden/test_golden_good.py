"""Good files that other readers would misread, and what is understood: every `good/NAME.yaml` has its `NAME.out`.

The .out holds what is told (nothing, or warnings) and one line for each rule, title and source that the file says itself,
as the language prints it. A file `NAME.json` is written by the project's own writer of YAML as its `NAME.out`, and must
be read back as what it was. `pytest --update-golden` writes the files anew; look at the difference then.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.lang.unparse import unparse
from referee.library.shelf import FolderShelf
from referee.rules.model import RuleSet
from referee.workshop.check import check
from referee.yamltree.dump import dump
from referee.yamltree.nodes import MapNode, Node, ScalarNode
from referee.yamltree.read import read

HERE = Path(__file__).parent
GOOD = HERE / "good"
CASES = json.loads((HERE.parent / "cases" / "cases.json").read_text(encoding="utf-8"))
YAML_CASES = sorted(case["id"] for case in CASES if case["kind"] == "yaml")


def rows(rule_set: RuleSet, keys: frozenset[str]) -> Iterator[str]:
    """What the file itself says; `keys` are those at its margin."""
    if "title" in keys:
        yield from (f"title.{language} = {text}" for language, text in rule_set.title.items())
    if "sources" in keys:
        yield from (f"source = {source.title} {source.url}".rstrip() for source in rule_set.sources)
    said = [
        *((f"options.{option.name}", str(option.default), option.origin) for option in rule_set.options.values()),
        *((f"define.{each.name}", unparse(each.expr), each.origin) for each in rule_set.definitions.values()),
        *((slot, unparse(each.expr), each.origin) for slot, each in rule_set.settings.items()),
        *(
            (f"{block}.{each.key}", unparse(each.expr), each.origin)
            for block, conditions in rule_set.conditions.items()
            for each in conditions
        ),
        *(
            (f"{block}.{each.key}", f"{unparse(each.value)} when {unparse(each.when)}", each.origin)
            for block, cases in rule_set.cases.items()
            for each in cases
        ),
        *(
            (f"outcomes.{each.name}", "-" if each.writes is None else unparse(each.writes), each.origin)
            for each in rule_set.outcomes
        ),
    ]
    for path, value, origin in said:
        if origin is not None and origin.rule_set == rule_set.name:
            yield f"{path} = {value}"


def compared(golden: Path, said: str, update: bool) -> None:
    if update:
        golden.write_text(said, encoding="utf-8")
    assert golden.is_file(), f"{golden.name} is missing; write it with --update-golden and look at it"
    assert said == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(GOOD.glob("*.yaml")), ids=lambda path: path.stem)
def test_good_file(path: Path, update_golden: bool) -> None:
    checked = check(path.read_bytes(), path.name, FolderShelf([GOOD]))
    assert checked.rule_set is not None
    told = [f"{each.code} {each.severity} {each.message}" for each in checked.diagnostics]
    root = read(path.read_bytes(), path.name).root
    assert root is not None
    said = rows(checked.rule_set, frozenset(entry.key.value for entry in root))
    compared(path.with_suffix(".out"), "".join(f"{row}\n" for row in [*told, *said]), update_golden)


def plain(node: Node | None) -> object:
    if isinstance(node, ScalarNode):
        return node.value
    return {entry.key.value: plain(entry.value) for entry in node} if isinstance(node, MapNode) else node


@pytest.mark.parametrize("path", sorted(GOOD.glob("*.json")), ids=lambda path: path.stem)
def test_what_is_written_is_read_back(path: Path, update_golden: bool) -> None:
    tree = json.loads(path.read_text(encoding="utf-8"))
    written = dump(tree)
    compared(path.with_suffix(".out"), written, update_golden)
    reading = read(written.encode(), path.name)
    assert reading.diagnostics == ()
    assert plain(reading.root) == tree


def test_no_golden_without_its_file() -> None:
    kinds = (".yaml", ".json")
    assert [
        path.name for path in GOOD.glob("*.out") if not any(path.with_suffix(kind).is_file() for kind in kinds)
    ] == []


@pytest.mark.parametrize("case", YAML_CASES)
def test_every_yaml_case_has_its_golden(case: str) -> None:
    """Named by the case, as `bad/cases/y03-leading-zeros.yaml`."""
    found = [path for folder in (HERE / "bad" / "cases", GOOD) for path in folder.glob(f"{case.lower()}-*.out")]
    assert found, f"{case} of cases.json has no golden"


def test_the_yaml_cases_are_those_that_were_collected() -> None:
    numbers = (1, 2, 3, 6, 7, 9, 11, 13, 16, 17, 18, 22, 23, 24, 25, 28, 29)
    assert [f"Y{number:02}" for number in numbers] == YAML_CASES
