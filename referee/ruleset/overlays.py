"""Lays a file's overlays and the file itself over its base, and tells where two overlays contradict each other.

An overlay brings what its own file says over its base, and nothing of the base itself. Two overlays contradict each
other where both change one entry keyed by a clause or a name, or one setting, and not to the same value; saying it
again in the file that adopts them settles it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.diagnostics import Diagnostic
from referee.ruleset import messages
from referee.ruleset.bases import Bases, Built
from referee.ruleset.head import Reference
from referee.ruleset.layout import BOOK, CASES, CONDITIONS, OUTCOMES, REFUSALS, WINNER, Path, at, dotted
from referee.ruleset.lost import Paths
from referee.ruleset.merge import Change, merge, same
from referee.ruleset.paragraphs import drop_stale
from referee.ruleset.reader import Reader
from referee.ruleset.written import rules_of
from referee.yamltree.nodes import MapNode, Node

_KEYED: tuple[Path, ...] = (*CONDITIONS, *CASES, WINNER, OUTCOMES, ("define",), BOOK, REFUSALS)


@dataclass(frozen=True, slots=True)
class Composed:
    """All layers in one tree. `changes` are those of the file itself.

    `adopted` are those of its overlays, told where the file adopts them. `lost` are the warnings of words that went
    with paragraphs: nobody reads the paragraphs of a file with errors.
    """

    root: MapNode
    changes: tuple[Change, ...]
    adopted: tuple[Change, ...]
    diagnostics: tuple[Diagnostic, ...]
    lost: tuple[Diagnostic, ...]


def compose(own: MapNode, bases: Bases, reader: Reader) -> Composed:
    """The base, its overlays in order, then the file itself. `reader` knows what was parsed of them so far."""
    base = bases.base
    root = base.merged if base is not None and base.merged is not None else MapNode((), own.span)
    adopted: list[Change] = []
    gone: set[str] = set()
    diagnostics = _contradictions(root, own, bases.overlays)
    for wanted, overlay in bases.overlays:
        for difference in overlay.differences:
            step = merge(root, difference, base.name if base is not None else "")
            diagnostics += [
                messages.overlay_fails(wanted.name, problem, wanted.span)
                for problem in step.diagnostics
                if problem.path not in gone
            ]
            dropped = drop_stale(root, step, reader)
            root = dropped.root
            gone |= {dotted(change.path) for change in step.changes if change.kind == "removed"}
            gone |= {dotted((*section, clause)) for section in (BOOK, REFUSALS) for clause in dropped.clauses}
            adopted += [replace(change, span=wanted.span) for change in step.changes]
    step = merge(root, own, base.name if base is not None else "")
    dropped = drop_stale(root, step, reader)
    diagnostics += step.diagnostics
    blocks = {change.path[:-1] for change in step.changes if change.path[-1] == "clause" and change.kind == "changed"}
    settled = Paths({change.path for change in adopted} | blocks)
    diagnostics += [
        messages.restated(change.path, change.before, change.span, base.name)
        for change in step.changes
        if change.kind == "same"
        and base is not None
        and change.before is not None
        and not _excused(change, settled, dropped.clauses)
    ]
    return Composed(dropped.root, step.changes, tuple(adopted), tuple(diagnostics), dropped.diagnostics)


def _excused(change: Change, settled: Paths, lost: frozenset[str]) -> bool:
    """Whether saying again what stands there has a sense.

    It settles what overlays said, keeps a paragraph, or stands in a block that is put under another clause.
    """
    path = change.path
    return settled.touches(path) or (path[:1] in {BOOK, REFUSALS} and path[1] in lost)


def _contradictions(root: MapNode, own: MapNode, overlays: tuple[tuple[Reference, Built], ...]) -> list[Diagnostic]:
    """CH705 for every entry that two overlays change differently and the file does not say again."""
    said: dict[Path, tuple[Reference, Change, Node | None]] = {}  # at its unit, and at all that lies around that
    diagnostics: list[Diagnostic] = []
    if not overlays:
        return diagnostics
    told: set[str] = set()
    units: set[Path] = set()
    clauses = frozenset(clause for rule in rules_of(own) for clause in rule.clauses)
    for wanted, overlay in overlays:
        for difference in overlay.differences:
            for change in merge(root, difference).changes:
                unit = _unit(change.path)
                if change.kind == "same" or _says(own, unit) or _settles(clauses, unit):
                    continue
                value = at(difference, unit)
                other = said.get(unit) or next((said[around] for around in _around(unit) if around in units), None)
                if other is None:
                    units.add(unit)
                    for around in (unit, *_around(unit)):
                        said.setdefault(around, (wanted, change, value))
                elif other[0] is not wanted and not _agree(other[2], value) and _subject(unit) not in told:
                    told.add(_subject(unit))
                    first = (other[0].name, other[1].span)
                    diagnostics.append(messages.contradiction(unit, first, (wanted.name, change.span), wanted.span))
    return diagnostics


def _unit(path: Path) -> Path:
    """The path of the clause, name or setting that a change belongs to."""
    for block in _KEYED:
        if path[: len(block)] == block and len(path) > len(block):
            return path[: len(block) + 1]
    return path


def _subject(unit: Path) -> str:
    """What a contradiction is about: the clause, so that a rule and its paragraph are one; else the unit itself."""
    return unit[-1] if "." in unit[-1] else ".".join(unit)


def _settles(clauses: frozenset[str], unit: Path) -> bool:
    """Whether two paragraphs cannot meet because the file says their rule again, which drops both."""
    return unit[:1] in {BOOK, REFUSALS} and unit[-1] in clauses


def _around(unit: Path) -> list[Path]:
    """The sections around a unit, the outermost first."""
    return [unit[:length] for length in range(1, len(unit))]


def _says(own: MapNode, unit: Path) -> bool:
    """Whether the file says something at the unit, or takes out a section around it."""
    for length in range(len(unit), 0, -1):
        node = at(own, unit[:length])
        if node is not None:
            return length == len(unit) or not isinstance(node, MapNode)
    return False


def _agree(left: Node | None, right: Node | None) -> bool:
    return left is not None and right is not None and same(left, right)
