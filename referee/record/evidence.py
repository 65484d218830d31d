"""Evidence: seals over what was written, seeds from which shuffles follow. Said is only what it proves.

That a commitment came before the deal only its keeper can show; a seal says that nothing was changed after it was set,
not who set it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from referee.cards import Card
from referee.game.flow import deal_from, full_pack
from referee.game.state import Standing
from referee.record.canonical import Canonical
from referee.record.cards_text import Cards, hand_order
from referee.record.findings import Case
from referee.record.model import seat_index
from referee.record.seal import broken_seals
from referee.record.shuffle import broken_commitments, reused_seeds, seeds_of, shuffled
from referee.record.verdict import Finding, Place

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Seals:
    """What the seals of a record say: the first that is broken, with its round (from 0, None: the end).

    `readable` is no where the record cannot be read to its end, so that no seal can be computed.
    """

    finding: Finding | None = None
    number: int | None = None
    readable: bool = True


def seals_of(case: Case, canonical: Canonical) -> Seals:
    """The seals over a record, judged. What comes after a broken seal breaks with it, and is not told."""
    record = case.record
    if not record.seal and not any(played.seal for played in record.rounds):
        return Seals()
    made = canonical.record
    if made is None:
        return Seals(readable=False)
    broken = broken_seals(made)
    if not broken:
        return Seals()
    first = broken[0]
    said = case.say("seal_of_end") if first.number is None else case.say("SEAL_BROKEN", number=first.number + 1)
    path: Path = ("seal",) if first.number is None else ("rounds", first.number, "seal")
    measured = {"written": first.written, "computed": first.computed}
    return Seals(case.finding("SEAL_BROKEN", case.at(*path), said, measured=measured), first.number)


def seeds_complete(case: Case, number: int) -> bool:
    """Whether every seat that committed to a seed for a round (from 0) has revealed one."""
    evidence = case.record.rounds[number].shuffle
    return evidence is not None and bool(evidence.seeds) and evidence.commitments.keys() <= evidence.seeds.keys()


def shuffle_finding(case: Case, number: int, standing: Standing, texts: Mapping[Path, Cards]) -> Finding | None:
    """What the seeds of a round (from 0) say against its deal: the first thing that is wrong.

    `texts` are the cards of the deal by path.
    """
    return (
        _commitment(case, number)
        or _reused(case, number)
        or (_deal_differs(case, number, standing, texts) if seeds_complete(case, number) else None)
    )


def _commitment(case: Case, number: int) -> Finding | None:
    for letter in broken_commitments(case.record, number):
        said = case.say("COMMITMENT_BROKEN", seat=case.seat(seat_index(letter)))
        return case.finding("COMMITMENT_BROKEN", case.at("rounds", number, "shuffle", "seeds", letter), said)
    return None


def _reused(case: Case, number: int) -> Finding | None:
    for one in reused_seeds(case.record):
        if one.number == number:
            said = case.say("SEED_REUSED", seat=case.seat(seat_index(one.seat)), first=one.first + 1)
            place = case.at("rounds", number, "shuffle", "seeds", one.seat)
            return case.finding("SEED_REUSED", place, said, measured={"first": str(one.first + 1)})
    return None


def _deal_differs(case: Case, number: int, standing: Standing, texts: Mapping[Path, Cards]) -> Finding | None:
    evidence = case.record.rounds[number].shuffle
    assert evidence is not None
    seeds = seeds_of(case.record, number)
    pack = [Card(card.index) for card in full_pack(case.table)]
    order = shuffled(pack, case.record.id, number + 1, seeds, cut=evidence.cut)
    deal = deal_from(case.table, standing, order)
    upcard = () if deal.upcard is None else (deal.upcard,)
    for path, cards in texts.items():
        key, letter = str(path[2]), str(path[-1])
        hand = deal.hands[seat_index(letter)] if key == "hands" else None
        wanted = {"pack": order, "upcard": upcard, "stock": deal.stock or ()}.get(key, tuple(hand_order(hand or ())))
        written = tuple(hand_order(cards.cards)) if key == "hands" else cards.cards
        what = case.say(f"what_{'hand' if key == 'hands' else key}", seat=letter)
        at = _first_difference(written, wanted)
        if at is not None:
            place = case.at(*path)
            if key != "hands" and at < len(cards.places):
                place = case.at_span(path, cards.text.span(*cards.places[at]), case.cards([written[at]]))
            return _differs(case, place, (written, wanted), at, what)
    return None


def reshuffle_finding(case: Case, number: int, order: Sequence[Card], *, shuffle: int, place: Place) -> Finding | None:
    """What the seeds say against the order of a new stock; `shuffle` counts those of the round, the deal is 0."""
    if not seeds_complete(case, number):
        return None
    seeds = seeds_of(case.record, number)
    discards = sorted(Card(card.index) for card in order)
    wanted = shuffled(discards, case.record.id, number + 1, seeds, number=shuffle)
    at = _first_difference(order, wanted)
    return None if at is None else _differs(case, place, (order, wanted), at, case.say("what_stock"))


def _first_difference(written: Sequence[Card | None], wanted: Sequence[Card | None]) -> int | None:
    """The first place where a card that is known is not the one wanted."""
    for at, (one, other) in enumerate(zip_longest(written, wanted)):
        if at < len(written) and one is None:
            continue
        if one is None or other is None or one.index != other.index:
            return at
    return None


def _differs(
    case: Case, place: Place, both: tuple[Sequence[Card | None], Sequence[Card | None]], at: int, what: str
) -> Finding:
    """The card at a place, as it is written and as it should be."""
    found, computed = (case.cards([cards[at]]) if at < len(cards) else "-" for cards in both)
    said = case.say("SHUFFLE_DIFFERS", computed=computed, written=found, number=at + 1, what=what)
    measured = {"written": found, "computed": computed, "number": str(at + 1)}
    return case.finding("SHUFFLE_DIFFERS", place, said, measured=measured)
