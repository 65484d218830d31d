"""Conditions against hand-written functions, and how long expressions and built-in rule sets take to compile.

Each condition is checked and compiled as in a rule file and run in turn with the function somebody would write by hand for
it, over the same facts object; the figure is the median of the ratios of many short rounds, so that whatever
else the machine does hits both alike.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from referee.lang.check import check
from referee.lang.compile import compile_expression
from referee.lang.parse import automaton, parse
from referee.lang.types import Enumeration
from referee.library.shelf import FolderShelf
from referee.ruleset.load import load
from referee.source import Text
from referee.vocabulary.load import vocabulary

ROUNDS, CALLS = 201, 2_000
AIM = 1.5
BUILT_IN = ("spanish-40", "spanish-48", "fournier-40", "fournier-48", "chilean-50")
ENUMS = {
    "suit": Enumeration("suit", ("oros", "copas", "espadas", "bastos")),
    "rank": Enumeration("rank", ("1", "2", "3", "4", "5", "6", "7", "sota", "caballo", "rey"), ("joker",)),
    "outcome": Enumeration("outcome", ("chinchon", "clean", "plain"), ("unclosed",)),
}


@dataclass(slots=True)
class Card:
    rank: int
    suit: int
    points: int
    joker: bool = False


@dataclass(slots=True)
class Facts:
    melded: int
    deadwood: int
    laps: int
    total: int
    wilds: int
    card: Card
    hand: tuple[Card, ...]
    loose: tuple[Card, ...]


def four_melded(f: Facts) -> bool:
    return f.melded >= 4 and f.deadwood <= 5


def one_lap(f: Facts) -> bool:
    return f.laps >= 1


def remainder(f: Facts) -> bool:
    return f.melded == 6 and all(0 <= c.rank <= 2 for c in f.loose) and f.laps >= 1


def both_jokers(f: Facts) -> bool:
    return sum(1 for c in f.hand if c.joker) < 2


def by_wilds(f: Facts) -> int:
    return -50 if f.wilds == 1 else -25


def wild_ace(f: Facts) -> bool:
    return f.card.joker or (f.card.rank == 0 and f.card.suit == 0)


def not_over(f: Facts) -> bool:
    return f.total + f.deadwood <= 100


def dearest(f: Facts) -> bool:
    return max((c.points for c in f.loose), default=0) <= 3


CASES: list[tuple[str, str, Callable[[Facts], Any]]] = [
    ("close.may_close.*", "melded at least 4 cards and deadwood at most 5 points", four_melded),
    ("close.may_close.*", "laps at least 1", one_lap),
    ("close.may_close.*", "melded is 6 and all(c.rank in 1..3 for c in loose) and laps at least 1", remainder),
    ("close.may_close.*", "count(c.joker for c in hand) below 2", both_jokers),
    ("close.outcomes.*.writes", "if wilds is 1 then -50 else -25", by_wilds),
    ("pack.wild", "card.joker or (card.rank is 1 and card.suit is oros)", wild_ace),
    ("close.may_close.*", "total + deadwood at most 100", not_over),
    ("close.may_close.*", "max(c.points for c in loose) at most 3", dearest),
]


def facts() -> Facts:
    """A hand on which no condition stops at its first part."""
    hand = tuple(Card(rank, rank % 4, rank + 1) for rank in range(7))
    return Facts(6, 2, 2, 40, 1, Card(0, 0, 1), hand, hand[:1])


def compiled(slot: str, text: str) -> Callable[[Facts], Any]:
    """The function of an expression of a rule file."""
    expr, told = parse(Text.plain(text))
    assert expr is not None, told
    typed, told = check(expr, vocabulary().scope(slot, enums=ENUMS))
    assert typed is not None, told
    return compile_expression(typed, enums=ENUMS).call


def _nanoseconds(function: Callable[[Facts], Any], given: Facts) -> float:
    began = time.perf_counter_ns()
    for _ in range(CALLS):
        function(given)
    return (time.perf_counter_ns() - began) / CALLS


def _conditions() -> list[tuple[str, str, str]]:
    rows, given = [], facts()
    for slot, text, by_hand in CASES:
        ours = compiled(slot, text)
        assert ours(given) == by_hand(given), text
        pairs = [(_nanoseconds(ours, given), _nanoseconds(by_hand, given)) for _ in range(ROUNDS)]
        ratio = statistics.median(left / right for left, right in pairs)
        best = min(left for left, _ in pairs)
        missed = "  MISSED" if ratio > AIM else ""
        rows.append((f"`{text}`", f"{ratio:.2f}x ({best:.0f} ns){missed}", f"at most {AIM}x hand-written"))
    return rows


def _best_milliseconds(work: Callable[[], object], rounds: int) -> float:
    taken = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        taken.append((time.perf_counter() - began) * 1000)
    return min(taken)


def _compiling() -> list[tuple[str, str, str]]:
    slot, text = CASES[0][:2]
    each = _best_milliseconds(lambda: [compiled(slot, text) for _ in range(100)], 7) * 10
    rows = [
        ("reading the saved automaton", f"{_best_milliseconds(automaton.__wrapped__, 7):.1f} ms", ""),
        (f"parse, check and compile `{text}`", f"{each:.0f} us", ""),
    ]
    shelf = FolderShelf()
    for name in BUILT_IN:
        content = shelf.find(name)
        if content is None:
            continue
        taken = _best_milliseconds(lambda c=content, n=name: load(c, f"{n}.yaml", shelf), 5)
        missed = "  MISSED" if taken > 50 else ""
        rows.append((f"compile {name} from its YAML", f"{taken:.0f} ms{missed}", "at most 50 ms"))
    return rows


def measure() -> list[tuple[str, str, str]]:
    """Rows for conditions and for compiling."""
    return _conditions() + _compiling()


if __name__ == "__main__":
    from run import print_table

    print_table(measure())
