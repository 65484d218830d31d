"""The figures: sota, caballo and rey of the Spanish pack, jack, queen and king of the French, and the joker.

They stand in the middle of a card 120 wide and 186 high, each in the dress of its suit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

LINE = "#2b2118"
SKIN = "#f3cfa6"
GOLD = "#f0b93c"


class Dress(NamedTuple):
    """What a figure wears: the main colour, its shade, the second colour, and hair."""

    main: str
    shade: str
    second: str
    hair: str


DRESSES: Mapping[str, Dress] = {
    "oros": Dress("#d8432f", "#a52c1e", "#f4bd3a", "#6a4423"),
    "copas": Dress("#2f6fb0", "#204e80", "#cf3a2e", "#3f2a18"),
    "espadas": Dress("#3f8f86", "#2a655f", "#bcd8ee", "#8a5a2b"),
    "bastos": Dress("#e0952f", "#b06f19", "#6fa844", "#2f2016"),
    "spades": Dress("#2f5d9e", "#1f4274", "#f0b93c", "#4b3219"),
    "hearts": Dress("#c8343a", "#932025", "#f0b93c", "#8a5a2b"),
    "diamonds": Dress("#d9802c", "#a35c18", "#3a6fb0", "#6a4423"),
    "clubs": Dress("#3f8a4c", "#2a6235", "#c8343a", "#3f2a18"),
}


def _face(x: int, y: int, radius: int) -> str:
    """A face with eyes and a mouth."""
    eye = radius * 0.35
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{SKIN}"/>'
        f'<g fill="{LINE}" stroke="none"><circle cx="{x - eye:g}" cy="{y}" r="1.1"/>'
        f'<circle cx="{x + eye:g}" cy="{y}" r="1.1"/></g>'
        f'<path d="M{x - eye:g} {y + radius * 0.5:g}Q{x} {y + radius * 0.75:g} {x + eye:g} {y + radius * 0.5:g}"'
        ' fill="none"/>'
    )


def _held(suit: str, x: int, y: int, size: str) -> str:
    """The sign of the suit in a hand."""
    return f'<use href="#sign-{suit}" transform="translate({x} {y}) scale({size})"/>'


def sota(suit: str) -> str:
    """A page on foot, the sign held up."""
    main, shade, second, hair = DRESSES[suit]
    return (
        f'<g stroke="{LINE}" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round">'
        f'<path d="M44 116L43 150H52L56 124L61 150H70L68 116Z" fill="{second}"/>'
        f'<path d="M36 154Q38 147 44 148H53V154ZM61 154V148H70Q77 148 78 154Z" fill="{shade}"/>'
        f'<path d="M41 80C41 71 71 71 71 80L78 118C66 126 46 126 34 118Z" fill="{main}"/>'
        f'<path d="M35 113C47 121 65 121 77 113L78 118C66 126 46 126 34 118Z" fill="{second}"/>'
        f'<path d="M38 98C50 103 62 103 74 98L75 102C62 107 50 107 37 102Z" fill="{GOLD}"/>'
        f'<path d="M56 74V98" fill="none" stroke="{shade}"/>'
        f'<path d="M42 77L31 100L37 103L48 88Z" fill="{shade}"/><circle cx="33" cy="103" r="4" fill="{SKIN}"/>'
        f'<path d="M69 76L83 66L88 72L73 90Z" fill="{shade}"/><circle cx="87" cy="67" r="4" fill="{SKIN}"/>'
        f'<path d="M44 58C42 42 70 42 68 58L70 70Q64 72 62 66H50Q48 72 42 70Z" fill="{hair}"/>'
        f"{_face(56, 60, 10)}"
        f'<path d="M44 54C42 40 70 37 71 52Q58 46 44 54Z" fill="{main}"/>'
        f'<path d="M66 44C70 34 78 32 84 33C82 40 76 45 68 47Z" fill="{second}"/>'
        f"</g>{_held(suit, 89, 47, '1.6')}"
    )


def caballo(suit: str) -> str:
    """A rider, the sign held up behind the head of his horse."""
    main, shade, second, hair = DRESSES[suit]
    horse = "#e9e2d2"
    return (
        f'<g stroke="{LINE}" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round">'
        f'<path d="M86 108C100 104 103 122 98 138C94 128 92 120 85 117Z" fill="{hair}"/>'
        f'<path d="M74 120L72 152H79L83 124ZM46 122L45 152H52L57 122Z" fill="#cfc5b0"/>'
        f'<path d="M84 116L92 133L87 152H94L99 132L90 108ZM42 118L30 128L34 142L40 141L38 131L52 124Z" fill="{horse}"/>'
        f'<path d="M36 110C33 96 28 88 33 79L44 77C50 90 60 97 76 97C92 97 96 112 90 120C80 130 44 130 36 110Z"'
        f' fill="{horse}"/>'
        f'<path d="M46 78L40 71L37 76L30 79L17 93Q15 99 21 100L28 97L40 92Z" fill="{horse}"/>'
        f'<path d="M40 74C50 76 54 88 60 98L50 96C46 88 44 84 38 78Z" fill="{hair}"/>'
        f'<circle cx="32" cy="84" r="1.4" fill="{LINE}" stroke="none"/>'
        f'<path d="M20 95L24 93M27 80L32 94L58 92" fill="none" stroke="{shade}"/>'
        f'<path d="M50 97H80L83 114H53Z" fill="{second}"/><path d="M53 110H82" stroke="{GOLD}" stroke-width="2"/>'
        f'<path d="M54 68C54 61 76 61 76 68L80 100H52Z" fill="{main}"/>'
        f'<path d="M53 92C62 95 70 95 79 92V96C70 99 62 99 53 96Z" fill="{GOLD}"/>'
        f'<path d="M58 99L57 120L49 124V127H63L72 100Z" fill="{shade}"/>'
        f'<path d="M57 69L47 84L51 89L62 80Z" fill="{shade}"/><circle cx="49" cy="88" r="3.4" fill="{SKIN}"/>'
        f'<path d="M74 67L86 60L90 66L77 79Z" fill="{shade}"/><circle cx="89" cy="61" r="3.6" fill="{SKIN}"/>'
        f'<path d="M55 52C53 38 77 38 75 52L76 60Q71 62 70 57H60Q59 62 54 60Z" fill="{hair}"/>'
        f"{_face(65, 52, 9)}"
        f'<path d="M50 48Q65 40 80 48L76 45C76 32 54 32 54 45Z" fill="{main}"/>'
        f'<path d="M57 37C52 30 46 29 42 31C44 37 50 41 56 42Z" fill="{second}"/>'
        f"</g>{_held(suit, 93, 40, '1.45')}"
    )


def rey(suit: str) -> str:
    """A king in his robe, the sign in his hand."""
    main, shade, second, hair = DRESSES[suit]
    return (
        f'<g stroke="{LINE}" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round">'
        f'<path d="M38 80C38 70 74 70 74 80L86 152Q56 158 26 152Z" fill="{main}"/>'
        f'<path d="M51 80H61L65 154Q56 156 47 154Z" fill="#fbf3df"/>'
        f'<g fill="{LINE}" stroke="none"><circle cx="56" cy="96" r="1.3"/><circle cx="53" cy="106" r="1.3"/>'
        '<circle cx="59" cy="116" r="1.3"/><circle cx="53" cy="126" r="1.3"/><circle cx="59" cy="136" r="1.3"/>'
        '<circle cx="54" cy="146" r="1.3"/></g>'
        f'<path d="M39 77C32 100 28 128 26 152L37 154C40 128 44 104 50 82ZM73 77C80 100 84 128 86 152L75 154'
        f'C72 128 68 104 62 82Z" fill="{shade}"/>'
        f'<path d="M38 80C46 88 66 88 74 80L76 86C66 95 46 95 36 86Z" fill="{second}"/>'
        f'<path d="M44 88L38 112L46 116L52 100Z" fill="{main}"/><circle cx="44" cy="116" r="4.4" fill="{SKIN}"/>'
        f'<path d="M70 86L84 92L88 86L75 77Z" fill="{main}"/><circle cx="87" cy="87" r="4.4" fill="{SKIN}"/>'
        f'<path d="M43 58C42 46 70 46 69 58L71 72H41Z" fill="{hair}"/>'
        f"{_face(56, 60, 10)}"
        f'<path d="M45 61C44 84 68 84 67 61C64 68 60 65 56 66C52 65 48 68 45 61Z" fill="{hair}"/>'
        f'<path d="M53 69Q56 71 59 69" fill="none" stroke="{SKIN}"/>'
        f'<path d="M43 53L39 36L48 43L56 31L64 43L73 36L69 53Q56 48 43 53Z" fill="{GOLD}"/>'
        f'<g fill="{second}" stroke-width=".8"><circle cx="39" cy="36" r="2"/><circle cx="56" cy="31" r="2"/>'
        '<circle cx="73" cy="36" r="2"/></g>'
        f"</g>{_held(suit, 90, 66, '1.6')}"
    )


def _half(suit: str, head: str, dress: str) -> str:
    """A court of the French pack: the same half twice, once upside down."""
    half = f"{dress}{head}{_held(suit, 38, 38, '.9')}"
    frame = f'<rect x="25" y="22" width="70" height="142" rx="3" fill="#fbf6e6" stroke="{DRESSES[suit].shade}"/>'
    drawn = f'stroke="{LINE}" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round"'
    return f'{frame}<g {drawn}>{half}</g><g {drawn} transform="rotate(180 60 93)">{half}</g>'


def _shoulders(suit: str) -> str:
    main, shade, second, _ = DRESSES[suit]
    return (
        f'<path d="M26 93C27 74 44 68 60 68S93 74 94 93Z" fill="{main}"/>'
        f'<path d="M40 71L56 93H46L32 78ZM80 71L64 93H74L88 78Z" fill="{second}"/>'
        f'<path d="M50 66Q60 78 70 66L72 72Q60 84 48 72Z" fill="#fbf3df"/>'
        f'<path d="M26 93H94" stroke="{shade}"/>'
    )


def jack(suit: str) -> str:
    """A young man with a feathered cap."""
    main, _, second, hair = DRESSES[suit]
    head = (
        f'<path d="M47 52C45 34 75 34 73 52L75 66Q68 68 67 60H53Q52 68 45 66Z" fill="{hair}"/>{_face(60, 55, 11)}'
        f'<path d="M46 49C44 33 76 33 74 49Q60 42 46 49Z" fill="{main}"/>'
        f'<path d="M68 40C74 28 84 27 90 29C87 37 80 43 70 44Z" fill="{second}"/>'
    )
    return _half(suit, head, _shoulders(suit))


def queen(suit: str) -> str:
    """A woman with long hair and a small crown."""
    _, _, second, hair = DRESSES[suit]
    head = (
        f'<path d="M44 54C42 32 78 32 76 54L80 76Q70 80 68 64H52Q50 80 40 76Z" fill="{hair}"/>{_face(60, 55, 11)}'
        f'<path d="M48 44L46 32L54 37L60 29L66 37L74 32L72 44Q60 39 48 44Z" fill="{GOLD}"/>'
        f'<circle cx="60" cy="71" r="2.4" fill="{second}"/>'
    )
    return _half(suit, head, _shoulders(suit))


def king(suit: str) -> str:
    """A bearded man with a large crown."""
    _, _, second, hair = DRESSES[suit]
    head = (
        f'<path d="M46 54C45 40 75 40 74 54L76 68H44Z" fill="{hair}"/>{_face(60, 55, 11)}'
        f'<path d="M48 56C47 82 73 82 72 56C69 64 64 61 60 62C56 61 51 64 48 56Z" fill="{hair}"/>'
        f'<path d="M57 66Q60 68 63 66" fill="none" stroke="{SKIN}"/>'
        f'<path d="M46 48L42 30L52 37L60 25L68 37L78 30L74 48Q60 42 46 48Z" fill="{GOLD}"/>'
        f'<circle cx="60" cy="39" r="2.4" fill="{second}"/>'
    )
    return _half(suit, head, _shoulders(suit))


def joker() -> str:
    """A jester with three bells."""
    return (
        f'<g stroke="{LINE}" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round">'
        '<path d="M28 152C30 128 44 120 60 120S90 128 92 152Z" fill="#d8432f"/>'
        '<path d="M60 120V152H92C90 128 76 120 60 120Z" fill="#2f6fb0"/>'
        f'<path d="M32 116L40 132L48 120L60 138L72 120L80 132L88 116Q60 108 32 116Z" fill="{GOLD}"/>'
        f"{_face(60, 96, 19)}"
        '<path d="M40 92C34 74 40 60 22 52C42 44 54 56 58 78Z" fill="#d8432f"/>'
        '<path d="M80 92C86 74 80 60 98 52C78 44 66 56 62 78Z" fill="#2f6fb0"/>'
        f'<path d="M46 84C44 62 52 50 60 34C68 50 76 62 74 84Q60 78 46 84Z" fill="{GOLD}"/>'
        '<path d="M40 92Q60 76 80 92L78 86Q60 72 42 86Z" fill="#fbf3df"/>'
        f'<g fill="{GOLD}"><circle cx="22" cy="52" r="4.6"/><circle cx="98" cy="52" r="4.6"/>'
        '<circle cx="60" cy="32" r="4.6"/><circle cx="60" cy="140" r="4.6"/></g>'
        '<path d="M22 53V57M98 53V57M60 33V37M60 141V145" fill="none"/></g>'
    )
