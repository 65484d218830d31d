"""What goes wrong with closes and with the stock. Kinds as in `kinds`."""

from __future__ import annotations

from referee.game.moment import hand_of, playing
from referee.game.state import Phase
from referee.record.words import WordKind
from tests.corruption.kinds import Corrupted, a_turn, changed, chosen, instead, kind, texts, texts_in_order
from tests.corruption.traced import Spot, with_words, words_of

# -- closing -----------------------------------------------------------------------------------------------------------


def _closing(spot: Spot) -> bool:
    return a_turn(spot) and "x" in spot.text


@kind
def false_close(game, chance):
    found = chosen(game, chance, lambda spot: a_turn(spot) and spot.threw[:1] == "-")
    if found is None:
        return None
    number, at, spot = found
    return instead(game, number, at, spot, f"{spot.drew}x{spot.threw[1:]}")


@kind
def close_not_made(game, chance):
    """A discard is written for the close, and the round goes on nowhere."""
    found = chosen(game, chance, _closing)
    if found is None:
        return None
    number, at, spot = found
    return instead(game, number, at, spot, f"{spot.drew}-{spot.threw[1:]}")


@kind
def another_closing_card(game, chance):
    def held(spot: Spot) -> list[str]:
        own = {*texts(game, hand_of(spot.before.round, spot.seat).known), spot.drew[1:]}
        return sorted(own - {spot.threw[1:], ""})

    found = chosen(game, chance, lambda spot: _closing(spot) and bool(held(spot)))
    if found is None:
        return None
    number, at, spot = found
    return instead(game, number, at, spot, f"{spot.drew}x{chance.choice(held(spot))}")


@kind
def close_with_the_taken_card(game, chance):
    found = chosen(game, chance, lambda spot: a_turn(spot) and spot.text[0] == "<" and bool(spot.threw))
    if found is None:
        return None
    number, at, spot = found
    return instead(game, number, at, spot, f"{spot.drew}x{spot.drew[1:]}")


@kind
def play_after_the_close(game, chance):
    """Somebody plays on after the round has ended."""
    found = chosen(game, chance, lambda spot: _closing(spot) and len(spot.after.round.stock) > 1)
    if found is None:
        return None
    number, _, spot = found
    seat = chance.choice([one for one in playing(spot.before.round) if one != spot.seat])
    stock = spot.after.round.stock
    top = game.table.write(stock[0])
    words = [*words_of(game.rounds[number]), (seat, f"+{top}-{top}")]
    last = game.rounds[number][-1].turn
    return Corrupted(with_words(game.record, number, words), number, last + 1)


# -- the stock ---------------------------------------------------------------------------------------------------------


def _shuffles(spot: Spot) -> bool:
    return spot.kind is WordKind.RESHUFFLE and len(spot.word.form.order or ()) > 1


@kind
def reshuffle_with_a_wrong_card(game, chance):
    found = chosen(game, chance, _shuffles)
    if found is None:
        return None
    number, at, spot = found
    order = texts_in_order(game, spot.word.form.order)
    play = spot.before.round
    held = [text for seat in playing(play) for text in texts(game, hand_of(play, seat).known) if text not in order]
    if not held:
        return None
    order[chance.randrange(len(order))] = chance.choice(held)
    return changed(game, number, at, spot, (None, "%" + "".join(order)))


@kind
def reshuffle_one_card_short(game, chance):
    found = chosen(game, chance, _shuffles)
    if found is None:
        return None
    number, at, spot = found
    order = texts_in_order(game, spot.word.form.order)
    return changed(game, number, at, spot, (None, "%" + "".join(order[:-1])))


@kind
def reshuffle_too_early(game, chance):
    found = chosen(
        game,
        chance,
        lambda spot: (
            spot.before.phase is Phase.DRAW and len(spot.before.round.stock) > 2 and len(spot.before.round.pile) > 1
        ),
    )
    if found is None:
        return None
    number, at, spot = found
    order = texts_in_order(game, spot.before.round.pile[:-1])
    return changed(game, number, at, spot, (None, "%" + "".join(order)), (spot.seat, spot.text))


@kind
def reshuffle_missing(game, chance):
    found = chosen(game, chance, _shuffles)
    if found is None:
        return None
    return changed(game, *found)


@kind
def round_called_dead(game, chance):
    found = chosen(game, chance, lambda spot: a_turn(spot) and spot.before.phase is Phase.DRAW)
    if found is None:
        return None
    number, at, spot = found
    return changed(game, number, at, spot, (None, "!dead"))
