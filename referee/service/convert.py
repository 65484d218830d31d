"""Between the domain and the wire: the only file that knows both.

Everything here is total: what the domain holds can be sent. Texts an author wrote may hold what UTF-8 cannot (half a
surrogate pair from an escape); it is sent as U+FFFD.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.cards import Card
from referee.diagnostics import Diagnostic, Severity, number_of
from referee.diagnostics.render import render_text
from referee.game.close import CloseVerdict, Closings
from referee.game.meld import Meld
from referee.game.refusal import Failure
from referee.game.solve import Arrangement
from referee.lang.unparse import unparse
from referee.limits import DIAGNOSTICS_SHOWN, OPTIMAL_ARRANGEMENTS, RELATED_PLACES, SEATS
from referee.rules.canonical import canonical_bytes
from referee.rules.model import Option, Outcome, RuleSet
from referee.service.measured import Measured, measured
from referee.service.status import FieldFault
from referee.source import Span
from referee.table import Table
from referee.table.draft import Binder, seats_offered, within
from referee.v1 import diagnostics_pb2, hands_pb2, rule_set_service_pb2, rule_sets_pb2
from referee.voice import Printed, expr_in_words, refusal_text
from referee.workshop.check import Checked

_KINDS = {"set": hands_pb2.MELD_KIND_SET, "run": hands_pb2.MELD_KIND_RUN}
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


def arrangement(table: Table, found: Arrangement) -> hands_pb2.Arrangement:
    """An arrangement."""
    write = table.write
    return hands_pb2.Arrangement(
        melds=[meld(table, each) for each in found.melds],
        loose_cards=[write(card) for card in found.loose],
        deadwood=found.deadwood,
    )


def meld(table: Table, found: Meld) -> hands_pb2.Meld:
    """A meld."""
    write = table.write
    told = hands_pb2.Meld(kind=_KINDS[found.kind], cards=[write(card) for card in found.cards])
    if found.wilds:
        for index, (card, place) in enumerate(zip(found.cards, found.places, strict=True)):
            if place != card:
                told.wilds.add(index=index, stands_for=write(place) if place else "")
    return told


def hand_value(table: Table, best: Arrangement, optimal: Sequence[Arrangement]) -> hands_pb2.HandValue:
    """What a hand is worth; of more optimal arrangements than may be sent it says that there are more."""
    return hands_pb2.HandValue(
        deadwood=best.deadwood,
        best=arrangement(table, best),
        optimal=[arrangement(table, each) for each in optimal[:OPTIMAL_ARRANGEMENTS]],
        more_optimal=len(optimal) > OPTIMAL_ARRANGEMENTS,
    )


def input_fault(fault: FieldFault) -> hands_pb2.InputFault:
    """Why an item was not judged."""
    return hands_pb2.InputFault(reason=fault.reason, message=sendable(fault.message), field=sendable(fault.field))


# -- closes ----------------------------------------------------------------------------------------------------------


def close_of_kept(table: Table, verdict: CloseVerdict, language: str) -> hands_pb2.CloseAnswer:
    """The answer about a close of which only the cards kept are known."""
    return hands_pb2.CloseAnswer(legal=verdict.legal, verdict=_verdict(table, verdict, language))


def close_of_hand(table: Table, closings: Closings, chosen: Card | None, language: str) -> hands_pb2.CloseAnswer:
    """The answer about a close of a whole hand, with the card chosen, or the best one if nobody chose."""
    answer = hands_pb2.CloseAnswer(best_card=table.write(closings.best) if closings.best else "")
    for card, verdict in closings.each:
        told = answer.closings.add(card=table.write(card), verdict=_verdict(table, verdict, language))
        if chosen is not None and card.index == chosen.index:
            answer.legal = verdict.legal
            answer.verdict.CopyFrom(told.verdict)
    return answer


def _verdict(table: Table, found: CloseVerdict, language: str) -> hands_pb2.CloseVerdict:
    verdict = hands_pb2.CloseVerdict(
        legal=found.legal,
        arrangement=arrangement(table, found.arrangement),
        not_judged=found.not_judged,
    )
    if not found.legal:
        verdict.refusal.broken.extend(broken(table, failure, language) for failure in found.failures)
        return verdict
    verdict.outcome = found.outcome or ""
    verdict.clause = found.clause
    verdict.priced_by = found.priced_by
    verdict.wins_game = found.wins_game
    if found.writes is not None:
        verdict.writes = found.writes
    return verdict


def broken(table: Table, failure: Failure, language: str) -> hands_pb2.BrokenClause:
    """A condition that fails, and what the player is told."""
    return hands_pb2.BrokenClause(
        clause=failure.clause,
        code=failure.code,
        key=failure.key,
        text=sendable(refusal_text(table, failure, language)),
        measurements=[_measurement(measured(table, leaf), language) for leaf in failure.leaves],
    )


def _measurement(found: Measured, language: str) -> hands_pb2.Measurement:
    return hands_pb2.Measurement(
        name=unparse(found.expr),
        words=expr_in_words(found.expr, language),
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
        )


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


def value_text(value: int | bool | str) -> str:
    """The value of an option as rule sets write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


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
