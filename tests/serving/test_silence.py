"""Every method of every service, asked badly in many ways: no error, trailer or line of the log tells what it must not.

What must not be told: a card of a hand or of the stock, a token, the text of an exception. Whoever reads a log or the
error of somebody else's call is not at the table.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest
from google.protobuf.message_factory import GetMessageClass
from grpc_channelz.v1 import channelz_pb2
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from referee.library import Library
from referee.service import server as serving
from referee.service.record_servicer import RecordServicer
from referee.service.referee_servicer import RefereeServicer
from referee.service.rule_set_servicer import RuleSetServicer
from referee.service.server import Server
from referee.service.state_convert import write_state
from referee.service.store_servicer import StoreServicer
from referee.service.terms import Terms
from referee.service.tokens import digest_of
from referee.store.migrating import migrate
from referee.store.opening import address_of, engine_of
from referee.v1 import (
    record_service_pb2,
    referee_service_pb2,
    rounds_pb2,
    rule_set_service_pb2,
    rule_set_store_service_pb2,
)
from referee.v1.rule_sets_pb2 import RuleSetSelector, TableSetup
from tests.property.playing import play_game
from tests.service.forging import TEXTS, forge

OURS = (referee_service_pb2, record_service_pb2, rule_set_service_pb2, rule_set_store_service_pb2)
METHODS: list[Any] = [
    method
    for module in (*OURS, health_pb2, reflection_pb2, channelz_pb2)
    for service in module.DESCRIPTOR.services_by_name.values()
    for method in service.methods
]
FORGED = 16
SECRET = "hand of bob is 7o 7c 7e"
CARD = re.compile(r"(?<![\w.-])(?:1[0-2]|[1-9])[oceb](?![\w-])")


def state() -> rounds_pb2.GameState:
    """A state in which every card is known, in the middle of a round at a table of three."""
    library = Library()
    table = library.table(library.rule_set("spanish-40"), 3, {})
    for found, _ in play_game(table, Random(5)):
        if found.round is not None and len(found.round.table) == 0 and len(found.round.pile) == 3:
            return write_state(table, found, "en")
    raise AssertionError


STATE = state()
HIDDEN = {*STATE.round.stock.split(), *(card for hand in STATE.round.hands.values() for card in hand.split())}
HIDDEN -= {word for text in TEXTS for word in text.split()}  # those are typed into fields that hide nothing


def filled(request: Any, chance: Random) -> Any:
    """A request that has most of its fields, with cards that are nobody's business."""
    for field in request.DESCRIPTOR.fields:
        if field.message_type is not None and field.message_type.full_name == "referee.v1.GameState":
            request.state.CopyFrom(STATE)
            play = request.state.round
            twice = {"stock": play.hands["A"], "aside": play.stock[:2].strip(), "": ""}
            where = chance.choice([*twice])
            if where:
                play.ClearField("stock_count")
                setattr(play, where, f"{getattr(play, where)} {twice[where]} {chance.choice(['', '', '77z'])}")
        elif field.message_type is not None and field.message_type.full_name == "referee.v1.TableSetup":
            request.table.CopyFrom(TableSetup(rule_set=RuleSetSelector(name="spanish-40"), seats=3))
        elif field.name == "source":
            request.source = f"play: [{STATE.round.hands['A']}]\n".encode()
        elif field.name == "cards":
            request.cards.extend(STATE.round.hands["A"].split())
    for _ in range(chance.randrange(3) if request.DESCRIPTOR.fields else 0):
        forge(request, chance)
    return request


def hostile(method: Any, token: str) -> Iterator[bytes]:
    """Requests of a method: well made ones with something wrong in them, cut ones, and what is none."""
    chance = Random(method.full_name)
    kind = GetMessageClass(method.input_type)
    for _ in range(FORGED):
        whole = filled(kind(), chance).SerializeToString()
        yield whole
        yield whole[: chance.randrange(len(whole) + 1)]
    yield f"\xff{SECRET} {token}".encode("latin-1")


def told(error: Any) -> str:
    """Everything that came with an error."""
    return f"{error.details()}{error.debug_error_string()}{error.trailing_metadata()}{error.initial_metadata()}"


def failures(channel: grpc.Channel, method: Any, token: str, metadata: Any) -> Iterator[str]:
    """What is told by each call that fails."""
    path = f"/{method.containing_service.full_name}/{method.name}"
    kind = {(False, False): channel.unary_unary, (False, True): channel.unary_stream}
    kind |= {(True, False): channel.stream_unary, (True, True): channel.stream_stream}
    ask = kind[method.client_streaming, method.server_streaming](path)
    for content in hostile(method, token):
        given: Any = iter([content]) if method.client_streaming else content
        try:
            answer = ask(given, metadata=metadata, timeout=0.03 if method.name == "Watch" else 30)
            if method.server_streaming:
                list(answer)
        except grpc.RpcError as error:
            yield told(error)


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_method_tells_what_it_must_not(running: Callable[..., Any], tmp_path: Path, form: str) -> None:
    token, wrong = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
    store = str(tmp_path / "store.db")
    engine = engine_of(address_of(store))
    migrate(engine)
    engine.dispose()
    (tmp_path / "referee.yaml").write_text(
        f"tokens: {{ana: {{role: operator, sha256: {digest_of(token).hex()}}}}}\nchannelz: yes\nstore: {store}\n"
        f"log: {{format: {form}, calls: all, level: info}}\n"
    )
    found = []
    with (
        running("--config", str(tmp_path / "referee.yaml")) as served,
        grpc.insecure_channel(served.address) as channel,
    ):
        for method in METHODS:
            for metadata in ((("authorization", f"Bearer {token}"),), (("authorization", f"Bearer {wrong}"),)):
                found += failures(channel, method, token, metadata)
        assert served.stop() == 0
    log = "".join(served.log)

    assert len(found) > 20 * len(METHODS)
    assert len(served.log) >= 2 * len(METHODS) * FORGED
    assert form == "text" or all(json.loads(line) for line in served.log)
    for text in (*found, log):
        assert not any(part in text for part in (token, wrong, digest_of(token).hex(), "bob", "Traceback", store))
    assert not any(re.search(r"\w(Error|Exception)\b", text) for text in found)
    assert not [card for card in CARD.findall(log) if card in HIDDEN]
    # behind a semicolon stands advice: how cards are written, and which are nearest to what was typed
    facts = [re.sub(r"; [^(]*", "", text) for text in found]
    assert [text for text in facts if HIDDEN & {*CARD.findall(text)}] == []


async def fails(*_: Any) -> Any:
    raise ValueError(SECRET)


async def fails_while_it_streams(*_: Any) -> AsyncIterator[Any]:
    raise ValueError(SECRET)
    yield


async def test_a_method_that_fails_tells_nothing_whichever_it_is(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Everything a server registers stands behind the guard."""
    servicers = (RefereeServicer, RecordServicer, RuleSetServicer, StoreServicer, serving.health.HealthServicer)
    methods = [each for each in METHODS if "reflection" not in each.full_name and "channelz" not in each.full_name]
    for servicer in servicers:
        for method in methods:
            if hasattr(servicer, method.name):
                monkeypatch.setattr(servicer, method.name, fails_while_it_streams if method.server_streaming else fails)
    server = Server("127.0.0.1:0", Library(), Terms())
    await server.start()
    with caplog.at_level(logging.INFO):
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            for method in methods:
                path = f"/{method.containing_service.full_name}/{method.name}"
                if method.server_streaming:
                    stream = channel.stream_stream(path)(iter([b""])) if method.client_streaming else None
                    call = (stream or channel.unary_stream(path)(b"")).read()
                else:
                    call = channel.unary_unary(path)(b"")
                with pytest.raises(grpc.aio.AioRpcError) as raised:
                    await call
                assert raised.value.code() is grpc.StatusCode.INTERNAL, path
                assert (raised.value.details() or "").startswith("the referee failed, id ")
                assert not any(word in told(raised.value) for word in ("bob", "7o", "ValueError"))
    await server.stop(0)
    assert len(caplog.records) >= len(methods)
    assert "ValueError at test_silence.py" in caplog.text
    assert "bob" not in caplog.text
