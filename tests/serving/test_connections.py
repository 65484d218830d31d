"""Connections as clients see them, frame by frame: pings are welcome, floods of them are not, old ones are closed."""

from __future__ import annotations

import asyncio
import struct
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from referee.library import Library
from referee.service.server import Server, options
from referee.service.terms import Connections, Terms

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
SETTINGS, PING, GOAWAY = 4, 6, 7
ACK = 1


class Connection:
    """As much of HTTP/2 as it takes to ping."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.send(SETTINGS, 0, b"", PREFACE)

    def send(self, kind: int, flags: int, content: bytes, before: bytes = b"") -> None:
        self._writer.write(before + struct.pack(">I", len(content))[1:] + bytes([kind, flags]) + bytes(4) + content)

    async def frame(self) -> tuple[int, int, bytes]:
        """Kind, flags and content of the next frame."""
        head = await self._reader.readexactly(9)
        content = await self._reader.readexactly(int.from_bytes(head[:3], "big"))
        if head[3] == SETTINGS and not head[4] & ACK:
            self.send(SETTINGS, ACK, b"")
        return head[3], head[4], content

    async def ping(self) -> bool:
        """Whether a ping is answered; False if the connection is being closed instead."""
        self.send(PING, 0, b"12345678")
        try:
            while True:
                kind, flags, content = await asyncio.wait_for(self.frame(), 10)
                if kind == GOAWAY:
                    assert b"too_many_pings" in content
                    return False
                if kind == PING and flags & ACK:
                    return True
        except (asyncio.IncompleteReadError, ConnectionError):
            return False

    async def until_goaway(self) -> float:
        """Seconds until the server says that the connection is to be closed."""
        began = time.monotonic()
        while (await asyncio.wait_for(self.frame(), 20))[0] != GOAWAY:
            pass
        return time.monotonic() - began


@asynccontextmanager
async def connected(connections: Connections) -> AsyncIterator[Connection]:
    server = Server("127.0.0.1:0", Library(), Terms(connections=connections))
    await server.start()
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        yield Connection(reader, writer)
    finally:
        writer.close()
        await server.stop(0)


async def test_a_client_may_ping_as_often_as_it_is_told_without_a_call() -> None:
    """gRPC itself would close the connection at the third within five minutes."""
    async with connected(Connections(ping=1)) as connection:
        for _ in range(4):
            assert await connection.ping()
            await asyncio.sleep(1.1)
        assert await connection.ping()


async def test_a_flood_of_pings_ends_a_connection() -> None:
    """Where the server has something to say of its own in between, gRPC begins to count anew."""
    answered = [True]
    async with connected(Connections()) as connection:
        while answered[-1] and len(answered) <= 30:
            answered.append(await connection.ping())
    assert answered[1]
    assert not answered[-1]


async def test_a_connection_is_closed_when_it_is_old() -> None:
    async with connected(Connections(age=1, age_grace=1)) as connection:
        assert await connection.until_goaway() < 10


def test_what_grpc_is_told() -> None:
    told = dict(options(Connections(keepalive=1, keepalive_timeout=2, ping=3, age=4, age_grace=5, streams=6)))
    assert told["grpc.keepalive_time_ms"] == 1_000
    assert told["grpc.keepalive_timeout_ms"] == 2_000
    assert told["grpc.http2.min_ping_interval_without_data_ms"] == 3_000
    assert told["grpc.max_connection_age_ms"] == 4_000
    assert told["grpc.max_connection_age_grace_ms"] == 5_000
    assert told["grpc.max_concurrent_streams"] == 6
    assert (told["grpc.so_reuseport"], dict(options(shared=True))["grpc.so_reuseport"]) == (0, 1)
