"""Types the texts of a rule set: paragraphs and refusals, split into words and checked placeholders.

Figures in a paragraph are held against the rules of its clause, so that prose cannot contradict them. The rules of a
clause are those keyed by it, below it or above it (`es.9.tie` is told in the paragraphs of es.9 too).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial

from referee.diagnostics import has_errors
from referee.lang.scope import Scope
from referee.lang.syntax import Expr, Field, Number, TruthValue
from referee.lang.types import TRUTH, Many, Member
from referee.lang.walk import everything, names
from referee.limits import PLACEHOLDERS
from referee.rules.model import Paragraph, Phrase
from referee.ruleset import messages, text_messages
from referee.ruleset.cited import Cited, cited_rules, refusing_clauses
from referee.ruleset.compilation import Compilation
from referee.ruleset.layout import BOOK, NO_TEXTS, REFUSALS, Path, at, mapping, scalar, scalars
from referee.ruleset.names import Names
from referee.ruleset.placeholders import Piece, pieces, words_in
from referee.ruleset.reader import part
from referee.ruleset.rules import Rules
from referee.ruleset.written import IDS, rules_of
from referee.source import Span, Text
from referee.vocabulary.load import vocabulary
from referee.yamltree.nodes import Entry, MapNode, Node, ScalarNode

_FIGURE = re.compile(r"(\d(?<![\w.,]\d)\d*(?:[.,]\d{3})*)(?!\d)([^\W\d_]*)")  # a digit first: it is looked for fast
_DIGITS = re.compile(r"(?<!\w)\d{1,6}(?!\w)")
_SAYS_YES = TruthValue(True, type=TRUTH)


@dataclass(slots=True)
class Texts:
    """The texts of a rule set, and the clauses whose inherited paragraphs were left out as outdated."""

    book: tuple[Paragraph, ...] = ()
    refusals: dict[str, Paragraph] = field(default_factory=dict)


def type_texts(work: Compilation, names_: Names, rules: Rules) -> Texts:
    """All paragraphs and refusals; mistakes are told in `work`."""
    figures = _Figures(work, names_, cited_rules(names_, rules))
    book = []
    for entry in mapping(work.root, BOOK):
        paragraph = _paragraph(work, entry, (*BOOK, entry.key.value), work.scope("book.*.{}"))
        outdated = _outdated(work, entry, figures)
        if paragraph is not None and not outdated:
            book.append(paragraph)
    refusals = {}
    refusing = refusing_clauses(work.root)
    for entry in mapping(work.root, REFUSALS):
        clause, path = entry.key.value, (*REFUSALS, entry.key.value)
        slots = refusing.below(clause)
        if slots is None:
            if not work.may_be_lost(clause):
                work.tell(text_messages.refusal_of_nothing(entry.key, list(refusing.slots)), path=path)
            continue
        scope = work.scope("refusals.*.{}", tuple(sorted(slots - {""})))
        paragraph = _paragraph(work, entry, path, scope)
        if paragraph is not None:
            refusals[clause] = paragraph
    work.tell_rest_of_texts()
    return Texts(tuple(book), refusals)


def _paragraph(work: Compilation, entry: Entry, path: Path, scope: Scope) -> Paragraph | None:
    body = entry.value
    if not isinstance(body, MapNode):
        return None
    when: Expr | None = _SAYS_YES
    texts: dict[str, Phrase] = {}
    before = scalar(body.get("before"))
    for said in body.entries:
        key, value = said.key.value, scalar(said.value)
        if value is None:
            continue
        if key == "before":
            continue
        if key == "when":
            when = work.typed(value, "book.*.when", (*path, "when"))
        else:
            phrase = _phrase(work, value.text, scope, (*path, key))
            if phrase is not None:
                texts[key] = phrase
    if when is None:
        return None
    in_front_of = "" if before is None else before.value
    return Paragraph(entry.key.value, when, texts, work.origin(entry.key.span), in_front_of)


def _phrase(work: Compilation, text: Text, scope: Scope, path: Path) -> Phrase | None:
    parts: list[str | Expr] = []
    faulty = False
    for piece in pieces(text.value):
        if piece.kind == "words":
            parts.append(piece.text)
        elif piece.kind != "expression":
            problem = partial(text_messages.lone_brace, piece.kind, text.span(piece.start, piece.end))
            work.tell_in_text(text.source, path, problem)
            faulty = True
        elif (expr := _placeholder(work, text, piece, scope, path)) is not None:
            parts.append(expr)
        else:
            faulty = True
    return None if faulty else Phrase(tuple(parts))


def _placeholder(work: Compilation, text: Text, piece: Piece, scope: Scope, path: Path) -> Expr | None:
    if not piece.text.strip():
        braces = text.span(piece.start - 1, piece.end + 1)
        work.tell_in_text(text.source, path, partial(text_messages.empty_placeholder, braces))
        return None
    if not _room_for_one_more(work, text, piece, path):
        return None
    inner = part(text, piece.start, piece.end)
    expr, diagnostics = work.typed_text(inner, scope)
    for problem in diagnostics:
        hidden = problem.code == "CH202" and piece.text.strip() in _held()
        make = text_messages.hidden_cards if hidden else text_messages.faulty_placeholder
        work.tell_in_text(text.source, path, partial(make, problem, piece.text))
    return expr


@cache
def _held() -> frozenset[str]:
    """The names of the vocabulary that stand for cards and melds of seats, which no text shows."""
    return frozenset(name for name, entry in vocabulary().names.items() if isinstance(entry.type, Many))


def _room_for_one_more(work: Compilation, text: Text, piece: Piece, path: Path) -> bool:
    """Whether the placeholders of this file are within their limit; told at the first one that is not."""
    if text.source is not work.own:
        return True
    work.placeholders += 1
    if work.placeholders == PLACEHOLDERS + 1:
        work.tell(text_messages.too_many_placeholders(text.span(piece.start, piece.end), PLACEHOLDERS), path=path)
    return work.placeholders <= PLACEHOLDERS


def _outdated(work: Compilation, entry: Entry, figures: _Figures) -> bool:
    """Tell every figure that no rule has; whether the paragraph is an inherited one and goes out for it."""
    body, clause = entry.value, entry.key.value
    if not isinstance(body, MapNode):
        return False
    for said in body.entries:
        value = scalar(said.value)
        if value is None or said.key.value in NO_TEXTS:
            continue
        for figure, span in _figures_of(value):
            if figures.known(clause, figure):
                continue
            if not work.is_own(span) and has_errors(work.diagnostics):
                return False  # nobody will read this book, and the cause may be another mistake
            if work.is_own(span):
                problem = partial(text_messages.figure_of_no_rule, figure, clause, span)
                work.tell_in_text(span.source, (*BOOK, clause, said.key.value), problem)
                continue
            work.tell(messages.outdated_text(entry.key, figure, _cause(work, clause), span))
            return True
    return False


def _cause(work: Compilation, clause: str) -> Span:
    """Where this file changed a rule or an option of a clause."""
    rules = [rule for rule in rules_of(work.root) if clause in rule.clauses]
    for change in work.changes:
        if change.kind != "same" and any(rule.holds(change.path) for rule in rules):
            return change.span
    return work.cause(path=("options",))


def _figures_of(node: ScalarNode) -> Iterator[tuple[str, Span]]:
    """The figures of a text and where they stand, placeholders left out; a letter after one belongs to it.

    None where a brace has lost its other half: what was meant to be a placeholder is not known.
    """
    found = pieces(node.text.value)
    broken = any(piece.kind in {"open", "close"} for piece in found)
    for piece in () if broken else found:
        if piece.kind == "words":
            raw = node.text.value[piece.start : piece.end]
            for figure in _FIGURE.finditer(raw):
                start, end = piece.start + figure.start(), piece.start + figure.end(1)
                yield figure.group(), node.text.span(start, end)


def _concerns(clause: str, key: str) -> bool:
    """Whether a rule of `clause` is told in the paragraph `key`."""
    return clause == key or clause.startswith(f"{key}.") or key.startswith(f"{clause}.")


def _digits(values: Iterable[Node]) -> set[int]:
    """The numbers that expressions are written with, also where they have a mistake and no tree."""
    return {int(digits) for value in values for text in scalars(value) for digits in _DIGITS.findall(text.value)}


class _Figures:
    """The numbers that the rules of each clause hold."""

    def __init__(self, work: Compilation, names_: Names, cited: Iterable[Cited]) -> None:
        self._told: dict[str, tuple[list[Cited], set[int]]] = {}
        for rule in cited:
            self._told.setdefault(rule.clause, ([], set()))[0].append(rule)
        self._work = work
        self._lost = {int(digits) for digits in _DIGITS.findall(work.lost_text)}
        self._pack_lost = any(path[0] == "pack" for path in work.lost)
        for written in rules_of(work.root):
            digits = self._as_written([node for key, node in written.values() if key not in IDS])
            for clause in written.clauses:
                self._told.setdefault(clause, ([], set()))[1].update(digits)
        self._names = names_
        self._cards = {f"{rank.sign}{suit.letter}".lower() for rank in names_.ranks for suit in names_.suits}
        self._numbers: dict[str, set[int]] = {}

    def known(self, key: str, figure: str) -> bool:
        """Whether a figure (`4`, `1.000`, `7o`) may stand in the paragraph `key`."""
        if figure.lower() in self._cards:
            return True
        digits = re.match(r"[\d.,]+", figure)
        assert digits is not None
        number = int(re.sub(r"[.,]", "", digits.group()))
        if key not in self._numbers:
            self._numbers[key] = self._of_clause(key)
        return number in self._numbers[key] or self._may_be_lost(key, number)

    def _may_be_lost(self, key: str, number: int) -> bool:
        """Whether a rule that was taken out as faulty may have held a number, or nobody can say what it would hold."""
        return number in self._lost or self._pack_lost or self._work.may_be_lost(key)

    def _as_written(self, values: Sequence[Node]) -> set[int]:
        """The numbers that values are written with, those of definitions with a mistake in them included."""
        found = _digits(values)
        waiting = {word for value in values for word in words_in(value)} & self._work.unknown
        opened: set[str] = set()
        while waiting:
            opened.add(word := waiting.pop())
            node = at(self._work.root, ("define", word))
            if node is not None:
                found |= _digits([node])
                waiting |= words_in(node) - opened
        return found

    def _of_clause(self, key: str) -> set[int]:
        found: set[int] = set()
        for clause, (rules, numbers) in self._told.items():
            if _concerns(clause, key):
                for rule in rules:
                    numbers.update(rule.numbers, *map(self._of_expr, rule.exprs))
                rules.clear()  # all they hold is among the numbers now
                found |= numbers
        return found

    def _of_expr(self, expr: Expr) -> set[int]:
        found: set[int] = set()
        opened: set[str] = set()
        waiting = [expr]
        while waiting:
            current = waiting.pop()
            for node in everything(current):
                if isinstance(node, Number):
                    found.add(node.value)
                elif isinstance(node, Field) and node.name in {"number", "rank", "points"}:
                    found.update(rank.number for rank in self._names.ranks)
                elif isinstance(node, Field) and node.name == "place":
                    found.update(range(1, len(self._names.ranks) + 1))
                elif isinstance(node.type, Member) and node.type.enum == "rank" and hasattr(node, "name"):
                    found.update(rank.number for rank in self._names.ranks if rank.name == node.name)
            for name in names(current, "definition") - opened:
                opened.add(name)
                waiting.append(self._names.definitions[name].expr)
        return found
