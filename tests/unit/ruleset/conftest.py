"""A shelf of rule files made of texts, and a way to compile one of them."""

from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import dedent

import pytest

from referee.ruleset.load import Loaded, load

PLAIN = (Path(__file__).parents[2] / "golden" / "bad" / "rules" / "bases" / "plain.yaml").read_bytes()

Compile = Callable[..., Loaded]


class Texts:
    """A shelf of texts that counts how often each is asked for."""

    def __init__(self, texts: Mapping[str, bytes]) -> None:
        self.texts = dict(texts)
        self.asked: list[str] = []

    def find(self, name: str) -> bytes | None:
        self.asked.append(name)
        return self.texts.get(name)

    def names(self) -> list[str]:
        return sorted(self.texts)


@pytest.fixture
def shelf() -> Texts:
    return Texts({"plain": PLAIN})


@pytest.fixture
def child(shelf: Texts) -> Compile:
    """Compiles a text laid over `plain`; `head` replaces the line that says so."""

    def compiled(body: str, head: str = "extends: plain\n") -> Loaded:
        return load(f"rule_set: child\nformat: 1\n{head}{dedent(body)}".encode(), "child.yaml", shelf)

    return compiled


@pytest.fixture
def put(shelf: Texts) -> Callable[[str, str], None]:
    """Lays another rule file on the shelf."""

    def laid(name: str, body: str, extends: str = "plain") -> None:
        head = f"rule_set: {name}\nformat: 1\n" + (f"extends: {extends}\n" if extends else "")
        shelf.texts[name] = (head + dedent(body)).encode()

    return laid
