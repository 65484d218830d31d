"""What is wrong with the cases of a block: they never decide, do what others do, or leave something out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from referee.lang.syntax import Expr, TruthValue
from referee.workshop.leafvalues import leaves
from referee.workshop.proof import messages
from referee.workshop.proof.block import Block, CaseRule, Effect, Group, Judged
from referee.workshop.proof.claims import NeverDecides, SameResult, alike, places
from referee.workshop.proof.finding import Finding, told_of


def case_findings(block: Block) -> list[Finding]:
    """Everything there is to say about the cases."""
    if not block.cases:
        return []
    never = [number for number in range(len(block.cases)) if NeverDecides(number).against(block) is None]
    found = [_never(block, number) for number in never]
    alive = [number for number in range(len(block.cases)) if number not in never]
    same = [number for number in alive if SameResult(number).against(block) is None and _has_other(block, number)]
    found += [_same(block, number) for number in same]
    for one, other in pairwise(alive):
        if one not in same and other not in same and alike(block, one, other):
            first, second = block.cases[one], block.cases[other]
            found.append(messages.mergeable(block, first, second, block.decided[other]))
    if block.what == "hand":
        found += _gaps(block)
    if block.what in {"hand", "seat"}:
        found += _overlaps(block, alive)
    if block.what == "seat":
        found += _arranged_otherwise(block)
    return found


def _never(block: Block, number: int) -> Finding:
    """Why a case never decides."""
    case, judged = block.cases[number], block.judged
    fits = block.columns.of(case.when)
    if not fits:
        return messages.never_fits(block, number)
    passing = fits & judged.passes
    if not passing:
        return messages.refused_first(block, number, next(block.touched(fits), None), block.times(fits))
    chosen = judged.firsts[number] & passing
    if not chosen:
        earlier = [other for other in range(number) if judged.firsts[other] & passing]
        needed = _fewest(earlier, [judged.firsts[other] for other in earlier], passing)
        near = next(block.touched(passing), None)
        return messages.shadowed(block, number, [block.cases[n] for n in needed], near, block.times(passing))
    better = _deciding(block, chosen, judged)
    return messages.outdone(block, number, better, next(block.touched(chosen), None), block.times(chosen))


def _deciding(block: Block, column: int, judged: Judged) -> list[CaseRule]:
    """The cases that decide the groups with a point where a column holds."""
    found: dict[int, None] = {}
    for group, course in block.touched(column):
        out = block.outcome(block.groups[group], course, judged)
        if out is not None:
            found[out.case] = None
    return [block.cases[number] for number in sorted(found)]


def _fewest(numbers: Sequence[int], columns: Sequence[int], wanted: int) -> Sequence[int]:
    """One that covers all that is wanted, if there is one; else all."""
    for number, column in zip(numbers, columns, strict=True):
        if not wanted & ~column:
            return [number]
    return numbers


def _has_other(block: Block, number: int) -> bool:
    """Whether there is another case at all that could do the same."""
    return len(block.cases) > 1 and not isinstance(block.cases[number].when, TruthValue)


def _same(block: Block, number: int) -> Finding:
    """A case that others would stand in for."""
    now = block.judge({id(block.cases[number].when): False})
    others: dict[int, None] = {}
    for group, course in block.touched(block.judged.firsts[number] & block.judged.passes):
        was, out = (block.outcome(block.groups[group], course, judged) for judged in (block.judged, now))
        if was is not None and was.case == number and out is not None:
            others[out.case] = None
    return messages.same_result(block, number, [block.cases[other] for other in sorted(others)], block.decided[number])


def _gaps(block: Block) -> Iterator[Finding]:
    """Hands that meet all conditions and for which there is no outcome, where conditions speak of hands at all."""
    if not any(_speaks_of_hands(block, rule.expr) for rule in block.conditions):
        return
    judged = block.judged
    fitting = 0
    for first in judged.firsts:
        fitting |= first
    missing = judged.passes & ~fitting
    groups = {}
    for group, course in block.touched(missing):
        if group not in groups and block.outcome(block.groups[group], course, judged) is None:
            groups[group] = course
    if groups:
        least = min(groups)
        times = sum(block.groups[group].times for group in groups)
        yield messages.gap(block, (least, groups[least]), times)


def _speaks_of_hands(block: Block, expr: Expr) -> bool:
    """Whether a condition tells hands apart in one and the same course."""
    every = (1 << block.points) - 1
    for leaf in leaves(expr, block.columns.definitions):
        column = block.columns.of(leaf)
        if any(column >> (course * block.points) & every not in {0, every} for course in range(block.courses)):
            return True
    return False


def _overlaps(block: Block, alive: Sequence[int]) -> Iterator[Finding]:
    """Two outcomes that fit one arrangement and differ, where neither is the exception to the other."""
    for one, other in combinations(alive, 2):
        first, second = (block.columns.of(block.cases[number].when) for number in (one, other))
        both = first & second & block.judged.firsts[one] & block.judged.passes
        if not both or not first & ~second or not second & ~first:
            continue
        differs = _where_different(block, both, one, other)
        if differs:
            near = next(
                (at for at in block.touched(differs) if block.groups[at[0]].cards or block.what == "hand"), None
            )
            if near is None:
                continue
            yield messages.overlap(block, block.cases[one], block.cases[other], near, block.times(differs))


def _where_different(block: Block, column: int, one: int, other: int) -> int:
    found = 0
    for course, point in places(block, column):
        if block.effect_of(one, course, point) != block.effect_of(other, course, point):
            found |= 1 << (course * block.points + point)
    return found


def _arranged_otherwise(block: Block) -> Iterator[Finding]:
    """What seats write by which of equally good arrangements is taken."""
    for course in range(block.courses):
        found = [
            (number, out) for number, group in enumerate(block.groups) if (out := _both_ways(block, group, course))
        ]
        if found:
            number, (one, other) = found[0]
            said = " or ".join(f"`{block.cases[case].name}` ({_plain(effect)})" for case, effect in (one, other))
            near, times = (number, course), sum(block.groups[at].times for at, _ in found)
            lesser = max(one[0], other[0])
            yield messages.arranged_otherwise(block, near, times, f"{told_of(block, near)} by {said}", lesser=lesser)
            return


def _both_ways(block: Block, group: Group, course: int) -> tuple[tuple[int, Effect], tuple[int, Effect]] | None:
    """Two different things that a group comes to by its points; None if there are none."""
    alone = (block.outcome(Group((point,), 1, ""), course, block.judged) for point in group.points)
    found = dict.fromkeys((out.case, out.effect) for out in alone if out is not None)
    by_effect = {effect: case for case, effect in reversed(found)}
    if len(by_effect) < 2:
        return None
    (one, first), (other, second), *_ = [(case, effect) for effect, case in by_effect.items()]
    return (one, first), (other, second)


def _plain(effect: Effect) -> str:
    return " ".join(map(str, effect))
