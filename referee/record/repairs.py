"""Tolerant reading of words as people type them: exactly the repairs that section 4 of the format lists.

Seats by name, labels glued to the turn, blanks inside a word, stray commas, typographic signs, cards in other letters
or in words, and `<` without its card where the play itself tells which card lay on top. Each is made only where there
is one reading. A turn, a draw or a card that is not in the pack is never made up.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from referee.cards import Card, CardError, Notation
from referee.game.actions import IncidentKind, LaidCard
from referee.limits import CARD_CHARACTERS
from referee.record import messages
from referee.record.loose_cards import card_reader
from referee.record.naming import plain_name
from referee.record.wording import Spoken
from referee.record.words import (
    EVENTS,
    GAP,
    PASS,
    SIGNS,
    Form,
    Forms,
    Step,
    StepKind,
    WordError,
    WordKind,
    event,
    ruling,
)

_TYPED = dict.fromkeys("\u2212\u2010\u2011\u2012\u2013\u2014\uff0d", "-") | dict.fromkeys("X\u00d7\u2715\u2716", "x")
_STRAY = ",;"
_BLANK = re.compile(r"[^\S\n\r]*")
_CARD_ENDS = re.compile(r"[\n\r#+<|>=,;@!%:?\-\u2212\u2010-\u2014\uff0d]|\.\.")
_CARD_BREAKS = re.compile(r"[^\S\n\r]+|(?=[xX\u00d7\u2715\u2716])")
_BEFORE_MELD = re.compile(r"[^\n\r#|,;+<@!%\-\u2212\u2010-\u2014\uff0d:]*>")
_NAME_LABEL = re.compile(r"[^\W\d_][^\s:#+<|>=%@!,;?]*[^\S\n\r]?:")
_PIECE = re.compile(r"[^\s#]+")
_NAME = re.compile(r"\w+")
_NUMBER = re.compile(r"[1-9][0-9]*")
_LABEL_TEXT = 60
_LAID_TEXT = 500
_CARD_WORDS = 4

STRAY, BLANK, SIGN, LOOSELY = "stray punctuation", "blank inside a word", "typographic sign", "card written loosely"
BY_NAME, GLUED, OTHER_LETTER = "seat written by name", "label glued to the turn", "seat written in another way"
NO_UPCARD = "upcard not named"


class LooseReader:
    """Reads one word of a play from a place on."""

    def __init__(self, value: str, notation: Notation, forms: Forms, seats: Mapping[str, str]) -> None:
        self.value, self.forms, self.seats = value, forms, seats
        self._cards = card_reader(notation)
        self._named: dict[str, list[str]] = {}
        for letter, name in seats.items():
            self._named.setdefault(plain_name(name), []).append(letter)
        self.reasons: dict[str, None] = {}
        self.parted = False  # whether blanks stand between the cards of the lay-off that was read last

    # -- labels --------------------------------------------------------------------------------------------------

    def label(self, start: int) -> tuple[str, int, str] | None:
        """The seat that a label names here: letter, where the label ends, and what was repaired; None if none stands.

        WordError for a label that names no seat.
        """
        colon = self.value.find(":", start, start + _LABEL_TEXT)
        if colon < 0:
            return None
        text = self.value[start:colon]
        if "\n" in text or "#" in text:
            return None
        name = plain_name(text)
        letters = self._named.get(name, [])
        exact = text.strip().upper()
        if exact in self.seats:
            letters = [exact] if text.strip() == exact else sorted({exact, *letters})
        if len(letters) == 1:
            glued = self.value[colon + 1 : colon + 2].strip() != ""
            why = [BY_NAME] if exact not in self.seats else [OTHER_LETTER] if text not in self.seats else []
            return letters[0], colon + 1, ", ".join([*why, *([GLUED] if glued else [])])
        if letters:
            fault = messages.two_such_seats((), text, letters)
            raise WordError((fault.message, fault.help), start, colon, "NO_SUCH_SEAT")
        if _NAME_LABEL.fullmatch(self.value, start, colon + 1):
            raise WordError(messages.no_seat_label(text, self.seats), start, colon, "NO_SUCH_SEAT")
        return None

    # -- words ---------------------------------------------------------------------------------------------------

    def goes_on(self, form: Form, end: int) -> bool:
        """Whether what stands behind a well-formed word can only belong to it."""
        at = self._blanks(end)
        sign = self.value[at : at + 1]
        if form.kind is WordKind.SHOW:
            return (at > end and sign in {",", "|"}) or self._bare_cards(at)
        closes = bool(form.steps) and form.steps[-1].without_card
        unordered = form.kind is WordKind.RESHUFFLE and form.text == "%"
        return (closes or unordered) and (self._bare_cards(at) or sign == "?")

    def word(self, start: int, upcard: Card | None) -> tuple[Form, int, tuple[str, ...]]:
        """The word that begins at `start`: what it says, where it ends and what was repaired. WordError."""
        self.reasons, self.parted = {}, False
        sign = self._sign(start)
        if sign in SIGNS:
            form, end = self._turn(start, upcard)
        elif self.value.startswith("...", start) or sign == "\u2026":
            form, end = GAP, start + (1 if sign == "\u2026" else 3)
            self._because(SIGN, sign == "\u2026")
        elif sign == ".":
            form, end = PASS, start + 1
        elif sign == "=":
            form, end = self._show(start)
        elif sign == "%":
            form, end = self._reshuffle(start)
        elif sign == "@":
            number, end = self._number(start, start + 1)
            form = ruling(number)
        elif sign == "!":
            form, end = self._event(start)
        else:
            form, end = self._lay_off(start)
        return form, self._behind(start, end), tuple(self.reasons)

    def _behind(self, start: int, end: int) -> int:
        """Stray commas behind a word belong to it; anything else has to be parted from it."""
        while (sign := self.value[end : end + 1]) and sign in _STRAY:
            self._because(STRAY)
            end += 1
        rest = _PIECE.match(self.value, end)
        if rest is None:
            return end
        if end == start or self.value[end - 1] not in _STRAY:
            word = self._piece(start)
            if rest[0][0].isalnum() and self.card(rest.start()) is None:
                said = messages.no_card(rest[0], word, self.forms.nearest(rest[0]))
            else:
                said = messages.unreadable_in(rest[0], word)
            raise WordError(said, *rest.span())
        return end

    def _turn(self, start: int, upcard: Card | None) -> tuple[Form, int]:
        steps: list[Step] = []
        at = start
        while (kind := SIGNS.get(self._sign(at))) is not None:
            if steps and self.value[at - 1].isspace() and self.value[at] in "xX" and self._is_label(at):
                break
            begin, step_from = at, at + 1
            self._because(SIGN, self.value[at] not in SIGNS)
            card, at, without = self._step_card(kind, step_from, start, upcard)
            steps.append(Step(kind, card, begin - start, at - start, without))
            after = self._blanks(at)
            throws = SIGNS.get(self._sign(after)) in {StepKind.DISCARD, StepKind.CLOSE}
            if after > at and throws and kind in {StepKind.DRAW, StepKind.TAKE}:
                self._because(BLANK)
                at = after
            elif after > at:
                break
        form = self.forms.turn(steps)
        return Form(WordKind.TURN, form.text, steps=tuple(steps)), at

    def _step_card(self, kind: StepKind, at: int, start: int, upcard: Card | None) -> tuple[Card | None, int, bool]:
        """The card behind a sign: card, where it ends, and whether there is none."""
        after = self._blanks(at)
        if self.value[after : after + 1] == "?" and kind in {StepKind.DRAW, StepKind.CLOSE}:
            self._because(BLANK, after > at)
            return None, after + 1, False
        beside = after == at
        if kind is StepKind.CLOSE and (not beside and not self._bare_cards(after)):
            return None, at, True
        card = self.card(after)
        if card is not None:
            self._because(BLANK, not beside)
            return card[0], card[1], False
        ends = after >= len(self.value) or self._sign(after) in SIGNS or self.value[after] in "\n\r#,;" or not beside
        if ends and kind is StepKind.CLOSE:
            return None, at, True
        if ends and kind is StepKind.TAKE:
            if upcard is None:
                raise WordError(messages.upcard_unknown(self._piece(start)), start, at)
            self._because(NO_UPCARD)
            return upcard, at, False
        raise self._no_card(start, after)

    def _show(self, start: int) -> tuple[Form, int]:
        melds: list[list[Card]] = []
        loose: list[Card | None] | None = None
        at, fresh = start + 1, True  # fresh: a meld or the loose cards begin here
        while True:
            after = self._blanks(at)
            sign = self.value[after : after + 1]
            if sign == "|" and loose is None:
                loose, fresh = [], True
                self._because(BLANK, after > at)
                at = after + 1
                continue
            if sign and sign in _STRAY and self.card(self._blanks(after + 1)) and not self._lays_off(after + 1):
                self._because(STRAY, loose is not None or sign != ",")
                self._because(BLANK, after > at or self._blanks(after + 1) > after + 1)
                at, fresh = self._blanks(after + 1), True
                continue
            if sign == "?" and loose is not None:
                loose.append(None)
                at = after + 1
                continue
            needed = fresh and (bool(melds) or loose is not None)
            card = self.card(after) if after == at or needed or self._bare_cards(after) else None
            if card is None:
                break
            self._because(BLANK, after > at)
            if loose is not None:
                loose.append(card[0])
            elif fresh:
                melds.append([card[0]])
            else:
                melds[-1].append(card[0])
            at, fresh = card[1], False
        if loose == []:
            raise self._no_card(start, at)
        return self.forms.show(melds, loose), at

    def _reshuffle(self, start: int) -> tuple[Form, int]:
        order: list[Card | None] = []
        at = start + 1
        while True:
            after = self._blanks(at)
            sign = self.value[after : after + 1]
            if sign and sign in _STRAY and order and self.card(self._blanks(after + 1)):
                self._because(STRAY)
                at = after + 1
                continue
            if sign == "?" and (after == at or not order):
                order.append(None)
                at = after + 1
                continue
            card = self.card(after) if after == at or self._bare_cards(after) else None
            if card is None:
                break
            self._because(BLANK, after > at)
            order.append(card[0])
            at = card[1]
        known = [card for card in order if card is not None]
        if len(order) > 1 and len(known) < len(order):
            raise WordError(messages.half_known(self._piece(start)), start, at)
        return self.forms.reshuffle(known or None), at

    def _lay_off(self, start: int) -> tuple[Form, int]:
        laid: list[LaidCard] = []
        at = start
        while True:
            after = self._blanks(at)
            if self.value.startswith(">", after) and laid:
                self._because(BLANK, after > at)
                number, end = self._number(start, self._blanks(after + 1))
                self._because(BLANK, self._blanks(after + 1) > after + 1)
                return self.forms.lay_off(laid, number), end
            card = self.card(after)
            if card is None:
                raise self._no_card(start, after) if laid else self._no_word(start)
            self._because(BLANK, after > at)
            self.parted = self.parted or after > at
            at = card[1]
            equals = self._blanks(at)
            place = None
            if self.value.startswith("=", equals):
                behind = self._blanks(equals + 1)
                place = self.card(behind)
                if place is None:
                    raise self._no_card(start, behind)
                self._because(BLANK, equals > at or behind > equals + 1)
                at = place[1]
            laid.append(LaidCard(card[0], place[0] if place else None))
            if not self._lays_off(at):
                raise self._no_word(start)

    def _event(self, start: int) -> tuple[Form, int]:
        found = _NAME.match(self.value, start + 1)
        name = found[0] if found else ""
        if name.casefold() not in EVENTS:
            end = found.end() if found else start + 1
            raise WordError(messages.no_event(name, EVENTS), start, end)
        self._because(LOOSELY.replace("card", "event"), name not in EVENTS)
        return event(IncidentKind(name.casefold())), start + 1 + len(name)

    # -- pieces --------------------------------------------------------------------------------------------------

    def _because(self, reason: str, is_so: bool = True) -> None:
        if is_so:
            self.reasons[reason] = None

    def _sign(self, at: int) -> str:
        sign = self.value[at : at + 1]
        return _TYPED.get(sign, sign)

    def _blanks(self, at: int) -> int:
        found = _BLANK.match(self.value, at)
        return found.end() if found else at

    def _piece(self, start: int) -> str:
        found = _PIECE.match(self.value, start)
        return found[0] if found else ""

    def _is_label(self, at: int) -> bool:
        try:
            return self.label(at) is not None
        except WordError:
            return True

    def _lays_off(self, at: int) -> bool:
        """Whether cards that begin here are laid on a meld."""
        return _BEFORE_MELD.match(self.value, at, at + _LAID_TEXT) is not None

    def _bare_cards(self, at: int) -> bool:
        """Whether a card stands here that is no word of its own: no label, and not laid on a meld."""
        return self.card(at) is not None and not self._lays_off(at) and not self._is_label(at)

    def card(self, at: int) -> tuple[Card, int] | None:
        """The card that begins here, however it is written, and where it ends; of several readings the longest."""
        strict = self.forms.card.match(self.value, at)
        if strict:
            behind = self.value[strict.end() : strict.end() + 1]
            whole = not behind.isalpha() or behind in "xX\u00d7"
            if whole or self.forms.card.match(self.value, strict.end()):
                return self.forms.found(strict), strict.end()
        if not self.value[at : at + 1].isalnum():
            return None
        stop = _CARD_ENDS.search(self.value, at, at + CARD_CHARACTERS)
        limit = stop.start() if stop else min(at + CARD_CHARACTERS, len(self.value))
        breaks = [found.start() for found in _CARD_BREAKS.finditer(self.value, at + 1, limit)]
        for end in sorted({*breaks[: 2 * _CARD_WORDS], limit}, reverse=True):
            text = self.value[at:end].rstrip()
            if len(text.split()) <= _CARD_WORDS and isinstance(card := self._cards.read(text), Card):
                self._because(LOOSELY)
                return card, at + len(text)
        if strict:
            return self.forms.found(strict), strict.end()
        return None

    def _number(self, start: int, at: int) -> tuple[int, int]:
        found = _NUMBER.match(self.value, at)
        if not found:
            raise WordError(messages.no_number(self._piece(start)), start, max(at, start + 1))
        if len(found[0]) > 6:
            raise WordError(messages.number_too_large(found[0]), *found.span())
        return int(found[0]), found.end()

    def _no_card(self, start: int, at: int) -> WordError:
        """No card stands at `at`, inside the word that begins at `start`."""
        stop = _CARD_ENDS.search(self.value, at, at + CARD_CHARACTERS)
        limit = stop.start() if stop else min(at + CARD_CHARACTERS, len(self.value))
        text = self.value[at:limit].split(" ")[0].strip()
        word = self._piece(start)
        if not text:
            rest = self._piece(at)
            said = messages.unreadable_in(rest, word) if rest else messages.ends_too_early(word, Spoken("is_card"))
            return WordError(said, at, at + len(rest))
        why = self._cards.read(text)
        if isinstance(why, CardError) and why.code == "CARD_AMBIGUOUS":
            return WordError((why.message, ""), at, at + len(text))
        return WordError(messages.no_card(text, word, self.forms.nearest(text)), at, at + len(text))

    def _no_word(self, start: int) -> WordError:
        word = self._piece(start)
        return WordError(messages.no_word(word), start, start + len(word))
