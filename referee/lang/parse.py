"""Text to tree. The only module that knows Lark; its own trees never leave it.

`parse` never raises, whatever the text. Limits come first: characters, then the nesting of parentheses, then parts and
depth of the finished tree, all counted without recursion, so that nothing that walks a tree later can go too
deep. The steps between: the grammar's lexer cuts the text into pieces (it knows a piece for everything), `signs` mends
foreign ones, `brackets` pairs parentheses, the LALR automaton reads the rest, and `misfits` words its objection.

Each mistake is told once. Where it is clear what was meant (`<=`, `&&`, a chain of comparisons) there is a tree all the
same, so that the checker can tell what else is wrong in the same run.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, cast

from referee import limits
from referee.diagnostics.model import Diagnostic
from referee.diagnostics.spelling import nearest
from referee.lang import messages, walk
from referee.lang.brackets import check_brackets
from referee.lang.misfits import misfit
from referee.lang.pieces import Piece
from referee.lang.signs import mend
from referee.lang.syntax import (
    And,
    Arithmetic,
    Call,
    Choice,
    Comparator,
    Comparison,
    Conditional,
    Expr,
    Field,
    Name,
    Negative,
    Not,
    Number,
    Or,
    Over,
    Preference,
    Range,
    TruthValue,
)
from referee.lang.unparse import unparse
from referee.lang.words import UNIT_WORDS
from referee.source import Span, Text

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

STARTS = ("expression", "criterion", "foreign")
SAVED = "grammar.saved"


def parse(text: Text, *, criterion: bool = False) -> tuple[Expr | None, list[Diagnostic]]:
    """The tree of a text, without types, and what is wrong with the text; the tree is None where nobody can know it.

    An expression is right only if nothing is wrong with it: a tree beside diagnostics is what was probably meant, good
    for finding more mistakes and for nothing else. With `criterion` the text is a criterion of the winner, and the
    tree a `Preference`.
    """
    if len(text.value) > limits.EXPRESSION_CHARACTERS:
        return None, [messages.too_long(text.whole, len(text.value), limits.EXPRESSION_CHARACTERS)]
    if not text.value.strip(" \t\r\n"):
        return None, [messages.nothing(text.span(0, len(text.value)))]
    session: Any = grammar().parse_interactive(text.value, start="criterion" if criterion else "expression")
    mended = mend([_piece(token) for token in session.lexer_thread.lex(session.parser_state)], text)
    told = mended.diagnostics
    unpaired = check_brackets(mended.pieces, text)
    if unpaired or not mended.whole or not mended.pieces:
        return None, [*told, *unpaired]
    tree, refused = _read(session, mended.pieces, text)
    if tree is None:
        return None, [*told, *(one for one in refused if not _told_already(one, told))]
    builder = _Builder(text, told)
    expr = builder.build(tree)
    too_much = list(_over_the_limits(expr, text))
    told.extend(too_much or [word() for word in builder.later])
    return (expr if mended.clear and builder.clear and not too_much else None), told


def _told_already(diagnostic: Diagnostic, told: Sequence[Diagnostic]) -> bool:
    """Whether the place is one that was told before: the same mistake seen twice."""
    return any(one.span == diagnostic.span for one in told)


def _over_the_limits(expr: Expr, text: Text) -> Iterator[Diagnostic]:
    parts = walk.size(expr)
    if parts > limits.EXPRESSION_PARTS:
        yield messages.too_many_parts(text.whole, parts, limits.EXPRESSION_PARTS)
    elif walk.depth(expr) > limits.EXPRESSION_DEPTH:
        yield messages.too_deep(text.whole, limits.EXPRESSION_DEPTH)


# the automaton


@cache
def grammar() -> Lark:
    """The automaton: read from its saved form, or built where that was made by another Lark or of another grammar.

    Building takes about ten times as long as reading; `.ci/grammar.py` saves it anew.
    """
    import lark  # noqa: PLC0415 - half of the command's start-up time, and compiled rule sets need no parser

    saved = json.loads(files(__package__).joinpath(SAVED).read_text("utf-8"))
    text = grammar_text()
    if saved["lark"] != lark.__version__ or saved["grammar"] != grammar_digest(text):
        return build_grammar(text)
    content = {"data": saved["data"], "memo": _numbered(saved["memo"])}
    parser = content["data"]["parser"]["parser"]
    parser["tokens"] = _numbered(parser["tokens"])
    parser["states"] = {state: _numbered(actions) for state, actions in _numbered(parser["states"]).items()}
    return lark.Lark.load(content)


def build_grammar(text: str) -> Lark:
    """The automaton made from the text of `grammar.lark`."""
    import lark  # noqa: PLC0415 - see `grammar`

    return lark.Lark(
        text, parser="lalr", lexer="basic", start=list(STARTS), keep_all_tokens=True, maybe_placeholders=False
    )


def grammar_text() -> str:
    """What stands in `grammar.lark`."""
    return files(__package__).joinpath("grammar.lark").read_text("utf-8")


def grammar_digest(text: str) -> str:
    """The sha256 of a grammar, by which a saved automaton knows what it was made from."""
    return hashlib.sha256(text.encode()).hexdigest()


def _numbered(mapping: dict[str, Any]) -> dict[int, Any]:
    """JSON knows texts as keys only."""
    return {int(key): value for key, value in mapping.items()}


def _piece(token: Token) -> Piece:
    return Piece(token.type, str(token), cast("int", token.start_pos), cast("int", token.end_pos))


def _read(session: Any, pieces: Sequence[Piece], text: Text) -> tuple[Tree[Token] | Token | None, list[Diagnostic]]:
    """The automaton's tree of the pieces, or its objection."""
    from lark import Token, UnexpectedToken  # noqa: PLC0415 - see `grammar`

    at = 0
    try:
        for at, piece in enumerate(pieces):  # noqa: B007 - where it stopped matters
            session.feed_token(Token(piece.kind, piece.value, start_pos=piece.start, end_pos=piece.end))
        at = len(pieces)
        return session.feed_eof(), []
    except UnexpectedToken:
        return None, [misfit(pieces, at, session.accepts(), text)]


# from the automaton's tree to ours


@dataclass(frozen=True, slots=True)
class _Built:
    """A finished part: its tree and the characters it takes up, its own parentheses among them.

    `bare` is an `and` without parentheses, which must not stand beside `or`.
    """

    expr: Expr
    start: int
    end: int
    bare: And | None = None


_Part = _Built | Piece


@dataclass(slots=True)
class _Builder:
    """Makes our tree of the automaton's, parts first, without recursion.

    `told` takes what the grammar lets pass; `later` those messages that print trees, which must wait until the depth
    is known. `clear` says that the tree is what was meant.
    """

    text: Text
    told: list[Diagnostic]
    later: list[Callable[[], Diagnostic]] = field(default_factory=list)
    done: list[_Part] = field(default_factory=list)
    clear: bool = True

    def build(self, tree: Tree[Token] | Token) -> Expr:
        """The tree of a whole expression."""
        waiting: list[tuple[Any, bool]] = [(tree, False)]
        while waiting:
            node, ready = waiting.pop()
            if not hasattr(node, "children"):
                self.done.append(_piece(node))
            elif ready:
                first = len(self.done) - len(node.children)
                parts = self.done[first:]
                del self.done[first:]
                self.done.append(_RULES[node.data](self, parts))
            else:
                waiting.append((node, True))
                waiting.extend((child, False) for child in reversed(node.children))
        last = self.done.pop()
        assert isinstance(last, _Built)
        return last.expr

    def span(self, parts: Sequence[_Part]) -> Span:
        """Where the parts stand together."""
        return self.text.span(parts[0].start, parts[-1].end)


def _built(expr: Expr, parts: Sequence[_Part]) -> _Built:
    return _Built(expr, parts[0].start, parts[-1].end)


def _values(parts: Sequence[_Part]) -> list[Expr]:
    return [part.expr for part in parts if isinstance(part, _Built)]


def _word(part: _Part) -> str:
    assert isinstance(part, Piece)
    return " ".join(part.value.split())


def _number(builder: _Builder, parts: list[_Part]) -> _Built:
    return _built(Number(int(_word(parts[0])), span=builder.span(parts)), parts)


def _quantity(builder: _Builder, parts: list[_Part]) -> _Built:
    number, unit = _word(parts[0]), UNIT_WORDS.get(_word(parts[1]))
    if unit is None:
        builder.clear = False
        guess = nearest(_word(parts[1]), UNIT_WORDS)
        builder.told.append(messages.not_a_unit(builder.span(parts[1:]), _word(parts[1]), number, guess))
    return _built(Number(int(number), unit, span=builder.span(parts)), parts)


def _truth(builder: _Builder, parts: list[_Part]) -> _Built:
    return _built(TruthValue(_word(parts[0]) == "yes", span=builder.span(parts)), parts)


def _name(builder: _Builder, parts: list[_Part]) -> _Built:
    return _built(Name(_word(parts[0]), span=builder.span(parts)), parts)


def _field(builder: _Builder, parts: list[_Part]) -> _Built:
    name_span = builder.span(parts[2:])
    return _built(Field(_values(parts)[0], _word(parts[2]), span=builder.span(parts), name_span=name_span), parts)


def _call(builder: _Builder, parts: list[_Part]) -> _Built:
    expr = Call(_word(parts[0]), tuple(_values(parts)), span=builder.span(parts), name_span=builder.span(parts[:1]))
    return _built(expr, parts)


def _over(builder: _Builder, parts: list[_Part]) -> _Built:
    """NAME ( body for NAME in collection )."""
    body, collection = _values(parts)
    if _word(parts[5]) != "in":
        builder.told.append(
            messages.misfit(builder.span(parts[5:6]), _word(parts[5]), "`for` takes `in` and a collection")
        )
    expr = Over(
        _word(parts[0]),
        body,
        _word(parts[4]),
        collection,
        span=builder.span(parts),
        name_span=builder.span(parts[:1]),
        variable_span=builder.span(parts[4:5]),
    )
    return _built(expr, parts)


def _choice(builder: _Builder, parts: list[_Part]) -> _Built:
    return _built(Choice(tuple(_values(parts)), span=builder.span(parts)), parts)


def _parenthesised(_builder: _Builder, parts: list[_Part]) -> _Built:
    inner = parts[1]
    assert isinstance(inner, _Built)
    return _Built(inner.expr, parts[0].start, parts[-1].end)


def _negative(builder: _Builder, parts: list[_Part]) -> _Built:
    return _built(Negative(_values(parts)[0], span=builder.span(parts)), parts)


def _arithmetic(builder: _Builder, parts: list[_Part]) -> _Built:
    left, right = _values(parts)
    operator = cast("Literal['+', '-', '*', '/']", _word(parts[1]))
    return _built(Arithmetic(operator, left, right, span=builder.span(parts)), parts)


def _range(builder: _Builder, parts: list[_Part]) -> _Built:
    values = _values(parts)
    return _built(Range(values[0], values[1] if len(values) > 1 else None, span=builder.span(parts)), parts)


def _comparison(builder: _Builder, parts: list[_Part]) -> _Built:
    """Two values and a word between them; more are told, and taken as joined by `and`."""
    pairs: list[Expr] = []
    for at in range(0, len(parts) - 2, 2):
        left, right = _values(parts[at : at + 3])
        comparator = cast("Comparator", _word(parts[at + 1]))
        pairs.append(Comparison(comparator, left, right, span=builder.span(parts[at : at + 3])))
    if len(pairs) == 1:
        return _built(pairs[0], parts)
    whole = builder.span(parts)
    apart = And(tuple(pairs), span=whole)
    builder.later.append(lambda: messages.chained(whole, unparse(apart)))
    return _built(apart, parts)


def _negation(builder: _Builder, parts: list[_Part]) -> _Built:
    return _built(Not(_values(parts)[0], span=builder.span(parts)), parts)


def _both(builder: _Builder, parts: list[_Part]) -> _Built:
    expr = And(tuple(_values(parts)), span=builder.span(parts))
    return _Built(expr, parts[0].start, parts[-1].end, expr)


def _either(builder: _Builder, parts: list[_Part]) -> _Built:
    """`or`, with the message if an `and` stands beside it without parentheses."""
    whole = builder.span(parts)
    expr = Or(tuple(_values(parts)), span=whole)
    if any(part.bare for part in parts if isinstance(part, _Built)):
        other = _other_reading([part for part in parts if isinstance(part, _Built)])
        builder.later.append(lambda: messages.mixed(whole, unparse(expr), unparse(other)))
    return _built(expr, parts)


def _other_reading(alternatives: Sequence[_Built]) -> And:
    """`(a or b) and c`, where the grammar reads `a or (b and c)`."""
    runs: list[list[Expr]] = [[]]
    for part in alternatives:
        joined = part.bare.parts if part.bare else (part.expr,)
        runs[-1].append(joined[0])
        runs.extend([one] for one in joined[1:])
    return And(tuple(Or(tuple(run)) if len(run) > 1 else run[0] for run in runs))


def _conditional(builder: _Builder, parts: list[_Part]) -> _Built:
    test, then, otherwise = _values(parts)
    return _built(Conditional(test, then, otherwise, span=builder.span(parts)), parts)


def _preference(builder: _Builder, parts: list[_Part]) -> _Built:
    prefer: Literal["lowest", "highest", "holds"] = "holds"
    if isinstance(parts[0], Piece):
        prefer = "lowest" if parts[0].value == "lowest" else "highest"
    return _built(Preference(prefer, _values(parts)[0], span=builder.span(parts)), parts)


_RULES: dict[str, Callable[[_Builder, list[_Part]], _Built]] = {
    "number": _number,
    "quantity": _quantity,
    "truth": _truth,
    "name": _name,
    "field": _field,
    "call": _call,
    "over": _over,
    "choice": _choice,
    "parenthesised": _parenthesised,
    "negative": _negative,
    "arithmetic": _arithmetic,
    "range": _range,
    "comparison": _comparison,
    "negation": _negation,
    "both": _both,
    "either": _either,
    "conditional": _conditional,
    "lowest": _preference,
    "highest": _preference,
    "holds": _preference,
}
