"""A round as whole numbers, from the texts of its deal and its words to the points that everybody writes.

What decides is asked of `game` and remembered by the numbers that it looks at; no card, meld or event becomes a value.
Where the end of a round is not told by numbers, because the rules of its table look at more than they say or somebody
holds a wild card, the hands at the close are given to the game (`fast_end`). A round whose turns are not plain, or that
nobody closed, ends with `AskGame`: `fast_round` walks it with the values of the game then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.game.moment import seat_facts
from referee.record.fast_bits import Bits
from referee.record.fast_close import CloseByNumbers
from referee.record.fast_end import EndByGame, Row
from referee.record.fast_growth import Growths
from referee.record.fast_lay import Choice, LayByNumbers
from referee.record.fast_ledger import Ledger, LedgerRules
from referee.record.fast_price import Price
from referee.record.fast_rules import RoundRules
from referee.record.fast_sight import Sight
from referee.record.fast_turns import AskGame, Closing, Turns
from referee.record.fast_twin_melds import TwinGrowths, TwinSight
from referee.record.fast_twins import TwinBits
from referee.record.fast_wilds import LayWithJokers, WildSight
from referee.record.fast_words import AskJudge
from referee.table import Table

_LAPS = ("laps",)


Counted = tuple[int, int, int, str, list[int] | None]
"""A round that was closed: by whom, with how many turns and actions of all seats, how, and what the seats in write.

Turns and actions as `verdict.Prefix` counts them. The points stand in order of the seats; None where the close wins the
game.
"""


class Ended(NamedTuple):
    """How a round ended: the name of the outcome, and what the seats in write, in order of the seats.

    None where the close wins the game.
    """

    outcome: str
    points: list[int] | None


_Parts = tuple[Sight, CloseByNumbers, LayByNumbers | LayWithJokers]
"""What looks at the melds of a hand, judges the close, and says what is left after the lay-off."""


class Numbers:
    """The numbers of one table. `ledger` are its rules between rounds.

    `turns` is no where they tell no turn of it, `open` where they tell no end of a round. `plain` is no too where
    upcards are offered, or anything is asked that only some games ask: whether an upcard may be taken by what the stock
    has, where a card may be laid, what the other seats have left.
    """

    __slots__ = (
        "_bits",
        "_close",
        "_counted",
        "_jokers",
        "_lay",
        "_plain",
        "_price",
        "_sight",
        "_turns",
        "_write",
        "by_game",
        "ledger",
        "open",
        "plain",
        "turns",
    )

    def __init__(self, rules: RoundRules) -> None:
        table = rules.table
        self.ledger = LedgerRules(table)
        self._write = table.write
        self._counted = [f"{kind.text} {kind.points}" for kind in table.pack.kinds]
        self.turns, self.open, self.plain = Bits.reads(rules) or TwinBits.reads(rules), False, False
        if not self.turns:
            return
        twins = None if Bits.reads(rules) else TwinBits(rules)
        self._bits = bits = twins or Bits(rules)
        self._turns, self.by_game = Turns(rules, bits), EndByGame(table, bits)
        self._jokers: _Parts | None = None
        self._sight = Sight(table) if twins is None else TwinSight(table, twins)
        self._price, self._close = Price(table), CloseByNumbers(table, self._sight, bits)
        if all(one.open for one in (self._sight, self._price, self._close)):
            growths = Growths(table) if twins is None else TwinGrowths(table, twins)
            self._lay = LayByNumbers(table, self._sight, growths)
            self.open = self._lay.open
            self._plain: _Parts = self._sight, self._close, self._lay
            if twins is None and self._sight.wild:
                self._jokers = _with_jokers(table, bits, self._lay)
            plain = all(one.plain for one in (self._price, self._close, self._lay))
            self.plain = self.open and plain and Bits.fit(rules)

    def counted(  # noqa: PLR0917 - the parts of a round, asked for once a round
        self,
        ledger: Ledger,
        hands: Mapping[str, str],
        upcard: str,
        stock: str,
        words: Sequence[str],
        rows: list[Row] | None = None,
    ) -> Counted:
        """What the round comes to that is played next; its sheet is added to `rows`. AskJudge, AskGame."""
        if not self.turns:
            raise AskGame
        seats = ledger.seats
        if ledger.eldest not in seats:  # rules may put out everybody, and go on
            raise AskJudge
        eldest = seats.index(ledger.eldest)
        dealt = self._turns.dealt(ledger.letters, hands, upcard, stock, eldest)
        done = self._turns.closing(words, dealt, seats, eldest)
        held, (at, before, _, _, _, _, beside, _) = dealt[0], done
        try:
            ended = self._ended(ledger, held, done, rows)
        except AskGame:
            ended = Ended(*self.by_game.ended(ledger.standing(), held, done, rows))
        # to let an upcard offered go by is a turn of one action, as is a first one without a draw
        turns, actions = before + 1 + max(beside, 0), 2 * (before + 1) + beside
        return seats[at], turns, actions, *ended

    def _ended(self, ledger: Ledger, held: list[int], done: Closing, rows: list[Row] | None) -> Ended:
        """The end of a round with these hands at the close; its sheet is added to `rows`. AskJudge, AskGame."""
        if not self.open:
            raise AskGame
        at, _, thrown, taken = done[:4]
        kept, wild = held[at], self._sight.wild
        sight, close, lay = self._plain
        if wild and rows is None and self._jokers is not None and any(hand & wild for hand in held):
            sight, close, lay = self._jokers
        points, melds = sight.melds(kept)
        course = close.course(self._moment(ledger, done), kept, thrown, taken)
        judged, shown = close.judged(course, kept, points, melds)
        outcome = judged.outcome
        assert outcome is not None
        name = outcome.rule.name
        if judged.wins_game or outcome.writes is None:
            return Ended(name, None)
        for meld in shown:
            points -= meld.points
        after, writes = (at, ledger.seats, judged.onto), judged.writes
        if rows is None:
            left = lay.left(held, after, points, shown)
        else:
            put_down = self._lay.put_down(held, after, shown, exact=True)
            left = [self._sight.points(loose) for loose, _ in put_down]
        if writes is None or left[at] != points:
            writes = self._price.of_closer(name, left, at)
        written = self._price.of_others(name, left, at)
        written[at] = writes
        if rows is not None:
            says = [self._price.case_of(name, loose, left[at]) for loose in left]
            says[at] = (outcome.rule.priced_by, name)
            rows += [Row(*one, *self._told(*put)) for one, put in zip(says, put_down, strict=True)]
        return Ended(name, written)

    def _told(self, loose: int, laid: Choice) -> tuple[str, str]:
        """The loose cards of a seat with what each counts, and the cards it laid off, as a sheet has them."""
        counted, write, cards_of = self._counted, self._write, self._bits.cards_of
        cards = [f"{write(card)}>{place + 1}" for place, laid_there in laid for card in cards_of(laid_there)]
        return " ".join([counted[card.index] for card in cards_of(loose)]), " ".join(cards)

    def _moment(self, ledger: Ledger, done: Closing) -> tuple[int, ...]:
        """The facts of the course of the game that the rules of closing read, before the turn of the close."""
        reads = self._close.reads
        if reads == _LAPS:
            return (done[1] // len(ledger.seats),)
        return tuple([self._fact(name, ledger, done) for name in reads])

    @staticmethod
    def _fact(name: str, ledger: Ledger, done: Closing) -> int:
        """One of these facts."""
        at, turns, _, _, left, reshuffles, _, _ = done
        seats, count = ledger.seats, len(ledger.seats)
        if name in {"laps", "turns"}:
            return turns // count  # the closer has had no more turns than everybody
        if name == "stock_cards":
            return left
        if name == "reshuffles":
            return reshuffles
        if name == "faulty":
            return False
        return seat_facts(ledger.standing(), seats[at], eldest=ledger.eldest, rounds=ledger.rounds + 1)[name]


def _with_jokers(table: Table, bits: Bits, lay: LayByNumbers) -> _Parts | None:
    """What is asked where somebody holds a joker; None where numbers do not tell it."""
    sight = WildSight(table, bits)
    return (sight, CloseByNumbers(table, sight, bits), LayWithJokers(table, lay, sight, bits)) if sight.open else None
