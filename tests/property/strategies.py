"""Random expressions: any tree at all (to be printed), and trees that make sense in a small world of their own (to be run)."""

from __future__ import annotations

from hypothesis import strategies as st

from referee.lang.scope import Scope
from referee.lang.syntax import (
    And,
    Arithmetic,
    Call,
    Choice,
    Comparison,
    Conditional,
    Field,
    Name,
    Negative,
    Not,
    Number,
    Or,
    Over,
    Range,
    TruthValue,
)
from referee.lang.types import TRUTH, Enumeration, Many, Member, Quantity, Record
from referee.lang.words import FUNCTIONS, KEYWORDS, UNITS

COMPARATORS = ("is", "is not", "at most", "at least", "below", "above", "in", "not in")

words = st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True).filter(
    lambda word: word not in KEYWORDS and word not in {"true", "false"}
)
numbers = st.builds(Number, st.integers(0, 999_999), st.sampled_from([None, None, *UNITS]))
paths = st.recursive(st.builds(Name, words), lambda inner: st.builds(Field, inner, words), max_leaves=3)


def _grown(inner):
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        st.builds(Field, inner.filter(lambda one: not isinstance(one, Number)), words),
        st.builds(Call, words, st.lists(inner, max_size=3).map(tuple)),
        st.builds(Over, words, inner, words, paths),
        st.builds(Choice, st.lists(inner, min_size=1, max_size=3).map(tuple)),
        st.builds(Range, inner, st.none() | inner),
        st.builds(Negative, inner),
        st.builds(Arithmetic, st.sampled_from("+-*/"), inner, inner),
        st.builds(Comparison, st.sampled_from(COMPARATORS), inner, inner),
        st.builds(Not, inner),
        st.builds(And, several),
        st.builds(Or, several),
        st.builds(Conditional, inner, inner, inner),
    )


any_tree = st.recursive(st.one_of(numbers, st.builds(TruthValue, st.booleans()), paths), _grown, max_leaves=25)
"""Any tree the parser could make."""

soup = st.lists(
    st.one_of(
        st.sampled_from([*KEYWORDS, *COMPARATORS, *FUNCTIONS, *UNITS]),
        st.sampled_from(
            ["+", "-", "*", "/", "..", ".", ",", "(", ")", "[", "]", "<=", "=", "&&", "!", "%", "5.5", "0100"]
        ),
        st.sampled_from(
            ["deadwood", "hand", "card", "c", "oros", "limit", "y", "o", "TRUE", "'x'", "1e3", "−", "?", "7o"]
        ),
        st.integers(0, 9).map(str),
    ),
    max_size=25,
).map(" ".join)
"""Words and signs of the language and of others, in any order."""


# a small world: everything below makes sense in `WORLD`

SUIT = Enumeration("suit", ("oros", "copas", "espadas"))
RANK = Enumeration("rank", ("1", "2", "3", "sota", "rey"), ("joker",))
ENUMS = {"suit": SUIT, "rank": RANK}
CARD = {
    "suit": Member("suit"),
    "rank": Member("rank"),
    "points": Quantity("points"),
    "number": Quantity(),
    "wild": TRUTH,
}
FACTS = {
    "deadwood": Quantity("points"),
    "total": Quantity("points"),
    "melded": Quantity("cards"),
    "laps": Quantity("laps"),
    "faulty": TRUTH,
    "card": Record("card"),
    "hand": Many("card"),
    "loose": Many("card"),
}
OPTIONS = {"limit": Quantity("points"), "jokers": Quantity("cards"), "strict": TRUTH, "trump": Member("suit")}
DEFINITIONS = {"clean": TRUTH, "spare": Quantity("points"), "mine": Member("suit")}
NEEDS = {"clean": frozenset({"loose", "faulty"}), "spare": frozenset({"total"}), "mine": frozenset({"card"})}
WORLD = Scope(
    slot="world",
    wants=None,
    facts=FACTS,
    records={"card": CARD},
    units_of={"card": "cards"},
    enums=ENUMS,
    options=OPTIONS,
    definitions=DEFINITIONS,
    needs=NEEDS,
    bounds={"hand": 5, "loose": 5},
)
DEFINITION_TEXTS = {
    "clean": "loose.count is 0 and not faulty",
    "spare": "limit - total",
    "mine": "if strict then trump else card.suit",
}


def _names(draw, names, kind, variables):
    """A name or field of a type, or None."""
    found = [Name(name) for name, one in names.items() if one == kind]
    for base in ["card", *variables]:
        found.extend(Field(Name(base), name) for name, one in CARD.items() if one == kind)
    if kind == Quantity("cards"):
        found.extend(Field(Name(name), "count") for name in ("hand", "loose"))
    return draw(st.sampled_from(found)) if found else None


_ALL = {**FACTS, **OPTIONS, **DEFINITIONS}


@st.composite
def quantities(draw, unit, depth=3, variables=()):
    """A tree that is a quantity of `unit` (None: a bare number)."""
    form = draw(st.integers(0, 9)) if depth else draw(st.integers(0, 2))
    if form <= 2:
        known = _names(draw, _ALL, Quantity(unit), variables) if form else None
        return known or Number(draw(st.integers(0, 12)), draw(st.sampled_from([None, unit])))
    less = depth - 1
    same = quantities(unit, less, variables)
    if form == 3:
        return Negative(draw(same))
    if form == 4:
        return Arithmetic(draw(st.sampled_from("+-")), draw(same), draw(same))
    if form == 5:
        sides = [draw(quantities(None, less, variables)), draw(same)]
        return Arithmetic("*", *draw(st.permutations(sides)))
    if form == 6:
        return Arithmetic("/", draw(same), Number(draw(st.integers(1, 5))))
    if form == 7:
        many = st.lists(same, min_size=2, max_size=3).map(tuple)
        return Call(draw(st.sampled_from(["min", "max"])), draw(many))
    if form == 8:
        return Conditional(draw(truths(less, variables)), draw(same), draw(same))
    return draw(over(["sum", "min", "max"], lambda inner: quantities(unit, less, inner), variables))


@st.composite
def members(draw, enum, depth=2, variables=(), known=True):
    """A tree that is a member of `enum`; with `known` it has a type of its own, so that the other side may lack one."""
    if depth and draw(st.integers(0, 5)) == 0:
        less = depth - 1
        branches = [draw(members(enum, less, variables, known)), draw(members(enum, less, variables, False))]
        return Conditional(draw(truths(1, variables)), *draw(st.permutations(branches)))
    if not known and draw(st.booleans()):
        word = draw(st.sampled_from([*ENUMS[enum].members, *ENUMS[enum].outside]))
        return Number(int(word)) if word.isdigit() else Name(word)
    return _names(draw, _ALL, Member(enum), variables)


@st.composite
def sets(draw, one, ordered):
    """A range or list of what `one` gives; `ordered` says whether two ends written out are in order."""

    def a_range():
        low, high = draw(one), draw(st.none() | one)
        if high is not None and not ordered(low, high):
            high = None
        return Range(low, high)

    if draw(st.booleans()):
        return a_range()
    return Choice(tuple(a_range() if draw(st.booleans()) else draw(one) for _ in range(draw(st.integers(1, 3)))))


def _written(node):
    """The value of an end of a range that the checker can see."""
    match node:
        case Number(value=value):
            return value
        case Negative(operand=Number(value=value)):
            return -value
    return None


def _numbers_in_order(low, high):
    ends = _written(low), _written(high)
    return None in ends or ends[0] <= ends[1]


def _ranks_in_order(low, high):
    places = []
    for end in (low, high):
        word = str(end.value) if isinstance(end, Number) else getattr(end, "name", "")
        if word in RANK.members and not isinstance(end, Field):
            places.append(RANK.members.index(word))
    return len(places) < 2 or places[0] <= places[1]


@st.composite
def truths(draw, depth=3, variables=()):
    """A tree that is yes or no."""
    form = draw(st.integers(0, 11)) if depth else draw(st.integers(0, 1))
    if form == 0:
        return TruthValue(draw(st.booleans()))
    if form == 1:
        return _names(draw, _ALL, TRUTH, variables)
    less = depth - 1
    inner = truths(less, variables)
    if form == 2:
        return Not(draw(inner))
    if form in {3, 4}:
        return (And if form == 3 else Or)(draw(st.lists(inner, min_size=2, max_size=3).map(tuple)))
    if form == 5:
        return Conditional(draw(inner), draw(inner), draw(inner))
    if form == 6:
        return draw(over(["all", "any"], lambda names: truths(less, names), variables))
    if form == 7:
        return _count(draw, less, variables)
    unit = draw(st.sampled_from(["points", "cards", "laps", None]))
    if form <= 9:
        comparator = draw(st.sampled_from(COMPARATORS[:6]))
        return Comparison(comparator, draw(quantities(unit, less, variables)), draw(quantities(unit, less, variables)))
    membership = draw(st.sampled_from(COMPARATORS[6:]))
    if form == 10:
        wanted = sets(quantities(unit, 1, variables), _numbers_in_order)
        return Comparison(membership, draw(quantities(unit, less, variables)), draw(wanted))
    enum = draw(st.sampled_from(["suit", "rank"]))
    known = draw(members(enum, less, variables))
    if draw(st.booleans()):
        sides = draw(st.permutations([known, draw(members(enum, less, variables, False))]))
        return Comparison(draw(st.sampled_from(COMPARATORS[:2])), *sides)
    ends = members(enum, 0, variables, False).filter(lambda one: getattr(one, "name", "") != "joker")
    order = _ranks_in_order if enum == "rank" else _suits_in_order
    return Comparison(membership, known, draw(sets(ends, order)))


def _suits_in_order(low, high):
    places = [SUIT.members.index(end.name) for end in (low, high) if isinstance(end, Name) and end.name in SUIT.members]
    return len(places) < 2 or places[0] <= places[1]


def _count(draw, depth, variables):
    """How many there are of something, compared."""
    counted = draw(over(["count"], lambda names: truths(depth, names), variables))
    return Comparison(draw(st.sampled_from(COMPARATORS[:6])), counted, Number(draw(st.integers(0, 5))))


@st.composite
def over(draw, functions, body, variables):
    """A function over a collection, its variable known in the body."""
    variable = f"x{len(variables)}"
    inside = draw(body((*variables, variable)))
    return Over(draw(st.sampled_from(functions)), inside, variable, Name(draw(st.sampled_from(["hand", "loose"]))))


typed_trees = st.one_of(
    truths(),
    st.sampled_from(["points", "cards", None]).flatmap(quantities),
    st.sampled_from(["suit", "rank"]).flatmap(members),
)
"""Trees that make sense in `WORLD`."""


@st.composite
def cards(draw):
    """A card as the facts have it: members as indices, -1 for the suit of a joker."""
    joker = draw(st.integers(0, 4)) == 0
    return {
        "suit": -1 if joker else draw(st.integers(0, 2)),
        "rank": -1 if joker else draw(st.integers(0, 4)),
        "points": draw(st.integers(0, 25)),
        "number": draw(st.integers(0, 12)),
        "wild": draw(st.booleans()),
    }


worlds = st.fixed_dictionaries(
    {
        "deadwood": st.integers(-5, 30),
        "total": st.integers(-50, 120),
        "melded": st.integers(0, 7),
        "laps": st.integers(0, 3),
        "faulty": st.booleans(),
        "card": cards(),
        "hand": st.lists(cards(), max_size=5),
        "loose": st.lists(cards(), max_size=3),
    }
)
"""Values for all facts."""

settings_of_a_table = st.fixed_dictionaries(
    {
        "limit": st.sampled_from([70, 100]),
        "jokers": st.sampled_from([0, 2]),
        "strict": st.booleans(),
        "trump": st.integers(0, 2),
    }
)
"""Values for all options."""
