"""Watches what tests show of rules: which decided, and of each leaf of their conditions whether it came out yes and no.

Tables that are watched are bound with compilations of their own, which evaluate the typed tree leaf by leaf beside the
function that decides; ordinary play has no part in it. Whatever is asked of a seat once (a turn, a lay-off, a price,
the standing) counts as it is asked. A close is judged on every arrangement of its cards, most of which nobody means:
its rules count on the arrangement that the verdict rests on, and there all leaves of all conditions, for the order of
conditions has no meaning. Of a hand count the points of its loose cards, and conditions on melds for the melds it
has and for those it would have without them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.cards import Card
from referee.game.actions import Close
from referee.game.checks import close_verdict, without
from referee.game.close import CloseQuestion, CloseVerdict
from referee.game.facts import WholeHandFacts
from referee.game.gamestate import GameState
from referee.game.meld import Meld, is_meld
from referee.game.moment import course_of, hand_of, is_taken
from referee.game.roundfacts import set_arrangement
from referee.game.solve import best_arrangement
from referee.lang.compile import Compiled, compile_expression
from referee.lang.syntax import Expr
from referee.lang.walk import definitions_used
from referee.rules.model import RuleSet
from referee.suite.closing import askable, judged_facts
from referee.suite.leaves import CLOSE_BLOCKS, MELD_BLOCKS, Rule, every_rule, leaves_in
from referee.table import Table, bind
from referee.table.draft import Compilations, MeldRecord, Named

NO, YES = 1, 2
"""What was seen of a leaf, as bits."""

_TOLD_APART = ("close.outcomes", "points", "pack.wild", *CLOSE_BLOCKS, *MELD_BLOCKS)
"""Blocks whose rules are asked again and again while something is sought: they count when somebody says so."""


@dataclass(slots=True)
class Seen:
    """What was seen: the rules that decided, by path, and of each leaf (rule, part, number) its answers as bits."""

    decided: set[str] = field(default_factory=set)
    leaves: dict[tuple[str, str, int], int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where an expression stands."""

    rule: Rule
    part: str


@dataclass(frozen=True, slots=True)
class _Observer:
    """What notes how the leaves of an expression come out with some facts, and which facts it reads for that."""

    observe: Callable[[Any], None]
    reads: frozenset[str]


class Watcher:
    """Watches the tables of one rule set; it is a `grounds.Watch`."""

    def __init__(self, rules: RuleSet, seen: Seen | None = None) -> None:
        self.rules = rules
        self.seen = Seen() if seen is None else seen
        self._spots: dict[int, _Spot] = {}
        self._compilations = _Watched(rules, self)
        self._observers: dict[tuple[object, ...], _Observer] = {}
        self._free: dict[Table, Table | None] = {}
        stands = Counter(id(expr) for rule in every_rule(rules) for expr in rule.parts.values())
        for rule in every_rule(rules):
            for part, expr in rule.parts.items():
                if stands[id(expr)] == 1:  # what stands in several rules is what the format supplies, and has no leaves
                    self._spots[id(expr)] = _Spot(rule, part)

    # -- what tables are bound with --------------------------------------------------------------------------------

    def compilations(self, rule_set: RuleSet) -> Compilations:
        """Compilations whose functions tell what they were asked."""
        assert rule_set is self.rules, "a watcher watches one rule set"
        return self._compilations

    def told_of(self, expr: Expr, constants: Mapping[str, Any], made: Compiled) -> Compiled:
        """The function of an expression that counts whenever it is asked; others as they are.

        It reads what its leaves do, those too that nothing is asked of at this table: a fact that no rule reads is not
        worked out.
        """
        spot = self._spots.get(id(expr))
        if spot is None or spot.rule.block in _TOLD_APART:
            return made
        observer, call = self._observer(expr, constants), made.call

        def asked(facts: Any) -> Any:
            observer.observe(facts)
            return call(facts)

        return replace(made, call=asked, reads=made.reads | observer.reads)

    def _observer(self, expr: Expr, constants: Mapping[str, Any]) -> _Observer:
        key = (id(expr), *sorted(constants.items()))
        if key not in self._observers:
            self._observers[key] = self._made(expr, constants)
        return self._observers[key]

    def _made(self, expr: Expr, constants: Mapping[str, Any]) -> _Observer:
        """What notes the answers of all leaves of an expression, and of the definitions it uses."""
        spot, definitions = self._spots[id(expr)], self._compilations.definitions
        known = {"constants": constants, "definitions": definitions, "enums": self.rules.enums}
        asked: list[tuple[tuple[str, str, int], Compiled]] = []
        places = [(spot.rule.path, spot.part, expr)]
        places += [(f"define.{name}", "value", definitions[name]) for name in definitions_used(expr, definitions)]
        for path, part, tree in places:
            for number, leaf in enumerate(leaves_in(tree)):
                asked.append(((path, part, number), compile_expression(leaf, **known)))
        paths = {path for path, _, _ in places}
        decides = spot.part not in {"when", "pays"}

        def observe(facts: Any) -> None:
            seen = self.seen
            if decides:
                seen.decided |= paths
            for leaf, test in asked:
                seen.leaves[leaf] = seen.leaves.get(leaf, 0) | (YES if test.call(facts) else NO)

        return _Observer(observe, frozenset[str]().union(*(test.reads for _, test in asked)))

    def ask(self, table: Table, expr: Expr, facts: object) -> bool:
        """Note one expression with these facts; whether it comes out as yes."""
        if id(expr) in self._spots:
            self._observer(expr, table.constants).observe(facts)
        return bool(table.binder.compile(expr).call(facts))

    # -- what is told by tests ---------------------------------------------------------------------------------------

    def hand(self, table: Table, cards: Sequence[Card], melds: Sequence[Meld], loose: Sequence[Card]) -> None:
        """Cards were arranged so."""
        wild = self.rules.settings.get("pack.wild")
        if wild is not None:
            for kind in {card.index: table.kind(card) for card in cards}.values():
                self.ask(table, wild.expr, Named(card=kind))
        self._points(table, loose)
        self._melds(table, cards, melds)
        conditions = table.conditions("melds.whole_hand")
        for facts in self._whole_hands(table, cards, melds, loose) if conditions else ():
            for one in conditions:
                self.ask(table, one.rule.expr, facts)

    def close(self, table: Table, question: CloseQuestion, verdict: CloseVerdict) -> None:
        """A close was judged: its rules count on the arrangement of the verdict."""
        found = verdict.arrangement
        self.hand(table, question.keep, found.melds, found.loose)
        facts = judged_facts(table, question, verdict)
        conditions, outcomes = askable(table, question)
        holds = [self.ask(table, one.rule.expr, facts) for one in conditions]
        if not all(holds):
            return
        for outcome in outcomes:
            if not self.ask(table, outcome.rule.when, facts):
                continue
            self.seen.decided.add(f"close.outcomes.{outcome.rule.name}")
            self.ask(table, outcome.rule.wins_game, facts)
            rule = outcome.rule
            hidden = {"others"} | (set() if question.closing is not None else {"card", "hand", "can_close"})
            if rule.writes is not None and not outcome.writes_reads & hidden:
                self.ask(table, rule.writes, facts)
            if rule.lay_off is not None and not outcome.lay_off_reads & hidden:
                self.ask(table, rule.lay_off, facts)
            return

    def closed(self, table: Table, state: GameState, action: Close) -> None:
        """Somebody closes in a round that stands so."""
        verdict, play = close_verdict(table, state, action), state.round
        if verdict is None or play is None or action.card is None:
            return
        hand = hand_of(play, action.seat)
        taken = play.taken if play.taken is not None and is_taken(play, play.taken) else None
        keep = without(hand.known, action.card)
        self.close(table, CloseQuestion(keep, course_of(state, action.seat), action.card, hand.known, taken), verdict)

    # -- hands -------------------------------------------------------------------------------------------------------

    def _points(self, table: Table, loose: Iterable[Card]) -> None:
        """Each loose card, priced by the first case that fits it."""
        for card in {card.index: card for card in loose}.values():
            facts = Named(card=table.kind(card))
            for case in self.rules.cases.get("points", ()):
                if self.ask(table, case.when, facts):
                    self.ask(table, case.value, facts)
                    break

    def _melds(self, table: Table, cards: Sequence[Card], melds: Sequence[Meld]) -> None:
        """The conditions on melds: for those there are, and for those there would be without the conditions."""
        conditions = table.conditions("melds.each_meld")
        free = self._without_conditions(table) if conditions else None
        if free is None:
            return
        whole = is_meld(free, cards)
        for meld in (*melds, *best_arrangement(free, cards).melds, *(() if whole is None else (whole,))):
            facts = Named(meld=MeldRecord.of(self.rules.enums, meld.signature))
            for one in conditions:
                self.ask(table, one.rule.expr, facts)

    def _whole_hands(
        self, table: Table, cards: Sequence[Card], melds: Sequence[Meld], loose: Sequence[Card]
    ) -> Iterator[WholeHandFacts]:
        """The arrangement itself, and the one there would be without conditions on it."""
        free = self._without_conditions(table)
        arranged = [(melds, loose)]
        if free is not None:
            best = best_arrangement(free, cards)
            arranged.append((best.melds, best.loose))
        for own, left in arranged:
            if own:
                facts = WholeHandFacts()
                set_arrangement(facts, table, cards, own, left)
                yield facts

    def _without_conditions(self, table: Table) -> Table | None:
        """The same table with no conditions on melds; None where there are none anyway."""
        if table not in self._free:
            blocks = {*MELD_BLOCKS, "melds.whole_hand"}
            left = {block: held for block, held in self.rules.conditions.items() if block not in blocks}
            changed = len(left) < len(self.rules.conditions)
            rules = replace(self.rules, conditions=left)
            self._free[table] = bind(rules, table.seats, table.options) if changed else None
        return self._free[table]


class _Watched(Compilations):
    """Compilations that tell their watcher."""

    def __init__(self, rule_set: RuleSet, watcher: Watcher) -> None:
        super().__init__(rule_set)
        self._watcher = watcher
        self._told: dict[int, tuple[Compiled, Compiled]] = {}

    def of(self, expr: Expr, constants: Mapping[str, Any]) -> Compiled:
        """The function of an expression, watched if it counts whenever it is asked."""
        made = super().of(expr, constants)
        if id(made) not in self._told:
            self._told[id(made)] = (made, self._watcher.told_of(expr, constants, made))
        return self._told[id(made)][1]
