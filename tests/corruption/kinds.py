"""What goes wrong in records: one function a kind, each changing one thing in a valid record.

A kind gets a record taken apart and a source of chance, and gives the changed record with the place of the change, or
None where such a thing cannot go wrong in this record. `turn` counts from 1, 0 where the change is not in the play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from referee.cards import Card
from referee.game.flow import count
from referee.game.moment import hand_of, playing
from referee.game.state import Phase
from referee.record.model import LETTERS, GameRecord, Result, Round
from referee.record.words import WordKind
from tests.corruption.traced import Spot, Traced, with_round, with_words, words_of


@dataclass(frozen=True)
class Corrupted:
    """A record with one thing wrong in it; `number` is the round from 0."""

    record: GameRecord
    number: int
    turn: int = 0


Kind = Callable[[Traced, Random], Corrupted | None]
KINDS: dict[str, Kind] = {}


def kind(make: Kind) -> Kind:
    """A kind of corruption, called as its function is."""
    KINDS[make.__name__] = make
    return make


Found = Iterator[tuple[int, int, Spot]]


def spots(game: Traced, wanted: Callable[[Spot], bool]) -> list[tuple[int, int, Spot]]:
    """Round, place in the round, and word: those wanted."""
    return [
        (number, at, spot)
        for number, round_ in enumerate(game.rounds)
        for at, spot in enumerate(round_)
        if wanted(spot)
    ]


def a_turn(spot: Spot) -> bool:
    return spot.kind is WordKind.TURN


def chosen(game: Traced, chance: Random, wanted: Callable[[Spot], bool]) -> tuple[int, int, Spot] | None:
    """One of the words wanted."""
    found = spots(game, wanted)
    return chance.choice(found) if found else None


def changed(game: Traced, number: int, at: int, spot: Spot, *words: tuple[int | None, str]) -> Corrupted:
    """The record with these words in place of one."""
    all_words = words_of(game.rounds[number])
    all_words[at : at + 1] = words
    return Corrupted(with_words(game.record, number, all_words), number, spot.turn)


def instead(game: Traced, number: int, at: int, spot: Spot, text: str) -> Corrupted:
    """The record with another word of the same seat."""
    return changed(game, number, at, spot, (spot.seat, text))


def texts(game: Traced, cards: object) -> list[str]:
    """Cards as they are written, each once."""
    return sorted({game.table.write(card) for card in cards if card is not None})


def others_held(game: Traced, spot: Spot, seat: int | None = None) -> list[str]:
    """Cards that only other seats hold (or one of them)."""
    play = spot.before.round
    own = set(texts(game, hand_of(play, spot.seat).known)) | {spot.drew[1:]}
    seats = [other for other in playing(play) if other != spot.seat and seat in {None, other}]
    return [text for other in seats for text in texts(game, hand_of(play, other).known) if text not in own]


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


@kind
def taken_for_drawn(game, chance):
    """The upcard is written as drawn from the stock."""
    found = chosen(game, chance, lambda spot: a_turn(spot) and spot.text[0] == "<")
    if found is None:
        return None
    number, at, spot = found
    return instead(game, number, at, spot, "+" + spot.text[1:])


@kind
def drawn_for_taken(game, chance):
    found = chosen(game, chance, lambda spot: a_turn(spot) and spot.text[0] == "+")
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
    made = changed(game, number, at, spot, (None, "%" + "".join(order)), (spot.seat, spot.text))
    return replace(made, turn=spot.turn - 1)


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
    return replace(changed(game, number, at, spot, (None, "!dead")), turn=spot.turn - 1)


def texts_in_order(game: Traced, cards: tuple[Card | None, ...]) -> list[str]:
    """Cards as they are written, in their order."""
    return [game.table.write(card) for card in cards if card is not None]


# -- the deal ----------------------------------------------------------------------------------------------------------


def a_round(game: Traced, chance: Random, wanted: Callable[[Round], bool]) -> int | None:
    """The number of a round."""
    found = [number for number, played in enumerate(game.record.rounds) if wanted(played)]
    return chance.choice(found) if found else None


def _with_hands(played: Round) -> bool:
    return bool(played.hands)


@kind
def hand_card_missing(game, chance):
    number = a_round(game, chance, _with_hands)
    if number is None:
        return None
    hands = dict(game.record.rounds[number].hands)
    seat = chance.choice(sorted(hands))
    cards = hands[seat].split()
    cards.pop(chance.randrange(len(cards)))
    return Corrupted(with_round(game.record, number, hands={**hands, seat: " ".join(cards)}), number)


@kind
def hand_too_large(game, chance):
    number = a_round(game, chance, lambda played: bool(played.hands) and bool(played.stock))
    if number is None:
        return None
    played = game.record.rounds[number]
    stock = played.stock.split()
    seat = chance.choice(sorted(played.hands))
    hands = {**played.hands, seat: f"{played.hands[seat]} {stock[-1]}"}
    return Corrupted(with_round(game.record, number, hands=hands, stock=" ".join(stock[:-1])), number)


@kind
def card_dealt_twice(game, chance):
    number = a_round(game, chance, _with_hands)
    if number is None:
        return None
    hands = dict(game.record.rounds[number].hands)
    one, other = chance.sample(sorted(hands), 2)
    cards, others = hands[one].split(), hands[other].split()
    place = chance.randrange(len(cards))
    copy = [text for text in others if text != cards[place]]
    cards[place] = chance.choice(copy)
    return Corrupted(with_round(game.record, number, hands={**hands, one: " ".join(cards)}), number)


@kind
def hand_cards_swapped(game, chance):
    """Two seats' cards are exchanged: shown when one of them is thrown, or in the count."""
    number = a_round(game, chance, _with_hands)
    if number is None:
        return None
    hands = dict(game.record.rounds[number].hands)
    one, other = chance.sample(sorted(hands), 2)
    cards, others = hands[one].split(), hands[other].split()
    here, there = chance.randrange(len(cards)), chance.randrange(len(others))
    if cards[here] == others[there]:
        return None
    cards[here], others[there] = others[there], cards[here]
    made = {**hands, one: " ".join(cards), other: " ".join(others)}
    return Corrupted(with_round(game.record, number, hands=made), number)


@kind
def stock_cards_swapped(game, chance):
    number = a_round(game, chance, lambda played: len(set(played.stock.split())) > 2)
    if number is None:
        return None
    stock = game.record.rounds[number].stock.split()
    here, there = chance.sample(range(len(stock)), 2)
    if stock[here] == stock[there]:
        return None
    stock[here], stock[there] = stock[there], stock[here]
    return Corrupted(with_round(game.record, number, stock=" ".join(stock)), number)


@kind
def stock_card_missing(game, chance):
    number = a_round(game, chance, lambda played: len(played.stock.split()) > 2)
    if number is None:
        return None
    stock = game.record.rounds[number].stock.split()
    stock.pop(chance.randrange(len(stock)))
    return Corrupted(with_round(game.record, number, stock=" ".join(stock)), number)


@kind
def pack_card_twice(game, chance):
    number = a_round(game, chance, lambda played: bool(played.pack))
    if number is None:
        return None
    cards = game.record.rounds[number].pack.split()
    here, there = chance.sample(range(len(cards)), 2)
    if cards[here] == cards[there]:
        return None
    cards[here] = cards[there]
    return Corrupted(with_round(game.record, number, pack=" ".join(cards)), number)


@kind
def wrong_upcard(game, chance):
    """The upcard and a card of the stock are exchanged."""
    number = a_round(game, chance, lambda played: bool(played.upcard) and len(played.stock.split()) > 1)
    if number is None:
        return None
    played = game.record.rounds[number]
    stock = played.stock.split()
    place = chance.randrange(len(stock))
    if stock[place] == played.upcard:
        return None
    upcard, stock[place] = stock[place], played.upcard
    return Corrupted(with_round(game.record, number, upcard=upcard, stock=" ".join(stock)), number)


@kind
def wrong_eldest(game, chance):
    number = chance.randrange(len(game.record.rounds))
    if number == 0:
        return None
    played = game.record.rounds[number]
    seats = [LETTERS[seat] for seat in game.states[number].standing.seats_in if LETTERS[seat] != played.eldest]
    if not seats:
        return None
    return Corrupted(with_round(game.record, number, eldest=chance.choice(seats)), number)


@kind
def seat_that_is_out_is_dealt_in(game, chance):
    def out(number: int) -> list[str]:
        standing = game.states[number].standing
        return [LETTERS[seat] for seat, since in enumerate(standing.out_since) if since is not None]

    found = [
        number for number, played in enumerate(game.record.rounds) if played.hands and played.stock and out(number)
    ]
    found = [number for number in found if len(game.record.rounds[number].stock.split()) > game.table.hand_size + 2]
    if not found:
        return None
    number = chance.choice(found)
    played = game.record.rounds[number]
    stock = played.stock.split()
    hands = {**played.hands, chance.choice(out(number)): " ".join(stock[-game.table.hand_size :])}
    stock = stock[: -game.table.hand_size]
    return Corrupted(with_round(game.record, number, hands=hands, stock=" ".join(stock)), number)


@kind
def seat_that_is_in_is_left_out(game, chance):
    """The wrong elimination: a seat is dealt no cards although it is in."""
    number = a_round(game, chance, lambda played: len(played.hands) > 2 and bool(played.stock))
    if number is None:
        return None
    played = game.record.rounds[number]
    seat = chance.choice(sorted(set(played.hands) - {played.eldest}))
    hands = {other: cards for other, cards in played.hands.items() if other != seat}
    stock = f"{played.stock} {played.hands[seat]}"
    return Corrupted(with_round(game.record, number, hands=hands, stock=stock), number)


# -- the count ---------------------------------------------------------------------------------------------------------


@kind
def wrong_sum(game, chance):
    number = a_round(game, chance, lambda played: bool(played.scores))
    if number is None:
        return None
    scores = dict(game.record.rounds[number].scores)
    seat = chance.choice(sorted(scores))
    scores[seat] += chance.choice([-10, -1, 1, 9])
    return Corrupted(with_round(game.record, number, scores=scores), number)


@kind
def score_of_another_seat(game, chance):
    number = a_round(game, chance, lambda played: len(set(played.scores.values())) > 1)
    if number is None:
        return None
    scores = dict(game.record.rounds[number].scores)
    one, other = chance.choice([(a, b) for a in scores for b in scores if scores[a] != scores[b]])
    scores[one], scores[other] = scores[other], scores[one]
    return Corrupted(with_round(game.record, number, scores=scores), number)


@kind
def score_of_a_seat_that_is_out(game, chance):
    number = a_round(game, chance, lambda played: 0 < len(played.scores) < game.table.seats)
    if number is None:
        return None
    scores = dict(game.record.rounds[number].scores)
    seat = chance.choice([letter for letter in LETTERS[: game.table.seats] if letter not in scores])
    return Corrupted(with_round(game.record, number, scores={**scores, seat: 0}), number)


@kind
def wrong_total(game, chance):
    number = a_round(game, chance, lambda played: bool(played.totals))
    if number is None:
        return None
    totals = dict(game.record.rounds[number].totals)
    seat = chance.choice(sorted(totals))
    totals[seat] += chance.choice([-100, -1, 1, 10])
    return Corrupted(with_round(game.record, number, totals=totals), number)


@kind
def re_entry_of_a_seat_that_may_not(game, chance):
    """A seat that is in, or is not asked, is written among those that come back."""
    number = chance.randrange(len(game.record.rounds))
    played = game.record.rounds[number]
    seats = [letter for letter in LETTERS[: game.table.seats] if letter not in played.reenter]
    asked = [LETTERS[seat] for seat in _who_may(game, number)]
    seats = [letter for letter in seats if letter not in asked]
    if not seats:
        return None
    back = tuple(sorted((*played.reenter, chance.choice(seats))))
    return Corrupted(with_round(game.record, number, reenter=back), number)


def _who_may(game: Traced, number: int) -> tuple[int, ...]:
    """Who is asked after a round, or comes back unasked."""
    after = game.rounds[number][-1].after
    pause = count(game.table, after) if after.phase is Phase.COUNT else None
    return () if pause is None else (*pause.asked, *pause.re_entered)


@kind
def re_entry_not_written(game, chance):
    """Who came back is not written, and plays on."""
    number = a_round(game, chance, lambda played: bool(played.reenter))
    if number is None or number + 1 == len(game.record.rounds):
        return None
    back = list(game.record.rounds[number].reenter)
    back.pop(chance.randrange(len(back)))
    return Corrupted(with_round(game.record, number, reenter=tuple(back)), number)


# -- the end -----------------------------------------------------------------------------------------------------------


@kind
def wrong_winner(game, chance):
    result = game.record.result
    if result is None:
        return None
    losers = [letter for letter in LETTERS[: game.table.seats] if letter not in result.winners]
    winners = (chance.choice(losers),) if losers else result.winners[:1]
    return Corrupted(replace(game.record, result=replace(result, winners=winners)), len(game.record.rounds))


@kind
def wrong_pot(game, chance):
    result = game.record.result
    if result is None:
        return None
    pot = result.pot + chance.choice([1, 5, 100])
    return Corrupted(replace(game.record, result=replace(result, pot=pot)), len(game.record.rounds))


@kind
def winner_of_a_game_that_goes_on(game, chance):
    """The last round is missing, and the result stands there all the same."""
    if len(game.record.rounds) < 2:
        return None
    result = game.record.result or Result(("A",))
    return Corrupted(replace(game.record, rounds=game.record.rounds[:-1], result=result), len(game.record.rounds) - 1)


@kind
def round_after_the_end(game, chance):
    rounds = game.record.rounds
    more = replace(rounds[-1], eldest=chance.choice(sorted(game.record.seats)))
    return Corrupted(replace(game.record, rounds=(*rounds, more)), len(rounds))


@kind
def cut_off(game, chance):
    """The end of the last round is missing: an unfinished record, if nothing else stands behind it."""
    last = len(game.rounds) - 1
    words = words_of(game.rounds[last])
    keep = chance.randrange(len(words))
    cut = with_words(game.record, last, words[:keep])
    cut = with_round(cut, last, scores={}, totals={}, reenter=())
    return Corrupted(replace(cut, result=None), last)


@kind
def round_cut_off(game, chance):
    """The end of a round is missing, and the game goes on."""
    found = [number for number, round_ in enumerate(game.rounds[:-1]) if len(round_) > 1]
    if not found:
        return None
    number = chance.choice(found)
    words = words_of(game.rounds[number])
    keep = chance.randrange(1, len(words))
    while keep > 1 and game.rounds[number][keep - 1].after.phase is Phase.COUNT:
        keep -= 1
    return Corrupted(with_words(game.record, number, words[:keep]), number, game.rounds[number][keep - 1].turn)


@kind
def round_missing(game, chance):
    if len(game.record.rounds) < 3:
        return None
    number = chance.randrange(len(game.record.rounds) - 1)
    rounds = (*game.record.rounds[:number], *game.record.rounds[number + 1 :])
    return Corrupted(replace(game.record, rounds=rounds), number)
