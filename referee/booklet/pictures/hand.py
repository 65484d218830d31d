"""A hand as a picture: its melds side by side, each overlapping like held cards, and the loose cards apart, lower."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from referee.booklet.pictures.faces import HEIGHT, WIDTH, Face, drawn, paper, sign_shape

_STEP = 40
"""How far a card shows beside the one that covers it: the corner and a strip of the frame, by which it is known."""

_BETWEEN = 22
_APART = 34
_LOWER = 16

__all__ = ["Face", "Row", "drawing", "placed", "shapes"]


@dataclass(frozen=True, slots=True)
class Row:
    """The cards of a picture: melds in their order, then loose cards, which lie apart and lower."""

    melds: tuple[tuple[Face, ...], ...]
    loose: tuple[Face, ...] = ()

    @property
    def faces(self) -> tuple[Face, ...]:
        """Every card of it."""
        return (*(face for meld in self.melds for face in meld), *self.loose)

    @property
    def width(self) -> int:
        """How wide the picture is."""
        groups = [*self.melds, *([self.loose] if self.loose else [])]
        gaps = _BETWEEN * max(0, len(self.melds) - 1) + (_APART if self.melds and self.loose else 0)
        return sum(WIDTH + _STEP * (len(group) - 1) for group in groups) + gaps

    @property
    def height(self) -> int:
        """How high it is."""
        return HEIGHT + (_LOWER if self.melds and self.loose else 0)


def shapes(faces: Iterable[Face]) -> str:
    """The definitions that pictures of these cards use, each once."""
    wanted = {face.shape: face for face in faces}
    suits = dict.fromkeys(face.suit for face in wanted.values() if face.suit)
    return f"{paper()}{''.join(map(sign_shape, suits))}{''.join(map(drawn, wanted.values()))}"


def placed(row: Row) -> str:
    """The cards of a picture in their places; what they use is defined elsewhere (`shapes`)."""
    groups: list[tuple[Sequence[Face], int]] = [(meld, 0) for meld in row.melds]
    if row.loose:
        groups.append((row.loose, _LOWER if row.melds else 0))
    left, drawn_cards = 0, []
    for at, (group, lower) in enumerate(groups):
        if at:
            left += _APART if row.loose and at == len(groups) - 1 else _BETWEEN
        for step, face in enumerate(group):
            where = f' x="{left + step * _STEP}"' if left + step else ""
            down = f' y="{lower}"' if lower else ""
            drawn_cards.append(f'<use href="#{face.shape}"{where}{down}/>')
        left += WIDTH + _STEP * (len(group) - 1)
    return "".join(drawn_cards)


def drawing(row: Row, said: str) -> str:
    """A whole SVG file with the picture; `said` tells it to those who cannot see it."""
    box = f'viewBox="0 0 {row.width} {row.height}" width="{row.width}" height="{row.height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" aria-label={quoteattr(said)}>'
        f"<title>{escape(said)}</title><defs>{shapes(row.faces)}</defs>{placed(row)}</svg>\n"
    )
