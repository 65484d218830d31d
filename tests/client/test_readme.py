"""The examples of the client's README run as they stand, but for the address."""

from __future__ import annotations

import asyncio
import re
import textwrap
from pathlib import Path

import pytest
from referee_client import Client

GOLDEN = Path(__file__).parents[1] / "golden" / "records"
README = Path(__file__).parents[2] / "clients" / "python" / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)


def test_the_first_example(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(BLOCKS[0].replace("127.0.0.1:50051", address), str(README), "exec"), {})
    first, second = capsys.readouterr().out.splitlines()

    assert first == "12 ('12c',)"
    assert second.startswith("es.4 ")
    assert len(BLOCKS[0].splitlines()) <= 12


def test_the_example_of_a_game(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(BLOCKS[1].replace("127.0.0.1:50051", address), str(README), "exec"), {})
    seat, refusal, legal = capsys.readouterr().out.splitlines()

    assert seat == "A ('4o', '12o', '5c', '6c', '7c', '1e', '12e', '12b')"
    assert refusal.startswith("CLOSE_TOO_EARLY Nadie puede cerrar")
    assert legal == "['-4o', '-12o', '-5c', '-6c', '-7c', '-1e', '-12e']"


def test_the_example_of_records(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (GOLDEN / "examples" / "2-spanish-lay-off-chain.yaml").read_text("utf-8")
    with Client(address) as client:
        good = client.parse_record(text).record
        bad = client.parse_record((GOLDEN / "broken" / "b1-slip-of-the-pen.yaml").read_text("utf-8")).record
    scope = {"text": text, "records": [good, bad, good]}
    exec(compile(BLOCKS[2].replace("127.0.0.1:50051", address), str(README), "exec"), scope)
    verdict, answer = capsys.readouterr().out.splitlines()

    assert verdict.startswith("clean ")
    assert answer.startswith("1 violation 12b is not in the hand of B")


def test_the_example_of_deadlines_and_repeats(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(BLOCKS[4].replace("127.0.0.1:50051", address), str(README), "exec"), {})

    assert capsys.readouterr().out.splitlines() == ["12", "INVALID_ARGUMENT CARD_UNKNOWN cards"]


def test_the_example_for_asyncio(address: str) -> None:
    code = BLOCKS[3].replace("127.0.0.1:50051", address)
    body = textwrap.indent(code + "    return values\n", "    ")
    scope: dict[str, object] = {"hands": ["7o 7c 7e", "1o"]}
    exec(compile(f"from referee_client import AsyncClient\nasync def main():\n{body}", str(README), "exec"), scope)

    assert [value.deadwood for value in asyncio.run(scope["main"]())] == [0, 1]  # type: ignore[operator]
