"""Questions about a whole game record: what is wrong with it, and what may be played where it stops.

The record is judged by the rule set of the question, at a table with the seats and options of the record.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.answer import errors
from referee.answer.errors import QuestionError
from referee.answer.rule_sets import table_of
from referee.game.actions import Action, DrawStock, TakeUpcard
from referee.game.gamestate import GameState
from referee.game.legal import legal_actions
from referee.library import Library
from referee.record.actions import action_text
from referee.record.hearing import Hearing
from referee.record.judge import judge, not_judged
from referee.record.model import seat_letter
from referee.record.reading import ReadRecord, read_mapping
from referee.record.verdict import Finding, Verdict, Weight
from referee.rules.model import RuleSet
from referee.table import Table

Question = Mapping[str, object]
Answer = dict[str, object]


def validate(question: Question, rule_set: RuleSet, library: Library) -> Answer:
    """The verdict on a record, by codes and places."""
    read = _read(question, "validate")
    if read.record is None:
        return _told(not_judged(read, rule_set.digest))
    return _told(judge(read, _table(read, rule_set, library)))


def legal(question: Question, rule_set: RuleSet, library: Library) -> Answer:
    """Where the game of a record stands, and every word that may come next, in a fixed order."""
    read = _read(question, "legal_actions")
    states: list[GameState] = []

    def watch(hearing: Hearing) -> None:
        states.append(hearing.moment.state)

    if read.record is None:
        verdict = not_judged(read, rule_set.digest)
    else:
        table = _table(read, rule_set, library)
        verdict = judge(read, table, watch=watch)
    wrong = verdict.first_violation
    if wrong is not None:
        raise errors.record_invalid(wrong.code, wrong.message)
    if verdict.complete:
        return {"phase": "over", "winners": list(verdict.winners), "legal": []}
    state = verdict.state
    assert state is not None, "a game that is not over stands somewhere"
    if state.seat is None or not states:
        return {"phase": str(state.phase), "eldest": seat_letter(state.eldest), "legal": []}
    words = [_word(table, action) for action in legal_actions(table, states[-1])]
    return {"phase": str(state.phase), "seat": seat_letter(state.seat), "legal": words}


def _read(question: Question, op: str) -> ReadRecord:
    """The record of a question; QuestionError if there is none."""
    if "record" not in question:
        raise errors.missing("record", op)
    record = question["record"]
    if not isinstance(record, dict):
        raise errors.wrong_type("record", record, "an object")
    return read_mapping(record)


def _table(read: ReadRecord, rule_set: RuleSet, library: Library) -> Table:
    record = read.record
    assert record is not None
    return table_of(rule_set, len(record.seats), dict(record.options), library)


def _word(table: Table, action: Action) -> str:
    """The word of an action; nobody is told what lies on top of the stock."""
    if isinstance(action, DrawStock):
        return "+?"
    if isinstance(action, TakeUpcard) and action.card is None:
        raise QuestionError("RECORD_INVALID", "the upcard is not known, and no word says who takes it")
    return action_text(action, table.pack.notation)


def _told(verdict: Verdict) -> Answer:
    """A verdict as the protocol writes it."""
    done = verdict.accepted
    stands = [_finding(one) for one in verdict.findings if one.weight is Weight.IRREGULARITY]
    return {
        "status": str(verdict.status),
        "complete": verdict.complete,
        "accepted": {"rounds": done.rounds, "turns": done.turns, "actions": done.actions},
        **({} if verdict.first_violation is None else {"violation": _finding(verdict.first_violation)}),
        **({"stands": stands} if stands else {}),
        "totals": dict(verdict.totals),
        "out": list(verdict.out),
        "winners": list(verdict.winners),
    }


def _finding(finding: Finding) -> Answer:
    """A finding by its code, clause and place; what has no place in the play has a path instead."""
    place = finding.place
    told = {"code": finding.code, "clause": finding.clause, "round": place.round, "turn": place.turn}
    told |= {"action": place.action, "seat": place.seat, "path": "" if place.turn else place.path}
    return {key: value for key, value in told.items() if value}
