"""What the writer of a record does not know, and what can be judged all the same.

A card that is not known may be any card that lies in no known place. What rests on nothing but such cards, or on turns
that were not recorded, is never held against anybody: a state is always taken to be the one in which the play that is
written was possible, and only what holds in every such state is a fault. Deeper deductions are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from referee.cards import Card, in_pack_order
from referee.game.actions import Action, DrawStock, Incident, IncidentKind, Reshuffle, TakeUpcard
from referee.game.checks import drawable
from referee.game.facts import ARRANGEMENT, HIDDEN, ROUND, SEAT
from referee.game.faults import Fault
from referee.game.moment import playing
from referee.game.refusal import Failure
from referee.game.state import Hand, Phase, RoundState
from referee.table import BoundCondition, Table

MANY_TURNS: Final = 99
"""Turns every seat counts as having finished after some that were not recorded: no rule asks for so many."""

OF_HAND: Final = frozenset({"hand", "can_close", *ARRANGEMENT})
"""The facts that hang on a hand."""

_OF_COURSE = frozenset(ROUND) - {"hand"}
_OF_STANDING = frozenset(SEAT) - {"is_eldest"}
_UNSURE_CODES = frozenset({"NOT_DEAD", "STOCK_NOT_EMPTY", "NO_RESHUFFLE", "STOCK_EMPTY", "PILE_EMPTY"})


def after_gap(table: Table, play: RoundState) -> RoundState:
    """The round after turns that were not recorded: nothing is known but who plays."""
    hands = tuple(Hand((), table.hand_size) if seat in playing(play) else hand for seat, hand in enumerate(play.hands))
    held = sum(hand.size for hand in hands if hand is not None)
    rest = max(2, table.pack.size - held - len(play.aside))
    return replace(
        play,
        phase=Phase.DRAW,
        seat=None,
        hands=hands,
        stock=(None,) * (rest - 1),
        pile=(None,),
        thrown_by=(None,),
        turns=tuple(MANY_TURNS if seat in playing(play) else 0 for seat in range(table.seats)),
        faulty=(0,) * table.seats,
        taken=None,
        taken_had_twin=False,
        taken_own=False,
    )


def on_turn(table: Table, play: RoundState, seat: int, phase: Phase) -> RoundState:
    """The round with this seat on turn, in the phase that what it does next begins in."""
    hand = play.hands[seat]
    if hand is None:
        return replace(play, seat=seat)
    size = table.hand_size + (phase is Phase.DISCARD)
    held = replace(hand, unknown=max(0, size - len(hand.known)))
    hands = tuple(held if other == seat else one for other, one in enumerate(play.hands))
    return replace(play, seat=seat, phase=phase, hands=hands)


def shaped(table: Table, play: RoundState, action: Action) -> RoundState:
    """After turns that were not recorded: the state among those possible in which the action may happen."""
    unknown = sum(card is None for card in (*play.stock, *play.pile))
    if isinstance(action, DrawStock) and not drawable(table, play):
        needed = int(table.settings["stock.keep"]) + 1 - len(play.stock)
        return replace(play, stock=(None,) * needed + play.stock)
    if isinstance(action, TakeUpcard) and not play.pile:
        return replace(play, pile=(None,), thrown_by=(None,), stock=play.stock[: max(0, len(play.stock) - 1)])
    if isinstance(action, Reshuffle):
        known = tuple(card for card in play.pile if card is not None)
        keep = int(table.settings["stock.keep"])
        top = 0 if table.settings["stock.reshuffle"] == "all" else 1
        size = unknown + len(known) if action.order is None else len(action.order) + top
        hidden = (None,) * max(0, size - len(known))
        pile = (*hidden, *known)
        return replace(play, stock=(None,) * keep, pile=pile, thrown_by=(None,) * len(pile))
    if isinstance(action, Incident) and action.kind is IncidentKind.DEAD:
        return replace(play, stock=(None,) * int(table.settings["stock.keep"]), pile=(), thrown_by=())
    return play


def unsure(hand: Hand, *, gapped: bool, standing_known: bool) -> frozenset[str]:
    """The facts nobody can be sure of, for a seat with this hand."""
    facts: frozenset[str] = frozenset()
    if hand.unknown:
        facts |= OF_HAND
    if gapped:
        facts |= _OF_COURSE
    if not standing_known:
        facts |= _OF_STANDING
    return facts


def surely(table: Table, wrong: Fault, facts: frozenset[str], *, gapped: bool) -> Fault | None:
    """What remains of a fault if these facts are unsure; None if it hangs on them."""
    if gapped and wrong.code in _UNSURE_CODES:
        return None
    if not wrong.failures or not facts:
        return wrong
    certain = tuple(one for one in wrong.failures if not reads_of(table, one) & facts)
    if not certain:
        return None
    return replace(wrong, failures=certain, clause=certain[0].clause)


def reads_of(table: Table, failure: Failure) -> frozenset[str]:
    """The facts that decide a condition that failed."""
    block = failure.slot.removesuffix(".*")
    if block.startswith("close.outcomes"):
        return frozenset().union(*(one.reads for one in table.outcomes))
    return next((one.reads for one in table.conditions(block) if one.rule.key == failure.key), frozenset())


def public_faults(table: Table, facts: object, unsure_facts: frozenset[str]) -> list[BoundCondition]:
    """The conditions of a close that fail whatever the cards are that nobody knows."""
    hidden = OF_HAND | HIDDEN | {"others"} | unsure_facts
    return [one for one in table.conditions("close.may_close") if not one.reads & hidden and not one.test.call(facts)]


# -- cards that become known -----------------------------------------------------------------------------------------


def known_cards(play: RoundState, *, but: int | None = None) -> Counter[int]:
    """How often each kind lies in a known place; the hand of the seat `but` is left out."""
    cards: list[Card | None] = [*play.stock, *play.pile, *play.aside]
    for seat, hand in enumerate(play.hands):
        if hand is not None and seat != but:
            cards += hand.known
    for meld in play.table:
        cards += meld.cards
    return Counter(card.index for card in cards if card is not None)


def twice(table: Table, play: RoundState) -> Card | None:
    """A card that lies in more places than the pack has copies of it."""
    seen = known_cards(play)
    return next((Card(kind) for kind in sorted(seen) if seen[kind] > table.pack.kinds[kind].count), None)


def not_free(table: Table, play: RoundState, seat: int, cards: Iterable[Card]) -> Card | None:
    """The first of these cards that cannot be in the hand of the seat because it lies elsewhere."""
    seen = known_cards(play, but=seat)
    for card in cards:
        seen[card.index] += 1
        if seen[card.index] > table.pack.kinds[card.index].count:
            return card
    return None


def lacking(cards: Sequence[Card], among: Sequence[Card]) -> list[Card]:
    """The cards that are not among others, copies counted."""
    left = Counter(card.index for card in among)
    gone = []
    for card in cards:
        if left[card.index]:
            left[card.index] -= 1
        else:
            gone.append(card)
    return gone


def with_hand(play: RoundState, seat: int, known: Iterable[Card], unknown: int) -> RoundState:
    """The round with this hand for a seat."""
    hand = Hand(in_pack_order(list(known)), unknown)
    return replace(play, hands=tuple(hand if other == seat else one for other, one in enumerate(play.hands)))


def places_of(play: RoundState, card: Card) -> list[tuple[str, int | None]]:
    """Where copies of a card are known to lie: `hand` with its seat, `stock`, `pile`, `table`, `aside`."""

    def holds(cards: Iterable[Card | None]) -> bool:
        return any(one is not None and one.index == card.index for one in cards)

    found: list[tuple[str, int | None]] = [
        ("hand", seat) for seat, hand in enumerate(play.hands) if hand is not None and holds(hand.known)
    ]
    if any(holds(meld.cards) for meld in play.table):
        found.append(("table", None))
    for name, cards in (("pile", play.pile), ("stock", play.stock), ("aside", play.aside)):
        if holds(cards):
            found.append((name, None))
    return found
