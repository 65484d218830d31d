"""What players read on their screens, in six languages, for people who speak them to look over.

`golden/<language>.txt` holds the commands below with what they print; `pytest --update-golden` writes it anew.
"""

import re
from pathlib import Path

import pytest

from referee.cli.run import run
from referee.vocabulary import LANGUAGES, vocabulary

HERE = Path(__file__).parent / "golden"
COMMANDS = [
    "solve 7o 7c 7e 7b 5b 6b 12o --rules spanish-40 --all",
    "solve 1o 3c 5e --rules spanish-40",
    "close 1o 2o 3o 4o 6c 6e 6b --rules spanish-40",
    "close 1o 2o 3o 4o 6c 6e 6b --rules spanish-40 --option close_with_taken=no",
    "close 4o 5o 6o 7o 10o 11o 12o --rules spanish-40",
    "close 7o 7c 7e 7b 5b 6b 12o --rules spanish-40 --laps 0",
    "close 4c 5c 6c 11o 11e 11b 3b 4e --rules spanish-40",
    "close 4c 5c 6c 11o 11e 11b 3b 4e --rules spanish-40 --closing 5c",
    "close 1o 3o 5c 7c 10e 12e 2b 4b --rules spanish-40",
    "close 1o 3o 5c 7c 10e 12e 2b 4b --rules spanish-40 --closing 12e",
    "close Ah 2h 3h 4h 5c 6c 7c 8s 8d 8h --rules gin-rummy",
    "close 1o 2o 3o 6c 6e 6b 2c --rules chilean-50",
    "close 2c 3c 4c 5c 6c 7c JK --rules spanish-40 --option jokers=2",
    "show fournier-48 --seats 5 --option stake=3",
    "show chilean-50 --option wild_ace=yes --option printed_jokers=2",
    "list",
    "diff spanish-40 spanish-40 --to-option limit=50 --sample 20",
    "diff spanish-40 house-b --sample 3000",
]
_SHOWN = 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_printed(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, update_golden: bool
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    found = []
    for command in COMMANDS:
        assert run([*command.split(), "--lang", language]) in {0, 1}
        lines = capsys.readouterr().out.splitlines()
        more = ["..."] if len(lines) > _SHOWN and command.startswith(("show", "list")) else []
        found += [f"$ referee {command}", *(lines[:_SHOWN] if more else lines), *more, ""]
    text = re.sub(r"[0-9a-f]{12}\b", "<digest>", "\n".join(found))
    path = HERE / f"{language}.txt"
    if update_golden:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    assert text == path.read_text("utf-8")


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_nothing_of_a_verdict_is_left_in_english(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    own = set(re.findall(r"\w+", str(vocabulary().voice(language))))
    english = set(re.findall(r"[a-z]{3,}", str(vocabulary().voice("en")["printed"]))) - own
    for command in COMMANDS:
        if command.startswith(("solve", "close")):
            run([*command.split(), "--lang", language])
            assert set(re.findall(r"[a-z]{3,}", capsys.readouterr().out)) & english == set(), command
