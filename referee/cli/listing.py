"""`referee list`: the built-in rule sets by name, and which of them are only a base for others."""

from __future__ import annotations

import json
from argparse import Namespace

from referee.cli.terminal import paint
from referee.library import Library
from referee.voice import Frames, title


def run(arguments: Namespace) -> int:
    """Print a line, or an object, for each rule set; what cannot be played by itself says so."""
    library = Library()
    found = [library.rule_set(name) for name in library.names()]
    if arguments.json:
        rows = [
            {
                "name": each.name,
                "title": title(each, arguments.lang),
                "playable": each.playable,
                "extends": list(each.extends),
                "digest": each.digest,
            }
            for each in found
        ]
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return 0
    frames = Frames(arguments.lang)
    widest = max((len(each.name) for each in found), default=0)
    for each in found:
        note = "" if each.playable else f" ({frames.printed['base']})"
        print(f"{paint(each.name.ljust(widest), 'bold')}  {title(each, arguments.lang)}{note}")
    return 0
