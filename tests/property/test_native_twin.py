"""The compiled modules and their sources give the same answers.

Each form runs in a process of its own: the one that is used here, and the sources. Where nothing is compiled both are
plain, and what is held then is that answers hang on no order of a set or of what was asked before: hashes differ.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from referee import native


def answers(seed: str, **environment: str) -> list[str]:
    """The answers of a new process, the first line being its form."""
    done = subprocess.run(
        [sys.executable, "-P", Path(__file__).with_name("native_answers.py")],
        env={**os.environ, "PYTHONHASHSEED": seed, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_both_forms_answer_alike() -> None:
    here, plain = answers("1"), answers("2", REFEREE_NATIVE="0")
    assert (here[0], plain[0]) == (native.form(), "plain")
    assert len(plain) > 10_000
    different = [(one, other) for one, other in zip(here[1:], plain[1:], strict=True) if one != other]
    assert not different, different[0]
