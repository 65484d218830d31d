"""Every message about texts and examples: one function for each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from referee.diagnostics import Diagnostic
from referee.diagnostics.model import Fix, replacing
from referee.diagnostics.spelling import certain, listed, nearest, quoted
from referee.source import Span
from referee.yamltree.nodes import ScalarNode

_NUMBERS = re.compile(r"[0-9]+")


def guess(word: str, known: Sequence[str], otherwise: str) -> str:
    """`did you mean …?`, or what there is."""
    similar = nearest(word, known)
    if similar:
        return f"did you mean `{similar}`?"
    return f"there is {listed(known)}" if known else otherwise


def _near(word: str, known: Sequence[str], span: Span) -> Fix | None:
    """The word that `guess` asks about, in place of the other."""
    similar = nearest(word, known)
    return replacing(span, similar, safe=certain(word, similar, known))


# texts


def lone_brace(kind: str, span: Span) -> Diagnostic:
    """CH805: a brace without its other half."""
    if kind == "open":
        return Diagnostic(
            "CH805", "the brace opened here is not closed", span, help="write `{name}` for a value, `{{` for a brace"
        )
    return Diagnostic("CH805", "this brace was never opened", span, help="write `{name}` for a value, `}}` for a brace")


def empty_placeholder(span: Span) -> Diagnostic:
    """CH805: `{}`."""
    return Diagnostic(
        "CH805", "nothing stands between these braces", span, help="write the name of a value, such as `{limit}`"
    )


def faulty_placeholder(problem: Diagnostic, written: str) -> Diagnostic:
    """CH805: the expression in a placeholder has a mistake; a mistake in reading it keeps its own code."""
    if not problem.code.startswith(("CH2", "CH4")):
        return problem
    return replace(problem, code="CH805", message=f"`{{{written}}}` has no value here: {problem.message}")


def hidden_cards(problem: Diagnostic, written: str) -> Diagnostic:
    """CH611: cards of a seat, in a text where they are not even known."""
    said = f"a text never shows what a seat holds, for others read it too: `{{{written}}}`"
    return replace(problem, code="CH611", message=said, help="say in words what is meant, or write a number")


def too_many_placeholders(span: Span, most: int) -> Diagnostic:
    """CH012: reading them all would take too long."""
    return Diagnostic(
        "CH012",
        f"the texts of this file have more than {most:,} placeholders up to here",
        span,
        help="say in words what needs no number",
    )


def _refusing(clause: str, clauses: Sequence[str], otherwise: str) -> str:
    """Which clauses plays are refused for, the one that was meant first: another number is as likely another clause."""
    similar = nearest(clause, clauses)
    slip = similar is not None and (
        similar in clause or clause in similar or _NUMBERS.sub("", similar) != _NUMBERS.sub("", clause)
    )
    asked = f"did you mean `{similar}`? " if slip else ""
    return f"{asked}plays are refused for {listed(clauses)}" if clauses else otherwise


def refusal_of_nothing(key: ScalarNode, clauses: Sequence[str]) -> Diagnostic:
    """CH811: a refusal text of a clause that nobody can break."""
    return Diagnostic(
        "CH811",
        f"no play is ever refused for `{key.value}`, so nobody would read this",
        key.span,
        help=_refusing(key.value, clauses, "leave it out"),
    )


def figure_of_no_rule(figure: str, clause: str, span: Span) -> Diagnostic:
    """CH807: a figure that no rule of the clause has."""
    return Diagnostic(
        "CH807",
        f"the text says {figure}, but no rule of {clause} does",
        span,
        help="write the number of the rule, or a placeholder such as `{limit}`; a number in words is not checked",
    )


# examples


def too_many_examples(span: Span, found: int, most: int) -> Diagnostic:
    """CH012: running them all would take too long."""
    return Diagnostic(
        "CH012",
        f"the file has {found:,} examples; at most {most:,} are allowed",
        span,
        help="keep those that show something of their own",
    )


def example_of_no_outcome(node: ScalarNode, outcomes: Sequence[str]) -> Diagnostic:
    """CH801: an outcome that does not exist."""
    return Diagnostic(
        "CH801",
        f"there is no outcome {quoted(node.value)}",
        node.text.whole,
        help=guess(node.value, outcomes, "this rule set has no outcomes"),
        fix=_near(node.value, outcomes, node.text.whole),
    )


def example_of_no_clause(node: ScalarNode, clauses: Sequence[str]) -> Diagnostic:
    """CH801: a clause no close can be refused for."""
    return Diagnostic(
        "CH801",
        f"no play is ever refused for {quoted(node.value)}",
        node.text.whole,
        help=_refusing(node.value, clauses, "no clause forbids anything"),
    )


def example_of_no_option(key: ScalarNode, options: Iterable[str]) -> Diagnostic:
    """CH801: an option that does not exist."""
    return Diagnostic(
        "CH801",
        f"there is no option {quoted(key.value)}",
        key.span,
        help=guess(key.value, list(options), "this rule set has no options"),
        fix=_near(key.value, list(options), key.span),
    )
