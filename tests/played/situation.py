"""Played situations: a moment of a game, what is done in it, and what must come of it under one or several rule sets.

A file `tests/played/<group>/*.yaml` maps the id of a situation to

    about:   what it shows
    seats:   how many (default: as many as have a hand or a total)
    totals:  {A: 96}; also gained, lost, re_entries, and out: {B: 1}, the round B went out in
    rounds:  played before this one; eldest: of this one (A)
    hands:   {A: 5c 6c 7c …}, `3?` for unknown cards; a seat that is in and not named holds unknown cards
    pile:    bottom first; stock: top first, `...` for all the cards that are nowhere else (the default)
    turn:    who is to play (the eldest); turns: finished, {A: 0} or one number for all (1)
    taken:   the card taken in this turn; faulty: {B: -1}; reshuffles: so far
    deal:    yes: the cards are not dealt yet, hands, pile and stock are the deal; a letter: with this eldest
    play:    words, see `words`; it ends with the first that is refused
    wrote:   {A: 4, B: 41} instead of hands: the round came to this; with closer and outcome
    reenter: [B]: these answer yes in the pause, all others no
    judged:  a list of tables, each with rules, options, and what is seen there

What is seen: `refused` {code, clauses, measured, nearest, legal, illegal}, `stands` (the clause by which irregular plays stood),
`turn` `phase` `hands` `pile` `stock` `faulty` after the play, `legal` and `illegal` words then, and of a round that
was counted `outcome` `laid` `loose` `writes` `totals` `out` `asked` `back` `winners` `over` `eldest` `pot` `gets`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from referee.cards import Card, in_pack_order
from referee.game.actions import Deal
from referee.game.flow import start
from referee.game.gamestate import GameState
from referee.game.state import Hand, Phase, RoundState, Standing
from referee.table import Table
from referee.yamltree import read
from referee.yamltree.plain import projected
from tests.played.words import SEATS, cards

HERE = Path(__file__).parent
MOMENT = frozenset(
    re.findall(
        r"\w+",
        "about seats totals gained lost re_entries out rounds eldest hands pile stock turn turns taken faulty reshuffles"
        " deal play wrote closer outcome reenter judged",
    )
)
SEEN = frozenset(
    re.findall(
        r"\w+",
        "rules options refused stands turn phase hands pile stock faulty legal illegal outcome laid loose writes totals"
        " out asked back winners over eldest pot gets prints",
    )
)

Content = Mapping[str, Any]


@dataclass(frozen=True)
class Situation:
    """One moment and one table it is judged at."""

    name: str
    group: str
    moment: Content
    seen: Content

    @property
    def rules(self) -> str:
        return self.seen["rules"]

    @property
    def options(self) -> Content:
        return self.seen.get("options", {})

    @property
    def seats(self) -> int | None:
        """Seats of the table: said, or as many as are spoken of."""
        named = {*self.moment.get("hands", {}), *self.moment.get("totals", {}), *self.moment.get("wrote", {})}
        return self.moment.get("seats") or (SEATS.index(max(named)) + 1 if named else None)


def situations() -> Iterator[Situation]:
    """All situations of all files, one for each table they are judged at."""
    for path in sorted(HERE.rglob("*.yaml")):
        reading = read(path.read_bytes(), path.name)
        assert reading.root is not None, [one.message for one in reading.diagnostics]
        assert not reading.diagnostics, [one.message for one in reading.diagnostics]
        content = projected(reading.root)
        assert isinstance(content, dict)
        for name, moment in content.items():
            assert isinstance(moment, dict), f"{path.name}: {name}"
            assert moment.keys() <= MOMENT, f"{path.name}: {name}: {moment.keys() - MOMENT}"
            for number, seen in enumerate(moment["judged"]):
                assert seen.keys() <= SEEN, f"{path.name}: {name}: {seen.keys() - SEEN}"
                mark = "" if number == 0 else f"/{number + 1}"
                yield Situation(f"{name}{mark}", path.relative_to(HERE).parts[0], moment, seen)


# -- the moment as a state -------------------------------------------------------------------------------------


def state_of(table: Table, moment: Content) -> GameState:
    """The state before the play. With `deal` the game waits for it."""
    standing = _standing(table, moment)
    if "wrote" in moment:
        return GameState(Phase.COUNT, standing)
    if "deal" in moment:
        return GameState(Phase.DEAL, standing)
    play = _round(table, moment, standing)
    return GameState(play.phase, standing, play)


def seat(letter: str) -> int:
    """The number of a seat."""
    return SEATS.index(letter)


def _by_seat(table: Table, value: Any, default: int = 0) -> tuple[int, ...]:
    if not isinstance(value, dict):
        return (default if value is None else value,) * table.seats
    return tuple(value.get(letter, default) for letter in SEATS[: table.seats])


def _standing(table: Table, moment: Content) -> Standing:
    totals = _by_seat(table, moment.get("totals"))
    out = moment.get("out", {})
    since = tuple(out.get(letter) for letter in SEATS[: table.seats])
    played = moment.get("rounds", max((one for one in since if one is not None), default=0))
    return replace(
        start(table, eldest=seat(moment.get("eldest", "A"))).standing,
        totals=totals,
        gained=_by_seat(table, moment.get("gained")) if "gained" in moment else tuple(max(one, 0) for one in totals),
        lost=_by_seat(table, moment.get("lost")) if "lost" in moment else tuple(max(-one, 0) for one in totals),
        out_since=since,
        re_entries=_by_seat(table, moment.get("re_entries")),
        rounds=played,
    )


def _counted(table: Table, text: Any) -> tuple[list[Card], int, bool]:
    """Cards, how many unknown ones beside them, and whether the rest of the pack is there too."""
    words = str(text).split()
    unknown = sum(int(one[:-1]) for one in words if one.endswith("?"))
    known = cards(table, " ".join(one for one in words if not one.endswith("?") and one not in ("...", "none")))
    return list(known), unknown, "..." in words


def _hands(table: Table, moment: Content, standing: Standing) -> list[tuple[Card | None, ...] | None]:
    named = moment.get("hands", {})
    hands: list[tuple[Card | None, ...] | None] = []
    for index in range(table.seats):
        known, unknown, _ = _counted(table, named.get(SEATS[index], f"{table.hand_size}?"))
        hands.append(None if standing.out_since[index] is not None else (*known, *(None,) * unknown))
    return hands


def _piles(
    table: Table, moment: Content, hands: list[tuple[Card | None, ...] | None]
) -> tuple[tuple[Card | None, ...], tuple[Card | None, ...]]:
    """Stock and pile; the cards that are nowhere else lie, unknown, under what is known of the one with `...`."""
    stock, more_stock, rest_stock = _counted(table, moment.get("stock", "..."))
    pile, more_pile, rest_pile = _counted(table, moment.get("pile", "1?" if rest_stock else "..."))
    held = [card for hand in hands if hand is not None for card in hand]
    known = Counter(card.index for card in (*held, *stock, *pile) if card is not None)
    assert all(times <= table.pack.kinds[index].count for index, times in known.items()), "a card stands twice"
    rest = table.pack.size - len(held) - len(stock) - len(pile) - more_stock - more_pile
    assert rest >= 0 if rest_stock or rest_pile else rest == 0, f"cards over: {rest}"
    under = (None,) * (more_pile + (rest if rest_pile and not rest_stock else 0))
    return (*stock, *(None,) * (more_stock + (rest if rest_stock else 0))), (*under, *pile)


def _round(table: Table, moment: Content, standing: Standing) -> RoundState:
    hands = _hands(table, moment, standing)
    stock, pile = _piles(table, moment, hands)
    turn = seat(moment.get("turn", SEATS[standing.eldest]))
    faulty = _by_seat(table, moment.get("faulty", {}))
    taken = table.pack.notation.read(moment["taken"]) if "taken" in moment else None
    holding = hands[turn] or ()
    drawn = len(holding) - faulty[turn] > table.hand_size
    return RoundState(
        phase=Phase.DISCARD if drawn else Phase.DRAW,
        seat=turn,
        eldest=standing.eldest,
        hands=tuple(None if hand is None else _hand(hand) for hand in hands),
        stock=stock,
        pile=pile,
        thrown_by=(None,) * len(pile),
        turns=_by_seat(table, moment.get("turns"), default=1),
        faulty=faulty,
        taken=taken,
        taken_had_twin=taken is not None and sum(one == taken for one in holding) > 1,
        reshuffles=moment.get("reshuffles", 0),
    )


def _hand(held: tuple[Card | None, ...]) -> Hand:
    known = [card for card in held if card is not None]
    return Hand(in_pack_order(known), len(held) - len(known))


def deal_of(table: Table, moment: Content, state: GameState) -> Deal:
    """The deal a situation with `deal` speaks of."""
    hands = _hands(table, moment, state.standing)
    stock, pile = _piles(table, moment, hands)
    known = tuple(card for card in stock if card is not None)
    upcard = pile[-1] if pile else None
    eldest = state.standing.eldest if moment["deal"] == "yes" else seat(moment["deal"])
    return Deal(eldest, tuple(hands), upcard, known if len(known) == len(stock) else None)
