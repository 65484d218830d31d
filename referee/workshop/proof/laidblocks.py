"""The conditions of the lay-off, judged on hands, cards, melds and rounds together.

Every choice of these is asked about, whether or not the card fits the meld: what holds for all of it holds wherever
cards are laid.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.table import Table
from referee.table.draft import MeldRecord
from referee.workshop.leafvalues import leaves
from referee.workshop.proof.block import Block, Group
from referee.workshop.proof.blocks import rules_of
from referee.workshop.proof.closerules import CloseRules
from referee.workshop.proof.courses import cards_asked
from referee.workshop.proof.forms import form_told, forms, lays_off
from referee.workshop.proof.gameblocks import result_dimension
from referee.workshop.proof.handkinds import HandKinds
from referee.workshop.proof.momentblocks import moment_block
from referee.workshop.proof.moments import Dimension, Moments, facts_read, single
from referee.workshop.proof.sampledblocks import Drawing
from referee.workshop.proof.seatblocks import course_dimension
from referee.workshop.proof.seenhands import SeenHands
from referee.workshop.proof.standings import standing

LAY, EXCHANGE = "lay_off.may_lay_off", "lay_off.may_exchange"


def laid_blocks(rules: CloseRules, kinds: HandKinds, close: Block) -> Iterator[Block]:
    """What must hold of a card that is laid off, or exchanged; nothing is asked where no card can be."""
    table = rules.table
    for name in (LAY, EXCHANGE):
        conditions = table.rule_set.conditions.get(name, ())
        exprs = [one.expr for one in conditions]
        if not lays_off(table) or not facts_read(table, exprs):
            continue
        besides = (
            course_dimension(table, exprs),
            result_dimension(table, facts_read(table, exprs)),
            single(["card"], cards_asked(table, exprs), lambda card: f"the card {card.text}"),
            _melds(table),
        )
        asked = rules_of(name, table.rule_set.conditions[name])
        if all(rules.answers(name, part) for expr in exprs for part in leaves(expr, table.definitions)):
            hands, lying = _hands(kinds, close, SeenHands(rules, name, facts_read(table, exprs)))
            moments = Moments.of(table, exprs, (hands, *besides), kept=1)
            yield moment_block(name, "laid", moments, lying, conditions=asked)
            continue
        # any way to lie will do: a seat chooses its melds and what it lays off together
        drawing = Drawing(rules, kinds, close, best_alone=False, loses_cards=False)
        drawn = drawing.drawn(exprs, besides, own_card=True)
        yield moment_block(name, "laid", drawn.moments, drawn.groups, conditions=asked, space=drawn.space)


def _hands(kinds: HandKinds, close: Block, seen: SeenHands) -> tuple[Dimension, list[Group]]:
    """Every way in which a hand can be arranged, with how many hands can be, and the smallest of them."""
    times, told, lies = list[int](), list[str](), dict[int, dict[int, None]]()
    for number, kind in enumerate(kinds.kinds):
        found: dict[int, list[int]] = {}
        for at in standing(close, kind.points):
            found.setdefault(seen.place(kinds.points[at]), []).append(at)
        for place, points in sorted(found.items()):
            if place == len(times):
                times.append(0)
                told.append(close.groups[number].told)
            times[place] += kind.hands
            lies.setdefault(place, {}).update(dict.fromkeys(points))
    # a single way to lie says nothing of the hand: rules do not ask
    told = told if len(told) > 1 else [""]
    groups = [Group((place,), times[place], told[place], (), tuple(lies[place])) for place in range(len(times))]
    return seen.dimension(exact=kinds.exact or not seen.reads_hands), groups


def _melds(table: Table) -> Dimension:
    """Every form of meld that can lie on the table, put down by the seat itself or by another."""
    values, told = list[dict[str, Any]](), list[str]()
    for own in (False, True):
        for form in forms(table):
            values.append({"meld": MeldRecord.of(table.rule_set.enums, form, own=own)})
            told.append(f"on {form_told(form)}{' of its own' if own else ''}")
    return Dimension(frozenset({"meld"}), tuple(values), tuple(told))
