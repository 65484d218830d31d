"""Types the texts of a rule set: paragraphs and refusals, split into words and checked placeholders.

Figures in a paragraph are held against the rules of its clause, so that prose cannot contradict them. The rules of a
clause are those keyed by it, below it or above it (`es.9.tie` is told in the paragraphs of es.9 too).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from referee.diagnostics import has_errors
from referee.lang.scope import Scope
from referee.lang.syntax import Expr, Field, Number, TruthValue
from referee.lang.types import TRUTH, Member
from referee.lang.walk import everything, names
from referee.rules.model import Paragraph, Phrase
from referee.ruleset import messages, rule_messages
from referee.ruleset.cited import Cited, cited_rules
from referee.ruleset.compilation import Compilation
from referee.ruleset.layout import BOOK, REFUSALS, Path, mapping, scalar, scalars
from referee.ruleset.names import Names
from referee.ruleset.paragraphs import Rule, rules_of
from referee.ruleset.placeholders import Piece, pieces
from referee.ruleset.reader import part
from referee.ruleset.rules import Rules
from referee.source import Span, Text
from referee.yamltree.nodes import Entry, MapNode, ScalarNode

_FIGURE = re.compile(r"(?<![\w.,])(\d+(?:[.,]\d{3})*)(?!\d)([^\W\d_]*)")
_DIGITS = re.compile(r"(?<!\w)\d{1,6}(?!\w)")
_IDS = ("clause", "priced_by")
_SAYS_YES = TruthValue(True, type=TRUTH)


@dataclass(slots=True)
class Texts:
    """The texts of a rule set, and the clauses whose inherited paragraphs were left out as outdated."""

    book: tuple[Paragraph, ...] = ()
    refusals: dict[str, Paragraph] = field(default_factory=dict)


def type_texts(work: Compilation, names_: Names, rules: Rules) -> Texts:
    """All paragraphs and refusals; mistakes are told in `work`."""
    cited = cited_rules(names_, rules)
    figures = _Figures(work.root, names_, cited)
    book = []
    for entry in mapping(work.root, BOOK):
        paragraph = _paragraph(work, entry, (*BOOK, entry.key.value), work.scope("book.*.{}"))
        if paragraph is not None and not _outdated(work, entry, paragraph, figures):
            book.append(paragraph)
    refusals = {}
    for entry in mapping(work.root, REFUSALS):
        path = (*REFUSALS, entry.key.value)
        slots = _slots_refused(entry.key.value, cited)
        if slots is None:
            if not work.lost:
                clauses = sorted({rule.clause for rule in cited if rule.refuses})
                work.tell(rule_messages.refusal_of_nothing(entry.key, clauses), path=path)
            continue
        scope = work.scope("refusals.*.{}", tuple(sorted(slots)))
        paragraph = _paragraph(work, entry, path, scope)
        if paragraph is not None:
            refusals[entry.key.value] = paragraph
    return Texts(tuple(book), refusals)


def _slots_refused(key: str, cited: Iterable[Cited]) -> set[str] | None:
    """The slots of the conditions a refusal belongs to; None if no rule can be broken under that clause."""
    rules = [rule for rule in cited if rule.refuses and (rule.clause == key or rule.clause.startswith(f"{key}."))]
    return {rule.slot for rule in rules if rule.slot} if rules else None


def _paragraph(work: Compilation, entry: Entry, path: Path, scope: Scope) -> Paragraph | None:
    body = entry.value
    if not isinstance(body, MapNode):
        return None
    when: Expr | None = _SAYS_YES
    texts: dict[str, Phrase] = {}
    for said in body.entries:
        key, value = said.key.value, scalar(said.value)
        if value is None:
            continue
        if key == "when":
            when = work.typed(value, "book.*.when", (*path, "when"))
        else:
            phrase = _phrase(work, value.text, scope, (*path, key))
            if phrase is not None:
                texts[key] = phrase
    if when is None:
        return None
    return Paragraph(entry.key.value, when, texts, work.origin(entry.key.span))


def _phrase(work: Compilation, text: Text, scope: Scope, path: Path) -> Phrase | None:
    parts: list[str | Expr] = []
    faulty = False
    for piece in pieces(text.value):
        if piece.kind == "words":
            parts.append(piece.text)
        elif piece.kind != "expression":
            work.tell(rule_messages.lone_brace(piece.kind, text.span(piece.start, piece.end)), path=path)
            faulty = True
        elif (expr := _placeholder(work, text, piece, scope, path)) is not None:
            parts.append(expr)
        else:
            faulty = True
    return None if faulty else Phrase(tuple(parts))


def _placeholder(work: Compilation, text: Text, piece: Piece, scope: Scope, path: Path) -> Expr | None:
    if not piece.text.strip():
        work.tell(rule_messages.empty_placeholder(text.span(piece.start - 1, piece.end + 1)), path=path)
        return None
    inner = part(text, piece.start, piece.end)
    expr, diagnostics = work.typed_text(inner, scope)
    for problem in diagnostics:
        work.tell(rule_messages.faulty_placeholder(problem, piece.text), path=path)
    return expr


def _outdated(work: Compilation, entry: Entry, paragraph: Paragraph, figures: _Figures) -> bool:
    """Tell every figure that no rule has; whether the paragraph is an inherited one and goes out for it."""
    body = entry.value
    if not isinstance(body, MapNode) or work.lost:
        return False
    for said in body.entries:
        value = scalar(said.value)
        if value is None or said.key.value not in paragraph.texts:
            continue
        for figure, span in _figures_of(value):
            if figures.known(paragraph.key, figure):
                continue
            path = (*BOOK, paragraph.key, said.key.value)
            if not work.is_own(span) and has_errors(work.diagnostics):
                return False  # nobody will read this book, and the cause may be another mistake
            if work.is_own(span):
                work.tell(rule_messages.figure_of_no_rule(figure, paragraph.key, span), path=path)
                continue
            work.tell(messages.outdated_text(entry.key, figure, _cause(work, paragraph.key), span))
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
    """The figures of a text and where they stand, placeholders left out; a letter after one belongs to it."""
    for piece in pieces(node.text.value):
        if piece.kind == "words":
            raw = node.text.value[piece.start : piece.end]
            for found in _FIGURE.finditer(raw):
                start, end = piece.start + found.start(), piece.start + found.end(1)
                yield found.group(), node.text.span(start, end)


def _concerns(clause: str, key: str) -> bool:
    """Whether a rule of `clause` is told in the paragraph `key`."""
    return clause == key or clause.startswith(f"{key}.") or key.startswith(f"{clause}.")


def _digits(rule: Rule) -> set[int]:
    """The numbers a rule is written with, also where it has a mistake and no tree."""
    values = [node for key, node in rule.values() if key not in _IDS]
    return {int(digits) for value in values for text in scalars(value) for digits in _DIGITS.findall(text.value)}


class _Figures:
    """The numbers that the rules of each clause hold."""

    def __init__(self, root: MapNode, names_: Names, cited: Iterable[Cited]) -> None:
        self._cited = tuple(cited)
        self._written = [(rule.clauses, _digits(rule)) for rule in rules_of(root)]
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
        return number in self._numbers[key]

    def _of_clause(self, key: str) -> set[int]:
        found: set[int] = set()
        for rule in self._cited:
            if _concerns(rule.clause, key):
                found |= rule.numbers
                for expr in rule.exprs:
                    found |= self._of_expr(expr)
        for clauses, digits in self._written:
            if any(_concerns(clause, key) for clause in clauses):
                found |= digits
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
