"""Runs a played situation: a deal, the words of a round, and what may come next or what the round comes to.

The words up to there must be allowed, or irregular plays that the rules let stand. The deal is that of `dealing`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.diagnostics.model import Diagnostic
from referee.diagnostics.spelling import quoted
from referee.game.actions import Action, Close, Decline, Pass, Reenter, ShownMeld
from referee.game.faults import Fault
from referee.game.flow import count, counted
from referee.game.gamestate import GameState
from referee.game.legal import apply, fault, irregularity
from referee.game.price import Sheet
from referee.game.state import Phase
from referee.record.actions import actions_of
from referee.record.play import Play, Word, read_play
from referee.record.words import WordKind
from referee.source import Text
from referee.suite import comparing
from referee.suite.dealing import dealt
from referee.suite.grounds import Grounds
from referee.suite.model import Test
from referee.suite.results import Failure, Part
from referee.suite.run_cards import Unasked
from referee.table import Table
from referee.table.seats import LETTERS, seat_index, seat_letter
from referee.yamltree.nodes import ScalarNode

_NOT_HERE = frozenset({WordKind.GAP, WordKind.RULING})
"""Words that belong to records of games that were seen, not to situations that are made up."""

_OF_THE_COUNT = frozenset({"outcome", "scores", "totals", "out", "winners", "next", "paid", "pot"})
"""What is expected of a round that is over."""


def run_play(test: Test, table: Table, grounds: Grounds) -> Iterator[Failure]:
    """The situation and what is expected of it."""
    run = _Run(test, table, grounds, dealt(test, table))
    refused = run.through(run.words(test.asked["play"], test.written("play"), "play"))
    if refused is not None:
        yield run.refused_word("play", *refused, "allowed")
        return
    yield from run.expectations()


@dataclass(slots=True)
class _Run:
    """One situation being played; `state` is where it stands."""

    test: Test
    table: Table
    grounds: Grounds
    state: GameState

    # -- words -------------------------------------------------------------------------------------------------------

    def words(self, text: object, node: object, key: str) -> tuple[Word, ...]:
        """The words of a text; Unasked if they are none."""
        asked = self.test.asked
        names = {seat_letter(seat): seat_letter(seat) for seat in range(self.table.seats)}
        given = node.text if isinstance(node, ScalarNode) and node.value == text else Text.plain(str(text), key)
        upcard = comparing.cards_of(self.table, asked["upcard"]) if "upcard" in asked else ()
        play: Play = read_play(given, self.table.pack.notation, names, upcard=upcard[0] if upcard else None)
        if play.fault is not None:
            span = play.fault.span if given is not None and isinstance(node, ScalarNode) else self.test.place(key)
            raise Unasked(Diagnostic("CH801", play.fault.message, span, play.fault.help))
        for word in play.words:
            if word.kind in _NOT_HERE:
                message = f"{quoted(play.written(word))} has no place in a situation; test a `record`"
                raise Unasked(Diagnostic("CH801", message, self.test.place(key)))
        return play.words

    def actions(self, word: Word) -> tuple[Action, ...]:
        """What a word says that its seat does, or the seat on turn."""
        round_ = self.state.round
        here = round_.seat if round_ is not None else next(iter(self.state.asked), None)
        seat = word.label if word.label is not None else here or 0
        return tuple(placed.action for placed in actions_of(word, seat))

    def through(self, words: Sequence[Word]) -> tuple[Word, Fault] | None:
        """Play words up to the first that is refused, and what is wrong with that one."""
        at = 0
        while at < len(words):
            word, following = words[at], words[at + 1] if at + 1 < len(words) else None
            actions = self.actions(word)
            shows = following is not None and following.kind is WordKind.SHOW and self._is_closers(actions, following)
            if shows and following is not None:  # where melds are declared a close and its show are one play
                actions = (*actions[:-1], self._shown(actions[-1], following))
            wrong = self.played(actions)
            if wrong is not None:
                return word, wrong
            at += 1 + shows
        return None

    def _is_closers(self, actions: Sequence[Action], show: Word) -> bool:
        """Whether a show behind these actions is that of the seat that closes with the last of them."""
        if not actions or not isinstance(actions[-1], Close) or not self.table.settings["melds.declared"]:
            return False
        return show.label in {None, actions[-1].seat}

    def _shown(self, close: Action, show: Word) -> Action:
        """The close with the melds that are put down with it."""
        assert isinstance(close, Close)
        return replace(close, melds=tuple(ShownMeld(meld) for meld in show.form.melds))

    def played(self, actions: Sequence[Action]) -> Fault | None:
        """Play the actions of a word; what is wrong with the first that is refused."""
        for action in actions:
            wrong = fault(self.table, self.state, action)
            if isinstance(action, Close):
                self.grounds.watch.closed(self.table, self.state, action)
            if wrong is not None and irregularity(self.table, self.state, action, wrong) is None:
                return wrong
            self.state = apply(self.table, self.state, action)
        return None

    def tried(self, text: str, key: str) -> tuple[Word | None, Fault | None]:
        """What is wrong with a word that might come next, which is not played."""
        before, wrong, last = self.state, None, None
        for last in self.words(text, None, key):
            wrong = self.played(self.actions(last))
            if wrong is not None:
                break
        self.state = before
        return last, wrong

    def refused_word(self, key: str, word: Word, wrong: Fault, expected: str) -> Failure:
        """A word that was to be allowed."""
        return Failure(
            key, f"{word.form.text} {expected}", f"refused: {_told(wrong)}", _clause(wrong), self.parts(wrong)
        )

    def parts(self, wrong: Fault) -> tuple[Part, ...]:
        """What a refusal measured."""
        leaves = (leaf for one in wrong.failures for leaf in one.leaves)
        plain = tuple(Part(name, value) for name, value in wrong.measured.items())
        return comparing.leaf_parts(leaves, self.table.rule_set.enums) or plain

    # -- what is expected --------------------------------------------------------------------------------------------

    def expectations(self) -> Iterator[Failure]:
        """What may come next and may not, and what the round came to."""
        expected = self.test.expected
        for text in comparing.words(expected.get("may", [])):
            word, wrong = self.tried(text, "may")
            if word is not None and wrong is not None:
                yield self.refused_word("may", word, wrong, "allowed")
        yield from self.refusals(expected.get("refused") or {})
        round_ = self.state.round
        seat = None if round_ is None or round_.seat is None else seat_letter(round_.seat)
        yield from comparing.plain(expected, "turn", seat)
        if _OF_THE_COUNT & expected.keys():
            yield from self.counted()

    def refusals(self, wanted: Any) -> Iterator[Failure]:
        """Words that must be refused, each by a clause or with a code."""
        pairs = wanted.items() if isinstance(wanted, Mapping) else [(text, "") for text in comparing.words(wanted)]
        for text, clause in pairs:
            _, wrong = self.tried(str(text), "refused")
            if wrong is None:
                yield Failure("refused", f"{text} refused" + (f" by {clause}" if clause else ""), "allowed")
            elif clause and str(clause) not in {*wrong.clauses, wrong.code, *(one.key for one in wrong.failures)}:
                parts = self.parts(wrong)
                yield Failure(
                    "refused", f"{text} refused by {clause}", f"refused: {_told(wrong)}", _clause(wrong), parts
                )

    def counted(self) -> Iterator[Failure]:
        """What the round comes to, once it is over."""
        while self.state.phase is Phase.LAY_OFF and self.state.round is not None:  # the others lay nothing off
            waiting = self.state.round.seat
            assert waiting is not None
            self.state = apply(self.table, self.state, Pass(waiting))
        round_, expected = self.state.round, self.test.expected
        if round_ is None or round_.phase is not Phase.COUNT:
            phase = "" if round_ is None else str(round_.phase).replace("_", " ")
            yield Failure("play", "a round that is over", f"the round goes on, to {phase}")
            return
        pause = count(self.table, self.state)
        self.state = counted(self.table, self.state, pause)
        if "reenter" in self.test.asked:
            yield from self.come_back(comparing.words(self.test.asked["reenter"]))
        after = self.state.standing
        yield from comparing.plain(expected, "outcome", pause.sheet.outcome)
        yield from self.scores(pause.sheet)
        letters = [seat_letter(seat) for seat in range(self.table.seats)]
        yield from comparing.numbers_by_seat(expected, "totals", dict(zip(letters, after.totals, strict=True)))
        out = [letter for letter, since in zip(letters, after.out_since, strict=True) if since is not None]
        yield from comparing.same_words(expected, "out", out)
        yield from comparing.same_words(expected, "winners", [letters[seat] for seat in after.winners])
        yield from comparing.plain(expected, "next", None if after.winners else letters[after.eldest])
        yield from comparing.numbers_by_seat(expected, "paid", dict(zip(letters, after.paid, strict=True)))
        yield from comparing.plain(expected, "pot", after.pot)

    def come_back(self, seats: Sequence[str]) -> Iterator[Failure]:
        """Seats that are out answer whether they come back: these do, and whoever else is asked does not."""
        for letter in seats:
            if letter not in LETTERS:
                message = f"{quoted(letter)} is no seat; seats are letters"
                raise Unasked(Diagnostic("CH801", message, self.test.place("reenter")))
            action: Action = Reenter(seat_index(letter))
            wrong = fault(self.table, self.state, action)
            if wrong is not None:
                yield Failure("reenter", f"{letter} comes back", f"refused: {_told(wrong)}", _clause(wrong))
                continue
            self.state = apply(self.table, self.state, action)
        while self.state.phase is Phase.REENTRY:
            self.state = apply(self.table, self.state, Decline(self.state.asked[0]))

    def scores(self, sheet: Sheet) -> Iterator[Failure]:
        """What each seat writes, with the line it rests on."""
        for seat, wanted in (self.test.expected.get("scores") or {}).items():
            line = sheet.of(seat_index(seat))
            got = None if line is None else line.written
            told = comparing.NONE if got is None else str(got)
            if told == str(wanted):
                continue
            loose = () if line is None else tuple(Part(self.table.write(card), str(cost)) for card, cost in line.loose)
            yield Failure(f"scores of {seat}", str(wanted), told, "" if line is None else line.clause, loose)


def _told(wrong: Fault) -> str:
    return f"{wrong.code} {_clause(wrong)}".strip()


def _clause(wrong: Fault) -> str:
    return " ".join(wrong.clauses)
