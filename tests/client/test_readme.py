"""The examples of the client's README run as they stand, but for the address."""

from __future__ import annotations

import asyncio
import re
import textwrap
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "clients" / "python" / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)


def test_the_first_example(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(BLOCKS[0].replace("127.0.0.1:50051", address), str(README), "exec"), {})
    first, second = capsys.readouterr().out.splitlines()

    assert first == "12 ('12c',)"
    assert second.startswith("es.4 ")
    assert len(BLOCKS[0].splitlines()) <= 12


def test_the_example_for_asyncio(address: str) -> None:
    code = BLOCKS[1].replace("127.0.0.1:50051", address)
    body = textwrap.indent(code + "    return values\n", "    ")
    scope: dict[str, object] = {"hands": ["7o 7c 7e", "1o"]}
    exec(compile(f"from referee_client import AsyncClient\nasync def main():\n{body}", str(README), "exec"), scope)

    assert [value.deadwood for value in asyncio.run(scope["main"]())] == [0, 1]  # type: ignore[operator]
