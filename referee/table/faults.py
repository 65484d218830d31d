"""What is wrong with a game at one table: bounds, cards that are not enough or not priced, melds that cannot be.

The bounds that keep hands fast to arrange are in `worst`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.diagnostics.spelling import counted
from referee.lang.syntax import Expr, Field, Name, Preference
from referee.lang.walk import everything, reads
from referee.limits import (
    CARD_POINTS,
    HAND_CARDS,
    JOKERS,
    PACKS,
    RANKS,
    SUITS,
)
from referee.rules.model import RuleSet
from referee.table.draft import Draft, MeldRecord, Named, Ranges, within
from referee.table.fault import TableFault
from referee.table.melds import LEAST_MELD, MELD_KINDS, RUN, SET, Signature
from referee.table.worst import worst_faults


def always(rule_set: RuleSet) -> Iterator[TableFault]:
    """What does not depend on the table."""
    if not 1 <= len(rule_set.suits) <= SUITS:
        yield TableFault("CH519", "pack.suits", "", f"{len(rule_set.suits)} suits, expected 1 to {SUITS}")
    if not LEAST_MELD <= len(rule_set.ranks) <= RANKS:
        message = f"{len(rule_set.ranks)} ranks, expected {LEAST_MELD} to {RANKS}"
        yield TableFault("CH519", "pack.ranks", "", message)
    definitions = {name: one.expr for name, one in rule_set.definitions.items()}
    preferences = [one.prefer for one in rule_set.winner if isinstance(one.prefer, Preference)]
    if not any(one.prefer != "holds" and "total" in reads(one.operand, definitions) for one in preferences):
        message = "no criterion asks for the lowest or the highest `total`, so nothing says which points are good"
        yield TableFault("CH513", "game.winner", "", message)


class Lasting(NamedTuple):
    """What is wrong at tables of any number of seats: `bounds`, which leave all else no meaning, and the others.

    Between the others, those `before` and those `behind`, is told what hangs on the seats.
    """

    bounds: tuple[TableFault, ...]
    before: tuple[TableFault, ...] = ()
    behind: tuple[TableFault, ...] = ()


def lasting(made: Draft) -> Lasting:
    """What is wrong at a table and at all that differ from it in their seats alone."""
    bounds = tuple(_bound_faults(made))
    if bounds:
        return Lasting(bounds)
    behind = (*_point_faults(made), *worst_faults(made), *_meld_faults(made))
    return Lasting((), tuple(_text_faults(made)), behind)


def faults_of(made: Draft, known: Lasting | None = None) -> list[TableFault]:
    """What is wrong at one table, whatever its options; `known` is what is `lasting` of it.

    A later check is left out where an earlier one leaves it no meaning.
    """
    found = lasting(made) if known is None else known
    if found.bounds:
        return list(found.bounds)
    return [*found.before, *_size_faults(made), *found.behind]


def _bound_faults(made: Draft) -> Iterator[TableFault]:
    settings = made.settings
    for slot, low, high, unit in (
        ("deal.cards", 1, HAND_CARDS, "cards in a hand"),
        ("pack.copies", 1, PACKS, "packs"),
        ("pack.jokers", 0, JOKERS, "jokers"),
    ):
        if not low <= settings[slot] <= high:
            yield TableFault("CH519", slot, "", f"{settings[slot]} {unit}, expected {low} to {high}")
    for slot, unit in (("stock.keep", "cards kept in the stock"), ("stock.at_most", "shuffles")):
        if slot in settings and settings[slot] < 0:
            yield TableFault("CH519", slot, "", f"{settings[slot]} {unit}, expected 0 or more")
    for kind in MELD_KINDS:
        sizes: Ranges = settings[f"melds.{kind}.size"]
        least = min((low for low, _ in sizes), default=0)
        if least < LEAST_MELD:
            message = f"a {kind} of {counted(least, 'card')}, expected at least {LEAST_MELD}"
            yield TableFault("CH519", f"melds.{kind}.size", "", message)
        if any(high is not None and high < low for low, high in sizes):
            yield TableFault("CH519", f"melds.{kind}.size", "empty", "a range that ends below its beginning")


def _text_faults(made: Draft) -> Iterator[TableFault]:
    texts = made.notation.texts
    if len(set(texts)) == len(texts):
        return
    twice = next((text for number, text in enumerate(texts) if text in texts[:number]), None)
    if twice is not None:
        yield TableFault("CH509", "pack.ranks", twice, f"two different cards are written `{twice}`")


def _size_faults(made: Draft) -> Iterator[TableFault]:
    """Enough cards for the deal, the card that follows it, and a stock to draw from."""
    dealt = made.seats * made.hand_size
    next_card = 0 if made.settings["deal.next_card"] == "none" else 1
    needed = dealt + next_card + made.settings["stock.keep"] + 1
    size = sum(kind.count for kind in made.kinds)
    if needed > size:
        message = f"the pack has {size} cards, and the deal, the card after it and a stock to draw from take {needed}"
        yield TableFault("CH501", "pack", "", message)


def _point_faults(made: Draft) -> Iterator[TableFault]:
    jokers = [kind for kind in made.unpriced if kind.joker]
    others = [kind.text for kind in made.unpriced if not kind.joker]
    if others:
        shown_texts = ", ".join(f"`{text}`" for text in others[:3])
        more = f" and {len(others) - 3} more" if len(others) > 3 else ""
        yield TableFault("CH503", "points", "", f"no case gives points to {shown_texts}{more}")
    if jokers:
        yield TableFault("CH504", "points", "", f"no case gives points to `{jokers[0].text}`")
    for kind in made.kinds:
        if abs(kind.points) > CARD_POINTS:
            message = f"`{kind.text}` counts {kind.points}, expected at most {CARD_POINTS} points up or down"
            yield TableFault("CH519", "points", "bound", message)
            break


def _room(made: Draft, kind: int, most: int) -> str:
    """What bounds the size of a meld."""
    if most == made.hand_size:
        return f"a hand has {counted(most, 'card')}"
    return f"the pack has {counted(most, 'rank')}" if kind == RUN else f"the pack has {most} cards of each rank"


def _meld_faults(made: Draft) -> Iterator[TableFault]:
    """Every size that is listed, and the lowest of every range, must be possible with this pack.

    The conditions may rule out sizes, and one kind of meld altogether if they speak of the kind (`meld.kind is run`);
    where they leave no meld, or no set without ever saying so, they contradict the sizes.
    """
    rules = made.meld_rules
    room = {
        RUN: min(rules.pack.rank_count, made.hand_size),
        SET: min(rules.pack.suit_count * rules.suit_room, made.hand_size),
    }
    allowed = {(signature.kind, signature.size) for signature in rules.allowed}
    meant = any(_asks(made, one.expr, "kind") for one in made.rule_set.conditions.get("melds.each_meld", ()))
    for kind, word in enumerate(MELD_KINDS):
        for low, _ in made.settings[f"melds.{word}.size"]:
            if low > room[kind]:
                message = f"a {word} of {low} cards cannot exist: {_room(made, kind, room[kind])}"
                yield TableFault("CH502", f"melds.{word}.size", str(low), message)
        fits_hand = any(low <= room[kind] for low, _ in made.settings[f"melds.{word}.size"])
        if fits_hand and allowed and not meant and not any(one == kind for one, _ in allowed):
            message = f"no {word} of any size meets the conditions on melds"
            yield TableFault("CH502", "melds.each_meld", word, message)
    if not allowed:
        yield TableFault("CH502", "melds.each_meld", "", "no meld of any size meets the conditions on melds")
    yield from _wild_meld_faults(made)


def _wild_meld_faults(made: Draft) -> Iterator[TableFault]:
    """A condition that speaks of the naturals of a meld and is content with none of them.

    The referee never takes wild cards alone for a meld, for they have neither rank nor suit; an author who allows it
    in so many words is told.
    """
    conditions = [
        one for one in made.rule_set.conditions.get("melds.each_meld", ()) if _asks(made, one.expr, "naturals")
    ]
    wilds = sum(kind.count for kind in made.kinds if kind.wild)
    for one in conditions:
        test = made.binder.compile(one.expr)
        for kind, word in enumerate(MELD_KINDS):
            for size in within(made.settings[f"melds.{word}.size"], min(wilds, made.hand_size)):
                alone = Signature(kind, size, size, size)
                if test.call(Named(meld=MeldRecord.of(made.rule_set.enums, alone))):
                    message = f"`{one.key}` allows a {word} of {size} wild cards and no natural one"
                    yield TableFault("CH518", f"melds.each_meld.{one.key}", "", message)
                    return


def _asks(made: Draft, expr: Expr, field: str) -> bool:
    """Whether a condition on melds looks at one of their fields, through definitions too."""
    waiting, opened = [expr], set[str]()
    while waiting:
        for node in everything(waiting.pop()):
            if isinstance(node, Field) and node.name == field:
                return True
            if isinstance(node, Name) and node.sort == "definition" and node.name not in opened:
                opened.add(node.name)
                waiting.append(made.binder.definitions[node.name])
    return False
