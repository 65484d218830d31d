"""Whatever witness a proof shows was put to the referee, or the proof says that it could not be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from referee.table import bind
from referee.workshop.leafvalues import Columns
from referee.workshop.proof.block import Block, RankedBlock
from referee.workshop.proof.claims import RanksNobody
from referee.workshop.proof.closerules import CloseRules
from referee.workshop.proof.disagreement import Disagreement
from referee.workshop.proof.finding import NOT_REPLAYED
from referee.workshop.proof.handkinds import hand_kinds
from referee.workshop.proof.prove import Proof, Told, _two_told, prove
from referee.workshop.proof.replays import Replays
from referee.workshop.proof.tableblocks import TableBlocks
from referee.workshop.proof.telling import diagnostics
from referee.workshop.proof.winnerreplays import ranked
from tests.unit.workshop.test_proof import PLACE, SMALL, rule_set

NO_WITNESS = {"CH507", "CH601"}
"""Of what holds everywhere no hand is shown."""


def blocks(text: str) -> TableBlocks:
    rules = CloseRules.of(bind(rule_set(f"{SMALL}{text}")))
    return TableBlocks.of(rules, hand_kinds(rules, Random(0)))


def turned(block: Block) -> Block:
    """A block that says the opposite of every part."""
    true = block.columns
    columns = Columns(true.cases, lambda expr: true.everywhere & ~true.of(expr), true.definitions)
    return replace(block, columns=columns)


def shown(proof: Proof) -> Iterator[Told]:
    every = (*proof.told, *proof.only_here, *proof.suspected)
    yield from (one for one in every if one.finding.witness is not None and one.finding.code not in NO_WITNESS)


@pytest.mark.parametrize("path", sorted(PLACE.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_witness_of_a_seeded_fault_was_replayed(path: Path) -> None:
    proof = prove(bind(rule_set(path.read_text("utf-8"))), Random(0))
    for one in shown(proof):
        assert one.finding.replayed, one.finding.message
    assert not any(NOT_REPLAYED in note for one in diagnostics(proof) for note in one.notes)


def test_a_moment_that_no_game_comes_to_is_told_as_one() -> None:
    """No second highest total is above the highest: there is a moment like that only for the proof."""
    impossible = "second_highest_in above highest_in"
    text = f"game:\n  ends_when:\n    t.1: {impossible} and total above 5 points\n    t.2: {impossible}\n"
    proof = prove(bind(rule_set(f"{SMALL}{text}")), Random(0))
    (one,) = shown(proof)
    assert not one.finding.replayed
    (said,) = (one for one in diagnostics(proof) if one.code not in {"CH608", "CH609"})
    assert NOT_REPLAYED in said.notes


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("close:\n  may_close:\n    t.1: total is 0 points or deadwood is 0 points\n", ("close", "hand")),
        ("points:\n  t.1: {when: card.number above 3, points: 9}\n", ("points", "card")),
        ("melds:\n  each_meld:\n    t.1: meld.size is 3 cards or meld.kind is run\n", ("melds.each_meld", "meld")),
    ],
)
def test_hands_in_every_course_cards_and_melds_are_put_to_the_table(text: str, key: tuple[str, str]) -> None:
    made = blocks(text)
    block, replays = made.blocks[key], Replays(made)
    every = [(group, course) for group in range(len(block.groups)) for course in range(block.courses)]
    assert {replays.agrees(block, witness) for witness in every} <= {True, None}
    assert replays.agrees(block, every[-1]) is True
    wrong = replace(made, blocks={**made.blocks, key: turned(block)})
    assert False in {Replays(wrong).agrees(wrong.blocks[key], witness) for witness in every}


WINNERS = (
    ("game:\n  winner:\n    t.1: {prefer: total below 10 points}\n", 0),
    ("game:\n  winner:\n    t.1: {prefer: highest gained}\n", 0),
    ("game:\n  winner:\n    t.1: {prefer: is_closer}\n    t.2: {prefer: lowest after_closer}\n", 1),
    ("game:\n  winner:\n    t.1: {prefer: not out}\n    t.2: {prefer: lowest written}\n", 1),
)


@pytest.mark.parametrize(("text", "criterion"), WINNERS)
def test_two_seats_of_which_one_is_in_front_are_put_to_the_referee(text: str, criterion: int) -> None:
    made = blocks(text)
    block = made.blocks["game.winner", "course"]
    assert isinstance(block, RankedBlock)
    pairs = list(RanksNobody(criterion).pairs(block))
    answers = {ranked(made.rules.table, block, criterion, two) for two in pairs}
    assert answers <= {True, None}
    assert True in answers
    assert NOT_REPLAYED not in _two_told(made, block, RanksNobody(criterion))
    # two that are alike in everything are not decided between; nor do two seats sit in one place
    if "after_closer" in text:
        assert ranked(made.rules.table, block, criterion, (0, 0)) is None
        return
    with pytest.raises(Disagreement):
        _two_told(made, block, Alike(criterion))


class Alike(RanksNobody):
    """Calls seats unequal that are alike."""

    def pairs(self, block: Block) -> Iterator[tuple[int, int]]:
        yield from ((number, number) for number in range(len(block.groups)))
