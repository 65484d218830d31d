"""In which form the hot modules run: native (compiled) or plain (as they are written). Both give the same results.

A module is compiled if a `.pxd` stands beside it, where the wheel is built with a C compiler at hand (`native.build`).
Its compiled form lies beside its source, and Python takes it by itself: with nothing said there is nothing to be done.
`REFEREE_NATIVE` says otherwise before anything else of the package is imported:

    0   the sources, whatever is there
    1   the compiled form, or ImportError; at the command line one line instead, and exit code 2

All of them are compiled or none, so one says which it is.
"""

from __future__ import annotations

import os
import sys
from importlib import machinery
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - pathlib costs 5 ms
_ONE_OF_THEM = "referee.game.suitpoints"


def choose(wanted: str) -> None:
    """What `REFEREE_NATIVE` asks for. ImportError if it cannot be had, or asks for nothing that there is.

    SystemExit where the command `referee` asks, before there is anything that could tell it more nicely.
    """
    fault = _chosen(wanted)
    if fault and _is_command(sys.argv, sys.orig_argv):
        sys.stderr.write(f"referee: {fault}\n")
        raise SystemExit(2)
    if fault:
        raise ImportError(fault)


def _chosen(wanted: str) -> str:
    """Do as asked; what keeps that from being done, or nothing."""
    if wanted == "0":
        sys.path_hooks.insert(0, _sources_only)
        sys.path_importer_cache.pop(_PACKAGE, None)  # made to find this module
    elif wanted != "1":
        return f"REFEREE_NATIVE is `{wanted}`, where 0 (plain) or 1 (native) is expected"
    elif not in_use():
        return (
            "REFEREE_NATIVE=1 asks for the native core, which is not installed here: install the referee anew where a "
            "C compiler and the headers of Python are (the same variable makes pip say what is missing), or unset it"
        )
    return ""


def _is_command(words: Sequence[str], line: Sequence[str]) -> bool:
    """Whether `referee …` or `python -m referee …` is what runs: its words, and the whole line of Python."""
    name = os.path.basename(words[0]) if words else ""  # noqa: PTH119 - see above
    if name == "-m":  # while Python looks for the module
        return any(pair == ("-m", "referee") for pair in pairwise(line))
    return name in {"referee", "referee.exe", "referee-script.py"}


def in_use() -> bool:
    """Whether the compiled modules are those that are imported."""
    found = machinery.PathFinder.find_spec(_ONE_OF_THEM, [os.path.join(_PACKAGE, "game")])  # noqa: PTH118 - see above
    return found is not None and isinstance(found.loader, machinery.ExtensionFileLoader)


def form() -> str:
    """`native` or `plain`."""
    return "native" if in_use() else "plain"


def _sources_only(path: str) -> machinery.FileFinder:
    """What finds the modules of the package, and none of them compiled; ImportError for any other place."""
    if path != _PACKAGE and not path.startswith(_PACKAGE + os.sep):
        raise ImportError("not of this package")
    return machinery.FileFinder(
        path,
        (machinery.SourceFileLoader, machinery.SOURCE_SUFFIXES),
        (machinery.SourcelessFileLoader, machinery.BYTECODE_SUFFIXES),
    )
