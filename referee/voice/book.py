"""The printed rules of a table, in one language.

They are the paragraphs of the book, in its order, with what this table has chosen in their placeholders. A clause that
has rules and no paragraph is spoken from its rules, and so is a paragraph that is not written in the language asked
for; only where nothing rests on it, another language has to stand in. A spoken clause stands after the paragraph of its
family that comes before it by number, and after those that their author put before it. A paragraph of outcomes that
never decide, because a file further up put another in front of them which takes all their closes, is not printed:
nothing of it is in force.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.lang.compile import Compiled, compile_expression
from referee.lang.syntax import Expr
from referee.lang.types import Member, Record
from referee.rules.model import Outcome, Paragraph, Phrase, RuleSet, Texts
from referee.rules.order import natural_key, nearest_above, told_under
from referee.table import Table
from referee.voice.rules import RuleVoice
from referee.voice.statements import Statement, by_paragraph
from referee.voice.tongue import Tongue, tongue


@dataclass(frozen=True, slots=True)
class Printed:
    """One paragraph of the printed rules. `from_book`: in the author's words, else spoken from the rules."""

    clause: str
    text: str
    from_book: bool


class Book:
    """The printed rules of one table in one language."""

    def __init__(self, table: Table, language: str) -> None:
        self.table = table
        self.tongue: Tongue = tongue(language)
        self.voice = RuleVoice(table, self.tongue)
        self.rules: Mapping[str, tuple[Statement, ...]] = by_paragraph(table.rule_set)
        self.paragraphs: Mapping[str, Paragraph] = {one.key: one for one in table.rule_set.book}
        self._compiled: dict[int, tuple[Expr, Compiled]] = {}
        self._cited: dict[str, str] = {}

    # one clause

    def of_paragraph(self, paragraph: Paragraph) -> Printed | None:
        """A paragraph as it is printed here; None at a table it does not concern."""
        if self.voice.known.value(paragraph.when) is False:
            return None
        own = in_language(paragraph.texts, self.tongue.code)
        if own is not None:
            return Printed(paragraph.key, self.filled(own), from_book=True)
        spoken = self.spoken(paragraph.key)
        if spoken:
            return Printed(paragraph.key, spoken, from_book=False)
        other = in_language(paragraph.texts, "en") or next(iter(paragraph.texts.values()), None)
        return Printed(paragraph.key, self.filled(other), from_book=True) if other else None

    def spoken(self, clause: str) -> str:
        """What the rules of a clause lay down here, in words made from them."""
        said = [text for statement in self.rules.get(clause, ()) for text in self.voice.sentences(statement)]
        return " ".join(dict.fromkeys(said))

    def clause(self, clause: str) -> str:
        """A clause as it is cited in a verdict: its paragraph with those below it, or its rules in words."""
        held = self._cited.get(clause)
        if held is None:
            held = self._cited[clause] = self._as_cited(clause)
        return held

    def _as_cited(self, clause: str) -> str:
        home = told_under(clause, self.paragraphs, self.rules)
        spoken = "" if home in self.paragraphs else self.spoken(home)
        below = f"{home}."
        found = [self.of_paragraph(one) for key, one in self.paragraphs.items() if key == home or key.startswith(below)]
        return " ".join(text for text in (spoken, *(one.text for one in found if one)) if text)

    # all of them

    def printed(self) -> tuple[Printed, ...]:
        """All paragraphs, in order."""
        entries: list[tuple[str, Printed | None]] = [
            (key, self.of_paragraph(paragraph))
            for key, paragraph in self.paragraphs.items()
            if not self._out_of_force(paragraph)
        ]
        for clause in sorted(self.rules.keys() - self.paragraphs.keys(), key=natural_key):
            text = self.spoken(clause)
            if text:
                keys = [key for key, _ in entries]
                place = max(_place(keys, clause), self._behind(keys, clause))
                entries.insert(place, (clause, Printed(clause, text, from_book=False)))
        return tuple(printed for _, printed in entries if printed)

    def _behind(self, keys: Sequence[str], clause: str) -> int:
        """The first place among `keys` behind all paragraphs that stand before a clause, or before a part of it."""
        in_front = {key for key, one in self.paragraphs.items() if nearest_above(one.before, (clause,)) == clause}
        return max((at + 1 for at, key in enumerate(keys) if key in in_front), default=0)

    def _out_of_force(self, paragraph: Paragraph) -> bool:
        """Whether all it tells are outcomes that never decide, for what a file wrote that did not write it."""
        told = [one.rule for one in self.rules.get(paragraph.key, ())]
        covered = self.voice.covered
        fronts = [covered[rule.name] for rule in told if isinstance(rule, Outcome) and rule.name in covered]
        return bool(told) and len(fronts) == len(told) and all(_home(paragraph) != _home(front) for front in fronts)

    # texts

    def filled(self, phrase: Phrase, facts: object = None) -> str:
        """A text with the values of its placeholders; `facts` are those of the slot, for refusals."""
        return "".join(part if isinstance(part, str) else self.value(part, facts) for part in phrase.parts)

    def value(self, expr: Expr, facts: object = None) -> str:
        """What a placeholder is, as text."""
        held = self._compiled.get(id(expr))
        if held is None:
            known, constants = self.voice.known, self.table.constants
            compiled = compile_expression(expr, constants=constants, definitions=known.definitions, enums=known.enums)
            held = self._compiled[id(expr)] = (expr, compiled)  # with the expression, so that no other gets its id
        return self.shown(expr, held[1].call(facts))

    def shown(self, expr: Expr, value: Any) -> str:
        """A run-time value as text: a figure, yes or no, a member, a card."""
        if isinstance(value, bool):
            return self.tongue.truth(value)
        if isinstance(expr.type, Record):
            return str(value.text)
        if isinstance(expr.type, Member):
            enum = self.voice.known.enums[expr.type.enum]
            return self.tongue.member(enum.name, member_at(enum.members, enum.outside, value))
        return self.tongue.figure(value)


def member_at(members: Sequence[str], outside: Sequence[str], index: int) -> str:
    """The member a run-time number stands for; a joker's suit stands for none."""
    if index >= 0:
        return members[index]
    return outside[-1 - index] if -index <= len(outside) else "–"


def in_language(texts: Texts, language: str) -> Phrase | None:
    """The text in a language, or in a regional form of it (`pt-BR` for `pt`)."""
    exact = texts.get(language)
    return exact or next((text for code, text in texts.items() if code.split("-")[0] == language), None)


def _home(written: Paragraph | Outcome) -> str:
    """The rule set whose file holds it."""
    return written.origin.rule_set if written.origin is not None else ""


def _place(keys: Sequence[str], clause: str) -> int:
    """Where a clause without a paragraph goes among `keys`."""
    family, own = clause.split(".", maxsplit=1)[0], natural_key(clause)
    places = [(natural_key(key), at) for at, key in enumerate(keys) if key.split(".")[0] == family]
    before = [(key, at) for key, at in places if key < own]
    if before:
        return max(before)[1] + 1
    return min((at for _, at in places), default=len(keys))


def paragraphs(table: Table, language: str) -> tuple[Printed, ...]:
    """The printed rules of a table, in order. NoSuchLanguage if the referee does not speak it."""
    return Book(table, language).printed()


def clause_text(table: Table, clause: str, language: str) -> str:
    """One clause as a verdict cites it; empty if the rule set does not have it. NoSuchLanguage as above."""
    return book_of(table, language).clause(clause)


def book_of(table: Table, language: str) -> Book:
    """The book of a table in one language, made once for each."""
    return table.derived(_Books).in_language(language)


@dataclass(frozen=True, slots=True)
class _Books:
    """The books of one table by language."""

    table: Table
    made: dict[str, Book] = field(default_factory=dict)

    @classmethod
    def of(cls, table: Table) -> _Books:
        return cls(table)

    def in_language(self, language: str) -> Book:
        held = self.made.get(language)
        if held is None:
            held = self.made[language] = Book(self.table, language)
        return held


def title(rule_set: RuleSet, language: str) -> str:
    """What the game is called: in this language, in English, in whatever language it has, or its name."""
    code = tongue(language).code
    regional = next((text for key, text in rule_set.title.items() if key.split("-")[0] == code), None)
    return regional or rule_set.title.get("en") or next(iter(rule_set.title.values()), rule_set.name)
