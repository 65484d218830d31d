"""Runs the tests that show a table or cards: a hand, a close, a meld, a lay-off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.cards import Card, CardError
from referee.diagnostics.model import Diagnostic
from referee.diagnostics.spelling import counted, listed, nearest, quoted
from referee.game.close import CloseQuestion, CloseVerdict, judge_close, judge_closings
from referee.game.layoff import lay_off_onto
from referee.game.meld import is_meld
from referee.game.solve import best_arrangement
from referee.rules.model import RuleSet
from referee.source import Span
from referee.suite import comparing
from referee.suite.closing import decided
from referee.suite.grounds import Grounds
from referee.suite.model import Test
from referee.suite.results import Failure, Part
from referee.table import BindError, Table
from referee.workshop.given import GivenError, read_given
from referee.workshop.reachable import impossible_fact, unreached
from referee.yamltree.nodes import ScalarNode


class Unasked(Exception):  # noqa: N818 - named as it is told
    """A test that cannot be asked; `diagnostic` says why, with its place."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def run_table(test: Test, grounds: Grounds) -> Iterator[Failure]:
    """Whether there is a game with these seats and options, and how many cards it has."""
    try:
        table = grounds.table(test.seats, test.options)
    except BindError as error:
        if test.expected["table"] != "refused":
            yield Failure("table", "offered", f"refused: {error.message}")
        return
    if test.expected["table"] != "offered":
        yield Failure("table", "refused", "offered")
    yield from comparing.plain(test.expected, "cards", table.pack.size)


def run_hand(test: Test, table: Table, grounds: Grounds) -> Iterator[Failure]:
    """A hand, arranged as x.6 says."""
    cards = _cards(test, table, "hand")
    best = best_arrangement(table, cards)
    grounds.watch.hand(table, cards, best.melds, best.loose)
    melded = tuple(Part("melded", " ".join(map(table.write, meld.cards))) for meld in best.melds)
    parts = (*comparing.loose_parts(table, best.loose), *melded)
    clause = _points_clause(table, best.loose)
    yield from comparing.plain(test.expected, "deadwood", best.deadwood, clause, parts)
    yield from _arrangement(test, table, best.melds, best.loose, parts)


def run_meld(test: Test, table: Table, grounds: Grounds) -> Iterator[Failure]:
    """Cards that are one meld, or none."""
    cards = _cards(test, table, "meld")
    found = is_meld(table, cards)
    grounds.watch.hand(table, cards, () if found is None else (found,), cards if found is None else ())
    yield from comparing.plain(test.expected, "is", None if found is None else found.kind)


def run_lay_off(test: Test, table: Table, grounds: Grounds) -> Iterator[Failure]:
    """What another seat melds and lays off on a closer's melds; Unasked if they are none, or hold cards they cannot."""
    cards = _cards(test, table, "lay_off")
    given = test.asked["onto"]
    melds = [_read(test, table, "onto", text) for text in (given if isinstance(given, list) else [given])]
    try:
        table.check_copies([*cards, *(card for meld in melds for card in meld)])
    except CardError as error:
        raise Unasked(Diagnostic("CH802", error.message, test.place("onto"))) from error
    done = lay_off_onto(table, melds, cards)
    if done is None:
        strange = next(text for text, meld in zip(_listed(given), melds, strict=True) if is_meld(table, meld) is None)
        message = f"nothing can be laid on {quoted(strange)}, which is no meld"
        raise Unasked(Diagnostic("CH802", message, test.place("onto")))
    grounds.watch.hand(table, cards, done.melds, done.loose)
    parts = comparing.loose_parts(table, done.loose)
    clause = table.rule_set.block_clauses.get("lay_off", "")
    yield from comparing.plain(test.expected, "deadwood", done.deadwood, clause, parts)
    laid = [f"{table.write(one.card)}>{one.meld}" for one in done.laid]
    yield from comparing.same_words(test.expected, "laid", laid)
    yield from _arrangement(test, table, done.melds, done.loose, parts)


@dataclass(frozen=True, slots=True)
class _Close:
    """A close that was judged: the question whose verdict counts, and the best closing card if one was looked for."""

    question: CloseQuestion
    verdict: CloseVerdict
    best: Card | None = None
    sought: bool = False


def run_close(test: Test, table: Table, grounds: Grounds) -> Iterator[Failure]:
    """A close with the cards kept, or with one more, of which one is put face down: the one named, or the best.

    Unasked where the cards are none that can be kept, or an outcome or a clause is expected that does not exist.
    """
    wanted = _clauses_expected(test, table.rule_set)
    _known_outcome(test, table.rule_set)
    done = _judged(test, table)
    grounds.watch.close(table, done.question, done.verdict)
    verdict, expected = done.verdict, test.expected
    parts = decided(table, done.question, verdict, wanted[0] if wanted else "")
    cited = list(dict.fromkeys(one.clause for one in verdict.failures))
    clause = " ".join(cited) or verdict.clause
    if "refused" in expected:
        yield from _refused(expected["refused"], verdict, clause, parts)
    if not verdict.legal and "refused" not in expected and {"outcome", "writes", "wins_game"} & expected.keys():
        key = next(key for key in ("outcome", "wins_game", "writes") if key in expected)
        yield Failure(key, str(expected[key]), f"refused by {clause}", clause, parts)
    elif verdict.legal:
        yield from comparing.plain(expected, "outcome", verdict.outcome, clause, parts)
        yield from comparing.plain(expected, "wins_game", verdict.wins_game, clause, parts)
        yield from comparing.plain(expected, "writes", _writes(verdict), verdict.priced_by, parts)
    yield from comparing.plain(expected, "legal", verdict.legal, clause, parts)
    yield from comparing.plain(expected, "onto", "nobody" if verdict.wins_game else verdict.lay_off, clause, parts)
    yield from comparing.plain(expected, "deadwood", verdict.arrangement.deadwood, clause, parts)
    if "best" in expected:
        if not done.sought:
            message = "`best` is asked of one card more than a hand, without `closing`"
            raise Unasked(Diagnostic("CH801", message, test.place("best")))
        best = None if done.best is None else table.write(done.best)
        yield from comparing.plain(expected, "best", best, clause, parts)
    yield from _arrangement(test, table, verdict.arrangement.melds, verdict.arrangement.loose, parts)


def _judged(test: Test, table: Table) -> _Close:
    cards, size = _cards(test, table, "close"), table.hand_size
    if len(cards) not in {size, size + 1}:
        message = f"this close has {counted(len(cards), 'card')}; a close takes {size} or {size + 1} cards"
        raise Unasked(Diagnostic("CH802", message, test.place("close")))
    try:
        given = read_given(test.asked.get("given") or {})
    except GivenError as error:
        raise Unasked(Diagnostic("CH801", error.message, test.place("given"), error.help)) from error
    for fact, why in unreached(table, given):
        raise Unasked(impossible_fact(fact, given[fact], why, test.place("given")))
    closing, taken = _one_of(test, table, "closing", cards), _one_of(test, table, "taken", cards)
    if len(cards) == size:
        key = "closing" if closing is not None else "taken" if taken is not None else ""
        if key:
            message = f"`{key}` is asked of {size + 1} cards: those kept and the one put face down; here are {size}"
            raise Unasked(Diagnostic("CH802", message, test.place(key)))
        question = CloseQuestion(cards, given, None, None, None)
        return _Close(question, judge_close(table, cards, given=given))
    best, sought = None, closing is None
    if closing is None:
        closings = judge_closings(table, cards, given=given, taken=taken)
        best = closings.best
        closing = closings.each[0][0] if best is None else best
    keep = list(cards)
    keep.remove(closing)
    verdict = judge_close(table, keep, given=given, closing=closing, hand=cards, taken=taken)
    return _Close(CloseQuestion(tuple(keep), given, closing, cards, taken), verdict, best, sought)


def _refused(wanted: Any, verdict: CloseVerdict, clause: str, parts: tuple[Part, ...]) -> Iterator[Failure]:
    """One clause that must be among those that refuse, or a list of all of them."""
    named = wanted if isinstance(wanted, list) else [wanted]
    keys = {one.clause for one in verdict.failures} | {one.key for one in verdict.failures}
    told = f"`{verdict.outcome}`, a legal close" if verdict.legal else clause
    if isinstance(wanted, list):
        cited = {one.clause for one in verdict.failures}
        if verdict.legal or set(map(str, wanted)) != cited:
            yield Failure("refused", " ".join(map(str, wanted)), told, clause, parts)
    elif verdict.legal or not keys & set(map(str, named)):
        yield Failure("refused", str(wanted), told, clause, parts)


def _writes(verdict: CloseVerdict) -> object:
    """What is written, as a test expects it: a number, or a word where there is none."""
    if verdict.wins_game:
        return "nothing: the game is won"
    return "what the hands of the others make it" if verdict.writes is None else verdict.writes


def _arrangement(test: Test, table: Table, melds: Any, loose: Any, parts: tuple[Part, ...]) -> Iterator[Failure]:
    try:
        yield from comparing.arrangement(table, test.expected, melds, loose, parts)
    except CardError as error:
        key = "melds" if "melds" in test.expected and "loose" not in test.expected else "loose"
        raise Unasked(Diagnostic("CH802", error.message, test.place(key))) from error


def _cards(test: Test, table: Table, key: str) -> tuple[Card, ...]:
    return _read(test, table, key, test.asked[key])


def _read(test: Test, table: Table, key: str, text: object) -> tuple[Card, ...]:
    try:
        return comparing.cards_of(table, text)
    except CardError as error:
        raise Unasked(Diagnostic("CH802", error.message, place_of_card(test, key, error))) from error


def place_of_card(test: Test, key: str, error: CardError) -> Span:
    """Where a card stands that an error speaks of, the second one if it stands there twice; else the key."""
    node = test.written(key)
    if not isinstance(node, ScalarNode) or not error.text:
        return test.place(key)
    found = list(re.finditer(rf"(?<!\w){re.escape(error.text)}(?!\w)", node.value))
    if not found:
        return test.place(key)
    at = found[1] if error.code == "CARD_TWICE" and len(found) > 1 else found[0]
    return node.text.span(*at.span())


def _one_of(test: Test, table: Table, key: str, cards: tuple[Card, ...]) -> Card | None:
    """A card of the close that a key names."""
    if key not in test.asked:
        return None
    named = _read(test, table, key, test.asked[key])
    found = next((card for card in cards if named and card.index == named[0].index), None)
    if found is None or len(named) != 1:
        message = f"`{key}` must be one of the cards of this close; found {quoted(str(test.asked[key]))}"
        raise Unasked(Diagnostic("CH802", message, test.place(key)))
    return found


def _listed(given: Any) -> list[str]:
    return [str(one) for one in given] if isinstance(given, list) else [str(given)]


def _points_clause(table: Table, loose: tuple[Card, ...]) -> str:
    """The clause that prices the dearest loose card, if all are priced by one."""
    cases = table.rule_set.cases.get("points", ())
    return cases[0].clause if loose and len(cases) == 1 else ""


def _clauses_expected(test: Test, rules: RuleSet) -> list[str]:
    """The clauses that `refused` names; Unasked if one can refuse nothing here."""
    wanted = test.expected.get("refused")
    named = [str(one) for one in wanted] if isinstance(wanted, list) else [] if wanted is None else [str(wanted)]
    known = {key for one in rules.conditions.get("close.may_close", ()) for key in (one.key, one.clause)}
    last = {rules.outcomes[-1].clause, rules.outcomes[-1].name} if rules.outcomes else set()
    clauses = sorted({one.clause for one in rules.conditions.get("close.may_close", ())})
    for clause in named:
        if clause not in known | last:
            guess = nearest(clause, known)
            meant = f"; did you mean `{guess}`?" if guess else ""
            message = f"no clause {quoted(clause)} can refuse a close here{meant}"
            help_ = f"clauses that can: {listed(clauses)}"
            raise Unasked(Diagnostic("CH801", message, test.place("refused"), help_))
    return named


def _known_outcome(test: Test, rules: RuleSet) -> None:
    names = [one.name for one in rules.outcomes]
    wanted = str(test.expected.get("outcome", names[0] if names else ""))
    if wanted not in names:
        guess = nearest(wanted, names)
        meant = f"; did you mean `{guess}`?" if guess else ""
        message = f"no outcome of a close is called {quoted(wanted)}{meant}"
        raise Unasked(Diagnostic("CH801", message, test.place("outcome"), f"outcomes here: {listed(names)}"))
