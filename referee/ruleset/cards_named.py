"""Reads the suits and ranks a rule set names: `spades s`, `7`, `1..7`, `sota 10`, `ten 10 T`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from referee import limits
from referee.rules.model import Rank, Suit
from referee.ruleset import rule_messages
from referee.ruleset.compilation import Compilation
from referee.ruleset.layout import Path, at
from referee.source import Span
from referee.yamltree.nodes import Node, ScalarNode, SeqNode
from referee.yamltree.plain import integer

SUITS: Path = ("pack", "suits")
RANKS: Path = ("pack", "ranks")
JOKER = "joker"
"""The rank of printed jokers: no rank of a pack is called so."""


def read_suits(work: Compilation) -> tuple[Suit, ...]:
    """The suits in their order, without repeated ones, which are told (CH509)."""
    suits: list[Suit] = []
    seen = _Seen(work, SUITS)
    for item in _items(at(work.root, SUITS)):
        name, _, letter = item.value.partition(" ")
        suit = Suit(name, letter.strip() or name[:1])
        if seen.first("suit", suit.name, item.span) and seen.first("letter", suit.letter, item.span):
            suits.append(suit)
    return tuple(suits)


def ranks_named(work: Compilation) -> list[tuple[Rank, Span]]:
    """Every rank in the order of the pack, repeated ones too, and the item of the list that names it."""
    return [(rank, item.span) for item in _items(at(work.root, RANKS)) for rank in _ranks(item.value)]


def read_ranks(work: Compilation) -> tuple[Rank, ...]:
    """The ranks from low to high, without repeated ones, which are told (CH509)."""
    ranks: list[Rank] = []
    seen = _Seen(work, RANKS)
    for item in _items(at(work.root, RANKS)):
        for rank in _ranks(item.value):
            if len(ranks) == limits.RANKS:
                work.tell(rule_messages.too_many_ranks(item.span, limits.RANKS), path=RANKS)
                return tuple(ranks)
            if rank.name == JOKER:
                work.tell(rule_messages.rank_called_joker(item.span), path=RANKS)
            elif seen.first("rank", rank.name, item.span) and seen.first("sign", rank.sign, item.span):
                ranks.append(rank)
    return tuple(ranks)


def _items(node: Node | None) -> Iterator[ScalarNode]:
    if isinstance(node, SeqNode):
        yield from (item for item in node.items if isinstance(item, ScalarNode))


def _ranks(text: str) -> Iterable[Rank]:
    """The ranks one item names; one more than there may be of a range that is too long."""
    low, dots, high = text.partition("..")
    if dots:
        first, last = integer(low.strip()), integer(high.strip())
        if first is None or last is None:
            return ()
        return [_plain(number) for number in range(first, min(last, first + limits.RANKS) + 1)]
    name, *rest = text.split()
    number = integer(rest[0] if rest else name)
    if number is None:
        return ()
    return [Rank(name, number, rest[1] if len(rest) > 1 else str(number))]


def _plain(number: int) -> Rank:
    return Rank(str(number), number, str(number))


@dataclass(slots=True)
class _Seen:
    """Names and signs met so far, by kind."""

    work: Compilation
    path: Path
    places: dict[tuple[str, str], Span] = field(default_factory=dict)

    def first(self, kind: str, name: str, span: Span) -> bool:
        """Whether a name is met for the first time; another time is told."""
        if (kind, name) in self.places:
            self.work.tell(rule_messages.repeated(kind, name, span, self.places[kind, name]), path=self.path)
            return False
        self.places[kind, name] = span
        return True
