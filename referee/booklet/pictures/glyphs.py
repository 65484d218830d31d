"""Figures and letters for the corners of cards, as strokes in a box 10 wide and 14 high."""

from __future__ import annotations

from collections.abc import Mapping

STROKES: Mapping[str, str] = {
    "0": "M5 1C1.5 1 1.5 13 5 13S8.5 1 5 1Z",
    "1": "M2.5 3.8L5.8 1V13",
    "2": "M1.5 4C1.5 0 8.5 0 8.5 4.2C8.5 7 4 9.5 1.5 13H8.7",
    "3": "M1.6 2.6C3 .4 8.2 .6 8.2 4S5.5 6.8 4 6.8C5.5 6.8 8.8 6.8 8.8 10S3.5 14.2 1.2 11",
    "4": "M7 13V1L1.2 9.5H9",
    "5": "M8.2 1H2.6L2 6.3C4 5 8.6 5 8.6 9.2S3.4 14 1.2 11",
    "6": "M7.8 1.4C3 2.5 1.4 6 1.4 9.3S3.5 13 5.1 13 8.7 11.5 8.7 9.2 7 5.8 5.1 5.8 1.5 7.2 1.4 9.3",
    "7": "M1.3 1H8.7L4 13",
    "8": "M5 6.6C2.5 6.6 1.9 4.9 1.9 3.8S3 1 5 1 8.1 2.6 8.1 3.8 7.5 6.6 5 6.6 1.4 8 1.4 9.9 3 13 5 13 8.6 11.8 8.6 9.9"
    " 7.5 6.6 5 6.6Z",
    "9": "M2.2 12.6C7 11.5 8.6 8 8.6 4.7S6.5 1 4.9 1 1.3 2.5 1.3 4.8 3 8.2 4.9 8.2 8.5 6.8 8.6 4.7",
    "A": "M1 13L5 1L9 13M2.6 9H7.4",
    "J": "M7 1V9.5C7 13.6 2 13.6 1.6 10",
    "Q": "M5 1C1.2 1 1.2 13 5 13S8.8 1 5 1ZM5.6 9.5L9 13.5",
    "K": "M1.8 1V13M8.6 1L1.8 8M4.3 5.5L9 13",
    "*": "M5 2L6.2 5.6H9.8L6.9 7.8L8 11.4L5 9.2L2 11.4L3.1 7.8L.2 5.6H3.8Z",
}
"""Every sign that can be drawn; `*` is the star of a joker."""


def drawable(sign: str) -> bool:
    """Whether every part of a sign has its strokes."""
    return bool(sign) and all(part in STROKES for part in sign)


def written(sign: str, colour: str) -> str:
    """A sign of one or two parts, its upper left corner at 0, 0."""
    paths = (
        f'<path d="{STROKES[part]}" transform="translate({at * 10})"/>' if at else f'<path d="{STROKES[part]}"/>'
        for at, part in enumerate(sign)
    )
    strokes = f'fill="none" stroke="{colour}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
    return f"<g {strokes}>{''.join(paths)}</g>"
