"""The deal of a round: who plays first, who is dealt in, which cards; each card once, every number right.

What the record does not say is dealt as unknown cards. The first thing that is wrong, in the order in which a record is
written, is the finding. Who plays first and where the shuffle differs may be let stand by the director.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from referee.cards import Card
from referee.game.actions import Deal
from referee.game.effects import carried_out
from referee.game.flow import deal_from
from referee.game.gamestate import GameState
from referee.game.state import Phase, Standing
from referee.record.cards_text import Cards, read_cards
from referee.record.evidence import shuffle_finding
from referee.record.findings import Case
from referee.record.model import Round, seat_index, seat_letter
from referee.record.verdict import Finding, Weight

Path = tuple[str | int, ...]

LOTS: Final = "fo.3"
"""The clause by which lots are drawn for who plays first, in the rule sets that have it."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal that was read. `state` is that after it; None if something is `wrong`, which stops the judging.

    `findings` stand by a ruling. `hidden` are seats of whose hands cards are not known; `said` tells whether the record
    says any card of the deal, `eldest_said` whether it is known who plays first.
    """

    state: GameState | None
    wrong: Finding | None = None
    findings: tuple[Finding, ...] = ()
    hidden: tuple[int, ...] = ()
    said: bool = False
    eldest_said: bool = True


def dealt(case: Case, number: int, standing: Standing, *, known: bool, ruling: int) -> Dealt:
    """The deal of a round (from 0) in a game that stands so.

    `known`: whether it is known who is in and who plays first. `ruling` is the number of the ruling that lets a wrong
    deal stand, 0 if there is none.
    """
    return _Dealing(case, number, standing, known, ruling).dealt()


def drawn_highest(case: Case, number: int) -> tuple[int, ...]:
    """The seats that drew the highest card for the first deal (fo.3); none if no cards were drawn.

    Those whose cards are equal draw again: each lot is followed by what its seat drew then. Several seats are left
    where that is not written to its end.
    """
    kinds = case.table.pack.kinds
    lots = sorted(case.record.rounds[number].lots)
    drawn = {seat_index(letter): _cards(case, ("rounds", number, "lots", letter)).cards for letter in lots}
    left = [seat for seat, cards in drawn.items() if cards]
    for turn in range(max((len(cards) for cards in drawn.values()), default=0)):
        cards = {seat: drawn[seat][turn] for seat in left if turn < len(drawn[seat])}
        places = {seat: kinds[card.index].place for seat, card in cards.items() if card is not None}
        if len(places) < len(left):
            break
        left = [seat for seat in left if places[seat] == max(places.values())]
        if len(left) == 1:
            break
    return tuple(left)


def _cards(case: Case, path: Path) -> Cards:
    text = case.read.text(path)
    return read_cards(text, case.table.pack.notation, path=case.at(*path).path)


@dataclass(slots=True)
class _Dealing:
    """One deal being read. `texts` are its cards by path, in the order of a record."""

    case: Case
    number: int
    standing: Standing
    known: bool
    ruling: int
    texts: dict[Path, Cards] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    eldest_said: bool = True

    @property
    def played(self) -> Round:
        """The round as it was written."""
        return self.case.record.rounds[self.number]

    def dealt(self) -> Dealt:
        """The whole deal."""
        self.seats_named()
        self.gather()
        wrong = self.eldest() or next(self.faults(), None) or self.evidence()
        if wrong is not None:
            return Dealt(None, wrong, tuple(self.findings))
        deal = self.deal()
        after = carried_out(self.case.table, GameState(Phase.DEAL, self.standing), deal)
        hidden = tuple(seat for seat, hand in enumerate(deal.hands) if hand is not None and None in hand)
        return Dealt(after, None, tuple(self.findings), hidden, bool(self.texts), self.eldest_said)

    def at(self, *path: str | int) -> Path:
        """A path inside the round."""
        return ("rounds", self.number, *path)

    def clause(self, *blocks: str) -> str:
        """The clause of the first of these blocks that has one."""
        clauses = self.case.table.rule_set.block_clauses
        return next((clauses[block] for block in blocks if block in clauses), "")

    def seats_named(self) -> None:
        """Where it is not known who is in: those who are named."""
        if self.known:
            return
        named = {*map(seat_index, (*self.played.hands, *self.played.scores, *self.played.totals))}
        if len(named) < 2:
            return
        rounds = self.standing.rounds
        out = tuple(None if seat in named else rounds for seat in range(self.case.table.seats))
        self.standing = replace(self.standing, out_since=out)

    def gather(self) -> None:
        """The cards of the deal, as they are written."""
        played = self.played
        for key in ("pack", "upcard", "stock"):
            if getattr(played, key).strip():
                self.texts[self.at(key)] = _cards(self.case, self.at(key))
        for letter in sorted(played.hands):
            self.texts[self.at("hands", letter)] = _cards(self.case, self.at("hands", letter))
        order = {"pack": 0, "hands": 1, "upcard": 2, "stock": 3}
        self.texts = dict(sorted(self.texts.items(), key=lambda one: (order[str(one[0][2])], one[0][3:])))

    # -- who plays first -----------------------------------------------------------------------------------------

    def eldest(self) -> Finding | None:
        """Who plays first: as the rules say, or in the first round as the record or the lots say."""
        written = seat_index(self.played.eldest) if self.played.eldest else None
        if not self.known:
            self.eldest_said = written is not None
            self.standing = replace(self.standing, eldest=self.standing.eldest if written is None else written)
            return None
        wanted: tuple[int, ...] = (self.standing.eldest,)
        clause = self.clause("eldest", "deal")
        if self.number == 0:
            first = drawn_highest(self.case, 0)
            wanted = first or ((0 if written is None else written),)
            clause = LOTS if any(one.key == LOTS for one in self.case.table.rule_set.book) else clause
        if written is None or written in wanted:
            self.standing = replace(self.standing, eldest=wanted[0] if written is None else written)
            return None
        message = self.case.say("WRONG_ELDEST", seat=self.case.seats(wanted), other=self.case.seat(written))
        found = self.case.finding(
            "WRONG_ELDEST",
            self.case.at(*self.at("eldest")),
            message,
            clause=clause,
            measured={"eldest": " ".join(map(seat_letter, wanted)), "written": seat_letter(written)},
        )
        return self.or_ruled(found, written)

    def or_ruled(self, found: Finding, eldest: int | None = None) -> Finding | None:
        """The finding, or nothing if the director lets the deal stand."""
        if not self.ruling:
            return found
        self.findings.append(replace(found, weight=Weight.IRREGULARITY, ruling=self.ruling))
        if eldest is not None:
            self.standing = replace(self.standing, eldest=eldest)
        return None

    # -- the cards -----------------------------------------------------------------------------------------------

    def faults(self) -> Iterator[Finding]:
        """Everything that is wrong with the cards, in the order of a record."""
        for letter in sorted(self.played.lots):
            cards = _cards(self.case, self.at("lots", letter))
            if cards.fault is not None:
                yield self.case.unreadable(cards.fault)
        for cards in self.texts.values():
            if cards.fault is not None:
                yield self.case.unreadable(cards.fault)
        yield from self.misplaced()
        yield from self.sizes()
        yield from self.copies()
        yield from self.numbers()

    def misplaced(self) -> Iterator[Finding]:
        """Lots of a later round; hands beside the pack; what is said of a seat that is out; an upcard of no use."""
        if self.number and self.played.lots:
            said = self.case.say("lots_later")
            yield self.case.finding("NOT_NOW", self.case.at(*self.at("lots"), key=True), said)
        if self.at("pack") in self.texts:
            for path in self.texts:
                if path[2] != "pack":
                    said = self.case.say("pack_says_all", key=path[2])
                    yield self.case.finding("WRONG_SHAPE", self.case.at(*path[:3], key=True), said)
        hands = [path for path in self.texts if path[2] == "hands"]
        for path in [*hands, *(self.priced() if self.known else ())]:
            seat = seat_index(str(path[-1]))
            if self.standing.out_since[seat] is not None:
                said = self.case.say("SEAT_IS_OUT", seat=self.case.seat(seat))
                yield self.case.finding("SEAT_IS_OUT", self.case.at(*path), said, clause=self.clause("game", "deal"))
        if self.at("upcard") in self.texts and not self.turned:
            said = self.case.say("upcard_not_turned")
            yield self.case.finding("NOT_NOW", self.case.at(*self.at("upcard")), said, clause=self.clause("deal"))

    def priced(self) -> Iterator[Path]:
        """The points that rulings give, by seat."""
        for number, one in enumerate(self.played.rulings):
            for key, points in (("points", one.points), ("scores", one.scores)):
                yield from (self.at("rulings", number, key, letter) for letter in sorted(points))

    @property
    def turned(self) -> bool:
        """Whether a card is turned up after the deal."""
        return self.case.table.settings["deal.next_card"] in {"turned_up", "offered"}

    def size_of(self, seat: int) -> int:
        """How many cards a seat is dealt."""
        more = self.case.table.settings["deal.next_card"] == "to_eldest" and seat == self.standing.eldest
        return self.case.table.hand_size + more

    def sizes(self) -> Iterator[Finding]:
        """Hands of a wrong number of cards, and an upcard that is not one card."""
        for path, cards in self.texts.items():
            if path[2] == "hands":
                seat = seat_index(str(path[3]))
                size, key, name = self.size_of(seat), "WRONG_HAND_SIZE", self.case.seat(seat)
            elif path[2] == "upcard":
                size, key, name = 1, "one_upcard", ""
            else:
                continue
            if len(cards.cards) != size:
                said = self.case.say(key, seat=name, count=len(cards.cards), size=size)
                measured = {"cards": str(len(cards.cards)), "hand_size": str(size)}
                clause = self.clause("deal")
                yield self.case.finding("WRONG_HAND_SIZE", self.case.at(*path), said, clause=clause, measured=measured)

    def copies(self) -> Iterator[Finding]:
        """Cards that turn up more often than the pack has them."""
        kinds, seen, first = self.case.table.pack.kinds, Counter[int](), dict[int, Path]()
        for path, cards in self.texts.items():
            for card, place in zip(cards.cards, cards.places, strict=True):
                if card is None:
                    continue
                count, text = kinds[card.index].count, self.case.cards([card])
                seen[card.index] += 1
                if card.mark > count:
                    said = self.case.say("NO_SUCH_CARD", card=text, count=count)
                    yield self.about_card("NO_SUCH_CARD", path, cards, place, said)
                elif seen[card.index] > count:
                    said = self.case.say("CARD_TWICE", card=text, where=self.first_place(first[card.index]))
                    yield self.about_card("CARD_TWICE", path, cards, place, said)
                first.setdefault(card.index, path)

    def first_place(self, path: Path) -> str:
        """Where a card was written first, as the end of a sentence."""
        if path[2] == "hands":
            return self.case.say("where_hand", seat=self.case.seat(seat_index(str(path[3]))))
        return self.case.say({"upcard": "where_pile", "stock": "where_stock"}.get(str(path[2]), "where_nowhere"))

    def about_card(self, code: str, path: Path, cards: Cards, place: tuple[int, int], said: str) -> Finding:
        """A finding about one card of a text."""
        text = cards.text.value[slice(*place)]
        where = self.case.at_span(path, cards.text.span(*place), text)
        return self.case.finding(code, where, said, clause=self.clause("deal", "pack"), measured={"card": text})

    def numbers(self) -> Iterator[Finding]:
        """A pack or a stock that is not complete."""
        pack = self.case.table.pack
        for path, cards in self.texts.items():
            if path[2] not in {"pack", "stock"}:
                continue
            dealt = sum(self.size_of(seat) for seat in self.standing.seats_in) + self.turned
            size = pack.size - (dealt if path[2] == "stock" else 0)
            if len(cards.cards) == size:
                continue
            gone = self.missing() if len(cards.cards) < size else ""
            said = self.case.say("CARD_MISSING", count=len(cards.cards), size=size, missing=gone)
            measured = {"cards": str(len(cards.cards)), "size": str(size)}
            yield self.case.finding(
                "CARD_MISSING", self.case.at(*path), said, clause=self.clause("deal", "pack"), measured=measured
            )

    def missing(self) -> str:
        """The cards that are written nowhere, if all others are and they are few."""
        seen = Counter(card.index for cards in self.texts.values() for card in cards.known)
        gone = [Card(kind.index) for kind in self.case.table.pack.kinds for _ in range(kind.count - seen[kind.index])]
        unknown = any(None in cards.cards for cards in self.texts.values())
        all_hands = self.at("pack") in self.texts or len(self.played.hands) == len(self.standing.seats_in)
        if unknown or not all_hands or not 0 < len(gone) <= 3:
            return ""
        return self.case.say("cards_missing", cards=self.case.cards(gone))

    # -- the deal itself -----------------------------------------------------------------------------------------

    def evidence(self) -> Finding | None:
        """What the seeds of the shuffle say against the deal."""
        found = shuffle_finding(self.case, self.number, self.standing, self.texts)
        return None if found is None else self.or_ruled(found)

    def deal(self) -> Deal:
        """The cards as they were dealt; None for those nobody wrote down."""
        table, standing = self.case.table, self.standing
        pack = self.texts.get(self.at("pack"))
        if pack is not None:
            return deal_from(table, standing, pack.cards)
        hands: list[tuple[Card | None, ...] | None] = []
        for seat in range(table.seats):
            given = self.texts.get(self.at("hands", seat_letter(seat)))
            unknown = (None,) * self.size_of(seat) if standing.out_since[seat] is None else None
            hands.append(unknown if given is None else given.cards)
        upcard, stock = self.texts.get(self.at("upcard")), self.texts.get(self.at("stock"))
        return Deal(
            standing.eldest,
            tuple(hands),
            upcard.cards[0] if upcard is not None else None,
            stock.cards if stock is not None else None,
        )
