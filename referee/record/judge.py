"""The judge of a record: slow, complete, and the only one who says what is wrong.

`judge` replays a record through `game`, round by round, and gives a verdict whatever the record says: what was
accepted, the first violation with its place, what stands by policy or ruling, the sheet beside the written one, where
play stands, and what could not be judged. Nothing behind an unruled violation is judged; with `keep_going` the rounds
after it are, on the totals as they were written, and everything said of them is conditional.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from referee.game.actions import Pass
from referee.game.effects import carried_out
from referee.game.flow import start
from referee.game.gamestate import GameState
from referee.game.standing import EndedBy
from referee.game.state import Phase, RoundState, Standing
from referee.record.canonical import Canonical, canonical
from referee.record.cards_text import read_cards
from referee.record.evidence import Seals, seals_of, seeds_complete
from referee.record.findings import Case, repair_note, unreadable_record
from referee.record.hearing import Hearing
from referee.record.idle import Heard, heard, idle_rulings
from referee.record.judge_deal import Dealt, dealt
from referee.record.model import seat_index, seat_letter
from referee.record.moment import Moment
from referee.record.play import read_play
from referee.record.reading import ReadRecord
from referee.record.replay import replayed, stopped
from referee.record.ruled import standing_by
from referee.record.settling import Settled, settled, voided
from referee.record.sheet import between, standing_ruling, uncalled
from referee.record.unjudged import unjudged_lines
from referee.record.verdict import Finding, FindingKind, Prefix, ScoreLine, Status, Verdict, Weight
from referee.record.wording import spoken
from referee.record.words import WordKind
from referee.table import Table


def judge(
    read: ReadRecord,
    table: Table,
    *,
    lang: str = "en",
    keep_going: bool = False,
    watch: Callable[[Hearing], None] | None = None,
) -> Verdict:
    """The verdict on a record at the table it was played at. Never raises.

    `table` has as many seats as the record. `lang` is the language of messages; English where it has none of its own.
    `watch` is shown every round behind its deal and behind each word, as it is judged.
    """
    if read.record is None:
        return not_judged(read, table.rule_set.digest, lang=lang)
    return _Judge.of(Case(read, read.record, table, spoken(lang)), keep_going=keep_going, watch=watch).verdict()


def not_judged(read: ReadRecord, digest: str, *findings: Finding, lang: str = "en") -> Verdict:
    """The verdict on a record that cannot be judged at all: because of these findings, or because it cannot be read."""
    first, *others = (*findings, *unreadable_record(read, lang))
    return Verdict(
        record_id="" if read.record is None else read.record.id,
        rules_digest=digest,
        status=Status.UNREADABLE if first.kind is FindingKind.UNREADABLE else Status.VIOLATION,
        first_violation=first,
        findings=tuple(others),
        repairs=tuple(repair_note(read, one) for one in read.repairs),
    )


@dataclass(slots=True)
class _Judge:
    """One record being judged.

    `state` is the game between two rounds; `known` is no while nobody can say how it stands. `seen` is the round that
    was judged last, as far as it was accepted. `violation` is the first; what is found after it is conditional.
    """

    case: Case
    keep_going: bool
    watch: Callable[[Hearing], None] | None
    canonical: Canonical
    seals: Seals
    state: GameState
    known: bool = True
    pot: int | None = 0
    accepted: Prefix = field(default_factory=Prefix)
    violation: Finding | None = None
    findings: list[Finding] = field(default_factory=list)
    lines: list[ScoreLine] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    ended: EndedBy = field(default_factory=EndedBy)
    seen: Moment | None = None
    stands: GameState = field(init=False)
    stood_known: bool = True
    stopped_in: Moment | None = None

    @classmethod
    def of(cls, case: Case, *, keep_going: bool, watch: Callable[[Hearing], None] | None) -> _Judge:
        """Before the first round."""
        made = canonical(case.record, case.table.pack.notation, text=case.read.text)
        state = start(case.table)
        return cls(case, keep_going, watch, made, seals_of(case, made), state, pot=state.standing.pot)

    def __post_init__(self) -> None:
        self.stands = self.state

    def verdict(self) -> Verdict:
        """Judge all of it."""
        if not self.case.record.rounds:
            self.open.append(self.case.say("unjudged_rounds"))
        for number in range(len(self.case.record.rounds)):
            if not self.round(number):
                break
        else:
            self.end()
        return self.told()

    # -- one round -----------------------------------------------------------------------------------------------

    def round(self, number: int) -> bool:
        """Judge a round; whether the next one is to be judged."""
        self.seen = None
        if self.known and self.state.phase is Phase.OVER:
            said = self.case.say("GAME_IS_OVER")
            clause = self.ended.end or self.case.table.rule_set.block_clauses.get("game", "")
            self.violated(self.case.finding("GAME_IS_OVER", self.case.at("rounds", number), said, clause=clause))
            return False
        hearing = self.hearing(number)
        before = self.state.standing
        deal = dealt(self.case, number, before, known=self.known, ruling=standing_ruling(hearing))
        self.found(deal.findings)
        wrong = deal.wrong
        if wrong is None:
            assert deal.state is not None
            before = deal.state.standing
            hearing.moment = Moment(deal.state, adrift=not deal.eldest_said)
            self.tell_undealt(hearing, deal)
            wrong = replayed(hearing)
            hearing.resting = standing_by([*deal.findings, *hearing.findings])
            self.found(hearing.findings)
            hearing.findings.clear()
            self.seen = hearing.moment
        if self.violation is None:
            done = self.accepted
            self.accepted = Prefix(done.rounds, done.turns + hearing.turns, done.actions + hearing.actions)
        if wrong is not None:
            return self.stopped_at(wrong, hearing, before)
        self.heard.append(heard(hearing))
        return self.finish(hearing, before)

    def tell_undealt(self, hearing: Hearing, deal: Dealt) -> None:
        """What nobody can judge because the deal was not written, or it is not known how play stood before it."""
        played = hearing.played
        if not self.known and played.eldest:
            hearing.leave_open("unjudged_eldest")
        if not deal.said and not played.play.strip() and not played.scores and not played.totals:
            hearing.leave_open("unjudged_round")
        elif deal.hidden and (played.play.strip() or not (played.scores or played.totals)):
            hearing.leave_open("unjudged_hands", *deal.hidden)

    def hearing(self, number: int) -> Hearing:
        """A round before it is judged."""
        case, played = self.case, self.case.record.rounds[number]
        cards = read_cards(played.upcard, case.table.pack.notation).known
        path = f"rounds[{number}].play"
        play = read_play(
            case.read.text(path) if played.play else "",
            case.table.pack.notation,
            case.record.seats,
            upcard=cards[0] if cards else None,
            path=path,
        )
        moment = Moment(self.state)
        hearing = Hearing(case, number, play, moment, standing_known=self.known, watch=self.watch)
        if played.shuffle is not None and not seeds_complete(case, number):
            hearing.leave_open("unjudged_seeds")
        for one in uncalled(hearing):
            ruling = played.rulings[one - 1]
            if ruling.taken_back or ruling.replay or ruling.moves or ruling.removed or ruling.barred:
                hearing.leave_open("unjudged_ruling", one)
        return hearing

    def finish(self, hearing: Hearing, before: Standing) -> bool:
        """Count the round, or tell that it was not finished."""
        if hearing.moment.void:
            return self.settle(hearing, before, voided(hearing, before))
        played = hearing.played
        if hearing.moment.state.phase is Phase.LAY_OFF and played.scores:
            self.pass_on(hearing)
        if hearing.moment.state.phase is not Phase.COUNT:
            last_is_gap = bool(hearing.words) and hearing.words[-1].kind is WordKind.GAP
            told = bool(played.scores or played.totals)
            if not told or (hearing.words and not last_is_gap):
                self.found([stopped(hearing)])
            if not told:
                return self.unfinished(hearing)
        return self.settle(hearing, before, settled(hearing, before))

    def pass_on(self, hearing: Hearing) -> None:
        """Whoever has yet to lay off in a round that was counted lays nothing off."""
        while hearing.moment.state.phase is Phase.LAY_OFF:
            seat = hearing.moment.play.seat
            assert seat is not None
            hearing.now(carried_out(self.case.table, hearing.moment.state, Pass(seat)))

    def unfinished(self, hearing: Hearing) -> bool:
        """A round that stops, with nothing written of how it ended."""
        self.seen = hearing.moment
        last = hearing.number + 1 == len(self.case.record.rounds)
        # a result behind a round of which nothing is said: it may have been won at once, and then nobody writes
        won = self.case.record.result is not None and "unjudged_round" in hearing.unjudged
        if not last or won:
            self.known = False
            if "unjudged_round" not in hearing.unjudged:
                hearing.leave_open("unjudged_end")
        self.tell_open(hearing)
        return not self.seal_breaks(hearing.number)

    def settle(self, hearing: Hearing, before: Standing, made: Settled) -> bool:
        """The round is over: what became of it."""
        self.lines += made.lines
        self.found(hearing.findings)
        self.found(made.findings)
        if made.wrong is not None:
            return self.stopped_at(made.wrong, hearing, before)
        self.tell_open(hearing)
        self.known = made.after is not None
        if made.after is not None:
            self.state, self.pot = made.after, None if self.pot is None else made.pot
            self.ended = made.ended
        self.seen = None
        if self.violation is None:
            self.accepted = replace(self.accepted, rounds=self.accepted.rounds + 1)
        return not self.seal_breaks(hearing.number)

    def seal_breaks(self, number: int) -> bool:
        """Whether the seal of the round is broken, which stops the judging."""
        if self.seals.finding is None or self.seals.number != number or self.violation is not None:
            return False
        self.violated(self.seals.finding)
        return not self.keep_going

    def stopped_at(self, wrong: Finding, hearing: Hearing, before: Standing) -> bool:
        """A violation; the rounds after it only where that was asked for, on what was written."""
        self.violated(wrong)
        if not self.keep_going:
            self.tell_open(hearing)
            return False
        made = settled(hearing, before, as_written=True)
        self.tell_open(hearing)  # also why it is not known how play stands behind it
        self.known = made.after is not None
        if made.after is not None:
            self.state, self.pot = made.after, None if self.pot is None else made.pot
            self.ended = made.ended
        return True

    # -- the end -------------------------------------------------------------------------------------------------

    def end(self) -> None:
        """What the record says of the end, and the seal over it."""
        result = self.case.record.result
        if result is not None and self.violation is None:
            wrong = self.result(result.winners, result.pot)
            if wrong is not None:
                ruling = self.last_ruling()
                if ruling:
                    self.found([replace(wrong, weight=Weight.IRREGULARITY, ruling=ruling)])
                else:
                    self.violated(wrong)
        if self.seals.finding is not None and self.violation is not self.seals.finding and self.seals.number is None:
            self.violated(self.seals.finding)
        if self.violation is None:
            self.findings += list(idle_rulings(self.case, self.heard, self.findings))

    def result(self, winners: tuple[str, ...], pot: int) -> Finding | None:
        """The first thing that differs in the result."""
        case, state = self.case, self.state
        clause = case.table.rule_set.block_clauses.get("game", "")
        if not self.known:
            self.open.append(case.say("unjudged_result"))
            return None
        if state.phase is not Phase.OVER:
            if not winners and not pot:
                return None
            place = case.at("result", "winners" if winners else "pot")
            clause = next((one.clause for one in case.table.conditions("game.ends_when")), clause)
            return case.finding("RESULT_DIFFERS", place, case.say("result_early"), clause=clause)
        computed = [seat_letter(seat) for seat in state.standing.winners]
        if sorted(set(winners)) != computed:
            named = case.seats(map(seat_index, winners)) if winners else "-"
            said = case.say("RESULT_DIFFERS", written=named, computed=case.seats(state.standing.winners))
            measured = {"written": " ".join(winners), "computed": " ".join(computed)}
            clause = self.ended.winner or clause
            return case.finding("RESULT_DIFFERS", case.at("result", "winners"), said, clause=clause, measured=measured)
        if pot and self.pot is None:
            self.open.append(case.say("unjudged_pot"))
        elif pot and pot != self.pot:
            said = case.say("POT_DIFFERS", written=pot, computed=self.pot)
            clause = case.table.rule_set.block_clauses.get("stakes", clause)
            measured = {"written": str(pot), "computed": str(self.pot)}
            return case.finding("POT_DIFFERS", case.at("result", "pot"), said, clause=clause, measured=measured)
        return None

    def last_ruling(self) -> int:
        """The ruling of the last round that lets a wrong result stand."""
        rounds = len(self.case.record.rounds)
        return standing_ruling(self.hearing(rounds - 1)) if rounds else 0

    # -- what was found ------------------------------------------------------------------------------------------

    def violated(self, wrong: Finding) -> None:
        """A violation: the first, or one more that rests on what was written."""
        if self.violation is not None:
            independent = wrong is self.seals.finding
            self.findings.append(replace(wrong, conditional=not independent))
            return
        self.violation = wrong
        # where play stands is where it stood before this
        self.stands, self.stood_known, self.stopped_in = self.state, self.known, self.seen

    def found(self, findings: Iterable[Finding]) -> None:
        """What stands, and what is only told; conditional if it rests on what was written after a violation."""
        self.findings += [replace(one, conditional=self.violation is not None) for one in findings]

    def tell_open(self, hearing: Hearing) -> None:
        """What of a round could not be judged."""
        self.open += unjudged_lines(hearing)

    def told(self) -> Verdict:
        """The verdict."""
        case, violation, seal = self.case, self.violation, self.seals.finding
        state, known, seen = self.state, self.known, self.seen
        if violation is not None:
            state, known, seen = self.stands, self.stood_known, self.stopped_in
            if seal is not None and seal not in (violation, *self.findings):
                self.findings.append(seal)
        if not self.seals.readable:
            self.open.append(case.say("unjudged_seals"))
        standing, complete = state.standing, known and state.phase is Phase.OVER
        letters = [seat_letter(seat) for seat in range(case.table.seats)]
        return Verdict(
            record_id=case.record.id,
            rules_digest=case.table.rule_set.digest,
            status=self.status(),
            complete=complete,
            accepted=self.accepted,
            first_violation=violation,
            findings=tuple(self.findings),
            state=None if complete else self.play_of(seen) or between(state.phase, standing),
            totals=dict(zip(letters, standing.totals, strict=True)) if known else {},
            out=tuple(letters[seat] for seat, since in enumerate(standing.out_since) if since is not None),
            sheet=tuple(self.lines),
            winners=tuple(letters[seat] for seat in standing.winners) if complete else (),
            not_judged=tuple(dict.fromkeys(self.open)),
            repairs=tuple(repair_note(case.read, one) for one in (*case.read.repairs, *self.canonical.repairs)),
            notation=case.table.pack.notation,
            gapped=seen is not None and seen.gapped,
        )

    def status(self) -> Status:
        """The short answer."""
        if self.violation is not None:
            unreadable = self.violation.kind is FindingKind.UNREADABLE
            return Status.UNREADABLE if unreadable else Status.VIOLATION
        if any(one.weight is Weight.IRREGULARITY for one in self.findings):
            return Status.IRREGULAR
        return Status.CONSISTENT if self.open else Status.CLEAN

    def play_of(self, seen: Moment | None) -> RoundState | None:
        """The round where play stands."""
        return None if seen is None or seen.void else seen.state.round
