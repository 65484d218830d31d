"""Conditions against hand-written functions and other expression languages, and how long compiling takes.

Each condition is checked and compiled as in a rule file and asked in turn with the function somebody would write by hand
for it, over the same facts object, and with the languages that can say the same, over dictionaries of the same facts.
All give the same answers first, on facts of which some stop a condition at its first part and some do not; timed is
what stops none. An evaluation has its own facts, as every hand that is judged has: languages that convert facts do so.
Over many facts at once each is asked in columns too (`lang.columns`), beside the same asked one by one.

Warm is a process that has compiled the rule file before, and others since: the tables of the grammar, the schema and the
vocabulary are there, and the base of a file that extends one, compiled, as long as neither is changed. The file itself
is read, checked, parsed, typed and tried at all its tables from its bytes each time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from importlib.util import find_spec
from typing import Any

from aims import asked
from figures import DEARER, FASTER, MILLISECONDS, Figure, Peer, Row, beside
from measuring import FULL, Job, Pace, faster, in_turn
from peers import cel_cpp, cel_python, cel_rust, rules_engine
from peers.asking import COMPILED, agreeing, asking

from referee.lang.check import check
from referee.lang.compile import compile_expression
from referee.lang.parse import automaton, parse
from referee.lang.syntax import Expr
from referee.lang.types import Enumeration
from referee.library.shelf import FolderShelf
from referee.ruleset.load import load
from referee.source import Text
from referee.vocabulary.load import vocabulary

CALLS = 200
ROWS = 20_000
ONE_BY_ONE = "one by one"
BUILT_IN = ("spanish-40", "spanish-48", "fournier-40", "fournier-48", "chilean-50", "gin-rummy", "conga")
HAND_WRITTEN = "written by hand"
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


@dataclass(frozen=True, slots=True)
class Case:
    """A condition in a rule file, by hand, in CEL, and for rule-engine where that can say it."""

    slot: str
    text: str
    by_hand: Callable[[Facts], Any]
    cel: str
    rule: str = ""


CASES = [
    Case(
        "close.may_close.*",
        "melded at least 4 cards and deadwood at most 5 points",
        four_melded,
        "melded >= 4 && deadwood <= 5",
        "melded >= 4 and deadwood <= 5",
    ),
    Case("close.may_close.*", "laps at least 1", one_lap, "laps >= 1", "laps >= 1"),
    Case(
        "close.may_close.*",
        "melded is 6 and all(c.rank in 1..3 for c in loose) and laps at least 1",
        remainder,
        "melded == 6 && loose.all(c, c.rank >= 0 && c.rank <= 2) && laps >= 1",
    ),
    Case(
        "close.may_close.*",
        "count(c.joker for c in hand) below 2",
        both_jokers,
        "size(hand.filter(c, c.joker)) < 2",
    ),
    Case(
        "close.outcomes.*.writes",
        "if wilds is 1 then -50 else -25",
        by_wilds,
        "wilds == 1 ? -50 : -25",
        "wilds == 1 ? -50 : -25",
    ),
    Case(
        "pack.wild",
        "card.joker or (card.rank is 1 and card.suit is oros)",
        wild_ace,
        "card.joker || (card.rank == 0 && card.suit == 0)",
        "card['joker'] or (card['rank'] == 0 and card['suit'] == 0)",
    ),
    Case(
        "close.may_close.*",
        "total + deadwood at most 100",
        not_over,
        "total + deadwood <= 100",
        "total + deadwood <= 100",
    ),
    Case(
        "close.may_close.*",
        "max(c.points for c in loose) at most 3",
        dearest,
        "loose.all(c, c.points <= 3)",
    ),
]


def facts() -> Facts:
    """A hand on which no condition stops at its first part."""
    hand = tuple(Card(rank, rank % 4, rank + 1) for rank in range(7))
    return Facts(6, 2, 2, 40, 1, Card(0, 0, 1), hand, hand[:1])


def other_facts() -> list[Facts]:
    """Facts of which each makes some condition come out the other way."""
    given = facts()
    jokers = (*given.hand[:5], Card(10, 4, 25, joker=True), Card(10, 4, 25, joker=True))
    return [
        replace(given, melded=3),
        replace(given, deadwood=6),
        replace(given, laps=0),
        replace(given, total=99),
        replace(given, wilds=2),
        replace(given, card=Card(1, 0, 2)),
        replace(given, hand=jokers),
        replace(given, loose=given.hand),
        replace(given, loose=()),
    ]


def as_mapping(given: Facts, text: str) -> dict[str, Any]:
    """The facts that a condition names, as other languages take them: plain values by name."""
    found: dict[str, Any] = asdict(given)
    named = {name: value for name, value in found.items() if re.search(rf"\b{name}\b", text)}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in named.items()}


def typed_tree(slot: str, text: str) -> Expr:
    """The checked tree of an expression of a rule file."""
    expr, told = parse(Text.plain(text))
    assert expr is not None, told
    typed, told = check(expr, vocabulary().scope(slot, enums=ENUMS))
    assert typed is not None, told
    return typed


def compiled(slot: str, text: str) -> Callable[[Facts], Any]:
    """The function of an expression of a rule file."""
    return compile_expression(typed_tree(slot, text), enums=ENUMS).call


Evaluating = Callable[[str, list[Mapping[str, Any]], list[object]], Job]


def of_peer(evaluating: Evaluating, text: str, case: Case) -> Job:
    """The job of a language: its answers are those of the function written by hand, its time that of the first facts."""
    all_facts = [facts(), *other_facts()]
    mappings = [as_mapping(each, text) for each in all_facts]
    evaluating(text, list(mappings), [case.by_hand(each) for each in all_facts])
    return evaluating(text, [mappings[0]] * CALLS, [case.by_hand(all_facts[0])] * CALLS)


def _conditions(pace: Pace) -> list[Figure]:
    found: list[Figure] = []
    for case in CASES:
        ours = compiled(case.slot, case.text)
        for each in other_facts():
            assert ours(each) == case.by_hand(each), (case.text, each)
        given, wanted = [facts()] * CALLS, [case.by_hand(facts())] * CALLS
        peers = [
            Peer(
                HAND_WRITTEN,
                partial(agreeing, HAND_WRITTEN, case.by_hand, given, wanted),
                asked("condition_hand"),
                "condition_hand",
                DEARER,
            ),
            Peer(
                cel_rust.NAME,
                partial(of_peer, cel_rust.evaluating, case.cel, case),
                asked("condition_cel"),
                "condition_cel",
            ),
            Peer(cel_rust.READY, partial(of_peer, cel_rust.ready, case.cel, case)),
            Peer(cel_cpp.NAME, partial(of_peer, cel_cpp.evaluating, case.cel, case)),
            Peer(cel_python.NAME, partial(of_peer, cel_python.evaluating, case.cel, case)),
        ]
        if case.rule:
            peers.append(
                Peer(rules_engine.NAME, partial(of_peer, rules_engine.evaluating, case.rule, case)),
            )
        found += beside(f"`{case.text}`", agreeing("ours", ours, given, wanted), peers, pace)
    return found


def _in_columns(pace: Pace) -> list[Figure]:
    """Each condition over very many facts: in columns that are there, and in columns made of the facts."""
    if find_spec("numpy") is None:
        return [Figure("conditions in columns", FASTER, None, ONE_BY_ONE, note="not installed", own=True)]
    return [figure for case in CASES for figure in _over_rows(case, pace)]


def _over_rows(case: Case, pace: Pace) -> list[Figure]:
    from referee.lang.columns import compile_columns, stacked  # noqa: PLC0415 - numpy need not be there

    tree, rows = typed_tree(case.slot, case.text), [facts(), *other_facts()] * (ROWS // 10)
    one, many = compile_expression(tree, enums=ENUMS).call, compile_columns(tree, enums=ENUMS)
    columns = stacked(many, rows)
    assert many.call(columns, len(rows)).tolist() == [one(row) for row in rows], case.text

    def one_by_one() -> int:
        return len([one(row) for row in rows])

    def in_columns() -> int:
        return len(many.call(columns, len(rows)))

    def made_and_asked() -> int:
        return len(many.call(stacked(many, rows), len(rows)))

    jobs = [Job(ONE_BY_ONE, one_by_one), Job("in columns", in_columns), Job("made and asked", made_and_asked)]
    alone, asked, made = in_turn(jobs, pace.scarcer(3))
    return [
        Figure(f"`{case.text}`, {said}", FASTER, faster(ours, alone), ONE_BY_ONE, ours, alone, own=True)
        for ours, said in ((asked, "in columns"), (made, "columns made of facts"))
    ]


def _expressions(pace: Pace) -> list[Figure]:
    """One expression from its text to something that can be asked."""
    case = CASES[0]
    peers = [
        Peer(cel_rust.NAME, partial(cel_rust.compiling, case.cel)),
        Peer(cel_cpp.NAME, partial(cel_cpp.compiling, case.cel, as_mapping(facts(), case.cel))),
        Peer(cel_python.NAME, partial(cel_python.compiling, case.cel)),
        Peer(rules_engine.NAME, partial(rules_engine.compiling, case.rule)),
    ]
    ours = asking("ours", partial(compiled, case.slot), [case.text] * COMPILED)
    return beside(f"parse, check and compile `{case.text}`", ours, peers, pace)


def _compiling(pace: Pace) -> list[Figure]:
    """Every built-in from its YAML, in one process that has compiled it before."""
    shelf, jobs, names = FolderShelf(), [], []
    for name in BUILT_IN:
        content = shelf.find(name)
        assert content is not None, name

        def compile_it(content: bytes = content, name: str = name) -> int:
            assert load(content, f"{name}.yaml", shelf).rule_set is not None
            return 1

        names.append(f"compile {name} from its YAML")
        jobs.append(Job(names[-1], compile_it))

    def grammar() -> int:
        automaton.__wrapped__()
        return 1

    jobs.append(Job("reading the saved automaton", grammar))
    taken = in_turn(jobs, pace)
    found = [Figure(one.name, MILLISECONDS, one.time(), ours=one) for one in taken]
    return [replace(one, aim=asked("compile"), line="compile") if one.name in names else one for one in found]


def figures(pace: Pace) -> list[Figure]:
    """Figures of conditions and of compiling."""
    return _conditions(pace) + ([] if pace.gated else _in_columns(pace)) + _expressions(pace) + _compiling(pace)


def measure() -> list[Row]:
    """Rows of (figure, value, aim)."""
    return [one.row() for one in figures(FULL)]


if __name__ == "__main__":
    from run import print_table

    print_table(measure())
