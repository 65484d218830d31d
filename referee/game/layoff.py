"""Own melds and lay-offs of one seat, chosen together: the best by x.6, exactly.

The first difference decides: fewest loose points after the lay-off that is open now, fewest loose cards, most cards in
own melds, fewest melds, the smallest list of melds, and then the lay-offs: cards in pack order, each on the earliest
meld of the table, the upper end of a run before the lower. Melds are numbered as they were put down, which is the
order in which (f) takes them.

Every choice of cards that can be laid (`game.growth`) is tried with the best melds of the rest; what is remembered of
the hand (`game.space`) serves all of them. Where a rule asks how the hand is arranged before a card may be laid, or
which arrangements stand at all, the arrangements are gone through instead, and with each the choices that are
open to it.

A seat's own melds are no place for its own loose cards here: what fits them is melded. What others have laid on them
may open a place later, in the second sweep.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.cards import Card
from referee.frozen import quick
from referee.game.actions import LaidCard
from referee.game.exchange import EXCHANGE, exchanged, forbidding, may_ever, trades
from referee.game.facts import VARYING, Arranger
from referee.game.growth import Fields, Item, Layable, May, within_reach
from referee.game.meld import Meld, Supply, is_meld, laid_out
from referee.game.readings import RUNS_AT, SETS_AT, MeldReadings
from referee.game.result import Exchanged, Laid
from referee.game.roundfacts import RoundFacts, points_of, set_arrangement
from referee.game.solve import best_arrangement, held_by_kind, space_of, standing_arrangements
from referee.game.space import Space, tag
from referee.game.state import TableMeld
from referee.game.tablemeld import NO_PLACE, Signature, Step, growing, grown, record_of, table_meld, take
from referee.lang.leaves import Leaf
from referee.table import BoundCondition, Table
from referee.table.melds import RUN

SLOT = "lay_off.may_lay_off"


@quick
@dataclass(frozen=True, slots=True)
class LaidOff:
    """What a seat melds and lays off: own melds in the order of x.6 (e), lay-offs in an order in which they work.

    `loose` and `deadwood` are what is left then; `on_table` are the melds of the table with what was laid on them
    (own melds not among them). `exchanged` is what was exchanged before all that.
    """

    melds: tuple[Meld, ...]
    laid: tuple[Laid, ...]
    loose: tuple[Card, ...]
    deadwood: int
    on_table: tuple[TableMeld, ...]
    exchanged: tuple[Exchanged, ...] = ()


@dataclass(frozen=True, slots=True)
class CannotBeLaid:
    """Why a card may not be laid: it makes no meld there (`leaves` is empty), or a condition forbids it."""

    clause: str
    key: str = ""
    leaves: tuple[Leaf, ...] = ()
    slot: str = ""


def best_lay_off(
    table: Table,
    on_table: Sequence[TableMeld],
    hand: Sequence[Card],
    *,
    seat: int,
    facts: RoundFacts,
    open_melds: Iterable[int] | None = None,
) -> LaidOff:
    """The best that the holder of `hand` can meld and lay off, both chosen together.

    `open_melds` are the numbers (from 1) of the melds it may lay cards on, by default all. `facts` has the groups
    `round`, `seat` and `result` filled; it is filled further and must not be kept.
    """
    numbers = list(range(1, len(on_table) + 1) if open_melds is None else open_melds)
    rules = table.derived(LayOffRules)
    asked = _Asked(rules, facts, seat)
    search = _by_arrangement if rules.by_arrangement else _by_choice
    if not rules.may_exchange:
        near = within_reach(table, on_table, numbers, held_by_kind(hand))
        if near or rules.by_arrangement:
            return _laid_off(table, on_table, search(table, on_table, hand, near, asked), seat)
        best = best_arrangement(table, hand)
        return LaidOff(best.melds, (), best.loose, best.deadwood, tuple(on_table))

    def arrange(cards: Sequence[Card]) -> None:
        best = best_arrangement(table, cards)
        set_arrangement(facts, table, cards, best.melds, best.loose)

    found = []
    for trade in trades(table, on_table, hand, numbers=numbers, seat=seat, facts=facts, arrange=arrange):
        if trade.exchanged:
            facts.hand = trade.held
        near = within_reach(table, trade.on_table, numbers, held_by_kind(trade.hand))
        chosen = search(table, trade.on_table, trade.hand, near, asked)
        found.append((_laid_off(table, trade.on_table, chosen, seat, trade.exchanged), chosen[1]))
    return min(found, key=_order)[0]


def best_additions(
    table: Table,
    on_table: Sequence[TableMeld],
    loose: Sequence[Card],
    *,
    seat: int,
    facts: RoundFacts,
    open_melds: Iterable[int],
) -> LaidOff:
    """The best that loose cards can do when own melds already lie: the second sweep, and the closer.

    `facts` has the group `arrangement` filled besides, as it was before any card was laid.
    """
    rules, numbers = table.derived(LayOffRules), list(open_melds)
    asked = _Asked(rules, facts, seat)
    if not rules.may_exchange:
        return _laid_off(table, on_table, _added(table, on_table, loose, numbers, asked), seat)
    all_loose = facts.loose

    def arrange(cards: Sequence[Card]) -> None:
        laid_before = Counter(all_loose) - Counter(map(table.kind, loose))
        facts.hand_points -= facts.deadwood
        facts.loose = [*laid_before.elements(), *map(table.kind, cards)]
        facts.deadwood = sum(kind.points for kind in facts.loose if kind is not None)
        facts.hand_points += facts.deadwood

    found = []
    for trade in trades(table, on_table, loose, numbers=numbers, seat=seat, facts=facts, arrange=arrange):
        if trade.exchanged:
            facts.hand = trade.held
            arrange(trade.hand)
        chosen = _added(table, trade.on_table, trade.hand, numbers, asked)
        found.append((_laid_off(table, trade.on_table, chosen, seat, trade.exchanged), chosen[1]))
    return min(found, key=_order)[0]


def lay_off_onto(table: Table, melds: Sequence[Sequence[Card]], hand: Sequence[Card]) -> LaidOff | None:
    """What the holder of `hand` does with these melds of a closer before it; None if they are not melds.

    The game is at its beginning, and the close is one after which lay-offs are open.
    """
    read = [is_meld(table, cards) for cards in melds]
    on_table = [table_meld(0, meld) for meld in read if meld is not None]
    if len(on_table) < len(melds):
        return None
    return best_lay_off(table, on_table, hand, seat=1, facts=_at_the_beginning(table, hand))


def _at_the_beginning(table: Table, hand: Sequence[Card]) -> RoundFacts:
    facts = RoundFacts()
    for name in ("stock_cards", "reshuffles", "total", "gained", "lost", "re_entries"):
        setattr(facts, name, 0)
    facts.laps = facts.turns = facts.rounds = facts.after_closer = 1
    facts.seats_in = table.seats
    facts.faulty = facts.is_eldest = facts.is_closer = False
    facts.hand = [table.kind(card) for card in hand]
    last = table.outcomes[-1].rule.name if table.outcomes else "unclosed"
    facts.outcome = table.rule_set.enums["outcome"].index(last)
    return facts


# -- one step, as a player asks for it -------------------------------------------------------------------------------


def _order(way: tuple[LaidOff, Found]) -> tuple[object, ...]:
    """What x.6 compares of ways to exchange, meld and lay off, the smallest the best."""
    done, found = way
    return (
        done.deadwood,
        len(done.loose),
        -sum(len(meld.cards) for meld in done.melds),
        len(done.melds),
        [meld.order for meld in done.melds],
        sorted((kind, number, step.end) for kind, number, step in found),
        len(done.exchanged),
        [(one.card, one.meld) for one in done.exchanged],
    )


def lay(
    table: Table, meld: TableMeld, laid: LaidCard, *, seat: int, facts: RoundFacts
) -> TableMeld | tuple[CannotBeLaid, ...]:
    """The meld with one card more, or with the card in the place of a wild one; or why neither can be.

    Whether the meld is open to the seat at all is not asked here (`showdown.open_to`). `facts` has the groups
    `round`, `seat`, `result` and `arrangement` filled.
    """
    made = take(table, meld, laid.card, laid.stands_for, seat=seat)
    if made is None:
        return _exchange(table, meld, laid, seat=seat, facts=facts)
    grower = growing(table, meld)
    facts.card = table.kind(laid.card)
    facts.meld = record_of(table, grower.signature(grower.start), own=meld.owner == seat)
    return tuple(_reason(SLOT, one, facts) for one in table.conditions(SLOT) if not one.test.call(facts)) or made


def _exchange(
    table: Table, meld: TableMeld, laid: LaidCard, *, seat: int, facts: RoundFacts
) -> TableMeld | tuple[CannotBeLaid, ...]:
    """The meld after an exchange, or why there is none: what forbids it, where a wild card stands for the one laid."""
    cannot = (CannotBeLaid(table.rule_set.block_clauses.get("lay_off", "")),)
    made = None if laid.stands_for is not None else exchanged(table, meld, laid.card, seat)
    if made is None:
        return cannot
    failing = forbidding(table, meld, laid.card, seat=seat, facts=facts)
    if failing is None:
        return cannot
    return tuple(_reason(EXCHANGE, one, facts) for one in failing) or made


def _reason(slot: str, condition: BoundCondition, facts: RoundFacts) -> CannotBeLaid:
    return CannotBeLaid(condition.clause, condition.rule.key, condition.explain(facts), slot)


# -- the search ------------------------------------------------------------------------------------------------------

Found = list[tuple[int, int, Step]]
"""Lay-offs: kind, number of the meld, step."""

Chosen = tuple[tuple[Meld, ...], Found, Supply]
"""Own melds, lay-offs, and the cards of the hand that are not melded."""


@dataclass(frozen=True, slots=True)
class LayOffRules:
    """The rules of the lay-off at one table.

    `conditions` must hold for each card laid; `varying` is what they read of the arrangement. `by_arrangement`: what
    may be laid, or what stands at all, depends on how the hand is arranged. `may_exchange`: there can be exchanges.
    """

    table: Table
    conditions: tuple[BoundCondition, ...]
    varying: frozenset[str]
    by_arrangement: bool
    may_exchange: bool

    @classmethod
    def of(cls, table: Table) -> LayOffRules:
        """The rules of a table, for `Table.derived`."""
        conditions = table.conditions(SLOT)
        varying = frozenset[str]().union(*(one.test.reads & VARYING for one in conditions))
        by_arrangement = bool(varying or table.conditions("melds.whole_hand"))
        return cls(table, conditions, varying, by_arrangement, may_ever(table))

    @property
    def ask(self) -> bool:
        """Whether any facts are read at all."""
        return bool(self.conditions or self.may_exchange)


class _Asked(NamedTuple):
    """The conditions of the lay-off, asked with one set of facts."""

    rules: LayOffRules
    facts: RoundFacts
    seat: int

    def may(self) -> May | None:
        """The question as `game.growth` puts it, answered once for each kind of card and of meld; None: always yes."""
        if not self.rules.conditions:
            return None
        known: dict[tuple[int, Signature, bool], bool] = {}
        table, facts, seat, conditions = self.rules.table, self.facts, self.seat, self.rules.conditions

        def may(kind: int, signature: Signature, owner: int) -> bool:
            key = (kind, signature, owner == seat)
            if key not in known:
                facts.card = table.pack.kinds[kind]
                facts.meld = record_of(table, signature, own=owner == seat)
                known[key] = all(one.test.call(facts) for one in conditions)
            return known[key]

        return may


def _by_choice(
    table: Table, on_table: Sequence[TableMeld], hand: Sequence[Card], numbers: Collection[int], asked: _Asked
) -> Chosen:
    """Every choice of cards to lay, with the best melds of the rest."""
    counts, supply = held_by_kind(hand), Supply(hand)
    space = space_of(table, counts, len(hand))
    fields = Fields(table, counts, space)
    if asked.rules.conditions:
        asked.facts.hand_points = points_of(table, hand)
    layable = Layable(table, on_table, numbers, fields, asked.may())
    best: tuple[int, int, int, int] | None = None
    tied: list[int] = []
    for choice in layable.choices:
        points, cards, few = space.worth(space.full - fields.live(choice))
        worth = (fields.points(choice) + points, fields.cards(choice) + cards, cards, few)
        if best is None or worth > best:
            best, tied = worth, [choice]
        elif worth == best:
            tied.append(choice)
    listed = _listed(space, layable, fields, tied)
    melds, found = (next(listed) if len(tied) == 1 else min(listed, key=lambda one: one[:2]))[2:]
    return tuple([laid_out(meld.readings[0], supply) for meld in melds]), found, supply


def _listed(
    space: Space, layable: Layable, fields: Fields, tied: Sequence[int]
) -> Iterator[tuple[list[tuple[int, tuple[int, ...]]], list[Item], tuple[MeldReadings, ...], Found]]:
    """For choices that are equally good: what (e) and (f) compare, the melds and the lay-offs."""
    for choice in tied:
        melds = space.best(space.full - fields.live(choice))
        items, found = layable.way(choice) if choice else ([], [])
        yield [(meld.kind, meld.cards) for meld in melds], items, melds, found


def _by_arrangement(
    table: Table, on_table: Sequence[TableMeld], hand: Sequence[Card], numbers: Collection[int], asked: _Asked
) -> Chosen:
    """Every arrangement that stands, with the best choice of cards that may be laid when the hand is arranged so."""
    opens = frozenset().union(*(one.opens for one in asked.rules.conditions))
    space, profiles = standing_arrangements(table, hand, opens)
    fields = Fields(table, space.counts, space)
    arranger = Arranger(table, space, opens)
    layables: dict[object, tuple[Layable, list[int]]] = {}
    best: tuple[int, ...] | None = None
    tied: list[tuple[int, Layable, int]] = []
    for profile in profiles:
        arranger.fill(asked.facts, profile)
        key = _as_key(asked.facts, asked.rules.varying)
        if key not in layables:
            made = Layable(table, on_table, numbers, fields, asked.may())
            by_worth = sorted(made.choices, key=lambda one: (fields.points(one), fields.cards(one)), reverse=True)
            layables[key] = made, by_worth
        layable, choices = layables[key]
        free = sum(fields.only_cards(fields.numbers[kind]) for kind in space.loose(profile))
        choice = next(one for one in choices if fields.within(fields.only_cards(one), free))
        melded, few = space.melded_cards(profile), -tag(profile, RUNS_AT) - tag(profile, SETS_AT)
        points = space.melded_points(profile) + fields.points(choice)
        worth = (points, melded + fields.cards(choice), melded, few)
        if best is None or worth > best:
            best, tied = worth, []
        if worth == best:
            tied.append((profile, layable, free))
    melds, chosen = space.smallest([profile for profile, _, _ in tied])
    _, layable, free = next(one for one in tied if one[0] == chosen)
    supply = Supply(hand)
    return tuple(laid_out(one, supply) for one in melds), _first_way(fields, layable, free), supply


def _added(
    table: Table, on_table: Sequence[TableMeld], loose: Sequence[Card], numbers: Collection[int], asked: _Asked
) -> Chosen:
    """The best choice of loose cards to lay; nothing is melded any more."""
    counts = held_by_kind(loose)
    near = within_reach(table, on_table, numbers, counts)
    if not near:
        return (), [], Supply(loose)
    fields = Fields(table, counts, Space(table.meld_rules, table.points, {}))
    layable = Layable(table, on_table, near, fields, asked.may())
    free = sum(fields.only_cards(fields.numbers[card.index]) for card in loose)
    return (), _first_way(fields, layable, free), Supply(loose)


def _first_way(fields: Fields, layable: Layable, free: int) -> Found:
    """The lay-offs that (f) prefers among the best that the loose cards can do."""
    fitting = [one for one in layable.choices if fields.within(fields.only_cards(one), free)]
    most = max((fields.points(one), fields.cards(one)) for one in fitting)
    tied = [one for one in fitting if (fields.points(one), fields.cards(one)) == most]
    return min((layable.way(one) for one in tied), key=lambda way: way[0])[1]


def _as_key(facts: RoundFacts, names: Collection[str]) -> object:
    """The facts that decide whether cards may be laid, as something to remember answers by."""
    values = [getattr(facts, name) for name in sorted(names)]
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)


def _laid_off(
    table: Table, on_table: Sequence[TableMeld], chosen: Chosen, seat: int, traded: tuple[Exchanged, ...] = ()
) -> LaidOff:
    """The cards themselves: melds took theirs from the hand, now the lay-offs do."""
    melds, found, supply = chosen
    after, laid = list(on_table), []
    for kind, number, step in found:
        card, meld_there = supply.take(kind), after[number - 1]
        after[number - 1] = grown(meld_there, card, step, seat)
        stands = meld_there.kind == RUN and step.place not in {kind, NO_PLACE}
        laid.append(Laid(card, number, Card(step.place) if stands else None))
    loose = supply.rest()
    return LaidOff(melds, tuple(laid), loose, points_of(table, loose), tuple(after), traded)
