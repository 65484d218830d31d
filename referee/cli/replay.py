"""`referee replay FILE`: a record turn by turn, with hands, piles and sums, up to the end or to what is wrong in it.

One line a turn; with --turn everything that lies on the table behind it. What the referee finds is told where
it happens, with its clause. `>` stands before the seat that is on turn.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from referee.cli.failures import CommandError
from referee.cli.finding_words import word
from referee.cli.findings import Printer
from referee.cli.records import Entry, entries, table_of_record
from referee.cli.replay_words import WORDS
from referee.cli.terminal import has_colour, paint, wrapped
from referee.diagnostics.render import render_place
from referee.diagnostics.spelling import visible
from referee.record.hearing import Hearing
from referee.record.judge import judge
from referee.record.model import GameRecord, seat_letter
from referee.record.moment import Moment
from referee.record.reading import ReadRecord, read_record
from referee.record.state_plain import hand_text, state_plain
from referee.record.verdict import Finding, ScoreLine, Status, Verdict, Weight, verdict_plain
from referee.record.wording import in_language
from referee.record.words import WordKind
from referee.table import Card, Table
from referee.yamltree.messages import cannot_open

_VALID, _VIOLATION, _UNREADABLE = 0, 1, 2
_PILE_SHOWN = 6
"""So many cards of the pile stand in the line of a turn, the top one last."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The moment behind a word of a round (from 0); the word is empty behind the deal."""

    number: int
    turn: int
    seat: int | None
    word: str
    moment: Moment


@dataclass(slots=True)
class Film:
    """All frames of a record, taken while it is judged."""

    frames: list[Frame] = field(default_factory=list)

    def watch(self, hearing: Hearing) -> None:
        """One more."""
        moment = hearing.moment
        before = self.frames[-1].moment if self.frames else None
        if hearing.at < 0 or before is None:
            self.frames.append(Frame(hearing.number, 0, None, "", moment))
            return
        word = hearing.words[hearing.at]
        seat = word.label
        if seat is None and word.kind not in {WordKind.RESHUFFLE, WordKind.RULING, WordKind.GAP}:
            speaker = before.speaker if moment.speaker is None else moment.speaker
            seat = speaker if before.play.seat is None else before.play.seat
        self.frames.append(Frame(hearing.number, moment.turn, seat, hearing.play.written(word), moment))


def run(arguments: Namespace) -> int:
    """Judge the record and show it; the exit code is that of `validate`."""
    entry = _entry(arguments.file, arguments.game)
    read = read_record(entry.content, entry.name)
    if read.record is None:
        _tell_unreadable(read, arguments.lang, as_json=arguments.json)
        return _UNREADABLE
    table = table_of_record(read.record, entry.library)
    film = Film()
    verdict = judge(read, table, lang=arguments.lang, watch=film.watch)
    frames = [one for one in film.frames if _wanted(one, arguments)]
    stopped = verdict.first_violation is not None and verdict.first_violation.place.round in {0, arguments.round}
    if not frames and (arguments.round or arguments.turn) and not stopped:
        raise CommandError(f"the record has no {_named(arguments)}, or play stops before it")
    if arguments.json:
        for frame in frames:
            print(json.dumps(_plain(frame, table), ensure_ascii=False))
        print(json.dumps({"verdict": verdict_plain(verdict)}, ensure_ascii=False))
    else:
        show = _Show(table, read.record, verdict, arguments, Printer(read.source, table, arguments.lang, _colour()))
        show.all(frames)
    if verdict.status is Status.UNREADABLE:
        return _UNREADABLE
    return _VIOLATION if verdict.status is Status.VIOLATION else _VALID


def _colour() -> bool:
    return has_colour(sys.stdout)


def _entry(path: str, game: int) -> Entry:
    """The record meant: the only one of the file, or number `game` of many."""
    try:
        for number, entry in enumerate(entries(path), 1):
            if number == game:
                return entry
    except OSError as error:
        raise CommandError(cannot_open(path, error).message, "CANNOT_READ_OR_WRITE") from error
    raise CommandError(f"there is no record number {game} in `{path}`")


def _tell_unreadable(read: ReadRecord, lang: str, *, as_json: bool) -> None:
    for fault in read.faults:
        message, help_ = (str(in_language(lang, said)) for said in (fault.message, fault.help))
        if as_json:
            print(json.dumps({"code": fault.code, "message": message, "path": fault.path}, ensure_ascii=False))
        else:
            label = word(lang, "help")
            print(render_place(fault.code, message, fault.span, help=help_, label=label, colour=_colour()), end="")


def _wanted(frame: Frame, arguments: Namespace) -> bool:
    return (not arguments.round or frame.number + 1 == arguments.round) and (
        not arguments.turn or frame.turn == arguments.turn
    )


def _named(arguments: Namespace) -> str:
    turn = f"turn {arguments.turn}" if arguments.turn else ""
    return f"{turn} in round {arguments.round}" if turn and arguments.round else turn or f"round {arguments.round}"


def _plain(frame: Frame, table: Table) -> dict[str, object]:
    seat = "" if frame.seat is None else seat_letter(frame.seat)
    state = state_plain(frame.moment.play, table.pack.notation, gapped=frame.moment.gapped)
    return {"round": frame.number + 1, "turn": frame.turn, "seat": seat, "word": frame.word, "state": state}


@dataclass(frozen=True, slots=True)
class _Show:
    """One record being shown to people."""

    table: Table
    record: GameRecord
    verdict: Verdict
    arguments: Namespace
    printer: Printer

    def all(self, frames: list[Frame]) -> None:
        """Everything wanted; the count of each round behind its last frame."""
        self.head()
        findings = list(self.findings())
        for at, frame in enumerate(frames):
            if not at or frames[at - 1].number != frame.number:
                self.round(frame)
            if frame.word:
                self.turn(frame)
            for finding in [one for one in findings if self.belongs(one, frame)]:
                findings.remove(finding)
                print(self.printer.finding(finding), end="")
            last = at + 1 == len(frames) or frames[at + 1].number != frame.number
            if last and not self.arguments.turn:
                self.count(frame.number, [one for one in findings if one.place.round == frame.number + 1])
                findings = [one for one in findings if one.place.round != frame.number + 1]
            if self.arguments.step and frame.word and not self.goes_on():
                return
        if not frames or not (self.arguments.round or self.arguments.turn):
            self.end(findings)

    def say(self, key: str, **values: object) -> str:
        """A word of the replay."""
        return WORDS[self.arguments.lang][key].format(**values)

    def seat(self, seat: int) -> str:
        """A seat with its name, where that says more than its letter."""
        letter = seat_letter(seat)
        name = self.record.seats.get(letter, letter)
        return letter if name == letter else f"{letter} {visible(name)}"

    def findings(self) -> Iterator[Finding]:
        """What is told: violations and what stands, in the order of the record."""
        first = self.verdict.first_violation
        stands = [one for one in self.verdict.findings if one.weight is not Weight.NOTE]
        yield from [*stands, *([] if first is None else [first])]

    def belongs(self, finding: Finding, frame: Frame) -> bool:
        """Whether a finding is about a word."""
        place = finding.place
        return bool(place.word) and (place.round, place.turn, place.word) == (frame.number + 1, frame.turn, frame.word)

    # -- parts ---------------------------------------------------------------------------------------------------

    def head(self) -> None:
        """The game."""
        seats = ", ".join(self.seat(seat) for seat in range(self.table.seats))
        title = " · ".join(visible(text) for text in (self.record.id, self.record.rules, seats) if text)
        print(paint(title, "bold"))

    def round(self, frame: Frame) -> None:
        """A round as it was dealt, or as it stands where showing begins."""
        play = frame.moment.play
        print()
        print(paint(self.say("round", number=frame.number + 1, seat=self.seat(play.eldest)), "bold"))
        if not frame.word:
            self.position(frame.moment)

    def position(self, moment: Moment) -> None:
        """Everything that lies there."""
        play, notation = moment.play, self.table.pack.notation
        for seat, hand in enumerate(play.hands):
            if hand is not None:
                mark = ">" if seat == play.seat else " "
                print(f"    {mark} {paint(self.seat(seat).ljust(self.widest()), 'cyan')}  {hand_text(hand, notation)}")
        print(f"      {self.say('pile')} {self.cards(play.pile) or '-'} · {self.say('stock')} {len(play.stock)}")
        for number, meld in enumerate(play.table, 1):
            cards = "".join(map(notation.write, meld.cards))
            print(f"      {self.say('table')} {number}: {cards} ({seat_letter(meld.owner)})")

    def turn(self, frame: Frame) -> None:
        """One word: who, what, and what it left; everything where one turn is asked for."""
        play = frame.moment.play
        who = "" if frame.seat is None else self.seat(frame.seat)
        head = f"{frame.turn:>4}  {paint(who.ljust(self.widest()), 'cyan')}  {frame.word}"
        if self.arguments.turn:
            print(head)
            self.position(frame.moment)
            return
        hand = play.hands[frame.seat] if frame.seat is not None else None
        held = hand_text(hand, self.table.pack.notation) if hand is not None and hand.size else ""
        pile = self.cards(play.pile[-_PILE_SHOWN:])
        more = "… " if len(play.pile) > _PILE_SHOWN else ""
        told = [
            *([f"{self.say('hands')} {held}"] if held else []),
            f"{self.say('pile')} {more}{pile or '-'}",
            f"{self.say('stock')} {len(play.stock)}",
        ]
        print(head)
        print(wrapped(" · ".join(told), first="        ", rest="        "))

    def widest(self) -> int:
        """Columns for the seats."""
        return max(len(self.seat(seat)) for seat in range(self.table.seats))

    def cards(self, cards: Iterable[Card | None]) -> str:
        """Cards of a pile, `?` for unknown ones."""
        return " ".join("?" if card is None else self.table.write(card) for card in cards)

    def count(self, number: int, findings: list[Finding]) -> None:
        """What the round came to, and what is wrong with it."""
        for line in self.verdict.sheet:
            if line.round != number + 1:
                continue
            loose = f"({line.loose})" if line.loose else ""
            clause = f"[{line.clause}]" if line.clause else ""
            told = [f"  {self.say('count')}", line.seat, self.points(line), loose, line.laid_off, clause]
            print("  ".join(one for one in told if one))
        for finding in findings:
            print(self.printer.finding(finding), end="")

    def points(self, line: ScoreLine) -> str:
        """What a seat writes; where the sheet says otherwise, both, each by its name."""
        if line.computed is None or line.written in {None, line.computed}:
            return str(line.written if line.computed is None else line.computed)
        return self.say("differs", written=line.written, computed=line.computed)

    def end(self, findings: list[Finding]) -> None:
        """How the game ended, and what is wrong with that; of a game broken in its first round, no totals."""
        told = [self.printer.finding(finding).rstrip("\n") for finding in findings]
        broken, rounds = self.verdict.first_violation is not None, self.verdict.accepted.rounds
        totals = "  ".join(f"{letter} {total}" for letter, total in sorted(self.verdict.totals.items()))
        if totals and (rounds or not broken):
            told.append(f"{self.say('total_after', number=rounds) if broken else self.say('total')}  {totals}")
        if self.verdict.winners:
            told.append(f"{self.say('winners')} {', '.join(self.verdict.winners)}")
        elif not broken:
            told.append(self.say("unfinished"))
        if told:
            print("", *told, sep="\n")

    def goes_on(self) -> bool:
        """Whether whoever looks on wants the next turn."""
        if not sys.stdin.isatty():
            return True
        try:
            return input(paint(self.say("next"), "dim") + " ").strip().lower() != "q"
        except EOFError:
            return False
