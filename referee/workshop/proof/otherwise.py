"""Hands whose equally good arrangements do not all come out the same when a round is closed with them.

Which of them counts is settled by lists of cards (x.6), which nobody looks at who plays. The arrangements that are
shown are priced on the referee first: what each comes to by itself is what a round comes to that is closed so.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

from referee.game.facts import HIDDEN, UNKNOWN_CARD, CloseFacts
from referee.game.price import price
from referee.game.result import RoundResult
from referee.game.roundfacts import set_arrangement
from referee.table import Table
from referee.workshop.proof import messages
from referee.workshop.proof.block import Block, Effect, Group
from referee.workshop.proof.disagreement import Disagreement
from referee.workshop.proof.finding import Finding
from referee.workshop.proof.lying import Lying, Lyings
from referee.workshop.proof.replaystates import course_of, standing_of
from referee.workshop.proof.standings import standing
from referee.workshop.proof.tableblocks import TableBlocks


def arranged_otherwise(made: TableBlocks) -> Iterator[Finding]:
    """The finding about such hands, if there are any. Disagreement."""
    block, times = made.blocks["close", "hand"], 0
    first: int | None = None
    for number, kind in enumerate(made.kinds.kinds):
        if len({_alone(block, point) for point in _best(made, block, number)}) > 1:
            times += kind.hands
            first = number if first is None else first
    if first is not None:
        told, lesser = _arrangements(made, first)
        yield messages.arranged_otherwise(block, (first, 0), times, told, lesser=lesser)


def _best(made: TableBlocks, block: Block, number: int) -> list[int]:
    """The points of a kind of hand with the fewest loose points."""
    points = standing(block, made.kinds.kinds[number].points)
    least = min(made.kinds.points[point].deadwood for point in points)
    return [point for point in points if made.kinds.points[point].deadwood == least]


def _alone(block: Block, point: int) -> tuple[int, Effect] | None:
    """What an arrangement comes to by itself, in the usual course: the outcome by its number, and what it does."""
    out = block.outcome(Group((point,), 1, ""), 0, block.judged)
    return None if out is None else (out.case, out.effect)


def _arrangements(made: TableBlocks, number: int) -> tuple[str, int]:
    """Two arrangements of the smallest such hand that come out otherwise, in words, and the later of their outcomes."""
    table, block, kind = made.rules.table, made.blocks["close", "hand"], made.kinds.kinds[number]
    best = {made.kinds.points[at]: at for at in _best(made, block, number)}
    told: dict[str, str] = {}
    lesser = 0
    for point, lying in sorted(Lyings(made.rules, made.kinds).arranged(kind.smallest), key=lambda one: -one[0].melded):
        if point not in best:
            continue
        out = _alone(block, best[point])
        if not closes_so(made, lying, block, out):
            hand = block.groups[number].told
            raise Disagreement(f"the proof and the referee disagree about {hand}; please report the rule set")
        said = _comes_to(block, out)
        lesser = lesser if out is None else max(lesser, out[0])
        melds = " | ".join(" ".join(map(table.write, meld.cards)) for meld in lying.melds) or "loose cards alone"
        told.setdefault(said, f"as {melds} {said}")
    return f"{block.groups[number].told} {', '.join(list(told.values())[:2])}", lesser


def _comes_to(block: Block, out: tuple[int, Effect] | None) -> str:
    if out is None:
        return "may not close"
    name, (wins, writes) = block.cases[out[0]].name, out[1][:2]
    return f"is {name} and {'wins the game' if wins else f'writes {writes}'}"


def closes_so(made: TableBlocks, lying: Lying, block: Block, out: tuple[int, Effect] | None) -> bool:
    """Whether the referee says of a round closed with a hand that lies so what the block says of its point."""
    table, usual = made.rules.table, SimpleNamespace()
    if out is None:
        return _is_refused(table, lying, made)
    course = course_of(table, usual, 0)
    result = RoundResult(course, 0, block.cases[-1].name, None, lying.melds, (lying.seat(0),), ())
    sheet = price(table, result, standing_of(table, usual, 0))
    (wins, writes), line = out[1][:2], sheet.of(0)
    known = not isinstance(writes, int) or (line is not None and line.points == writes)
    won = (sheet.won_by == 0) == (wins or writes is None)
    return sheet.outcome == block.cases[out[0]].name and won and (known or bool(wins))


def _is_refused(table: Table, lying: Lying, made: TableBlocks) -> bool:
    """Whether a condition of the close, or every outcome, speaks against an arrangement."""
    facts = CloseFacts(made.rules.courses.all[0].given)
    set_arrangement(facts, table, lying.hand, lying.melds, lying.loose)
    facts.hand, facts.card = [table.kind(card) for card in lying.hand], UNKNOWN_CARD
    asked = [one.test for one in table.conditions("close.may_close")]
    refused = any(not test.call(facts) for test in asked if not test.reads & HIDDEN)
    return refused or not any(one.reads & HIDDEN or one.when.call(facts) for one in table.outcomes)
