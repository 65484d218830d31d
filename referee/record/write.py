"""Writing down a game as it is played: its deals and actions in, a record in canonical form out.

Whoever conducts a game tells a `Scribe` each thing that happens and keeps the scribe that comes back; nothing is
judged and nothing worked out that the game itself did not say. So what a scribe writes, read again, is the same game.
Written are the words of all plays, scores and totals of each round, who came back, winners and pot, the options that
are not as the rule set has them, and the digest of the rules. Where melds are declared the shows and lay-offs are plays
like others; where they are not they can be written as the referee arranged them (`shows`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from referee.cards import Card
from referee.game.actions import Action, Close, Deal, Decline, LaidCard, LayOff, Reenter, Show, ShownMeld
from referee.game.actions import Ruling as CalledRuling
from referee.game.gamestate import GameState
from referee.game.result import RoundResult, SeatResult
from referee.game.showdown import order_after
from referee.game.standing import Pause
from referee.game.state import Standing
from referee.record.actions import words_of
from referee.record.canonical import canonical
from referee.record.cards_text import hand_order, write_cards
from referee.record.layout import layout, seating
from referee.record.model import Event, GameRecord, Result, Round, Ruling, seat_letter
from referee.record.seal import sealed
from referee.table import Table
from referee.table.options import value_text


@dataclass(frozen=True, slots=True)
class Scribe:
    """A record in the making; every method gives the scribe that has written on.

    `rounds` are finished, all but their play laid out; `actions` are those of the last of them that is still `open`.
    `packs`: deals are written as the order of the whole pack, where it is known, instead of hands, upcard and stock.
    """

    table: Table
    head: GameRecord
    packs: bool = False
    shows: bool = False
    rounds: tuple[Round, ...] = ()
    plays: tuple[tuple[Action, ...], ...] = ()
    open: bool = False
    pause: Pause | None = field(default=None, repr=False)

    def did(self, action: Action, after: GameState) -> Scribe:
        """An action that was carried out, with the state after it."""
        if isinstance(action, Deal):
            dealt = written_deal(self.table, action, pack=self.packs)
            return replace(self, rounds=(*self.rounds, dealt), plays=(*self.plays, ()), open=True)
        if isinstance(action, Reenter):
            last = self.rounds[-1]
            back = tuple(sorted((*last.reenter, seat_letter(action.seat))))
            return self.with_last(replace(last, reenter=back))
        if isinstance(action, Decline):
            return self
        return self.with_actions(*_as_written(action, after))

    def ruled(self, ruling: Ruling, *, called: bool = True) -> Scribe:
        """A ruling of the director; `called` where it takes effect here, and not at the turn that it names."""
        last = self.rounds[-1]
        after = self.with_last(replace(last, rulings=(*last.rulings, ruling)))
        return after.with_actions(CalledRuling(len(last.rulings) + 1)) if called else after

    def counted(self, pause: Pause) -> Scribe:
        """The round came to this: what was written, and the totals before anybody comes back."""
        last, sheet = self.rounds[-1], pause.sheet
        after = self
        if self.shows and not self.table.settings["melds.declared"]:
            after = self.with_actions(*shows_of(self.table, pause.result))
        points = {line.seat: line.written for line in sheet.lines}
        scores = {seat_letter(seat): written for seat, written in points.items() if written is not None}
        totals = {seat_letter(seat): pause.before.totals[seat] for seat in points} if len(scores) == len(points) else {}
        after = after.with_last(replace(last, scores=scores, totals=totals))
        return replace(after, open=False, pause=pause)

    def ended(self, standing: Standing) -> Scribe:
        """The game is over: its winners, and the pot they won."""
        assert self.pause is not None, "a game ends with the count of a round"
        back = len(self.rounds[-1].reenter)
        pot = self.pause.standing.pot + back * int(self.table.settings["re_entry.pays"])
        winners = tuple(map(seat_letter, standing.winners))
        return replace(self, head=replace(self.head, result=Result(winners, pot)))

    def noted(self, note: str) -> Scribe:
        """A note on the whole record."""
        return replace(self, head=replace(self.head, note=note))

    def record(self, *, seals: bool = False) -> GameRecord:
        """The record so far, canonical; with `seals` in every finished round, and over the end if there is a result."""
        notation = self.table.pack.notation
        bare = replace(self.head, rounds=self.rounds)
        rounds = []
        for number, played in enumerate(self.rounds):
            words = words_of(self.plays[number], notation)
            rounds.append(replace(played, play=layout(words, seating(bare, number), played.rulings)))
        made = canonical(replace(bare, rounds=tuple(rounds)), notation, strict=True)
        assert made.record is not None, made.faults
        if not seals:
            return made.record
        whole = sealed(made.record, end=made.record.result is not None)
        return whole if not self.open else _last_unsealed(whole)

    def with_last(self, played: Round) -> Scribe:
        """The last round replaced."""
        return replace(self, rounds=(*self.rounds[:-1], played))

    def with_actions(self, *actions: Action) -> Scribe:
        """More actions of the last round, as words say them."""
        return replace(self, plays=(*self.plays[:-1], (*self.plays[-1], *actions)))


def scribe(
    table: Table,
    *,
    names: Sequence[str] = (),
    record_id: str = "",
    event: Event | None = None,
    packs: bool = False,
    shows: bool = False,
) -> Scribe:
    """A scribe before the first deal. `names` of the seats in order of play; letters for those that have none."""
    rules = table.rule_set
    letters = [seat_letter(seat) for seat in range(table.seats)]
    head = GameRecord(
        id=record_id,
        rules=rules.name,
        rules_digest=rules.digest,
        options={
            name: value_text(value)
            for name, value in sorted(table.options.items())
            if value != rules.options[name].default
        },
        event=event,
        seats={letter: names[at] if at < len(names) else letter for at, letter in enumerate(letters)},
    )
    return Scribe(table, head, packs, shows)


def written_deal(table: Table, deal: Deal, *, pack: bool = False) -> Round:
    """A deal as a round without play; as the order of the pack with `pack`, if all of it is known."""
    notation, eldest = table.pack.notation, seat_letter(deal.eldest)
    hands = {seat_letter(seat): hand for seat, hand in enumerate(deal.hands) if hand is not None}
    cards = [card for card in _as_dealt(table, deal) if card is not None]
    if pack and deal.stock is not None and len(cards) == table.pack.size:
        return Round(eldest=eldest, pack=write_cards(cards, notation))
    return Round(
        eldest=eldest,
        hands={seat: write_cards(hand_order(hand), notation) for seat, hand in hands.items()},
        upcard="" if deal.upcard is None else notation.write(deal.upcard),
        stock=write_cards(deal.stock or (), notation),
    )


def _as_dealt(table: Table, deal: Deal) -> Iterator[Card | None]:
    """The cards of a deal from the top of the pack down: one at a time from the eldest on, the upcard, the stock."""
    order = [(deal.eldest + step) % table.seats for step in range(table.seats)]
    hands = [hand for seat in order if (hand := deal.hands[seat]) is not None]
    for place in range(max(map(len, hands), default=0)):
        yield from (hand[place] for hand in hands if place < len(hand))
    yield from (deal.upcard,) if deal.upcard is not None else ()
    yield from deal.stock or ()


def _as_written(action: Action, after: GameState) -> tuple[Action, ...]:
    """An action as the words of a record say it: a closer who puts melds down shows them behind the close."""
    play = after.round
    if not isinstance(action, Close) or play is None or not (play.queue or play.table):
        return (action,)
    melds = tuple(ShownMeld(meld.cards) for meld in play.table)
    hand = play.hands[action.seat]
    return (replace(action, melds=None), Show(action.seat, melds, hand.known if hand is not None else ()))


# -- what the referee arranged -----------------------------------------------------------------------------------------


def shows_of(table: Table, result: RoundResult) -> Iterator[Action]:
    """The shows and lay-offs of a result in the order in which they were made; none if nobody closed.

    A seat that shows puts its melds down, names what is loose, and lays off; in the second sweep it only lays off.
    """
    if result.closer is None:
        return
    seats = {one.seat: one for one in result.seats if one.hand is not None}
    place = {seat: at for at, seat in enumerate(order_after(table, result.closer, seats))}
    place[result.closer] = -1
    owners = [meld.owner for meld in result.table]
    later: list[tuple[int, int, Action]] = []
    for seat in sorted(seats, key=lambda one: place[one]):
        one = seats[seat]
        exchanges = [LayOff(seat, traded.meld, (LaidCard(traded.card),)) for traded in one.exchanged]
        acts: list[LayOff | Show] = [
            *exchanges,
            _show(one),
            *(LayOff(seat, number, laid) for number, laid in _laid(one)),
        ]
        for turn, action in enumerate(acts):
            if isinstance(action, LayOff) and (seat == result.closer or place[owners[action.meld - 1]] > place[seat]):
                last = seat == result.closer and table.settings["lay_off.closer_adds"] == "last"
                later.append((len(place) if last else place[seat], turn, action))
            else:
                yield action
    yield from (action for _, _, action in sorted(later, key=lambda entry: entry[:2]))


def _show(one: SeatResult) -> Show:
    """What a seat puts down; its loose cards are those before any was laid off."""
    loose = hand_order(chain(one.loose, (laid.card for laid in one.laid)))
    return Show(one.seat, tuple(ShownMeld(meld.cards) for meld in one.melds), tuple(card for card in loose if card))


def _laid(one: SeatResult) -> Iterator[tuple[int, tuple[LaidCard, ...]]]:
    """The cards a seat laid, as it laid them: one word for cards that go on the same meld one after the other."""
    waiting: list[LaidCard] = []
    for at, laid in enumerate(one.laid):
        waiting.append(LaidCard(laid.card, laid.stands_for))
        if at + 1 == len(one.laid) or one.laid[at + 1].meld != laid.meld:
            yield laid.meld, tuple(waiting)
            waiting = []


def _last_unsealed(record: GameRecord) -> GameRecord:
    """A round that is still played has no seal yet."""
    return replace(record, rounds=(*record.rounds[:-1], replace(record.rounds[-1], seal="")))
