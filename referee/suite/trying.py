"""Closes to be tried, until one shows what is looked for: hands near the edges of the rules, at every sort of table.

Hands drawn at random close so seldom that they show little. Those here are put together of melds with a few loose
cards, cheap ones as often as not, and asked at the tables that the options make, with the facts near the numbers that
the rules compare them with. The same chance gives the same closes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from referee.cards import Card, in_pack_order
from referee.game import dearness
from referee.game.close import CloseQuestion, CloseVerdict, judge_close
from referee.game.facts import GIVABLE
from referee.lang.syntax import Expr, Name, Number
from referee.lang.walk import everything
from referee.rules.model import RuleSet
from referee.suite.leaves import Rule, every_rule
from referee.suite.tables import Setting, Tables, flow, settings_of
from referee.table import Table
from referee.table.options import value_text

_TABLES = 16
_FACTS = 24
_STEPS = 100_000_000
"""What judging all closes of one search may take, in the unit of `game.dearness`: a few seconds."""

OF_VERDICT = frozenset({"refused", "outcome", "wins_game", "writes"})
"""The keys of a test that say what a verdict is."""

Told = Mapping[str, str]
"""What comes of a close, by the keys of a test."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One close: `setting` is the table it is asked at, `cards` what a test shows of it."""

    setting: Setting
    cards: tuple[Card, ...]
    question: CloseQuestion

    def verdict(self, table: Table) -> CloseVerdict:
        """What a table makes of it."""
        one = self.question
        return judge_close(table, one.keep, given=one.given, closing=one.closing, hand=one.hand, taken=one.taken)

    def entry(self, table: Table, told: Told, also: Collection[str] = ()) -> str:
        """The close as a test, with what comes of it: the verdict, and what of the rest is named in `also`."""
        said = {"close": " ".join(map(table.write, self.cards))}
        question = self.question
        if question.closing is not None:
            said["closing"] = table.write(question.closing)
        if question.taken is not None:
            said["taken"] = table.write(question.taken)
        said |= self.setting.said()
        if question.given:
            said["given"] = flow({name: value_text(value) for name, value in question.given.items()})
        shown = OF_VERDICT | {"deadwood"} if "refused" in told else OF_VERDICT
        return flow({**said, **{key: value for key, value in told.items() if key in shown or key in also}})

    def simpler(self) -> Iterator[Asked]:
        """The same cards asked with less about them: no facts, fewer options, no closing card."""
        question, setting = self.question, self.setting
        for options in ({}, *({name: value} for name, value in setting.options.items())):
            fewer = Setting(setting.seats, options) if len(options) < len(setting.options) else setting
            if question.given:
                yield replace(self, setting=fewer, question=replace(question, given={}))
            if fewer is not setting:
                yield replace(self, setting=fewer)
        if question.taken is not None:
            yield replace(self, question=replace(question, taken=None))
        if question.closing is not None:
            kept = CloseQuestion(question.keep, question.given, None, None, None)
            yield Asked(setting, tuple(question.keep), kept)


def told_of(verdict: CloseVerdict) -> dict[str, str]:
    """What comes of a close, by the keys of a test."""
    loose = str(verdict.arrangement.deadwood)
    if not verdict.legal:
        cited = list(dict.fromkeys(one.clause for one in verdict.failures))
        return {"refused": f"[{', '.join(cited)}]", "deadwood": loose}
    told = {"outcome": str(verdict.outcome)}
    if verdict.wins_game:
        told["wins_game"] = "yes"
    elif verdict.writes is not None:
        told["writes"] = str(verdict.writes)
    return told | {"deadwood": loose, "onto": "nobody" if verdict.wins_game else verdict.lay_off}


def can_hold(table: Table, cards: Sequence[Card]) -> bool:
    """Whether the pack of a table has these cards."""
    held = Counter(card.index for card in cards)
    kinds = table.pack.kinds
    return all(index < len(kinds) and times <= kinds[index].count for index, times in held.items())


def closes(tables: Tables, chance: Random) -> Iterator[Asked]:
    """Closes, table by table and fact by fact in turn; none if there is no game at the usual table.

    They end when judging them has become dear (`game.dearness`): hands with many wild cards take so long that few of
    them are tried.
    """
    if tables.at(Setting(None, {})) is None:
        return
    settings = [one for one in settings_of(tables.rules) if tables.at(one) is not None][:_TABLES]
    bound = [(one, table, _facts(tables.rules, table)) for one in settings if (table := tables.at(one)) is not None]
    number = spent = 0
    while spent < _STEPS:
        setting, table, facts = bound[number % len(bound)]
        given = facts[(number // len(bound)) % len(facts)]
        asked = _close(setting, table, given, number, chance)
        spent += dearness.of_close(table, asked.question.keep, whole=False)
        yield asked
        number += 1


def _close(setting: Setting, table: Table, given: Mapping[str, Any], number: int, chance: Random) -> Asked:
    """A hand of cards kept; of three, one is asked with its closing card, and one with that card taken."""
    how = chance.randrange(3) if _reads_card(table) else 0
    cards = hand(table, chance, table.hand_size + (how > 0))
    if how == 0:
        return Asked(setting, cards, CloseQuestion(cards, given, None, None, None))
    closing = max(cards, key=lambda card: (table.points[card.index], chance.random()))
    if number % 4 == 0:
        closing = chance.choice(cards)
    keep = list(cards)
    keep.remove(closing)
    taken = closing if how == 2 else None
    return Asked(setting, cards, CloseQuestion(tuple(keep), given, closing, cards, taken))


def _reads_card(table: Table) -> bool:
    read = [one.reads for one in table.conditions("close.may_close")] + [one.reads for one in table.outcomes]
    return any(one & {"card", "hand"} for one in read)


# -- hands -----------------------------------------------------------------------------------------------------------


def hand(table: Table, chance: Random, size: int) -> tuple[Card, ...]:
    """Cards of which some, or all, may make melds."""
    left = Counter({kind.index: kind.count for kind in table.pack.kinds})
    cards: list[Card] = []
    if chance.random() < 0.1:
        return _scattered(table, chance, size)

    def take(kinds: Sequence[int]) -> None:
        for kind in kinds:
            if left[kind] > 0 and len(cards) < size:
                left[kind] -= 1
                cards.append(Card(kind))

    natural = sum(kind.count for kind in table.pack.kinds if kind.index < table.pack.suit_count * table.pack.rank_count)
    melded = min(chance.choice((0, 3, 4, 5, 6, 7, size - 1, size, size)), size, natural)
    while len(cards) < melded:
        take(_run(table, chance, melded - len(cards)) if chance.random() < 0.6 else _set(table, chance))
    wild = [kind.index for kind in table.pack.kinds if kind.wild]
    if wild and chance.random() < 0.6:
        for kind in islice(chance.sample(wild * 2, len(wild) * 2), chance.randrange(1, 4)):
            if left[kind] > 0 and cards:
                gone = cards.pop(chance.randrange(len(cards)))
                left[gone.index] += 1
                take([kind])
    cheap = sorted(left, key=lambda kind: (table.points[kind], chance.random()))
    while len(cards) < size:
        free = [kind for kind in cheap if left[kind] > 0]
        take([free[chance.randrange(min(10, len(free)))] if chance.random() < 0.6 else chance.choice(free)])
    return in_pack_order(cards)


def _scattered(table: Table, chance: Random, size: int) -> tuple[Card, ...]:
    """Cards that go together as little as may be, wild ones among them."""
    wild = [kind for kind in table.pack.kinds if kind.wild for _ in range(kind.count)]
    chosen = chance.sample(wild, min(len(wild), chance.randrange(3)))
    plain = [kind for kind in table.pack.kinds if not kind.wild]
    for apart in (2, 1, 0, -1):
        for kind in chance.sample(plain, len(plain)):
            near = any(
                one.rank == kind.rank or (one.suit == kind.suit and abs(one.place - kind.place) <= apart)
                for one in chosen
                if not one.wild
            )
            if len(chosen) < size and kind not in chosen and (apart < 0 or not near):
                chosen.append(kind)
    return in_pack_order([Card(kind.index) for kind in chosen])


def _run(table: Table, chance: Random, most: int) -> list[int]:
    ranks = table.pack.rank_count
    size = min(ranks, max(3, chance.randrange(3, max(4, most + 1))))
    first = chance.randrange(ranks - size + 1)
    suit = chance.randrange(table.pack.suit_count)
    return [suit * ranks + first + step for step in range(size)]


def _set(table: Table, chance: Random) -> list[int]:
    rank, suits = chance.randrange(table.pack.rank_count), list(range(table.pack.suit_count))
    chance.shuffle(suits)
    return [suit * table.pack.rank_count + rank for suit in suits[: chance.choice((3, 3, 4))]]


# -- facts ----------------------------------------------------------------------------------------------------------


def _facts(rules: RuleSet, table: Table) -> list[Mapping[str, Any]]:
    """Facts that may be given at a close: none, and each that the rules of a close read, near what it is held to."""
    found: list[Mapping[str, Any]] = [{}]
    hands: list[Rule] = [rule for rule in every_rule(rules) if rule.block in {"close.may_close", "close.outcomes"}]
    for rule in hands:
        for expr in rule.parts.values():
            for name in sorted(_given_in(expr)):
                if isinstance(GIVABLE[name], bool):
                    found += [{name: True}, {name: False}]
                    continue
                near = sorted(_numbers_in(expr, table))
                found += [{name: number} for number in dict.fromkeys(_around(near)) if number >= 0]
    unique: list[Mapping[str, Any]] = []
    for one in found:
        if one not in unique and all(GIVABLE[name] != value for name, value in one.items()):
            unique.append(one)
    return [{}, *unique][:_FACTS]


def _given_in(expr: Expr) -> set[str]:
    return {node.name for node in everything(expr) if isinstance(node, Name) and node.name in GIVABLE}


def _numbers_in(expr: Expr, table: Table) -> set[int]:
    """The numbers an expression holds something to: written out, or by an option."""
    found = {node.value for node in everything(expr) if isinstance(node, Number)}
    for node in everything(expr):
        if isinstance(node, Name) and node.sort == "option":
            value = table.options.get(node.name)
            if isinstance(value, int) and not isinstance(value, bool):
                found.add(value)
    return found


def _around(numbers: Sequence[int]) -> Iterator[int]:
    for number in numbers:
        yield from (number, number - 1, number + 1, number - 4)
