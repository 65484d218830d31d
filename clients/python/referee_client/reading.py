"""Messages of `referee.v1` to answers. A value of a later server that this client does not know reads as unknown."""

from __future__ import annotations

from collections.abc import Sequence

from referee_client import answers
from referee_client.v1 import diagnostics_pb2, hands_pb2, rule_set_service_pb2, rule_sets_pb2

_KINDS: dict[int, answers.MeldKind] = {hands_pb2.MELD_KIND_SET: "set", hands_pb2.MELD_KIND_RUN: "run"}
_SEVERITIES: dict[int, answers.Severity] = {
    diagnostics_pb2.SEVERITY_ERROR: "error",
    diagnostics_pb2.SEVERITY_WARNING: "warning",
    diagnostics_pb2.SEVERITY_INFORMATION: "information",
}
_COMPARATORS: dict[int, str] = {
    number: name.removeprefix("COMPARATOR_").replace("_", " ").lower()
    for name, number in hands_pb2.Comparator.items()
    if number
}


def arrangement(found: hands_pb2.Arrangement) -> answers.Arrangement:
    """An arrangement."""
    return answers.Arrangement(tuple(meld(each) for each in found.melds), tuple(found.loose_cards), found.deadwood)


def meld(found: hands_pb2.Meld) -> answers.Meld:
    """A meld."""
    stands_for = {wild.index: wild.stands_for for wild in found.wilds}
    return answers.Meld(_KINDS.get(found.kind, "set"), tuple(found.cards), stands_for)


def hand_value(found: hands_pb2.HandValue, digest: str) -> answers.HandValue:
    """What a hand is worth."""
    optimal = tuple(arrangement(each) for each in found.optimal)
    return answers.HandValue(found.deadwood, arrangement(found.best), optimal, found.more_optimal, digest)


def hand_result(found: hands_pb2.HandResult, digest: str) -> answers.HandValue | answers.InputFault:
    """An item of a batch."""
    return hand_value(found.value, digest) if found.HasField("value") else input_fault(found.fault)


def close_result(found: hands_pb2.CloseResult, digest: str) -> answers.CloseAnswer | answers.InputFault:
    """An item of a batch."""
    return close_answer(found.answer, digest) if found.HasField("answer") else input_fault(found.fault)


def input_fault(found: hands_pb2.InputFault) -> answers.InputFault:
    """Why an item of a batch was not judged."""
    return answers.InputFault(found.reason, found.message, found.field)


def close_answer(found: hands_pb2.CloseAnswer, digest: str) -> answers.CloseAnswer:
    """The answer about a close."""
    return answers.CloseAnswer(
        legal=found.legal,
        verdict=_verdict(found.verdict) if found.HasField("verdict") else None,
        best_card=found.best_card or None,
        closings=tuple(answers.Closing(closing.card, _verdict(closing.verdict)) for closing in found.closings),
        rule_set_digest=digest,
    )


def _verdict(found: hands_pb2.CloseVerdict) -> answers.CloseVerdict:
    return answers.CloseVerdict(
        legal=found.legal,
        outcome=found.outcome,
        wins_game=found.wins_game,
        writes=found.writes if found.HasField("writes") else None,
        clause=found.clause,
        priced_by=found.priced_by,
        arrangement=arrangement(found.arrangement),
        broken=tuple(broken(each) for each in found.refusal.broken),
        not_judged=tuple(found.not_judged),
    )


def broken(found: hands_pb2.BrokenClause) -> answers.BrokenClause:
    """A clause that a play breaks."""
    measurements = tuple(
        answers.Measurement(
            name=each.name,
            words=each.words,
            value=each.value,
            comparator=_COMPARATORS.get(each.comparator, ""),
            bound=each.bound,
            bound_name=each.bound_name,
            unit=each.unit,
        )
        for each in found.measurements
    )
    return answers.BrokenClause(found.clause, found.code, found.key, found.text, measurements)


def diagnostics(found: Sequence[diagnostics_pb2.Diagnostic]) -> tuple[answers.Diagnostic, ...]:
    """The mistakes of a rule set."""
    return tuple(
        answers.Diagnostic(
            code=each.code,
            severity=_SEVERITIES.get(each.severity, "error"),
            message=each.message,
            range=_range(each.range) if each.HasField("range") else None,
            path=each.path,
            help=each.help,
            excerpt=each.excerpt,
            related=tuple(
                answers.RelatedRange(other.message, _range(other.range) if other.HasField("range") else None)
                for other in each.related
            ),
        )
        for each in found
    )


def _range(found: diagnostics_pb2.SourceRange) -> answers.SourceRange:
    return answers.SourceRange(found.file, found.line, found.column, found.end_line, found.end_column)


def summary(found: rule_sets_pb2.RuleSetSummary) -> answers.RuleSetSummary:
    """A rule set in a list."""
    return answers.RuleSetSummary(found.name, found.digest, dict(found.titles), tuple(found.extends), found.playable)


def rule_set(found: rule_sets_pb2.RuleSet) -> answers.RuleSet:
    """Everything about a rule set."""
    return answers.RuleSet(
        summary=summary(found.summary),
        seats=tuple(found.seats),
        options=tuple(_option(each) for each in found.options),
        outcomes=tuple(
            answers.RuleSetOutcome(each.name, each.clause, each.priced_by, each.when, each.writes, each.wins_game)
            for each in found.outcomes
        ),
        canonical_json=found.canonical_json,
        source=found.source or None,
    )


def _option(found: rule_sets_pb2.RuleSetOption) -> answers.RuleSetOption:
    return answers.RuleSetOption(
        name=found.name,
        clause=found.clause,
        type=found.type,
        default=found.default_value,
        low=found.low if found.HasField("low") else None,
        high=found.high if found.HasField("high") else None,
        one_of=tuple(found.one_of),
        offered_when=found.offered_when,
        fixed=found.fixed,
    )


def check_report(found: rule_set_service_pb2.CheckRuleSetResponse) -> answers.CheckReport:
    """The outcome of a check."""
    return answers.CheckReport(found.usable, diagnostics(found.diagnostics), found.omitted, found.report)


def compile_report(found: rule_set_service_pb2.CompileRuleSetResponse) -> answers.CompileReport:
    """The outcome of a compilation."""
    compiled = summary(found.rule_set) if found.HasField("rule_set") else None
    return answers.CompileReport(compiled, diagnostics(found.diagnostics), found.omitted, found.report)


def printed_rules(found: rule_set_service_pb2.DescribeRuleSetResponse) -> answers.PrintedRules:
    """The printed rules of a table."""
    paragraphs = tuple(answers.PrintedParagraph(each.clause, each.text, each.from_book) for each in found.paragraphs)
    return answers.PrintedRules(
        found.title, found.language, found.seats, dict(found.options), paragraphs, found.rule_set_digest
    )
