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
from referee.source import Source
from referee.yamltree import messages
from referee.yamltree.build import Builder
from referee.yamltree.decode import decoded
from referee.yamltree.events import EventParser, Fault, Walk, fastest_parser, walk
from referee.yamltree.nodes import MapNode, Node, ScalarNode, SeqNode, place
from referee.yamltree.syntax import Around, bad_escape, explain

_INDENTING_TAB = re.compile(r"(?:^|(?<=\r))[ ]*(\t[ \t]*)(?=[^\s#])", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Reading:
    """`root` is None if the text could not be read as a mapping to its end; then `diagnostics` says why.

    With a root there may be diagnostics too (keys given twice, tags, aliases): the tree then lacks what they speak of.
    """

    source: Source
    root: MapNode | None
    diagnostics: tuple[Diagnostic, ...]


def read(
    content: bytes,
    name: str,
    *,
    parser: Callable[[str], EventParser] = fastest_parser,
    most_bytes: int = RULE_SET_BYTES,
    most_nodes: int = NODES,
) -> Reading:
    """The tree of `content`; `name` is what people call the file. Never raises. The limits are those of a rule set."""
    if len(content) > most_bytes:
        source = Source(name, "")
        return Reading(source, None, (messages.too_many_bytes(source, len(content), most_bytes),))
    source, faults = decoded(content, name)
    if faults:
        return Reading(source, None, faults)
    steps = walk(source.text, parser(source.text), most_nodes)
    if "\t" not in source.text or (steps.fault and steps.fault.kind in {"nodes", "depth"}):
        return _reading(source, steps, (), most_nodes)
    return _with_tabs(source, steps, parser, most_nodes)


def _with_tabs(source: Source, steps: Walk, parser: Callable[[str], EventParser], most_nodes: int) -> Reading:
    """A text with tabs somewhere: those that indent are mistakes, those inside quotes, blocks and lines are not."""
    blanked = steps
    if steps.fault and steps.fault.kind == "syntax":
        text = source.text.replace("\t", " ")
        blanked = walk(text, parser(text), most_nodes)
    builder = Builder(source)
    builder.build(blanked.events)
    quoted = [node for node in builder.scalars if node.style != "plain"]
    starts = [node.span.start for node in quoted]
    crowd = Crowd()
    told = [
        crowd.admit(partial(_tab, source, found))
        for found in _INDENTING_TAB.finditer(source.text)
        if not (before := bisect_left(starts, found.start(1))) or not _holds(quoted[before - 1], found.start(1))
    ]
    tabs = tuple(tab for tab in (*told, crowd.rest()) if tab is not None)
    if not tabs:
        return _reading(source, steps if blanked.fault else blanked, (), most_nodes)
    if blanked.fault and blanked.fault.kind == "syntax":
        builder.give_up()
        return Reading(source, None, in_order((*tabs, *builder.diagnostics)))
    only_tabs = not re.search(r"^(?: +\t|\t+ | +[^\s#])", source.text, re.MULTILINE)
    reading = _reading(source, blanked, tabs, most_nodes)
    return reading if only_tabs else Reading(source, None, reading.diagnostics)


def _tab(source: Source, found: re.Match[str]) -> Diagnostic:
    return messages.tab(place(source, *found.span(1)))


def _holds(node: ScalarNode, tab: int) -> bool:
    """Whether a tab at the beginning of a line is part of this scalar: of a quoted one, or of a line of a block."""
    if tab >= node.span.end or node.style in {"single", "double"}:
        return tab < node.span.end
    at = bisect_left(node.text.starts, tab)
    return at < len(node.text.starts) and node.text.starts[at] == tab


def _reading(source: Source, steps: Walk, earlier: tuple[Diagnostic, ...], most_nodes: int) -> Reading:
    """The tree of these events, and all that is to be said."""
    fault = steps.fault
    if fault and fault.kind in {"nodes", "depth"}:
        return Reading(source, None, (*earlier, _over_limit(source, fault, most_nodes)))
    builder = Builder(source)
    builder.build(steps.events)
    found = list(earlier)
    if fault and fault.kind == "document":
        found.append(messages.second_document(place(source, fault.index, fault.index + 3)))
    elif fault:
        around = Around(builder.path(), builder.last, builder.after_alias)
        told = (
            bad_escape(source, _backslash(source, fault)) if fault.kind == "escape" else explain(source, fault, around)
        )
        builder.give_up()
        return Reading(source, None, in_order((*found, *builder.diagnostics, *((told,) if told else ()))))
    found.extend(builder.diagnostics)
    root = builder.root
    if not isinstance(root, MapNode):
        found.extend(_no_mapping(source, root, bool(builder.diagnostics)))
        root = None
    return Reading(source, root, in_order(found))


def _over_limit(source: Source, fault: Fault, most_nodes: int) -> Diagnostic:
    span = place(source, fault.index, fault.index + 1)
    return messages.too_many_nodes(span, most_nodes) if fault.kind == "nodes" else messages.too_deep(span, DEPTH)


def _backslash(source: Source, fault: Fault) -> int:
    """Where the escape begins that stopped the parser."""
    return max(source.text.rfind("\\", 0, fault.index + 1), 0)


def _no_mapping(source: Source, root: Node | None, told: bool) -> list[Diagnostic]:
    """What is said of a file that holds no mapping."""
    if isinstance(root, SeqNode):
        return [messages.not_a_mapping(place(source, root.span.start, root.span.start + 1), "a list")]
    if isinstance(root, ScalarNode) and not root.absent:
        return [messages.not_a_mapping(root.span, "one text")]
    return [] if told else [messages.empty_file(source)]
