"""Work beside the loop: who waits, who is refused, and what is left behind by whoever no longer waits."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from referee.service.lanes import Lane, Shared
from referee.service.status import CallError


@pytest_asyncio.fixture(loop_scope="session")
async def lane() -> AsyncIterator[Lane]:
    made = Lane("wait", 3)
    yield made
    made.close()


async def test_one_after_the_other_in_the_order_they_came(lane: Lane) -> None:
    let, done = threading.Event(), list[int]()

    def work(number: int) -> int:
        assert let.wait(120)
        done.append(number)
        return number

    waiting = [asyncio.ensure_future(lane.run(work, number)) for number in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(CallError) as raised:
        await lane.run(work, 3)
    let.set()

    assert (raised.value.reason, raised.value.retry_seconds) == ("LANE_FULL", 1)
    assert await asyncio.gather(*waiting) == done == [0, 1, 2]
    assert await lane.run(work, 4) == 4


async def test_what_the_work_raises_comes_through_and_the_lane_goes_on(lane: Lane) -> None:
    with pytest.raises(ZeroDivisionError):
        await lane.run(lambda: 1 // 0)
    assert await lane.run(lambda: 1) == 1


async def test_whoever_stops_waiting_leaves_neither_place_nor_request(lane: Lane) -> None:
    """A thread under way is not disturbed: the next has its turn when it is free."""
    let = threading.Event()
    begun = threading.Event()

    class Request:
        pass

    def first() -> str:
        begun.set()
        assert let.wait(120)
        return "first"

    under_way = asyncio.ensure_future(lane.run(first))
    assert await asyncio.to_thread(begun.wait, 20)
    for _ in range(20):
        request = Request()
        seen = weakref.ref(request)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(lane.run(lambda kept: kept, request), 0.002)
        del request
        gc.collect()
        assert seen() is None
    under_way.cancel()
    after = asyncio.ensure_future(lane.run(threading.get_ident))
    await asyncio.sleep(0.02)
    assert not after.done()
    let.set()

    assert await after != threading.get_ident()


async def test_shared_work_is_done_once() -> None:
    shared: Shared[int] = Shared()
    let, times = asyncio.Event(), 0

    async def work() -> int:
        nonlocal times
        times += 1
        await let.wait()
        return times

    wanted = [asyncio.ensure_future(shared.do("key", work)) for _ in range(5)]
    await asyncio.sleep(0)
    wanted[0].cancel()
    await asyncio.sleep(0)
    let.set()

    assert await asyncio.gather(*wanted[1:]) == [1] * 4
    assert await shared.do("key", work) == 2


async def test_shared_work_that_fails_fails_for_all() -> None:
    shared: Shared[int] = Shared()

    async def work() -> int:
        await asyncio.sleep(0)
        raise LookupError

    found = await asyncio.gather(*(shared.do("key", work) for _ in range(3)), return_exceptions=True)
    assert [type(error) for error in found] == [LookupError] * 3


async def test_shared_work_that_nobody_wants_any_more_is_dropped() -> None:
    shared: Shared[int] = Shared()
    dropped = asyncio.Event()

    async def work() -> int:
        try:
            await asyncio.sleep(20)
        finally:
            dropped.set()
        return 1

    async def other() -> int:
        return 2

    wanted = [asyncio.ensure_future(shared.do("key", work)) for _ in range(2)]
    await asyncio.sleep(0)
    for one in wanted:
        one.cancel()
    await asyncio.gather(*wanted, return_exceptions=True)
    assert await shared.do("key", other) == 2
    await asyncio.wait_for(dropped.wait(), 5)
