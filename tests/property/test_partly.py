"""Rules of which only some facts are known: what is said of them then holds for every value of the others."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from referee.game.facts import VARYING
from referee.game.partly import partly, steady_parts
from referee.lang.syntax import Expr
from referee.lang.walk import reads
from referee.table import Table
from referee.table.draft import MeldRecord
from tests.property.test_close_looked_up import LOOKING
from tests.tables import FILES, house, table

TABLES = [(name, table(name)) for name in FILES.names() if name != "common"]
TABLES += [(name, house(text)) for name, text in LOOKING.items()]
IDS = [name for name, _ in TABLES]
ASKED = 25
TRUTHS = frozenset({"faulty", "is_eldest"})


def rules(at: Table) -> list[Expr]:
    """All that is asked of a close."""
    conditions = [*at.conditions("close.may_close"), *at.conditions("melds.whole_hand")]
    found = [one.rule.expr for one in conditions]
    for outcome in at.rule_set.outcomes:
        found += [one for one in (outcome.when, outcome.wins_game, outcome.writes, outcome.lay_off) if one is not None]
    return found


def facts(at: Table, random: Random, names: frozenset[str]) -> dict[str, Any]:
    """Values of facts, as rules see them."""
    cards = [random.choice(at.pack.kinds) for _ in range(at.hand_size)]
    some = {
        "card": cards[0],
        "hand": cards,
        "loose": cards[: random.randrange(at.hand_size)],
        "melds": [MeldRecord.of(at.rule_set.enums, (0, size, 0, 0)) for size in (3, 4)[: random.randrange(3)]],
        "others": [],
    }
    numbers = {name: random.randrange(13) for name in names - set(some)}
    return {**{name: value % 2 == 0 if name in TRUTHS else value for name, value in numbers.items()}, **some}


def alone(found: dict[str, Any], known: frozenset[str], shut: frozenset[str]) -> SimpleNamespace:
    """Only what is known: asked for anything else it raises, and so does a member of what is shut."""
    return SimpleNamespace(
        **{name: [None] * len(value) if name in shut else value for name, value in found.items() if name in known}
    )


def cases(at: Table, random: Random) -> Iterator[tuple[Expr, dict[str, Any], frozenset[str], frozenset[str]]]:
    """Rules, facts, and which of these are known."""
    for expr in rules(at):
        names = reads(expr, at.definitions)
        for _ in range(ASKED):
            known = frozenset(random.sample(sorted(names), random.randrange(len(names) + 1)))
            shut = frozenset(name for name in ("loose", "melds") if random.random() < 0.5)
            yield expr, facts(at, random, names), known, shut


@pytest.mark.parametrize(("name", "at"), TABLES, ids=IDS)
def test_what_is_said_is_so_whatever_is_not_known(name: str, at: Table) -> None:
    for expr, found, known, shut in cases(at, Random(name)):
        said = partly(expr, at.binder, known, shut)(alone(found, known, shut))
        whole = at.binder.compile(expr).call(SimpleNamespace(**found))
        assert said is None or said == whole, (known, shut, found)
        if known == reads(expr, at.definitions) and not shut:
            assert said == whole


def test_one_part_may_decide() -> None:
    at = table("chilean-50")
    remainder = next(one for one in at.rule_set.outcomes if one.name == "remainder")
    asked = partly(remainder.when, at.binder, {"melded", "loose"}, {"loose"})
    assert asked(SimpleNamespace(melded=3, loose=(None,) * 4)) is False
    assert asked(SimpleNamespace(melded=6, loose=(None,))) is None


@pytest.mark.parametrize(("name", "at"), TABLES, ids=IDS)
def test_steady_parts_are_all_that_a_rule_sees_besides(name: str, at: Table) -> None:
    random = Random(name)
    for expr in rules(at):
        parts, names = steady_parts([expr], at.binder, VARYING), reads(expr, at.definitions)
        assert all(part.reads and part.reads.isdisjoint(VARYING) for part in parts)
        told: dict[tuple[Any, ...], Any] = {}
        for _ in range(ASKED):
            found = facts(at, random, names)
            values = tuple(repr(part.call(SimpleNamespace(**found))) for part in parts)
            key = (values, *(repr(found[one]) for one in sorted(names & VARYING)))
            answer = at.binder.compile(expr).call(SimpleNamespace(**found))
            assert told.setdefault(key, answer) == answer


def test_a_steady_part_is_as_large_as_it_can_be() -> None:
    at = table("closing-card")
    rule = next(one.rule for one in at.conditions("close.may_close") if one.rule.key == "c.1")
    (part,) = steady_parts([rule.expr], at.binder, VARYING)
    assert part is at.binder.compile(rule.expr)
    writes = next(one.writes for one in at.rule_set.outcomes if one.name == "plain")
    assert writes is not None
    assert [part.source for part in steady_parts([writes], at.binder, VARYING)] == [
        "def value(f):\n    return f.card.points\n"
    ]
