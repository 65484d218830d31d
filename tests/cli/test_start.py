"""What a command loads before it answers: a hand is solved without the compiler of rules, the server and their libraries."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {"jsonschema", "lark", "yaml", "ruamel", "numpy", "grpc", "google", "sqlalchemy", "hashlib", "asyncio", "typst"}
COMPILER = {"referee.ruleset", "referee.yamltree", "referee.lang.parse", "referee.record", "referee.workshop"}
OTHER_QUESTIONS = {
    "referee.game.close",
    "referee.game.layoff",
    "referee.answer.operations",
    "referee.diagnostics.model",
}


def loaded(*words: str) -> set[str]:
    """The modules that a command has loaded when it ends well."""
    code = (
        "import sys, atexit\n"
        "from referee.__main__ import main\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code, *words], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


@pytest.mark.parametrize("more", [[], ["--json"], ["--all"]], ids=" ".join)
def test_a_hand_is_solved_with_what_that_takes(more: list[str]) -> None:
    modules = loaded("solve", *["7o", "7c", "7e", "7b", "5b", "6b", "12o"], "--rules", "spanish-40", *more)
    assert "referee.game.solve" in modules
    assert not modules & (HEAVY | COMPILER | OTHER_QUESTIONS)


def test_the_version_is_told_with_next_to_nothing() -> None:
    modules = {name for name in loaded("--version") if name.startswith("referee.")}
    assert "referee.native" in modules
    assert not {name for name in modules if not name.startswith(("referee.cli", "referee.native"))} - {
        "referee.__main__",
        "referee.version",
        "referee.limits",
    }
