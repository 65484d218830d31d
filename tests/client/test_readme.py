"""The examples of the client's README run as they stand, but for the address."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.client.conftest import AUTHOR

README = Path(__file__).parents[2] / "clients" / "python" / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)


@pytest.fixture
def printed(address: str, kept: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What each block prints, run by itself from its first line: nothing that it needs may be missing."""
    monkeypatch.setenv("REFEREE_TOKEN", AUTHOR)
    found = []
    for block in BLOCKS:
        target = kept if "token=" in block else address
        exec(compile(block.replace("127.0.0.1:50051", target), str(README), "exec"), {})
        found.append(capsys.readouterr().out)
    return found


def test_every_example_runs_as_printed(printed: list[str]) -> None:
    first, game, records, asynchronous, deadlines, stored = [each.splitlines() for each in printed]

    assert first[0] == "12 ('12c',)"
    assert first[1].startswith("es.4 ")
    assert len(BLOCKS[0].splitlines()) <= 12

    assert game[0] == "A ('4o', '12o', '5c', '6c', '7c', '1e', '12e', '12b')"
    assert game[1].startswith("CLOSE_TOO_EARLY Nadie puede cerrar")
    assert game[2] == "['-4o', '-12o', '-5c', '-6c', '-7c', '-1e', '-12e']"
    assert game[3:] == [
        "GameState(phase='count', seat=None, cards_held={'A': 7, 'B': 7}, totals={})",
        "A 1 es.8 ['1e']",
        "B 34 es.8 ['2o', '11o', '6e', '5b', '10b']",
        "deal {'A': 1, 'B': 34} 33",
    ]

    assert records == [
        "violation 1 {'A': -10, 'B': 12}",
        "consistent",
        "violation",
        "0 consistent nothing is wrong",
        "1 violation B: the total is written as 51, 12 + 3 is 15",
    ]
    assert asynchronous == ["[0, 1]"]
    assert deadlines == ["12", "INVALID_ARGUMENT CARD_UNKNOWN cards"]
    assert stored == ["casa-abuela 1", "casa-abuela 2", "False True", "ETAG_OUTDATED True", "[2, 1]"]
