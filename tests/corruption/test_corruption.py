"""One thing wrong in a valid record is found where it is: in its turn, or where the record first shows it.

Every kind of corruption is put into records of every family. What the judge says of each is held against a slow twin
that shares no code with it: it tells the first place at which the record is no game any more, so that a change which
is found late could not be seen earlier, and one that is not found left another valid or an unfinished record. What
came out is counted and printed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from referee.library import Library
from referee.library.records import judge_record
from referee.record.fast import FastRoad
from referee.record.verdict import Finding, Status, Verdict, Weight
from referee.record.writing import to_json
from tests.corruption import kinds_between, kinds_ended, kinds_played, kinds_shown
from tests.corruption.games import FAMILIES, FORMS, record_of, table_of, traced_of
from tests.corruption.kinds import KINDS, Corrupted
from tests.corruption.traced import Traced
from tests.corruption.twin import Slow, Wrong

LIBRARY = Library()
NAMES = [f"{name}-{seats}" for name, seats, _ in FAMILIES]

MAY_SHOW_LATE = frozenset(
    {
        "another_card_discarded",
        "another_closing_card",
        "draw_missing",
        "drew_twice",
        "hand_cards_swapped",
        "re_entry_not_written",
        "stock_cards_swapped",
        "taken_card_thrown",
        "wrong_upcard",
    }
)
"""Kinds that leave a possible game for a while: the cards are others, or the rule set lets the play stand."""

MAY_BE_NONE = frozenset(
    {
        "another_card_discarded",
        "another_closing_card",
        "close_not_made",
        "cut_off",
        "hand_cards_swapped",
        "joker_in_another_place",
        "round_cut_off",
        "shown_hand_one_card_short",
        "stock_cards_swapped",
        "wrong_upcard",
    }
)
"""Kinds that may leave another valid record, or an unfinished one."""


def test_there_are_enough_kinds():
    for module in (kinds_played, kinds_ended, kinds_between, kinds_shown):
        assert sum(made.__module__ == module.__name__ for made in KINDS.values()) >= 8
    assert len(KINDS) >= 50


@pytest.mark.parametrize("family", range(len(FAMILIES)), ids=NAMES)
def test_what_is_not_corrupted_is_clean(family):
    for form in FORMS:
        record = record_of(family, 0, form)
        assert Slow(table_of(family), record).first_wrong() is None
        verdict = judge_record(LIBRARY, to_json(record))
        assert (verdict.status, verdict.complete, verdict.findings) == (Status.CLEAN, True, ())


@pytest.mark.parametrize("family", range(len(FAMILIES)), ids=NAMES)
def test_corruption_is_found(family, capsys):
    """Every second kind in every second family, in turn in each form."""
    counts: Counter[str] = Counter()
    for at, name in list(enumerate(KINDS))[family % 2 :: 2]:
        counts += found(family, 0, FORMS[(at // 2 + family) % len(FORMS)], name)
    told(capsys, family, counts)
    assert counts["own turn"] > len(KINDS) / 8


@pytest.mark.slow
@pytest.mark.parametrize("family", range(len(FAMILIES)), ids=NAMES)
def test_corruption_is_found_in_many_records(family, capsys):
    counts: Counter[str] = Counter()
    for name in KINDS:
        for seed in range(12):
            for form in FORMS:
                counts += found(family, seed, form, name)
    told(capsys, family, counts)


def told(capsys, family: int, counts: Counter[str]) -> None:
    with capsys.disabled():
        said = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()) if what != "none")
        print(f"\n{NAMES[family]}: {said}", end=" ")


@dataclass(frozen=True)
class Tried:
    """A corrupted record with what the judge and the twin say of it."""

    name: str
    game: Traced
    made: Corrupted
    verdict: Verdict
    slow: Slow
    wrong: Wrong | None

    def __str__(self) -> str:
        said = self.verdict.first_violation
        return f"{self.name} in {self.game.record.id} of {self.game.record.rules}: judge {said}, twin {self.wrong}"


def found(family: int, seed: int, form: str, name: str) -> Counter[str]:
    """Corrupt one record, judge it, and say what came of it; nothing where this cannot go wrong in it."""
    game = traced_of(family, seed, form)
    made = KINDS[name](game, Random(f"{name} {family} {seed} {form}"))
    if made is None or made.record == game.record:
        return Counter(["none"])
    slow = Slow(game.table, made.record)
    wrong = slow.first_wrong()
    verdict = judge_record(LIBRARY, to_json(made.record))
    tried = Tried(name, game, made, verdict, slow, wrong)
    if FastRoad(game.table).clean(made.record) is not None:
        assert verdict.status is Status.CLEAN, str(tried)
    return Counter([stands(tried) if verdict.first_violation is None else violation(tried, verdict.first_violation)])


def violation(tried: Tried, first: Finding) -> str:
    """A violation: at the very place the twin names, nothing else beside it, and not far from what was changed."""
    made, wrong = tried.made, tried.wrong
    others = [one for one in tried.verdict.findings if one.weight is Weight.VIOLATION and one.code != "SEAL_BROKEN"]
    if first.code == "TOTAL_DIFFERS":  # of a round all wrong totals are told
        others = [one for one in others if (one.code, one.place.round) != (first.code, first.place.round)]
    assert not others, f"{tried}: {others}"
    if arranged(tried.game, first) and (wrong is None or wrong.part in {"seal", "scores"}):
        # what the referee arranged himself the twin does not look at
        wrong = Wrong(made.number, made.turn, "play")
    assert wrong is not None, str(tried)
    place = first.place
    if wrong.part == "result" or (wrong.part == "seal" and wrong.number == len(made.record.rounds)):
        assert place.path.split(".")[0] in {"result", "seal"}, str(tried)
    else:
        assert place.round == wrong.number + 1, str(tried)
        assert not wrong.turn or not place.turn or place.turn == wrong.turn, str(tried)
    late = turns_late(tried.game, made, wrong)
    assert late <= 1 or tried.name in MAY_SHOW_LATE, str(tried)
    return ("own turn", "next turn", "later, where it shows first")[min(late, 2)]


def arranged(game: Traced, finding: Finding) -> bool:
    """Whether a finding is about a show or a lay-off that nobody had to declare."""
    return not game.table.settings["melds.declared"] and (finding.place.word[:1] == "=" or ">" in finding.place.word)


def turns_late(game: Traced, made: Corrupted, wrong: Wrong) -> int:
    """How many turns behind the change it is found; the count of a round comes after its last turn."""
    if wrong.number != made.number:
        return 1 if wrong.number == made.number + 1 and not made.turn else 2
    if not made.turn:
        return 0 if not wrong.turn else 2
    last = max((spot.turn for spot in game.rounds[made.number]), default=0) if made.number < len(game.rounds) else 0
    return abs((wrong.turn or last + 1) - made.turn)


def stands(tried: Tried) -> str:
    """No violation: it stands by the rules' own policy, the round is unfinished, or it is another valid record."""
    made, verdict, slow, wrong = tried.made, tried.verdict, tried.slow, tried.wrong
    irregular = [one.place for one in verdict.findings if one.weight is Weight.IRREGULARITY]
    if irregular:
        assert verdict.status is Status.IRREGULAR
        seen = [(one.number + 1, one.turn) for one in slow.irregular]
        assert [(one.round, one.turn) for one in irregular] == seen, str(tried)
        assert seen[0] == (made.number + 1, made.turn), str(tried)
        return "stands by policy"
    assert tried.name in MAY_BE_NONE, str(tried)
    stops = [one.place.round for one in verdict.findings if one.code == "PLAY_STOPS"]
    if wrong is not None:
        assert wrong.part == "end", str(tried)
        assert stops == [wrong.number + 1], str(tried)
        return "unfinished"
    assert not slow.irregular
    assert verdict.complete == slow.finished, str(tried)
    assert len(stops) == (not slow.finished), str(tried)
    return "another valid record" if slow.finished else "unfinished"
