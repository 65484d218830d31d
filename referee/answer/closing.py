"""The question `close`: with the cards kept, or with these and the closing card among them."""

from __future__ import annotations

from collections.abc import Mapping

from referee.answer import fields
from referee.answer.errors import QuestionError
from referee.diagnostics.spelling import counted
from referee.game.close import CloseVerdict, judge_close, judge_closings
from referee.table import Card, Table

Question = Mapping[str, object]
Answer = dict[str, object]


def close(question: Question, table: Table) -> Answer:
    """The verdict on `keep`, or that on each card of `cards` as the closing card; QuestionError unless it is one."""
    if ("keep" in question) == ("cards" in question):
        raise QuestionError("KEEP_OR_CARDS", "a close is asked with either `keep` or `cards`")
    given = _given(question)
    if "keep" in question:
        kept = _exactly(table, fields.texts(question, "keep", "close"), table.hand_size, "keep")
        return verdict(judge_close(table, kept, given=given))
    cards = _exactly(table, fields.texts(question, "cards", "close"), table.hand_size + 1, "cards")
    closings = judge_closings(table, cards, given=given)
    best = None if closings.best is None else table.write(closings.best)
    each = [{"card": table.write(card), **verdict(judged)} for card, judged in closings.each]
    return {"legal": best is not None, "best": best, "closings": each}


def verdict(judged: CloseVerdict) -> Answer:
    """One verdict as the protocol writes it."""
    found: Answer = {"legal": judged.legal}
    if not judged.legal:
        found["clauses"] = clauses(judged)
    elif judged.wins_game:
        found |= {"chinchon": True, "outcome": judged.outcome}
    else:
        found |= {"outcome": judged.outcome, "score": judged.writes}
    if judged.not_judged:
        found["not_judged"] = list(judged.not_judged)
    return found


def clauses(judged: CloseVerdict) -> list[str]:
    """The clauses that a refused close breaks, each once, in natural order."""
    return list(dict.fromkeys(failure.clause for failure in judged.failures))


def _given(question: Question) -> Mapping[str, int | bool]:
    facts, laps = fields.values(question, "given"), fields.number(question, "laps")
    if laps is not None:
        if "laps" in facts:
            raise QuestionError("FACT_TWICE", "`laps` stands in the question and in `given`; write it once")
        facts = {**facts, "laps": laps}
    return facts_of(facts)


def facts_of(given: Mapping[str, int | bool | str]) -> Mapping[str, int | bool]:
    """Facts by vocabulary name as the language has them; QuestionError."""
    if not given:
        return {}
    from referee.workshop.given import GivenError, read_given  # noqa: PLC0415 - reads the vocabulary, rarely needed

    try:
        return read_given(given)
    except GivenError as error:
        message = f"{error.message}; {error.help}" if error.help else error.message
        raise QuestionError(error.code, message) from None


def _exactly(table: Table, cards: list[str], wanted: int, key: str) -> tuple[Card, ...]:
    hand = table.read_hand(cards)
    if len(hand) != wanted:
        raise QuestionError("WRONG_NUMBER_OF_CARDS", f"`{key}` holds {counted(len(hand), 'card')}, expected {wanted}")
    return hand
