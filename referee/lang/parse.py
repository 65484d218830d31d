"""Text to tree. The only module that knows Lark, which makes the automaton of the grammar; its trees never get here.

`parse` never raises, whatever the text. Limits come first: characters, then the nesting of parentheses, then parts and
depth of the finished tree, all counted without recursion, so that nothing that walks a tree later can go too
deep. The steps between: the automaton cuts the text into pieces (it knows a piece for everything), `signs` mends
foreign ones, `brackets` pairs parentheses, the automaton reads the rest with the functions of `build`, and `misfits`
words its objection.

Each mistake is told once. Where it is clear what was meant (`<=`, `&&`, a chain of comparisons) there is a tree all the
same, so that the checker can tell what else is wrong in the same run.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from referee import limits
from referee.diagnostics.model import Diagnostic
from referee.lang import messages, walk
from referee.lang.automaton import Automaton, Refused
from referee.lang.brackets import check_brackets
from referee.lang.build import Builder
from referee.lang.misfits import misfit
from referee.lang.pieces import Piece
from referee.lang.signs import mend
from referee.lang.syntax import Expr
from referee.source import Span, Text

SAVED = "grammar.json"
STARTS = ("expression", "criterion")


def parse(text: Text, *, criterion: bool = False, known: Collection[str] = ()) -> tuple[Expr | None, list[Diagnostic]]:
    """The tree of a text, without types, and what is wrong with the text; the tree is None where nobody can know it.

    An expression is right only if nothing is wrong with it: a tree beside diagnostics is what was probably meant, good
    for finding more mistakes and for nothing else. With `criterion` the text is a criterion of the winner, and the
    tree a `Preference`. Words that are `known` as names are none of the language's misspelt.
    """
    if len(text.value) > limits.EXPRESSION_CHARACTERS:
        return None, [messages.too_long(text.whole, len(text.value), limits.EXPRESSION_CHARACTERS)]
    if text.value.strip(" \t\r\n~") == "":
        return None, [messages.nothing(text.span(0, len(text.value)))]
    mended = mend(automaton().pieces(text.value), text)
    told = mended.diagnostics
    unpaired = check_brackets(mended.pieces, text)
    if unpaired or not mended.whole or not mended.pieces:
        return None, [*told, *unpaired]
    builder = Builder(text, told)
    start = "criterion" if criterion else "expression"
    try:
        expr = automaton().read(start, mended.pieces, builder)
    except Refused as refused:

        def reads(place: Span, word: str) -> bool:
            named = any(piece.value in known and piece.span(text) == place for piece in mended.pieces)
            return not named and _reads_on(start, mended.pieces, place, word, text)

        objection = misfit(mended.pieces, refused.at, refused.accepted, text, reads)
        return None, told if builder.torn or _told_already(objection, told) else [*told, objection]
    # a short one is within the limits whatever it says: every part and every level takes a piece
    short = len(mended.pieces) <= limits.EXPRESSION_DEPTH
    too_much = [] if short else list(_over_the_limits(expr, text))
    told.extend(too_much or [word() for word in builder.later])
    return (expr if mended.clear and builder.clear and not too_much else None), told


def _reads_on(start: str, pieces: Sequence[Piece], place: Span, word: str, text: Text) -> bool:
    """Whether `word` can stand in the place of a piece, and the next one behind it."""
    at = next(number for number, piece in enumerate(pieces) if piece.span(text) == place)
    written = mend(automaton().pieces(word), Text.plain(word)).pieces
    try:
        automaton().read(start, [*pieces[:at], *written, *pieces[at + 1 :]], Builder(text, []))
    except Refused as refused:
        return refused.at > at + len(written)
    return True


def _told_already(diagnostic: Diagnostic, told: Sequence[Diagnostic]) -> bool:
    """Whether the place is one that was told before, or the end behind one: the same mistake seen twice."""
    place = diagnostic.span
    ends = place is not None and place.start == place.end
    return any(one.span == place or (ends and one.span and place and one.span.end == place.start) for one in told)


def _over_the_limits(expr: Expr, text: Text) -> Iterator[Diagnostic]:
    parts = walk.size(expr)
    if parts > limits.EXPRESSION_PARTS:
        yield messages.too_many_parts(text.whole, parts, limits.EXPRESSION_PARTS)
    elif walk.depth(expr) > limits.EXPRESSION_DEPTH:
        yield messages.too_deep(text.whole, limits.EXPRESSION_DEPTH)


# the automaton


@cache
def automaton() -> Automaton:
    """The automaton of the grammar: read from its saved form, or made by Lark if the grammar has changed since.

    Reading takes a millisecond; Lark takes eighty to be imported and to work. `.ci/grammar.py` saves it.
    """
    saved = json.loads(files(__package__).joinpath(SAVED).read_text("utf-8"))
    text = grammar_text()
    return Automaton.of(saved if saved["grammar"] == text else made_by_lark(text))


def grammar_text() -> str:
    """What stands in `grammar.lark`."""
    return files(__package__).joinpath("grammar.lark").read_text("utf-8")


def made_by_lark(text: str) -> dict[str, Any]:
    """The tables of a grammar as plain JSON, in a form that depends on the grammar only (see `Automaton.of`)."""
    made = lark_of(text)
    table = made.parser.parser.parser.parse_table
    starts = {start: table.start_states[start] for start in STARTS}
    order = _in_order(table.states, list(starts.values()))
    rules: dict[tuple[Any, ...], int] = {}
    states: list[dict[str, int]] = []
    for state in order:
        actions: dict[str, int] = {}
        for kind, (action, target) in sorted(table.states[state].items()):
            if action.name == "Shift":
                actions[kind] = order[target]
            else:
                rule = (target.alias or target.origin.name, target.origin.name, len(target.expansion))
                actions[kind] = -1 - rules.setdefault((*rule, target.options.expand1 and not target.alias), len(rules))
        states.append(actions)
    return {
        "grammar": text,
        "terminals": _terminals(made),
        "keywords": _keywords(made),
        "ignored": made.ignore_tokens,
        "rules": [list(rule) for rule in rules],
        "states": states,
        "starts": {start: order[state] for start, state in starts.items()},
        "ends": {start: order[table.end_states[start]] for start in STARTS},
    }


def lark_of(text: str) -> Any:
    """Lark's own parser of a grammar, for making tables and for the tests."""
    import lark  # noqa: PLC0415 - needed only where the grammar was changed

    starts = [*STARTS, "foreign"]
    return lark.Lark(text, parser="lalr", lexer="basic", start=starts, keep_all_tokens=True, maybe_placeholders=False)


def _in_order(states: dict[int, Any], starts: list[int]) -> dict[int, int]:
    """Numbers for the states in the order in which they are reached, since Lark's change from run to run."""
    order = {state: number for number, state in enumerate(starts)}
    waiting = list(starts)
    for state in waiting:
        for _, (action, target) in sorted(states[state].items()):
            if action.name == "Shift" and target not in order:
                order[target] = len(order)
                waiting.append(target)
    return order


def _terminals(made: Any) -> list[list[str]]:
    """Names and patterns in the order in which they are tried, keywords left out."""
    keywords = _keywords(made).values()
    terminals = [one for one in made.terminals if one.name not in keywords]
    terminals.sort(key=lambda one: (-one.priority, -one.pattern.max_width, -len(one.pattern.value), one.name))
    return [[one.name, one.pattern.to_regexp()] for one in terminals]


def _keywords(made: Any) -> dict[str, str]:
    """The words that are written like names and are none."""
    fixed = [one for one in made.terminals if one.pattern.type == "str"]
    return {one.pattern.value: one.name for one in fixed if one.pattern.value.isalpha()}
