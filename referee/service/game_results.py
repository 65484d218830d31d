"""Rounds that are over and their price, between the domain and the wire.

A result that was sent is priced as it is: what was laid and what is loose are not worked out again. So its seats, its
closer and its melds have to be there, and no more cards than a pack has; anything else is a fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from referee.game.price import Sheet, SheetLine
from referee.game.result import UNCLOSED, Course, Exchanged, Laid, RoundResult, SeatResult
from referee.record.model import seat_letter
from referee.service import convert
from referee.service.state_melds import read_meld, read_table_meld, write_table_meld
from referee.service.state_texts import TextReader, write_by_seat, write_card, write_cards, write_seat, write_seats
from referee.table import Table
from referee.v1 import actions_pb2, hands_pb2, rounds_pb2
from referee.voice import clause_text

Penalty = tuple[int, int, str]


# -- written ---------------------------------------------------------------------------------------------------------


def write_result(table: Table, found: RoundResult) -> rounds_pb2.RoundResult:
    """The facts of a round."""
    course = found.course
    return rounds_pb2.RoundResult(
        course=rounds_pb2.RoundCourse(
            eldest=seat_letter(course.eldest),
            laps=course.laps,
            turns=write_by_seat(course.turns),
            faulty=write_seats(sorted(course.faulty)),
            stock_cards=course.stock_cards,
            reshuffles=course.reshuffles,
        ),
        closer=write_seat(found.closer),
        outcome=found.outcome,
        closing_card=write_card(table, found.closing),
        judged=[convert.meld(table, each) for each in found.judged],
        seats=[_write_seat_result(table, each) for each in found.seats],
        table=[write_table_meld(table, each) for each in found.table],
    )


def _write_seat_result(table: Table, found: SeatResult) -> rounds_pb2.SeatResult:
    return rounds_pb2.SeatResult(
        seat=seat_letter(found.seat),
        hand=None if found.hand is None else write_cards(table, found.hand),
        melds=[convert.meld(table, each) for each in found.melds],
        laid=_write_laid(table, found.laid),
        loose=write_cards(table, found.loose),
        uncertain=not found.certain,
        exchanged=[
            rounds_pb2.Exchanged(card=table.write(one.card), meld=one.meld, wild=table.write(one.wild))
            for one in found.exchanged
        ],
    )


def _write_laid(table: Table, laid: Iterable[Laid]) -> list[rounds_pb2.LaidOff]:
    return [
        rounds_pb2.LaidOff(card=table.write(one.card), meld=one.meld, stands_for=write_card(table, one.stands_for))
        for one in laid
    ]


def write_penalties(penalties: Iterable[Penalty]) -> list[actions_pb2.Penalty]:
    """Penalties. ValueError where points are beyond 32 bits."""
    return [
        actions_pb2.Penalty(seat=seat_letter(seat), points=points, clause=clause) for seat, points, clause in penalties
    ]


def write_sheet(table: Table, found: Sheet, language: str) -> rounds_pb2.ScoreSheet:
    """A sheet with its clauses in a language. ValueError where points are beyond 32 bits."""
    return rounds_pb2.ScoreSheet(
        outcome=found.outcome,
        lines=[_write_line(table, line, language) for line in found.lines],
        won_by=write_seat(found.won_by),
        pays=found.pays,
    )


def _write_line(table: Table, line: SheetLine, language: str) -> rounds_pb2.SheetLine:
    text = clause_text(table, line.clause, language) if line.clause else ""
    return rounds_pb2.SheetLine(
        seat=seat_letter(line.seat),
        points=line.points,
        clause=line.clause,
        key=line.key,
        loose=[rounds_pb2.LooseCard(card=table.write(card), points=points) for card, points in line.loose],
        laid_off=_write_laid(table, line.laid_off),
        penalties=write_penalties((line.seat, points, clause) for points, clause in line.penalties),
        uncertain=not line.certain,
        written=line.written,
        text=convert.sendable(text),
    )


# -- read ------------------------------------------------------------------------------------------------------------


def read_result(reader: TextReader, sent: rounds_pb2.RoundResult, path: str) -> RoundResult:
    """The facts of a round; harmless where there is a fault."""
    table, course = reader.table, sent.course
    melds = []
    if reader.few(sent.table, table.pack.size, f"{path}.table"):
        melds = [read_table_meld(reader, each, f"{path}.table[{at}]") for at, each in enumerate(sent.table)]
    seats: tuple[SeatResult, ...] = ()
    if reader.few(sent.seats, table.seats, f"{path}.seats"):
        seats = tuple(
            _read_seat_result(reader, each, len(melds), f"{path}.seats[{at}]") for at, each in enumerate(sent.seats)
        )
    found = RoundResult(
        course=Course(
            eldest=reader.seat(course.eldest, f"{path}.course.eldest"),
            laps=reader.number(course.laps, f"{path}.course.laps"),
            turns=reader.numbers(course.turns, f"{path}.course.turns"),
            faulty=frozenset(reader.seats(course.faulty, f"{path}.course.faulty")),
            stock_cards=reader.number(course.stock_cards, f"{path}.course.stock_cards"),
            reshuffles=reader.number(course.reshuffles, f"{path}.course.reshuffles"),
        ),
        closer=reader.seat_or_none(sent.closer, f"{path}.closer"),
        outcome=reader.short(sent.outcome, f"{path}.outcome"),
        closing=reader.card_or_none(sent.closing_card, f"{path}.closing_card"),
        judged=_read_melds(reader, sent.judged, f"{path}.judged"),
        seats=seats,
        table=tuple(meld for meld in melds if meld is not None),
    )
    _check_result(reader, found, path)
    return found


def _read_melds(reader: TextReader, sent: Sequence[hands_pb2.Meld], path: str) -> tuple:  # type: ignore[type-arg]
    if not reader.few(sent, reader.table.pack.size, path):
        return ()
    found = [read_meld(reader, each, f"{path}[{at}]") for at, each in enumerate(sent)]
    return tuple(meld for meld in found if meld is not None)


def _read_seat_result(reader: TextReader, sent: rounds_pb2.SeatResult, melds: int, path: str) -> SeatResult:
    hand = reader.known_cards(sent.hand, f"{path}.hand") if sent.HasField("hand") else None
    return SeatResult(
        seat=reader.seat(sent.seat, f"{path}.seat"),
        hand=hand,
        melds=_read_melds(reader, sent.melds, f"{path}.melds"),
        laid=_read_laid(reader, sent.laid, melds, f"{path}.laid"),
        loose=reader.known_cards(sent.loose, f"{path}.loose"),
        certain=not sent.uncertain,
        exchanged=_read_exchanged(reader, sent.exchanged, melds, f"{path}.exchanged"),
    )


def _read_exchanged(
    reader: TextReader, sent: Sequence[rounds_pb2.Exchanged], melds: int, path: str
) -> tuple[Exchanged, ...]:
    if not reader.few(sent, reader.table.pack.size, path):
        return ()
    for at, one in enumerate(sent):
        _check_number(reader, one.meld, melds, f"{path}[{at}].meld")
    return tuple(
        Exchanged(reader.card(one.card, f"{path}[{at}].card"), one.meld, reader.card(one.wild, f"{path}[{at}].wild"))
        for at, one in enumerate(sent)
    )


def _check_number(reader: TextReader, number: int, melds: int, path: str) -> None:
    if not 1 <= number <= melds:
        reader.fault(path, "NUMBER_OUT_OF_RANGE", f"there is no meld {number} on the table")


def _read_laid(reader: TextReader, sent: Sequence[rounds_pb2.LaidOff], melds: int, path: str) -> tuple[Laid, ...]:
    if not reader.few(sent, reader.table.pack.size, path):
        return ()
    found = []
    for at, one in enumerate(sent):
        _check_number(reader, one.meld, melds, f"{path}[{at}].meld")
        card = reader.card(one.card, f"{path}[{at}].card")
        stands_for = reader.card(one.stands_for, f"{path}[{at}].stands_for") if one.stands_for else None
        found.append(Laid(card, one.meld, stands_for))
    return tuple(found)


def _check_result(reader: TextReader, found: RoundResult, path: str) -> None:
    """That seats and closer fit each other, and that no card is held more often than it is there."""
    table = reader.table
    dealt = [one.seat for one in found.seats]
    if len(set(dealt)) < len(dealt):
        reader.fault(f"{path}.seats", "SEAT_TWICE", "a seat has two results")
    if not dealt:
        reader.fault(f"{path}.seats", "STATE_INCONSISTENT", "nobody took part in the round")
    closer = None if found.closer is None else found.of(found.closer)
    if found.closer is not None and (closer is None or closer.hand is None):
        reader.fault(f"{path}.closer", "STATE_INCONSISTENT", "the closer's hand is not among those of the round")
    if (found.closer is None) != (found.outcome == UNCLOSED):
        message = f"a round that nobody closed has the outcome {UNCLOSED}, and no other has"
        reader.fault(f"{path}.outcome", "STATE_INCONSISTENT", message)
    held = [card for one in found.seats for card in one.hand or ()]
    held += [found.closing] if found.closing is not None else []
    for index, times in Counter(card.index for card in held).items():
        kind = table.pack.kinds[index]
        if times > kind.count:
            message = f"`{kind.text}` is held {times} times, and the pack has {kind.count}"
            reader.fault(f"{path}.seats", "CARD_TWICE", message)
    for one in found.seats:
        _check_seat_result(reader, one, f"{path}.seats[{dealt.index(one.seat)}]")


def _check_seat_result(reader: TextReader, one: SeatResult, path: str) -> None:
    """That melds, lay-offs and loose cards are the hand."""
    there = [card for meld in one.melds for card in meld.cards] + [laid.card for laid in one.laid] + list(one.loose)
    if one.hand is None and there:
        reader.fault(f"{path}.hand", "STATE_INCONSISTENT", "cards of a hand that is not known are known")
    elif one.hand is not None and Counter(card.index for card in there) != Counter(card.index for card in one.held):
        reader.fault(f"{path}.hand", "STATE_INCONSISTENT", "melds, cards laid off and loose cards are not the hand")


def read_penalties(reader: TextReader, sent: Sequence[actions_pb2.Penalty], path: str) -> tuple[Penalty, ...]:
    """Penalties."""
    if not reader.few(sent, reader.table.pack.size, path):
        return ()
    return tuple(
        (
            reader.seat(one.seat, f"{path}[{at}].seat"),
            reader.number(one.points, f"{path}[{at}].points"),
            reader.short(one.clause, f"{path}[{at}].clause"),
        )
        for at, one in enumerate(sent)
    )


def read_sheet(reader: TextReader, sent: rounds_pb2.ScoreSheet, path: str) -> Sheet:
    """What was written."""
    lines: tuple[SheetLine, ...] = ()
    if reader.few(sent.lines, reader.table.seats, f"{path}.lines"):
        lines = tuple(_read_line(reader, each, f"{path}.lines[{at}]") for at, each in enumerate(sent.lines))
    return Sheet(
        outcome=reader.member(sent.outcome, "outcome", f"{path}.outcome"),
        lines=lines,
        won_by=reader.seat_or_none(sent.won_by, f"{path}.won_by"),
        pays=reader.number(sent.pays, f"{path}.pays"),
    )


def _read_line(reader: TextReader, sent: rounds_pb2.SheetLine, path: str) -> SheetLine:
    most = reader.table.pack.size
    loose = sent.loose if reader.few(sent.loose, most, f"{path}.loose") else ()
    penalties = read_penalties(reader, sent.penalties, f"{path}.penalties")
    return SheetLine(
        seat=reader.seat(sent.seat, f"{path}.seat"),
        points=reader.number(sent.points, f"{path}.points") if sent.HasField("points") else None,
        clause=reader.short(sent.clause, f"{path}.clause"),
        key=reader.short(sent.key, f"{path}.key"),
        loose=tuple(
            (reader.card(one.card, f"{path}.loose[{at}]"), reader.number(one.points, f"{path}.loose[{at}].points"))
            for at, one in enumerate(loose)
        ),
        laid_off=_read_laid(reader, sent.laid_off, most, f"{path}.laid_off"),
        penalties=tuple((points, clause) for _, points, clause in penalties),
        certain=not sent.uncertain,
    )
