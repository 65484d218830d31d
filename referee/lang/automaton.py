"""The automaton that cuts a text into pieces and reads them: tables of the grammar, and two loops.

It is the LALR(1) automaton that Lark makes of `grammar.lark`, run by ourselves: Lark's own loop takes more than twice
as long, for trees that would be thrown away, and forty milliseconds to be imported. A property test holds the two
against each other, pieces and trees.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.lang.build import RULES, Builder, Built, Part
from referee.lang.pieces import Piece
from referee.lang.syntax import Expr

_END = "$END"


class Refused(Exception):  # noqa: N818 - it is an answer: the pieces are no expression
    """Piece `at` (or the end, one past the last) cannot stand where it stands; `accepted` are the kinds that could."""

    def __init__(self, at: int, accepted: frozenset[str]) -> None:
        super().__init__(at)
        self.at = at
        self.accepted = accepted


class _Rule(NamedTuple):
    """A rule of the grammar: the function that makes a node of it, its left side, how many parts it has.

    `single`: one part alone passes through unchanged. `spliced`: Lark's own rule for a repetition; its parts belong to
    the rule it stands in.
    """

    name: str
    origin: str
    length: int
    single: bool
    spliced: bool


@dataclass(frozen=True, slots=True)
class Automaton:
    """The tables.

    `states` map the kind of the next piece, or the left side of a finished rule, to the next state, and to `-1 - rule`
    where a rule is finished. `pattern` has one named group a kind; a name that is one of `keywords` is of another.
    """

    pattern: re.Pattern[str]
    keywords: Mapping[str, str]
    ignored: frozenset[str]
    rules: tuple[_Rule, ...]
    states: tuple[Mapping[str, int], ...]
    starts: Mapping[str, int]
    ends: Mapping[str, int]

    @classmethod
    def of(cls, saved: Mapping[str, Any]) -> Automaton:
        """The automaton of its saved form."""
        return cls(
            re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in saved["terminals"]), re.DOTALL),
            saved["keywords"],
            frozenset(saved["ignored"]),
            tuple(_Rule(name, of, length, single, of.startswith("_")) for name, of, length, single in saved["rules"]),
            tuple(saved["states"]),
            saved["starts"],
            saved["ends"],
        )

    def pieces(self, text: str) -> list[Piece]:
        """The pieces of a text; every character is in one, or in a blank between them."""
        pieces: list[Piece] = []
        for found in self.pattern.finditer(text):
            kind, value = found.lastgroup, found.group()
            assert kind is not None
            if kind == "NAME":
                kind = self.keywords.get(value, kind)
            elif kind in self.ignored:
                continue
            pieces.append(Piece(kind, value, found.start(), found.end()))
        return pieces

    def read(self, start: str, pieces: Sequence[Piece], builder: Builder) -> Expr:
        """The tree of the pieces; `Refused` if they are no expression."""
        stack = [self.starts[start]]
        values: list[Any] = []
        for at, piece in enumerate(pieces):
            action = self._reduced(stack, values, piece.kind, builder)
            if action is None:
                raise Refused(at, self._accepted(stack))
            stack.append(action)
            values.append(piece)
        self._reduced(stack, values, _END, builder)
        if stack[-1] != self.ends[start]:
            raise Refused(len(pieces), self._accepted(stack))
        whole = values[0]
        assert isinstance(whole, Built)
        return whole.expr

    def _reduced(self, stack: list[int], values: list[Any], kind: str, builder: Builder) -> int | None:
        """Finish the rules that end before a piece of this kind; the state behind it, None if it cannot stand."""
        states, rules = self.states, self.rules
        while True:
            action = states[stack[-1]].get(kind)
            if action is None or action >= 0:
                return action
            rule = rules[-1 - action]
            length = rule.length
            if not (rule.single and length == 1):
                values[-length:] = [_finished(rule, values[-length:], builder)]
            del stack[-length:]
            stack.append(states[stack[-1]][rule.origin])

    def _accepted(self, stack: Sequence[int]) -> frozenset[str]:
        """The kinds that could stand next."""
        return frozenset(kind for kind in self.states[stack[-1]] if kind.isupper() and self._shifts(list(stack), kind))

    def _shifts(self, stack: list[int], kind: str) -> bool:
        """Whether a piece can stand next once the rules before it are finished."""
        while (action := self.states[stack[-1]].get(kind)) is not None and action < 0:
            rule = self.rules[-1 - action]
            del stack[-rule.length :]
            stack.append(self.states[stack[-1]][rule.origin])
        return action is not None


def _finished(rule: _Rule, parts: list[Any], builder: Builder) -> Part | list[Part]:
    """What a finished rule comes to."""
    flat: list[Part] = []
    for part in parts:
        if isinstance(part, list):
            flat.extend(part)
        else:
            flat.append(part)
    if rule.spliced:
        return flat
    return flat[0] if rule.single and len(flat) == 1 else RULES[rule.name](builder, flat)
