"""Rules of every kind as sentences, in English: which frame each takes, and when it says nothing."""

from dataclasses import replace

import pytest

from referee.rules.model import Case
from referee.table import bind
from referee.voice import clause_text
from tests.tables import rule_set, variant
from tests.unit.voice.spoken import typed


def said(rules: str, clause: str, base: str = "spanish-40", **options: int | bool | str) -> str:
    """What a variant says about a clause, all paragraphs gone."""
    bare = replace(variant(rules, base), book=())
    return clause_text(bind(bare, None, options), clause, "en")


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("stock: {clause: h.1, reshuffle: none}", "When the stock is empty, the discards are not shuffled."),
        ("stock: {clause: h.1, at_most: 2}", "When the stock is empty, all discards but the top one are shuffled into a new one. The discards are shuffled at most 2 times in a round."),
        ("stock: {clause: h.1, keep: 2}", "When the stock is empty, all discards but the top one are shuffled into a new one. Cards of the stock that are never drawn: 2."),
        ("deal: {clause: h.1, cards: 8, next_card: offered}", "Each seat is dealt 8 cards. The next card is turned up and offered to each seat once, from the eldest; whoever takes it plays, and if nobody does the eldest draws from the stock."),
        ("eldest: {clause: h.1, next: closer}", "In the next round the closer is eldest."),
        ("turn: {may_take: {h.1: no}}", "The upcard may not be taken."),
        ("turn: {may_take: {h.1: yes}}", ""),
        ("turn: {may_discard: {h.1: not can_close}}", "A card may be discarded only if the seat could not close now."),
        ("melds: {each_meld: {h.1: meld.wilds at most 1}}", "A meld counts only if it has at most 1 card that stands for another."),
        ("melds: {whole_hand: {h.1: runs at least 1}}", "The melds of a hand count only if there is at least 1 run."),
        ("melds: {run: {clause: h.1, size: 4.., ace: around}}", "Cards in a run: 4 or more. After the highest rank a run may go on with the lowest."),
        ("melds: {set: {clause: h.1, size: 3, twins: yes}}", "Cards in a set: 3. Two cards of one suit may stand in the same set."),
        ("melds: {clause: h.1, declared: yes}", "Every player says how the hand is arranged and what is laid off; the referee checks it."),
        ("close: {may_close: {h.1: no}}", "Nobody may close."),
        ("close: {may_close: {h.1: melded at least 6}}", "A close needs at least 6 melded cards."),
        ("lay_off: {may_lay_off: {h.1: melds.count at least 1}}", "A seat may add a loose card to a meld only if it has at least 1 meld of its own."),
        ("lay_off: {may_exchange: {es.15: remove, h.1: yes}}", "A wild card in a meld may be exchanged for the card it stands for."),
        ("lay_off: {clause: h.1, onto: everyone, closer_adds: last}", "Loose cards may be laid off on all melds on the table. The closer lays off after everybody else."),
        ("written: {by_others: {h.1: {when: loose.count is 0, writes: -5}}}", "If there is no loose card, another seat writes −5 points."),
        ("game: {adjust: {h.1: {when: total below -50, becomes: -50}}}", "After each round, the total of a seat becomes −50 points if its total is below −50 points."),
        ("game: {adjust: {h.1: 0}}", "After each round, every total becomes 0 points."),
        ("game: {out_when: {h.1: lost at least 50}}", "A seat goes out if the sum of its points below zero is at least 50 points."),
        ("game: {ends_when: {h.1: rounds at least 5}}", "The game ends if there have been at least 5 rounds of this game."),
        ("game: {ends_when: {h.1: total at least 200}}", "The game ends as soon as this holds for a seat: its total is at least 200 points."),
        ("game: {winner: {h.1: is_closer}}", "What decides who wins, first of all: whether this holds (the seat is the closer)."),
        ("re_entry: {clause: h.1, may_re_enter: {es.10: remove, h.1: yes}, total: highest_in, automatic: yes, pays: 3 coins}", "A seat that is out may re-enter. A seat that re-enters goes on with this total: the highest total of the seats still in. It re-enters without being asked. A re-entry costs 3 coins."),
        ("stakes: {clause: h.1, entry: 5 coins, winner_takes: pot / 2, loser_pays: coins(total)}", "Before the game every seat pays 5 coins into the pot. The winner takes the pot divided by 2, rounded down. Every other seat pays the winner as many coins as its total."),
        ("stakes: {clause: h.1, entry: 0}", ""),
        ("irregular: {false_close: {clause: h.1, ruling: stands, penalty: 10, shows_hand: yes}}", "A close that is not allowed stands, and play goes on. It costs 10 points. The seat plays on with its hand open."),
        ("points: {h.1: {when: card.number is 1, points: if card.suit is oros then 1 else 11}}", "A loose card counts (1 point if its suit is oros, otherwise 11 points) if its number is 1."),
        ("irregular: {feint: {clause: h.1, ruling: if is_eldest then stands else refused}}", "A feint: if the seat is eldest, it stands, and play goes on. Otherwise, it is refused and changes nothing."),
        ("pack: {clause: h.1, copies: 2, wild: card.rank is 1}", "Suits: oros, copas, espadas, bastos. Ranks, from low to high: 1, 2, 3, 4, 5, 6, 7, sota, caballo, rey. Number of packs: 2. Printed jokers: 0. A card may stand for another if its rank is 1."),
    ],
)  # fmt: skip
def test_each_kind_of_rule_has_its_sentence(rules: str, words: str) -> None:
    assert said(rules, "h.1") == words


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("{clause: h.1, when: runs is 2, writes: -20}", "Two runs: if there are exactly 2 runs, the closer writes −20 points."),
        ("{clause: h.1, when: runs is 2, wins_game: yes}", "Two runs: if there are exactly 2 runs, the closer wins the game at once."),
        ("{clause: h.1, when: runs is 2, wins_game: yes, pays: 2 coins}", "Two runs: if there are exactly 2 runs, the closer wins the game at once. Every other seat pays the closer 2 coins."),
        ("{clause: h.1, when: no, writes: 1}", ""),
        ("{clause: h.1, when: runs is 2, writes: -20, wins_game: total below 0, lay_off: nobody, pays: 2 coins}", "Two runs: if there are exactly 2 runs, the closer writes −20 points. The closer wins the game at once if its total is below 0 points. Nobody lays off. Every other seat pays the closer 2 coins."),
    ],
)  # fmt: skip
def test_outcomes(rules: str, words: str) -> None:
    assert said(f"close: {{outcomes: {{two_runs: {rules}}}}}", "h.1") == words


def points(*tests: str) -> tuple[Case, ...]:
    """Cases of one point each, with these conditions."""
    one = typed("1 points", "points.*.points")
    return tuple(Case(f"h.{at}", f"h.{at}", typed(test, "points.*.when"), one) for at, test in enumerate(tests, 1))


def test_a_case_after_others_is_for_the_rest_and_after_an_unconditional_one_for_none() -> None:
    cases = "points:\n  h.1: {when: card.number is 1, points: 15}\n"

    assert said(cases, "es.7") == "Any other loose card counts its number."
    everything = bind(
        replace(rule_set("spanish-40"), book=(), cases={**rule_set("spanish-40").cases, "points": points("yes", "no")})
    )
    assert clause_text(everything, "h.1", "en") == "A loose card counts 1 point."
    assert clause_text(everything, "h.2", "en") == ""


def test_jokers_are_not_spoken_of_where_there_are_none() -> None:
    assert said("", "es.13") == ""
    assert said("", "es.13", jokers=2) == "A loose card counts 25 points if it is a printed joker."
    assert said("", "es.7") == "A loose card counts its number."
    assert said("", "es.7", jokers=2) == "Any other loose card counts its number."


OPTIONS = """
options:
  o_one: {clause: h.1, type: points, one_of: [5, 10], default: 5}
  o_two: {clause: h.1, type: turns, from: 1, to: 3, default: 2}
  o_three: {clause: h.1, type: points, from: -20, to: 20, default: -5}
  o_four: {clause: h.1, type: yes_no, default: yes, when: o_one is 10}
  o_five: {clause: h.1, type: cards, from: 1, to: 4, default: 1, fixed: 3}
close:
  may_close:
    h.2: total above o_one + o_three and o_four
    h.3: turns above o_two and melded above o_five
"""


def test_options() -> None:
    assert said(OPTIONS, "h.1") == (
        "O one: 5 or 10 points; 5 unless agreed otherwise. O two: 1, 2 or 3 turns; 2 unless agreed otherwise. "
        "O three: from −20 to 20 points; −5 unless agreed otherwise. O five: 3."
    )
    chosen = said(OPTIONS, "h.1", o_one=10, o_three=-1)
    assert "O four: yes or no; yes unless agreed otherwise." in chosen
    assert "−5 unless agreed otherwise. At this table: −1 point." in chosen


def test_defaults_nobody_wrote_are_not_told() -> None:
    assert "penalty" not in clause_text(bind(replace(rule_set("spanish-40"), book=())), "x.10", "en")
    assert clause_text(bind(replace(rule_set("spanish-40"), book=())), "x.10", "en") == ""
