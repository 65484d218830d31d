"""Every message of a proof: one function for each mistake. What is said was decided on all the block is asked about.

Numbers and witnesses are added where a finding is told, since they come from the block.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.diagnostics import Related
from referee.diagnostics.spelling import listed
from referee.lang.syntax import Expr
from referee.lang.unparse import unparse
from referee.workshop.proof.block import Block, CaseRule, Rule
from referee.workshop.proof.claims import (
    Always,
    Apart,
    NeverDecides,
    NobodyPasses,
    RanksNobody,
    SameResult,
    Unchanged,
    Witness,
)
from referee.workshop.proof.finding import Finding, span_of

_ALL = {
    "hand": "for every hand, however it is arranged",
    "card": "for every card of the pack",
    "meld": "for every form of meld there can be",
    "course": "whatever the course of the game",
    "seat": "for every seat that writes by these cases, whatever its hand",
    "turn": "for every hand and every card that comes up",
    "laid": "for every card, meld and hand",
}
_NONE = {
    "hand": "for no hand, however it is arranged",
    "card": "for no card of the pack",
    "meld": "for no form of meld there can be",
    "course": "at no moment of the game",
    "seat": "for no seat that writes by these cases, whatever its hand",
    "turn": "for no hand and no card that comes up",
    "laid": "for no card, meld and hand",
}
_SAME = {
    "hand": "every hand closes, wins and writes the same",
    "card": "every card counts the same",
    "meld": "the same melds are allowed",
    "course": "every moment comes out the same",
    "seat": "every seat writes the same",
    "turn": "the same cards may be played",
    "laid": "the same cards may be laid",
}
_NOTHING = {
    "close": "nobody may close",
    "points": "no card fits",
    "melds.each_meld": "no meld is allowed",
    "turn.may_take": "the upcard is never taken",
    "turn.may_discard": "nothing is ever discarded",
    "lay_off.may_lay_off": "nothing is ever laid off",
    "lay_off.may_exchange": "nothing is ever exchanged",
}
"""What follows where the rules of a block let nothing through."""


def always(block: Block, path: str, part: Expr) -> Finding:
    """CH601: a part that holds everywhere."""
    return Finding(
        "CH601",
        f"`{unparse(part)}` holds {_ALL[block.what]}",
        path,
        part.span,
        block,
        help="take it out, or say what it was meant to rule out",
        claim=Always(part, True),
        witness=(0, 0) if block.groups else None,
    )


def never(block: Block, path: str, part: Expr) -> Finding:
    """CH601: a part that holds nowhere."""
    return Finding(
        "CH601",
        f"`{unparse(part)}` holds {_NONE[block.what]}",
        path,
        part.span,
        block,
        help="whatever is joined to it by `and` never holds either; say what it was meant to ask for",
        claim=Always(part, False),
        witness=(0, 0) if block.groups else None,
    )


def without_effect(block: Block, path: str, part: Expr, measured: str) -> Finding:
    """CH507: a limit that nothing goes beyond."""
    return Finding(
        "CH507",
        f"`{unparse(part)}` is always so: {measured}",
        path,
        part.span,
        block,
        help="a limit that nothing goes beyond can be taken out",
        claim=Always(part, True),
        witness=(0, 0) if block.groups else None,
    )


def contradiction(
    block: Block, path: str, one: Expr, other: Expr, near: Witness | None, *, alternative: bool = False
) -> Finding:
    """CH604: two parts that never hold together; of an `alternative` others are left."""
    follows = "so this alternative is none" if alternative else _NOTHING.get(block.name, "it is never so")
    return Finding(
        "CH604",
        f"`{unparse(one)}` and `{unparse(other)}` never hold together: {follows}",
        path,
        other.span,
        block,
        help="one of the two must give way; say which hands are meant",
        claim=Apart((one, other)),
        witness=near,
        related=_there("the other one", one),
    )


def nothing_passes(block: Block, rules: Sequence[Rule], near: Witness | None) -> Finding:
    """CH604: conditions that leave nothing between them, though any two of them can hold together."""
    last, follows = rules[-1], _NOTHING.get(block.name, "it is never so")
    return Finding(
        "CH604",
        f"{listed(rule.clause for rule in rules)} together let nothing through: {follows}",
        last.path,
        span_of(last.origin) or last.expr.span,
        block,
        help="each can be met, and any two of them; not all of them together",
        claim=NobodyPasses(),
        witness=near,
        related=tuple(each for rule in rules[:-1] for each in _there(f"{rule.clause} stands here", rule.expr)),
    )


def contained(block: Block, rule: Rule, other: Rule, how: str, near: Witness | None) -> Finding:
    """CH603: a condition that another one implies; `how` is identical, equivalent or contained."""
    said = {
        "identical": f"`{rule.path}` says what `{other.path}` says",
        "equivalent": f"`{rule.path}` says in other words what `{other.path}` says",
        "contained": f"`{rule.path}` is contained in `{other.path}`: whatever meets that one meets this one",
    }[how]
    return Finding(
        "CH603",
        f"{said}; without it {_SAME[block.what]}",
        rule.path,
        rule.expr.span or span_of(rule.origin),
        block,
        help="keep one of the two",
        claim=Unchanged({id(rule.expr): True}),
        witness=near,
        related=_there("the other one", other.expr),
    )


def condition_changes_nothing(block: Block, rule: Rule, near: Witness | None) -> Finding:
    """CH606: a whole condition that the others make up for."""
    return Finding(
        "CH606",
        f"`{rule.path}` changes nothing: without it {_SAME[block.what]}",
        rule.path,
        rule.expr.span or span_of(rule.origin),
        block,
        help="the other rules rule out all it would rule out; take it out, or say what it was meant for",
        claim=Unchanged({id(rule.expr): not block.one}),
        witness=near,
    )


def part_changes_nothing(block: Block, path: str, part: Expr, taken: bool, near: Witness | None) -> Finding:
    """CH606: a part of a condition without which everything comes out the same."""
    return Finding(
        "CH606",
        f"`{unparse(part)}` changes nothing: without it {_SAME[block.what]}",
        path,
        part.span,
        block,
        help="take it out, or say what it was meant to rule out",
        claim=Unchanged({id(part): taken}),
        witness=near,
    )


def never_fits(block: Block, number: int) -> Finding:
    """CH602: a case whose `when` holds nowhere."""
    case = block.cases[number]
    return _case(block, number, f"its condition `{unparse(case.when)}` holds {_NONE[block.what]}", None)


def shadowed(block: Block, number: int, earlier: Sequence[CaseRule], near: Witness | None, times: int) -> Finding:
    """CH602: a case behind others that take all it would fit."""
    many = f"each of the {times:,} {block.what}s it fits" if times > 1 else f"the one {block.what} it fits"
    if block.what not in {"hand", "card"}:
        many = "whatever it fits"
    by = listed(one.name for one in earlier)
    help_ = f"put `{block.cases[number].name}` in front with `before: {earlier[0].name}`, or narrow the earlier one"
    return _case(block, number, f"{many} is decided by {by} before it", near, help_, others=earlier)


def refused_first(block: Block, number: int, near: Witness | None, times: int) -> Finding:
    """CH604: an outcome for hands that may not close at all."""
    case = block.cases[number]
    return Finding(
        "CH604",
        f"`{case.name}` is for {'one hand' if times == 1 else f'{times:,} hands'} that may not close so arranged",
        case.path,
        span_of(case.origin) or case.when.span,
        block,
        help="the conditions of `close.may_close` refuse what this outcome is for; let them allow it, or take it out",
        claim=NeverDecides(number),
        witness=near,
        times=times,
    )


def outdone(block: Block, number: int, better: Sequence[CaseRule], near: Witness | None, times: int) -> Finding:
    """CH602: an outcome that no closer would have, because the same hand can be arranged for a better one."""
    by = listed(one.name for one in better)
    hands = f"each of the {times:,} hands" if times > 1 else "the one hand"
    reason = f"{hands} it fits can be arranged for {by} as well, which is better for the closer"
    help_ = "the closer has the best outcome of all arrangements (x.6)"
    if block.what == "seat":
        reason = f"{hands} it fits is arranged otherwise by the referee, and falls under {by}"
        help_ = "a hand that does not close is arranged with the fewest loose points (x.6)"
    return _case(block, number, reason, near, help_, others=better)


def _case(
    block: Block, number: int, reason: str, near: Witness | None, help_: str = "", *, others: Sequence[CaseRule] = ()
) -> Finding:
    case = block.cases[number]
    return Finding(
        "CH602",
        f"`{case.name}` never decides: {reason}",
        case.path,
        span_of(case.origin) or case.when.span,
        block,
        help=help_ or "take it out, or say what it was meant for",
        claim=NeverDecides(number),
        witness=near,
        related=tuple(each for one in others for each in _place(f"`{one.name}` stands here", one)),
    )


def same_result(block: Block, number: int, others: Sequence[CaseRule], near: Witness | None) -> Finding:
    """CH603: a case without which others would do the same."""
    case = block.cases[number]
    by = listed(one.name for one in others)
    return Finding(
        "CH603",
        f"`{case.name}` does what {by} would do without it",
        case.path,
        span_of(case.origin) or case.when.span,
        block,
        help="take it out; or, if its name or its clause matters, nothing is wrong",
        claim=SameResult(number),
        witness=near,
        related=tuple(each for one in others for each in _place("the other one", one)),
    )


def mergeable(block: Block, one: CaseRule, other: CaseRule, near: Witness | None) -> Finding:
    """CH612: two neighbours that do the same."""
    whom = "closes that meet" if block.what == "hand" else "whatever meets"
    return Finding(
        "CH612",
        f"`{one.name}` and `{other.name}` do the same; they could be one, for {whom} either condition",
        other.path,
        span_of(other.origin) or other.when.span,
        block,
        help=f"`when: ({unparse(one.when)}) or ({unparse(other.when)})`",
        witness=near,
        related=_place("the other one", one),
    )


def overlap(block: Block, one: CaseRule, other: CaseRule, near: Witness, times: int) -> Finding:
    """CH613: two cases that both fit, do different things, and of which neither is the exception to the other."""
    return Finding(
        "CH613",
        f"`{one.name}` and `{other.name}` both fit {times:,} hands, and do different things: their order decides",
        other.path,
        span_of(other.origin) or other.when.span,
        block,
        help=f"`{one.name}` stands in front and decides; `before:` turns it round",
        witness=near,
        times=times,
        related=_place(f"`{one.name}` stands here", one),
        both=tuple(number for number, each in enumerate(block.cases) if each.path in {one.path, other.path}),
    )


def gap(block: Block, near: Witness, times: int) -> Finding:
    """CH605: hands that may close and get no score."""
    last = block.cases[-1]
    return Finding(
        "CH605",
        f"{times:,} hands meet every condition of a close and have no outcome, so nothing says what they write",
        "close.outcomes",
        span_of(last.origin) or last.when.span,
        block,
        help="it is refused under the last outcome; add one without `when` at the end, or let `may_close` say so",
        witness=near,
        times=times,
    )


def criterion_changes_nothing(
    block: Block, number: int, rule: Rule, before: Sequence[Rule], near: Witness | None
) -> Finding:
    """CH606: a criterion by which nobody is better who is not better by those in front of it."""
    told = (
        f"seats that are equal by {listed(each.clause for each in before)} are equal by it"
        if before
        else "all seats are equal by it"
    )
    return Finding(
        "CH606",
        f"`{rule.path}` changes nothing: {told}",
        rule.path,
        rule.expr.span or span_of(rule.origin),
        block,
        help="take it out, or put it in front of those that leave it nothing to decide",
        claim=RanksNobody(number),
        witness=near,
        related=tuple(each for one in before for each in _there(f"{one.clause} stands here", one.expr)),
    )


def arranged_otherwise(block: Block, near: Witness, times: int, told: str, *, lesser: int) -> Finding:
    """CH607: the score hangs on which of equally good arrangements is taken; `lesser` is the worse of two cases."""
    last = block.cases[lesser]
    said = f"{times:,} hands come out otherwise by which of their equally good arrangements is taken"
    help_ = "the referee takes the one that is best for the closer (x.6), whatever was put down"
    if block.what == "seat":
        said = f"what a seat writes hangs on which of its equally good arrangements is taken, for {times:,} hands"
        help_ = "of equal ones the referee takes the first in a fixed order of the cards (x.6); ask for what they share"
    return Finding(
        "CH607",
        f"{said}: {told}",
        last.path,
        span_of(last.origin) or last.when.span,
        block,
        help=help_,
        witness=near,
        times=times,
    )


def _there(message: str, part: Expr) -> tuple[Related, ...]:
    return () if part.span is None else (Related(message, part.span),)


def _place(message: str, case: CaseRule) -> tuple[Related, ...]:
    span = span_of(case.origin) or case.when.span
    return () if span is None else (Related(message, span),)
