"""`referee list`: the built-in rule sets, by name."""

from __future__ import annotations

import json
from argparse import Namespace

from referee.cli.terminal import paint
from referee.library import Library
from referee.voice import title


def run(arguments: Namespace) -> int:
    """Print a line, or an object, for each rule set that can be played; bases only as JSON."""
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
    widest = max((len(each.name) for each in found), default=0)
    for each in found:
        if each.playable:
            print(f"{paint(each.name.ljust(widest), 'bold')}  {title(each, arguments.lang)}")
    return 0
