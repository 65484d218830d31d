"""Hands, closes, diagnostics and rule sets as messages. Records, actions and states have modules of their own.

Everything here is total: what the domain holds can be sent. Texts an author wrote may hold what UTF-8 cannot (half a
surrogate pair from an escape); it is sent as U+FFFD.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.cards import Card
from referee.diagnostics import Diagnostic, Fix, Severity, number_of
from referee.diagnostics.render import render_text
from referee.game.candidates import Candidate
from referee.game.close import CloseVerdict, Closings
from referee.game.meld import Meld
from referee.game.refusal import Failure
from referee.game.solve import Arrangement
from referee.lang.syntax import Expr
from referee.lang.unparse import unparse
from referee.limits import DIAGNOSTICS_SHOWN, OPTIMAL_ARRANGEMENTS, RELATED_PLACES, SEATS
from referee.rules.canonical import canonical_bytes
from referee.rules.model import Option, Outcome, RuleSet
from referee.service.measured import Measured, measured
from referee.service.status import FieldFault
from referee.source import Span
from referee.store.model import Revision
from referee.table import Table
from referee.table.draft import Binder, seats_offered, within
from referee.table.melds import MELD_KINDS
from referee.table.options import value_text
from referee.v1 import diagnostics_pb2, hands_pb2, rule_set_service_pb2, rule_set_store_service_pb2, rule_sets_pb2
from referee.voice import Printed, expr_in_words, refusal_text
from referee.workshop.check import Checked

_KINDS = {"set": hands_pb2.MELD_KIND_SET, "run": hands_pb2.MELD_KIND_RUN}
MELD_KINDS_ON_THE_WIRE = tuple([_KINDS[kind] for kind in MELD_KINDS])
_SEVERITIES = {
    Severity.ERROR: diagnostics_pb2.SEVERITY_ERROR,
    Severity.WARNING: diagnostics_pb2.SEVERITY_WARNING,
    Severity.INFORMATION: diagnostics_pb2.SEVERITY_INFORMATION,
}
_COMPARATORS = {
    name.removeprefix("COMPARATOR_").replace("_", " ").lower(): hands_pb2.Comparator.Value(name)
    for name in hands_pb2.Comparator.keys()  # noqa: SIM118 - no mapping
}
_LONGEST_EXCERPT = 300
_LONGEST_TEXT = 1000


def sendable(text: str) -> str:
    """The text as UTF-8 can hold it."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _cut(text: str) -> str:
    """A text of a diagnostic, which quotes its author, at a length that a thousand of them may have."""
    return sendable(text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}…")


# -- hands -----------------------------------------------------------------------------------------------------------


def tell_arrangement(told: hands_pb2.Arrangement, table: Table, found: Arrangement) -> None:
    """Write an arrangement into the message it belongs to: made first and put there then, it would be copied."""
    written = table.pack.notation.write_all
    told.deadwood = found.deadwood
    told.loose_cards.extend(written(found.loose))
    for one in found.melds:
        _tell_wilds(told.melds.add(kind=_KINDS[one.kind], cards=written(one.cards)), table, one)


def meld(table: Table, found: Meld) -> hands_pb2.Meld:
    """A meld."""
    told = hands_pb2.Meld(kind=_KINDS[found.kind], cards=table.pack.notation.write_all(found.cards))
    _tell_wilds(told, table, found)
    return told


def _tell_wilds(told: hands_pb2.Meld, table: Table, found: Meld) -> None:
    if found.wilds:
        for index, (card, place) in enumerate(zip(found.cards, found.places, strict=True)):
            if place != card:
                told.wilds.add(index=index, stands_for=table.write(place) if place else "")


def tell_value(told: hands_pb2.HandValue, table: Table, best: Arrangement, optimal: Sequence[Arrangement]) -> None:
    """What a hand is worth; of more optimal arrangements than may be sent it says that there are more."""
    told.deadwood = best.deadwood
    tell_arrangement(told.best, table, best)
    for each in optimal[:OPTIMAL_ARRANGEMENTS]:
        tell_arrangement(told.optimal.add(), table, each)
    told.more_optimal = len(optimal) > OPTIMAL_ARRANGEMENTS


def plain_value(table: Table, kinds: Sequence[int], melds: Sequence[Candidate]) -> Any:
    """The fields of a HandValue: of a hand of these kinds, each once and none wild, with these melds as its best.

    A message made of fields takes them at once, where one made of messages copies these.
    """
    written, loose = table.pack.notation.texts.__getitem__, kinds
    laid = []
    for one in melds:
        laid.append({"kind": MELD_KINDS_ON_THE_WIRE[one.kind], "cards": list(map(written, one.places or one.cards))})
        loose = [kind for kind in loose if kind not in one.cards]
    deadwood = sum(map(table.points.__getitem__, loose))
    best = {"melds": laid, "loose_cards": list(map(written, loose)), "deadwood": deadwood}
    return {"deadwood": deadwood, "best": best}


def input_fault(fault: FieldFault) -> hands_pb2.InputFault:
    """Why an item was not judged."""
    return hands_pb2.InputFault(reason=fault.reason, message=sendable(fault.message), field=sendable(fault.field))


# -- closes ----------------------------------------------------------------------------------------------------------


def tell_close_of_kept(told: hands_pb2.CloseAnswer, table: Table, verdict: CloseVerdict, language: str) -> None:
    """The answer about a close of which only the cards kept are known."""
    told.legal = verdict.legal
    _tell_verdict(told.verdict, table, verdict, language)


def tell_close_of_hand(
    told: hands_pb2.CloseAnswer, table: Table, closings: Closings, chosen: Card | None, language: str
) -> None:
    """The answer about a close of a whole hand, with the card chosen, or the best one if nobody chose."""
    told.best_card = table.write(closings.best) if closings.best else ""
    for card, verdict in closings.each:
        closing = told.closings.add(card=table.write(card))
        _tell_verdict(closing.verdict, table, verdict, language)
        if chosen is not None and card.index == chosen.index:
            told.legal = verdict.legal
            told.verdict.CopyFrom(closing.verdict)


def _tell_verdict(told: hands_pb2.CloseVerdict, table: Table, found: CloseVerdict, language: str) -> None:
    told.legal = found.legal
    tell_arrangement(told.arrangement, table, found.arrangement)
    told.not_judged.extend(found.not_judged)
    if not found.legal:
        told.refusal.broken.extend(broken(table, failure, language) for failure in found.failures)
        return
    told.outcome = found.outcome or ""
    told.clause = found.clause
    told.priced_by = found.priced_by
    told.wins_game = found.wins_game
    if found.writes is not None:
        told.writes = found.writes


def broken(table: Table, failure: Failure, language: str) -> hands_pb2.BrokenClause:
    """A condition that fails, and what the player is told."""
    return hands_pb2.BrokenClause(
        clause=failure.clause,
        code=failure.code,
        key=failure.key,
        text=sendable(refusal_text(table, failure, language)),
        measurements=[_measurement(table, measured(table, leaf), language) for leaf in failure.leaves],
    )


class _Said:
    """What is measured at one table, as the rules write it and in words: said once for each expression and language."""

    __slots__ = ("_held",)

    def __init__(self) -> None:
        self._held: dict[tuple[int, str], tuple[Expr, str, str]] = {}

    @classmethod
    def of(cls, table: Table) -> _Said:  # noqa: ARG003 - what makes a thing of a table is given it
        """Nothing yet."""
        return cls()

    def of_expression(self, expr: Expr, language: str) -> tuple[Expr, str, str]:
        """The expression, with which nobody else gets its id; as the rules write it; in words."""
        key = (id(expr), language)
        held = self._held.get(key)
        if held is None:
            held = self._held[key] = (expr, unparse(expr), expr_in_words(expr, language))
        return held


def _measurement(table: Table, found: Measured, language: str) -> hands_pb2.Measurement:
    _, name, words = table.derived(_Said).of_expression(found.expr, language)
    return hands_pb2.Measurement(
        name=name,
        words=words,
        value=found.value,
        comparator=_COMPARATORS[found.comparator],
        bound=found.bound,
        bound_name=found.bound_name,
        unit=found.unit,
    )


# -- diagnostics -----------------------------------------------------------------------------------------------------


def checked(found: Checked) -> rule_set_service_pb2.CheckRuleSetResponse:
    """The outcome of a check."""
    return rule_set_service_pb2.CheckRuleSetResponse(
        usable=found.rule_set is not None,
        diagnostics=_diagnostics(found.diagnostics),
        omitted=_omitted(found.diagnostics),
        report=sendable(render_text(found.diagnostics)),
    )


def compiled(found: Checked) -> rule_set_service_pb2.CompileRuleSetResponse:
    """The outcome of a compilation."""
    return rule_set_service_pb2.CompileRuleSetResponse(
        rule_set=None if found.rule_set is None else summary(found.rule_set),
        diagnostics=_diagnostics(found.diagnostics),
        omitted=_omitted(found.diagnostics),
        report=sendable(render_text(found.diagnostics)),
    )


def created(found: Checked) -> rule_set_store_service_pb2.CreateRuleSetResponse:
    """What is said of a source that is to be kept, as long as it is not."""
    return rule_set_store_service_pb2.CreateRuleSetResponse(
        diagnostics=_diagnostics(found.diagnostics),
        omitted=_omitted(found.diagnostics),
        report=sendable(render_text(found.diagnostics)),
    )


def stored(found: Revision, source: bytes = b"") -> rule_set_store_service_pb2.StoredRuleSet:
    """One revision of what is kept."""
    told = rule_set_store_service_pb2.StoredRuleSet(
        summary=summary(found.rule_set), revision=found.number, etag=found.etag, source=source
    )
    told.created.FromDatetime(found.created)
    return told


def _omitted(found: Sequence[Diagnostic]) -> int:
    return number_of(found) - min(len(found), DIAGNOSTICS_SHOWN)


def _diagnostics(found: Sequence[Diagnostic]) -> Iterable[diagnostics_pb2.Diagnostic]:
    for each in found[:DIAGNOSTICS_SHOWN]:
        excerpt = each.span.source.line(each.span.begin.line) if each.span else ""
        yield diagnostics_pb2.Diagnostic(
            code=each.code,
            severity=_SEVERITIES[each.severity],
            message=_cut(each.message),
            range=_range(each.span) if each.span else None,
            path=_cut(each.path),
            help=_cut(each.help),
            excerpt=sendable(excerpt) if len(excerpt) <= _LONGEST_EXCERPT else "",
            related=[
                diagnostics_pb2.RelatedRange(message=_cut(other.message), range=_range(other.span))
                for other in each.related[:RELATED_PLACES]
            ],
            fix=None if each.fix is None else _fix(each.fix),
        )


def _fix(fix: Fix) -> diagnostics_pb2.Fix:
    return diagnostics_pb2.Fix(range=_range(fix.span), text=sendable(fix.text), safe=fix.safe)


def _range(span: Span) -> diagnostics_pb2.SourceRange:
    begin, finish = span.begin, span.finish
    return diagnostics_pb2.SourceRange(
        file=sendable(span.source.name),
        line=begin.line,
        column=begin.column,
        end_line=finish.line,
        end_column=finish.column,
    )


# -- rule sets -------------------------------------------------------------------------------------------------------


def summary(found: RuleSet) -> rule_sets_pb2.RuleSetSummary:
    """A rule set in a list."""
    return rule_sets_pb2.RuleSetSummary(
        name=found.name,
        digest=found.digest,
        titles={language: sendable(title) for language, title in found.title.items()},
        extends=found.extends,
        playable=found.playable,
    )


def rule_set(found: RuleSet, source: bytes) -> rule_sets_pb2.RuleSet:
    """Everything about a rule set."""
    return rule_sets_pb2.RuleSet(
        summary=summary(found),
        seats=_seats(found),
        options=[_option(option, found) for option in found.options.values()],
        outcomes=[_outcome(outcome) for outcome in found.outcomes],
        canonical_json=canonical_bytes(found).decode(),
        source=source,
    )


def _seats(rule_set: RuleSet) -> tuple[int, ...]:
    """The numbers of seats offered at the default options; none if the rule set does not say."""
    if "table.seats" not in rule_set.settings:
        return ()
    defaults = {name: option.default for name, option in rule_set.options.items()}
    return within(seats_offered(Binder(rule_set, defaults)), SEATS)


def _option(found: Option, rule_set: RuleSet) -> rule_sets_pb2.RuleSetOption:
    choice = found.name in rule_set.enums
    members = rule_set.enums[found.name].members if choice else ()
    return rule_sets_pb2.RuleSetOption(
        name=found.name,
        clause=found.clause,
        type="choice" if choice else str(found.type),
        default_value=value_text(found.default),
        low=found.low,
        high=found.high,
        one_of=[value_text(value) for value in found.one_of or members],
        offered_when=unparse(found.when) if found.when else "",
        fixed=found.fixed,
    )


def _outcome(found: Outcome) -> rule_sets_pb2.RuleSetOutcome:
    return rule_sets_pb2.RuleSetOutcome(
        name=found.name,
        clause=found.clause,
        priced_by=found.priced_by,
        when=unparse(found.when),
        writes=unparse(found.writes) if found.writes else "",
        wins_game=unparse(found.wins_game),
    )


def description(
    table: Table, printed: Iterable[Printed], language: str
) -> rule_set_service_pb2.DescribeRuleSetResponse:
    """The printed rules of a table."""
    titles = table.rule_set.title
    return rule_set_service_pb2.DescribeRuleSetResponse(
        rule_set_digest=table.rule_set.digest,
        language=language,
        title=sendable(titles.get(language) or titles.get("en") or table.rule_set.name),
        seats=table.seats,
        options={name: value_text(value) for name, value in table.options.items()},
        paragraphs=[
            rule_sets_pb2.PrintedParagraph(clause=each.clause, text=sendable(each.text), from_book=each.from_book)
            for each in printed
        ],
    )
