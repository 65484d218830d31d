"""Games between their rounds on machine words come to what they come to by `game.standing`, by whatever rules they end."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game.price import Sheet, SheetLine
from referee.game.result import Course, RoundResult, SeatResult
from referee.game.roundfacts import RoundFacts
from referee.game.stakes import opening
from referee.game.standing import Pause, close_pause, settle
from referee.game.state import Standing
from referee.record.packed_between import PackedBetween
from referee.record.packed_facts import PLACES, WIDTHS, PackedRule, facts_row
from referee.record.packed_ledger import PackedLedger
from referee.record.packed_memo import WordMemo
from referee.record.packed_round import PackedRound
from referee.table import Table
from tests.tables import house, table

RULES = {
    "by the closer": "game:\n  winner: {es.9.tie: is_closer}",
    "by gains": "game:\n  ends_when: {es.9: lost above 60 or gained above 150}",
    "by the round": (
        "game:\n  out_when: {es.9: written above 40 or (outcome is clean and not is_closer and total above 70)}"
    ),
    "by the place": "game:\n  winner: {es.9.low: lowest total, es.9.tie: highest after_closer}",
    "the most": "game:\n  winner: {es.9.in: lowest rounds_out, es.9.low: highest total, es.9.tie: lowest gained}",
    "the closer first": "eldest: {next: closer}",
    "by adjusting": "game:\n  adjust:\n    q.1: {when: total above 90 and not is_closer, becomes: total - written}",
    "back by itself": (
        "re_entry:\n  may_re_enter: {es.10: rounds_out at least 2 and re_entries below 2}\n"
        "  total: (highest_in + second_highest_in) / 2\n  pays: 3\n  automatic: yes\n"
        "stakes: {entry: 5, winner_takes: pot}"
    ),
    "back at once": "re_entry:\n  may_re_enter: {es.10: seats_in at least 2}\n  total: total / 2\n  automatic: yes",
    "never back": "re_entry: {automatic: yes}",
    "asked": "re_entry:\n  may_re_enter: {es.10: seats_in at least 1}\n  total: highest_in\n  pays: 3",
    "coins": "stakes:\n  entry: 10\n  winner_takes: pot / 2\n  loser_pays: coins(max(total - 60, 0))",
    "by the highest": "game:\n  ends_when: {es.9: highest_in - second_highest_in above 40}",
    "by rounds out": "game:\n  ends_when: {es.9: rounds_out at least 3 or rounds at least 12}",
}
NAMED = ("spanish-40", "fournier-40", "house-e", "house-f", "house-n", "house-q", "house-u", "house-v")


@cache
def at_table(name: str, seats: int) -> Table:
    if name in NAMED:
        return table(name, 4 if name == "house-e" else seats)
    return house(RULES[name], seats=seats)


def by_game(at: Table, standing: Standing, played: PackedRound) -> Pause:
    """The same round settled by the game; no rule between rounds asks for cards."""
    seats, closer = standing.seats_in, standing.seats_in[played.closer]
    name = at.outcomes[played.outcome].rule.name
    result = RoundResult(
        Course(standing.eldest, 1, (1,) * at.seats),
        closer,
        name,
        None,
        (),
        tuple(SeatResult(one, ()) for one in seats),
        (),
    )
    lines = [SheetLine(seat, int(played.points[place]), "", "", (), ()) for place, seat in enumerate(seats)]
    sheet = Sheet(name, (), closer) if played.wins else Sheet(name, tuple(lines))
    return settle(at, standing, result, sheet)


def gone_through(at: Table, rules: PackedBetween, chance: Random, rounds: int) -> Counter[str]:
    """A game of rounds in which seats write what they like; what was seen in it."""
    seen = Counter[str]()
    eldest = chance.randrange(at.seats)
    standing, ledger, played = opening(at, eldest), PackedLedger(rules, chance.randrange(at.seats)), PackedRound()
    ledger.begin(eldest)
    assert ledger.standing() == standing
    while not standing.winners and standing.rounds < rounds:
        ledger.lay_out(played)
        seats = standing.seats_in
        assert [played.seats[place] for place in range(played.places)] == list(seats)
        if not seats:  # nobody is in, and no rule ends the game
            break
        assert seats[played.first] == standing.eldest
        played.closer, played.outcome = chance.randrange(len(seats)), chance.randrange(len(at.outcomes))
        played.wins = chance.random() < 0.02
        for place in range(len(seats)):
            played.points[place] = chance.choice((0, 0, 3, -10, -50, chance.randint(-5, 60)))
        pause = by_game(at, standing, played)
        coming = [seat for seat in pause.asked if chance.random() < 0.7]
        played.coming = sum([1 << seat for seat in coming])
        assert ledger.add(played)
        coins = int(at.settings["re_entry.pays"]) * len(coming)
        standing = close_pause(at, pause, coming)
        assert [ledger.total(seat) for seat in range(at.seats)] == list(pause.before.totals)
        assert [ledger.held(seat) for seat in range(at.seats)] == list(standing.totals)
        assert ledger.standing() == standing
        assert (ledger.pot, ledger.rounds, ledger.eldest) == (
            pause.standing.pot + coins,
            standing.rounds,
            standing.eldest,
        )
        assert ledger.winners == sum([1 << seat for seat in standing.winners])
        assert ledger.seats_in == sum([1 << seat for seat in standing.seats_in])
        seen["out"] += len(pause.out)
        seen["back"] += len(coming) + len(pause.re_entered)
        seen["ended"] += bool(standing.winners)
    return seen


@pytest.mark.parametrize("name", [*RULES, *NAMED])
def test_games_end_alike(name: str) -> None:
    chance, seen = Random(name), Counter[str]()
    for seats in (2, 3, 4):
        at = at_table(name, seats)
        rules = PackedBetween(at)
        assert rules.open
        for _ in range(15):
            seen += gone_through(at, rules, chance, 40)
    assert seen["ended"] > 0
    assert seen["out"] > 0 or name in {"by gains", "house-v"}
    assert bool(seen["back"]) == rules.comes_back


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([*RULES, *NAMED]), st.integers(2, 4), st.integers(0, 2**30))
def test_any_game_ends_alike(name: str, seats: int, seed: int) -> None:
    at = at_table(name, seats)
    gone_through(at, PackedBetween(at), Random(seed), 30)


def test_nobody_comes_back_who_may_not() -> None:
    for name in ("fournier-40", "house-e", "spanish-40"):
        at = at_table(name, 4)
        ledger, played = PackedLedger(PackedBetween(at)), PackedRound()
        for written, coming, told in (
            ((0, 0, 120, 0), 1 << 2, name == "fournier-40"),
            ((0, 0, 120, 0), 1 << 1, False),  # it is in
            ((0, 0, 120, 0), 1 << 2 | 1 << 5, False),  # there is no such seat
            ((120, 120, 120, 0), 1 << 2, False),  # the rules let nobody come back
            ((0, 0, 0, 0), 0, True),
        ):
            ledger.begin(0)
            ledger.lay_out(played)
            for place, points in enumerate(written):
                played.points[place] = points
            played.coming = coming
            assert ledger.add(played) is told, (name, written, coming)
            played.wins, played.coming = True, 1
            ledger.begin(0)
            assert not ledger.add(played)  # the game is over
            played.wins = False


def test_more_digits_than_a_record_has_are_not_told() -> None:
    at = house("game:\n  out_when: {es.9: total above 999999}", seats=2)
    ledger, played = PackedLedger(PackedBetween(at)), PackedRound()
    ledger.lay_out(played)
    played.points[0], played.points[1] = 999_999, -999_999
    assert ledger.add(played)
    assert ledger.add(played) is False


# -- what is remembered ------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, (1 << 62) - 1), max_size=60), st.integers(0, 2**30))
def test_a_word_is_remembered_or_forgotten_and_never_another(words: list[int], seed: int) -> None:
    chance, memo, told = Random(seed), WordMemo(2, 5), dict[int, int]()
    near = [*words, *[word + 1 for word in words], *range(8)]
    for _ in range(4 * len(near)):
        word = chance.choice(near)
        found = memo.get(word)
        assert found in {-1, told.get(word)}
        if found < 0:
            told[word] = chance.getrandbits(62)
            memo.put(word, told[word])
            assert memo.get(word) == told[word]


def test_what_there_is_room_for_is_remembered() -> None:
    memo = WordMemo(3, 12)
    for word in range(2_000):
        memo.put(word << 40, word)
    assert [memo.get(word << 40) for word in range(2_000)] == list(range(2_000))
    assert memo.get(1) == -1


def test_a_rule_is_asked_once_for_what_it_reads() -> None:
    asked: list[tuple[int, bool]] = []

    def ask(facts: RoundFacts) -> int:
        asked.append((facts.total, facts.out))
        return facts.total - 7 if facts.out else -facts.total

    rule, facts = PackedRule({"total", "out"}, ask), facts_row()
    assert rule.open
    for total in (-999_999, -1, 0, 1, 999_999):
        for out in (0, 1):
            facts[PLACES["total"]], facts[PLACES["out"]], facts[PLACES["rounds"]] = total, out, total & 3
            for _ in range(2):
                assert rule.of(facts) == (total - 7 if out else -total)
    assert len(asked) == 10
    assert all(isinstance(out, bool) for _, out in asked)
    facts[PLACES["total"]] = 1 << 21
    assert rule.of(facts) == rule.untold
    assert not PackedRule({"hand"}, ask).open
    assert not PackedRule({"total", "gained", "lost"}, ask).open
    assert all(width > 0 for width, _ in WIDTHS.values())
