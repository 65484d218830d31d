"""After the close: everybody shows, melds and lays off, by the one procedure of which every family uses a part.

First sweep: in order of play after the closer each seat puts down its own melds and lays loose cards on melds that lie
there and are open to it, both chosen together. Second sweep, where not only the closer's melds are open: in the same
order, the closer first where it adds `in_turn`, each seat lays loose cards on open melds put down after its own. A
closer who adds `last` does so after everybody, on any open meld. Whose melds are open is what the outcome says, or
`lay_off.onto`; after an outcome that wins the game nobody lays off.

Melds that nobody may lay cards on are still put on the table and numbered, as they are shown.

Where hands are not known completely the referee does what can be done: such a seat is passed over, and what
seats after it could lay off is not certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from referee.cards import Card, in_pack_order
from referee.frozen import quick
from referee.game.close import CloseVerdict
from referee.game.layoff import LayOffRules, best_additions, best_lay_off
from referee.game.meld import Meld
from referee.game.result import UNCLOSED, Course, Exchanged, Laid, RoundResult, SeatResult, less
from referee.game.roundfacts import RoundFacts, set_arrangement, set_outcome, set_round, set_seat
from referee.game.solve import Arrangement, best_arrangement
from referee.game.state import Standing, TableMeld
from referee.game.tablemeld import NO_PLACE, as_meld, as_put_down, laid_at, table_meld
from referee.table import Table
from referee.table.melds import RUN

FIRST, SECOND = 1, 2
"""The sweeps."""

Hands = Sequence[Sequence[Card] | None]
"""By seat of the table the cards it is counted with, in pack order (the closer's without the closing card).

None: not dealt in.
"""


@quick
@dataclass(frozen=True, slots=True)
class Shown:
    """How a round was closed: by whom, with which card face down (None: unknown, or none), and the closer's melds.

    `outcome` is its name, `onto` whose melds are open after it, `wins_game` whether it ends the game.
    """

    closer: int
    outcome: str
    onto: str
    arrangement: Arrangement
    wins_game: bool = False
    closing: Card | None = None

    @classmethod
    def of(cls, closer: int, verdict: CloseVerdict, closing: Card | None = None) -> Shown:
        """A legal close."""
        assert verdict.outcome is not None
        return cls(closer, verdict.outcome, verdict.lay_off, verdict.arrangement, verdict.wins_game, closing)

    @property
    def lay_off(self) -> str:
        """Whose melds are open to lay-offs."""
        return "nobody" if self.wins_game else self.onto


def showdown(
    table: Table,
    standing: Standing,
    course: Course,
    hands: Hands,
    shown: Shown | None,
    *,
    unknown: Iterable[int] = (),
) -> RoundResult:
    """What the round comes to when the referee melds and lays off for everybody; `shown` None: nobody closed.

    `unknown` are seats dealt in of which not all cards are known.
    """
    return _Showdown(table, standing, course, hands, shown, frozenset(unknown)).result()


def order_after(table: Table, first: int, seats: Iterable[int]) -> tuple[int, ...]:
    """Seats in order of play after `first`, which comes last if it is one of them."""
    return tuple(sorted(seats, key=lambda seat: (seat - first - 1) % table.seats))


def queue(table: Table, closer: int, seats: Iterable[int], onto: str) -> tuple[tuple[int, int], ...]:
    """Who acts in the lay-off and in which sweep, in order. `seats` are those dealt in."""
    if onto == "nobody":
        return ()
    others = order_after(table, closer, [seat for seat in seats if seat != closer])
    turns = [(seat, FIRST) for seat in others]
    adds = table.settings["lay_off.closer_adds"]
    if onto != "closer":
        again = (closer, *others) if adds == "in_turn" else others
        turns += [(seat, SECOND) for seat in again]
    if adds == "last":
        turns.append((closer, SECOND))
    return tuple(turns)


def open_to(
    table: Table, on_table: Sequence[TableMeld], seat: int, sweep: int, *, closer: int, onto: str
) -> tuple[int, ...]:
    """The numbers, from 1, of the melds a seat may lay loose cards on in a sweep."""
    owners = [meld.owner for meld in on_table]
    numbers = [
        number
        for number, owner in enumerate(owners, 1)
        if onto == "everyone"
        or (onto == "closer" and owner == closer)
        or (onto == "all_but_closer" and owner != closer)
    ]
    last = seat == closer and table.settings["lay_off.closer_adds"] == "last"
    if sweep == FIRST or last:
        return tuple(numbers)
    # what was put down after its own turn: by the seats that come later
    turn = (seat - closer) % table.seats
    return tuple(number for number in numbers if (owners[number - 1] - closer) % table.seats > turn)


def lay_off_facts(
    table: Table,
    standing: Standing,
    course: Course,
    seat: int,
    hand: Iterable[Card],
    *,
    closer: int,
    outcome: str,
) -> RoundFacts:
    """The facts of `may_lay_off` that do not hang on the arrangement, the card and the meld."""
    facts = RoundFacts()
    set_round(facts, table, course, seat, hand)
    set_seat(facts, standing, seat, eldest=course.eldest, rounds=standing.rounds + 1)
    set_outcome(facts, table, outcome, closer=closer, first=closer, seat=seat)
    return facts


@dataclass(slots=True)
class _Showdown:
    """One showdown in progress: what lies on the table, and what became of each seat so far."""

    table: Table
    standing: Standing
    course: Course
    hands: Hands
    shown: Shown | None
    unknown: frozenset[int]
    on_table: list[TableMeld] = field(default_factory=list)
    seats: dict[int, SeatResult] = field(default_factory=dict)
    doubtful: bool = False

    def result(self) -> RoundResult:
        """Run the procedure."""
        dealt = [seat for seat, hand in enumerate(self.hands) if hand is not None]
        shown = self.shown
        if shown is None:
            for seat in order_after(self.table, self.course.eldest - 1, dealt):
                self.arrange(seat)
        else:
            self.put_down(shown.closer, shown.arrangement.melds)
            self.seats[shown.closer] = self.closer_result(shown)
            turns = queue(self.table, shown.closer, dealt, shown.lay_off)
            if not turns:
                for seat in order_after(self.table, shown.closer, [one for one in dealt if one != shown.closer]):
                    self.arrange(seat)
            for seat, sweep in turns:
                self.turn(shown, seat, sweep)
        return RoundResult(
            course=self.course,
            closer=None if shown is None else shown.closer,
            outcome=UNCLOSED if shown is None else shown.outcome,
            closing=None if shown is None else shown.closing,
            judged=() if shown is None else shown.arrangement.melds,
            seats=tuple(self.seats[seat] for seat in sorted(self.seats)),
            table=tuple(self.on_table),
        )

    def closer_result(self, shown: Shown) -> SeatResult:
        """The closer before it lays off."""
        hand = self.hands[shown.closer]
        assert hand is not None
        arrangement = shown.arrangement
        return SeatResult(shown.closer, tuple(hand), arrangement.melds, (), arrangement.loose)

    def put_down(self, seat: int, melds: Iterable[Meld]) -> None:
        """Melds come on the table."""
        self.on_table += [table_meld(seat, meld) for meld in melds]

    def arrange(self, seat: int) -> None:
        """A seat shows its best arrangement; nothing can be laid off."""
        hand = self.hands[seat]
        assert hand is not None
        if seat in self.unknown:
            self.seats[seat] = SeatResult(seat, None, certain=False)
            return
        best = best_arrangement(self.table, hand)
        self.put_down(seat, best.melds)
        self.seats[seat] = SeatResult(seat, tuple(hand), best.melds, (), best.loose)

    def turn(self, shown: Shown, seat: int, sweep: int) -> None:
        """A seat's turn in the lay-off."""
        hand = self.hands[seat]
        assert hand is not None
        if seat in self.unknown:
            self.seats[seat] = SeatResult(seat, None, certain=False)
            self.doubtful = True
            return
        before = self.seats.get(seat)
        if before is not None and not before.loose:
            return
        if before is not None and self.doubtful:
            # what those who are passed over put down might take a loose card
            before = self.seats[seat] = replace(before, certain=False)
        held = hand if before is None else before.held
        if seat == shown.closer and shown.closing is not None:
            held = (*held, shown.closing)
        facts = self.facts(shown, seat, held)
        numbers = open_to(self.table, self.on_table, seat, sweep, closer=shown.closer, onto=shown.lay_off)
        if before is None:
            self.melds_and_lays(seat, hand, facts, numbers)
        elif numbers:
            self.adds(before, facts, numbers)

    def facts(self, shown: Shown, seat: int, held: Iterable[Card]) -> RoundFacts:
        """What may be asked about a lay-off of a seat; nothing is filled where nothing is asked."""
        if not self.table.derived(LayOffRules).ask:
            return RoundFacts()
        return lay_off_facts(
            self.table, self.standing, self.course, seat, held, closer=shown.closer, outcome=shown.outcome
        )

    def melds_and_lays(self, seat: int, hand: Sequence[Card], facts: RoundFacts, numbers: Iterable[int]) -> None:
        """The first sweep: own melds and lay-offs, chosen together."""
        done = best_lay_off(self.table, self.on_table, hand, seat=seat, facts=facts, open_melds=numbers)
        self.on_table[:] = done.on_table
        self.put_down(seat, done.melds)
        certain = not self.doubtful
        self.seats[seat] = SeatResult(seat, tuple(hand), done.melds, done.laid, done.loose, certain, done.exchanged)

    def adds(self, before: SeatResult, facts: RoundFacts, numbers: Iterable[int]) -> None:
        """The second sweep: what is loose still."""
        if self.table.derived(LayOffRules).ask:
            own_loose = [*before.loose, *(one.card for one in before.laid)]
            set_arrangement(facts, self.table, before.held, before.melds, own_loose)
        seat = before.seat
        done = best_additions(self.table, self.on_table, before.loose, seat=seat, facts=facts, open_melds=numbers)
        self.on_table[:] = done.on_table
        self.seats[seat] = replace(
            before,
            laid=(*before.laid, *done.laid),
            loose=done.loose,
            exchanged=(*before.exchanged, *done.exchanged),
            certain=before.certain and not self.doubtful,
        )


# -- declared ----------------------------------------------------------------------------------------------------------


def as_declared(
    table: Table,
    course: Course,
    hands: Hands,
    on_table: Sequence[TableMeld],
    *,
    shown: Shown | None,
) -> RoundResult:
    """What the round came to where the players put down and laid off themselves: all of it lies on the table.

    `shown` has the arrangement by which the close was judged, which may be another than what the closer put down.
    """
    melds: dict[int, list[Meld]] = {}
    laid: dict[int, list[Laid]] = {}
    traded: dict[int, list[Exchanged]] = {}
    for number, meld in enumerate(on_table, 1):
        melds.setdefault(meld.owner, []).append(as_meld(table, as_put_down(meld)))
        for seat, one in _laid_cards(meld, number):
            laid.setdefault(seat, []).append(one)
        for seat, card, wild in meld.exchanged:
            traded.setdefault(seat, []).append(Exchanged(card, number, wild))
    seats = []
    for seat, hand in enumerate(hands):
        if hand is None:
            continue
        own, added = melds.get(seat, []), laid.get(seat, [])
        there = [*(card for meld in own for card in meld.cards), *(one.card for one in added)]
        shows = SeatResult(seat, tuple(sorted(hand)), tuple(own), tuple(added), exchanged=tuple(traded.get(seat, ())))
        seats.append(replace(shows, loose=in_pack_order(less(shows.held, there))))
    if shown is None:
        return RoundResult(course, None, UNCLOSED, None, (), tuple(seats), tuple(on_table))
    judged = shown.arrangement.melds
    return RoundResult(course, shown.closer, shown.outcome, shown.closing, judged, tuple(seats), tuple(on_table))


def _laid_cards(meld: TableMeld, number: int) -> Iterator[tuple[int, Laid]]:
    """What was laid on a meld, with who laid it and what a wild card stands for."""
    for (seat, card), at in zip(meld.laid, laid_at(meld), strict=True):
        place = meld.places[at]
        stands = meld.kind == RUN and place not in {card.index, NO_PLACE}
        yield seat, Laid(card, number, Card(place) if stands else None)
