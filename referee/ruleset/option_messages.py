"""Every message about options: one function for each."""

from __future__ import annotations

from collections.abc import Sequence

from referee.diagnostics import Diagnostic
from referee.diagnostics.model import replacing
from referee.diagnostics.spelling import certain, listed, nearest, quoted
from referee.lang.types import Quantity, Truth, Type
from referee.lang.words import TRUTH_WORDS
from referee.yamltree.nodes import Node, ScalarNode


def too_many_options(key: ScalarNode, found: int, most: int) -> Diagnostic:
    """CH012: more choices than a table can be asked to make."""
    return Diagnostic(
        "CH012",
        f"the rule set has {found:,} options, those of its bases included; at most {most} are allowed",
        key.span,
        help="keep those that tables really choose differently; what never changes is a rule, or stands under `define`",
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
    truth = TRUTH_WORDS.get(node.value.casefold()) if isinstance(kind, Truth) else None
    return Diagnostic(
        "CH515",
        f"`{key}` of `{name}` is {quoted(node.value)}; this option is {_values_of(kind)}",
        node.text.whole,
        help=f"write `{truth}`" if truth else "change the value or the `type`",
        fix=replacing(node.text.whole, truth),
    )


def option_value_not_offered(name: str, key: str, node: ScalarNode, offered: Sequence[str]) -> Diagnostic:
    """CH515: a value that the option's list lacks."""
    similar = nearest(node.value, offered)
    return Diagnostic(
        "CH515",
        f"`{key}` of `{name}` is {quoted(node.value)}; `one_of` offers {listed(offered)}",
        node.text.whole,
        help=f"did you mean `{similar}`?" if similar else "choose one of these, or add it to `one_of`",
        fix=replacing(node.text.whole, similar, safe=certain(node.value, similar, offered)),
    )


def option_value_outside(name: str, key: str, node: ScalarNode, low: int, high: int) -> Diagnostic:
    """CH515: a value outside the option's bounds."""
    return Diagnostic(
        "CH515",
        f"`{key}` of `{name}` is {node.value}; it must be {low} to {high}",
        node.text.whole,
        help="change the value, or `from` and `to` as well",
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
