"""`referee answer`: the conformance protocol on standard input and output."""

from __future__ import annotations

import sys
from argparse import Namespace

from referee.answer.lines import serve
from referee.library import Library


def run(arguments: Namespace) -> int:  # noqa: ARG001 - the signature of every command
    """Answer until standard input ends."""
    serve(sys.stdin.buffer, sys.stdout.buffer, Library())
    return 0
