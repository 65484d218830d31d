"""What goes wrong where hands are shown, cards laid off and records sealed. Kinds as in `kinds`."""

from __future__ import annotations

import re
from dataclasses import replace

from referee.cards import JOKER
from referee.game.actions import LaidCard, LayOff
from referee.game.legal import fault
from referee.game.moment import hand_of
from referee.game.state import Phase
from referee.record.model import Event
from referee.record.words import WordKind
from tests.corruption.kinds import (
    Corrupted,
    chosen,
    instead,
    kind,
    others_held,
    texts,
)
from tests.corruption.traced import with_round, with_words, words_of

CARD = re.compile(r"JK|[1-9A-Z][0-9]?[a-z]")


def _show(spot):
    return spot.kind is WordKind.SHOW


def _lay_off(spot):
    return spot.kind is WordKind.LAY_OFF


def _held(game, spot):
    return texts(game, hand_of(spot.before.round, spot.seat).known)


@kind
def shown_card_of_another_hand(game, chance):
    found = chosen(
        game, chance, lambda spot: _show(spot) and bool(CARD.search(spot.text)) and bool(others_held(game, spot))
    )
    if found is None:
        return None
    number, at, spot = found
    own = chance.choice(list(CARD.finditer(spot.text)))
    kinds = {one.text: one.count for one in game.table.pack.kinds}
    strange = [card for card in others_held(game, spot) if card not in spot.text and kinds[card] == 1]
    if not strange:
        return None
    card = chance.choice(strange)
    return instead(game, number, at, spot, spot.text[: own.start()] + card + spot.text[own.end() :])


@kind
def shown_hand_one_card_short(game, chance):
    found = chosen(game, chance, lambda spot: _show(spot) and "|" in spot.text)
    if found is None:
        return None
    number, at, spot = found
    melds, _, loose = spot.text.partition("|")
    cards = CARD.findall(loose)
    cards.pop(chance.randrange(len(cards)))
    return instead(game, number, at, spot, f"{melds}|{''.join(cards)}" if cards else melds)


@kind
def shown_meld_that_is_none(game, chance):
    """A loose card is put to a meld."""

    def loose(spot):
        melds, _, rest = spot.text.partition("|")
        return CARD.findall(rest) if len(melds) > 1 else []

    found = chosen(game, chance, lambda spot: _show(spot) and bool(loose(spot)))
    if found is None:
        return None
    number, at, spot = found
    melds, _, rest = spot.text.partition("|")
    cards = CARD.findall(rest)
    card = cards.pop(chance.randrange(len(cards)))
    return instead(game, number, at, spot, f"{melds}{card}{'|' if cards else ''}{''.join(cards)}")


@kind
def joker_in_another_place(game, chance):
    """The joker of a run that was shown goes to the other end of it, or outside."""

    def runs(spot):
        melds = spot.text[1:].partition("|")[0].split(",")
        return [one for one in melds if JOKER in one and len({card[-1] for card in CARD.findall(one)} - {"K"}) == 1]

    found = chosen(game, chance, lambda spot: _show(spot) and bool(runs(spot)))
    if found is None:
        return None
    number, at, spot = found
    run = chance.choice(runs(spot))
    cards = CARD.findall(run)
    moved = [*cards[1:], cards[0]] if cards[0] == JOKER else [JOKER, *(card for card in cards if card != JOKER)]
    moved += [JOKER] * (len(cards) - len(moved))
    if moved == cards:
        return None
    return instead(game, number, at, spot, spot.text.replace(run, "".join(moved), 1))


@kind
def lay_off_of_a_card_not_held(game, chance):
    found = chosen(game, chance, lambda spot: _lay_off(spot) and bool(others_held(game, spot)))
    if found is None:
        return None
    number, at, spot = found
    own = CARD.findall(spot.text)[0]
    strange = [card for card in others_held(game, spot) if card not in _held(game, spot)]
    return instead(game, number, at, spot, spot.text.replace(own, chance.choice(strange), 1)) if strange else None


@kind
def lay_off_on_no_meld(game, chance):
    found = chosen(game, chance, _lay_off)
    if found is None:
        return None
    number, at, spot = found
    return instead(game, number, at, spot, f"{spot.text.partition('>')[0]}>{chance.choice([40, 99])}")


@kind
def lay_off_that_does_not_fit(game, chance):
    """A loose card goes on a meld that does not take it, or that is not open to the seat."""

    def wrong(spot):
        play = spot.before.round
        if not game.table.settings["melds.declared"] or spot.before.phase is not Phase.LAY_OFF:
            return []
        tried = [
            LayOff(spot.seat, meld, (LaidCard(card),))
            for meld in range(1, len(play.table) + 1)
            for card in hand_of(play, spot.seat).known
        ]
        return [one for one in tried if fault(game.table, spot.before, one) is not None]

    found = chosen(game, chance, lambda spot: bool(wrong(spot)))
    if found is None:
        return None
    number, at, spot = found
    one = chance.choice(wrong(spot))
    words = words_of(game.rounds[number])
    words.insert(at, (spot.seat, f"{game.table.write(one.cards[0].card)}>{one.meld}"))
    return Corrupted(with_words(game.record, number, words), number, spot.turn)


@kind
def lay_off_where_nobody_may(game, chance):
    """After a close that shuts everybody out a seat lays a card off."""

    def shut(spot):
        return "x" in spot.text and spot.kind is WordKind.TURN and spot.after.phase is Phase.COUNT

    declared = game.table.settings["melds.declared"]
    found = chosen(game, chance, lambda spot: declared and shut(spot) and spot.after.round.table)
    if found is None:
        return None
    number, _at, spot = found
    seats = [one for one, hand in enumerate(spot.after.round.hands) if hand is not None and one != spot.seat]
    seat = chance.choice(seats)
    card = chance.choice(texts(game, hand_of(spot.after.round, seat).known))
    words = [*words_of(game.rounds[number]), (seat, f"{card}>1")]
    return Corrupted(with_words(game.record, number, words), number, spot.turn)


# -- seals -------------------------------------------------------------------------------------------------------------


def _spoilt(seal, chance):
    place = chance.randrange(len(seal))
    return seal[:place] + ("0" if seal[place] != "0" else "f") + seal[place + 1 :]


@kind
def broken_seal(game, chance):
    found = [number for number, played in enumerate(game.record.rounds) if played.seal]
    if not found:
        return None
    number = chance.choice(found)
    seal = _spoilt(game.record.rounds[number].seal, chance)
    return Corrupted(with_round(game.record, number, seal=seal), number)


@kind
def broken_end_seal(game, chance):
    if not game.record.seal:
        return None
    return Corrupted(replace(game.record, seal=_spoilt(game.record.seal, chance)), len(game.record.rounds))


@kind
def note_written_under_a_seal(game, chance):
    found = [number for number, played in enumerate(game.record.rounds) if played.seal]
    if not found:
        return None
    number = chance.choice(found)
    return Corrupted(with_round(game.record, number, note="nothing happened here"), number)


@kind
def head_edited_under_the_seals(game, _chance):
    if not game.record.seal:
        return None
    return Corrupted(replace(game.record, event=Event(name="another one")), 0)


@kind
def round_taken_away_under_the_seals(game, _chance):
    """The record ends a round earlier, without its result: only the seal of the end can tell."""
    if not game.record.seal or len(game.record.rounds) < 2:
        return None
    rounds = game.record.rounds[:-1]
    return Corrupted(replace(game.record, rounds=rounds, result=None), len(rounds))
