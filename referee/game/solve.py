"""The best arrangement of a hand, and all that are as good.

x.6 decides: fewest loose points, then fewest loose cards, most cards in melds, fewest melds, and the smallest list of
melds. The order in which cards are given never matters, nor which of two twins is held.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from weakref import ref

from referee.cards import Card, in_pack_order
from referee.game.arrangement import Arrangement as Arrangement  # noqa: PLC0414 - where everybody asks for it
from referee.game.candidates import Candidate
from referee.game.facts import Arranger, WholeHandFacts
from referee.game.glance import Glance
from referee.game.meld import Supply, laid_out
from referee.game.readings import RUNS_AT, SETS_AT
from referee.game.space import Space, tag
from referee.game.suitcounts import SuitCounts
from referee.game.suitmelds import SuitMelds
from referee.game.suittables import SuitTables
from referee.limits import OPTIMAL_ARRANGEMENTS
from referee.table import Table

_latest: ref[SuitMelds] | None = None
"""The arrangements of the table that `arrange` was asked about last, while that is there."""


def best_arrangement(table: Table, hand: Sequence[Card]) -> Arrangement:
    """The arrangement that x.6 gives everybody but the closer; exact for every rule set."""
    found = table.derived(SuitMelds).of_cards(hand)
    if found is not None:
        return found
    counts = table.derived(SuitCounts)
    found = counts.arrangement_of(hand) if counts.fits else None
    return searched(table, hand) if found is None else found


def arrange(table: Table, cards: Sequence[str] | str) -> Arrangement:
    """The best arrangement of a hand given as text, or as a text for each card: `best_arrangement` of `read_hand`.

    CardError as for `Table.read_hand`.
    """
    global _latest  # noqa: PLW0603 - to ask a table takes as long as to read three cards, and one asks the same again
    melds = None if _latest is None else _latest()
    if melds is None or melds.table is not table:
        melds = table.derived(SuitMelds)
        _latest = ref(melds)
    found = melds.of_texts(cards)
    return best_arrangement(table, table.read_hand(cards)) if found is None else found


def searched(table: Table, hand: Sequence[Card]) -> Arrangement:
    """What `best_arrangement` gives, found by searching among the melds of the hand."""
    sight = glance(table)
    if sight is not None:
        held = held_by_kind(hand)
        seen = sight.best(held, twins=len(held) < len(hand))
        if seen is not None:
            return arranged(table, hand, seen)
        space = space_of(table, held, len(hand))
        return arranged(table, hand, [meld.readings[0] for meld in space.best()])
    space, standing = standing_arrangements(table, hand, frozenset())
    best = max(profile_value(space, profile) for profile in standing)
    targets = [profile for profile in standing if profile_value(space, profile) == best]
    return arranged(table, hand, space.smallest(targets)[0])


def deadwood(table: Table, hand: Sequence[Card]) -> int:
    """The fewest loose points of a hand: what `best_arrangement` has, without laying it out."""
    tables = table.derived(SuitTables)
    if tables.points is not None:
        bits, mask = tables.bits, 0
        for card in hand:
            mask += bits[card.index]
        if tables.holds(mask, len(hand)):
            return tables.points.of_mask(mask)
    counts = table.derived(SuitCounts)
    found = counts.deadwood_of(hand) if counts.fits else None
    return searched_deadwood(table, hand) if found is None else found


def searched_deadwood(table: Table, hand: Sequence[Card]) -> int:
    """What `deadwood` gives, found by searching among the melds of the hand."""
    sight = glance(table)
    if sight is None:
        return searched(table, hand).deadwood
    held, points = held_by_kind(hand), table.points
    whole = sum([points[card.index] for card in hand])
    seen = sight.best(held, twins=len(held) < len(hand))
    if seen is not None:
        return whole - sum([points[kind] for one in seen for kind in one.cards])
    return whole - Space(table.meld_rules, points, held).best_points()


def glance(table: Table) -> Glance | None:
    """What sees the best melds of most hands at once; None where rules judge hands as wholes."""
    return None if table.conditions("melds.whole_hand") else table.derived(Glance)


def optimal_arrangements(
    table: Table, hand: Sequence[Card], limit: int = OPTIMAL_ARRANGEMENTS
) -> tuple[Arrangement, ...]:
    """All arrangements with as few loose points as can be, different as lists of cards, best first; at most `limit`."""
    if not table.conditions("melds.whole_hand"):
        space = Space(table.meld_rules, table.points, held_by_kind(hand))
        return tuple(arranged(table, hand, melds) for melds in islice(space.equally_good(), limit))
    space, standing = standing_arrangements(table, hand, frozenset())
    most = max(space.melded_points(profile) for profile in standing)
    targets = [profile for profile in standing if space.melded_points(profile) == most]
    targets.sort(key=lambda profile: profile_value(space, profile), reverse=True)

    def every() -> Iterator[tuple[Candidate, ...]]:
        for _, tied in groupby(targets, key=lambda profile: profile_value(space, profile)):
            yield from space.every(set(tied))

    return tuple(arranged(table, hand, melds) for melds in islice(every(), limit))


def space_of(table: Table, held: Mapping[int, int], cards: int) -> Space:
    """The space of a hand of so many cards, counted by kind; its melds are seen at a glance if they can be."""
    seen = table.derived(Glance).melds(held, twins=len(held) < cards)
    return Space(table.meld_rules, table.points, held, seen=seen)


def counted(hand: Iterable[Card]) -> Counter[int]:
    """The cards of a hand by kind."""
    return Counter(card.index for card in hand)


def held_by_kind(hand: Iterable[Card]) -> dict[int, int]:
    """The same as a plain dictionary, which is made in a quarter of the time."""
    counts: dict[int, int] = {}
    for card in hand:
        counts[card.index] = counts.get(card.index, 0) + 1
    return counts


def profile_value(space: Space, profile: int) -> tuple[int, int, int]:
    """What x.6 makes of an arrangement, greatest first: melded points, melded cards, few melds."""
    melds = tag(profile, RUNS_AT) + tag(profile, SETS_AT)
    return (space.melded_points(profile), space.melded_cards(profile), -melds)


def standing_arrangements(table: Table, hand: Sequence[Card], opens: frozenset[str]) -> tuple[Space, Sequence[int]]:
    """The space of a hand and the profiles of the arrangements that `melds.whole_hand` lets stand.

    The empty one always stands. `opens` are the collections whose members will be looked at besides.
    """
    conditions = table.conditions("melds.whole_hand")
    opens = opens.union(*[one.opens for one in conditions])
    held = held_by_kind(hand)
    by_signature = "melds" in opens
    space = (
        Space(table.meld_rules, table.points, held, by_signature=True)
        if by_signature
        else space_of(table, held, len(hand))
    )
    profiles = sorted(space.profiles())
    if not conditions or len(profiles) == 1:
        return space, profiles
    arranger, facts = Arranger(table, space, opens), WholeHandFacts()
    standing = []
    for profile in profiles:
        arranger.fill(facts, profile)
        if not profile or all(one.test.call(facts) for one in conditions):
            standing.append(profile)
    return space, standing


def arranged(table: Table, hand: Sequence[Card], melds: Sequence[Candidate]) -> Arrangement:
    """The arrangement of a hand that has these melds."""
    if not melds:
        return Arrangement((), in_pack_order(hand), sum([table.points[card.index] for card in hand]))
    supply = Supply(hand)
    laid = tuple([laid_out(one, supply) for one in melds])
    loose = supply.rest()
    return Arrangement(laid, loose, sum([table.points[card.index] for card in loose]))
