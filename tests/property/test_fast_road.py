"""The fast road says «clean» only where the judge does, and says it of all ordinary records."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from referee.record.fast import FastRoad
from referee.record.fast_verdict import clean_verdict
from referee.record.judge import judge
from referee.record.model import GameRecord, Round, to_plain
from referee.record.reading import read_mapping
from referee.record.verdict import Status, Verdict
from referee.record.write import scribe
from referee.table import Table
from referee.workshop.selfplay import play, play_game
from referee.workshop.strategies import sensible
from tests.tables import FILES, rule_set, table

NAMES = [name for name in FILES.names() if rule_set(name).playable]
SLIPS_PER_GAME, MOST_SEATS = 25, 5


def judged(at: Table, record: GameRecord) -> Verdict | None:
    """The judge's verdict; None for what is no record at all."""
    read = read_mapping(to_plain(record))
    return None if read.record is None else judge(read, at)


def a_game(at: Table, seed: int, *, packs: bool = False) -> tuple[GameRecord, bool]:
    """A game of a few rounds, written in one of the ways there are, and whether it stops within a round."""
    writes = scribe(at, shows=seed % 2 == 1, packs=packs)
    played = play_game(writes, [sensible] * at.seats, Random(seed), rounds=4)
    return played.scribe.record(seals=seed % 3 == 2), played.scribe.open


@pytest.mark.parametrize("name", NAMES)
def test_ordinary_records_are_found_clean_as_the_judge_finds_them(name: str) -> None:
    seats = [one for one in rule_set_seats(name) if one <= MOST_SEATS]
    for seed in range(3):
        at = table(name, seats[seed % len(seats)])
        record, cut = a_game(at, seed, packs=seed == 1)
        assert any(one.pack for one in record.rounds) is (seed == 1)
        found, verdict = FastRoad(at).clean(record), judged(at, record)
        assert verdict is not None
        assert verdict.status is Status.CLEAN
        if cut:
            assert found is None
            continue
        assert found is not None
        assert clean_verdict(FastRoad(at), read_mapping(to_plain(record))) == verdict


def test_a_pot_is_the_one_that_was_won() -> None:
    at = table("fournier-40", 3, stake=5)
    record = play(at, [sensible] * 3, Random(3)).record
    assert record.result is not None
    assert record.result.pot >= 15
    for more, clean in ((0, True), (-5, False), (5, False)):
        other = replace(record, result=replace(record.result, pot=record.result.pot + more))
        found, verdict = FastRoad(at).clean(other), judged(at, other)
        assert verdict is not None
        assert (found is not None) is (verdict.status is Status.CLEAN) is clean
        if clean:
            assert clean_verdict(FastRoad(at), read_mapping(to_plain(other))) == verdict
    # a pot that is told before anybody has won it
    early = replace(record, rounds=record.rounds[:2], result=replace(record.result, winners=()))
    assert FastRoad(at).clean(early) is None
    assert FastRoad(at).clean(replace(early, result=replace(record.result, winners=(), pot=0))) is not None


def rule_set_seats(name: str) -> list[int]:
    """The numbers of seats a rule set offers, up to eight."""
    offered = []
    for seats in range(1, 9):
        try:
            table(name, seats)
        except ValueError:
            continue
        offered.append(seats)
    return offered


# -- slips -------------------------------------------------------------------------------------------------------------

Slip = Callable[[GameRecord, Random], GameRecord]


def in_a_round(record: GameRecord, chance: Random, change: Callable[[Round], Round]) -> GameRecord:
    number = chance.randrange(len(record.rounds))
    rounds = [change(one) if at == number else one for at, one in enumerate(record.rounds)]
    return replace(record, rounds=tuple(rounds))


def in_the_words(change: Callable[[list[str], Random], None]) -> Slip:
    def slip(record: GameRecord, chance: Random) -> GameRecord:
        def changed(one: Round) -> Round:
            words = one.play.split()
            if words:
                change(words, chance)
            return replace(one, play=" ".join(words))

        return in_a_round(record, chance, changed)

    return slip


def cards_of(record: GameRecord) -> list[str]:
    return sorted({card for one in record.rounds for hand in one.hands.values() for card in hand.split()})


def other_card(record: GameRecord, chance: Random) -> GameRecord:
    cards = cards_of(record)

    def change(words: list[str], chance: Random) -> None:
        at = chance.randrange(len(words))
        held = [card for card in cards if card in words[at]]
        if held:
            words[at] = words[at].replace(chance.choice(held), chance.choice(cards), 1)

    return in_the_words(change)(record, chance)


def lost_word(words: list[str], chance: Random) -> None:
    words.pop(chance.randrange(len(words)))


def word_twice(words: list[str], chance: Random) -> None:
    at = chance.randrange(len(words))
    words.insert(at, words[at])


def words_exchanged(words: list[str], chance: Random) -> None:
    one, other = (chance.randrange(len(words)) for _ in range(2))
    words[one], words[other] = words[other], words[one]


def sign_changed(words: list[str], chance: Random) -> None:
    at = chance.randrange(len(words))
    was, now = chance.choice([("+", "<"), ("<", "+"), ("-", "x"), ("x", "-")])
    words[at] = words[at].replace(was, now)


def numbers(key: str) -> Slip:
    def slip(record: GameRecord, chance: Random) -> GameRecord:
        def changed(one: Round) -> Round:
            values = dict(getattr(one, key))
            if values:
                letter = chance.choice(sorted(values))
                values[letter] += chance.choice([-10, -1, 1, 5])
            return replace(one, **{key: values})

        return in_a_round(record, chance, changed)

    return slip


def hands_exchanged(record: GameRecord, chance: Random) -> GameRecord:
    def changed(one: Round) -> Round:
        letters = sorted(one.hands)
        return replace(
            one, hands=dict(zip(letters, [one.hands[other] for other in [*letters[1:], letters[0]]], strict=True))
        )

    return in_a_round(record, chance, changed)


def other_eldest(record: GameRecord, chance: Random) -> GameRecord:
    letter = chance.choice(sorted(record.seats))
    return in_a_round(record, chance, lambda one: replace(one, eldest=letter))


def lost_round(record: GameRecord, chance: Random) -> GameRecord:
    rounds = list(record.rounds)
    rounds.pop(chance.randrange(len(rounds)))
    return replace(record, rounds=tuple(rounds))


def other_winner(record: GameRecord, chance: Random) -> GameRecord:
    if record.result is None:
        return record
    return replace(record, result=replace(record.result, winners=(chance.choice(sorted(record.seats)),)))


SLIPS: list[Slip] = [
    other_card,
    in_the_words(lost_word),
    in_the_words(word_twice),
    in_the_words(words_exchanged),
    in_the_words(sign_changed),
    numbers("scores"),
    numbers("totals"),
    hands_exchanged,
    other_eldest,
    lost_round,
    other_winner,
]


def in_the_pack(change: Callable[[list[str], Random], None]) -> Slip:
    def slip(record: GameRecord, chance: Random) -> GameRecord:
        def changed(one: Round) -> Round:
            cards = one.pack.split()
            change(cards, chance)
            return replace(one, pack=" ".join(cards))

        return in_a_round(record, chance, changed)

    return slip


def upcard_too(record: GameRecord, chance: Random) -> GameRecord:
    return in_a_round(record, chance, lambda one: replace(one, upcard=one.pack.split()[-1]))


PACK_SLIPS: list[Slip] = [in_the_pack(words_exchanged), in_the_pack(lost_word), in_the_pack(word_twice), upcard_too]


@pytest.mark.parametrize("name", ["spanish-40", "fournier-40", "chilean-50", "gin-rummy"])
def test_a_pack_is_taken_only_as_the_judge_takes_it(name: str) -> None:
    seats = [one for one in rule_set_seats(name) if one <= MOST_SEATS]
    at, chance = table(name, seats[-1]), Random(name)
    road, clean = FastRoad(at), 0
    record, _ = a_game(at, 1, packs=True)
    for number in range(SLIPS_PER_GAME):
        slipped = PACK_SLIPS[number % len(PACK_SLIPS)](record, chance)
        if road.clean(slipped) is None:
            continue
        clean += 1
        verdict = judged(at, slipped)
        assert verdict is not None
        assert verdict.status is Status.CLEAN, (slipped, verdict.first_violation)
    assert clean < SLIPS_PER_GAME / 2


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_found_clean_that_the_judge_does_not_find_clean(name: str) -> None:
    at, chance = table(name), Random(name)
    road, clean = FastRoad(at), 0
    for seed in range(2):
        record, _ = a_game(at, seed)
        for number in range(SLIPS_PER_GAME):
            slipped = SLIPS[number % len(SLIPS)](record, chance)
            if road.clean(slipped) is None:
                continue
            clean += 1
            verdict = judged(at, slipped)
            assert verdict is not None
            assert verdict.status is Status.CLEAN, (slipped, verdict.first_violation)
    assert clean < SLIPS_PER_GAME
