"""What a table compiles it compiles once: play asks the same functions again and again."""

from __future__ import annotations

from random import Random

import pytest

from referee.game.actions import DrawStock
from referee.game.legal import irregularity
from referee.game.state import Phase
from referee.lang import compile as compiling
from referee.table import Table, draft
from tests.property.playing import play_game
from tests.tables import table


def played(at: Table) -> int:
    """Plays some rounds, and asks of every draw whether a second one would stand. How many of them would."""
    stands = 0
    for seed in range(3):
        for state, _ in play_game(at, Random(seed), rounds=3):
            if state.phase is Phase.DISCARD and state.round is not None and state.round.seat is not None:
                found = irregularity(at, state, DrawStock(state.round.seat))
                stands += found is not None
    return stands


@pytest.mark.parametrize(("name", "seats"), [("fournier-40", 3), ("gin-rummy", 2), ("house-e", 4)])
def test_nothing_is_compiled_again(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    at = table(name, seats)
    first = played(at)
    assert (first > 0) == (name == "fournier-40")
    calls: list[object] = []
    original = compiling.compile_expression

    def counted(*args: object, **named: object) -> object:
        calls.append(args)
        return original(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(draft, "compile_expression", counted)
    assert played(at) == first
    assert not calls


def test_what_is_derived_is_made_once() -> None:
    at = table("spanish-40", 2)

    class Counted:
        made = 0

        @classmethod
        def of(cls, at: Table) -> Counted:
            cls.made += 1
            return cls()

    assert at.derived(Counted) is at.derived(Counted)
    assert Counted.made == 1
    other = table("spanish-40", 3)
    assert other.derived(Counted) is not at.derived(Counted)


def test_settings_asked_later_are_compiled_once() -> None:
    at = table("fournier-40", 3)
    assert at.setting("re_entry.total") is at.setting("re_entry.total") is not None
    assert table("spanish-40", 2).setting("re_entry.total") is None
    assert at.irregular("draws_twice") is at.irregular("draws_twice") is not None
    assert at.irregular("no_such_act") is None
    assert at.conditions("close.may_close")[0].explain is at.conditions("close.may_close")[0].explain
