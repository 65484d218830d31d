"""What an author is told about an expression that can be read but does not make sense: the wording of the checker.

One function a message. Values are shown as the author wrote them, types in words: `points`, `yes or no`, `a suit`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from referee.diagnostics.model import Diagnostic, Related, replacing
from referee.diagnostics.spelling import certain, listed, listed_near, nearest, quoted
from referee.lang.meant import SAME_CARDS
from referee.lang.types import Criterion, Enumeration, Many, Member, Quantity, Record, SetOf, Truth, Type
from referee.lang.words import FUNCTIONS
from referee.source import Span

Place = Span | None

THINGS = frozenset({"suit", "rank", "outcome", "kind"})
_NUMBERED = frozenset({"rank"})
"""Things that have a number beside their name."""
"""Enumerations of what there is in the game; the others are words for a setting."""
TO_REMOVE = "write `remove` to take an entry of the base out"


class Shown(NamedTuple):
    """A value as the author wrote it, and its type."""

    text: str
    kind: Type

    def __str__(self) -> str:
        return f"{quoted(self.text)} is {described(self.kind)}"


def described(kind: Type) -> str:
    """A type in words that fit behind "is"."""
    match kind:
        case Quantity(unit=None):
            return "a number"
        case Quantity(unit=unit):
            return str(unit)
        case Truth():
            return "yes or no"
        case Member(enum=name) if name not in THINGS:
            return f"a word for `{name}`"
        case Member(enum=name) | Record(name=name):
            return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
        case Many(record=name):
            return f"a collection of {name}s"
        case SetOf(element=Quantity(unit=None)):
            return "a set of numbers"
        case SetOf(element=Quantity(unit=unit)):
            return f"a set of {unit}"
        case SetOf(element=Member(enum=name)):
            return f"a set of {name}s"
        case Criterion():
            return "a criterion"
    return "a value"


def place(slot: str) -> str:
    """What a slot is called in a message: its own key, or the block whose entry it is."""
    parts = [part for part in slot.split(".") if part != "*"]
    if parts and parts[-1] == "{}":
        return "a placeholder"
    if slot.startswith("define"):
        return "a definition"
    if slot.endswith(".*"):
        return f"an entry of `{parts[-1]}`"
    return f"`{parts[-1]}`" if parts else "this place"


def _section(slot: str) -> str:
    """Where a slot stands, in full."""
    return place(slot) if slot.endswith("{}") or slot.startswith("define") else f"`{slot.removesuffix('.*')}`"


def _guess(guess: str | None) -> str:
    return f"; did you mean `{guess}`?" if guess else ""


# names


def unknown_name(
    span: Place, name: str, guess: str | None, here: Sequence[str], *, removal: bool = False, fits: bool = True
) -> Diagnostic:
    """A word nobody knows; `removal`: one that is written where something should go.

    A `guess` that does not fit in this place is told, but never put there. One that is a number was written in letters.
    """
    known = (
        f"you can use here: {listed_near(name, here)}"
        if here
        else "no name is known here, only numbers, `yes` and `no`"
    )
    known = TO_REMOVE if removal and guess is None else known
    fix = replacing(span, guess, safe=_is_number(guess) or certain(name, guess, here)) if fits else None
    return Diagnostic("CH201", f"unknown name {quoted(name)}{_guess(guess)}", span, known, fix=fix)


def _is_number(guess: str | None) -> bool:
    return guess is not None and guess.isdecimal()


def no_joker(span: Place, name: str, asked: str) -> Diagnostic:
    """`card is JK`."""
    told = f"unknown name {quoted(name)}; a joker is known by a field of the card"
    return Diagnostic("CH201", told, span, f"write `{asked}`")


def member_out_of_place(span: Place, name: str, enum: str, remedy: str) -> Diagnostic:
    """`oros` where no suit is expected."""
    kind = described(Member(enum))
    where = f"where {kind} is expected" if enum in THINGS else "there"
    return Diagnostic("CH201", f"{quoted(name)} is {kind}, and stands only {where}", span, remedy)


def not_here(span: Place, name: str, slot: str, slots: Iterable[str], guess: str | None = None) -> Diagnostic:
    """A fact of other slots; `guess` is one of this slot that may be meant."""
    where = list(dict.fromkeys(one.removesuffix(".*") for one in slots))
    known = f"it is known in: {listed(where, 5)}" if where else ""
    return Diagnostic("CH202", f"{quoted(name)} is not known in {_section(slot)}{_guess(guess)}", span, known)


def needs_more(span: Place, name: str, missing: Sequence[str], slot: str) -> Diagnostic:
    """A definition some of whose names are not known here."""
    verb = "is" if len(missing) == 1 else "are"
    return Diagnostic(
        "CH202",
        f"definition {quoted(name)} reads {listed(missing, 5)}, which {verb} not known in {_section(slot)}",
        span,
    )


def unknown_function(span: Place, name: str, guess: str | None) -> Diagnostic:
    """`every(…)`."""
    told, known = f"unknown function {quoted(name)}{_guess(guess)}", f"functions: {listed(FUNCTIONS)}"
    return Diagnostic("CH203", told, span, known, fix=replacing(span, guess, safe=certain(name, guess, FUNCTIONS)))


def size_asked(span: Place, name: str, collection: str) -> Diagnostic:
    """`len(hand)`."""
    return Diagnostic("CH203", f"unknown function {quoted(name)}; did you mean `{collection}.count`?", span)


def difference_for_range(span: Place, low: int, high: int) -> Diagnostic:
    """`2-6` where a set is wanted."""
    told = f"`{low}-{high}` is a difference; a range is written `{low}..{high}`"
    return Diagnostic("CH403", told, span, fix=replacing(span, f"{low}..{high}"))


def not_a_function(span: Place, found: Shown) -> Diagnostic:
    """`deadwood(5)`."""
    return Diagnostic("CH203", f"{found} and not a function", span, f"functions: {listed(FUNCTIONS)}")


def arguments(span: Place, name: str, found: int, usage: str) -> Diagnostic:
    """A function called with too few or too many values."""
    given = ("nothing is given", "one value is given")[found] if found < 2 else f"{found} values are given"
    return Diagnostic("CH203", f"`{name}` is written {usage}; {given}", span)


def hides(span: Place, name: str, what: str) -> Diagnostic:
    """The variable of a `for` called like something else."""
    return Diagnostic(
        "CH208", f"{quoted(name)} is {what} already; give this one another name, such as `{name[:1]}_`", span
    )


def unknown_field(span: Place, name: str, base: Shown, guess: str | None, fields: Sequence[str]) -> Diagnostic:
    """`card.suitt`."""
    return Diagnostic(
        "CH210",
        f"{described(base.kind)} has no field {quoted(name)}{_guess(guess)}",
        span,
        f"{quoted(base.text)} has: {listed(fields, 40)}",
        fix=replacing(span, guess, safe=certain(name, guess, fields)),
    )


def no_fields(span: Place, name: str, shown: Shown) -> Diagnostic:
    """`deadwood.points`."""
    return Diagnostic("CH210", f"{shown} and has no fields, so no {quoted(name)}", span)


def field_of_many(span: Place, name: str, base: str, of_each: Type | None) -> Diagnostic:
    """`hand.joker`; `of_each` is the type of the field that each of them has."""
    if name == "points" and (together := SAME_CARDS.get(f"{base}.count")):
        remedy = f"the points of all of them are `{together}`; of each, `c.points for c in {base}`"
    elif isinstance(of_each, Quantity):
        remedy = f"take it of each of them: `sum(c.{name} for c in {base})`, `min(…)` or `max(…)`"
    elif of_each is not None:
        asked = f"c.{name}" if isinstance(of_each, Truth) else f"c.{name} is …"
        remedy = f"ask each of them: `count({asked} for c in {base})`, `any(…)` or `all(…)`"
    else:
        remedy = f"how many there are is `{base}.count`"
    told = f"{quoted(base)} is a collection; its only field is `count`, found {quoted(name)}"
    near = nearest(name, ("count",))
    return Diagnostic("CH210", told, span, remedy, fix=replacing(span, near, safe=certain(name, near, ("count",))))


def not_a_member(span: Place, name: str, enum: Enumeration, guess: str | None) -> Diagnostic:
    """`card.suit is orros`, `ace: top`."""
    said = f"no `{enum.name}` is called" if enum.name in THINGS else f"`{enum.name}` cannot be"
    fix = replacing(span, guess, safe=certain(name, guess, (*enum.members, *enum.outside)))
    return Diagnostic("CH407", f"{said} {quoted(name)}{_guess(guess)}", span, members_of(enum), fix=fix)


def no_such_number(span: Place, number: str, enum: Enumeration) -> Diagnostic:
    """`card.rank is 12`, where the rank of that number is called `rey`."""
    told = not_a_member(span, number, enum, None)
    if enum.name not in _NUMBERED:
        return told
    by_number = f"what is printed on a card is its `number`, as in `card.number is {number}`"
    return replace(told, help=f"{by_number}; {told.help}")


def members_of(enum: Enumeration) -> str:
    """The list of what an enumeration has."""
    return f"`{enum.name}` is one of: {listed([*enum.members, *enum.outside], 40)}"


def too_many_loops(span: Place, most: int) -> Diagnostic:
    """A `for` in a `for` in a `for` …."""
    return Diagnostic("CH310", f"functions over collections stand more than {most} deep inside each other", span)


# comparisons


def not_comparable(span: Place, left: Shown, right: Shown, remedy: str = "") -> Diagnostic:
    """Two things of which neither is more, less or the same as the other."""
    return Diagnostic(
        "CH401",
        f"{left} and {right}; they cannot be compared",
        span,
        remedy,
    )


def no_comparison(span: Place, shown: Shown, remedy: str) -> Diagnostic:
    """Two cards, two melds, two answers: the language compares none of these."""
    return Diagnostic("CH401", f"{shown}, which is not compared", span, remedy)


def no_order(span: Place, shown: Shown, comparator: str, remedy: str) -> Diagnostic:
    """`card.rank at most 3`."""
    return Diagnostic("CH401", f"{shown}, and `{comparator}` compares quantities only", span, remedy)


def not_a_set(span: Place, shown: Shown, comparator: str, remedy: str) -> Diagnostic:
    """`deadwood in 5`."""
    wanted = "a range such as `1..3` or a list such as `[3, 4, 7]`"
    return Diagnostic("CH401", f"`{comparator}` is followed by {wanted}; {shown}", span, remedy)


def units_differ(span: Place, left: Shown, right: Shown, remedy: str = "") -> Diagnostic:
    """Points beside cards."""
    return Diagnostic("CH406", f"{left} and {right}; they do not mix", span, remedy)


def two_units_multiplied(span: Place, left: Shown, right: Shown) -> Diagnostic:
    """Points times cards."""
    return Diagnostic(
        "CH406",
        f"{left} and {right}; one side of `*` must be a plain number",
        span,
    )


# results


def not_a_condition(span: Place, asker: str, shown: Shown, remedy: str = "") -> Diagnostic:
    """`when: deadwood`."""
    return Diagnostic("CH402", f"{asker} must be yes or no; {shown}", span, remedy)


def wrong_result(span: Place, slot: str, wanted: Type, shown: Shown, remedy: str = "") -> Diagnostic:
    """`writes: loose.count`."""
    return Diagnostic("CH403", f"{place(slot)} must be {described(wanted)}; {shown}", span, remedy)


def no_set(span: Place, slot: str, wanted: Type, shown: Shown) -> Diagnostic:
    """`size: yes`, where a set is wanted, which is written in one of three forms."""
    said = f"{place(slot)} must be {described(wanted)}: a range, a list or one number; {shown}"
    return Diagnostic("CH106", said, span, "write a range such as `3..4`, a list such as `[3, 4]`, or one number")


def wrong_member(span: Place, slot: str, enum: Enumeration, found: Shown) -> Diagnostic:
    """`lay_off: yes`."""
    allowed = listed([*enum.members, *enum.outside], 12)
    nothing = next((member for member in enum.members if member in {"none", "never", "nobody"}), "")
    remedy = f"write `{nothing}`" if nothing and found.text == "no" else ""
    return Diagnostic("CH403", f"{place(slot)} must be one of {allowed}; {found}", span, remedy)


def undefinable(span: Place, shown: Shown) -> Diagnostic:
    """A definition that would stand for a card or a collection."""
    return Diagnostic(
        "CH403",
        f"a definition stands for a quantity, yes or no, a member or a set; {shown}",
        span,
    )


def not_printable(span: Place, shown: Shown) -> Diagnostic:
    """`{melds.size}` in a text."""
    return Diagnostic(
        "CH805",
        f"a placeholder shows a number, yes or no, a name or the card in question; {shown}",
        span,
    )


def would_show_cards(span: Place, shown: Shown) -> Diagnostic:
    """`{hand}` in a text, which others read too."""
    said = f"a text never shows what a seat holds, for others read it too; {shown}"
    return Diagnostic("CH611", said, span, "write how many there are, such as `{loose.count}`, or what they are worth")


def branches_differ(span: Place, then: Shown, other: Shown, first: Place) -> Diagnostic:
    """`if x then 1 card else 5 points`."""
    related = (Related(f"this one is {described(then.kind)}", first),) if first else ()
    return Diagnostic(
        "CH404",
        f"both branches must be of one kind; {then}, {other}",
        span,
        "",
        related,
    )


def divisor(span: Place, shown: str) -> Diagnostic:
    """`10 / runs`."""
    return Diagnostic(
        "CH408", f"`/` divides by a positive number written out, without a unit; found {quoted(shown)}", span
    )


def not_a_number(span: Place, asker: str, shown: Shown, remedy: str = "") -> Diagnostic:
    """`card.suit + 1`."""
    return Diagnostic("CH409", f"{asker} must be a quantity; {shown}", span, remedy)


def range_end(span: Place, shown: Shown, remedy: str = "") -> Diagnostic:
    """`hand..3`."""
    return Diagnostic("CH409", f"a set holds quantities or members such as ranks; {shown}", span, remedy)


def list_in_list(span: Place, shown: str) -> Diagnostic:
    """`[[1, 2], 3]`."""
    return Diagnostic(
        "CH409", f"a list holds single values and ranges; {quoted(shown)} is a list itself", span, "write one list"
    )


def empty_range(span: Place, shown: str) -> Diagnostic:
    """`4..3`."""
    return Diagnostic("CH104", f"nothing is in {quoted(shown)}; a range begins with its lowest", span)


def outside_the_order(span: Place, name: str, enum: str) -> Diagnostic:
    """`joker..3`."""
    return Diagnostic(
        "CH104", f"{quoted(name)} stands outside the order of the {enum}s, so no range begins or ends there", span
    )


def not_a_collection(span: Place, shown: Shown, here: Sequence[str]) -> Diagnostic:
    """`for c in deadwood`."""
    known = f"collections here: {listed(here)}" if here else "no collection is known here"
    return Diagnostic("CH410", f"`for … in` runs over a collection; {shown}", span, known)
