"""What the service costs: calls against an Echo in the same server, a batch of hands, and a stream of records.

The server runs in a process of its own and tells its own processor time, so the client's does not count. Calls take
turns with an Echo of the same messages (`peers/echo.py`): what is over Echo is ours. On a machine that is busy with
other things the caches are cold, which costs us more than Echo. Of a stream it is told which share of the server's time
is spent outside the engine: in gRPC, in reading messages into records, and in writing verdicts.
"""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import grpc
from aims import asked
from figures import DEARER, MICROSECONDS, RATE, SHARE, Figure, Row
from hands import hands, table_of, texts
from measuring import FULL, Job, Pace, Spread, Taken, dearer, in_turn
from peers import echo
from plays import plays

from referee.game.solve import best_arrangement
from referee.service.record_convert import write_record
from referee.service.state_convert import write_state
from referee.v1 import referee_service_pb2 as messages
from referee.v1.actions_pb2 import Action, Deal
from referee.v1.cards_pb2 import CardList
from referee.v1.hands_pb2 import CloseQuestion
from referee.v1.record_service_pb2 import RecordChunk, StreamOpening, StreamValidateRecordsRequest
from referee.v1.referee_service_pb2_grpc import RefereeServiceStub
from referee.v1.rule_sets_pb2 import RuleSetSelector, TableSetup
from referee.workshop.selfplay import play
from referee.workshop.strategies import sensible

CALLS, AT_ONCE = 200, 16
HANDS, PLAYS, BATCH = 6_000, 3_000, 1_000
RECORDS = 40
TABLE = TableSetup(rule_set=RuleSetSelector(name="spanish-40"))
OF_THREE = TableSetup(rule_set=RuleSetSelector(name="spanish-40"), seats=3)
PACK = [f"{rank}{suit}" for suit in "oceb" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]


class Served:
    """A server with its Echo, asked from this process: plain functions over one event loop."""

    def __init__(self, port: int, loop: asyncio.AbstractEventLoop) -> None:
        """Connect."""
        self._loop = loop
        self.channel = self.run(self._opened(port))
        self.stub: Any = RefereeServiceStub(self.channel)

    @staticmethod
    async def _opened(port: int) -> grpc.aio.Channel:
        return grpc.aio.insecure_channel(f"127.0.0.1:{port}")

    def run(self, work: Any) -> Any:
        """What a coroutine gives."""
        return self._loop.run_until_complete(work)

    def seconds(self, of: str) -> float:
        """Seconds of the server so far: `Spent` or `Engine`."""
        return float(self.run(self._asked(of)))

    async def _asked(self, of: str) -> bytes:
        return bytes(await self.channel.unary_unary(f"/bench.Bench/{of}")(b""))

    def spent(self) -> float:
        """Seconds of the processor that the server took so far."""
        return self.seconds("Spent")

    def job(self, name: str, method: Any, requests: Sequence[Any]) -> Job:
        """Calls of a method, some being under way at a time; the next turn goes on with the requests where this ended."""
        supply = cycle(requests)

        async def ask(waiting: Iterator[Any]) -> None:
            for request in waiting:
                await method(request)

        async def all_of(waiting: Iterator[Any]) -> None:
            await asyncio.gather(*(ask(waiting) for _ in range(AT_ONCE)))

        def work() -> int:
            self.run(all_of(islice(supply, CALLS)))
            return CALLS

        return Job(name, work, self.spent)

    def echo(self, method: str, requests: Sequence[Any]) -> tuple[Job, list[Any]]:
        """The Echo of a method, which has learnt what the method answers in the middle, and all answers."""
        real, response = getattr(self.stub, method), getattr(messages, f"{method}Response")

        async def answered() -> list[Any]:
            return [await real(request) for request in requests]

        answers = self.run(answered())
        usual = sorted(answers, key=response.ByteSize)[len(answers) // 2]
        learn = self.channel.unary_unary(f"/bench.Bench/Learn{method}", request_serializer=response.SerializeToString)

        async def taught() -> None:
            await learn(usual)

        self.run(taught())
        packing = {
            "request_serializer": getattr(messages, f"{method}Request").SerializeToString,
            "response_deserializer": response.FromString,
        }
        return self.job("Echo", self.channel.unary_unary(f"/bench.Bench/Echo{method}", **packing), requests), answers


@contextmanager
def serving() -> Iterator[Served]:
    """A server and what asks it."""
    here = Path(__file__).resolve().parent
    command = [sys.executable, str(here / "peers" / "echo.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process, asyncio.Runner() as runner:
        try:
            assert process.stdout is not None
            served = Served(int(process.stdout.readline()), runner.get_loop())
            yield served
            served.run(served.channel.close())
        finally:
            process.kill()


def of_hands(served: Served, pace: Pace) -> list[Figure]:
    """EvaluateHand of hands as they are dealt, and of those among them without and with a meld."""
    table = table_of("spanish-40")
    dealt = hands(table, 7, HANDS, melded=False)
    every = [messages.EvaluateHandRequest(table=TABLE, cards=cards) for cards in texts(table, dealt)]
    for_echo, requests = _halves(every)
    yardstick, _ = served.echo("EvaluateHand", for_echo)
    by_kind: tuple[list[Any], ...] = ([], [])
    for request, hand in zip(requests, _halves(dealt)[1], strict=True):
        by_kind[bool(best_arrangement(table, hand).melds)].append(request)
    method = served.stub.EvaluateHand
    names = ("EvaluateHand, hands as dealt", "EvaluateHand, no meld", "EvaluateHand, melds")
    jobs = [served.job(name, method, some) for name, some in zip(names, (requests, *by_kind), strict=True)]
    echoed, *ours = in_turn([yardstick, *jobs], pace)
    return [_over_echo(one, echoed, aimed=number == 0) for number, one in enumerate(ours)]


def of_closes(served: Served, pace: Pace) -> list[Figure]:
    """CheckClose of rich hands: some closes are legal, some refused."""
    table = table_of("spanish-40")
    for_echo, *rest = [texts(table, some) for some in _halves(hands(table, 7, HANDS, melded=True))]
    asked_of = [
        [messages.CheckCloseRequest(table=TABLE, close=CloseQuestion(keep=CardList(cards=cards))) for cards in some]
        for some in (for_echo, *rest)
    ]
    yardstick, _ = served.echo("CheckClose", asked_of[0])
    echoed, ours = in_turn([yardstick, served.job("CheckClose", served.stub.CheckClose, asked_of[1])], pace)
    return [_over_echo(ours, echoed, aimed=False)]


def _halves(questions: Sequence[Any]) -> tuple[Sequence[Any], Sequence[Any]]:
    """What teaches the Echo its answer, and what is timed and new to the server."""
    return questions[: len(questions) // 10], questions[len(questions) // 10 :]


def of_actions(served: Served, pace: Pace) -> list[Figure]:
    """CheckAction: in one state again and again, as a program asks that shows what may be played; and each in its own."""
    table, found = table_of("spanish-40", 3), []
    states = served.run(_states(served.stub))
    again = [
        (state, word) for state, words in zip(states, (("+?", "<12b"), ("-4o", "-12e")), strict=True) for word in words
    ]
    legal, refused = (
        [(write_state(table, state, "en"), word) for state, word in plays(table, PLAYS, legal=legal)]
        for legal in (True, False)
    )
    for what, asked_of, aimed in (
        ("legal plays of a state that is known", again, True),
        ("legal plays, each of a state of its own", legal, True),
        ("refused plays, each of a state of its own", refused, False),
    ):
        requests = [messages.CheckActionRequest(table=OF_THREE, state=state, word=word) for state, word in asked_of]
        for_echo, timed = (requests, requests) if asked_of is again else _halves(requests)
        yardstick, answers = served.echo("CheckAction", for_echo)
        assert {answer.allowed for answer in answers} == {aimed}, answers
        job = served.job(f"CheckAction, {what}", served.stub.CheckAction, timed)
        echoed, ours = in_turn([yardstick, job], pace)
        found.append(_over_echo(ours, echoed, aimed=aimed))
    return found


async def _states(stub: Any) -> list[Any]:
    """A seat before it draws, and after: the deal of the worked example of the record format."""
    hands = {"A": "4o 12o 5c 6c 7c 1e 12e", "B": "2o 11o 3c 4c 12c 6e 10b", "C": "1o 2c 10c 11c 3e 7e 6b"}
    dealt = Action(deal=Deal(eldest="A", hands=hands, upcard="12b"))
    first = (await stub.ApplyAction(messages.ApplyActionRequest(table=OF_THREE, action=dealt))).state
    taken = await stub.ApplyAction(messages.ApplyActionRequest(table=OF_THREE, state=first, word="<12b"))
    return [first, taken.state]


def _over_echo(ours: Taken, echoed: Taken, *, aimed: bool) -> Figure:
    line = "service" if aimed else ""
    value = dearer(ours, echoed)
    return Figure(ours.name, DEARER, value, echo.NAME, ours, echoed, asked("service") if aimed else None, line)


def of_batches(served: Served, pace: Pace) -> list[Figure]:
    """BatchEvaluateHands: hands a second by the wall, one call at a time, and what a hand costs the server."""
    shuffler = random.Random(7)
    hands = [CardList(cards=shuffler.sample(PACK, 7)) for _ in range(BATCH)]
    batch = messages.BatchEvaluateHandsRequest(table=TABLE, hands=hands)

    async def ask() -> None:
        await served.stub.BatchEvaluateHands(batch)

    def work() -> int:
        served.run(ask())
        return BATCH

    (taken,) = in_turn([Job("BatchEvaluateHands", work, served.spent)], pace)
    return [
        Figure(f"hands a second, by the wall, {BATCH:,} in a batch", RATE, taken.wall_rate(), ours=taken),
        Figure("server CPU of a hand in a batch", MICROSECONDS, taken.time(), ours=taken),
    ]


def of_streams(served: Served, pace: Pace) -> list[Figure]:
    """StreamValidateRecords of whole games as messages: records a second, and the share outside the engine."""
    table = table_of("spanish-40", 3)
    records = [write_record(play(table, [sensible] * 3, random.Random(seed)).record) for seed in range(RECORDS)]
    stream = served.channel.stream_stream(
        "/referee.v1.RecordService/StreamValidateRecords",
        request_serializer=StreamValidateRecordsRequest.SerializeToString,
    )

    async def requests() -> AsyncIterator[Any]:
        yield StreamValidateRecordsRequest(opening=StreamOpening())
        yield StreamValidateRecordsRequest(chunk=RecordChunk(sequence=1, records=records))

    async def ask() -> int:
        return len([answer async for answer in stream(requests())])

    shares: list[float] = []

    def work() -> int:
        engine, spent = served.seconds("Engine"), served.spent()
        assert served.run(ask()) == 2, "a window, then the verdicts on one chunk"
        shares.append(1 - (served.seconds("Engine") - engine) / (served.spent() - spent))
        return RECORDS

    (taken,) = in_turn([Job("StreamValidateRecords", work, served.spent)], pace)
    return [
        Figure(f"records of a stream, {RECORDS} in a message", RATE, taken.rate(), ours=taken),
        Figure(
            "records of a stream: share of server CPU outside the engine",
            SHARE,
            Spread.of(shares),
            aim=asked("stream"),
            line="stream",
        ),
    ]


def figures(pace: Pace) -> list[Figure]:
    """Starts the server, measures, stops it. The gate keeps to what has an Echo beside it."""
    with serving() as served:
        found = of_hands(served, pace) + of_closes(served, pace) + of_actions(served, pace)
        return found if pace.gated else found + of_batches(served, pace) + of_streams(served, pace)


def measure() -> list[Row]:
    """Rows of (figure, value, aim)."""
    return [one.row() for one in figures(FULL)]


if __name__ == "__main__":
    from run import print_table

    print_table(measure())
