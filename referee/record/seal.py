"""Seals: a chain of SHA-256 over the canonical record, round by round, and one over its end.

    h0 = H("referee.record/1" | JCS(header))        hk = H("referee.round/1" | hk-1 | JCS(round k))
    end = H("referee.end/1" | hn | n | JCS(result))

Parts are joined by a zero byte, seals go in as their 32 bytes, n as four bytes, the highest first. The header is the
record without rounds, result, seal and signatures; no round carries its seal. So an edit breaks the round it touches
and all behind it, a cut breaks the end, and layout breaks nothing. Who made a seal only signatures can say.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.record.jcs import jcs
from referee.record.model import GameRecord, Round, to_plain

_NOT_IN_HEADER = frozenset({"rounds", "result", "seal", "signatures"})


@dataclass(frozen=True, slots=True)
class BrokenSeal:
    """A seal that is not what the record gives. `number` counts rounds from 0; None: the seal of the end."""

    number: int | None
    written: str
    computed: str

    @property
    def path(self) -> str:
        """Where it stands."""
        return "seal" if self.number is None else f"rounds[{self.number}].seal"


def digest_of(*parts: bytes) -> bytes:
    """SHA-256 of the parts, joined by a zero byte."""
    return hashlib.sha256(b"\0".join(parts)).digest()


def chain(record: GameRecord) -> Iterator[bytes]:
    """The seal of the header, then of each round. `record` is canonical."""
    header = {key: value for key, value in to_plain(record).items() if key not in _NOT_IN_HEADER}
    seal = digest_of(b"referee.record/1", jcs(header))
    yield seal
    for played in record.rounds:
        seal = round_seal(seal, played)
        yield seal


def round_seal(before: bytes, played: Round) -> bytes:
    """The seal of a round behind the seal before it: what a table that plays on has to keep."""
    return digest_of(b"referee.round/1", before, jcs(to_plain(replace(played, seal=""))))


def end_seal(last: bytes, record: GameRecord) -> bytes:
    """The seal of the end, behind the seal of the last round."""
    result = to_plain(record.result) if record.result else {}
    return digest_of(b"referee.end/1", last, len(record.rounds).to_bytes(4, "big"), jcs(result))


def sealed(record: GameRecord, *, end: bool = True) -> GameRecord:
    """The record with a seal in every round, and one of the end. `record` is canonical; old seals are replaced."""
    seals = list(chain(record))
    rounds = tuple(replace(played, seal=seal.hex()) for played, seal in zip(record.rounds, seals[1:], strict=True))
    return replace(record, rounds=rounds, seal=end_seal(seals[-1], record).hex() if end else "")


def broken_seals(record: GameRecord) -> tuple[BrokenSeal, ...]:
    """The seals that stand in a canonical record and are wrong, in its order. Seals that are missing break nothing."""
    if not record.seal and not any(played.seal for played in record.rounds):
        return ()
    seals = list(chain(record))
    wrong = [
        BrokenSeal(number, played.seal, seal.hex())
        for number, (played, seal) in enumerate(zip(record.rounds, seals[1:], strict=True))
        if played.seal and played.seal != seal.hex()
    ]
    end = end_seal(seals[-1], record).hex()
    if record.seal and record.seal != end:
        wrong.append(BrokenSeal(None, record.seal, end))
    return tuple(wrong)
