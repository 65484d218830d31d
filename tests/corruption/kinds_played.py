"""What goes wrong in turns: drawing, throwing, whose turn it is. Kinds as in `kinds`."""

from __future__ import annotations

from dataclasses import replace

from referee.game.moment import hand_of, playing
from referee.game.state import Phase
from tests.corruption.kinds import Corrupted, a_turn, changed, chosen, instead, kind, others_held, spots, texts
from tests.corruption.traced import Spot, with_words, words_of

# -- drawing -----------------------------------------------------------------------------------------------------------


@kind
def another_card_drawn(game, chance):
    found = chosen(game, chance, lambda spot: a_turn(spot) and spot.text[0] == "+")
    if found is None:
        return None
    number, at, spot = found
    top = spot.drew[1:]
    card = chance.choice([kind_.text for kind_ in game.table.pack.kinds if kind_.text != top])
    return instead(game, number, at, spot, f"+{card}{spot.text[len(spot.drew) :]}")


@kind
def another_card_taken(game, chance):
    found = chosen(game, chance, lambda spot: a_turn(spot) and spot.text[0] == "<")
    if found is None:
        return None
    number, at, spot = found
    card = chance.choice([kind_.text for kind_ in game.table.pack.kinds if kind_.text != spot.drew[1:]])
    return instead(game, number, at, spot, f"<{card}{spot.text[len(spot.drew) :]}")


def _elsewhere(spot: Spot) -> bool:
    """Whether another card lies on top of the stock than of the pile: twins would leave the play possible."""
    play = spot.before.round
    return bool(play.stock and play.pile) and play.stock[0].index != play.pile[-1].index


@kind
def taken_for_drawn(game, chance):
    """The upcard is written as drawn from the stock."""
    found = chosen(game, chance, lambda spot: a_turn(spot) and spot.text[0] == "<" and _elsewhere(spot))
    if found is None:
        return None
    number, at, spot = found
    return instead(game, number, at, spot, "+" + spot.text[1:])


@kind
def drawn_for_taken(game, chance):
    found = chosen(game, chance, lambda spot: a_turn(spot) and spot.text[0] == "+" and _elsewhere(spot))
    if found is None:
        return None
    number, at, spot = found
    return instead(game, number, at, spot, "<" + spot.text[1:])


@kind
def draw_missing(game, chance):
    found = chosen(game, chance, lambda spot: a_turn(spot) and bool(spot.drew) and bool(spot.threw))
    if found is None:
        return None
    number, at, spot = found
    return instead(game, number, at, spot, spot.threw)


@kind
def drew_twice(game, chance):
    found = chosen(game, chance, lambda spot: a_turn(spot) and bool(spot.drew) and len(spot.before.round.stock) > 3)
    if found is None:
        return None
    number, at, spot = found
    stock = spot.before.round.stock
    following = game.table.write(stock[1] if spot.drew[0] == "+" else stock[0])
    return instead(game, number, at, spot, f"{spot.drew}+{following}{spot.threw}")


# -- throwing ----------------------------------------------------------------------------------------------------------


def _thrower(spot: Spot) -> bool:
    return a_turn(spot) and bool(spot.threw) and len(spot.threw) > 1


@kind
def card_of_another_hand_thrown(game, chance):
    found = chosen(game, chance, lambda spot: _thrower(spot) and bool(others_held(game, spot)))
    if found is None:
        return None
    number, at, spot = found
    card = chance.choice(others_held(game, spot))
    return instead(game, number, at, spot, f"{spot.drew}{spot.threw[0]}{card}")


@kind
def card_of_the_pile_thrown(game, chance):
    def lies(spot: Spot) -> list[str]:
        held = {*texts(game, hand_of(spot.before.round, spot.seat).known), spot.drew[1:]}
        return [text for text in texts(game, spot.before.round.pile) if text not in held]

    found = chosen(game, chance, lambda spot: _thrower(spot) and bool(lies(spot)))
    if found is None:
        return None
    number, at, spot = found
    return instead(game, number, at, spot, f"{spot.drew}{spot.threw[0]}{chance.choice(lies(spot))}")


@kind
def card_of_no_pack_thrown(game, chance):
    found = chosen(game, chance, _thrower)
    if found is None:
        return None
    number, at, spot = found
    return instead(game, number, at, spot, f"{spot.drew}{spot.threw[0]}{chance.choice(['13b', '7z', '0o'])}")


@kind
def another_card_discarded(game, chance):
    """Another card of the same hand: the record may show it only when that card is thrown, or counted."""

    def held(spot: Spot) -> list[str]:
        own = [*texts(game, hand_of(spot.before.round, spot.seat).known)]
        return [text for text in own if text != spot.threw[1:]]

    found = chosen(game, chance, lambda spot: _thrower(spot) and spot.threw[0] == "-" and bool(held(spot)))
    if found is None:
        return None
    number, at, spot = found
    return instead(game, number, at, spot, f"{spot.drew}-{chance.choice(held(spot))}")


@kind
def taken_card_thrown(game, chance):
    found = chosen(game, chance, lambda spot: _thrower(spot) and spot.text[0] == "<" and spot.threw[0] == "-")
    if found is None:
        return None
    number, at, spot = found
    return instead(game, number, at, spot, f"{spot.drew}-{spot.drew[1:]}")


# -- turns -------------------------------------------------------------------------------------------------------------


@kind
def wrong_turn(game, chance):
    """Another seat is named in front of the turn."""

    def others(spot: Spot) -> list[int]:
        return [seat for seat in playing(spot.before.round) if seat != spot.seat]

    found = chosen(game, chance, lambda spot: a_turn(spot) and bool(others(spot)))
    if found is None:
        return None
    number, at, spot = found
    return changed(game, number, at, spot, (chance.choice(others(spot)), spot.text))


@kind
def seat_that_is_out_plays(game, chance):
    def out(spot: Spot) -> list[int]:
        return [seat for seat in range(game.table.seats) if seat not in playing(spot.before.round)]

    found = chosen(game, chance, lambda spot: a_turn(spot) and bool(out(spot)))
    if found is None:
        return None
    number, at, spot = found
    return changed(game, number, at, spot, (chance.choice(out(spot)), spot.text))


@kind
def turn_missing(game, chance):
    found = chosen(game, chance, lambda spot: a_turn(spot) and spot.after.phase is Phase.DRAW)
    if found is None:
        return None
    return changed(game, *found)


@kind
def turn_twice(game, chance):
    found = chosen(game, chance, lambda spot: a_turn(spot) and spot.after.phase is Phase.DRAW)
    if found is None:
        return None
    number, at, spot = found
    made = changed(game, number, at, spot, (spot.seat, spot.text), (spot.seat, spot.text))
    return replace(made, turn=spot.turn + 1)


@kind
def turns_swapped(game, chance):
    def swappable(number: int, at: int) -> bool:
        round_ = game.rounds[number]
        return at + 1 < len(round_) and a_turn(round_[at]) and a_turn(round_[at + 1])

    found = [one for one in spots(game, a_turn) if swappable(one[0], one[1])]
    if not found:
        return None
    number, at, spot = chance.choice(found)
    words = words_of(game.rounds[number])
    words[at], words[at + 1] = words[at + 1], words[at]
    return Corrupted(with_words(game.record, number, words), number, spot.turn)


@kind
def turn_passed(game, chance):
    found = chosen(game, chance, lambda spot: a_turn(spot) and spot.before.phase is Phase.DRAW)
    if found is None:
        return None
    number, at, spot = found
    return instead(game, number, at, spot, ".")


@kind
def offer_ignored(game, chance):
    """Gin: the seat draws although it was offered the upcard."""
    found = chosen(game, chance, lambda spot: spot.before.phase is Phase.OFFER)
    if found is None:
        return None
    number, at, spot = found
    top = game.table.write(spot.before.round.stock[0])
    return instead(game, number, at, spot, f"+{top}-{top}")
