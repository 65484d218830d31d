"""The reference of keys and functions: one example for each, every one of them run, and the page is what they give."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
import yaml

from referee.vocabulary.load import vocabulary

TOP = Path(__file__).resolve().parents[2]


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """`.ci/keys.py`, which makes the page."""
    monkeypatch.syspath_prepend(TOP / ".ci")
    found = importlib.util.spec_from_file_location("keys", TOP / ".ci" / "keys.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_the_page_is_what_its_examples_give(keys: ModuleType) -> None:
    page = (TOP / "rulesets" / "REFERENCE.md").read_text("utf-8")
    assert page == keys.page(), "rulesets/REFERENCE.md is out of date: run .ci/keys.py"


def test_every_key_function_and_comparison_has_its_example() -> None:
    known, page = vocabulary(), (TOP / "rulesets" / "REFERENCE.md").read_text("utf-8")
    names = [*known.slots, *known.keys, *known.functions]
    assert [name for name in names if f"#### `{name}`" not in page] == []
    asked = yaml.safe_load((TOP / ".ci" / "keys.yaml").read_text("utf-8"))["comparisons"]
    assert set(asked) == set(known.meanings["comparators"])
    assert all(f" {name} " in expression for name, expression in asked.items())
