"""What nobody at a table could ever do, as far as one look at the rules shows: throw a card, or close.

Such rules can be bound and judged; what they lack is a game. Conditions on the card alone are asked about every card of
the pack, conditions on a close are held against each other (`rules.covering`). What takes every hand to see is told by
`referee prove`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product

from referee.diagnostics.spelling import listed
from referee.frozen import changed
from referee.lang.compile import Compiled
from referee.lang.syntax import Expr
from referee.lang.walk import definitions_used, names
from referee.rules.covering import MOST_EXCLUSIONS, Exclusion
from referee.rules.model import Condition, RuleSet
from referee.table.draft import TABLE_FACTS, Draft, Named
from referee.table.fault import TableFault
from referee.table.pack import Kind

_MOST_PAIRS = 10_000
"""So many pairs of conditions are looked at; nobody writes a hundred conditions on a close."""
_ARRANGED = frozenset({"melds", "loose", "melded", "deadwood", "runs", "sets", "wilds", "hand_size"})
ABOUT_CARDS = _DISCARD, _CLOSE = "turn.may_discard", "close.may_close"
"""The conditions that are asked about cards here."""


def dead_turns(made: Draft) -> tuple[TableFault, ...]:
    """Cards that nobody may throw, or put down to close: all of the pack, or as many as a hand can hold."""
    closing, throwing = _about_card(made, _CLOSE, {"card"}), _about_card(made, _DISCARD)
    key = ("dead turns", made.pack_key, made.hand_size, tuple(map(id, closing)), tuple(map(id, throwing)))
    return made.binder.compilations.kept(key, lambda: tuple(_dead_turns(made, closing, throwing)))


def _dead_turns(made: Draft, closing: Sequence[Compiled], throwing: Sequence[Compiled]) -> Iterator[TableFault]:
    if not any(_allowed(closing, kind) for kind in made.kinds):
        yield TableFault("CH516", _last(made, _CLOSE), "", "no card of the pack may be put down to close")
    if not any(_allowed(throwing, kind) for kind in made.kinds):
        yield TableFault("CH516", _last(made, _DISCARD), "", "no card of the pack may ever be thrown")
        return
    kept = sum(kind.count for kind in made.kinds if not _allowed(throwing, kind, of_stock=True))
    if kept > made.hand_size:
        message = (
            f"{kept} of {sum(kind.count for kind in made.kinds)} cards may not be thrown after one is drawn from the "
            f"stock, so a seat may hold {made.hand_size + 1} of them and be stuck"
        )
        yield TableFault("CH517", _last(made, _DISCARD), "", message)


def likeness(made: Draft) -> tuple[int, int, int]:
    """What `dead_closes` hangs on: cards in a hand, the fewest and the most points of a card."""
    points = [kind.points for kind in made.kinds]
    return made.hand_size, min(points), max(points)


def dead_closes(made: Draft) -> Iterator[TableFault]:
    """Conditions on a close that never hold, each by itself or two together, and outcomes that never come about."""
    cards, fewest, most = likeness(made)
    excluding = Exclusion(cards, (fewest, most), _option_bounds(made.rule_set), made.binder.definitions)
    conditions = made.rule_set.conditions.get(_CLOSE, ())
    dead = [one for one in conditions if excluding.never(one.expr)]
    for one in dead:
        message = f"`{one.key}` never holds in a hand of {made.hand_size} cards, so nobody can ever close"
        yield TableFault("CH516", f"{_CLOSE}.{one.key}", "", message)
    asked = [(one, _about(made, one.expr)) for one in conditions]
    every = islice(combinations(() if dead else asked, 2), _MOST_PAIRS)
    pairs = ((one, other) for (one, about), (other, same) in every if about & same)
    against = next((pair for pair in pairs if excluding.never(pair[0].expr, pair[1].expr)), None)
    if against is not None:
        message = f"`{against[0].key}` and `{against[1].key}` never hold together, so nobody can ever close"
        yield TableFault("CH516", f"{_CLOSE}.{against[1].key}", "", message)
    elif not dead:
        yield from _dead_outcomes(made, conditions, excluding)


def _dead_outcomes(made: Draft, conditions: Sequence[Condition], excluding: Exclusion) -> Iterator[TableFault]:
    """Outcomes that no hand comes to, and those that one condition refuses, told together."""
    refused: dict[str, list[str]] = {}
    asked = [(one, _about(made, one.expr)) for one in conditions]
    for outcome in made.rule_set.outcomes[:MOST_EXCLUSIONS]:
        about = _about(made, outcome.when)
        if excluding.never(outcome.when):
            message = f"`{outcome.name}` never comes about: its `when` holds in no hand of {made.hand_size} cards"
            yield TableFault("CH516", _when(outcome.name), "", message)
            continue
        alike = (one for one, same in asked if about & same)
        against = next((one for one in alike if excluding.never(outcome.when, one.expr)), None)
        if against is not None:
            refused.setdefault(against.key, []).append(outcome.name)
    for key, outcomes in refused.items():
        comes = "comes" if len(outcomes) == 1 else "come"
        path = _when(outcomes[0]) if len(outcomes) == 1 else f"{_CLOSE}.{key}"
        message = f"{listed(outcomes)} never {comes} about: `{key}` refuses every such close"
        yield TableFault("CH516", path, key, message)


def _about(made: Draft, expr: Expr) -> frozenset[str]:
    """What a condition looks at; what hangs together in an arrangement counts as one. Others cannot contradict it."""
    trees, known = made.binder.definitions, made.binder.compilations

    def make() -> frozenset[str]:
        opened = (expr, *(trees[name] for name in definitions_used(expr, trees)))
        read = {"arrangement" if name in _ARRANGED else name for name in known.reads(expr)}
        return frozenset(read).union(*(names(one, "option") for one in opened))

    return known.kept(("about", id(expr)), make)


def _option_bounds(rules: RuleSet) -> dict[str, tuple[int, int]]:
    """The least and the greatest value of each option that is a number."""
    found = {}
    for name, option in rules.options.items():
        offered = (option.default, *(() if option.fixed else (option.low, option.high, *option.one_of)))
        numbers = [one for one in offered if isinstance(one, int) and not isinstance(one, bool)]
        if numbers:
            found[name] = min(numbers), max(numbers)
    return found


def _when(outcome: str) -> str:
    return f"close.outcomes.{outcome}.when"


def _about_card(made: Draft, block: str, at_least: frozenset[str] | set[str] = frozenset()) -> list[Compiled]:
    """The conditions of a block that ask about the card alone, and `at_least` about that."""
    return [
        made.binder.compile(one.expr)
        for one in made.rule_set.conditions.get(block, ())
        if at_least <= made.binder.compilations.reads(one.expr) <= {"card", *TABLE_FACTS}
    ]


def _allowed(tests: Sequence[Compiled], kind: Kind, *, of_stock: bool = False) -> bool:
    """Whether these conditions ever allow a card.

    It may have been taken from the discards in this turn, or thrown there by the seat before; with `of_stock` neither.
    """
    sides = (False,) if of_stock else (False, True)
    every = (changed(kind, taken=taken, own=own) for taken, own in product(sides, sides))
    return not tests or any(all(test.call(Named(card=card)) for test in tests) for card in every)


def _last(made: Draft, block: str) -> str:
    """The path of the last condition of a block."""
    return f"{block}.{made.rule_set.conditions[block][-1].key}"
