"""From the automaton's reductions to our trees: one function for every rule of the grammar that makes a node.

The functions get the parts of the rule in the order in which they stand, finished values and pieces, and see to what
the grammar leaves open: comparisons are not chained, `and` does not stand beside `or`, a number is followed by a unit
that exists. No recursion: parts are finished before what they are part of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, cast

from referee.diagnostics.model import Diagnostic
from referee.diagnostics.spelling import nearest
from referee.lang import messages
from referee.lang.meant import UNITS_MEANT
from referee.lang.pieces import Piece
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

_JOINTS: Final = ("then", "else", "and", "or", "is", "above", "below", "for")
"""Words that join what stands round them, and may be misspelt as what would be a unit."""


class Built(NamedTuple):
    """A finished part: its tree and the characters it takes up, its own parentheses among them.

    `bare` is an `and` without parentheses, which must not stand beside `or`.
    """

    expr: Expr
    start: int
    end: int
    bare: And | None = None


Part = Built | Piece


@dataclass(slots=True)
class Builder:
    """What is known of the text while its tree is made.

    `told` takes what the grammar lets pass; `later` those messages that print trees, which must wait until the depth
    is known. `clear` says that the tree is what was meant; `torn` that a word is misspelt without which the rest of the
    text does not fit.
    """

    text: Text
    told: list[Diagnostic]
    later: list[Callable[[], Diagnostic]] = field(default_factory=list)
    clear: bool = True
    torn: bool = False

    def span(self, parts: Sequence[Part]) -> Span:
        """Where the parts stand together."""
        return self.text.span(parts[0].start, parts[-1].end)


def _built(expr: Expr, parts: Sequence[Part]) -> Built:
    return Built(expr, parts[0].start, parts[-1].end)


def _values(parts: Sequence[Part]) -> list[Expr]:
    return [part.expr for part in parts if isinstance(part, Built)]


def _word(part: Part) -> str:
    assert isinstance(part, Piece)
    return " ".join(part.value.split())


def _number(builder: Builder, parts: list[Part]) -> Built:
    return _built(Number(int(_word(parts[0])), span=builder.span(parts)), parts)


def _quantity(builder: Builder, parts: list[Part]) -> Built:
    number, unit = _word(parts[0]), UNIT_WORDS.get(_word(parts[1]))
    if unit is None:
        builder.clear = False
        word, span = _word(parts[1]), builder.span(parts[1:])
        guess = UNITS_MEANT.get(word) or nearest(word, (*UNIT_WORDS, *_JOINTS))
        if guess in _JOINTS:
            builder.torn = True
            builder.told.append(messages.misfit(span, word, f"did you mean `{guess}`?"))
        else:
            builder.told.append(messages.not_a_unit(span, word, number, guess))
    return _built(Number(int(number), unit, span=builder.span(parts)), parts)


def _truth(builder: Builder, parts: list[Part]) -> Built:
    return _built(TruthValue(_word(parts[0]) == "yes", span=builder.span(parts)), parts)


def _name(builder: Builder, parts: list[Part]) -> Built:
    return _built(Name(_word(parts[0]), span=builder.span(parts)), parts)


def _field(builder: Builder, parts: list[Part]) -> Built:
    name_span = builder.span(parts[2:])
    return _built(Field(_values(parts)[0], _word(parts[2]), span=builder.span(parts), name_span=name_span), parts)


def _call(builder: Builder, parts: list[Part]) -> Built:
    expr = Call(_word(parts[0]), tuple(_values(parts)), span=builder.span(parts), name_span=builder.span(parts[:1]))
    return _built(expr, parts)


def _over(builder: Builder, parts: list[Part]) -> Built:
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


def _choice(builder: Builder, parts: list[Part]) -> Built:
    return _built(Choice(tuple(_values(parts)), span=builder.span(parts)), parts)


def _parenthesised(_builder: Builder, parts: list[Part]) -> Built:
    inner = parts[1]
    assert isinstance(inner, Built)
    return Built(inner.expr, parts[0].start, parts[-1].end)


def _negative(builder: Builder, parts: list[Part]) -> Built:
    return _built(Negative(_values(parts)[0], span=builder.span(parts)), parts)


def _arithmetic(builder: Builder, parts: list[Part]) -> Built:
    left, right = _values(parts)
    operator = cast("Literal['+', '-', '*', '/']", _word(parts[1]))
    return _built(Arithmetic(operator, left, right, span=builder.span(parts)), parts)


def _range(builder: Builder, parts: list[Part]) -> Built:
    values = _values(parts)
    return _built(Range(values[0], values[1] if len(values) > 1 else None, span=builder.span(parts)), parts)


def _comparison(builder: Builder, parts: list[Part]) -> Built:
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


def _negation(builder: Builder, parts: list[Part]) -> Built:
    return _built(Not(_values(parts)[0], span=builder.span(parts)), parts)


def _both(builder: Builder, parts: list[Part]) -> Built:
    expr = And(tuple(_values(parts)), span=builder.span(parts))
    return Built(expr, parts[0].start, parts[-1].end, expr)


def _either(builder: Builder, parts: list[Part]) -> Built:
    """`or`, with the message if an `and` stands beside it without parentheses."""
    whole = builder.span(parts)
    expr = Or(tuple(_values(parts)), span=whole)
    if any(part.bare for part in parts if isinstance(part, Built)):
        other = _other_reading([part for part in parts if isinstance(part, Built)])
        builder.later.append(lambda: messages.mixed(whole, unparse(expr), unparse(other)))
    return _built(expr, parts)


def _other_reading(alternatives: Sequence[Built]) -> And:
    """`(a or b) and c`, where the grammar reads `a or (b and c)`."""
    runs: list[list[Expr]] = [[]]
    for part in alternatives:
        joined = part.bare.parts if part.bare else (part.expr,)
        runs[-1].append(joined[0])
        runs.extend([one] for one in joined[1:])
    return And(tuple(Or(tuple(run)) if len(run) > 1 else run[0] for run in runs))


def _conditional(builder: Builder, parts: list[Part]) -> Built:
    test, then, otherwise = _values(parts)
    return _built(Conditional(test, then, otherwise, span=builder.span(parts)), parts)


def _preference(builder: Builder, parts: list[Part]) -> Built:
    prefer: Literal["lowest", "highest", "holds"] = "holds"
    if isinstance(parts[0], Piece):
        prefer = "lowest" if parts[0].value == "lowest" else "highest"
    return _built(Preference(prefer, _values(parts)[0], span=builder.span(parts)), parts)


RULES: Final[dict[str, Callable[[Builder, list[Part]], Built]]] = {
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
