"""Shuffles that nobody could steer: every seat commits to a seed before the deal and reveals it after the round.

A commitment is H("referee.commit/1" | seat | seed). The order of the pack (version 1) is made from all seeds:
key = H("referee.shuffle/1" | id | round | number | seat=seed …), with the seats in order; numbers are H(key ‖ counter)
cut into words of 32 bits, the highest byte first, the counter in four bytes; Fisher and Yates' exchange from the last
card down, a word that would favour some places being skipped. Parts are joined by a zero byte, seeds go in as their 32
bytes, round (from 1) and number as digits. Number 0 is the deal; 1, 2 … are the reshuffles of the round, made on the
discards in pack order. `cut` cards then go from the top to the bottom.

That a commitment was made in time only its keeper can show.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from referee.record.model import GameRecord
from referee.record.seal import digest_of

Item = TypeVar("Item")

_SPAN = 1 << 32


@dataclass(frozen=True, slots=True)
class SeedReused:
    """A seed that a seat revealed for one round and used again in a later one: `number` and `first` count from 0."""

    number: int
    seat: str
    first: int


def commitment(seat: str, seed: bytes) -> str:
    """What a seat publishes before the deal, as hexadecimal digits."""
    return digest_of(b"referee.commit/1", seat.encode(), seed).hex()


def shuffled(
    items: Sequence[Item],
    record_id: str,
    round_number: int,
    seeds: Mapping[str, bytes],
    *,
    number: int = 0,
    cut: int = 0,
) -> tuple[Item, ...]:
    """The items, given in pack order, in the order that the seeds make of them, top first.

    `round_number` counts from 1, `number` shuffles of the round from 0. `cut` is taken modulo the number of items.
    """
    key = digest_of(
        b"referee.shuffle/1",
        record_id.encode(),
        str(round_number).encode(),
        str(number).encode(),
        *(seat.encode() + b"=" + seed for seat, seed in sorted(seeds.items())),
    )
    order = list(items)
    words = _words(key)
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, words)
        order[last], order[other] = order[other], order[last]
    start = cut % len(order) if order else 0
    return (*order[start:], *order[:start])


def seeds_of(record: GameRecord, number: int) -> dict[str, bytes]:
    """The seeds revealed for a round (from 0), by seat."""
    evidence = record.rounds[number].shuffle
    return {seat: bytes.fromhex(seed) for seat, seed in evidence.seeds.items()} if evidence else {}


def broken_commitments(record: GameRecord, number: int) -> tuple[str, ...]:
    """The seats whose seed of a round (from 0) is not the one they committed to."""
    evidence = record.rounds[number].shuffle
    if evidence is None:
        return ()
    return tuple(
        seat
        for seat, seed in sorted(seeds_of(record, number).items())
        if seat in evidence.commitments and evidence.commitments[seat] != commitment(seat, seed)
    )


def reused_seeds(record: GameRecord) -> tuple[SeedReused, ...]:
    """Seeds that stand in more than one round: once it is revealed, a seed gives the later rounds away."""
    seen: dict[str, int] = {}
    found = []
    for number, played in enumerate(record.rounds):
        seeds = played.shuffle.seeds if played.shuffle else {}
        for seat, seed in sorted(seeds.items()):
            if seed in seen and seen[seed] < number:
                found.append(SeedReused(number, seat, seen[seed]))
            seen.setdefault(seed, number)
    return tuple(found)


def _words(key: bytes) -> Iterator[int]:
    """Words of 32 bits without end."""
    counter = 0
    while True:
        block = hashlib.sha256(key + counter.to_bytes(4, "big")).digest()
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """A number from 0 to below `bound`, each as likely as the others."""
    limit = _SPAN - _SPAN % bound
    return next(word for word in words if word < limit) % bound
