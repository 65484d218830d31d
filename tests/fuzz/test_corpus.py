"""Every input of the corpus, replayed: what fuzzing began with, and what it found, is harmless."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.fuzz.targets import TARGETS

CORPUS = Path(__file__).parent / "corpus"
INPUTS = [(path.parent.name, path) for path in sorted(CORPUS.glob("*/*"))]
SECONDS = 10
"""Of processor time, for one input: nearly all take milliseconds, and what hangs takes longer by far."""


def test_every_target_has_its_corpus() -> None:
    assert {path.name for path in CORPUS.iterdir()} == {*TARGETS}


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_does_no_harm(name: str) -> None:
    inputs = [path for target, path in INPUTS if target == name]
    assert inputs
    for path in inputs:
        before = time.process_time()
        try:
            TARGETS[name](path.read_bytes())
        except Exception as error:
            raise AssertionError(f"{name}/{path.name} breaks the referee") from error
        assert time.process_time() - before < SECONDS, path.name


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_takes_whatever_it_is_given(name: str) -> None:
    """The least that a fuzzer begins with, and what no text is made of."""
    for content in (b"", b"\0", b"\xff\xfe", bytes(range(256)), b"\xef\xbb\xbf", "ñ\u2028«»".encode(), b"{" * 500):
        TARGETS[name](content)
