"""What is said of a file of tests that cannot be used: one function for each mistake."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.diagnostics.model import Diagnostic, Related, replacing
from referee.diagnostics.spelling import certain, listed, listed_near, nearest, quoted, visible
from referee.ruleset.shape_messages import found, marked
from referee.source import Span
from referee.suite.model import Kind
from referee.yamltree.nodes import MapNode, Node, ScalarNode

_SHOWN = 3
"""Mistakes of faulty rules that are shown with the file of tests."""


def other_format(node: Node, path: str) -> Diagnostic:
    """`test: 2`."""
    message = f"the file says `test: {found(node).removeprefix('the number ').strip('`')}`; this program knows 1"
    return Diagnostic(
        "CH107", message, marked(node), "write `test: 1`, or use a newer version of the referee", path=path
    )


def nothing(key: ScalarNode, path: str) -> Diagnostic:
    """`onto:` with nothing behind it."""
    message = f"nothing stands behind `{visible(key.value)}:`"
    return Diagnostic("CH108", message, key.span, "write a value, or take the key out", path=path)


def no_tests(node: MapNode) -> Diagnostic:
    """`tests: {}`."""
    return Diagnostic(
        "CH108", "`tests` holds nothing", marked(node), "write a test, or take the file out", path="tests"
    )


def no_kind(name: ScalarNode, kinds: Sequence[Kind]) -> Diagnostic:
    """A test that asks nothing."""
    message = f"the test {quoted(name.value)} asks about nothing"
    return Diagnostic("CH102", message, name.span, f"write one of: {listed(kinds)}", path=f"tests.{name.value}")


def two_kinds(key: ScalarNode, first: ScalarNode) -> Diagnostic:
    """`hand` and `close` in one test."""
    message = f"a test asks about one thing; this one has `{key.value}` beside `{first.value}`"
    related = (Related("the first of them", first.span),)
    return Diagnostic("CH103", message, key.span, "make two tests of it", related)


def not_of_this_kind(key: ScalarNode, kind: Kind, allowed: Sequence[str]) -> Diagnostic:
    """`writes` beside `hand`."""
    message = f"a test of a `{kind}` has no `{visible(key.value)}`"
    return Diagnostic("CH110", message, key.span, f"allowed here: {listed(allowed, 30)}")


def lacks(name: ScalarNode, kind: Kind, key: str) -> Diagnostic:
    """A lay-off without melds to lay on."""
    message = f"the test {quoted(name.value)} has no `{key}`; a `{kind}` cannot do without"
    return Diagnostic("CH102", message, name.span, f"write `{key}: …`", path=f"tests.{name.value}")


def expects_nothing(name: ScalarNode, kind: Kind, expects: Sequence[str]) -> Diagnostic:
    """A test that cannot fail."""
    message = f"the test {quoted(name.value)} expects nothing, so it could not fail"
    help_ = f"say what must come of a `{kind}`: {listed(expects)}"
    return Diagnostic("CH102", message, name.span, help_, path=f"tests.{name.value}")


def no_fixture(span: Span, name: str, known: Iterable[str], *, sign: str = "") -> Diagnostic:
    """`$run_of_sx`, or `from: strat`."""
    names = sorted(known)
    guess = nearest(name, names)
    meant = f"; did you mean `{guess}`?" if guess else ""
    there = f"fixtures of this file: {listed_near(name, names)}" if names else "write it below `fixtures:`"
    fix = replacing(span, guess and f"{sign}{guess}", safe=certain(name, guess, names))
    return Diagnostic("CH205", f"no fixture is called {quoted(name)}{meant}", span, there, fix=fix)


def fixture_of_other_kind(span: Span, name: str, wanted: str) -> Diagnostic:
    """`from:` a fixture that is a text, `$name` for one that is a mapping inside cards."""
    return Diagnostic("CH103", f"the fixture {quoted(name)} is not {wanted}, as is needed here", span)


def misfit(span: Span, key: str, wanted: str) -> Diagnostic:
    """A fixture that brings something of another kind."""
    return Diagnostic("CH103", f"what a fixture puts in for `{visible(key)}` is not {wanted}", span)


_NO_DEAL: Mapping[str, str] = {
    "WRONG_HAND_SIZE": "one hand has {cards} cards, and a hand has {hand_size}",
    "CARD_TWICE": "`{card}` stands there more often than the pack has it",
    "CARD_MISSING": "the hands, the card turned up and the stock have {cards} cards together, and the pack has others",
    "WRONG_ELDEST": "{eldest} is eldest",
    "GAME_IS_OVER": "the game is over before it",
    "SEAT_IS_OUT": "a seat that is out has cards",
}


def no_deal(code: str, measured: Mapping[str, str]) -> str:
    """Why no round can be dealt as a test says: the fault that the rules find in the deal, in words."""
    if code == "WRONG_HAND_SIZE" and not measured:
        return "no round can be dealt so: a seat that is still in has no cards"
    return f"no round can be dealt so: {_NO_DEAL.get(code, code.lower().replace('_', ' ')).format(**measured)}"


def too_many_tables(span: Span, tables: int, most: int) -> Diagnostic:
    """A matrix that nobody waits for."""
    message = f"the matrix asks for {tables:,} tables, at most {most} are allowed"
    return Diagnostic("CH104", message, span, "leave out what the test does not hang on", path="matrix")


def too_many_runs(span: Span, runs: int, most: int) -> Diagnostic:
    """Tests that are few and tables that are not too many, and both together are."""
    message = f"the tests of the file run {runs:,} times, each at each of its tables; at most {most:,} are allowed"
    return Diagnostic("CH104", message, span, "give only the tests a `matrix` that need one, or make two files of it")


def no_rules(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """`rules: spanish-41`."""
    names = tuple(known)
    guess = nearest(name, names)
    meant = f"; did you mean `{guess}`?" if guess else ""
    return Diagnostic(
        "CH701",
        f"no rule set is called {quoted(name)}{meant}",
        span,
        "write a name, or the path of a file",
        fix=replacing(span, guess, safe=certain(name, guess, names)),
    )


def rules_unread(span: Span, told: Diagnostic) -> Diagnostic:
    """`rules: ../casa.yaml`, and no such file."""
    return Diagnostic("CH015", told.message, span, "write a path as seen from this file")


def rules_faulty(span: Span, name: str, faults: Sequence[Diagnostic]) -> Diagnostic:
    """Rules with mistakes cannot be tested."""
    mistakes = "a mistake" if len(faults) == 1 else f"{len(faults)} mistakes"
    help_ = "`referee check` tells more; a mistake that is meant is tested with `diagnostic: …`"
    related = tuple(Related(one.message, one.span) for one in faults[:_SHOWN] if one.span is not None)
    message = f"the rules of {quoted(name)} have {mistakes}, so nothing can be tested"
    return Diagnostic("CH701", message, span, help_, related)


def rules_unplayable(span: Span, name: str) -> Diagnostic:
    """`rules: common`."""
    message = f"{quoted(name)} lacks what every game needs, so only its mistakes can be tested"
    return Diagnostic("CH701", message, span, "name a rule set that extends it")


def no_neighbour(span: Span) -> Diagnostic:
    """No `rules:`, and nothing beside the file it could mean."""
    help_ = "write `rules: …`, a name or a path, or call the file like the rules: `casa_test.yaml` beside `casa.yaml`"
    return Diagnostic("CH102", "the file does not say which rules it tests, and none stand beside it", span, help_)
