"""Rounds that play themselves, as tests: what no hand can show a situation may.

Rounds are dealt by chance and played sensibly, at the tables that options make, from totals near the numbers that the
rules of the standing compare them with. Of each round there are two tests: the whole of it with what everybody writes
and how the game stands, and its beginning up to a draw with what may be thrown then and what may not. Both are read
and run like tests that somebody wrote, before anybody sees them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from referee.cards import Card
from referee.game.actions import Action, Close, Deal, Discard, Show, TakeUpcard
from referee.game.flow import count, counted, deal_from, full_pack, start
from referee.game.gamestate import GameState
from referee.game.legal import apply, fault
from referee.game.moment import hand_of
from referee.game.state import Phase, Standing
from referee.lang.syntax import Name, Number
from referee.lang.walk import everything
from referee.record.actions import action_text, words_of
from referee.suite.comparing import joined
from referee.suite.leaves import every_rule
from referee.suite.model import Test
from referee.suite.reading import read_tests
from referee.suite.tables import Setting, Tables, flow, settings_of
from referee.table import Table
from referee.table.seats import seat_letter
from referee.workshop.selfplay import next_step
from referee.workshop.strategies import at_random, sensible

_MOST_ACTIONS = 160
_STANDING = ("game.", "re_entry", "stakes")


@dataclass(frozen=True, slots=True)
class Situation:
    """A test of a situation: its text as a file of tests has it, and read."""

    entry: str
    test: Test


def situation_of(entry: str) -> Situation:
    """The test that a text says."""
    read = read_tests(f"test: 1\nrules: any\ntests:\n  a situation: {entry}\n".encode(), "situation")
    assert read.file is not None, read.diagnostics
    return Situation(entry, read.file.tests[0])


@dataclass(slots=True)
class Situations:
    """Situations at the tables of some rules, made when they are first asked for and kept."""

    tables: Tables
    seed: int = 0
    _made: list[Situation] = field(default_factory=list)
    _number: int = 0

    def first(self, rounds: int) -> Iterator[Situation]:
        """Those of the first `rounds` rounds."""
        yield from self._made
        while self._number < rounds:
            found = list(self._of_round(self._number))
            self._number += 1
            self._made += found
            yield from found

    def _of_round(self, number: int) -> Iterator[Situation]:
        chance = Random(self.seed + number)  # noqa: S311 - cards of games that nobody plays for anything
        settings = [one for one in settings_of(self.tables.rules) if self.tables.at(one) is not None]
        if not settings:
            return
        setting = settings[number // 2 % len(settings)] if number % 2 else settings[0]  # the usual table most often
        table = self.tables.at(setting)
        assert table is not None
        wider = self.tables.at(Setting(chance.choice((table.seats, table.seats + 1)), setting.options))
        played = _Round.played(wider or table, setting, chance)
        yield from (situation_of(entry) for entry in played.entries())


@dataclass(frozen=True, slots=True)
class _Round:
    """A round that was played: the state before each action, with that action, and the state in the end."""

    table: Table
    setting: Setting
    before: Standing
    deal: Deal
    steps: Sequence[tuple[GameState, Action]]
    last: GameState

    @classmethod
    def played(cls, table: Table, setting: Setting, chance: Random) -> _Round:
        """Deal a round and play it up to its count, or to where it goes on for too long."""
        standing = _standing(table, chance)
        order = [Card(card.index) for card in full_pack(table)]
        chance.shuffle(order)
        deal = deal_from(table, standing, order)
        state = apply(table, GameState(Phase.DEAL, standing), deal)
        strategy = at_random if chance.random() < 0.1 else sensible
        steps: list[tuple[GameState, Action]] = []
        while state.round is not None and state.phase is not Phase.COUNT and len(steps) < _MOST_ACTIONS:
            step = next_step(table, state, [strategy], chance)
            if step is None:
                break  # the rules allow the seat on turn nothing at all
            assert step.action is not None
            steps.append((state, step.action))
            state = step.after
        return cls(table, setting, standing, deal, steps, state)

    def entries(self) -> Iterator[str]:
        """The tests."""
        if self.last.phase is Phase.COUNT:
            yield self._entry([action for _, action in self.steps], self._ends())
        for number, (state, action) in enumerate(self.steps):
            after = self.steps[number + 1][0] if number + 1 < len(self.steps) else None
            if isinstance(action, TakeUpcard) and after is not None and after.phase is Phase.DISCARD:
                done = [one for _, one in self.steps[: number + 1]]
                assert state.round is not None
                yield self._entry(done, self._throws(after))
                return

    def _entry(self, actions: Sequence[Action], expected: Mapping[str, str]) -> str:
        write = self.table.write
        hands = {
            seat_letter(seat): " ".join(write(card) for card in hand if card is not None)
            for seat, hand in enumerate(self.deal.hands)
            if hand is not None
        }
        said = {"hands": flow(hands)}
        if self.deal.upcard is not None:
            said["upcard"] = write(self.deal.upcard)
        if any(self.before.totals):
            said["before"] = _by_seat(self.before.totals)
        if self.setting.options:
            said["options"] = flow(self.setting.options)
        said["play"] = f'"{_text(self.table, actions)}"'
        return flow({**said, **expected})

    def _ends(self) -> dict[str, str]:
        """What the round came to."""
        pause = count(self.table, self.last)
        after = counted(self.table, self.last, pause).standing
        scores = {seat_letter(line.seat): str(line.written) for line in pause.sheet.lines}
        letters = [seat_letter(seat) for seat in range(self.table.seats)]
        out = [letter for letter, since in zip(letters, after.out_since, strict=True) if since is not None]
        told = {"outcome": pause.sheet.outcome}
        if scores:
            told["scores"] = flow(scores)
        told["totals"] = _by_seat(after.totals)
        told["out"] = _words(out)
        told["winners"] = _words([letters[seat] for seat in after.winners])
        return told

    def _throws(self, state: GameState) -> dict[str, str]:
        """What may be thrown here, and what may not by which clause."""
        play = state.round
        assert play is not None
        assert play.seat is not None
        may: list[str] = []
        refused: dict[str, str] = {}
        for card in dict.fromkeys(hand_of(play, play.seat).known):
            action = Discard(play.seat, card)
            wrong = fault(self.table, state, action)
            word = action_text(action, self.table.pack.notation)
            if wrong is None:
                may.append(word)
            else:
                refused[word] = wrong.clauses[0] if wrong.clauses else wrong.code
        told = {"may": _words(may)} if may else {}
        return told | ({"refused": flow(refused)} if refused else {})


def _standing(table: Table, chance: Random) -> Standing:
    """Totals near the numbers that the rules of the standing are about, above 0 or as far below."""
    near = sorted(_numbers(table)) or [0]
    totals = []
    for _ in range(table.seats):
        edge, sign = chance.choice(near), chance.choice((1, 1, 1, -1))
        totals.append(sign * chance.choice((0, edge, edge - chance.randrange(1, 40), edge - chance.randrange(1, 40))))
    return replace(
        start(table).standing,
        totals=tuple(totals),
        gained=tuple(max(total, 0) for total in totals),
        lost=tuple(max(-total, 0) for total in totals),
        rounds=1 if any(totals) else 0,
    )


def _numbers(table: Table) -> set[int]:
    """The numbers of points that the rules of the standing hold something to."""
    found: set[int] = set()
    for rule in every_rule(table.rule_set):
        if rule.block.startswith(_STANDING):
            for expr in rule.parts.values():
                for node in everything(expr):
                    if isinstance(node, Number) and node.value >= 10:
                        found.add(node.value)
                    elif isinstance(node, Name) and node.sort == "option":
                        value = table.options.get(node.name)
                        if isinstance(value, int) and not isinstance(value, bool) and value >= 10:
                            found.add(value)
    return found


def _text(table: Table, actions: Sequence[Action]) -> str:
    """The words of actions, each seat in front of what it does."""
    written: list[Action] = []
    for action in actions:
        if isinstance(action, Close) and action.melds is not None:
            written += [replace(action, melds=None), Show(action.seat, action.melds)]
        else:
            written.append(action)
    parts: list[str] = []
    for word in words_of(written, table.pack.notation):
        label = "" if word.label is None else f"{seat_letter(word.label)}: "
        parts.append(f"{label}{word.form.text}")
    return " ".join(parts)


def _by_seat(numbers: Sequence[int]) -> str:
    return flow({seat_letter(seat): str(number) for seat, number in enumerate(numbers)})


def _words(found: Sequence[str]) -> str:
    return f'"{joined(found)}"' if any(not word.isalnum() for word in found) else joined(found)
