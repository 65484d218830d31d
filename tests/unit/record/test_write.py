"""What a scribe writes is canonical, can be read again, and is the game that was played."""

from dataclasses import replace
from itertools import takewhile
from random import Random

import pytest

from referee.game.actions import Deal, Reshuffle
from referee.record.canonical import canonical
from referee.record.model import Ruling
from referee.record.play import read_play
from referee.record.reading import read_record
from referee.record.seal import broken_seals
from referee.record.words import WordKind
from referee.record.write import scribe, shows_of, written_deal
from referee.record.writing import to_json, to_yaml
from referee.workshop.selfplay import play_game, steps
from referee.workshop.strategies import STRATEGIES, at_random, sensible
from tests.property.replaying import deal_of, replayed
from tests.tables import house, table

TABLES = [
    ("spanish-40", 2, {}),
    ("spanish-40", 4, {"jokers": 2, "declared": True, "limit": 30}),
    ("fournier-48", 6, {"stake": 3, "limit": 70}),
    ("fournier-40", 5, {"declared": True, "limit": 70}),
    ("chilean-50", 3, {"wild_ace": True, "printed_jokers": 2}),
    ("gin-rummy", 2, {"limit": 50}),
    ("house-e", 4, {"limit": 40}),
    ("house-l", 3, {"limit": 30}),
    ("house-p", 5, {"declared": True, "limit": 70}),
    ("exchange", 3, {"jokers": 2, "declared": True, "limit": 50}),
]
IDS = [f"{name}-{seats}" for name, seats, _ in TABLES]


@pytest.mark.parametrize("packs", [True, False], ids=["packs", "hands"])
@pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=IDS)
def test_what_is_written_is_the_game(name, seats, options, packs):
    here = table(name, seats, **options)
    for seed, players in enumerate(([sensible], [sensible, at_random])):
        made = play_game(scribe(here, packs=packs), players, Random(seed), rounds=3, actions=150)
        record = made.record
        assert canonical(record, here.pack.notation, strict=True).record == record
        again = read_record(to_yaml(record), strict=True)
        assert again.record == read_record(to_json(record), strict=True).record == record
        assert all(bool(one.pack) == packs and bool(one.hands) != packs for one in record.rounds)
        last, _ = list(replayed(here, again.record))[-1]
        assert last == made.state
        assert bool(record.note) != made.finished == bool(record.result)


@pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=IDS)
def test_shows_of_the_referee_say_how_the_round_was_counted(name, seats, options):
    here = table(name, seats, **{**options, "declared": False})
    seen = 0
    for step in _some(steps(here, [sensible], Random(4)), 400):
        if step.pause is None or step.pause.result.closer is None:
            continue
        result = step.pause.result
        actions = list(shows_of(here, result))
        assert actions[0].seat == result.closer
        laid = [(one.seat, one.meld, card.card) for one in actions if hasattr(one, "meld") for card in one.cards]
        assert sorted(laid) == sorted(
            (one.seat, two.meld, two.card) for one in result.seats for two in (*one.laid, *one.exchanged)
        )
        melds = [meld.cards for one in actions if hasattr(one, "melds") for meld in one.melds]
        assert sorted(melds) == sorted(meld.cards for one in result.seats for meld in one.melds)
        seen += 1
    assert seen


def _some(what, most):
    return (one for _, one in zip(range(most), what, strict=False))


def test_written_shows_are_read_again():
    here = table("fournier-40", 3)
    record = play_game(scribe(here, shows=True), [sensible], Random(1)).record
    assert canonical(record, here.pack.notation, strict=True).record == record
    kinds = {word.kind for one in record.rounds for word in read_play(one.play, here.pack.notation, record.seats).words}
    assert {WordKind.TURN, WordKind.SHOW, WordKind.LAY_OFF} <= kinds


def test_only_options_that_were_chosen_are_written():
    record = scribe(table("spanish-40", 2, limit=60, jokers=0, share_ties="no")).record()
    assert record.options == {"limit": "60", "share_ties": "no"}
    assert record.seats == {"A": "A", "B": "B"}
    assert scribe(table("spanish-40", 2), names=["Ane", "Jon"]).record().seats == {"A": "Ane", "B": "Jon"}


def test_seals_hold():
    here = table("spanish-40", 2, limit=30)
    made = play_game(scribe(here), [sensible], Random(1))
    whole = made.scribe.record(seals=True)
    assert whole.seal
    assert all(one.seal for one in whole.rounds)
    assert not broken_seals(whole)
    cut = play_game(scribe(here), [sensible], Random(1), actions=5).scribe.record(seals=True)
    assert not cut.seal
    assert not cut.rounds[-1].seal
    assert not broken_seals(cut)


def test_pack_and_hands_are_the_same_deal():
    for name, seats in (("house-l", 3), ("gin-rummy", 2), ("spanish-40", 4)):
        here = table(name, seats)
        step = next(steps(here, [sensible], Random(2)))
        assert isinstance(step.action, Deal)
        forms = {deal_of(here, written_deal(here, step.action, pack=pack), step.before) for pack in (True, False)}
        assert {replace(one, hands=tuple(tuple(sorted(hand)) for hand in one.hands)) for one in forms} == {
            replace(step.action, hands=tuple(tuple(sorted(hand)) for hand in step.action.hands))
        }


def test_what_is_not_known_is_not_written():
    here = table("spanish-40", 2)
    deal = next(steps(here, [sensible], Random(2))).action
    seen = replace(deal, hands=(deal.hands[0], (None,) * 7), stock=None)
    assert written_deal(here, seen, pack=True).hands["B"] == "? ? ? ? ? ? ?"
    assert not written_deal(here, seen).stock


def test_a_reshuffle_has_its_order():
    here = house("stock: {at_most: 1}", seats=4)
    moments = takewhile(lambda one: one.pause is None, steps(here, [at_random], Random(2)))
    [order] = {one.action.order for one in moments if isinstance(one.action, Reshuffle)}
    made = play_game(scribe(here), [at_random], Random(2), rounds=1)
    words = read_play(made.record.rounds[0].play, here.pack.notation, made.record.seats).words
    assert [word.form.order for word in words if word.kind is WordKind.RESHUFFLE] == [order]
    assert len(order) > 10


def test_rulings_are_called_or_name_their_turn():
    here = table("spanish-40", 2)
    moments = steps(here, [sensible], Random(2))
    writes = scribe(here)
    for _ in range(3):
        step = next(moments)
        writes = writes.did(step.action, step.after)
    writes = writes.ruled(Ruling(stands=True)).ruled(Ruling(turn=1, stands=True), called=False)
    [played] = writes.record().rounds
    assert len(played.rulings) == 2
    assert played.play.count("@") == 1
    assert played.play.endswith("@1")


def test_strategies_have_names():
    assert {"random": at_random, "sensible": sensible} == STRATEGIES
