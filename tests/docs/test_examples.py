"""Every example of the documents is run, so that none of them can go out of date.

Fenced blocks count by the word after the fence: `yaml NAME` writes the file NAME, `console` runs its lines that begin
with `$ ` and compares what follows (a line `...` stands for any lines), `python` runs and prints what the `text` block
after it says. Blocks are run in order in one folder. Other blocks (`sh`: what needs a network) are for readers.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee.cli.commands import COMMANDS
from referee.cli.parser import parse

TOP = Path(__file__).resolve().parents[2]
DOCUMENTS = ["README.md", "referee/cli/README.md", "referee/serving/README.md", "rulesets/TESTS.md"]
ELSEWHERE = {
    "rulesets/README.md": "tests/docs/test_rule_set_guide.py",
    "rulesets/TUTORIAL.md": "tests/docs/test_tutorial.py",
    "rulesets/REFERENCE.md": "tests/docs/test_reference.py",
    "rulesets/DIAGNOSTICS.md": "tests/docs/test_explanations.py",
    "rulesets/FINDINGS.md": "tests/docs/test_findings.py",
    "rulesets/RECORDS.md": "tests/docs/test_records_guide.py",
    "tests/conformance/PROTOCOL.md": "tests/answer/test_protocol.py",
    "clients/python/README.md": "tests/client/test_readme.py",
    "clients/go/README.md": "clients/go/served_test.go",
    "clients/java/README.md": "clients/java/src/test/java/dev/referee/client/DocumentsTest.java",
    "clients/rust/README.md": "clients/rust/tests/client/programs.rs",
    "clients/typescript/README.md": "clients/typescript/test/programs.test.ts",
}
"""Documents whose examples another test runs."""
NO_EXAMPLES = {
    "protos/README.md": "commands of `buf`, gates of `.ci/run`",
    "referee/README.md": "a drawing",
    "tests/bench/README.md": "the shape of a benchmark",
}
"""Documents whose blocks are not run, and what they are."""
SHELL = {
    "pip install . && referee demo",
    "pip install '.[test]' && pytest",
    (
        "docker build --tag chinchon-referee .\n"
        "docker run --rm chinchon-referee solve 7o 7c 7e 7b 5b 6b 12o --rules spanish-40\n"
        'echo "REFEREE_DB_PASSWORD=$(openssl rand -hex 16)" >.env && docker compose up --build --detach'
    ),
}
"""What needs a network or an engine; `.ci/run` does the first two, and `.ci/containers` without an engine what these do."""
ADDRESS = "127.0.0.1:50051"
_FENCE = re.compile(r"^```(.*)$")


@dataclass(frozen=True)
class Block:
    """One fenced block: the words after the fence, its text, and the line it begins on."""

    kind: str
    name: str
    text: str
    line: int


def blocks(document: Path) -> list[Block]:
    """The fenced blocks in order."""
    found: list[Block] = []
    opened: tuple[str, int] | None = None
    held: list[str] = []
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
        fence = _FENCE.match(line)
        if fence and opened is None:
            opened, held = (fence[1].strip(), number), []
        elif fence and opened is not None:
            kind, _, name = opened[0].partition(" ")
            found.append(Block(kind, name, "\n".join(held), opened[1]))
            opened = None
        elif opened is not None:
            held.append(line)
    return found


def transcript(text: str) -> list[tuple[str, list[str]]]:
    """The commands of a console block, each with the lines expected of it."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def run_command(command: str, folder: Path) -> str:
    """What a command line prints, on both streams as a terminal shows them; `referee` is the one under test."""
    words = shlex.split(command)
    assert words[0] == "referee", f"only referee is run in examples, found {command}"
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "referee", *words[1:]],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=60,
    )
    return done.stdout.decode("utf-8")


def agrees(found: list[str], expected: list[str]) -> bool:
    """Whether the lines are those expected, where `...` stands for any number of lines."""
    if not expected:
        return not found
    if expected[0].strip() == "...":
        return any(agrees(found[skipped:], expected[1:]) for skipped in range(len(found) + 1))
    return bool(found) and found[0].rstrip() == expected[0].rstrip() and agrees(found[1:], expected[1:])


def markdown() -> list[Path]:
    """Every document of the project; what the tools of other languages put beside a client is not of it."""
    folders = ("*.md", "clients/**/*.md", "protos/**/*.md", "referee/**/*.md", "rulesets/**/*.md", "tests/**/*.md")
    found = {path for pattern in folders for path in TOP.glob(pattern)}
    return sorted(path for path in found if not {"node_modules", "target", "build"} & set(path.parts))


def test_no_document_with_examples_is_left_out() -> None:
    pages = TOP / "referee" / "diagnostics" / "explanations"  # what rulesets/DIAGNOSTICS.md is made from
    found = {path.relative_to(TOP).as_posix() for path in markdown() if path.parent != pages and blocks(path)}
    assert found == {*DOCUMENTS, *ELSEWHERE, *NO_EXAMPLES}
    assert all((TOP / test).is_file() for test in ELSEWHERE.values())


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_example_is_left_out(name: str) -> None:
    """Every block is of a kind that is run, and every command of a console block is one."""
    found = blocks(TOP / name)
    assert found
    for before, block in zip([None, *found], found, strict=False):
        place = f"{name}:{block.line}"
        if block.kind == "sh":
            assert block.text in SHELL, place
        elif block.kind == "text":
            assert before is not None, place
            assert before.kind == "python", place
        else:
            assert block.kind in {"yaml", "console", "python"}, place
            assert block.name if block.kind == "yaml" else not block.name, place
            assert block.kind != "console" or block.text.startswith("$ "), place


INLINE = [
    (path.relative_to(TOP).as_posix(), command)
    for path in markdown()
    for command in re.findall(r"`referee ([a-z][^`…|]*)`", path.read_text("utf-8"))
]


@pytest.mark.parametrize(("name", "command"), INLINE)
def test_a_command_in_the_text_is_one(name: str, command: str) -> None:
    words = shlex.split(command)
    if len(words) == 1:
        assert words[0] in COMMANDS
    else:
        assert parse(words).command == words[0]


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    command = [sys.executable, "-m", "referee", "serve", "--address", "127.0.0.1:0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().removeprefix("listening on ").strip()
        finally:
            process.terminate()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_examples_do_what_they_say(name: str, tmp_path: Path, server: str) -> None:
    printed = None
    for block in blocks(TOP / name):
        place = f"{name}:{block.line}"
        if block.kind == "yaml" and block.name:
            (tmp_path / block.name).write_text(block.text + "\n", encoding="utf-8")
        elif block.kind == "console":
            for command, expected in transcript(block.text):
                found = run_command(command, tmp_path).splitlines()
                assert agrees(found, expected), f"{place}: $ {command}\n" + "\n".join(found)
        elif block.kind == "python":
            # The client may be installed by itself; where it is not, the copy that comes with the referee serves.
            found = "from referee.cli.client_loader import load_client; load_client()\n"
            program = found + block.text.replace(ADDRESS, server)
            done = subprocess.run(
                [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, f"{place}: {done.stderr}"
            printed = done.stdout.splitlines()
        elif block.kind == "text" and printed is not None:
            assert agrees(printed, block.text.splitlines()), f"{place}:\n" + "\n".join(printed)
            printed = None


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_to_files(name: str) -> None:
    text = (TOP / name).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert "://" in target or (TOP / name).parent.joinpath(target).exists(), target
