"""The words of a play: what each may be, the strict reader of one word, and the writer.

A word is one turn, show, lay-off, reshuffle, ruling, event or gap. Reading says what was written, never whether it was
allowed: a second draw, a discard without one, two closes in a turn are words like any other. The published grammar is
`play.lark`; this reader accepts the same, but for a new stock of which only some cards are named, events nobody knows,
and numbers of more than six digits. Words of a pack repeat all the time, so each is read once and kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from referee.cards import Card, Notation
from referee.game.actions import IncidentKind, LaidCard
from referee.record import messages
from referee.record.wording import Spoken

_KEPT_WORDS = 8_000
_KEPT_CHARACTERS = 16
"""Turns and lay-offs are shorter, and come again; a long word does not, and may say what takes a megabyte."""
_KEPT_PACKS = 64
_NUMBER = re.compile(r"[1-9][0-9]*")
_NAME = re.compile(r"[a-z_]+")
_LIKE_A_CARD = re.compile(r"[0-9]{1,3}[^\W\d_]?")
_NEXT_PART = re.compile(r"[+<x|,>=%-]")
EVENTS = tuple(kind.value for kind in IncidentKind)


class WordKind(StrEnum):
    """The kinds of word. A label is a word of its own only where no other word follows it."""

    TURN = "turn"
    PASS = "pass"  # noqa: S105 - no password
    SHOW = "show"
    LAY_OFF = "lay_off"
    RESHUFFLE = "reshuffle"
    RULING = "ruling"
    EVENT = "event"
    GAP = "gap"
    LABEL = "label"


class StepKind(StrEnum):
    """What a seat does in a turn: `+`, `<`, `-`, `x`."""

    DRAW = "draw"
    TAKE = "take"
    DISCARD = "discard"
    CLOSE = "close"


SIGNS = {"+": StepKind.DRAW, "<": StepKind.TAKE, "-": StepKind.DISCARD, "x": StepKind.CLOSE}
_SIGN_OF = {kind: sign for sign, kind in SIGNS.items()}
DRAWS = frozenset({StepKind.DRAW, StepKind.TAKE})


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a turn. `card` None: not known, or none at all where a seat closes `without_card`.

    `start` and `end` count from the beginning of the word.
    """

    kind: StepKind
    card: Card | None
    start: int
    end: int
    without_card: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """What one word says; which fields mean something depends on `kind`. `text` is the word as it is written.

    TURN `steps` · SHOW `melds`, `loose` (None: not said; a card of None: not known) · LAY_OFF `laid`, `number` of the
    meld · RESHUFFLE `order`, top first, None where not known · RULING `number` · EVENT `event`.
    """

    kind: WordKind
    text: str
    steps: tuple[Step, ...] = ()
    melds: tuple[tuple[Card, ...], ...] = ()
    loose: tuple[Card | None, ...] | None = None
    laid: tuple[LaidCard, ...] = ()
    order: tuple[Card, ...] | None = None
    number: int = 0
    event: IncidentKind | None = None

    @property
    def begins_with_throw(self) -> bool:
        """Whether it may complete an unfinished turn before it."""
        return bool(self.steps) and self.steps[0].kind not in DRAWS

    @property
    def unfinished(self) -> bool:
        """Whether it is a turn that ends with a draw."""
        return bool(self.steps) and self.steps[-1].kind in DRAWS


class WordError(ValueError):
    """A text that is no word: `start:end` is the part that is at fault, counted from the beginning of the text read."""

    def __init__(self, said: tuple[str, str], start: int, end: int, code: str = "UNREADABLE") -> None:
        super().__init__(said[0])
        self.message, self.help = said
        self.start, self.end, self.code = start, end, code


def forms_of(notation: Notation) -> Forms:
    """The reader of words with the cards of this notation; packs that look the same share it."""
    return _forms(notation.texts)


@lru_cache(_KEPT_PACKS)
def _forms(texts: tuple[str, ...]) -> Forms:
    return Forms(texts)


class Forms:
    """Reads words strictly, and keeps the short ones it has read."""

    __slots__ = ("_index", "_kept", "card", "texts")

    def __init__(self, texts: tuple[str, ...]) -> None:
        self.texts = texts
        longest_first = sorted(texts, key=len, reverse=True)
        self.card = re.compile(f"({'|'.join(map(re.escape, longest_first))})(?:'([1-9]))?")
        self._index = {text: index for index, text in enumerate(texts)}
        self._kept: dict[str, Form] = {}

    def read(self, word: str) -> Form:
        """What a word says; WordError if it is none. `word` holds no blanks."""
        form = self._kept.get(word)
        if form is None:
            form = _WordReader(self, word).form()
            if len(word) <= _KEPT_CHARACTERS:
                if len(self._kept) >= _KEPT_WORDS:
                    self._kept.clear()
                self._kept[word] = form
        return form

    def found(self, text: re.Match[str]) -> Card:
        """The card that `card` found in a text."""
        return Card(self._index[text[1]], int(text[2] or 0))

    def write(self, card: Card | None) -> str:
        """A card as it is written in a word."""
        if card is None:
            return "?"
        return f"{self.texts[card.index]}'{card.mark}" if card.mark else self.texts[card.index]

    def nearest(self, text: str) -> list[str]:
        """Up to three cards that may have been meant."""
        return _nearest_cards(self.texts, text)

    # -- writing -------------------------------------------------------------------------------------------------

    def turn(self, steps: Sequence[Step]) -> Form:
        """A turn with these steps, their places those of the text that is made."""
        made: list[Step] = []
        text = ""
        for step in steps:
            card = "" if step.without_card else self.write(step.card)
            piece = _SIGN_OF[step.kind] + card
            made.append(Step(step.kind, step.card, len(text), len(text) + len(piece), step.without_card))
            text += piece
        return Form(WordKind.TURN, text, steps=tuple(made))

    def show(self, melds: Sequence[Sequence[Card]], loose: Sequence[Card | None] | None) -> Form:
        """Melds put down, and what stays loose: in pack order, unknown cards last."""
        text = "=" + ",".join("".join(map(self.write, meld)) for meld in melds)
        if loose is not None:
            loose = sorted(loose, key=lambda card: (card is None, card or Card(0)))
            text += "|" + "".join(map(self.write, loose)) if loose else ""
        return Form(WordKind.SHOW, text, melds=tuple(map(tuple, melds)), loose=tuple(loose) if loose else None)

    def lay_off(self, laid: Sequence[LaidCard], number: int) -> Form:
        """Cards laid on a meld."""
        cards = "".join(
            self.write(one.card) + (f"={self.write(one.stands_for)}" if one.stands_for else "") for one in laid
        )
        return Form(WordKind.LAY_OFF, f"{cards}>{number}", laid=tuple(laid), number=number)

    def reshuffle(self, order: Sequence[Card] | None) -> Form:
        """The discards become the stock."""
        text = "%" + ("?" if order is None else "".join(map(self.write, order)))
        return Form(WordKind.RESHUFFLE, text, order=None if order is None else tuple(order))


PASS = Form(WordKind.PASS, ".")
GAP = Form(WordKind.GAP, "...")
LABEL = Form(WordKind.LABEL, "")


def ruling(number: int) -> Form:
    """A ruling takes effect."""
    return Form(WordKind.RULING, f"@{number}", number=number)


def event(kind: IncidentKind) -> Form:
    """Something that is not a play."""
    return Form(WordKind.EVENT, f"!{kind.value}", event=kind)


@dataclass(slots=True)
class _WordReader:
    """Reads one word from left to right."""

    forms: Forms
    word: str
    at: int = 0

    def form(self) -> Form:
        """The whole word."""
        word, sign = self.word, self.word[:1]
        if sign in SIGNS:
            return self.turn()
        if word == ".":
            return PASS
        if word == "...":
            return GAP
        self.at = 1
        if sign == "=":
            return self.show()
        if sign == "%":
            return self.reshuffle()
        if sign == "@":
            return self.done(ruling(self.number()))
        if sign == "!":
            return self.incident()
        self.at = 0
        return self.lay_off()

    def done(self, form: Form) -> Form:
        """The form, if nothing is left of the word."""
        if self.at < len(self.word):
            raise self.wrong()
        return form

    def wrong(self) -> WordError:
        """What stands here is nothing that can stand here."""
        found = _NEXT_PART.search(self.word, self.at + 1)
        end = found.start() if found else len(self.word)
        text = self.word[self.at : end]
        if not text:
            return WordError(messages.ends_too_early(self.word, Spoken("is_card")), self.at, self.at)
        if self.at == 0 or not text[0].isalnum():
            whole = self.word if self.at == 0 else text
            said = messages.no_word(self.word) if self.at == 0 else messages.unreadable_in(whole, self.word)
            return WordError(said, self.at, len(self.word) if self.at == 0 else end)
        return WordError(messages.no_card(text, self.word, self.forms.nearest(text)), self.at, end)

    def take(self, sign: str) -> bool:
        """Whether this sign comes next; then it is passed."""
        if self.word.startswith(sign, self.at):
            self.at += 1
            return True
        return False

    def card(self) -> Card | None:
        """The card that comes next, None if none does."""
        found = self.forms.card.match(self.word, self.at)
        if not found:
            return None
        self.at = found.end()
        return self.forms.found(found)

    def cards(self) -> list[Card]:
        """The cards that come next."""
        cards = []
        while (card := self.card()) is not None:
            cards.append(card)
        return cards

    def some_unknown(self) -> list[Card | None]:
        """Cards, some of them perhaps unknown; at least one."""
        cards: list[Card | None] = []
        while self.at < len(self.word):
            unknown = self.take("?")
            card = None if unknown else self.card()
            if card is None and not unknown:
                break
            cards.append(card)
        if not cards:
            raise self.wrong()
        return cards

    def number(self) -> int:
        """A number from 1 up."""
        found = _NUMBER.match(self.word, self.at)
        if not found:
            raise WordError(messages.no_number(self.word), 0, len(self.word))
        if len(found[0]) > 6:
            raise WordError(messages.number_too_large(found[0]), *found.span())
        self.at = found.end()
        return int(found[0])

    def turn(self) -> Form:
        steps = []
        while self.at < len(self.word):
            start = self.at
            kind = SIGNS.get(self.word[start])
            if kind is None:
                raise self.wrong()
            self.at += 1
            card = self.card()
            known = card is not None or kind is StepKind.DRAW or kind is StepKind.CLOSE
            unknown = card is None and known and self.take("?")
            without = kind is StepKind.CLOSE and card is None and not unknown
            if card is None and not unknown and not (without and self._step_ends()):
                raise self.wrong()
            steps.append(Step(kind, card, start, self.at, without))
        return Form(WordKind.TURN, self.word, steps=tuple(steps))

    def _step_ends(self) -> bool:
        return self.at == len(self.word) or self.word[self.at] in SIGNS

    def show(self) -> Form:
        melds = []
        if self.at < len(self.word) and self.word[self.at] != "|":
            while True:
                meld = self.cards()
                if not meld:
                    raise self.wrong()
                melds.append(tuple(meld))
                if not self.take(","):
                    break
        loose = tuple(self.some_unknown()) if self.take("|") else None
        return self.done(Form(WordKind.SHOW, self.word, melds=tuple(melds), loose=loose))

    def reshuffle(self) -> Form:
        cards = self.some_unknown() if self.at < len(self.word) else [None]
        known = tuple(card for card in cards if card is not None)
        if known and len(known) < len(cards):
            raise WordError(messages.half_known(self.word), 0, len(self.word))
        if not known and len(cards) > 1:
            raise WordError(messages.half_known(self.word), 0, len(self.word))
        return self.done(Form(WordKind.RESHUFFLE, self.word, order=known or None))

    def lay_off(self) -> Form:
        laid = []
        while (card := self.card()) is not None:
            place = None
            if self.take("="):
                place = self.card()
                if place is None:
                    raise self.wrong()
            laid.append(LaidCard(card, place))
        if not laid or not self.take(">"):
            raise self.wrong()
        return self.done(Form(WordKind.LAY_OFF, self.word, laid=tuple(laid), number=self.number()))

    def incident(self) -> Form:
        found = _NAME.match(self.word, self.at)
        name = self.word[self.at :]
        if not found or found.end() != len(self.word) or name not in EVENTS:
            raise WordError(messages.no_event(name, EVENTS), 0, len(self.word))
        self.at = len(self.word)
        return event(IncidentKind(name))


def _nearest_cards(texts: Sequence[str], wrong: str) -> list[str]:
    """Cards of the same suit with a near number, then of the same rank; at most three, in pack order."""
    if not _LIKE_A_CARD.fullmatch(wrong):
        return []
    digits = "".join(sign for sign in wrong if sign.isdigit())

    def distance(text: str) -> int | None:
        own = "".join(sign for sign in text if sign.isdigit())
        if not own:
            return None
        if text[-1] == wrong[-1:].lower():
            return abs(int(own) - int(digits))
        return 0 if own == digits and not wrong[-1:].isdigit() else None

    near = sorted((apart, index) for index, text in enumerate(texts) if (apart := distance(text)) is not None)
    return [texts[index] for index in sorted(index for _, index in near[:3])]
