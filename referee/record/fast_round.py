"""One round on the fast road: from its deal, over its words, to the pause after its count.

The walk keeps sets of cards as integers, the pile as indices, and nothing else; where a rule has to be asked, the state
of that moment is made and `game` answers. Whatever is not plain ends the walk with `AskJudge`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.game.actions import Incident, IncidentKind
from referee.game.close import judge_close
from referee.game.flow import deal_from
from referee.game.gamestate import GameState
from referee.game.legal import fault
from referee.game.moment import seat_facts
from referee.game.price import price
from referee.game.result import Course
from referee.game.showdown import Shown, showdown
from referee.game.standing import Pause, settle
from referee.game.state import Hand, Phase, RoundState, Standing
from referee.record.actions import words_of
from referee.record.fast_rules import AskedOfCard, RoundRules
from referee.record.fast_words import AskJudge, Code, Op
from referee.record.model import LETTERS, Round
from referee.record.write import shows_of

_Places = tuple[Mapping[str, Sequence[str]], str, Sequence[str]]
"""A deal: the cards of each hand by letter, the upcard ("": none) and the stock, top first (none: not known)."""


class RoundWalk:
    """A round being walked."""

    __slots__ = (
        "_codes",
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
    )

    def __init__(self, rules: RoundRules, standing: Standing, played: Round) -> None:
        self._rules, self._standing, self._played = rules, standing, played
        self._seats = standing.seats_in
        self._codes = rules.codes
        self._reshuffles = self._offers = 0
        self._turns_of = [0] * rules.table.seats
        self._hands = [0] * rules.table.seats
        self._pile: list[int] = []
        self._known_stock: list[int] | None = None
        self._deal()

    @property
    def turns(self) -> int:
        """The turns of seats so far, as `verdict.Prefix` counts them: to pass on an upcard offered is one."""
        return sum(self._turns_of) + self._offers

    @property
    def actions(self) -> int:
        """What seats did so far, as `verdict.Prefix` counts it: the eldest who was dealt a card more only discards."""
        made = sum(self._turns_of)
        return 2 * made + self._offers - (made > 0 and self._rules.next_card == "to_eldest")

    def pause(self) -> Pause:
        """The pause after the round. AskJudge."""
        rules, seats = self._rules, self._seats
        code_of, label, discard, close = rules.codes.code, Op.LABEL, Op.DISCARD, Op.CLOSE
        at, last = seats.index(self._standing.eldest), len(seats) - 1
        offering, undrawn, only_stock = rules.next_card == "offered", rules.next_card == "to_eldest", False
        words = iter(self._played.play.split())
        for word in words:
            code = code_of(word)
            op, seat = code.op, seats[at]
            if op is label:
                if code.seat != seat:
                    raise AskJudge
            elif op is discard or op is close:
                if (code.drawn < 0) is not undrawn or (offering and not code.takes) or (only_stock and code.takes):
                    raise AskJudge
                if op is close:
                    return self._shown_after(self._closed(code, seat), seat, list(words))
                self._turn(code, seat)
                at = at + 1 if at < last else 0
                offering = undrawn = only_stock = False
            elif op is Op.PASS and offering:
                self._offers += 1
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
        if played.lots or played.shuffle is not None or played.rulings:
            raise AskJudge
        if played.eldest and LETTERS.index(played.eldest) != eldest:
            raise AskJudge
        codes = self._codes
        self._free, self._stock = codes.full, rules.pack_size
        hands, upcard, stock = (self._from_pack if played.pack else self._in_places)()
        if hands.keys() != {LETTERS[seat] for seat in self._seats}:
            raise AskJudge
        more = rules.next_card == "to_eldest"
        for letter, cards in hands.items():
            seat = LETTERS.index(letter)
            if len(cards) != rules.hand_size + (more and seat == eldest):
                raise AskJudge
            self._hands[seat] = self._dealt(cards)
        if (rules.next_card in {"turned_up", "offered"}) is not bool(upcard):
            raise AskJudge
        if upcard:
            self._dealt([upcard])
            self._pile.append(codes.index_of[upcard])
        if stock:
            # no more cards than are free, and summed up the same: each as often as it is free
            if len(stock) != self._stock or codes.set_of(stock) != self._free:
                raise AskJudge
            self._known_stock = [codes.index_of[text] for text in stock[::-1]]

    def _in_places(self) -> _Places:
        """The deal as it was written: hands, upcard and stock."""
        played = self._played
        return {letter: text.split() for letter, text in played.hands.items()}, played.upcard, played.stock.split()

    def _from_pack(self) -> _Places:
        """The same from the order of the whole pack, of which each card is then looked for in its place."""
        played, codes = self._played, self._codes
        order = played.pack.split()
        if played.hands or played.upcard or played.stock or len(order) != self._rules.pack_size:
            raise AskJudge
        deal = deal_from(self._rules.table, self._standing, [codes.cards[codes.kind_of(text)] for text in order])
        text_of = codes.text_of
        hands = {LETTERS[seat]: text_of(cards) for seat, cards in enumerate(deal.hands) if cards is not None}
        return hands, "".join(text_of([deal.upcard])), text_of(deal.stock or ())

    def _dealt(self, cards: Sequence[str]) -> int:
        """These cards, no longer free, as a set."""
        codes = self._codes
        held = codes.set_of(cards)
        if not codes.has(self._free, held):
            raise AskJudge
        self._free -= held
        self._stock -= len(cards)
        return held

    # -- the turns -----------------------------------------------------------------------------------------------

    def _turn(self, code: Code, seat: int) -> None:
        """A draw, but where the eldest was dealt a card more, and a discard."""
        codes, thrown, asked = self._codes, code.thrown, self._rules.may_discard
        had_twin = code.drawn >= 0 and self._drawn(code, seat)
        held = self._hands[seat]
        if not held & codes.field[thrown]:
            raise AskJudge
        if asked.asks:
            taken = code.takes and thrown == code.drawn and not had_twin
            allowed = thrown in asked.answers[taken] if asked.answers else self._allows(asked, seat, thrown, taken)
            if not allowed:
                raise AskJudge
        self._hands[seat] = held - codes.unit[thrown]
        self._pile.append(thrown)
        self._turns_of[seat] += 1

    def _drawn(self, code: Code, seat: int) -> bool:
        """A card comes into the hand; whether a twin of it was held."""
        codes, index, held = self._codes, code.drawn, self._hands[seat]
        if code.takes:
            if not self._pile or self._pile.pop() != index:
                raise AskJudge
            asked = self._rules.may_take
            if asked.asks and not self._allows(asked, seat, index, False):
                raise AskJudge
        else:
            if self._stock <= self._rules.keep:
                raise AskJudge
            if self._known_stock is not None:
                if self._known_stock.pop() != index:
                    raise AskJudge
            elif not self._free & codes.field[index]:
                raise AskJudge
            self._stock -= 1
            self._free -= codes.unit[index]
        self._hands[seat] = held + codes.unit[index]
        return held & codes.field[index] != 0

    def _allows(self, asked: AskedOfCard, seat: int, index: int, taken: bool) -> bool:
        return asked.allows(self._course_of, seat, self._rules.table.pack.kinds[index], taken=taken)

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
        rules, codes, thrown = self._rules, self._codes, code.thrown
        had_twin = code.drawn >= 0 and self._drawn(code, seat)
        held = self._hands[seat]
        if not held & codes.field[thrown]:
            raise AskJudge
        self._hands[seat] = kept = held - codes.unit[thrown]
        verdict = judge_close(
            rules.table,
            codes.cards_of(kept),
            given=self._course_of(seat),
            closing=codes.cards[thrown],
            hand=codes.cards_of(held),
            taken=codes.cards[code.drawn] if code.takes and not had_twin else None,
        )
        if not verdict.legal or verdict.undecided:
            raise AskJudge
        self._turns_of[seat] += 1
        return self._counted(Shown.of(seat, verdict, codes.cards[thrown]))

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
            laps=self._laps(),
            turns=tuple(self._turns_of),
            stock_cards=self._stock,
            reshuffles=self._reshuffles,
        )
        cards_of = self._rules.codes.cards_of
        hands = [cards_of(held) if seat in self._seats else None for seat, held in enumerate(self._hands)]
        result = showdown(table, self._standing, course, hands, shown)
        return settle(table, self._standing, result, price(table, result, self._standing))

    # -- values of the game --------------------------------------------------------------------------------------

    def _laps(self) -> int:
        return min([self._turns_of[seat] for seat in self._seats])

    def _course_of(self, seat: int) -> dict[str, int | bool]:
        """What `moment.course_of` says of the state of this moment. No seat has a faulty hand on the fast road."""
        standing = self._standing
        return {
            "laps": self._laps(),
            "turns": self._turns_of[seat],
            "faulty": False,
            "stock_cards": self._stock,
            "reshuffles": self._reshuffles,
            **seat_facts(standing, seat, eldest=standing.eldest, rounds=standing.rounds + 1),
        }

    def _state(self, phase: Phase, seat: int) -> GameState:
        """The state of this moment."""
        cards = self._rules.codes.cards
        known, cards_of = self._known_stock, self._rules.codes.cards_of
        play = RoundState(
            phase=phase,
            seat=seat,
            eldest=self._standing.eldest,
            hands=tuple(
                [Hand(cards_of(held)) if seat in self._seats else None for seat, held in enumerate(self._hands)]
            ),
            stock=(None,) * self._stock if known is None else tuple(cards[index] for index in reversed(known)),
            pile=tuple(cards[index] for index in self._pile),
            thrown_by=(None,) * len(self._pile),
            turns=tuple(self._turns_of),
            faulty=(0,) * len(self._turns_of),
            reshuffles=self._reshuffles,
            offered=self._offers,
        )
        return GameState(phase, self._standing, play)
