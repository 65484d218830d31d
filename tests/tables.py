"""Tables for tests: of the built-in rule sets, of the rule sets in `tests/rules`, and of rules written in a test."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from referee.resources import folder
from referee.rules.model import RuleSet
from referee.ruleset.load import load
from referee.table import Table, bind

OWN = Path(__file__).parent / "rules"


class Files:
    """The rule files of the built-ins and of the tests, by name."""

    def find(self, name: str) -> bytes | None:
        for place in (folder("rulesets"), folder("rulesets") / "house", OWN):
            path = place / f"{name}.yaml"
            if path.is_file():
                return path.read_bytes()
        return None

    def names(self) -> Sequence[str]:
        return sorted(
            path.stem
            for place in (folder("rulesets"), folder("rulesets") / "house", OWN)
            for path in place.glob("*.yaml")
            if not path.stem.endswith("_test")
        )


FILES = Files()


@cache
def rule_set(name: str) -> RuleSet:
    content = FILES.find(name)
    assert content is not None, name
    return from_text(content.decode(), name)


def from_text(text: str, name: str = "house") -> RuleSet:
    """The rule set a text describes; every diagnostic of an error is a failure."""
    loaded = load(text.encode(), f"{name}.yaml", FILES)
    assert loaded.rule_set is not None, [f"{d.code} {d.message}" for d in loaded.diagnostics]
    return loaded.rule_set


def variant(rules: str, base: str = "spanish-40", name: str = "house") -> RuleSet:
    """A house rule: what it says, over a base."""
    return from_text(f"rule_set: {name}\nformat: 1\nextends: {base}\n{rules}", name)


def table(name: str, seats: int | None = None, **options: int | bool | str) -> Table:
    return bind(rule_set(name), seats, options)


def house(rules: str, base: str = "spanish-40", seats: int | None = None, **options: int | bool | str) -> Table:
    return bind(variant(rules, base), seats, options)
