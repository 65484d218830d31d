"""Cards and how they are written. Nothing here knows a rule: a pack is its suits, its ranks and whether it has jokers.

A card is its place in the order of the pack (suits as the pack names them, ranks from the ace up, jokers last), so
that comparing two cards compares them as the rules do. Twins are the same place twice; `mark` tells copies apart
where somebody wrote `7o'2`, and takes part in no judgement.

Writing is canonical: the rank's sign, then the suit's letter (`7o`, `10e`, `Th`), `JK` for a printed joker. Reading
forgives case, accents, commas, cards glued together and words (`7 de oros`, `sota copas`, `Rb`), but never guesses:
a text is accepted if it can be read in exactly one way.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter

from referee.limits import CARD_CHARACTERS

JOKER = "JK"

_JOKER_WORDS = ("jk", "joker", "comodin")
_ACE_WORDS = ("as", "ace")
_PLACE = attrgetter("index", "mark")
_CONNECTORS = frozenset({"de", "del", "of", "the"})
_SEPARATORS = re.compile(r"[\s,;|·/]+")
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "′": "'", "´": "'", "`": "'"})
_MARKED = re.compile(r"(.+)'([1-9])\Z")
_NEAR = 2
"""So far off may a number be that names no rank of the pack, where the suit is none either."""


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card: its place in the order of the pack, from 0, and the copy it was said to be (0: not said)."""

    index: int
    mark: int = 0


class CardError(ValueError):
    """A text that is no hand: `code` for machines, the message for people, `text` the part that is at fault.

    Codes: CARD_UNKNOWN, CARD_AMBIGUOUS, CARD_TWICE, HAND_TOO_LARGE.
    """

    def __init__(self, code: str, message: str, text: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.text = text


def folded(text: str) -> str:
    """The text without case and accents, the form in which tolerant reading compares."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES).casefold())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def says_joker(text: str) -> bool:
    """Whether a text means a printed joker, which the pack may have or not."""
    return folded(text) in _JOKER_WORDS


class Notation:
    """How the cards of one pack are written and read.

    `suits` are (name, letter), `ranks` are (name, number, sign), both in the order of the pack.
    """

    __slots__ = ("_exact", "_loose", "_rank_count", "_rank_words", "_suit_words", "cards", "has_jokers", "texts")

    def __init__(
        self, suits: Sequence[tuple[str, str]], ranks: Sequence[tuple[str, int, str]], *, has_jokers: bool
    ) -> None:
        texts = [sign + letter for _, letter in suits for _, _, sign in ranks]
        if has_jokers:
            texts.append(JOKER)
        self.has_jokers = has_jokers
        self.texts: tuple[str, ...] = tuple(texts)
        self.cards = tuple(map(Card, range(len(texts))))
        self._exact: Mapping[str, int] = {text: index for index, text in enumerate(texts)}
        self._rank_words = _rank_words(ranks)
        self._suit_words = _suit_words(suits)
        self._rank_count = len(ranks)
        self._loose: Mapping[str, frozenset[int]] = {}  # made when the first text is not canonical

    def _loose_texts(self) -> dict[str, frozenset[int]]:
        """Every one-word spelling, folded, with the cards it may mean."""
        found: dict[str, set[int]] = {}
        for text, index in self._exact.items():
            found.setdefault(folded(text), set()).add(index)
        for rank_word, ranks in self._rank_words.items():
            for suit_word, suits in self._suit_words.items():
                cards = {suit * self._rank_count + rank for rank in ranks for suit in suits}
                found.setdefault(rank_word + suit_word, set()).update(cards)
        # what a card is canonically called, letter case apart, wins over longer ways of saying another one
        canonical: dict[str, set[int]] = {}
        for text, index in self._exact.items():
            canonical.setdefault(folded(text), set()).add(index)
        found.update(canonical)
        if self.has_jokers:
            for word in _JOKER_WORDS:
                found[word] = {len(self.texts) - 1}
        return {word: frozenset(cards) for word, cards in found.items()}

    def write(self, card: Card) -> str:
        """The canonical text of a card; the copy is written only where one was named."""
        text = self.texts[card.index]
        return f"{text}'{card.mark}" if card.mark else text

    def write_all(self, cards: Iterable[Card]) -> list[str]:
        """The canonical texts of cards, in their order."""
        texts = self.texts
        return [f"{texts[card.index]}'{card.mark}" if card.mark else texts[card.index] for card in cards]

    def read_plain(self, texts: Sequence[str]) -> tuple[Card, ...] | None:
        """The cards in pack order where every text is canonical and none is there twice, as most are; else None."""
        found, cards = self.plain_places(texts), self.cards
        if found is None or len(found) < 2:
            return None if found is None else tuple([cards[index] for index in found])
        chosen: tuple[Card, ...] = itemgetter(*found)(cards)
        return chosen

    def plain_places(self, texts: Sequence[str]) -> list[int] | None:
        """Their places in the order of the pack, in that order."""
        try:
            found = sorted(map(self._exact.__getitem__, texts))
        except KeyError:
            return None
        return found if len(set(found)) == len(found) else None

    def read(self, text: str) -> Card:
        """The one card a text means; CardError if it means none, several, or cannot be told."""
        if len(text) > CARD_CHARACTERS:
            raise CardError("CARD_UNKNOWN", f"`{_short(text)}` is no card", _short(text))
        exact = self._exact.get(text)
        if exact is not None:
            return self.cards[exact]
        cards = self.read_many(text)
        if len(cards) != 1:
            said = "no card" if not cards else f"{len(cards)} cards"
            raise CardError("CARD_UNKNOWN", f"`{_short(text)}` is {said}, where one card is expected", _short(text))
        return cards[0]

    def read_many(self, text: str) -> tuple[Card, ...]:
        """The cards of a text, in the order in which they are written; CardError as for `read`."""
        words = [word for word in _SEPARATORS.split(text.translate(_APOSTROPHES)) if word]
        quick = [self._exact.get(word) for word in words]
        if None not in quick:
            return tuple(self.cards[index] for index in quick if index is not None)
        # each state: the ways (two are enough to know that it is ambiguous) to read the first n words
        ways: list[dict[tuple[Card, ...], None]] = [{} for _ in range(len(words) + 1)]
        ways[0][()] = None
        for start in range(len(words)):
            if not ways[start]:
                continue
            for end, cards in self._readings(words, start):
                for way in ways[start]:
                    ways[end].setdefault(way + cards)
                    if len(ways[end]) >= 2:
                        break
        if len(ways[-1]) > 1:
            raise self._ambiguous(text, list(ways[-1]))
        if not ways[-1]:
            raise self._unknown(words, ways)
        return next(iter(ways[-1]))

    def _readings(self, words: Sequence[str], start: int) -> Iterator[tuple[int, tuple[Card, ...]]]:
        """What the words from `start` on can mean: where the reading ends, and its cards."""
        word = words[start]
        for cards in self._in_one_word(word):
            yield start + 1, cards
        ranks = self._rank_words.get(folded(word))
        if not ranks:
            return
        after = start + 1
        while after < len(words) and folded(words[after]) in _CONNECTORS:
            after += 1
        if after == len(words):
            return
        suit_word, mark = _unmarked(folded(words[after]))
        for suit in sorted(self._suit_words.get(suit_word, ())):
            for rank in sorted(ranks):
                yield after + 1, (Card(suit * self._rank_count + rank, mark),)

    def _in_one_word(self, word: str) -> list[tuple[Card, ...]]:
        """One word as one card or as canonical cards glued together; every way to read it."""
        bare, mark = _unmarked(word)
        if bare in self._exact:
            return [(Card(self._exact[bare], mark),)]
        self._loose = self._loose or self._loose_texts()
        found = self._loose.get(folded(bare))
        if found:
            return [(Card(index, mark),) for index in sorted(found)]
        return self._glued(word)

    def _glued(self, word: str) -> list[tuple[Card, ...]]:
        """A word cut into canonical cards, letter case apart: at most two ways, for two are too many."""
        plain = folded(word)
        ways: list[list[tuple[Card, ...]]] = [[] for _ in range(len(plain) + 1)]
        ways[0].append(())
        spellings = {folded(text): index for text, index in self._exact.items()}
        longest = max(map(len, spellings), default=0)
        for start in range(len(plain)):
            if not ways[start]:
                continue
            for end in range(start + 1, min(start + longest, len(plain)) + 1):
                index = spellings.get(plain[start:end])
                if index is None:
                    continue
                mark, past = 0, end
                if plain[end : end + 1] == "'" and plain[end + 1 : end + 2] in set("123456789"):
                    mark, past = int(plain[end + 1]), end + 2
                ways[past].extend((*way, Card(index, mark)) for way in ways[start])
                del ways[past][2:]
        return [way for way in ways[-1] if way]

    def _ambiguous(self, text: str, ways: Sequence[tuple[Card, ...]]) -> CardError:
        one, other = (" ".join(self.write(card) for card in way) for way in ways[:2])
        return CardError(
            "CARD_AMBIGUOUS",
            f"`{_short(text)}` can be read as `{one}` and as `{other}`; write one of them",
            _short(text),
        )

    def _unknown(self, words: Sequence[str], ways: Sequence[Mapping[tuple[Card, ...], None]]) -> CardError:
        """The first word that nothing can be made of, with the nearest cards of the pack."""
        word = words[max(index for index, found in enumerate(ways) if found)]
        if not self.has_jokers and says_joker(word):
            return CardError("CARD_UNKNOWN", f"`{_short(word)}` is a joker, and this pack has none", _short(word))
        nearest = ", ".join(f"`{text}`" for text in self.nearest(word))
        help_text = (
            f"; the nearest are {nearest}" if nearest else f"; a card is rank and suit, such as `{self.texts[0]}`"
        )
        return CardError("CARD_UNKNOWN", f"`{_short(word)}` is no card of this pack{help_text}", _short(word))

    def nearest(self, word: str) -> list[str]:
        """Up to three cards that somebody who wrote `word` may have meant: same suit or same rank, or a near number."""
        plain = folded(word)
        if not plain or len(plain) > CARD_CHARACTERS:
            return []
        digits = "".join(sign for sign in plain if sign.isdigit())
        number = int(digits) if digits and len(digits) < 4 else None

        def distance(text: str) -> tuple[int, int]:
            own = folded(text)
            own_digits = "".join(sign for sign in own if sign.isdigit())
            apart = abs(int(own_digits) - number) if own_digits and number is not None else 99
            return (own[-1] != plain[-1], apart if own[: len(own) - 1] != plain[: len(plain) - 1] else 0)

        ranked = sorted(self.texts, key=lambda text: (*distance(text), self._exact[text]))
        near = [text for text in ranked if distance(text) < (1, 1)]
        if not near and number is not None and len(plain) == len(digits) + 1:
            near = [text for text in ranked if distance(text)[1] <= _NEAR]
        return near[:3]


def _rank_words(ranks: Sequence[tuple[str, int, str]]) -> dict[str, frozenset[int]]:
    """Names, signs, printed numbers and initials of the ranks, folded. An initial shared by two ranks means neither."""
    words: dict[str, set[int]] = {}
    initials: dict[str, set[int]] = {}
    for place, (name, number, sign) in enumerate(ranks):
        for word in {folded(name), folded(sign), str(number)}:
            words.setdefault(word, set()).add(place)
        if name.isalpha():
            initials.setdefault(folded(name)[0], set()).add(place)
        if number == 1:
            for word in _ACE_WORDS:
                initials.setdefault(word, set()).add(place)
    for word, places in initials.items():
        if word not in words and len(places) == 1:
            words[word] = places
    return {word: frozenset(places) for word, places in words.items()}


def _suit_words(suits: Sequence[tuple[str, str]]) -> dict[str, frozenset[int]]:
    """Names, singulars and letters of the suits, folded."""
    words: dict[str, set[int]] = {}
    for place, (name, letter) in enumerate(suits):
        plain = folded(name)
        for word in {plain, plain.removesuffix("s"), folded(letter)}:
            words.setdefault(word, set()).add(place)
    return {word: frozenset(places) for word, places in words.items()}


def _unmarked(word: str) -> tuple[str, int]:
    """A word without the mark of a copy, and that copy (0 if none is named)."""
    found = _MARKED.match(word)
    return (found[1], int(found[2])) if found else (word, 0)


def _short(text: str) -> str:
    """A text as it may be quoted in a message: not long, and nothing in it that a terminal would obey."""
    from referee.diagnostics.spelling import visible  # noqa: PLC0415 - for a mistake only

    return visible(text if len(text) <= CARD_CHARACTERS else text[: CARD_CHARACTERS - 1] + "…")


def in_pack_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards sorted as the pack is: suits, then ranks from the ace up, jokers last."""
    return tuple(sorted(cards, key=_PLACE))
