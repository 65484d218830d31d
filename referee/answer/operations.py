"""The questions: a table from op to function, so that another question is a line and a function.

Every function gets the question (its keys already known to be allowed), and the table it is asked at. The answers
hold what PROTOCOL.md says, in the order it says it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from referee.answer import errors, fields
from referee.answer.arrangements import arranged
from referee.answer.closing import close
from referee.answer.errors import QuestionError
from referee.answer.rule_sets import is_path, rule_set_of, table_of
from referee.game.layoff import lay_off_onto
from referee.game.meld import is_meld
from referee.game.solve import best_arrangement
from referee.library import Library
from referee.rules.model import RuleSet
from referee.table import CardError, Table

Question = Mapping[str, object]
Answer = dict[str, object]

COMMON = ("op", "rules", "options", "seats", "expect")
"""Keys of every question. `expect` is for whoever keeps questions with their answers in one file; it is not read."""


OF_RECORDS = ("op", "rules", "record", "expect")
"""Keys of a question about a record, which brings its own seats and options."""


class Operation(NamedTuple):
    """What one op may hold beside the common keys, and what answers it."""

    keys: tuple[str, ...]
    judge: Callable[[Question, Table], Answer]


class RecordOperation(NamedTuple):
    """An op about a record: what answers it by a rule set."""

    judge: Callable[[Question, RuleSet, Library], Answer]
    keys: tuple[str, ...] = ("record",)


def answer(question: Question, library: Library, *, files: bool = True) -> Answer:
    """The answer to a question, an `error` included; it depends on the question, the library and the files named.

    Without `files` none is opened: rules are then those of the library.
    """
    try:
        return _judge(question, library, files=files)
    except QuestionError as error:
        return errors.refusal(error)
    except CardError as error:
        return errors.refusal(QuestionError(error.code, error.message))


def _judge(question: Question, library: Library, *, files: bool) -> Answer:
    if "op" not in question:
        raise QuestionError("KEY_MISSING", "a question needs `op`")
    op = fields.text(question, "op", "")
    operation = OPERATIONS.get(op)
    if operation is None:
        raise errors.unknown("OP_UNKNOWN", "op", op, OPERATIONS)
    of_record = isinstance(operation, RecordOperation)
    fields.known_keys(question, op, OF_RECORDS if of_record else (*COMMON, *operation.keys))
    rules = fields.text(question, "rules", op)
    if not files and is_path(rules):
        raise errors.no_files(rules)
    if isinstance(operation, RecordOperation):
        return operation.judge(question, rule_set_of(rules, library), library)
    seats, options = fields.number(question, "seats"), fields.values(question, "options")
    table = table_of(rule_set_of(rules, library), seats, options, library)
    return operation.judge(question, table)


def _deadwood(question: Question, table: Table) -> Answer:
    return arranged(table, best_arrangement(table, table.read_hand(fields.texts(question, "hand", "deadwood"))))


def _meld(question: Question, table: Table) -> Answer:
    found = is_meld(table, table.read_hand(fields.texts(question, "cards", "meld")))
    return {"meld": False} if found is None else {"meld": True, "kind": found.kind}


def _invalid_hand(question: Question, table: Table) -> Answer:
    return {"hand": [table.write(card) for card in table.read_hand(fields.texts(question, "hand", "invalid_hand"))]}


def _layoff(question: Question, table: Table) -> Answer:
    """What the holder of `hand` writes who may lay off on the closer's melds, and how."""
    melds = [table.read_hand(cards) for cards in fields.melds(question, "table", "layoff")]
    hand = table.read_hand(fields.texts(question, "hand", "layoff"))
    table.check_copies([*hand, *(card for meld in melds for card in meld)])
    done = lay_off_onto(table, melds, hand)
    if done is None:
        raise QuestionError("NO_MELD", "`table` holds cards that are no meld")
    return {
        "points": done.deadwood,
        "melds": [[table.write(card) for card in meld.cards] for meld in done.melds],
        "laid": [{"card": table.write(one.card), "meld": one.meld} for one in done.laid],
        "loose": [table.write(card) for card in done.loose],
    }


def _legal_actions(question: Question, rule_set: RuleSet, library: Library) -> Answer:
    from referee.answer.records import legal  # noqa: PLC0415 - what reads records is heavy, and seldom asked for

    return legal(question, rule_set, library)


def _validate(question: Question, rule_set: RuleSet, library: Library) -> Answer:
    from referee.answer.records import validate  # noqa: PLC0415 - as above

    return validate(question, rule_set, library)


OPERATIONS: Mapping[str, Operation | RecordOperation] = {
    "deadwood": Operation(("hand",), _deadwood),
    "meld": Operation(("cards",), _meld),
    "close": Operation(("keep", "cards", "laps", "given"), close),
    "invalid_hand": Operation(("hand",), _invalid_hand),
    "layoff": Operation(("table", "hand"), _layoff),
    "legal_actions": RecordOperation(_legal_actions),
    "validate": RecordOperation(_validate),
}
