"""Hands from bytes to bytes: an EvaluateHandRequest that is seen at a glance, answered without making a message.

Byte for byte what the same request is told by way of messages. What has to be read with care, or has to be searched,
is left to those: `answer` gives None.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.game.candidates import Candidate
from referee.service.convert import MELD_KINDS_ON_THE_WIRE
from referee.service.judging import Warmth
from referee.service.wire import field, varint
from referee.table import Table

# fields of a request, a response, a HandValue, an Arrangement and a Meld
_REQUEST_CARDS = b"\x12"
_RESPONSE_DIGEST, _RESPONSE_VALUE = b"\x0a", b"\x12"
_VALUE_DEADWOOD, _VALUE_BEST = b"\x08", b"\x12"
_BEST_MELDS, _BEST_LOOSE, _BEST_DEADWOOD = b"\x0a", b"\x12", b"\x18"
_MELD_KIND, _MELD_CARDS = b"\x08", b"\x12"


class HandWire:
    """How the hands of one table lie on the wire."""

    __slots__ = ("_loose", "_melded", "_most", "_places", "_points", "_start", "_warmth")

    def __init__(self, table: Table) -> None:
        texts = [text.encode() for text in table.pack.notation.texts]
        self._warmth = table.derived(Warmth)
        self._most = table.most_cards
        self._places = {varint(len(text)) + text: index for index, text in enumerate(texts)}
        self._loose = [field(_BEST_LOOSE, text) for text in texts]
        self._melded = [field(_MELD_CARDS, text) for text in texts]
        self._points = table.points
        self._start = field(_RESPONSE_DIGEST, table.rule_set.digest.encode()) + _RESPONSE_VALUE

    @classmethod
    def of(cls, table: Table) -> HandWire:
        """That of a table; `Table.derived` keeps it."""
        return cls(table)

    def answer(self, content: bytes, at: int) -> bytes | None:
        """An EvaluateHandResponse about the cards that begin at `at` and fill the rest of the request."""
        glance = self._warmth.glance
        if glance is None:
            return None
        said = content[at:].split(_REQUEST_CARDS)
        if said.pop(0) or len(said) > self._most:  # before the first card stands nothing
            return None
        places = self._places
        try:
            kinds = sorted([places[text] for text in said])
        except KeyError:
            return None
        if len(set(kinds)) != len(kinds):
            return None
        melds = glance.best(kinds)
        return None if melds is None else self._written(kinds, melds)

    def _written(self, kinds: list[int], melds: Sequence[Candidate]) -> bytes | None:
        points, loose = self._points, self._loose
        laid = b""
        for meld in melds:
            laid += self._meld(meld)
            kinds = [kind for kind in kinds if kind not in meld.cards]
        deadwood = sum([points[kind] for kind in kinds])
        if deadwood < 0:
            return None
        best = laid + b"".join([loose[kind] for kind in kinds])
        value = b""
        if deadwood:
            told = varint(deadwood)
            best += _BEST_DEADWOOD + told
            value = _VALUE_DEADWOOD + told
        value += _VALUE_BEST + varint(len(best)) + best
        return self._start + varint(len(value)) + value

    def _meld(self, meld: Candidate) -> bytes:
        cards = b"".join([self._melded[kind] for kind in meld.places or meld.cards])
        return field(_BEST_MELDS, _MELD_KIND + varint(MELD_KINDS_ON_THE_WIRE[meld.kind]) + cards)
