"""Proves what it can about the rules of one table: what is found, what holds here only, and how the hands come out.

Every kind of hand is put to the referee itself (`game.close`), whose verdicts are what is counted; what the proof makes
of a kind must be the same, or nothing is told. Where hands are too many, a sample is asked about: then a witness is
still a witness, but what held for all of the sample is a conjecture and is never called proved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from random import Random

from referee.game.close import judge_close
from referee.table import Table
from referee.workshop.proof.asked import Asked, asked
from referee.workshop.proof.block import Block, RankedBlock
from referee.workshop.proof.claims import Claim, RanksNobody, Witness
from referee.workshop.proof.closereplays import close_agrees
from referee.workshop.proof.closerules import CloseRules
from referee.workshop.proof.disagreement import Disagreement
from referee.workshop.proof.find import findings
from referee.workshop.proof.finding import NOT_REPLAYED, Finding, told_of
from referee.workshop.proof.findwinner import winner_findings
from referee.workshop.proof.gameends import Unreachable, game_ending, possible_rounds, unreachable_limits
from referee.workshop.proof.handkinds import HandKinds, hand_kinds
from referee.workshop.proof.judgedat import JudgedAt, judged_at
from referee.workshop.proof.otherwise import arranged_otherwise
from referee.workshop.proof.replays import Replays
from referee.workshop.proof.roundends import Ending, round_endings
from referee.workshop.proof.standings import standing
from referee.workshop.proof.tableblocks import TableBlocks, blocks_near, tables_near
from referee.workshop.proof.winnerreplays import ranked
from referee.workshop.steps import UNHEARD, Steps


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What speaks against a finding at another table: the hand, and what is different there."""

    said: str
    offered: bool
    told: str


@dataclass(frozen=True, slots=True)
class Told:
    """A finding, and what there is to say about it at other tables."""

    finding: Finding
    elsewhere: tuple[Elsewhere, ...] = ()

    @property
    def only_here(self) -> bool:
        """Whether it is not so at another table that the same rules offer: then nobody need change anything."""
        return any(one.offered for one in self.elsewhere)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many hands come out how at a moment (`at`), when the closing card is not told.

    `outcomes` by outcome and what is written (None where that is not a number), `refused` by the clauses cited and the
    keys of the conditions that failed (none where no outcome fits), `deadwood` by loose points.
    """

    outcomes: Mapping[tuple[str, str, bool, int | None], int]
    refused: Mapping[tuple[tuple[str, ...], tuple[str, ...]], int]
    deadwood: Mapping[int, int]
    at: JudgedAt


@dataclass(frozen=True, slots=True)
class Proof:
    """Everything about one table: what its hands come to, what was found, whether rounds and games end.

    `told` are the findings, `only_here` those that are not so at another table of the same rules, `suspected` those
    that nothing spoke against in a sample, and that are no proof. `unreachable` are limits of the game. `asked` says of
    every place with conditions what it was asked about.
    """

    rules: CloseRules
    kinds: HandKinds
    counts: Counts
    told: tuple[Told, ...]
    only_here: tuple[Told, ...]
    suspected: tuple[Told, ...]
    rounds: tuple[Ending, ...]
    games: Ending
    unreachable: tuple[Unreachable, ...]
    asked: tuple[Asked, ...]

    @property
    def table(self) -> Table:
        """The table it is about."""
        return self.rules.table

    @property
    def exact(self) -> bool:
        """Whether every hand was asked about, in every course that matters, by every rule about a hand."""
        close = self.kinds.exact and self.rules.courses.exact and self.rules.gate_courses.exact
        return close and not any(one.open and one.about_hands for one in self.asked)


def prove(
    table: Table,
    chance: Random,
    *,
    jobs: int = 1,
    sample: int | None = None,
    steps: Steps = UNHEARD,
) -> Proof:
    """What can be said about the hands of a table. Disagreement.

    `chance` draws samples, here and at other tables; `steps` are told how far it has come.
    """
    rules = CloseRules.of(table)
    kinds = hand_kinds(rules, chance, jobs=jobs, sample=sample, part_done=steps.part)
    made = TableBlocks.of(rules, kinds)
    counts = _replayed(made, steps)
    replays = Replays(made)
    _cases_replayed(made, replays)
    found = [one for block in made.blocks.values() for one in findings(block)]
    found += arranged_otherwise(made)
    ranked = made.blocks.get(("game.winner", "course"))
    found += winner_findings(table, ranked) if isinstance(ranked, RankedBlock) else ()
    found = [_witnessed(replays, one) for one in found]
    told = _elsewhere(table, found, chance)
    everywhere = [one for one in told if not one.only_here]
    proved = [one for one in everywhere if one.finding.claim is None or one.finding.block.exact]
    possible = possible_rounds(table, made.blocks["close", "hand"], counts.deadwood)
    return Proof(
        rules,
        kinds,
        counts,
        told=tuple(proved),
        only_here=tuple(one for one in told if one.only_here and one.finding.block.exact),
        suspected=tuple(one for one in everywhere if one not in proved),
        rounds=round_endings(table, chance, never_takes=_never_takes(made)),
        games=game_ending(table, possible),
        unreachable=tuple(unreachable_limits(table, possible)),
        asked=tuple(asked(made)),
    )


def _never_takes(made: TableBlocks) -> bool:
    """Whether no hand may take the upcard, by rules that look at the hand."""
    block = made.blocks.get(("turn.may_take", "turn"))
    return block is not None and block.exact and not block.judged.passes


# -- the referee is asked --------------------------------------------------------------------------------------------


def _replayed(made: TableBlocks, steps: Steps) -> Counts:
    """The verdicts of the referee on the smallest hand of every kind, counted, and held against the proof's."""
    outcomes: Counter[tuple[str, str, bool, int | None]] = Counter()
    refused: Counter[tuple[tuple[str, ...], tuple[str, ...]]] = Counter()
    deadwood: Counter[int] = Counter()
    table, block = made.rules.table, made.blocks["close", "hand"]
    # what is claimed of hands is claimed of the usual course, so only what the gates ask for may be otherwise
    at = judged_at([table], made.rules.gate_courses.tried)
    for number, kind in enumerate(steps.through("kinds of hands asked about", made.kinds.kinds)):
        hold_against(made, (number, 0))
        verdict = judge_close(table, kind.smallest, given=at.moved)
        deadwood[
            min(made.kinds.points[point].deadwood for point in standing(block, made.kinds.kinds[number].points))
        ] += kind.hands
        if verdict.legal:
            outcomes[str(verdict.outcome), verdict.clause, verdict.wins_game, verdict.writes] += kind.hands
        else:
            failed = [one for one in verdict.failures if one.slot.startswith("close.may_close.")]
            clauses = tuple(dict.fromkeys(one.clause for one in verdict.failures))
            refused[clauses, tuple(one.key for one in failed)] += kind.hands
    return Counts(outcomes, refused, deadwood, at)


_MOST_REPLAYS = {"seat": 3_000, "turn": 3_000, "course": 2_000, "laid": 150}
"""Of so many cases of a block, by what it is judged on, each is put to the referee; of more some, evenly spread."""

_MOST_WITNESSES = 200


def _cases_replayed(made: TableBlocks, replays: Replays) -> None:
    """What the blocks about seats, turns, lay-offs and moments of the game say, held against the referee."""
    for block in made.blocks.values():
        many, most = len(block.groups) * block.courses, _MOST_REPLAYS.get(block.what, 0)
        if most:
            for number in range(0, many, many // most + 1):
                _hold(replays, block, (number % len(block.groups), number // len(block.groups)))


def _witnessed(replays: Replays, one: Finding) -> Finding:
    """A finding whose witness was put to the referee: the first that some hand or some moment has, if any has."""
    if one.witness is None:
        return one
    block = one.block
    for witness in islice(chain([one.witness], block.touched(one.cases)), _MOST_WITNESSES):
        if _hold(replays, block, witness):
            return replace(one, witness=witness, shown=replays.shown(block, witness) or "", replayed=True)
    return one


def _hold(replays: Replays, block: Block, witness: Witness) -> bool:
    """Put a case of a block to the referee, if it can be: whether it was. Disagreement if it says otherwise."""
    agrees = replays.agrees(block, witness)
    if agrees is False:
        told = told_of(block, witness)
        raise Disagreement(f"the proof and the referee disagree about {told}; please report the rule set")
    return agrees is not None


def hold_against(made: TableBlocks, witness: Witness) -> None:
    """Put a hand of the close to the referee in its course; Disagreement if it comes out otherwise there."""
    if close_agrees(made, witness) is False:
        hand = made.blocks["close", "hand"].groups[witness[0]].told
        raise Disagreement(f"the proof and the referee disagree about {hand}; please report the rule set")


# -- other tables ----------------------------------------------------------------------------------------------------


def _elsewhere(table: Table, found: Sequence[Finding], chance: Random) -> list[Told]:
    """The findings with what speaks against them at other tables."""
    against: list[list[Elsewhere]] = [[] for _ in found]
    open_ones = {number for number, one in enumerate(found) if one.claim is not None}
    for near in tables_near(table) if open_ones else ():
        if not open_ones:
            break
        made = blocks_near(near, chance)
        for number in sorted(open_ones):
            one = found[number]
            block = made.blocks.get((one.block.name, one.block.what))
            claim = one.claim
            witness = claim.against(block) if claim is not None and block is not None else None
            if block is not None and claim is not None and witness is not None:
                against[number].append(Elsewhere(near.said, near.offered, _told_there(made, block, claim, witness)))
        # one table that is offered and where it is not so is enough
        open_ones -= {number for number in open_ones if any(one.offered for one in against[number])}
    return [Told(one, tuple(others)) for one, others in zip(found, against, strict=True)]


def _told_there(made: TableBlocks, block: Block, claim: Claim, witness: Witness) -> str:
    """A witness of another table, when it has been replayed there."""
    if isinstance(block, RankedBlock) and isinstance(claim, RanksNobody):
        return _two_told(made, block, claim)
    replays = Replays(made)
    if _hold(replays, block, witness):
        return replays.shown(block, witness) or told_of(block, witness)
    return f"{told_of(block, witness)} ({NOT_REPLAYED})"


def _two_told(made: TableBlocks, block: RankedBlock, claim: RanksNobody) -> str:
    """Two seats that a criterion does not call equal: the first that could be put to the referee, if any could."""
    pairs = list(islice(claim.pairs(block), _MOST_WITNESSES))
    for two in pairs:
        decides = ranked(made.rules.table, block, claim.criterion, two)
        if decides is False:
            told = _beside(block, two)
            raise Disagreement(f"the proof and the referee disagree about {told}; please report the rule set")
        if decides:
            return _beside(block, two)
    return f"{_beside(block, pairs[0])} ({NOT_REPLAYED})"


def _beside(block: Block, two: tuple[int, int]) -> str:
    one, other = (block.groups[number].told for number in two)
    return f"{one}, beside {other}"
