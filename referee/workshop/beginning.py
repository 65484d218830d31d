"""The first file of a house rule: what its author answered to a few questions, as a difference from the base.

The questions are made from the base itself: who may play, every option it offers with its range, and how many loose
points a close may leave . An answer that is the base's own is left out of the file. Beside it comes a small file of
tests: hands of the base's examples, as far as they still come out as they did.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from referee.cards import folded
from referee.diagnostics import Diagnostic, Severity
from referee.lang.syntax import And, Comparison, Expr, Name, Number, Or, Range
from referee.lang.types import Quantity, Truth
from referee.lang.unparse import unparse
from referee.limits import NUMBER
from referee.rules.model import Condition, Example, Option, RuleSet
from referee.ruleset.rewriting import WIDTH
from referee.source import Origin
from referee.voice import Frames
from referee.workshop.examples import failed_examples
from referee.yamltree.dump import dump

SEATS, CLOSE = "seats", "close"
_SHOWN = 5
_WHOLE = re.compile(r"0|[1-9][0-9]{0,5}")
_RANGE = re.compile(r"([1-9])(?:\.\.([1-9]))?")


class NoAnswer(ValueError):  # noqa: N818 - told as it is
    """What was answered cannot be; the message says what can."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `key` is `seats`, `close` or the name of an option; `clause` the paragraph it is about.

    `allowed` says what may be answered, in the language asked in. `default` is the base's own answer as the file will
    have it, `shown` the same in that language. `read` gives an answer as the file will have it; NoAnswer, in that
    language too.
    """

    key: str
    clause: str
    allowed: str
    default: str
    shown: str
    read: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Begun:
    """What was made: the texts of the rule file and of its tests."""

    rules: str
    tests: str


def questions(base: RuleSet, language: str = "en") -> Iterator[Question]:
    """What to ask who builds on `base`, in the order of a game."""
    frames = Frames(language)
    seats = base.settings.get("table.seats")
    if seats is not None and isinstance(seats.expr, Range) and _numbers(seats.expr) is not None:
        yield _seats_question(seats.clause, seats.expr, frames)
    for option in base.options.values():
        if not option.fixed:
            yield _option_question(option, frames)
    found = close_limit(base)
    if found is not None:
        clause, most = found
        allowed, read = frames.range(0, NUMBER, "points"), partial(_whole, low=0, high=NUMBER, frames=frames)
        yield Question(CLOSE, clause, allowed, str(most), frames.large(most), read)


def close_limit(rules: RuleSet) -> tuple[str, int] | None:
    """The clause that bounds the loose points of a close, and the most it allows; None as `_close_limit` says."""
    found = _close_limit(rules)
    if found is None:
        return None
    condition, comparison = found
    bound = comparison.right.value if isinstance(comparison.right, Number) else 0
    return condition.clause, bound - (comparison.comparator == "below")


def begun(base: RuleSet, name: str, titles: Mapping[str, str], answers: Mapping[str, str]) -> str:
    """The text of the rule file `name` over `base`, not yet in canonical layout; `answers` by the key of a question."""
    asked = {question.key: question for question in questions(base)}
    changed = {key: answer for key, answer in answers.items() if answer != asked[key].default}
    options = [(key, answer) for key, answer in changed.items() if key in base.options]
    file = f"{name}.yaml"
    lines = [
        f"# What differs from {base.name} at our table; all else is as there. `referee check {file}` finds mistakes,",
        f"# `referee show {file}` prints the whole rules, `referee explain {file}` says where each value comes from.",
        f"rule_set: {name}",
        "format: 1",
        f"extends: {base.name}",
        *([f"title: {{{', '.join(f'{lang}: {_text(text)}' for lang, text in titles.items())}}}"] if titles else []),
    ]
    if options:
        lines += [
            "",
            "# What a table chooses when it sits down. With `fixed` in place of `default` there is no choice.",
            "options:",
        ]
        lines += [f"  {key}: {{default: {answer}}}  # {asked[key].default} in {base.name}" for key, answer in options]
    if SEATS in changed:
        lines += ["", "# Who may play.", f"table: {{seats: {changed[SEATS]}}}  # {asked[SEATS].default} in {base.name}"]
    found = _close_limit(base)
    if CLOSE in changed and found is not None:
        lines += [
            "",
            f"# Who may close. With {asked[CLOSE].default} loose points at most in {base.name}.",
            "close:",
            "  may_close:",
        ]
        lines.append(f"    {found[0].key}: {unparse(_limited(found[0].expr, int(changed[CLOSE])))}")
    own = f"{re.sub('[^a-z]', '', name)[:12] or 'our'}.1"
    lines += [
        "",
        "# A rule of your own goes under a clause of your own, such as:",
        "# close:",
        "#   may_close:",
        f"#     {own}: loose.count at most 1 card",
    ]
    return "".join(f"{line}\n" for line in lines)


def allowing(text: str, diagnostics: Sequence[Diagnostic]) -> str:
    """The text with every warning in it allowed: they come of the answers, and the author has not read them yet."""
    lines = text.splitlines()
    by_line: dict[int, set[str]] = {}
    for one in diagnostics:
        if one.span is not None and one.severity is not Severity.ERROR:
            by_line.setdefault(one.span.begin.line, set()).add(one.code)
    for number in sorted(by_line, reverse=True):
        indent = lines[number - 1][: len(lines[number - 1]) - len(lines[number - 1].lstrip())]
        codes = ", ".join(sorted(by_line[number]))
        lines.insert(
            number - 1, f"{indent}# referee: allow {codes} because the rule is spoken until it has a paragraph here"
        )
    return "".join(f"{line}\n" for line in lines)


def first_tests(base: RuleSet, made: RuleSet, more: Mapping[str, str]) -> str:
    """A file of tests for `made`: examples of the base of each kind that hold there too, then `more` by name."""
    lines = [
        f"# Hands at our table and what must come of them: `referee test {made.name}_test.yaml` runs them.",
        "# Write one for every rule you change, on either side of its limit.",
        "test: 1",
        "tests:",
        "  there_is_a_game: {table: offered}",
    ]
    shown: dict[str, Example] = {}
    for example in base.examples:
        kind = re.sub(
            r"\W", "_", example.outcome or (f"refused_{example.refused}" if example.refused else "loose_points")
        )
        if len(shown) < _SHOWN and kind not in shown and _holds(made, example):
            shown[kind] = example
    for kind, example in shown.items():
        written = f"  {kind}: {{{', '.join(_pairs(example))}}}"
        lines += [written] if len(written) <= WIDTH else [f"  {kind}:", *(f"    {pair}" for pair in _pairs(example))]
    lines += [f"  {name}: {entry}" for name, entry in more.items()]
    return "".join(f"{line}\n" for line in lines)


def _seats_question(clause: str, offered: Range, frames: Frames) -> Question:
    low, high = _numbers(offered) or (1, 8)

    def read(text: str) -> str:
        said = _RANGE.fullmatch(text.replace(" to ", "..").replace("-", "..").replace(" ", ""))
        first = int(said[1]) if said else 0
        last = int(said[2] or said[1]) if said else 0
        if not low <= first <= last <= high:
            raise NoAnswer(frames.new["answer_seats"].format(low=low, high=high))
        return str(first) if first == last else f"{first}..{last}"

    return Question(SEATS, clause, frames.range(low, high), f"{low}..{high}", f"{low}..{high}", read)


def _option_question(option: Option, frames: Frames) -> Question:
    tongue, default = frames.tongue, _said(option.default)
    if isinstance(option.type, Truth):
        known = {_said(value): tongue.truth(value) for value in (True, False)}
    else:
        known = {_said(value): _said(value) for value in option.one_of}
    if known:
        allowed, read = tongue.listed([*known.values()], "or"), partial(_one_of, known=known, frames=frames)
        return Question(option.name, option.clause, allowed, default, known.get(default, default), read)
    unit = option.type.unit if isinstance(option.type, Quantity) else None
    low, high = option.low or 0, NUMBER if option.high is None else option.high
    read = partial(_whole, low=low, high=high, frames=frames)
    return Question(option.name, option.clause, frames.range(low, high, unit), default, default, read)


def _said(value: int | bool | str) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _one_of(text: str, known: Mapping[str, str], frames: Frames) -> str:
    """The value that was meant, by its word in the language or as the file has it; the beginning of one word will do.

    Accents may be left out: `si` is `sí`.
    """
    word = folded(text.strip())
    for words in (known, {value: value for value in known}):
        meant = [value for value, said in words.items() if word and folded(said).startswith(word)]
        exact = [value for value in meant if folded(words[value]) == word]
        if len(exact or meant) == 1:
            return (exact or meant)[0]
    raise NoAnswer(frames.new["answer_one"].format(these=frames.tongue.listed([*known.values()], "or")))


def _whole(text: str, low: int, high: int, frames: Frames) -> str:
    word = text.strip()
    if not _WHOLE.fullmatch(word) or not low <= int(word) <= high:
        raise NoAnswer(frames.new["answer_number"].format(low=frames.large(low), high=frames.large(high)))
    return word


def _numbers(expr: Range) -> tuple[int, int] | None:
    low, high = expr.low, expr.high
    return (low.value, high.value) if isinstance(low, Number) and isinstance(high, Number) else None


def _is_limit(expr: Expr) -> bool:
    """`deadwood at most 5 points`."""
    if not isinstance(expr, Comparison) or expr.comparator not in {"at most", "below"}:
        return False
    return isinstance(expr.left, Name) and expr.left.name == "deadwood" and isinstance(expr.right, Number)


def _close_limit(base: RuleSet) -> tuple[Condition, Comparison] | None:
    """The one comparison that bounds the loose points of a close; None if there is none, or more than one.

    It is looked for in what `and` and `or` join, where another bound can be put in its place.
    """
    found: list[tuple[Condition, Comparison]] = []
    for condition in base.conditions.get("close.may_close", ()):
        waiting: list[Expr] = [condition.expr]
        while waiting:
            expr = waiting.pop()
            if isinstance(expr, Comparison) and _is_limit(expr):
                found.append((condition, expr))
            waiting += expr.parts if isinstance(expr, And | Or) else ()
    return found[0] if len(found) == 1 else None


def _limited(expr: Expr, most: int) -> Expr:
    """The expression with another bound of the loose points."""
    if isinstance(expr, Comparison) and _is_limit(expr) and isinstance(expr.right, Number):
        return replace(expr, comparator="at most", right=replace(expr.right, value=most))
    if isinstance(expr, And | Or):
        return replace(expr, parts=tuple(_limited(part, most) for part in expr.parts))
    return expr


def _holds(made: RuleSet, example: Example) -> bool:
    """Whether an example comes true under other rules."""
    alone = replace(made, examples=(replace(example, origin=Origin(made.name)),))
    return not list(failed_examples(alone))


def _pairs(example: Example) -> list[str]:
    """The keys of an example as a file has them."""
    pairs: list[tuple[str, str]] = [(example.kind, example.cards)]
    if example.seats is not None:
        pairs.append(("seats", str(example.seats)))
    for key, values in (("options", example.options), ("given", example.given)):
        if values:
            pairs.append((key, f"{{{', '.join(f'{name}: {value}' for name, value in values.items())}}}"))
    told = {
        "outcome": example.outcome,
        "writes": example.writes,
        "deadwood": example.deadwood,
        "refused": example.refused,
    }
    pairs += [(key, str(value)) for key, value in told.items() if value is not None]
    return [f"{key}: {value}" for key, value in pairs]


def _text(text: str) -> str:
    """A text inside braces."""
    made = dump(text).rstrip("\n")
    return made if made.startswith('"') else f'"{made}"'
