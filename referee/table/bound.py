"""Rules bound to a table: what a rule says, and what is compiled of it with the seats and options known.

`reads` are always the facts a rule's *text* names, whatever this table's options make of it: what may be judged without
the closing card is the same for every table of a rule set. `opens` are those collections whose members a rule looks at,
and not only at their number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from referee.lang.compile import Compiled
from referee.lang.leaves import Explain, failing_leaves
from referee.lang.syntax import Expr, Field, Name, Preference
from referee.lang.types import Many
from referee.lang.walk import children, reads
from referee.rules.model import Case, Condition, Criterion, Irregular, Outcome
from referee.table.draft import Binder


@dataclass(frozen=True, eq=False)
class BoundCondition:
    """A condition: `slot` by its vocabulary name, `test` the condition itself."""

    rule: Condition
    slot: str
    test: Compiled
    reads: frozenset[str]
    opens: frozenset[str]
    binder: Binder = field(repr=False)

    @classmethod
    def of(cls, rule: Condition, block: str, binder: Binder) -> BoundCondition:
        """A condition of a block (`close.may_close`)."""
        named = binder.definitions
        return cls(
            rule, f"{block}.*", binder.compile(rule.expr), reads(rule.expr, named), opened(rule.expr, named), binder
        )

    @property
    def clause(self) -> str:
        """The paragraph it rests on."""
        return self.rule.clause

    @cached_property
    def explain(self) -> Explain:
        """Says why it fails; made when it first does, for most conditions never do at most tables."""
        return explainer(self.rule.expr, self.binder)


@dataclass(frozen=True, slots=True)
class BoundCase:
    """A case: the first whose `when` holds gives `value`."""

    key: str
    clause: str
    when: Compiled
    value: Compiled

    @classmethod
    def of(cls, rule: Case, binder: Binder) -> BoundCase:
        """A case of any block."""
        return cls(rule.key, rule.clause, binder.compile(rule.when), binder.compile(rule.value))


@dataclass(frozen=True, eq=False)
class BoundOutcome:
    """An outcome of a close.

    `reads` are the facts of `when` and `wins_game`, `writes_reads`, `lay_off_reads` and `pays_reads` those of the
    others; `opens` is of all of them.
    """

    rule: Outcome
    when: Compiled
    wins_game: Compiled
    writes: Compiled | None
    lay_off: Compiled | None
    pays: Compiled
    reads: frozenset[str]
    writes_reads: frozenset[str]
    lay_off_reads: frozenset[str]
    pays_reads: frozenset[str]
    opens: frozenset[str]
    binder: Binder = field(repr=False)

    @classmethod
    def of(cls, rule: Outcome, binder: Binder) -> BoundOutcome:
        """An outcome of `close.outcomes`."""
        make, named = binder.compile, binder.definitions
        said = [expr for expr in (rule.when, rule.wins_game, rule.writes, rule.lay_off, rule.pays) if expr is not None]
        return cls(
            rule=rule,
            when=make(rule.when),
            wins_game=make(rule.wins_game),
            writes=None if rule.writes is None else make(rule.writes),
            lay_off=None if rule.lay_off is None else make(rule.lay_off),
            pays=make(rule.pays),
            reads=reads(rule.when, named) | reads(rule.wins_game, named),
            writes_reads=frozenset() if rule.writes is None else reads(rule.writes, named),
            lay_off_reads=frozenset() if rule.lay_off is None else reads(rule.lay_off, named),
            pays_reads=reads(rule.pays, named),
            opens=frozenset().union(*(opened(expr, named) for expr in said)),
            binder=binder,
        )

    @cached_property
    def explain(self) -> Explain:
        """Says why its `when` fails; made when it is first cited."""
        return explainer(self.rule.when, self.binder)


@dataclass(frozen=True, slots=True)
class BoundCriterion:
    """A criterion of `game.winner`: seats with the lowest or the highest `measure` are kept (yes counts as 1)."""

    rule: Criterion
    lowest: bool
    measure: Compiled

    @classmethod
    def of(cls, rule: Criterion, binder: Binder) -> BoundCriterion:
        """A criterion; a condition prefers the seats for which it holds."""
        assert isinstance(rule.prefer, Preference)
        return cls(rule, rule.prefer.prefer == "lowest", binder.compile(rule.prefer))


@dataclass(frozen=True, slots=True)
class BoundIrregular:
    """What comes of an irregular act: the index of a ruling, points, and whether the hand is shown."""

    clause: str
    ruling: Compiled
    penalty: Compiled
    shows_hand: Compiled

    @classmethod
    def of(cls, rule: Irregular, binder: Binder) -> BoundIrregular:
        """An entry of `irregular`."""
        make = binder.compile
        return cls(rule.clause, make(rule.ruling), make(rule.penalty), make(rule.shows_hand))


def explainer(expr: Expr, binder: Binder) -> Explain:
    """What says why a condition fails."""
    return failing_leaves(expr, True, binder.constants, binder.definitions, binder.rule_set.enums)


def opened(expr: Expr, definitions: Mapping[str, Expr]) -> frozenset[str]:
    """The collections whose members an expression looks at, through definitions too; `loose.count` does not."""
    found: set[str] = set()
    waiting, seen = [expr], set[str]()
    while waiting:
        node = waiting.pop()
        if isinstance(node, Field) and node.name == "count" and isinstance(node.base, Name):
            continue
        if isinstance(node, Name) and isinstance(node.type, Many):
            found.add(node.name)
        elif isinstance(node, Name) and node.sort == "definition" and node.name not in seen:
            seen.add(node.name)
            waiting.append(definitions[node.name])
        waiting.extend(children(node))
    return frozenset(found)
