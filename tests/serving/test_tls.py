"""TLS, with an authority of our own: who gets in, and what happens when the files change while it serves."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import pytest
from cryptography import x509
from grpc_health.v1 import health_pb2, health_pb2_grpc

from referee.library import Library
from referee.service.server import CannotServe, Server
from referee.service.terms import Terms, TlsFiles
from referee.service.tokens import Role, Token, digest_of
from referee.service.visits import Visit
from referee.v1.rule_set_service_pb2 import ListRuleSetsRequest
from referee.v1.rule_set_service_pb2_grpc import RuleSetServiceStub
from tests.serving.authority import Authority, Issued

ours, theirs = Authority("ours"), Authority("somebody else's")


class Seen:
    """Remembers who called."""

    def __init__(self) -> None:
        self.callers: list[str] = []

    def began(self, visit: Visit) -> None:
        pass

    def ended(self, visit: Visit) -> None:
        self.callers.append(visit.caller)


@asynccontextmanager
async def served(terms: Terms, seen: Seen | None = None) -> AsyncIterator[str]:
    server = Server("127.0.0.1:0", Library(), terms, seen)
    await server.start()
    try:
        yield f"127.0.0.1:{server.port}"
    finally:
        await server.stop(0)


async def listed(address: str, trusted: Authority | None = ours, shown: Issued | None = None) -> grpc.StatusCode:
    """What a new connection comes to."""
    options = (("grpc.use_local_subchannel_pool", 1),)
    key, chain = (shown.key, shown.certificate) if shown else (None, None)
    credentials = grpc.ssl_channel_credentials(trusted and trusted.certificate, key, chain)
    opened = grpc.aio.secure_channel(address, credentials, options)
    if trusted is None:
        opened = grpc.aio.insecure_channel(address, options)
    async with opened as channel:
        try:
            await RuleSetServiceStub(channel).ListRuleSets(ListRuleSetsRequest(), timeout=10)
        except grpc.aio.AioRpcError as error:
            return error.code()
    return grpc.StatusCode.OK


def shown_by(address: str) -> int:
    """The serial number of the certificate that a server shows."""
    host, _, port = address.rpartition(":")
    return x509.load_pem_x509_certificate(
        ssl.get_server_certificate((host, int(port)), timeout=10).encode()
    ).serial_number


def serial(issued: Issued) -> int:
    return x509.load_pem_x509_certificate(issued.certificate).serial_number


async def test_only_who_speaks_tls_and_trusts_it_gets_in(tmp_path: Path) -> None:
    async with served(Terms(tls=TlsFiles(*ours.issue("server").write(tmp_path, "server")))) as address:
        assert await listed(address) is grpc.StatusCode.OK
        assert await listed(address, theirs) is grpc.StatusCode.UNAVAILABLE
        assert await listed(address, None) is grpc.StatusCode.UNAVAILABLE


async def test_every_client_shows_a_certificate_that_we_signed(tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_bytes(ours.certificate)
    files = TlsFiles(*ours.issue("server").write(tmp_path, "server"), tmp_path / "ca.pem")
    seen = Seen()
    async with served(Terms(tls=files), seen) as address:
        assert await listed(address) is grpc.StatusCode.UNAVAILABLE
        assert await listed(address, shown=theirs.issue("mallory")) is grpc.StatusCode.UNAVAILABLE
        assert await listed(address, shown=ours.issue("table-7")) is grpc.StatusCode.OK

    assert seen.callers == ["table-7"]


async def test_a_certificate_is_no_token(tmp_path: Path) -> None:
    """Where tokens are asked for, whoever shows a certificate needs one, too."""
    (tmp_path / "ca.pem").write_bytes(ours.certificate)
    files = TlsFiles(*ours.issue("server").write(tmp_path, "server"), tmp_path / "ca.pem")
    token = Token("ana", Role.READER, digest_of("x"))
    async with served(Terms(tls=files, tokens=(token,))) as address:
        assert await listed(address, shown=ours.issue("table-7")) is grpc.StatusCode.UNAUTHENTICATED


async def test_an_address_that_others_reach_may_be_served_with_tls(tmp_path: Path) -> None:
    files = TlsFiles(*ours.issue("server").write(tmp_path, "server"))
    server = Server("0.0.0.0:0", Library(), Terms(tls=files))
    await server.start()
    assert await listed(f"127.0.0.1:{server.port}") is grpc.StatusCode.OK
    await server.stop(0)


async def test_new_files_are_used_and_bad_ones_are_not(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:

    first, second = ours.issue("first"), ours.issue("second")
    files = TlsFiles(*first.write(tmp_path, "server"))
    async with served(Terms(tls=files)) as address:
        ask: Callable[[], int] = lambda: shown_by(address)  # noqa: E731
        assert await asyncio.to_thread(ask) == serial(first)

        with caplog.at_level(logging.INFO, "referee.tls"):
            files.key.write_bytes(second.key)  # half of it is there: a key that does not fit the certificate
            assert await asyncio.to_thread(ask) == serial(first)
            assert await asyncio.to_thread(ask) == serial(first)
            assert [record.levelname for record in caplog.records] == ["ERROR"], "it is told once"
            assert "is not used" in caplog.records[0].getMessage()
            assert await listed(address) is grpc.StatusCode.OK

            files.certificate.write_bytes(second.certificate)
            assert await asyncio.to_thread(ask) == serial(second)
            assert [record.getMessage() for record in caplog.records][1:] == ["the certificate was read again"]

        files.key.unlink()
        assert await asyncio.to_thread(ask) == serial(second)
        assert await listed(address) is grpc.StatusCode.OK


async def test_another_authority_for_clients_is_used(tmp_path: Path) -> None:
    ca = tmp_path / "ca.pem"
    ca.write_bytes(ours.certificate)
    async with served(Terms(tls=TlsFiles(*ours.issue("server").write(tmp_path, "server"), ca))) as address:
        assert await listed(address, shown=theirs.issue("x")) is grpc.StatusCode.UNAVAILABLE
        ca.write_bytes(ours.certificate + theirs.certificate)
        assert await listed(address, shown=theirs.issue("x")) is grpc.StatusCode.OK


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda files: files.key.unlink(), "server.key` cannot be read: no such file or directory"),
        (lambda files: files.key.write_bytes(ours.issue("x").key), "are not a certificate and its key"),
        (lambda files: files.certificate.write_bytes(b"nothing"), "are not a certificate and its key"),
        (lambda files: files.client_ca.write_bytes(b"nothing"), "ca.pem` holds no certificates"),
    ],
)
async def test_files_that_are_no_certificate_are_told_before_anything_is_served(
    spoil: Callable[[TlsFiles], object], said: str, tmp_path: Path
) -> None:
    (tmp_path / "ca.pem").write_bytes(ours.certificate)
    files = TlsFiles(*ours.issue("server").write(tmp_path, "server"), tmp_path / "ca.pem")
    spoil(files)
    with pytest.raises(CannotServe) as raised:
        Server("127.0.0.1:0", Library(), Terms(tls=files))
    assert said in str(raised.value)


async def test_health_is_answered_over_tls(tmp_path: Path) -> None:
    async with served(Terms(tls=TlsFiles(*ours.issue("server").write(tmp_path, "server")))) as address:
        credentials = grpc.ssl_channel_credentials(ours.certificate)
        async with grpc.aio.secure_channel(address, credentials) as channel:
            answer = await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest())
    assert answer.status == health_pb2.HealthCheckResponse.SERVING
