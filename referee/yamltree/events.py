"""The walk over YAML's events: limits are counted here, before any tree is built, and the first one passed stops it.

The parser in C is used where PyYAML has it, the one in Python elsewhere; both give the same events, and `index` of
their marks counts characters. Nothing is ever constructed: there are no resolvers and no constructors here, so a tag
is only a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any, Protocol

import yaml
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner

from referee.limits import DEPTH, NODES

_HALF = re.compile(r"[\ud800-\udfff]")
_HALF_ESCAPED = re.compile(r"\\[uU](?:0000)?[dD][89a-fA-F]")
_OPENING = re.compile(r"[\[{]")
_NODES = {yaml.ScalarEvent, yaml.AliasEvent, yaml.MappingStartEvent, yaml.SequenceStartEvent}


class EventParser(Protocol):
    """What both parsers can do."""

    def get_event(self) -> Any:
        """The next event, None after the last."""


class PureParser(Reader, Scanner, Parser):
    """PyYAML's reader, scanner and parser, without what makes objects of their events."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)


@dataclass(frozen=True, slots=True)
class Stop:
    """Where and why the walk stopped early.

    `kind`: syntax, escape (a character that does not exist), nodes, depth, document (a second one). `problem` and
    `context` are the parser's words, never shown; `index` and `context_index` places in the text, -1 where it gave
    none.
    """

    kind: str
    index: int
    problem: str = ""
    context: str = ""
    context_index: int = -1


@dataclass(frozen=True, slots=True)
class Walk:
    """The events up to the end, or to where the walk stopped."""

    events: tuple[Any, ...]
    stop: Stop | None


def fastest_parser(text: str) -> EventParser:
    """The parser in C, or the one in Python where there is none."""
    return _fastest()(text)


@cache
def _fastest() -> Callable[[str], EventParser]:
    try:
        from yaml.cyaml import CParser  # type: ignore[attr-defined] # noqa: PLC0415 - not everywhere
    except ImportError:  # PyYAML built without libyaml
        return PureParser
    return CParser


def start_of(event: Any) -> int:
    """Where an event begins in the text."""
    return int(event.start_mark.index)


def end_of(event: Any) -> int:
    """Where an event ends in the text."""
    return int(event.end_mark.index)


def walk(text: str, parser: EventParser, most_nodes: int = NODES) -> Walk:
    """All events of the first document, as far as the limits and the text allow."""
    events: list[Any] = []
    try:
        stop = _collect(parser, events, text, most_nodes)
    except yaml.MarkedYAMLError as error:
        at, context = error.problem_mark, error.context_mark
        if "depth" in (error.problem or ""):  # the parser in C reads ahead, and stops at a depth of its own
            opened = list(islice(_OPENING.finditer(text), DEPTH + 1))
            return Walk(tuple(events), Stop("depth", opened[-1].start() if opened else 0))
        stop = Stop(
            "syntax",
            at.index if at else context.index if context else len(text),
            error.problem or "",
            error.context or "",
            context.index if context else -1,
        )
    except (ValueError, OverflowError):  # the pure parser, on an escape beyond the last character there is
        stop = Stop("escape", min(getattr(parser, "index", len(text)), len(text)))
    except yaml.YAMLError as error:
        stop = Stop("syntax", min(getattr(error, "position", 0), len(text)), str(getattr(error, "reason", "")))
    return Walk(tuple(events), stop)


def _collect(parser: EventParser, events: list[Any], text: str, most_nodes: int) -> Stop | None:
    """Events into `events`, until there are no more or a limit is passed."""
    nodes = depth = documents = 0
    while True:
        event = parser.get_event()
        if event is None:
            return None
        kind = type(event)
        if kind in _NODES:
            nodes += 1
            if nodes > most_nodes:
                return Stop("nodes", start_of(event))
            if kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                depth += 1
                if depth > DEPTH:
                    return Stop("depth", start_of(event))
            elif kind is yaml.ScalarEvent and event.style == '"' and _HALF.search(event.value):
                found = _HALF_ESCAPED.search(text, start_of(event))
                return Stop("escape", found.start() if found else start_of(event))
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            depth -= 1
        elif kind is yaml.DocumentStartEvent:
            documents += 1
            if documents > 1:
                return Stop("document", start_of(event))
        events.append(event)
