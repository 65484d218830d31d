"""What goes wrong between plays: the deal, the count of a round, re-entry, the end of the game. Kinds as in `kinds`."""

from __future__ import annotations

from dataclasses import replace

from referee.game.flow import count
from referee.game.state import Phase
from referee.record.model import LETTERS, Result, Round
from tests.corruption.kinds import Corrupted, a_round, kind
from tests.corruption.traced import Traced, with_round, with_words, words_of

# -- the deal ----------------------------------------------------------------------------------------------------------


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
