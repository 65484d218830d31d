"""Tokens that change while the server runs: new ones are used, broken files replace nothing, nobody opens the door."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
import pytest

from referee.diagnostics.render import render_text
from referee.service.tokens import Keyring, digest_of
from referee.serving import freshness
from referee.serving.effective import TokenPlaces, from_plain, to_plain
from referee.serving.files import TokensRead, gather
from referee.serving.freshness import FreshTokens
from referee.v1.rule_set_service_pb2 import ListRuleSetsRequest
from referee.v1.rule_set_service_pb2_grpc import RuleSetServiceStub

OLD, NEW = "the-token-of-yesterday", "the-token-of-today-is-longer"


def holds(file: Path, *tokens: str) -> None:
    lines = [f"ana{number}: {{role: reader, sha256: {digest_of(token).hex()}}}" for number, token in enumerate(tokens)]
    file.write_text("\n".join(lines) + "\n")


def lets_in(ring: Keyring, token: str) -> bool:
    return ring.holder(f"Bearer {token}") is not None


@pytest.fixture
def fresh(tmp_path: Path) -> tuple[Path, Keyring, FreshTokens]:
    file = tmp_path / "tokens.yaml"
    holds(file, OLD)
    ring = Keyring(gather({"tokens_file": [str(file)]}, {}, None).tokens)
    return file, ring, FreshTokens(ring, TokenPlaces(None, file))


def test_a_worker_that_is_started_later_has_the_tokens_of_today(tmp_path: Path) -> None:
    file = tmp_path / "tokens.yaml"
    holds(file, OLD)
    plan = gather({"tokens_file": [str(file)]}, {}, None).tokens
    holds(file, NEW)
    ring = Keyring(plan)
    tokens = FreshTokens(ring, TokenPlaces(None, file))
    assert (lets_in(ring, OLD), lets_in(ring, NEW)) == (False, True)
    tokens.look(True)
    assert (lets_in(ring, OLD), lets_in(ring, NEW)) == (False, True)


def test_what_is_written_while_the_file_is_read_is_seen_by_the_next_look(
    fresh: tuple[Path, Keyring, FreshTokens], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, ring, tokens = fresh
    reading = freshness.read_again

    def read_and_written(places: TokenPlaces) -> TokensRead:
        found = reading(places)
        monkeypatch.setattr(freshness, "read_again", reading)
        holds(file, NEW)
        return found

    monkeypatch.setattr(freshness, "read_again", read_and_written)
    holds(file, OLD, OLD)
    tokens.look(True)
    assert lets_in(ring, OLD)
    tokens.look(True)
    assert (lets_in(ring, OLD), lets_in(ring, NEW)) == (False, True)


def test_a_file_that_has_stopped_changing_is_used(fresh: tuple[Path, Keyring, FreshTokens]) -> None:
    file, ring, tokens = fresh
    holds(file, NEW)
    tokens.look(False)
    assert lets_in(ring, OLD)  # it may still be written
    tokens.look(False)
    assert (lets_in(ring, OLD), lets_in(ring, NEW)) == (False, True)


@pytest.mark.parametrize(
    "content",
    ["", "# nobody\n", "ana: {role: reader, sha256: 12}\n", "ana: {role: king, file: x}\n", "ana: [\n", "ana: {role: reader, file: gone}\n"],
)  # fmt: skip
def test_a_broken_file_replaces_nothing(
    fresh: tuple[Path, Keyring, FreshTokens], content: str, caplog: pytest.LogCaptureFixture
) -> None:
    file, ring, tokens = fresh
    file.write_text(content)
    for _ in range(3):
        tokens.look(True)
    assert lets_in(ring, OLD)
    assert len(caplog.messages) == 1  # told once
    assert "those of before hold" in caplog.text
    holds(file, NEW)
    tokens.look(True)
    assert lets_in(ring, NEW)


def test_a_file_that_is_gone_replaces_nothing(fresh: tuple[Path, Keyring, FreshTokens]) -> None:
    file, ring, tokens = fresh
    file.unlink()
    tokens.look(True)
    assert lets_in(ring, OLD)


def test_a_token_in_a_file_of_its_own_is_read_again(tmp_path: Path) -> None:
    secret, file = tmp_path / "secret", tmp_path / "referee.yaml"
    secret.write_text(OLD)
    file.write_text("tokens: {ana: {role: reader, file: secret}}\n")
    gathered = gather({}, {}, file)
    plan = from_plain(to_plain(gathered.plan))
    assert plan == gathered.plan
    ring = Keyring(plan.tokens)
    tokens = FreshTokens(ring, plan.places)
    secret.write_text(NEW)
    tokens.look(True)
    assert (lets_in(ring, OLD), lets_in(ring, NEW)) == (False, True)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_signal_has_them_read_at_once(running: Callable[..., Any], tmp_path: Path, workers: str) -> None:
    file = tmp_path / "tokens.yaml"
    holds(file, OLD)
    words = ("--tokens-file", str(file), "--reload", "0", "--workers", workers, "--log-level", "info")
    with running(*words) as served:
        assert _asked(served.address, OLD) is None
        assert _asked(served.address, NEW) is grpc.StatusCode.UNAUTHENTICATED
        holds(file, NEW)
        served.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + 30
        while sum("the tokens were read again" in line for line in served.log) < int(workers):
            assert time.monotonic() < end, served.log
            time.sleep(0.05)
        assert _asked(served.address, NEW) is None
        assert _asked(served.address, OLD) is grpc.StatusCode.UNAUTHENTICATED
        assert served.stop() == 0
        assert not any(digest_of(token).hex() in line or token in line for token in (OLD, NEW) for line in served.log)


def _asked(address: str, token: str) -> grpc.StatusCode | None:
    """The code of a call that failed."""
    with grpc.insecure_channel(address) as channel:
        try:
            metadata = (("authorization", f"Bearer {token}"),)
            RuleSetServiceStub(channel).ListRuleSets(ListRuleSetsRequest(), metadata=metadata, timeout=20)
        except grpc.RpcError as error:
            code: grpc.StatusCode = error.code()  # type: ignore[attr-defined] # gRPC raises calls
            return code
    return None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes have names here")
@pytest.mark.parametrize("key", ["config", "tokens_file", "token"])
def test_a_pipe_is_no_file_and_nobody_waits_for_it(tmp_path: Path, key: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    file = tmp_path / "referee.yaml"
    file.write_text("tokens: {ana: {role: reader, file: pipe}}\n")
    flags = {"tokens_file": [str(pipe)]} if key == "tokens_file" else {}
    found = gather(flags, {}, {"config": pipe, "tokens_file": None, "token": file}[key])
    (told,) = found.diagnostics
    assert "pipe` cannot be read: it is a pipe or a device, not a file" in told.message


def test_files_without_tokens_are_told(tmp_path: Path) -> None:
    empty, nobody = tmp_path / "empty", tmp_path / "nobody.yaml"
    empty.write_text("\n")
    nobody.write_text("# nobody yet\n")
    file = tmp_path / "referee.yaml"
    file.write_text("tokens: {ana: {role: reader, file: empty}}\n")
    found = gather({"tokens_file": [str(nobody)]}, {}, file)
    text = render_text(found.diagnostics)
    assert "empty` is empty; it was to hold a token" in text
    assert "nobody.yaml` holds no tokens, and then whoever reaches the server may ask" in text
