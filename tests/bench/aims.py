"""What the figures are to reach: the lines of issue 6 that set it, and which of its two columns holds here."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from functools import cache

from figures import Aim


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table of aims, in its words, and what it asks in the unit of its figures before any factor."""

    text: str
    plain: str
    native: str
    aim: Aim


LINES = {
    "mask": Line(
        "least loose points, mask in, single call, random and rich hands, against OpenSpiel's C++ from Python",
        ">= 2.4x",
        ">= 20x",
        Aim(2.4, 20),
    ),
    "text": Line(
        "the same from card texts through the public API with the arrangement out, against OpenSpiel from its own list form",
        ">= 0.3x",
        ">= 3x",
        Aim(0.3, 3),
    ),
    "jokers": Line(
        "the same with two jokers, 48 cards, hands/s against its own jokerless figure",
        ">= 0.2x",
        ">= 0.2x",
        Aim(0.2, 0.2),
    ),
    "closing": Line(
        "eight-card closing choice under a full rule set (outcome, score, clause)",
        ">= 100,000/s",
        ">= 1,000,000/s",
        Aim(100_000, 1_000_000),
    ),
    "batch": Line("batch of hands from a buffer, against OpenSpiel", ">= 20x (numpy)", ">= 100x", Aim(20, 100)),
    "records_chess": Line(
        "whole records validated, actions/s against python-chess `read_game` plies/s", ">= 20x", ">= 200x", Aim(20, 200)
    ),
    "records_spiel": Line("the same against OpenSpiel checked replay", ">= 25x", ">= 250x", Aim(25, 250)),
    "condition_hand": Line("a condition against the same hand-written function", "<= 1.25x", "same", Aim(1.25, 1.25)),
    "condition_cel": Line("a condition against Rust CEL", ">= 10x faster", "same", Aim(10, 10)),
    "compile": Line("compile of a built-in from YAML, warm", "<= 30 ms", "<= 15 ms", Aim(0.030, 0.015)),
    "proof": Line("`prove` and `diff`, all 18,643,560 hands", "<= 10 s", "<= 3 s", Aim(10, 3)),
    "service": Line(
        "EvaluateHand, CheckAction over gRPC, server CPU against Echo", "<= 1.3x", "<= 1.15x", Aim(1.3, 1.15)
    ),
    "stream": Line(
        "StreamValidateRecords: share of server CPU spent outside the engine", "<= 50 %", "no aim", Aim(0.5)
    ),
    "version": Line("`referee --version` over bare `python -c pass`, CPU", "<= 30 ms", "no aim", Aim(0.030)),
    "solve": Line("`referee solve` over bare `python -c pass`, CPU", "<= 100 ms", "no aim", Aim(0.100)),
}


def asked(line: str) -> float | None:
    """What a line asks on the road in use."""
    return LINES[line].aim.asked(native=road() == "native")


@cache
def version() -> str:
    """What `referee --version` says."""
    command = [sys.executable, "-P", "-m", "referee", "--version"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def road() -> str:
    """`native` where the hot modules run compiled, else `plain`."""
    return "native" if "native" in version() else "plain"
