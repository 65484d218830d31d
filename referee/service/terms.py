"""The terms on which a server serves: everything about it that whoever runs it may choose, and what holds if not.

Plain values, made before gRPC is loaded; `server` turns them into what gRPC understands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from referee.limits import (
    CALL_SECONDS,
    CONCURRENT_CALLS,
    CONCURRENT_STREAMS,
    CONNECTION_STREAMS,
    DEFAULT_SECONDS,
    HELD_BYTES,
)
from referee.service.tokens import Token


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much is let in: calls and streams of one service at one time, bytes of all, seconds of a call.

    `default_seconds` holds for a call without a deadline of its own, `most_seconds` for each.
    """

    calls: int = CONCURRENT_CALLS
    streams: int = CONCURRENT_STREAMS
    held_bytes: int = HELD_BYTES
    default_seconds: float = DEFAULT_SECONDS
    most_seconds: float = CALL_SECONDS


@dataclass(frozen=True, slots=True)
class Connections:
    """How connections are kept, in seconds.

    The server asks a silent client for a sign after `keepalive`, and drops it when none comes within
    `keepalive_timeout`. A client may ask as often as every `ping`, with calls under way or without, and is not sent
    away for it. A connection is closed, gently, when it is `age` old (gRPC varies that by a tenth, so that not all
    clients come back at once); calls on it have `age_grace` more.
    """

    keepalive: int = 60
    keepalive_timeout: int = 20
    ping: int = 20
    age: int = 1_800
    age_grace: int = 60
    streams: int = CONNECTION_STREAMS


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """The server's certificate chain and key as PEM files, and with `client_ca` who signs those of clients (mTLS)."""

    certificate: Path
    key: Path
    client_ca: Path | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """All of it. `insecure` allows an address that others can reach without TLS.

    `shared`: several processes listen on the one port. `drain`: seconds between NOT_SERVING and the end of streams;
    `grace`: seconds that calls under way then have. Without `tokens` nobody is asked for one.
    """

    insecure: bool = False
    shared: bool = False
    reflection: bool = True
    channelz: bool = False
    tls: TlsFiles | None = None
    tokens: tuple[Token, ...] = ()
    bounds: Bounds = field(default_factory=Bounds)
    connections: Connections = field(default_factory=Connections)
    drain: float = 0.0
    grace: float = 10.0
