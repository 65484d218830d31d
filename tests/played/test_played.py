"""Every played situation comes out as it says, at each table it is judged at."""

from __future__ import annotations

from typing import Any

import pytest

from referee.voice import paragraphs
from tests.played.judging import seen_at
from tests.played.situation import Situation, situations
from tests.tables import table

ALL = list(situations())


@pytest.mark.parametrize("one", ALL, ids=lambda one: f"{one.group}-{one.name}-{one.rules}")
def test_situation(one: Situation) -> None:
    at = table(one.rules, one.seats, **one.options)
    seen = seen_at(at, one.moment)
    wanted = {key: value for key, value in one.seen.items() if key not in ("rules", "options", "prints")}
    assert {key: _part(key, seen, value) for key, value in wanted.items()} == {
        key: _wanted(key, value) for key, value in wanted.items()
    }
    assert "refused" in wanted or "refused" not in seen, seen["refused"]
    assert "stands" in wanted or "stands" not in seen, seen["stands"]
    for clause, text in one.seen.get("prints", {}).items():
        assert any(one.clause == clause and text in one.text for one in paragraphs(at, "en")), clause


def _wanted(key: str, value: Any) -> Any:
    """An expectation in the form in which it is compared."""
    if key == "refused":
        return {name: _wanted(f"refused.{name}", text) for name, text in value.items()}
    if key.endswith("legal"):
        return set(str(value).split())
    if key == "clauses":
        return str(value)
    return value


def _part(key: str, seen: dict[str, Any], wanted: Any) -> Any:
    """The part of what is seen that is spoken of: of `legal` words those named, of seats those named."""
    if key == "refused":
        return {name: _part(f"refused.{name}", seen.get("refused", {}), text) for name, text in wanted.items()}
    if key.endswith("illegal"):
        return _wanted(key, wanted) - seen.get("legal", set())
    if key.endswith("legal"):
        return _wanted(key, wanted) & seen.get("legal", set())
    name = key.rpartition(".")[2]
    value = seen.get(name)
    if key == "pile" and isinstance(wanted, int):
        return seen.get("piled")
    if isinstance(value, dict) and isinstance(wanted, dict) and wanted and key not in ("writes", "laid"):
        return {one: value.get(one) for one in wanted}
    return value


def test_ids_are_unique() -> None:
    names = [(one.name, one.group) for one in ALL]
    assert len(names) == len(set(names))
