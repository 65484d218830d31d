"""A real server in a process of its own, and both clients."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import pytest
import pytest_asyncio

from referee.cli.client_loader import load_client

load_client()

from referee_client import AsyncClient, Client, RefereeError  # noqa: E402 - it is there from here on

Ask = Callable[..., Awaitable[Any]]


REFEREE = (sys.executable, "-m", "referee")
AUTHOR, READER = "the-author-of-casa", "somebody-who-reads"


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the server listens."""
    yield from _serving()


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server with a new store listens to who has the token of an author or a reader."""
    folder = tmp_path_factory.mktemp("kept")
    store, tokens = folder / "rules.db", folder / "tokens.yaml"
    for name, token in (("author", AUTHOR), ("reader", READER)):
        (folder / name).write_text(token + "\n", "utf-8")
    tokens.write_text("ane: {role: author, file: author}\njon: {role: reader, file: reader}\n", "utf-8")
    subprocess.run([*REFEREE, "migrate", "--store", store], check=True, capture_output=True)
    yield from _serving("--store", str(store), "--tokens-file", str(tokens))


def _serving(*arguments: str) -> Iterator[str]:
    command = [*REFEREE, "serve", "--address", "127.0.0.1:0", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("listening on "), f"the server said {line!r}"
    yield line.removeprefix("listening on ").strip()
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=20)
    assert process.returncode == 0


@pytest.fixture
def client(address: str) -> Iterator[Client]:
    with Client(address) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def ask(address: str) -> AsyncIterator[Ask]:
    """Asks both clients and insists that they answer alike."""
    with Client(address) as client:
        async with AsyncClient(address) as async_client:

            async def asked(method: str, *args: Any, **kwargs: Any) -> Any:
                answers = []
                for one in (client, async_client):
                    try:
                        answer = getattr(one, method)(*args, **kwargs)
                        answers.append(await answer if one is async_client else answer)
                    except RefereeError as error:
                        answers.append(error)
                first, second = answers
                if isinstance(first, RefereeError):
                    assert vars(first) == vars(second)
                    raise first
                assert first == second
                return first

            yield asked
