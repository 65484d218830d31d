"""One card as a picture 120 wide and 186 high: paper, frame, corners, and its signs or its figure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from xml.sax.saxutils import escape

from referee.booklet.pictures import figures
from referee.booklet.pictures.glyphs import drawable, written
from referee.booklet.pictures.suits import FRAME_GAPS, INK, SIGNS

WIDTH, HEIGHT = 120, 186

_PLAIN_INK = "#4a4038"
_GAP = 9
"""How wide a gap of the frame is."""

_FIGURES: Mapping[str, Callable[[str], str]] = {
    "sota": figures.sota,
    "caballo": figures.caballo,
    "rey": figures.rey,
    "jack": figures.jack,
    "queen": figures.queen,
    "king": figures.king,
}
_LETTERS: Mapping[str, str] = {"jack": "J", "queen": "Q", "king": "K"}

_LEFT, _RIGHT, _MIDDLE = 38, 82, 60
_COLUMNS: Mapping[int, tuple[tuple[float, float], ...]] = {
    1: ((60, 93),),
    2: ((60, 56), (60, 130)),
    3: ((60, 47), (60, 93), (60, 139)),
    4: ((38, 56), (82, 56), (38, 130), (82, 130)),
    5: ((38, 52), (82, 52), (60, 93), (38, 134), (82, 134)),
    6: ((38, 50), (82, 50), (38, 93), (82, 93), (38, 136), (82, 136)),
    7: ((38, 50), (82, 50), (60, 71.5), (38, 93), (82, 93), (38, 136), (82, 136)),
    8: ((38, 50), (82, 50), (60, 71.5), (38, 93), (82, 93), (60, 114.5), (38, 136), (82, 136)),
    9: ((38, 44), (82, 44), (38, 77), (82, 77), (60, 93), (38, 109), (82, 109), (38, 142), (82, 142)),
    10: (
        *((38, 44), (82, 44), (38, 77), (82, 77), (38, 109), (82, 109), (38, 142), (82, 142)),
        *((60, 60.5), (60, 125.5)),
    ),
}
"""Where the signs of a number card stand."""

_SIZES: Mapping[int, float] = {1: 3.6, 2: 2.2, 3: 1.7, 4: 1.8, 7: 1.25, 8: 1.25, 9: 1.25, 10: 1.15}
_COMMON_SIZE = 1.5
_LARGER: Mapping[str, float] = {"espadas": 1.3, "bastos": 1.15}
"""Signs that are slender and may be larger than the others."""


@dataclass(frozen=True, slots=True)
class Face:
    """What a card shows. `text` is how it is written (`7o`), `suit` and `rank` their names, `sign` its corner.

    A joker has no suit.
    """

    text: str
    suit: str
    rank: str
    number: int
    sign: str

    @property
    def shape(self) -> str:
        """The name under which its picture is defined."""
        return f"card-{''.join(each if each.isalnum() else format(ord(each), 'x') for each in self.text)}"


def paper() -> str:
    """What all cards lie on."""
    return (
        f'<rect id="card-paper" x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="8" fill="#fffdf6"'
        ' stroke="#6b6257"/>'
    )


def _frame(gaps: int) -> str:
    """The frame of a Spanish card, broken above and below as often as its suit asks."""
    left, top, right, bottom = 7, 7, WIDTH - 7, HEIGHT - 7
    breaks = [left + (right - left) * (at + 1) / (gaps + 1) for at in range(gaps)]
    starts, ends = [left, *(at + _GAP / 2 for at in breaks)], [*(at - _GAP / 2 for at in breaks), right]
    lines = [f"M{a:g} {y}H{b:g}" for y in (top, bottom) for a, b in zip(starts, ends, strict=True)]
    lines += [f"M{x} {top}V{bottom}" for x in (left, right)]
    return f'<path d="{"".join(lines)}" fill="none" stroke="#3b3630" stroke-width="1.1"/>'


def _corners(sign: str, ink: str, *, suit: str = "") -> str:
    """The sign of the rank in two corners, of a French card with the suit below it."""
    below = f'<use href="#sign-{suit}" transform="translate(5 23) scale(.55)"/>' if suit else ""
    rank = written(sign, ink)
    narrow = f'<g transform="scale(.72 1)">{rank}</g>' if len(sign) > 1 else rank
    corner = f"{narrow}{below}"
    return (
        f'<g transform="translate(11 11)">{corner}</g>'
        f'<g transform="rotate(180 {WIDTH // 2} {HEIGHT // 2}) translate(11 11)">{corner}</g>'
    )


def _signs(suit: str, number: int, *, french: bool) -> str:
    """The signs of a number card; in the French pack those of the lower half stand on their heads."""
    size = _SIZES.get(number, _COMMON_SIZE) * _LARGER.get(suit, 1)
    return "".join(
        f'<use href="#sign-{suit}" transform="translate({x:g} {y:g}) scale({size:g}'
        f'{f" {-size:g}" if french and y > HEIGHT / 2 else ""})"/>'
        for x, y in _COLUMNS[number]
    )


def _plain(face: Face) -> str:
    """A card of a pack that the project has not drawn: what is written of it, large."""
    said = escape(face.text)
    lettered = f'font-family="serif" font-size="34" text-anchor="middle" fill="{_PLAIN_INK}"'
    return (
        f'<rect x="9" y="9" width="{WIDTH - 18}" height="{HEIGHT - 18}" rx="5" fill="none" stroke="{_PLAIN_INK}"/>'
        f'<text x="60" y="104" {lettered}>{said}</text>'
    )


def drawn(face: Face) -> str:
    """The picture of a card as a group with its name; signs of suits are used by name (`sign_shape`)."""
    return f'<g id="{face.shape}"><use href="#card-paper"/>{_inside(face)}</g>'


def _inside(face: Face) -> str:
    if not face.suit:
        return f"{_corners('*', '#a3231d')}{figures.joker()}"
    if face.suit not in SIGNS:
        return _plain(face)
    spanish, ink = face.suit in FRAME_GAPS, INK[face.suit]
    courts = ("sota", "caballo", "rey") if spanish else ("jack", "queen", "king")
    if face.rank in courts:
        middle = _FIGURES[face.rank](face.suit)
    elif face.number in _COLUMNS and face.rank in {str(face.number), "ace", "ten"}:
        middle = _signs(face.suit, face.number, french=not spanish)
    else:
        return _plain(face)
    sign = _LETTERS.get(face.rank) or ("A" if face.rank == "ace" else str(face.number))
    assert drawable(sign)
    if spanish:
        return f"{_frame(FRAME_GAPS[face.suit])}{_corners(sign, ink)}{middle}"
    return f"{_corners(sign, ink, suit=face.suit)}{middle}"


def sign_shape(suit: str) -> str:
    """The sign of a suit as a group with its name; nothing for a suit that the project has not drawn."""
    return f'<g id="sign-{suit}">{SIGNS[suit]}</g>' if suit in SIGNS else ""
