"""The least loose points of a hand and its best arrangement, beside programs that answer the same; and the worst hands.

Every peer first gives our answer on the very hands that are timed. Random hands and rich ones (`hands.py`); the table
is one of the same values as the peer's. A single question is text in, arrangement out; beside it
stands what reading all of that takes. The worst legal hands that are known have five milliseconds each.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence
from functools import partial

from aims import asked
from figures import MILLISECONDS, Figure, Peer, Row, beside
from hands import hands, places, plain_forty, table_of, texts
from measuring import FULL, Job, Pace, in_turn
from peers import openspiel, rlcard_gin
from peers.asking import asking

from referee.cards import Card
from referee.game.close import judge_close, judge_closings
from referee.game.layoff import lay_off_onto
from referee.game.loosepoints import loose_points
from referee.game.solve import arrange, best_arrangement, deadwood, optimal_arrangements
from referee.table import Table

NUMBER, BEFORE, FEW, MANY = 80_000, 20_000, 2_000, 1 << 16
"""Hands: those of them that are asked about before anything is timed; for what takes long; in a buffer."""

WORST_MS, OTHERS_BEFORE = 5.0, 20
KINDS = (("random", False), ("rich", True))

WORST: list[tuple[str, int | None, dict[str, int | bool], str]] = [
    ("spanish-40", None, {"jokers": 2}, "1c 2c 3c 4c 5c 6c JK JK 12o"),
    ("spanish-40", None, {"jokers": 2}, "1c 2c 3c 4c 5c 6c 7c JK JK"),
    ("spanish-48", None, {"jokers": 2}, "1c 2c 3c 4o 4c 4e 5c JK JK"),
    ("chilean-50", None, {"wild_ace": True, "printed_jokers": 2}, "1o 2o 3o 4o 5o 6o 7o JK JK"),
    ("fournier-40", 5, {}, "7o 7o 7c 7c 7e 7e 7b 7b 6o"),
    ("two-packs", None, {}, "1o 1o 7o 7o 7c 7c 7e 7e 7b"),
    ("two-packs", None, {}, "1o 1o 2o 2o 3o 3o 4o 4o 5o"),
    ("ten-cards", None, {}, "As 2s 3s 4s Ah 2h 3h 4h Ad 2d 3d 4d"),
    ("both-ends", None, {}, "1o 2o 3o 4o 5o 2c 3c JK"),
    ("around", None, {}, "1o 2o 3o 10o 11o 12o JK JK JK"),
]


def single(table: Table, dealt: Sequence[Sequence[Card]], name: str = "ours") -> Job:
    """One call for each hand, which is a mask already."""
    points = loose_points(table)
    return asking(name, points.of_mask, [points.mask_of(hand) for hand in dealt], len(dealt) // 4)


def of_forty(pace: Pace) -> list[Figure]:
    """Seven of forty cards, with OpenSpiel: a mask each, a buffer of masks, cards as values, and texts to arrangements."""
    found = []
    for words, melded in KINDS:
        table, other = plain_forty(), plain_forty()  # what one remembers of hands the other does not
        dealt = hands(table, 7, pace.share(NUMBER), melded=melded)
        least, numbers, cards = least_of(other, dealt), places(dealt), texts(table, dealt)
        of_peer = partial(openspiel.least_loose, numbers, least, 10, 7)
        of_melds = partial(openspiel.best_melds, numbers, least, 10, 7)
        for what, ours, line in (
            ("least loose points, mask in", single(table, dealt), "mask"),
            ("least loose points, from a buffer of masks", in_a_buffer(table, melded=melded), "batch"),
            ("least loose points, cards in", asking("ours", partial(deadwood, table), dealt, pace.share(BEFORE)), ""),
        ):
            peer = Peer(openspiel.NAME, of_peer, asked(line) if line else None, line)
            found += beside(f"{what}, 7 of 40, {words}", ours, [peer], pace)
        found += beside(
            f"card texts to the best arrangement, 7 of 40, {words}",
            asking("ours", partial(arrange, table), cards, pace.share(BEFORE)),
            [Peer(openspiel.NAME, of_peer, asked("text"), "text"), Peer(openspiel.GROUP, of_melds)],
            pace,
        )
        found += beside(
            f"card texts to the best arrangement, its melds and loose cards read as texts, 7 of 40, {words}",
            asking("ours", partial(as_texts, table), cards, pace.share(BEFORE)),
            [Peer(openspiel.NAME, of_peer), Peer(openspiel.GROUP, of_melds)],
            pace,
        )
    return found


def as_texts(table: Table, cards: Sequence[str]) -> tuple[list[list[str]], list[str]]:
    """The best arrangement of a hand with all that is in it: every meld and the loose cards as texts.

    `arrange` decides it, and makes these objects when they are read; who wants the points and some of the melds pays for
    what is read. The aim is about the call that decides, and this is what the rest takes.
    """
    best, write = arrange(table, cards), table.pack.notation.write_all
    return [write(meld.cards) for meld in best.melds], write(best.loose)


def least_of(table: Table, dealt: Sequence[Sequence[Card]]) -> list[int]:
    """Our answers, for peers to agree with."""
    points = loose_points(table)
    return [points.of_mask(points.mask_of(hand)) for hand in dealt]


def in_a_buffer(table: Table, *, melded: bool) -> Job:
    """Very many hands in one call; the answers are those of single calls."""
    points = loose_points(table)
    dealt = hands(table, table.hand_size, MANY // 8, melded=melded)
    masks = array("Q", [points.mask_of(hand) for hand in dealt] * 8)
    assert list(points.of_masks(masks))[: len(dealt)] == [points.of_mask(mask) for mask in masks[: len(dealt)]]

    def work() -> int:
        return len(points.of_masks(masks))

    return Job("ours", work)


def of_gin(pace: Pace) -> list[Figure]:
    """Ten of 52 cards, with OpenSpiel and RLCard."""
    table, found = table_of("gin-rummy"), []
    for words, melded in KINDS:
        dealt = hands(table, 10, pace.share(NUMBER // 4), melded=melded)
        least, numbers = least_of(table, dealt), places(dealt)
        peers = [
            Peer(openspiel.NAME, partial(openspiel.least_loose, numbers, least, 13, 10)),
            Peer(rlcard_gin.NAME, partial(rlcard_gin.least_loose, numbers[:FEW], least[:FEW])),
        ]
        found += beside(f"least loose points, mask in, 10 of 52, {words}", single(table, dealt), peers, pace)
    return found


def of_wild_and_twins(pace: Pace) -> list[Figure]:
    """Hands with jokers and of two packs, each beside the same pack without."""
    found = []
    for name, line in (("spanish-48", "jokers"), ("spanish-40", "")):
        plain, wild = table_of(name), table_of(name, jokers=2)
        for words, melded in KINDS:
            ours, yardstick = (
                single(table, hands(table, table.hand_size, pace.share(NUMBER // 2), melded=melded), word)
                for table, word in ((wild, "ours"), (plain, "without jokers"))
            )
            peer = Peer(yardstick.name, partial(_as_it_is, yardstick), asked(line) if line else None, line, own=True)
            found += beside(f"least loose points, mask in, {name} with two jokers, {words}", ours, [peer], pace)
    one, two = table_of("fournier-40"), table_of("fournier-40", 5)
    for words, melded in KINDS:
        ours, yardstick = (
            asking(
                word,
                partial(deadwood, table),
                hands(table, table.hand_size, pace.share(NUMBER // 2), melded=melded),
                BEFORE // 2,
            )
            for table, word in ((two, "ours"), (one, "one pack"))
        )
        peer = Peer(yardstick.name, partial(_as_it_is, yardstick), own=True)
        found += beside(f"least loose points, cards in, fournier-40 with two packs, {words}", ours, [peer], pace)
    return found


def _as_it_is(job: Job) -> Job:
    return job


def of_lay_off(pace: Pace) -> list[Figure]:
    """What fits the melds of somebody who closed, chosen together with one's own melds."""
    table = table_of("spanish-40")
    dealt = hands(table, 14, 2 * FEW, melded=True)
    questions = []
    for cards in dealt:
        first = best_arrangement(table, cards[::2])
        if first.melds:
            questions.append(([meld.cards for meld in first.melds], cards[1::2]))
    ours = asking("ours", lambda question: lay_off_onto(table, *question), questions)
    yardstick = asking("", lambda question: best_arrangement(table, question[1]), questions)
    return beside(
        "own melds and lay-off, rich hands",
        ours,
        [Peer("its arrangement alone", partial(_as_it_is, yardstick), own=True)],
        pace,
    )


class Stopwatch:
    """A clock that runs only while something is asked, so that making a table is no part of it."""

    def __init__(self) -> None:
        self.spent = 0.0

    def read(self) -> float:
        """Seconds of the processor so far."""
        return self.spent

    def ask(self, judge: Callable[[Table, Sequence[Card]], object], table: Table, cards: Sequence[Card]) -> None:
        """Ask, and let it run."""
        began = time.process_time()
        judge(table, cards)
        self.spent += time.process_time() - began


QUESTIONS: tuple[tuple[str, Callable[[Table, Sequence[Card]], object], int | None, bool], ...] = (
    ("arrangement", best_arrangement, None, True),
    ("all optimal", optimal_arrangements, None, False),
    ("close", judge_close, 0, True),
    ("each closing card", judge_closings, 1, False),
)
"""What is asked of a hand, with how many cards more than a full hand (None: all there are), and whether it has the aim."""


def worst(pace: Pace) -> list[Figure]:
    """Every hand of the list as a hand, with all its optimal arrangements, and as a close with each closing card."""
    jobs, aims = [], []
    for name, seats, options, text in WORST:
        for what, judge, more, aimed in QUESTIONS:
            jobs.append(
                _as_if_new(f"{name}, {text}: {what}", partial(table_of, name, seats, **options), judge, text, more)
            )
            aims.append(WORST_MS / 1e3 if aimed else None)
    taken = in_turn(jobs, pace.scarcer(2))
    return [Figure(one.name, MILLISECONDS, one.time(), ours=one, aim=aim) for one, aim in zip(taken, aims, strict=True)]


def _as_if_new(
    name: str,
    make: Callable[[], Table],
    judge: Callable[[Table, Sequence[Card]], object],
    text: str,
    more: int | None,
) -> Job:
    """One hand asked about at a table that has seen a few others: its tables are made, and nothing else is known."""
    watch = Stopwatch()

    def work() -> int:
        table = make()
        hand = table.read_hand(text)
        cards = hand if more is None else hand[-table.hand_size - more :]
        for other in hands(table, len(cards), OTHERS_BEFORE, melded=True):
            judge(table, other)
        watch.ask(judge, table, cards)
        return 1

    return Job(name, work, watch.read)


def figures(pace: Pace) -> list[Figure]:
    """All figures; for the gate only those that have a yardstick which is not ours."""
    found = of_forty(pace) + of_gin(pace)
    return found if pace.gated else found + of_wild_and_twins(pace) + of_lay_off(pace) + worst(pace)


def measure() -> list[Row]:
    """Rows of (figure, value, aim)."""
    return [one.row() for one in figures(FULL)]


if __name__ == "__main__":
    from run import print_table

    print_table(measure())
