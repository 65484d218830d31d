"""Hands put to the referee as closes: in every course, whatever it says must be what the proof says."""

from __future__ import annotations

from collections.abc import Mapping

from referee.cards import Card
from referee.game.close import CloseVerdict, judge_close
from referee.workshop.proof.block import Block, Result
from referee.workshop.proof.claims import Witness
from referee.workshop.proof.tableblocks import TableBlocks


def close_agrees(made: TableBlocks, witness: Witness) -> bool | None:
    """Whether a hand of the close comes out in its course as the proof says; None where nobody can close so."""
    number, course = witness
    block, kind = made.blocks["close", "hand"], made.kinds.kinds[number]
    verdict = referee_says(made, kind.smallest, course)
    if verdict is None:
        return None
    return _same(block.outcome(block.groups[number], course, block.judged), verdict, block)


def referee_says(made: TableBlocks, hand: tuple[Card, ...], number: int) -> CloseVerdict | None:
    """The referee's verdict in a course; None where no gate lets through, or all such closing cards are held."""
    rules = made.rules
    course, through = rules.courses.all[number], _through(made)
    if through is None:
        return None
    given = {**course.given, **through}
    if course.card.index < 0:
        return judge_close(rules.table, hand, given=given)
    held = sum(card.index == course.card.index for card in hand)
    if held >= course.card.count or course.card.own:
        return None
    closing = Card(course.card.index)
    return judge_close(rules.table, hand, given=given, closing=closing, taken=closing if course.card.taken else None)


def _through(made: TableBlocks) -> Mapping[str, int | bool] | None:
    """Facts of a course in which the gates let through; None if they never do."""
    passes, gates = made.blocks["close", "course"].judged.passes, made.rules.gate_courses
    if not passes:
        return None
    course = gates.all[(passes & -passes).bit_length() - 1]
    return {name: course.given[name] for name in gates.tried}


def _same(expected: Result | None, verdict: CloseVerdict, block: Block) -> bool:
    if expected is None or not verdict.legal:
        return expected is None and not verdict.legal
    wins, writes = expected.effect[:2]
    known = not isinstance(writes, int) or verdict.writes == writes
    names = {block.cases[case].name for case in expected.cases}
    return verdict.outcome in names and wins == verdict.wins_game and known
