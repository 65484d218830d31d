"""What an author is told about an expression that cannot be read: the wording of the parser, one function a message.

The words are the author's: what stands there, what can stand there, how to write it. Names of tokens and rules of the
grammar never appear. The wording of the checker is in `type_messages`.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.diagnostics.model import Diagnostic, Fix, Related, replacing
from referee.diagnostics.spelling import listed, quoted
from referee.lang.words import UNITS
from referee.source import Span


def comparison_sign(span: Span, sign: str, word: str | None) -> Diagnostic:
    """`=` and `<=`: comparisons are words."""
    code = "CH301" if sign in {"=", "==", "==="} else "CH302"
    if word is None:
        return Diagnostic(
            code, f"{quoted(sign)} compares nothing here; comparisons are words: `is`, `at most`, `below` …", span
        )
    return Diagnostic(code, f"{quoted(sign)} is no comparison here; write `{word}`", span, fix=Fix(span, word))


def other_word(span: Span, found: str, word: str) -> Diagnostic:
    """`&&`, `y`, `true`: another language's word for one of ours."""
    return Diagnostic("CH303", f"{quoted(found)} is not a word of the rules; write `{word}`", span, fix=Fix(span, word))


def capitals(span: Span, found: str, word: str) -> Diagnostic:
    """`AND`: our word in capitals."""
    return Diagnostic("CH303", f"{quoted(found)} is written in small letters: `{word}`", span, fix=Fix(span, word))


def look_alike(span: Span, found: str, meant: str) -> Diagnostic:
    """A sign or letter that only looks like one of ours."""
    odd = [sign for sign in found if not sign.isascii()]
    numbers = ", ".join(f"U+{ord(sign):04X}" for sign in odd[:3])
    if not meant.strip():
        told = f"a blank of an unusual kind ({numbers}) stands here; write an ordinary blank"
        return Diagnostic("CH008", told, span, fix=Fix(span, " "))
    told = f"{quoted(found)} ({numbers}) only looks like `{meant}`; write `{meant}` with the plain sign"
    return Diagnostic("CH008", told, span, fix=Fix(span, meant))


def leading_zero(span: Span, found: str, meant: str) -> Diagnostic:
    """`0100`: some tools read 64, others 100."""
    return Diagnostic("CH004", f"{quoted(found)} begins with a zero; write `{meant}`", span, fix=Fix(span, meant))


def not_whole(span: Span, found: str) -> Diagnostic:
    """`1e3`, `1:30`, `12_0`."""
    return Diagnostic(
        "CH004", f"{quoted(found)} is not a plain whole number; write the digits only, such as `100`", span
    )


def number_too_large(span: Span, found: str, most: int) -> Diagnostic:
    """More digits than a rule ever needs."""
    return Diagnostic("CH104", f"{quoted(found)} is too large; a number here is at most {most}", span)


_FRACTION = "write a fraction: one and a half times `x` is `x * 3 / 2`, rounded down"


def decimal(span: Span, found: str) -> Diagnostic:
    """`5.5` and `5,5`."""
    return Diagnostic("CH309", f"{quoted(found)} is not a whole number; all quantities here are whole", span, _FRACTION)


def glued(span: Span, found: str, apart: str) -> Diagnostic:
    """`5points`."""
    told = f"{quoted(found)} wants a blank between number and word; write `{apart}`"
    return Diagnostic("CH311", told, span, fix=Fix(span, apart))


def number_and_letters(span: Span, found: str) -> Diagnostic:
    """`7o`."""
    return Diagnostic("CH311", f"{quoted(found)} is neither a number nor a name; a name begins with a letter", span)


def number_in_letters(span: Span, found: str, meant: str) -> Diagnostic:
    """`five points`."""
    return Diagnostic("CH311", f"{quoted(found)} is a number in letters; write `{meant}`", span, fix=Fix(span, meant))


def or_more(span: Span, found: str, number: str, *, less: bool) -> Diagnostic:
    """`3 or more`; `3 or less`."""
    hint = f"write `at most {number}`; a set of sizes or seats names both ends" if less else _at_least(number)
    return Diagnostic("CH311", f"{quoted(found)} is not said so here", span, hint)


def _at_least(number: str) -> str:
    return f"write `{number}..` for a set of sizes or seats, `at least {number}` in a comparison"


def question(span: Span) -> Diagnostic:
    """`a ? b : c`."""
    return Diagnostic("CH312", "`?` is not a sign of the rules; write `if … then … else …`", span)


def quotes(span: Span, found: str, meant: str | None) -> Diagnostic:
    """There are no texts in the language."""
    if meant is None:
        return Diagnostic("CH312", f"{quoted(found)} is a text; expressions have names and numbers only", span)
    told = f"{quoted(found)} has quotes round it, the rules have none; write `{meant}`"
    return Diagnostic("CH312", told, span, fix=Fix(span, meant))


def arithmetic_sign(span: Span, found: str, meant: str | None) -> Diagnostic:
    """`**`, `%`, `//`."""
    if meant is None:
        return Diagnostic("CH312", f"{quoted(found)} is not a sign of the rules; there are `+`, `-`, `*` and `/`", span)
    told = f"{quoted(found)} is not a sign of the rules; write `{meant}`"
    return Diagnostic("CH312", told, span, fix=Fix(span, meant))


def strange(span: Span, found: str) -> Diagnostic:
    """A sign no expression has."""
    hint = "an expression has words, whole numbers and the signs `+ - * / .. . , ( ) [ ]`"
    return Diagnostic("CH312", f"{quoted(found)} is not a sign of the rules", span, hint)


def closes_nothing(span: Span, found: str) -> Diagnostic:
    """`a)`."""
    return Diagnostic(
        "CH305", f"`{found}` closes nothing that is open here", span, "remove it, or write its partner in front"
    )


def left_open(end: Span, opening: Span, sign: str, partner: str) -> Diagnostic:
    """`(a`."""
    related = (Related(f"`{sign}` is opened here", opening),)
    return Diagnostic(
        "CH305", f"`{partner}` is missing: a `{sign}` is still open where the expression ends", end, "", related
    )


def wrong_partner(span: Span, found: str, opening: Span, sign: str, partner: str) -> Diagnostic:
    """`(a]`."""
    related = (Related(f"`{sign}` is opened here", opening),)
    return Diagnostic("CH305", f"`{found}` cannot close a `{sign}`; write `{partner}`", span, "", related)


def nothing(span: Span) -> Diagnostic:
    """An empty text, or YAML's sign for nothing."""
    return Diagnostic(
        "CH308",
        "nothing stands here; an expression is expected, such as `deadwood at most 5`",
        span,
        "write `remove` to take an entry of the base out",
    )


def ends_early(end: Span, last: str, expected: str, *, number: str = "") -> Diagnostic:
    """`deadwood at most`; `number` is that of `4+`."""
    told = f"the expression ends after {quoted(last)}; {expected} must follow"
    return Diagnostic("CH308", told, end, _at_least(number) if number else "")


def chained(span: Span, apart: str) -> Diagnostic:
    """`1 below x below 5`."""
    return Diagnostic("CH304", f"a comparison has two sides; write `{apart}`", span, fix=Fix(span, apart))


def mixed(span: Span, first: str, second: str) -> Diagnostic:
    """`a or b and c`."""
    return Diagnostic(
        "CH306",
        "`and` and `or` stand side by side, which can be read in two ways; parentheses must say which",
        span,
        f"write `{first}` or `{second}`",
        fix=Fix(span, first, safe=False),
    )


def too_long(span: Span, found: int, most: int) -> Diagnostic:
    """More characters than an expression may have."""
    return Diagnostic(
        "CH310",
        f"this expression has {found} characters, at most {most} are allowed",
        span,
        "name parts of it under `define`",
    )


def too_many_parts(span: Span, found: int, most: int) -> Diagnostic:
    """More numbers, names and operators than an expression may have."""
    return Diagnostic(
        "CH310",
        f"this expression has {found} parts, at most {most} are allowed",
        span,
        "name parts of it under `define`",
    )


def too_deep(span: Span, most: int) -> Diagnostic:
    """More nesting than an expression may have."""
    return Diagnostic(
        "CH310", f"this expression is nested more than {most} deep", span, "name parts of it under `define`"
    )


def misfit(span: Span, found: str, expected: str, remedy: str = "", meant: str | None = None) -> Diagnostic:
    """A word or sign where something else must stand; `meant` is what to write in its place, where that is known."""
    told = f"{quoted(found)} does not fit here; {expected}"
    return Diagnostic("CH311", told, span, remedy, fix=replacing(span, meant))


def not_a_unit(span: Span, found: str, number: str, guess: str | None) -> Diagnostic:
    """`5 pionts`."""
    asked = f"; did you mean `{number} {guess}`?" if guess else ""
    told, units = f"{quoted(found)} is not a unit that can follow a number{asked}", f"units: {listed(UNITS)}"
    return Diagnostic("CH311", told, span, units, fix=replacing(span, guess))


def such_as(words: Sequence[str]) -> str:
    """`a, b or c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
