"""What is wrong with the rules of a block: constants, contradictions, what changes nothing, cases that never decide.

One mistake is told once: what lies inside a part that was told, and what only follows from one, is left out. Of parts
that make each other superfluous the first may stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from referee.lang.syntax import And, Comparison, Conditional, Expr, Name, Number, Or, TruthValue
from referee.lang.unparse import unparse
from referee.lang.walk import definitions_used, everything, reads
from referee.workshop.leafvalues import is_truth, joined
from referee.workshop.proof import messages
from referee.workshop.proof.block import Block, Rule
from referee.workshop.proof.claims import Unchanged, Witness
from referee.workshop.proof.findcases import case_findings
from referee.workshop.proof.finding import Finding

_LIMITS = ("at most", "at least", "below", "above")


def findings(block: Block) -> list[Finding]:
    """Everything there is to say about a block."""
    if not block.groups:
        return []
    return _Search(block).all()


class _Search:
    """One search through a block. `_told` are parts, by identity, of which something was said."""

    def __init__(self, block: Block) -> None:
        self._block = block
        self._told: set[int] = set()
        self._found: list[Finding] = []
        self._superfluous: dict[int, bool] = {}
        self._cases = 0

    def all(self) -> list[Finding]:
        """Every finding."""
        block = self._block
        for rule in (*block.filters, *block.conditions):
            self._constants(rule.path, rule.expr)
        dead = [number for number, case in enumerate(block.cases) if not block.columns.of(case.when)]
        for number, case in enumerate(block.cases):
            if number not in dead:
                self._constants(f"{case.path}.when", case.when)
        if not block.judged.passes:
            self._contradictions()
            return self._found
        for rule in (*block.filters, *block.conditions):
            self._contradiction_inside(rule.path, rule.expr)
        self._superfluous_conditions()
        self._found += case_findings(block)
        silent = {one.path for one in self._found if one.code in {"CH602", "CH604"}}
        for rule in (*block.filters, *block.conditions):
            self._superfluous_parts(rule.path, rule.expr)
        for case in block.cases:
            if case.path not in silent:
                self._superfluous_parts(f"{case.path}.when", case.when)
        return self._found

    def _tell(self, finding: Finding, *parts: Expr) -> None:
        self._found.append(replace(finding, cases=self._cases if finding.witness is not None else 0))
        self._cases = 0
        self._told.update(map(id, parts))

    # -- constants -------------------------------------------------------------------------------------------------

    def _constants(self, path: str, expr: Expr) -> bool:
        """Tell of the innermost parts that hold everywhere or nowhere; whether there are any."""
        if id(expr) in self._told:
            return True
        inner = [self._constants(path, part) for part in self._parts(expr)]
        if any(inner):
            return True
        column, block = self._block.columns.of(expr), self._block
        if column not in {0, block.columns.everywhere} or not self._is_asked(expr):
            return False
        if column:
            limit = self._limit(expr)
            told = messages.without_effect(block, path, expr, limit) if limit else messages.always(block, path, expr)
            self._tell(told, expr)
        elif isinstance(expr, And) and (pair := self._apart(expr.parts)) is not None:
            one, other = pair
            alternative = bool(block.judged.passes)
            told = messages.contradiction(block, path, one, other, self._first(one), alternative=alternative)
            self._tell(told, expr)
        else:
            self._tell(messages.never(block, path, expr), expr)
        return True

    def _parts(self, expr: Expr) -> Sequence[Expr]:
        """The yes-or-no parts of a part, those of a definition it names."""
        if isinstance(expr, Name) and expr.sort == "definition" and is_truth(expr):
            return (self._block.columns.definitions[expr.name],)
        return joined(expr)

    def _is_asked(self, expr: Expr) -> bool:
        """Whether it asks anything: neither a plain yes or no, nor what the table's options alone decide."""
        definitions = self._block.columns.definitions
        options = any(isinstance(node, Name) and node.sort == "option" for node in everything(expr))
        return bool(reads(expr, definitions)) or not (
            options or isinstance(expr, TruthValue) or definitions_used(expr, definitions)
        )

    def _limit(self, expr: Expr) -> str:
        """What a quantity comes to that is compared with a number; "" where the part is no limit."""
        if self._block.what == "course" or not isinstance(expr, Comparison) or expr.comparator not in _LIMITS:
            return ""
        sides = (expr.left, expr.right)
        measured = [side for side in sides if reads(side, self._block.columns.definitions)]
        if len(measured) != 1 or not any(isinstance(side, Number) for side in sides):
            return ""
        return self._block.measured(measured[0])

    # -- contradictions --------------------------------------------------------------------------------------------

    def _contradictions(self) -> None:
        """Nothing passes: tell which conditions leave nothing between them, unless one alone does."""
        block = self._block
        rules = (*block.filters, *block.conditions)
        if any(not block.columns.of(rule.expr) for rule in rules):
            return
        for one, other in combinations(rules, 2):
            if not block.columns.of(one.expr) & block.columns.of(other.expr):
                near = self._first(one.expr)
                self._tell(messages.contradiction(block, other.path, one.expr, other.expr, near), other.expr)
                return
        self._tell(messages.nothing_passes(block, self._needed(rules), self._first(rules[0].expr)))

    def _needed(self, rules: Sequence[Rule]) -> Sequence[Rule]:
        """The fewest of these rules, the later ones kept, that leave nothing between them."""
        needed = list(rules)
        for rule in rules:
            column = self._block.columns.everywhere
            for other in needed:
                column &= self._block.columns.of(other.expr) if other is not rule else column
            if not column:
                needed.remove(rule)
        return needed

    def _contradiction_inside(self, path: str, expr: Expr) -> None:
        """An `and` in an alternative that never holds, of parts that do."""
        for part in self._parts(expr):
            if isinstance(part, And) and id(part) not in self._told and not self._block.columns.of(part):
                pair = self._apart(part.parts)
                if pair is not None:
                    near = self._first(pair[0])
                    told = messages.contradiction(self._block, path, *pair, near, alternative=True)
                    self._tell(told, part)

    def _apart(self, parts: Sequence[Expr]) -> tuple[Expr, Expr] | None:
        """Two parts that each hold somewhere and never together."""
        of = self._block.columns.of
        return next(((one, other) for one, other in combinations(parts, 2) if not of(one) & of(other)), None)

    def _first(self, expr: Expr) -> Witness | None:
        """The smallest group of which a part holds."""
        self._cases = self._block.columns.of(expr)
        return next(self._block.touched(self._cases), None)

    # -- what changes nothing --------------------------------------------------------------------------------------

    def _superfluous_conditions(self) -> None:
        """Whole conditions without which everything comes out the same, the later ones first."""
        block = self._block
        for rule in reversed(block.conditions):
            constant = block.columns.of(rule.expr) in {0, block.columns.everywhere}
            if constant or id(rule.expr) in self._told or not self._is_asked(rule.expr):
                continue
            taken = not block.one
            instead = {**self._superfluous, id(rule.expr): taken}
            if Unchanged(instead).against(block) is not None:
                continue
            self._superfluous = instead
            near = self._near(rule.expr, taken)
            other = None if block.one else self._implied_by(rule)
            if other is None:
                self._tell(messages.condition_changes_nothing(block, rule, near), rule.expr)
            else:
                self._tell(messages.contained(block, rule, other, self._how(rule, other), near), rule.expr)

    def _implied_by(self, rule: Rule) -> Rule | None:
        """Another condition, not superfluous itself, that holds only where this one does."""
        block = self._block
        column = block.columns.of(rule.expr)
        return next(
            (
                other
                for other in block.conditions
                if other is not rule
                and id(other.expr) not in self._superfluous
                and not block.columns.of(other.expr) & ~column
            ),
            None,
        )

    def _how(self, rule: Rule, other: Rule) -> str:
        if unparse(rule.expr) == unparse(other.expr):
            return "identical"
        same = self._block.columns.of(rule.expr) == self._block.columns.of(other.expr)
        return "equivalent" if same else "contained"

    def _superfluous_parts(self, path: str, expr: Expr) -> None:
        """Parts of `and`, `or` and of tests without which everything comes out the same, the larger ones first."""
        if id(expr) in self._told:
            return
        for part, taken in reversed(list(self._removable(expr))):
            asked = id(part) not in self._told and self._is_asked(part) and not self._tells_inside(part)
            if asked and Unchanged({**self._superfluous, id(part): taken}).against(self._block) is None:
                self._superfluous[id(part)] = taken
                near = self._near(part, taken)
                self._tell(messages.part_changes_nothing(self._block, path, part, taken, near), part)
        for part in self._parts(expr):
            if id(part) not in self._told:
                self._superfluous_parts(path, part)

    def _removable(self, expr: Expr) -> Iterator[tuple[Expr, bool]]:
        """The parts that can be taken out, and what the whole then takes them to be."""
        if isinstance(expr, And | Or):
            yield from ((part, isinstance(expr, And)) for part in expr.parts)
        elif isinstance(expr, Conditional) and joined(expr):
            yield from ((expr.test, True), (expr.test, False))

    def _tells_inside(self, expr: Expr) -> bool:
        return any(id(part) in self._told or self._tells_inside(part) for part in self._parts(expr))

    def _near(self, part: Expr, taken: bool) -> Witness | None:
        """The smallest group of which the part says otherwise than it is taken to be, best one it would matter to."""
        block = self._block
        changed = block.judged.passes ^ block.judge({id(part): taken}).passes
        other = block.columns.of(part) ^ (block.columns.everywhere if taken else 0)
        self._cases = changed or other
        return next(block.touched(self._cases), None)
