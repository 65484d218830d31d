"""Every message about names, options, cases, texts and examples: one function for each.

The wording of bases and merging stands in `messages`, that of expressions in the language's own modules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from referee.diagnostics import Diagnostic, Related
from referee.diagnostics.spelling import listed, nearest, quoted
from referee.lang.types import Quantity, Truth, Type
from referee.ruleset.layout import Path, dotted
from referee.source import Span
from referee.yamltree.nodes import Node, ScalarNode


def _guess(word: str, known: Sequence[str], otherwise: str) -> str:
    """`did you mean …?`, or what there is."""
    similar = nearest(word, known)
    if similar:
        return f"did you mean `{similar}`?"
    return f"there is {listed(known)}" if known else otherwise


# names


def hides(key: ScalarNode, kind: str) -> Diagnostic:
    """CH208: a name that means something already."""
    name = key.value
    return Diagnostic(
        "CH208",
        f"`{name}` has a meaning already, so no {kind} can be called so",
        key.span,
        help=f"choose another name, such as `my_{name}`",
    )


def option_and_definition(key: ScalarNode) -> Diagnostic:
    """CH208: one name for an option and a definition."""
    return Diagnostic(
        "CH208",
        f"`{key.value}` is an option already, so no definition can be called so",
        key.span,
        help="call one of them otherwise, or take the option out with `remove`",
    )


def definitions_in_circle(keys: Sequence[ScalarNode]) -> Diagnostic:
    """CH206: definitions that use each other."""
    names = [key.value for key in keys]
    return Diagnostic(
        "CH206",
        f"definitions use each other in a circle: {' -> '.join([*names, names[0]])}",
        keys[0].span,
        help="one of them has to do without the others",
        related=tuple(Related(f"`{key.value}`", key.span) for key in keys[1:]),
    )


def unused_definition(key: ScalarNode) -> Diagnostic:
    """CH207: nobody uses it."""
    return Diagnostic(
        "CH207", f"`{key.value}` is defined but no rule uses it", key.span, help="use it in a rule, or take it out"
    )


def still_used(name: str, removal: Span, uses: Sequence[Span]) -> Diagnostic:
    """CH704: something removed is used by a rule that stays."""
    count = "a rule still uses it" if len(uses) == 1 else f"{len(uses)} rules still use it"
    return Diagnostic(
        "CH704",
        f"`{name}` is removed here, but {count}",
        removal,
        help="change or remove what uses it as well",
        related=tuple(Related("used here", use) for use in uses[:5]),
    )


def capitals_only(key: ScalarNode, other: ScalarNode) -> Diagnostic:
    """CH204: two clause ids that differ in capitals only."""
    return Diagnostic(
        "CH204",
        f"`{key.value}` and `{other.value}` differ in capitals only; clause ids are written in small letters",
        key.span,
        help="give one of them another id",
        related=(Related(f"`{other.value}`", other.span),),
    )


# suits and ranks


def repeated(what: str, name: str, span: Span, first: Span) -> Diagnostic:
    """CH509: a suit, rank, letter or sign twice."""
    if what in {"letter", "sign"}:
        message = f"two {'suits' if what == 'letter' else 'ranks'} are written `{name}` on cards"
        example = "`clubs k`" if what == "letter" else "`jack 11 J`"
        way_out = f"give one of them a {what} of its own, as in {example}"
    else:
        message, way_out = f"the {what} `{name}` is named twice", "leave one out"
    return Diagnostic("CH509", message, span, help=way_out, related=(Related("first here", first),))


def rank_called_joker(span: Span) -> Diagnostic:
    """CH509: `joker` is the rank of printed jokers."""
    return Diagnostic(
        "CH509",
        "`joker` is the rank of printed jokers, so no rank of the pack can be called so",
        span,
        help="write `jokers: 2` for two printed jokers",
    )


# options


def missing_key(key: ScalarNode, kind: str, missing: str) -> Diagnostic:
    """CH102: an entry that lacks what it is for."""
    return Diagnostic(
        "CH102", f"the {kind} `{key.value}` has no `{missing}`", key.span, help=f"add `{missing}: …` to it"
    )


def option_without_type(key: ScalarNode, others: Sequence[str]) -> Diagnostic:
    """CH102: a new option without a type, which may be another one misspelt."""
    similar = nearest(key.value, others)
    way_out = (
        f"did you mean `{similar}`?" if similar else "add `type: …`: a unit such as `points`, `yes_no` or `choice`"
    )
    return Diagnostic("CH102", f"the option `{key.value}` has no `type`", key.span, help=way_out)


def _values_of(kind: Type) -> str:
    if isinstance(kind, Truth):
        return "yes or no"
    if isinstance(kind, Quantity):
        return f"a whole number of {kind.unit}" if kind.unit else "a whole number"
    return "a name"


def option_value_of_other_type(name: str, key: str, node: ScalarNode, kind: Type) -> Diagnostic:
    """CH515: a value that is not of the option's type."""
    return Diagnostic(
        "CH515",
        f"`{key}` of `{name}` is {quoted(node.value)}; this option is {_values_of(kind)}",
        node.text.whole,
        help="change the value or the `type`",
    )


def option_value_not_offered(name: str, key: str, node: ScalarNode, offered: Sequence[str]) -> Diagnostic:
    """CH515: a value that the option's list lacks."""
    return Diagnostic(
        "CH515",
        f"`{key}` of `{name}` is {quoted(node.value)}; `one_of` offers {listed(offered)}",
        node.text.whole,
        help=_guess(node.value, offered, "add it to `one_of`"),
    )


def option_value_outside(name: str, node: ScalarNode, low: int, high: int) -> Diagnostic:
    """CH515: a default outside its bounds."""
    return Diagnostic(
        "CH515",
        f"`default` of `{name}` is {node.value}; it lies between {low} and {high}",
        node.text.whole,
        help="change the default or the bounds",
    )


def bounds_of_no_quantity(name: str, key: str, node: ScalarNode, kind: Type) -> Diagnostic:
    """CH515: `from` or `to` where nothing is counted."""
    other = "leave it out" if isinstance(kind, Truth) else "list the names in `one_of`"
    return Diagnostic("CH515", f"`{name}` is {_values_of(kind)}, which has no `{key}`", node.text.whole, help=other)


def bounds_crossed(name: str, node: ScalarNode, high: int) -> Diagnostic:
    """CH515: `from` above `to`."""
    return Diagnostic(
        "CH515",
        f"`from` of `{name}` is {node.value}, above its `to`, {high}: no value is left",
        node.text.whole,
        help="exchange the two",
    )


def list_of_yes_no(name: str, node: Node) -> Diagnostic:
    """CH515: `one_of` of a yes_no option."""
    return Diagnostic(
        "CH515", f"`{name}` is yes or no; there is nothing more to choose from", node.span, help="leave `one_of` out"
    )


def listed_twice(name: str, node: ScalarNode) -> Diagnostic:
    """CH515: the same value twice in `one_of`."""
    return Diagnostic(
        "CH515", f"`one_of` of `{name}` offers {quoted(node.value)} twice", node.text.whole, help="leave one out"
    )


def nothing_to_choose(name: str, node: Node) -> Diagnostic:
    """CH515: an empty `one_of`."""
    return Diagnostic("CH515", f"`one_of` of `{name}` offers nothing", node.span, help="list the values allowed")


def two_kinds_of_bounds(name: str, key: ScalarNode) -> Diagnostic:
    """CH515: `one_of` beside `from` and `to`."""
    return Diagnostic(
        "CH515",
        f"`{name}` has `one_of` and `{key.value}`; the values are listed or lie between two bounds, not both",
        key.span,
        help="take one out; in a variant write `one_of: remove`, or `from: remove` and `to: remove`",
    )


def choice_of_nothing(key: ScalarNode) -> Diagnostic:
    """CH515: a choice without names."""
    return Diagnostic(
        "CH515", f"`{key.value}` is a choice, but nothing says of what", key.span, help="add `one_of: [first, second]`"
    )


def unbounded(key: ScalarNode, bounds: Sequence[str]) -> Diagnostic:
    """CH515: a quantity without bounds."""
    missing = " and ".join(f"`{bound}`" for bound in ("from", "to") if bound not in bounds)
    return Diagnostic(
        "CH515",
        f"nothing bounds the option `{key.value}`: it has no {missing}",
        key.span,
        help="add `from` and `to`, or list the values in `one_of`",
    )


# cases, outcomes, the whole game


def unreachable(block: Path, key: ScalarNode, decided: ScalarNode, own: bool) -> Diagnostic:
    """CH511: a case behind one that holds always. The way out depends on which of the two is the author's."""
    if own:
        way_out = f"write `before: {decided.value}` in `{key.value}`, or give `{decided.value}` a `when`"
    else:
        way_out = f"give `{decided.value}` a `when`, or change `{key.value}` itself instead of adding a case"
    return Diagnostic(
        "CH511",
        f"`{key.value}` in `{dotted(block)}` can never be reached: `{decided.value}` before it holds always",
        key.span,
        help=way_out,
        related=(Related(f"`{decided.value}` stands here", decided.span),),
    )


def last_case_conditional(block: Path, key: ScalarNode) -> Diagnostic:
    """CH512: no case holds always."""
    return Diagnostic(
        "CH512",
        f"no case of `{dotted(block)}` holds always: a seat for which none holds would write nothing",
        key.span,
        help=f"take the `when` out of the last case, `{key.value}`, or add one without",
    )


def outcome_writes_nothing(key: ScalarNode, *, sometimes: bool) -> Diagnostic:
    """CH514: an outcome that neither wins the game nor says what is written."""
    message = (
        f"the outcome `{key.value}` does not always win the game, and nothing says what the closer writes if not"
        if sometimes
        else f"the outcome `{key.value}` gives the closer nothing to write and does not win the game"
    )
    return Diagnostic("CH514", message, key.span, help="add `writes: …` or `wins_game: yes`")


def outcome_wins_and_writes(key: ScalarNode) -> Diagnostic:
    """CH513: an outcome that wins the game always and writes points as well."""
    return Diagnostic(
        "CH513",
        f"the outcome `{key.value}` wins the game, so nobody writes, and says what the closer writes",
        key.span,
        help="take out one of `wins_game` and `writes`; in a variant write `wins_game: remove`",
    )


def no_criterion_of_totals(key: ScalarNode) -> Diagnostic:
    """CH513: nothing says whether low or high totals are better."""
    return Diagnostic(
        "CH513",
        "no criterion of `game.winner` asks for the lowest or the highest `total`, so nothing says which points are good",
        key.span,
        help="add a criterion such as `lowest total`",
    )


def re_entry_without_total(key: ScalarNode) -> Diagnostic:
    """CH513: a seat comes back with no total."""
    return Diagnostic(
        "CH513",
        "seats may re-enter, but nothing says with which total",
        key.span,
        help="add `total: highest_in` to `re_entry`",
    )


def empty_stock_undecided(span: Span) -> Diagnostic:
    """CH510: the only thing missing is what happens when the stock is empty."""
    return Diagnostic(
        "CH510",
        "the stock can run out, and nothing says what happens then",
        span,
        help="add `reshuffle: all_but_top` to `stock`; also `all`, `none`",
    )


def no_longer_playable(path: str, span: Span) -> Diagnostic:
    """CH513: a variant takes out what a game cannot do without."""
    return Diagnostic(
        "CH513",
        f"without `{path}` the game cannot be played",
        span,
        help="say something else in its place instead of removing it",
        path=path,
    )


def too_expensive(clause: str, total: int, most: int, steps: int, span: Span) -> Diagnostic:
    """CH610: judging a clause may take too long."""
    share = round(100 * steps / total)
    return Diagnostic(
        "CH610",
        f"judging {clause} may take {total:,} steps, at most {most:,} are allowed; {share} % of them fall here",
        span,
        help="use `melded`, `runs`, `wilds` and their like instead of going through collections inside each other",
    )


def impossible(code: str, message: str, span: Span) -> Diagnostic:
    """CH501 to CH506: what the table finds impossible, told at the setting it rests on."""
    return Diagnostic(code, message, span)


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


def refusal_of_nothing(key: ScalarNode, clauses: Sequence[str]) -> Diagnostic:
    """CH806: a refusal text of a clause that nobody can break."""
    return Diagnostic(
        "CH806",
        f"no play is ever refused for `{key.value}`, so nobody would read this",
        key.span,
        help=_guess(key.value, clauses, "leave it out"),
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


def example_of_no_outcome(node: ScalarNode, outcomes: Sequence[str]) -> Diagnostic:
    """CH801: an outcome that does not exist."""
    return Diagnostic(
        "CH801",
        f"there is no outcome {quoted(node.value)}",
        node.text.whole,
        help=_guess(node.value, outcomes, "this rule set has no outcomes"),
    )


def example_of_no_clause(node: ScalarNode, clauses: Sequence[str]) -> Diagnostic:
    """CH801: a clause no close can be refused for."""
    return Diagnostic(
        "CH801",
        f"no play is ever refused for {quoted(node.value)}",
        node.text.whole,
        help=_guess(node.value, clauses, "no clause forbids anything"),
    )


def example_of_no_option(key: ScalarNode, options: Iterable[str]) -> Diagnostic:
    """CH801: an option that does not exist."""
    return Diagnostic(
        "CH801",
        f"there is no option {quoted(key.value)}",
        key.span,
        help=_guess(key.value, list(options), "this rule set has no options"),
    )
