"""A server with a store that is killed, whose disk is full, whose database goes away: what it acknowledged is kept."""

from __future__ import annotations

import resource
import threading
import time
from pathlib import Path
from typing import Any, Self
from uuid import UUID

import grpc
import pytest

from referee.store.migrating import migrate
from referee.store.opening import address_of, engine_of
from referee.v1 import rule_set_store_service_pb2 as messages
from referee.v1.rule_set_store_service_pb2_grpc import RuleSetStoreServiceStub
from tests.load.test_overload import APART
from tests.store.conftest import postgres
from tests.store.postgres import Postgres

__all__ = ["postgres"]


def source(number: int) -> bytes:
    """A house rule of its own."""
    return f"rule_set: casa-{number}\nformat: 1\nextends: spanish-40\ntitle: {{en: House {number}}}\n".encode()


def creation(number: int) -> messages.CreateRuleSetRequest:
    """The same request for the same number, however often it is sent."""
    return messages.CreateRuleSetRequest(source=source(number), request_id=str(UUID(int=(7 << 64) + number)))


def made(address: str) -> str:
    """A store whose tables are there."""
    engine = engine_of(address_of(address))
    migrate(engine)
    engine.dispose()
    return address


def names(address: str) -> list[str]:
    """What a server keeps, name by name, each with one revision."""
    found = []
    with grpc.insecure_channel(address, APART) as channel:
        stored, token = RuleSetStoreServiceStub(channel), ""
        while True:
            page = stored.ListStoredRuleSets(messages.ListStoredRuleSetsRequest(page_token=token), timeout=30)
            found += [(one.summary.name, one.revision) for one in page.rule_sets]
            token = page.next_page_token
            if not token:
                break
    assert {revision for _, revision in found} <= {1}
    return [name for name, _ in found]


class Writer:
    """A client that creates one rule set after the other and asks again, with the same id, where it heard nothing."""

    def __init__(self) -> None:
        self.address = ""
        self.acknowledged: list[str] = []
        self.again = 0
        self.heard: set[grpc.StatusCode] = set()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._write)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join(60)
        assert not self._thread.is_alive()
        assert self.heard <= {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED}

    def _write(self) -> None:
        while not self._ended.is_set():
            try:
                with grpc.insecure_channel(self.address, APART) as channel:
                    stored = RuleSetStoreServiceStub(channel)
                    while not self._ended.is_set():
                        answer = stored.CreateRuleSet(creation(len(self.acknowledged)), timeout=10)
                        assert answer.rule_set.revision == 1
                        self.acknowledged.append(answer.rule_set.summary.name)
            except grpc.RpcError as error:
                self.heard.add(error.code())
                self.again += 1
                time.sleep(0.02)

    def more(self, number: int) -> None:
        """Until so many more have been acknowledged."""
        wanted, until = len(self.acknowledged) + number, time.monotonic() + 60
        while len(self.acknowledged) < wanted:
            assert time.monotonic() < until
            assert self._thread.is_alive()
            time.sleep(0.01)


@pytest.mark.slow
def test_a_server_killed_while_it_writes_loses_and_doubles_nothing(
    running: Any, tmp_path: Path, free_port: int
) -> None:
    store = made(str(tmp_path / "store.db"))
    writer, address = Writer(), f"127.0.0.1:{free_port}"
    writer.address = address
    with writer:
        for _ in range(3):
            with running("--store", store, address=address) as served:
                writer.more(8)
                served.process.kill()
                served.process.wait(20)
    assert writer.again >= 3
    with running("--store", store) as last:
        kept = names(last.address)
    unheard = f"casa-{len(writer.acknowledged)}"  # what was kept when the answer could not be sent any more
    assert sorted({*kept, unheard}) == sorted({*writer.acknowledged, unheard})


def test_a_server_on_a_full_disk_says_so_and_goes_on_when_there_is_room(running: Any, tmp_path: Path) -> None:
    """No file of the process may grow: that is a full disk. Whoever reads is answered all the while."""
    store = made(str(tmp_path / "store.db"))
    with running("--store", store) as served, grpc.insecure_channel(served.address, APART) as channel:
        stored = RuleSetStoreServiceStub(channel)
        acknowledged = [stored.CreateRuleSet(creation(number), timeout=30).rule_set.summary.name for number in range(5)]
        before = resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE)
        largest = max(path.stat().st_size for path in tmp_path.iterdir())
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (largest, before[1]))
        failed = None
        while failed is None:
            try:
                told = stored.CreateRuleSet(creation(len(acknowledged)), timeout=30)
                acknowledged.append(told.rule_set.summary.name)
            except grpc.RpcError as error:
                failed = error
        assert failed.code() is grpc.StatusCode.UNAVAILABLE
        assert "store.db" not in str(failed.details())
        assert sorted(names(served.address)) == sorted(acknowledged)

        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, before)
        told = stored.CreateRuleSet(creation(len(acknowledged)), timeout=30)
        acknowledged.append(told.rule_set.summary.name)
        assert served.stop() == 0
    with running("--store", store) as again:
        assert sorted(names(again.address)) == sorted(acknowledged)


@pytest.mark.slow
def test_two_servers_whose_database_crashes_while_they_write(running: Any, postgres: Postgres) -> None:
    store = made(postgres.database())
    writers = [Writer(), Writer()]
    with running("--store", store) as one, running("--store", store) as two:
        writers[0].address, writers[1].address = one.address, two.address
        with writers[0]:
            for _ in range(3):
                writers[0].more(5)
                postgres.stop("immediate")
                postgres.start()
            writers[0].more(5)
        with writers[1]:  # the same requests, of another server: each is answered as the first time
            writers[1].more(10)
        assert writers[0].again >= 1
        assert writers[1].acknowledged[:10] == writers[0].acknowledged[:10]
        kept = max((each.acknowledged for each in writers), key=len)
        assert sorted(names(one.address)) == sorted(names(two.address)) == sorted(kept)
        assert Path(store).name not in "".join([*one.log, *two.log])
