"""The signs of the suits: coins, cups, swords and clubs of the Spanish pack, and the four of the French.

Each is drawn round 0, 0 and reaches about 10 in every direction. `INK` is the colour of a suit in the corner of its
cards; `FRAME_GAPS` how often the frame of a Spanish card is broken, *la pinta*: held in a fan, a card tells its suit
by its upper edge alone.
"""

from __future__ import annotations

from collections.abc import Mapping

FRAME_GAPS: Mapping[str, int] = {"oros": 0, "copas": 1, "espadas": 2, "bastos": 3}

INK: Mapping[str, str] = {
    "oros": "#8a5a00",
    "copas": "#a3231d",
    "espadas": "#1f4a7d",
    "bastos": "#35601f",
    "spades": "#1d1d22",
    "hearts": "#c02026",
    "diamonds": "#c02026",
    "clubs": "#1d1d22",
}

SIGNS: Mapping[str, str] = {
    "oros": (
        '<circle r="10" fill="#f4bd3a" stroke="#8a5a00"/>'
        '<circle r="7.6" fill="#fbe08a" stroke="#8a5a00" stroke-width=".7"/>'
        '<path d="M0-6.6L1.6-2.4L5.8-3.4L3.2 0L5.8 3.4L1.6 2.4L0 6.6L-1.6 2.4L-5.8 3.4L-3.2 0L-5.8-3.4L-1.6-2.4Z"'
        ' fill="#d8432f"/>'
        '<circle r="1.9" fill="#f4bd3a" stroke="#8a5a00" stroke-width=".6"/>'
        '<g fill="#8a5a00"><circle cy="-8.8" r=".6"/><circle cy="8.8" r=".6"/><circle cx="-8.8" r=".6"/>'
        '<circle cx="8.8" r=".6"/><circle cx="6.2" cy="6.2" r=".6"/><circle cx="-6.2" cy="6.2" r=".6"/>'
        '<circle cx="6.2" cy="-6.2" r=".6"/><circle cx="-6.2" cy="-6.2" r=".6"/></g>'
    ),
    "copas": (
        '<path d="M-1.8 1.5H1.8V5.2C4.6 5.6 6 7.4 6.2 9.8H-6.2C-6 7.4-4.6 5.6-1.8 5.2Z" fill="#f0b93c"'
        ' stroke="#7a4a00" stroke-width=".7"/>'
        '<path d="M-7.2-8.2C-7.6-1.4-4.2 3 0 3S7.6-1.4 7.2-8.2Z" fill="#cf3a2e" stroke="#6a1511" stroke-width=".8"/>'
        '<path d="M-6.9-4.6Q0-2.2 6.9-4.6L6.4-2Q0 .6-6.4-2Z" fill="#f0b93c"/>'
        '<ellipse cy="-8.2" rx="7.2" ry="1.8" fill="#f7d477" stroke="#7a4a00" stroke-width=".7"/>'
        '<path d="M-4.4 8H4.4" stroke="#7a4a00" stroke-width=".7"/><circle cy="4" r="1.5" fill="#cf3a2e"/>'
    ),
    "espadas": (
        '<path d="M-1.9 4L-1.6-7.6L0-10.4L1.6-7.6L1.9 4Z" fill="#bcd8ee" stroke="#1f4a7d" stroke-width=".8"/>'
        '<path d="M0-8.6V3.4" stroke="#1f4a7d" stroke-width=".6"/>'
        '<path d="M-1.1 5.2H1.1L1.3 8.6H-1.3Z" fill="#b23a30" stroke="#6a1511" stroke-width=".5"/>'
        '<path d="M-5.8 3.6Q-6.4 2.2-5 2.4Q0 4.6 5 2.4Q6.4 2.2 5.8 3.6Q4.6 5.6 0 5.6T-5.8 3.6Z" fill="#f0b93c"'
        ' stroke="#7a4a00" stroke-width=".6"/>'
        '<circle cy="9.4" r="1.3" fill="#f0b93c" stroke="#7a4a00" stroke-width=".5"/>'
    ),
    "bastos": (
        '<path d="M-3-2.6L-6.4-5.6L-5-7L-2.2-4.8ZM2.8-.8L6.2-3.8L7.2-2.2L2.6 2ZM-2.4 3L-5.2 1.6L-4.8-.2L-2.4 1Z"'
        ' fill="#6fa844" stroke="#2e4d1a" stroke-width=".7"/>'
        '<path d="M-1.7 9.6C-2 5-3.8 .4-3.8-4.4C-3.6-8.6-1.8-10.2 .2-10.2S4-8.4 3.8-4.4C3.6 .4 2 5 1.7 9.6Z"'
        ' fill="#b77d40" stroke="#5a3714" stroke-width=".8"/>'
        '<path d="M-1.5-7.2Q-2.5-3-1.1 2M1.6-6Q2-1 .6 5" fill="none" stroke="#dcb27c" stroke-width=".8"/>'
        '<ellipse cy="9.6" rx="1.7" ry=".8" fill="#f0dcae" stroke="#5a3714" stroke-width=".6"/>'
        '<circle cx=".8" cy="-3.4" r=".9" fill="#5a3714"/><circle cx="-.8" cy="4" r=".7" fill="#5a3714"/>'
    ),
    "spades": (
        '<path d="M0-10C2-6 9-2.6 9 3.2C9 8 3.4 9 1 5.4Q1.4 8.6 3.4 10H-3.4Q-1.4 8.6-1 5.4C-3.4 9-9 8-9 3.2'
        'C-9-2.6-2-6 0-10Z" fill="#1d1d22"/>'
    ),
    "hearts": (
        '<path d="M0 10C-2.4 5.4-9.4 1.6-9.4-4C-9.4-10-2-10.8 0-5.4C2-10.8 9.4-10 9.4-4C9.4 1.6 2.4 5.4 0 10Z"'
        ' fill="#c02026"/>'
    ),
    "diamonds": '<path d="M0-10.4Q3.4-4.6 8 0Q3.4 4.6 0 10.4Q-3.4 4.6-8 0Q-3.4-4.6 0-10.4Z" fill="#c02026"/>',
    "clubs": (
        '<g fill="#1d1d22"><circle cy="-5.4" r="4.4"/><circle cx="-5" cy="1.8" r="4.4"/>'
        '<circle cx="5" cy="1.8" r="4.4"/>'
        '<path d="M-1.6-2H1.6L1 4.6Q1.6 8.4 3.4 10H-3.4Q-1.6 8.4-1 4.6Z"/></g>'
    ),
}
