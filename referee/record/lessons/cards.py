"""Lessons on what cannot have happened as it is written: cards that are elsewhere, seats that are not there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.record.lessons.lesson import CLOSED, Lesson, dealt, played, record

_SLIP: Final = "Look for a slip of the pen, here or where the card was written before, and correct the record."

IMPOSSIBLE: Final[Mapping[str, Lesson]] = {
    "NOT_IN_HAND": Lesson(
        "A seat throws, closes with, shows or lays off a card that it does not hold: it was never dealt it, never drew "
        "it, or has thrown it already.",
        f"{_SLIP} The finding says where the card is, and which cards of the hand look like it.",
        played("A: <12b-4o +5b-12b"),
    ),
    "NOT_ON_TOP": Lesson(
        "The whole order of the stock is written, and another card lies on top than the one that is said to be drawn.",
        "Write the card that lies on top, or correct the order under `stock` or `pack`; leave out what is not known.",
        record(
            "  - hands: {A: 4o 12o 5c 6c 7c 1e 12e, B: 2o 11o 3c 4c 12c 6e 10b}\n    upcard: 12b\n"
            "    stock: 5b 7o 2b 1b 2e 3o 3b 4e 4b 5o 5e 6o 7b 10o 10e 11e 11b 1c 1o 2c 10c 11c 3e 7e 6b\n"
            "    play: +7o-4o\n",
            seats=2,
        ),
    ),
    "NOT_THE_UPCARD": Lesson(
        "`<` takes the top card of the discard pile, and another card lies there.",
        "Write the card that was thrown last, or that was turned up. If the card came from the stock, write `+`.",
        played("A: <12e-4o"),
    ),
    "PILE_EMPTY": Lesson(
        "`<` takes a card of the discard pile when none is left there: with Fournier's rules all discards are shuffled "
        "into the new stock (`%? <4o`).",
        "If the card came from the stock, write `+`; if a card was thrown before, write that turn.",
    ),
    "STOCK_EMPTY": Lesson(
        "`+` draws from a stock of which no card is left, or only those that the rules keep back (two in gin rummy).",
        "Write the shuffle that was forgotten, `%?` or `%` with the new order. Where nothing is shuffled the round "
        "ends: `!dead`.",
    ),
    "NEW_STOCK_DIFFERS": Lesson(
        "The order behind `%` is not made of the very cards that were shuffled: one is missing, too many or another.",
        "Write each discard once, without the top one where the rules leave it lying, or `%?` if the order is unknown.",
    ),
    "NO_SUCH_MELD": Lesson(
        "A card is laid on a meld by its number, and there are not so many melds on the table.",
        "Melds are counted from 1 in the order in which they were put down, the closer's first.",
        played(f"{CLOSED}\n      B: 4c>3"),
    ),
    "SEAT_IS_OUT": Lesson(
        "A seat that is out of the game is dealt a hand, writes a score, plays, or is named in a ruling.",
        "Take it out of this round; if it came back, its letter stands under `reenter` of the round before.",
        record("  - scores: {A: 1, B: 60, C: 7}\n  - scores: {A: 1, B: 60, C: 10}\n  - scores: {A: 5, B: 0, C: 30}\n"),
    ),
    "CARD_TWICE": Lesson(
        "A card turns up more often than the pack has it: in two hands, or in a hand and on the pile.",
        _SLIP,
        dealt("upcard: 12b", "upcard: 12o"),
    ),
    "CARD_MISSING": Lesson(
        "A pack or a stock that is written out has too few cards or too many, or a ruling moves a card from where it "
        "does not lie.",
        "Write every card once. Leave `stock` out if it is not known whole: the referee does without.",
        dealt("upcard: 12b", "upcard: 12b\n    stock: 5b 7o 2b"),
    ),
    "NO_SUCH_CARD": Lesson(
        "A copy of a card is named (`7o'2`) and the pack has fewer of them.",
        "Leave the mark out, or say how many packs there are by the rules and the seats.",
        played("A: +7o'2-4o"),
    ),
    "WRONG_HAND_SIZE": Lesson(
        "A hand is dealt with another number of cards than the rules say, the upcard is not one card, or rulings let a "
        "hand grow so large that nobody could judge it.",
        "Write the hand as it was dealt, with `?` for each card that is not known.",
        dealt("B: 2o 11o 3c 4c 12c 6e 10b", "B: 2o 11o"),
    ),
}
