"""Reading a rule file: bytes in, a tree with places out, and every mistake that can be told without knowing the format.

`read` never raises, whatever the bytes are. Order: size, encoding, characters, limits on events, tree. Tabs are a case
of their own: YAML's parser stops at the first one, or takes it in silence. Where it stops, the text is read again with
a blank for each tab, which moves nothing, so that all tabs and all other mistakes are told in one run.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from referee.diagnostics.crowd import Crowd
from referee.diagnostics.model import Diagnostic, in_order
from referee.limits import DEPTH, NODES, RULE_SET_BYTES
from referee.source import Source, Span
from referee.yamltree import messages
from referee.yamltree.build import Builder
from referee.yamltree.decode import decoded
from referee.yamltree.events import EventParser, Stop, Walk, fastest_parser, walk
from referee.yamltree.nodes import MapNode, Node, ScalarNode, SeqNode, place
from referee.yamltree.recover import Skipped, skipped, with_hidden, without
from referee.yamltree.syntax import Around, bad_escape, explain

_MOST_SKIPPED = 8
"""Entries left out of one text; a file with more of them is no rule file, and reading it again and again would cost."""
_MOST_READ_AGAIN = 20_000
"""Events of the readings that came to nothing: a long text is read a few times, not eight."""
_INDENTING_TAB = re.compile(r"(?:^|(?<=\r))[ ]*(\t[ \t]*)(?=[^\s#])", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Reading:
    """`root` is None if the text could not be read as a mapping to its end; then `diagnostics` says why.

    With a root there may be diagnostics too (keys given twice, tags, aliases): the tree then lacks what they speak of.
    `skipped` are the lines that were left out because YAML cannot read them (see `read`).
    """

    source: Source
    root: MapNode | None
    diagnostics: tuple[Diagnostic, ...]
    skipped: tuple[Span, ...] = ()


def read(
    content: bytes,
    name: str,
    *,
    parser: Callable[[str], EventParser] = fastest_parser,
    most_bytes: int = RULE_SET_BYTES,
    most_nodes: int = NODES,
    go_on: bool = False,
) -> Reading:
    """The tree of `content`; `name` is what people call the file. Never raises. The limits are those of a rule set.

    With `go_on` entries that YAML cannot read are left out and the rest is read, to find more mistakes: such a tree is
    good for nothing else.
    """
    if len(content) > most_bytes:
        source = Source(name, "")
        return Reading(source, None, (messages.too_many_bytes(source, len(content), most_bytes),))
    source, faults = decoded(content, name)
    if faults:
        return Reading(source, None, faults)
    steps = walk(source.text, parser(source.text), most_nodes)
    if "\t" not in source.text or (steps.stop and steps.stop.kind in {"nodes", "depth"}):
        further = _read_on(source, steps, parser, most_nodes) if go_on and steps.stop else None
        return further or _reading(source, steps, (), most_nodes)
    return _with_tabs(source, steps, parser, most_nodes)


def _read_on(source: Source, steps: Walk, parser: Callable[[str], EventParser], most_nodes: int) -> Reading | None:
    """The text without the entries that YAML cannot read; without a root if even so it is not read to its end."""
    text = source.text
    told: list[Diagnostic] = []
    left_out: list[Skipped] = []
    events = 0
    while steps.stop is not None and steps.stop.kind in {"syntax", "escape"}:
        events += len(steps.events)
        builder = Builder(source)
        builder.build(steps.events)
        problem = _explained(source, steps.stop, builder)
        entry = None if problem is None else skipped(source, text, steps.stop, problem)
        if problem is None or entry is None or len(left_out) == _MOST_SKIPPED or events > _MOST_READ_AGAIN:
            builder.give_up()
            last = () if problem is None else (problem,)
            return Reading(source, None, in_order((*told, *builder.diagnostics, *last)))
        told.append(problem)
        left_out.append(entry)
        text = without(text, entry.span)
        steps = walk(text, parser(text), most_nodes)
    reading = _reading(source, steps, tuple(told), most_nodes)
    if not left_out or reading.root is None:
        return None
    root = with_hidden(reading.root, left_out)
    return Reading(source, root, reading.diagnostics, tuple(entry.span for entry in left_out))


def _with_tabs(source: Source, steps: Walk, parser: Callable[[str], EventParser], most_nodes: int) -> Reading:
    """A text with tabs somewhere: those that indent are mistakes, those inside quotes, blocks and lines are not."""
    blanked = steps
    if steps.stop and steps.stop.kind == "syntax":
        text = source.text.replace("\t", " ")
        blanked = walk(text, parser(text), most_nodes)
    builder = Builder(source)
    builder.build(blanked.events)
    quoted = [node for node in builder.scalars if node.style != "plain"]
    starts = [node.span.start for node in quoted]
    only_tabs = not re.search(r"^(?: +\t|\t+ | +[^\s#])", source.text, re.MULTILINE)
    crowd = Crowd()
    told = [
        crowd.admit(partial(_tab, source, found, levels=only_tabs))
        for found in _INDENTING_TAB.finditer(source.text)
        if not (before := bisect_left(starts, found.start(1))) or not _holds(quoted[before - 1], found.start(1))
    ]
    tabs = tuple(tab for tab in (*told, crowd.rest()) if tab is not None)
    if not tabs:
        return _reading(source, steps if blanked.stop else blanked, (), most_nodes)
    if blanked.stop and blanked.stop.kind == "syntax":
        builder.give_up()
        return Reading(source, None, in_order((*tabs, *builder.diagnostics)))
    reading = _reading(source, blanked, tabs, most_nodes)
    return reading if only_tabs else Reading(source, None, reading.diagnostics)


def _tab(source: Source, found: re.Match[str], *, levels: bool) -> Diagnostic:
    return messages.tab(place(source, *found.span(1)), levels=levels)


def _holds(node: ScalarNode, tab: int) -> bool:
    """Whether a tab at the beginning of a line is part of this scalar: of a quoted one, or of a line of a block."""
    if tab >= node.span.end or node.style in {"single", "double"}:
        return tab < node.span.end
    at = bisect_left(node.text.starts, tab)
    return at < len(node.text.starts) and node.text.starts[at] == tab


def _reading(source: Source, steps: Walk, earlier: tuple[Diagnostic, ...], most_nodes: int) -> Reading:
    """The tree of these events, and all that is to be said."""
    stop = steps.stop
    if stop and stop.kind in {"nodes", "depth"}:
        return Reading(source, None, (*earlier, _over_limit(source, stop, most_nodes)))
    builder = Builder(source)
    builder.build(steps.events)
    found = list(earlier)
    if stop and stop.kind == "document":
        found.append(messages.second_document(place(source, stop.index, stop.index + 3)))
    elif stop:
        told = _explained(source, stop, builder)
        builder.give_up()
        return Reading(source, None, in_order((*found, *builder.diagnostics, *((told,) if told else ()))))
    found.extend(builder.diagnostics)
    root = builder.root
    if not isinstance(root, MapNode):
        found.extend(_no_mapping(source, root, bool(builder.diagnostics)))
        root = None
    return Reading(source, root, in_order(found))


def _explained(source: Source, stop: Stop, builder: Builder) -> Diagnostic | None:
    """What stopped the parser, in words; None if it was told before."""
    if stop.kind == "escape":
        return bad_escape(source, _backslash(source, stop))
    return explain(source, stop, Around(builder.path(), builder.last, builder.after_alias))


def _over_limit(source: Source, stop: Stop, most_nodes: int) -> Diagnostic:
    span = place(source, stop.index, stop.index + 1)
    return messages.too_many_nodes(span, most_nodes) if stop.kind == "nodes" else messages.too_deep(span, DEPTH)


def _backslash(source: Source, stop: Stop) -> int:
    """Where the escape begins that stopped the parser."""
    return max(source.text.rfind("\\", 0, stop.index + 1), 0)


def _no_mapping(source: Source, root: Node | None, told: bool) -> list[Diagnostic]:
    """What is said of a file that holds no mapping."""
    if isinstance(root, SeqNode):
        return [messages.not_a_mapping(place(source, root.span.start, root.span.start + 1), "a list")]
    if isinstance(root, ScalarNode) and not root.absent:
        return [messages.not_a_mapping(root.span, "one text")]
    return [] if told else [messages.empty_file(source)]
