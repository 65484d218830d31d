"""Setting up a table: a rule set, a number of seats and a choice of options become constants, a pack and melds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.diagnostics.spelling import counted, listed
from referee.limits import SEATS
from referee.rules.model import RuleSet
from referee.table.draft import Binder, Compilations, draft, option_values, seats_offered, within
from referee.table.errors import BindError
from referee.table.faults import faults_of
from referee.table.model import Table
from referee.table.options import OptionValue


def bind(
    rule_set: RuleSet,
    seats: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    compilations: Compilations | None = None,
) -> Table:
    """The table; without `seats` for the smallest number the rule set offers.

    Options may be given as numbers, truth values or their text (`2`, `"2"`, `True`, `"yes"`). BindError names the
    field that is at fault. `compilations` of this rule set make many tables of it cheaper.
    """
    if not rule_set.playable:
        lacks = listed(_lacking(rule_set))
        raise BindError("NOT_PLAYABLE", f"`{rule_set.name}` lacks what every game needs, {lacks}; extend it to play it")
    known = compilations or Compilations(rule_set)
    values = option_values(rule_set, options or {}, known)
    offered = within(seats_offered(Binder(rule_set, values, known)), SEATS)
    if not offered:
        raise BindError("NOT_PLAYABLE", f"`{rule_set.name}` offers no number of seats with these options", "seats")
    wanted = offered[0] if seats is None else seats
    if wanted not in offered:
        raise BindError("SEATS_NOT_OFFERED", f"no table of {counted(wanted, 'seat')}: {_in_words(offered)}", "seats")
    made = draft(rule_set, wanted, values, known)
    # `check` cannot try every value of every option: what it has not seen is refused here, before anything is dealt
    fault = next(iter(faults_of(made)), None)
    if fault is not None:
        raise BindError("NOT_PLAYABLE", f"no game at this table: {fault.message}")
    return Table.of(made)


_SETTINGS = ("table.seats", "deal.cards", "stock.reshuffle", "melds.set.size", "melds.run.size")
_CASES = ("points", "written.by_others", "written.if_unclosed")


def _lacking(rule_set: RuleSet) -> Iterator[str]:
    """The places where something must be said, of those that the compiler asks for (`ruleset.soundness`)."""
    yield from (name for name, said in (("pack.suits", rule_set.suits), ("pack.ranks", rule_set.ranks)) if not said)
    yield from (name for name in _SETTINGS if name not in rule_set.settings)
    yield from (name for name in _CASES if not rule_set.cases.get(name))
    if not rule_set.outcomes:
        yield "close.outcomes"
    if not rule_set.conditions.get("game.ends_when"):
        yield "game.ends_when"
    if not rule_set.winner:
        yield "game.winner"


def _in_words(offered: tuple[int, ...]) -> str:
    if len(offered) == 1:
        return f"`{offered[0]}` is the only number offered"
    if offered == tuple(range(offered[0], offered[-1] + 1)):
        return f"{offered[0]} to {offered[-1]} are offered"
    return f"{', '.join(map(str, offered[:-1]))} and {offered[-1]} are offered"
