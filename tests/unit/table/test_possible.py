"""Is the game possible: what is told, where, and with which seats and options."""

from __future__ import annotations

import pytest

from referee.rules.model import RuleSet
from referee.ruleset.load import load
from referee.table.dead_ends import dead_turns
from referee.table.draft import Compilations, draft
from referee.table.faults import faults_of
from referee.table.possible import Tables, impossible, tables_of
from tests.tables import FILES, rule_set


def told(rules: str, base: str = "spanish-40") -> list[tuple[str, str, str]]:
    """Code, message and path of what stands against a house rule; the rest of its file is sound."""
    text = f"rule_set: house\nformat: 1\nextends: {base}\n{rules}"
    loaded = load(text.encode(), "house.yaml", FILES)
    errors = [d for d in loaded.diagnostics if d.severity == "error"]
    return [(d.code, d.message, d.path) for d in errors]


@pytest.mark.parametrize("name", FILES.names())
def test_every_rule_set_is_possible(name: str) -> None:
    assert impossible(rule_set(name)) == []


@pytest.mark.parametrize(
    ("base", "rules", "code", "path", "words"),
    [
        ("spanish-40", "deal: {cards: 14}\n", "CH501", "deal.cards", "with 3 seats"),
        ("fournier-40", "pack: {copies: 1}\n", "CH501", "pack", "with 6 seats"),
        ("spanish-40", "table: {seats: 2..4}\nstock: {keep: 12}\n", "CH501", "stock.keep", "with 4 seats and `jokers` 0"),
        ("spanish-40", "melds: {set: {size: '[3, 5]'}}\n", "CH502", "melds.set.size", "a set of 5 cards cannot exist: the pack has 4 cards of each rank"),
        ("spanish-40", "melds: {run: {size: 8..}}\n", "CH502", "melds.run.size", "a run of 8 cards cannot exist: a hand has 7 cards"),
        ("spanish-40", "melds: {set: {size: 3}, run: {size: 3}, each_meld: {es.12: meld.naturals at least 4}}\n", "CH502", "melds.each_meld", "no meld of any size"),
        ("spanish-40", "melds: {each_meld: {es.12: meld.naturals at least 5}}\n", "CH502", "melds.each_meld", "no set of any size"),
        ("spanish-40", "pack: {jokers: 4}\nmelds: {each_meld: {es.12: meld.naturals at least 0}}\n", "CH518", "melds.each_meld.es.12", "3 wild cards and no natural one"),
        ("spanish-40", "points: {es.7: {when: card.number at most 11, points: card.number}}\n", "CH503", "points", "`12o`, `12c`, `12e` and 1 more"),
        ("spanish-40", "points: {es.13: remove, es.7: {when: not card.joker, points: card.number}}\n", "CH504", "points", "with `jokers` 2"),
        ("spanish-40", "points: {es.7: card.number * 1000}\n", "CH519", "points", "at most 1000"),
        ("spanish-40", "deal: {cards: 15}\n", "CH519", "deal.cards", "15 cards in a hand, expected 1 to 14"),
        ("spanish-40", "pack: {copies: 0}\n", "CH519", "pack.copies", "0 packs, expected 1 to 4"),
        ("spanish-40", "pack: {copies: 5}\n", "CH519", "pack.copies", "5 packs, expected 1 to 4"),
        ("spanish-40", "pack: {jokers: 9}\n", "CH519", "pack.jokers", "9 jokers, expected 0 to 8"),
        ("spanish-40", "pack: {jokers: 0 - 1}\n", "CH519", "pack.jokers", "-1 jokers"),
        ("spanish-40", "table: {seats: 2..9}\n", "CH519", "table.seats", "1 to 8 seats"),
        ("spanish-40", "table: {seats: 2..}\n", "CH519", "table.seats", "1 to 8 seats"),
        ("spanish-40", "melds: {set: {size: 2..3}}\n", "CH519", "melds.set.size", "a set of 2 cards, expected at least 3"),
        ("spanish-40", "pack: {wild: card.number at most 2}\n", "CH519", "pack.wild", "8 different cards are wild, expected at most 5"),
        ("spanish-40", "game: {winner: {es.9.low: {prefer: lowest written}}}\n", "CH513", "game.winner", "`total`"),
    ],
)  # fmt: skip
def test_impossible_games(base: str, rules: str, code: str, path: str, words: str) -> None:
    found = [one for one in told(rules, base) if one[0] == code]
    assert len(found) == 1, told(rules, base)
    assert found[0][2] == path
    assert words in found[0][1], found
    assert not found[0][1].endswith(".")


@pytest.mark.parametrize(
    "rules",
    [
        "melds: {each_meld: {r.1: meld.kind is run}}\n",
        "melds: {run: {size: 4..}}\n",
        "melds: {each_meld: {r.1: meld.kind is set or meld.size at least 4}}\n",
        "pack: {jokers: 2}\nmelds: {each_meld: {es.12: meld.naturals at least 0}}\n",
        "pack: {wild: card.joker or card.number is 2}\n",
        "stock: {keep: 10}\n",
    ],
)
def test_odd_but_possible(rules: str) -> None:
    assert told(rules) == []


@pytest.mark.parametrize(
    ("base", "cards", "wild", "most"),
    [
        ("spanish-40", 8, "card.number is 2 or (card.number is 3 and card.suit is oros)", 5),
        ("spanish-40", 9, "card.number is 2 and (card.suit is oros or card.suit is copas)", 2),
        ("spanish-40", 10, "card.number is 2 and (card.suit is oros or card.suit is copas)", 2),
        ("spanish-40", 11, "card.number is 2 and card.suit is oros", 1),
        ("spanish-40", 12, "card.number is 2 and card.suit is oros", 1),
    ],
)
def test_the_more_cards_in_a_hand_the_fewer_may_be_wild(base: str, cards: int, wild: str, most: int) -> None:
    rules = f"table: {{seats: 2}}\ndeal: {{cards: {cards}}}\noptions: {{jokers: {{fixed: 0}}}}\n"
    assert told(f"{rules}pack:\n  wild: {wild}\n", base) == []
    found = told(f"{rules}pack:\n  wild: ({wild}) or (card.number is 7 and card.suit is oros)\n", base)
    words = f"{most + 1} different cards are wild, expected at most {most} with {cards} cards in a hand"
    assert [(code, path) for code, _, path in found] == [("CH519", "pack.wild")]
    assert words in found[0][1]


@pytest.mark.parametrize("cards", [13, 14])
def test_none_may_be_wild_in_the_largest_hands(cards: int) -> None:
    rules = f"table: {{seats: 2}}\ndeal: {{cards: {cards}}}\noptions: {{jokers: {{fixed: 0}}}}\n"
    assert told(rules) == []
    (found,) = told(f"{rules}pack: {{wild: card.number is 2 and card.suit is oros}}\n")
    assert found == ("CH519", f"some cards are wild, expected none with {cards} cards in a hand", "pack.wild")


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("turn: {may_discard: {h.1: card.number above 50}}\n", "no card of the pack may ever be thrown"),
        ("turn: {may_discard: {h.1: card.taken and not card.taken}}\n", "no card of the pack may ever be thrown"),
        (
            "close: {may_close: {h.1: card.suit is oros and card.joker}}\n",
            "no card of the pack may be put down to close",
        ),
        ("close: {may_close: {h.1: deadwood at least 6}}\n", "`es.4` and `h.1` never hold together, so nobody"),
        ("close: {may_close: {h.1: no}}\n", "`h.1` never holds in a hand of 7 cards, so nobody can ever close"),
        ("close: {may_close: {h.1: loose.count at least 1}}\n", "never come about: `h.1` refuses every such close"),
        ("turn: {may_discard: {h.1: card.suit is not oros}}\n", "10 of 40 cards may not be thrown after one is drawn"),
    ],
)
def test_what_nobody_can_ever_do(rules: str, words: str) -> None:
    loaded = load(f"rule_set: house\nformat: 1\nextends: spanish-40\n{rules}".encode(), "house.yaml", FILES)
    found = [one.message for one in loaded.diagnostics if one.code in {"CH516", "CH517"}]
    assert len(found) == 1
    assert words in found[0]
    assert loaded.rule_set is not None


@pytest.mark.parametrize(
    "rules",
    [
        "turn: {may_discard: {h.1: not card.joker}}\n",
        "turn: {may_discard: {h.1: card.suit is not oros or can_close}}\n",
        "turn: {may_discard: {h.1: card.number is not 7}}\n",
        "close: {may_close: {h.1: card.suit is oros}}\n",
        "close: {may_close: {h.1: loose.count is 0 or deadwood at least 5}}\n",
        "close: {may_close: {es.4: deadwood at least limit}}\noptions: {limit: {from: 80, default: 84}}\n",
        "options: {strict: {clause: h.1, type: yes_no, default: no}}\nclose: {may_close: {h.1: not strict}}\n",
    ],
)
def test_what_somebody_can_do(rules: str) -> None:
    loaded = load(f"rule_set: house\nformat: 1\nextends: spanish-40\n{rules}".encode(), "house.yaml", FILES)
    assert [one.message for one in loaded.diagnostics if one.code in {"CH516", "CH517"}] == []
    assert loaded.rule_set is not None


def test_many_options_are_not_multiplied_out() -> None:
    options = "".join(f"  extra_{n}: {{clause: es.7, type: points, from: 0, to: 9, default: 0}}\n" for n in range(30))
    total = " + ".join(f"extra_{n}" for n in range(30))
    found = told(f"options:\n{options}points:\n  es.7: card.number * 100 + ({total}) * 100\n")
    assert [(code, path) for code, _, path in found] == [("CH519", "points")]
    assert "counts" in found[0][1]


def told_apart() -> list[RuleSet]:
    """House rules whose tables differ by their seats, by options, or by both."""
    houses = [
        ("spanish-40", "melds: {each_meld: {es.12: if seats above 2 then meld.size at most 4 else meld.naturals at least 2}}\n"),
        ("fournier-40", "pack: {copies: if seats above 3 then 2 else 1}\n"),
        ("spanish-40", "deal: {cards: if jokers is 0 then 7 else 10}\n"),
        ("spanish-48", "turn: {may_discard: {es.2: card.number at most 13 - seats}}\n"),
    ]  # fmt: skip
    found = []
    for base, rules in houses:
        text = f"rule_set: house\nformat: 1\nextends: {base}\n{rules}"
        made = load(text.encode(), "house.yaml", FILES).rule_set
        assert made is not None, rules
        found.append(made)
    return found


def test_tables_worked_out_together_are_those_worked_out_alone() -> None:
    """What tables of equal rules share is what each would have by itself: cards, melds, settings, and what is wrong."""
    rule_sets = [rule_set(name) for name in FILES.names() if rule_set(name).playable] + told_apart()
    shared = 0
    for rules in rule_sets:
        together = Compilations(rules)
        tables, packs = Tables(rules, together), set[int]()
        places, _ = tables_of(rules, together)
        for seats, values in places:
            made, known = tables.at(seats, values)
            alone = draft(rules, seats, values, Compilations(rules))
            assert (made.seats, made.settings, made.kinds, made.unpriced) == (
                alone.seats, alone.settings, alone.kinds, alone.unpriced
            )  # fmt: skip
            assert list(made.settings) == list(alone.settings)
            assert made.notation.texts == alone.notation.texts
            assert faults_of(made, known) == faults_of(alone)
            if not known.bounds:
                one, other = made.meld_rules, alone.meld_rules
                assert (one.allowed, one.tracks, one.set_sizes, one.most_cards) == (
                    other.allowed, other.tracks, other.set_sizes, other.most_cards
                )  # fmt: skip
                assert dead_turns(made) == dead_turns(alone)
            packs.add(id(made.kinds))
        shared += len(packs) < len(places)
    assert shared > len(rule_sets) // 2
