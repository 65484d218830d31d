"""One round on the fast road: from its deal, over its words, to the pause after its count.

The walk keeps sets of cards as integers, the pile as indices, and nothing else; where a rule has to be asked, the state
of that moment is made and `game` answers. Whatever is not plain ends the walk with `AskJudge`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.game.actions import Incident, IncidentKind
from referee.game.close import judge_close
from referee.game.gamestate import GameState
from referee.game.legal import fault
from referee.game.moment import TurnFacts, course_of
from referee.game.price import price
from referee.game.result import Course
from referee.game.showdown import Shown, showdown
from referee.game.standing import Pause, settle
from referee.game.state import Hand, Phase, RoundState, Standing
from referee.record.actions import words_of
from referee.record.fast_words import AskJudge, Code, Op, PackCodes
from referee.record.model import LETTERS, Round
from referee.record.write import shows_of
from referee.table import BoundCondition, Kind, Table

_PLAIN = frozenset(
    (
        "laps",
        "turns",
        "faulty",
        "stock_cards",
        "reshuffles",
        "total",
        "gained",
        "lost",
        "is_eldest",
        "re_entries",
        "rounds",
        "seats_in",
    )
)
"""Facts of a turn that need no look at the hand."""

StateOf = Callable[[Phase, int], GameState]
"""The state of this moment, with this phase and the seat on turn."""


class AskedOfCard:
    """The conditions of a slot about one card of a turn, answered once for each kind where nothing else is read."""

    __slots__ = ("_conditions", "_known", "_phase", "_reads_course", "asks")

    def __init__(self, conditions: Sequence[BoundCondition], phase: Phase) -> None:
        self._conditions, self._phase = conditions, phase
        self._reads_course = any(one.test.reads - {"card"} for one in conditions)
        self._known: dict[tuple[int, bool], bool] = {}
        self.asks = bool(conditions)

    @classmethod
    def of(cls, table: Table, slot: str, phase: Phase) -> AskedOfCard | None:
        """The conditions of a slot; None if one of them looks at the hand."""
        asked = [one for one in table.conditions(slot) if one.test.constant is not True]
        if any(one.test.reads - {"card"} - _PLAIN for one in asked):
            return None
        return cls(asked, phase)

    def allows(self, state_of: StateOf, seat: int, kind: Kind, *, taken: bool = False) -> bool:
        """Whether all conditions hold of a card."""
        key = (kind.index, taken)
        if not self._reads_course and key in self._known:
            return self._known[key]
        course: Mapping[str, Any] = course_of(state_of(self._phase, seat), seat) if self._reads_course else {}
        facts = TurnFacts(course, (), replace(kind, taken=True) if taken else kind, lambda: False)
        answer = self._known[key] = all(one.test.call(facts) for one in self._conditions)
        return answer


class RoundRules:
    """What a walk asks of its table, worked out once."""

    __slots__ = ("codes", "keep", "may_discard", "may_take", "next_card", "open", "reshuffle", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.codes = PackCodes(table.pack)
        self.next_card: str = table.settings["deal.next_card"]
        self.keep = int(table.settings["stock.keep"])
        self.reshuffle: str = table.settings["stock.reshuffle"]
        may_discard = AskedOfCard.of(table, "turn.may_discard", Phase.DISCARD)
        may_take = AskedOfCard.of(table, "turn.may_take", Phase.DRAW)
        self.open = may_discard is not None and may_take is not None and not table.settings["melds.declared"]
        self.may_discard = may_discard or AskedOfCard((), Phase.DISCARD)
        self.may_take = may_take or AskedOfCard((), Phase.DRAW)


class RoundWalk:
    """A round being walked. `turns` and `actions` count what seats did, as `verdict.Prefix` does."""

    __slots__ = (
        "_free",
        "_hands",
        "_known_stock",
        "_offers",
        "_pile",
        "_played",
        "_reshuffles",
        "_rules",
        "_seats",
        "_standing",
        "_stock",
        "_turns_of",
        "actions",
        "turns",
    )

    def __init__(self, rules: RoundRules, standing: Standing, played: Round) -> None:
        self._rules, self._standing, self._played = rules, standing, played
        self._seats = standing.seats_in
        self.turns = self.actions = self._reshuffles = self._offers = 0
        self._turns_of = [0] * rules.table.seats
        self._hands = [0] * rules.table.seats
        self._pile: list[int] = []
        self._known_stock: list[int] | None = None
        self._deal()

    def pause(self) -> Pause:
        """The pause after the round. AskJudge."""
        rules, seats = self._rules, self._seats
        code_of = rules.codes.code
        at, last = seats.index(self._standing.eldest), len(seats) - 1
        offering, undrawn, only_stock = rules.next_card == "offered", rules.next_card == "to_eldest", False
        words = iter(self._played.play.split())
        for word in words:
            code = code_of(word)
            op, seat = code.op, seats[at]
            if op is Op.LABEL:
                if code.seat != seat:
                    raise AskJudge
            elif op is Op.DISCARD or op is Op.CLOSE:
                if (code.drawn < 0) is not undrawn or (offering and not code.takes) or (only_stock and code.takes):
                    raise AskJudge
                if op is Op.CLOSE:
                    return self._shown_after(self._closed(code, seat), seat, list(words))
                self._turn(code, seat)
                at = at + 1 if at < last else 0
                offering = undrawn = only_stock = False
            elif op is Op.PASS and offering:
                self._offers, self.turns, self.actions = self._offers + 1, self.turns + 1, self.actions + 1
                at = at + 1 if at < last else 0
                offering = self._offers < len(seats)
                only_stock = not offering
            elif op is Op.RESHUFFLE and not offering and not undrawn:
                self._reshuffle(code)
            elif op is Op.DEAD and not offering and not undrawn and next(words, None) is None:
                return self._dead(seat)
            else:
                raise AskJudge
        raise AskJudge

    # -- the deal ------------------------------------------------------------------------------------------------

    def _deal(self) -> None:
        """Hands, upcard and stock, each card in one place."""
        rules, played, eldest = self._rules, self._played, self._standing.eldest
        if played.lots or played.pack or played.shuffle is not None or played.rulings:
            raise AskJudge
        if played.eldest and LETTERS.index(played.eldest) != eldest:
            raise AskJudge
        if played.hands.keys() != {LETTERS[seat] for seat in self._seats}:
            raise AskJudge
        self._free, self._stock = rules.codes.full, rules.table.pack.size
        more = rules.next_card == "to_eldest"
        for letter, text in played.hands.items():
            seat = LETTERS.index(letter)
            cards = text.split()
            if len(cards) != rules.table.hand_size + (more and seat == eldest):
                raise AskJudge
            self._hands[seat] = self._dealt(cards)
        turned = rules.next_card in {"turned_up", "offered"}
        if turned is not bool(played.upcard):
            raise AskJudge
        if turned:
            self._dealt([played.upcard])
            self._pile.append(rules.codes.kind_of(played.upcard))
        if played.stock:
            stock = [rules.codes.kind_of(word) for word in played.stock.split()]
            if len(stock) != self._stock or sum(rules.codes.unit[index] for index in stock) != self._free:
                raise AskJudge
            self._known_stock = stock[::-1]

    def _dealt(self, cards: Sequence[str]) -> int:
        """These cards, no longer free, as a set."""
        codes, held = self._rules.codes, 0
        for text in cards:
            index = codes.kind_of(text)
            if not self._free & codes.field[index]:
                raise AskJudge
            self._free -= codes.unit[index]
            held += codes.unit[index]
        self._stock -= len(cards)
        return held

    # -- the turns -----------------------------------------------------------------------------------------------

    def _turn(self, code: Code, seat: int) -> None:
        """A draw, but where the eldest was dealt a card more, and a discard."""
        rules, thrown = self._rules, code.thrown
        had_twin = self._drawn(code, seat)
        if not self._hands[seat] & rules.codes.field[thrown]:
            raise AskJudge
        if rules.may_discard.asks:
            taken = code.takes and thrown == code.drawn and not had_twin
            if not rules.may_discard.allows(self._state, seat, rules.table.pack.kinds[thrown], taken=taken):
                raise AskJudge
        self._hands[seat] -= rules.codes.unit[thrown]
        self._pile.append(thrown)
        self._finished(code, seat)

    def _finished(self, code: Code, seat: int) -> None:
        self._turns_of[seat] += 1
        self.turns += 1
        self.actions += 1 if code.drawn < 0 else 2

    def _drawn(self, code: Code, seat: int) -> bool:
        """A card comes into the hand; whether a twin of it was held."""
        rules, index = self._rules, code.drawn
        if index < 0:
            return False
        if code.takes:
            if not self._pile or self._pile[-1] != index:
                raise AskJudge
            if rules.may_take.asks and not rules.may_take.allows(self._state, seat, rules.table.pack.kinds[index]):
                raise AskJudge
            self._pile.pop()
        else:
            if self._stock <= rules.keep:
                raise AskJudge
            if self._known_stock is not None:
                if self._known_stock.pop() != index:
                    raise AskJudge
            elif not self._free & rules.codes.field[index]:
                raise AskJudge
            self._stock -= 1
            self._free -= rules.codes.unit[index]
        had = self._hands[seat] & rules.codes.field[index]
        self._hands[seat] += rules.codes.unit[index]
        return had > 0

    def _reshuffle(self, code: Code) -> None:
        """The discards in a new order become the stock."""
        rules = self._rules
        most = rules.table.settings.get("stock.at_most")
        whole = rules.reshuffle == "all"
        old = self._pile if whole else self._pile[:-1]
        if rules.reshuffle == "none" or (most is not None and self._reshuffles >= int(most)):
            raise AskJudge
        if self._stock or rules.keep or not old or sorted(old) != sorted(code.order):
            raise AskJudge
        self._pile = [] if whole else self._pile[-1:]
        self._known_stock, self._stock = list(code.order[::-1]), len(old)
        self._free = sum(rules.codes.unit[index] for index in old)
        self._reshuffles += 1

    # -- the end -------------------------------------------------------------------------------------------------

    def _closed(self, code: Code, seat: int) -> Pause:
        """After a close with `code.thrown` face down."""
        rules, thrown = self._rules, code.thrown
        codes = rules.codes
        had_twin = self._drawn(code, seat)
        if not self._hands[seat] & codes.field[thrown]:
            raise AskJudge
        given, held = course_of(self._state(Phase.DISCARD, seat), seat), codes.cards_of(self._hands[seat])
        self._hands[seat] -= codes.unit[thrown]
        taken = codes.cards[code.drawn] if code.takes and not had_twin else None
        closing, keep = codes.cards[thrown], codes.cards_of(self._hands[seat])
        verdict = judge_close(rules.table, keep, given=given, closing=closing, hand=held, taken=taken)
        if not verdict.legal or verdict.undecided:
            raise AskJudge
        self._finished(code, seat)
        return self._counted(Shown.of(seat, verdict, closing))

    def _shown_after(self, pause: Pause, closer: int, words: Sequence[str]) -> Pause:
        """The pause, if what was shown and laid off is exactly what the referee arranged, or nothing was written."""
        if not words:
            return pause
        table = self._rules.table
        arranged = words_of(tuple(shows_of(table, pause.result)), table.pack.notation)
        expected = [(word.label, word.form.text) for word in arranged]
        seat, written = closer, list[tuple[int | None, str]]()
        for word in words:
            if word[-1] == ":":
                seat = self._rules.codes.code(word).seat
            else:
                written.append((seat, word))
        if written != expected or words[-1][-1] == ":":
            raise AskJudge
        return pause

    def _dead(self, seat: int) -> Pause:
        """After nothing was left to draw."""
        state = self._state(Phase.DRAW, seat)
        if fault(self._rules.table, state, Incident(IncidentKind.DEAD)) is not None:
            raise AskJudge
        return self._counted(None)

    def _counted(self, shown: Shown | None) -> Pause:
        """What the round comes to, and the pause after it."""
        table = self._rules.table
        course = Course(
            eldest=self._standing.eldest,
            laps=min(self._turns_of[seat] for seat in self._seats),
            turns=tuple(self._turns_of),
            stock_cards=self._stock,
            reshuffles=self._reshuffles,
        )
        hands = [hand.known if hand else None for hand in self._all_hands()]
        result = showdown(table, self._standing, course, hands, shown)
        return settle(table, self._standing, result, price(table, result, self._standing))

    # -- values of the game --------------------------------------------------------------------------------------

    def _all_hands(self) -> tuple[Hand | None, ...]:
        cards_of = self._rules.codes.cards_of
        return tuple(Hand(cards_of(held)) if seat in self._seats else None for seat, held in enumerate(self._hands))

    def _state(self, phase: Phase, seat: int) -> GameState:
        """The state of this moment."""
        cards = self._rules.codes.cards
        known = self._known_stock
        play = RoundState(
            phase=phase,
            seat=seat,
            eldest=self._standing.eldest,
            hands=self._all_hands(),
            stock=(None,) * self._stock if known is None else tuple(cards[index] for index in reversed(known)),
            pile=tuple(cards[index] for index in self._pile),
            thrown_by=(None,) * len(self._pile),
            turns=tuple(self._turns_of),
            faulty=(0,) * len(self._turns_of),
            reshuffles=self._reshuffles,
            offered=self._offers,
        )
        return GameState(phase, self._standing, play)
