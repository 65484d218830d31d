"""The words of a booklet in one language, and cards said in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.booklet.pictures import Face
from referee.cards import Card
from referee.table import Table
from referee.voice.printed import Frames


class Words:
    """The frames of one language. NoSuchLanguage if the referee does not speak it."""

    def __init__(self, table: Table, language: str) -> None:
        self.table = table
        self.frames = Frames(language)
        self.tongue = self.frames.tongue
        self.booklet: Mapping[str, Any] = self.tongue.forms["booklet"]

    def column(self, name: str) -> str:
        """What stands above a column."""
        return str(self.booklet["columns"][name])

    def say(self, name: str, **words: str) -> str:
        """A frame with its words, as a sentence without its full stop."""
        return self.tongue.sentence(str(self.booklet[name]).format(**words))

    def face(self, card: Card) -> Face:
        """What a card shows; a joker has no suit."""
        rules, kind = self.table.rule_set, self.table.kind(card)
        if kind.joker:
            return Face(kind.text, "", "joker", 0, "")
        rank = rules.ranks[kind.rank]
        return Face(kind.text, rules.suits[kind.suit].name, rank.name, rank.number, rank.sign)

    def rank(self, name: str, number: int) -> str:
        """A rank by itself, as in a table; the ace has a word even where the pack calls it 1."""
        return self.tongue.capital(self.tongue.member("rank", "ace" if number == 1 and name == "1" else name))

    def card(self, card: Card) -> str:
        """A card by its name: `4 of copas`; a joker, or a card whose suit or rank has no word, as it is written."""
        face = self.face(card)
        ranks, suits = self.booklet["ranks"], self.booklet["suits"]
        if not face.suit:
            return str(ranks["joker"])
        if face.rank not in ranks or face.suit not in suits:
            return face.text
        return str(self.booklet["card"]).format(rank=ranks[face.rank], suit=suits[face.suit])
