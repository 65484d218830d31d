"""Asks of the typed rules whether they can be played: cases that decide, outcomes that write, a winner, a bound cost.

What can be seen in one block is told as soon as that block is sound, whatever else is wrong. Whether the whole game is
possible (enough cards, melds that exist, every card priced) is asked of `table.possible`, and only of rule sets in
which nothing else is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from referee.diagnostics import has_errors
from referee.diagnostics.spelling import nearest
from referee.lang.cost import Costs
from referee.lang.syntax import And, Comparison, Expr, Name, Number
from referee.lang.walk import everything
from referee.lang.walk import names as names_of
from referee.lang.words import KEYWORDS
from referee.limits import CLAUSE_STEPS, CLOSE_STEPS, HAND_CARDS, TABLE_STEPS
from referee.rules.model import RuleSet
from referee.ruleset import rule_messages
from referee.ruleset.behind import tell_covered
from referee.ruleset.cited import cited_rules
from referee.ruleset.compilation import Compilation
from referee.ruleset.layout import BOOK, CASES, OUTCOMES, REFUSALS, WINNER, Path, at, dotted, mapping, scalar
from referee.ruleset.merge import Change
from referee.ruleset.names import DEFINE, Names
from referee.ruleset.placeholders import words_in, words_in_paragraph
from referee.ruleset.rules import Rules, is_always, is_never
from referee.ruleset.texts import Texts
from referee.source import Span
from referee.table.melds import LEAST_MELD
from referee.table.possible import impossible, rules_of_tables
from referee.vocabulary.load import vocabulary
from referee.yamltree.nodes import Entry, MapNode

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_RESHUFFLE: Path = ("stock", "reshuffle")
_MUST_END = (("written", "by_others"), ("written", "if_unclosed"))
_NEEDED: tuple[Path, ...] = (
    ("pack", "suits"),
    ("pack", "ranks"),
    OUTCOMES,
    *(
        tuple(name.split(".*", maxsplit=1)[0].split("."))
        for name, slot in vocabulary().slots.items()
        if slot.required and not name.startswith("game.adjust")
    ),
)
"""What a rule set must say before it can be played."""


def missing_parts(root: MapNode) -> tuple[Path, ...]:
    """What a rule set lacks before it can be played."""
    return tuple(path for path in _NEEDED if (node := at(root, path)) is None or node == MapNode((), node.span))


def check_blocks(work: Compilation, names: Names, rules: Rules) -> None:
    """Tell what is wrong within single blocks."""
    for block in CASES:
        _check_cases(work, block, rules)
    _check_outcomes(work, rules)
    tell_covered(work, names, rules)
    _check_winner(work, rules)
    _check_re_entry(work, rules)
    _check_reach(work, rules)


def check_whole(work: Compilation, base: MapNode | None, lacking: tuple[Path, ...]) -> None:
    """Tell what is wrong with a rule set that lacks `lacking`, `base` being the tree it builds on."""
    if lacking == (_RESHUFFLE,):
        work.tell(rule_messages.empty_stock_undecided(work.cause(path=_RESHUFFLE)), path=_RESHUFFLE)
    elif lacking and base is not None and not missing_parts(base):
        for path in lacking:
            work.tell(rule_messages.no_longer_playable(dotted(path), work.cause(path=path)), path=path)


def check_possible(work: Compilation, rule_set: RuleSet) -> None:
    """Tell what makes the game of a sound rule set impossible at some table that it offers."""
    for problem in impossible(rule_set):
        path = _path(work.root, problem.path)
        span = _span(work, path)
        change = next(_changed(work, path), None)
        if change is not None and not work.is_own(span):
            path, span = change.path, _place(work, change)
        elif change is not None and isinstance(at(work.root, path), MapNode):
            span = _place(work, change)
        work.tell(rule_messages.impossible(problem.code, problem.message, span), path=path)


def _changed(work: Compilation, path: Path) -> Iterator[Change]:
    """What this file says of the cards and the seats, nearest to `path` first: one of these made it impossible."""
    others = ("table", "deal", "pack", "melds", "points", "stock", "options")
    for place in (path, path[:1], *((section,) for section in others)):
        for change in work.changes:
            if change.path[: len(place)] == place and change.kind != "same" and work.is_own(change.span):
                yield change


def _place(work: Compilation, change: Change) -> Span:
    """Where a change is shown: its value, or its `remove`."""
    return change.span if change.kind == "removed" else _span(work, change.path)


def tell_removed_names(work: Compilation) -> None:
    """CH704 for every name that is removed here and used by a rule that stays."""
    for name, uses in sorted(work.uses_of_removed.items()):
        # a rule of the base may be one that this file changes in a place that was taken out as faulty
        sure = [use for use in uses if not (work.lost or work.misnamed) or work.is_own(use)]
        if sure:
            work.tell(rule_messages.still_used(name, work.removed[name], sure))


def tell_unused_definitions(work: Compilation, names: Names) -> None:
    """CH207 for every definition of this file that no rule, no text and no used definition uses."""
    used = work.used | (_written(work) if has_errors(work.diagnostics) else set())
    entries = {entry.key.value: entry.value for entry in mapping(work.root, DEFINE)}
    waiting = [name for name in entries if name in used]
    while waiting:
        name = waiting.pop()
        sound = names.definitions.get(name)  # one with a mistake uses what it names all the same
        inside = words_in(entries[name]) if sound is None else names_of(sound.expr, "definition")
        waiting += [name for name in inside - used if name in entries]
        used |= inside
    known = names.definitions.keys() | names.options.keys() | vocabulary().reserved | KEYWORDS
    strange = tuple(used - known) if has_errors(work.diagnostics) else ()
    for entry in mapping(work.root, DEFINE):
        name = entry.key.value
        lonely = name in names.definitions and name not in used | work.unknown and work.is_own(entry.key.span)
        if lonely and nearest(name, strange) is None:
            work.tell(rule_messages.unused_definition(entry.key), path=(*DEFINE, name))


def _written(work: Compilation) -> set[str]:
    """The words of all rules and placeholders, those with mistakes and those taken out for one included."""
    found = set(_WORD.findall(work.lost_text))
    for entry in work.root.entries:
        if (entry.key.value,) in {BOOK, REFUSALS}:
            found.update(*(words_in_paragraph(text.value) for text in mapping(work.root, (entry.key.value,))))
        elif (entry.key.value,) != DEFINE:
            found |= words_in(entry.value)
    return found


def _check_cases(work: Compilation, block: Path, rules: Rules) -> None:
    entries = mapping(work.root, block)
    if not entries or not work.sound(block):
        return
    whens = {case.key: case.when for case in rules.cases.get(dotted(block), ())}
    _tell_unreachable(work, block, entries, whens)
    last = entries[-1].key
    if block in _MUST_END and last.value in whens and not any(is_always(when) for when in whens.values()):
        work.tell(rule_messages.last_case_conditional(block, last), path=(*block, last.value))


def _tell_unreachable(work: Compilation, block: Path, entries: Iterable[Entry], whens: dict[str, Expr]) -> None:
    """CH511 at each case of this file that is hidden, or at the one that hides those of the base."""
    decided: Entry | None = None
    hidden: list[Entry] = []
    for entry in entries:
        if decided is not None:
            hidden.append(entry)
        elif (when := whens.get(entry.key.value)) is not None and is_always(when):
            decided = entry
    if decided is None or not hidden:
        return
    own = [entry for entry in hidden if work.is_own(entry.key.span)]
    if not own:
        problem = rule_messages.hides_cases(block, decided.key, [entry.key for entry in hidden])
        work.tell(problem, path=(*block, decided.key.value))
    for entry in own:
        work.tell(rule_messages.unreachable(block, entry.key, decided.key), path=(*block, entry.key.value))


def _check_outcomes(work: Compilation, rules: Rules) -> None:
    entries = mapping(work.root, OUTCOMES)
    if not work.sound(OUTCOMES):
        return
    inherited = [entry.key.value for entry in entries if not work.is_own(entry.key.span)]
    by_name = {outcome.name: outcome for outcome in rules.outcomes}
    for entry in entries:
        outcome = by_name.get(entry.key.value)
        if outcome is None:
            continue
        path = (*OUTCOMES, outcome.name)
        if outcome.writes is None and not is_always(outcome.wins_game):
            similar = nearest(outcome.name, inherited) if work.is_own(entry.key.span) else None
            sometimes = not is_never(outcome.wins_game)
            if not _removes(work, path):
                problem = rule_messages.outcome_writes_nothing(entry.key, sometimes=sometimes, similar=similar)
                work.tell(problem, path=path)
            if similar is not None:
                work.misnamed.add(outcome.name)
        elif outcome.writes is not None and is_always(outcome.wins_game):
            work.tell(rule_messages.outcome_wins_and_writes(entry.key), path=path)
        if _removes(work, path):
            work.misnamed.add(outcome.name)
    if not work.misnamed:
        _tell_unreachable(work, OUTCOMES, entries, {outcome.name: outcome.when for outcome in rules.outcomes})


def _removes(work: Compilation, path: Path) -> bool:
    """Whether something below an entry was to be removed that is not there: it names no entry of the base."""
    return any(told.code == "CH709" and told.path.startswith(f"{dotted(path)}.") for told in work.diagnostics)


def _check_winner(work: Compilation, rules: Rules) -> None:
    entries = mapping(work.root, WINNER)
    if not entries or not work.sound(WINNER) or len(entries) != len(rules.winner):
        return
    for criterion in rules.winner:
        ranks = getattr(criterion.prefer, "prefer", "holds") in {"lowest", "highest"}
        if ranks and any(isinstance(node, Name) and node.name == "total" for node in everything(criterion.prefer)):
            return
    work.tell(rule_messages.no_criterion_of_totals(entries[0].key), path=WINNER)


def _check_re_entry(work: Compilation, rules: Rules) -> None:
    conditions = rules.conditions.get("re_entry.may_re_enter", ())
    entries = mapping(work.root, ("re_entry", "may_re_enter"))
    if not entries or len(conditions) != len(entries) or not work.sound(("re_entry",)):
        return
    if "re_entry.total" not in rules.settings and not any(is_never(condition.expr) for condition in conditions):
        work.tell(rule_messages.re_entry_without_total(entries[0].key), path=("re_entry", "total"))


def _check_reach(work: Compilation, rules: Rules) -> None:
    """CH519 for a close condition that asks for more cards or melds than a hand can have: nobody could ever close."""
    dealt = rules.settings.get("deal.cards")
    if dealt is None or not isinstance(dealt.expr, Number):
        return
    cards = dealt.expr.value
    if not 1 <= cards <= HAND_CARDS:
        return  # that is what is wrong, and `check_possible` tells it
    most = {"melded": cards, "wilds": cards, "runs": cards // LEAST_MELD, "sets": cards // LEAST_MELD}
    for condition in rules.conditions.get("close.may_close", ()):
        parts = condition.expr.parts if isinstance(condition.expr, And) else (condition.expr,)
        for part in parts:
            if (
                not isinstance(part, Comparison)
                or not isinstance(part.left, Name)
                or not isinstance(part.right, Number)
            ):
                continue
            wanted = part.right.value + (part.comparator == "above")
            if part.comparator in {"at least", "above", "is"} and wanted > most.get(part.left.name, wanted):
                problem = rule_messages.out_of_reach(
                    part.left.name, most[part.left.name], cards, part.span or work.home
                )
                work.tell(problem, words=("cards",), path=("close", "may_close", condition.key))


def check_cost(work: Compilation, names: Names, rules: Rules, texts: Texts) -> None:
    """CH610 for every clause whose rules together may take too many steps, at the most expensive of them.

    Placeholders count too, for their own clause's text. All rules of a close are bounded together besides: every one of
    them is asked about each of the thousands of arrangements a large hand may have.
    """
    trees = {name: definition.expr for name, definition in names.definitions.items()}
    costs = Costs(work.scope("define.*").bounds, trees)
    by_clause: dict[str, list[tuple[int, Expr]]] = {}
    for rule in cited_rules(names, rules):
        by_clause.setdefault(rule.clause, []).extend((costs.of(expr), expr) for expr in rule.exprs)
    for paragraph in (*texts.book, *texts.refusals.values()):
        parts = [part for phrase in paragraph.texts.values() for part in phrase.parts if not isinstance(part, str)]
        by_clause.setdefault(f"the text of {paragraph.key}", []).extend(
            (costs.of(part), part) for part in (*parts, paragraph.when)
        )
    told = [_tell_cost(work, clause, priced, CLAUSE_STEPS) for clause, priced in by_clause.items()]
    if not any(told):
        priced = [(costs.of(expr), expr) for expr in _asked_of_a_close(rules)]
        _tell_cost(work, "a close", priced, CLOSE_STEPS)
    priced = [(costs.of(expr), expr) for expr in rules_of_tables(rules)]
    total = sum(steps for steps, _ in priced)
    if total > TABLE_STEPS:
        _, worst = max(priced, key=lambda pair: pair[0])
        work.tell(rule_messages.table_too_expensive(total, TABLE_STEPS, worst.span or work.home))


def _tell_cost(work: Compilation, clause: str, priced: list[tuple[int, Expr]], most: int) -> bool:
    """Whether it is too much."""
    total = sum(steps for steps, _ in priced)
    if total <= most:
        return False
    steps, worst = max(priced, key=lambda pair: pair[0])
    work.tell(rule_messages.too_expensive(clause, total, most, steps, worst.span or work.home))
    return True


def _asked_of_a_close(rules: Rules) -> Iterator[Expr]:
    """What is asked about every arrangement of a hand that closes."""
    for block in ("melds.whole_hand", "close.may_close"):
        yield from (condition.expr for condition in rules.conditions.get(block, ()))
    for one in rules.outcomes:
        yield from (expr for expr in (one.when, one.wins_game, one.writes, one.lay_off, one.pays) if expr is not None)


def _path(root: MapNode, path: str) -> Path:
    """A dotted path as keys that exist, as far as they do: clause ids have dots of their own."""
    keys: list[str] = []
    node: object = root
    rest = path
    while rest and isinstance(node, MapNode):
        entry = next(
            (e for e in _longest_first(node) if rest == e.key.value or rest.startswith(f"{e.key.value}.")), None
        )
        if entry is None:
            break
        keys.append(entry.key.value)
        node, rest = entry.value, rest[len(entry.key.value) + 1 :]
    return tuple(keys)


def _longest_first(node: MapNode) -> Iterator[Entry]:
    yield from sorted(node.entries, key=lambda entry: -len(entry.key.value))


def _span(work: Compilation, path: Path) -> Span:
    """Where the value at a path stands: its scalar, or the key of its mapping."""
    node = at(work.root, path)
    value = scalar(node)
    if value is not None:
        return value.text.whole
    if node is None or not path:
        return work.home
    if not isinstance(node, MapNode):
        return node.span
    entry = next((entry for entry in mapping(work.root, path[:-1]) if entry.key.value == path[-1]), None)
    return work.home if entry is None else entry.key.span
