"""The schema, its stubs and its page agree."""

from __future__ import annotations

import re
from pathlib import Path

import grpc
import pytest

from referee.v1 import record_service_pb2, referee_service_pb2, rule_set_service_pb2, rule_set_store_service_pb2

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "referee" / "v1"
CLIENT = ROOT / "clients" / "python" / "referee_client" / "v1"
SERVICES = [
    *referee_service_pb2.DESCRIPTOR.services_by_name.values(),
    *rule_set_service_pb2.DESCRIPTOR.services_by_name.values(),
    *record_service_pb2.DESCRIPTOR.services_by_name.values(),
    *rule_set_store_service_pb2.DESCRIPTOR.services_by_name.values(),
]
METHODS = [method for service in SERVICES for method in service.methods]


def test_the_clients_stubs_are_the_servers_with_relative_imports() -> None:
    names = {path.name for path in SERVER.glob("*_pb2*")}
    assert names == {path.name for path in CLIENT.glob("*_pb2*")}
    for name in names:
        text = (SERVER / name).read_text("utf-8")
        text = text.replace("from referee.v1 import", "from . import")
        assert (CLIENT / name).read_text("utf-8") == re.sub(
            r"'referee\.v1\.(\w+_pb2)'", r"'referee_client.v1.\1'", text
        )


def test_no_stub_is_empty() -> None:
    assert sorted(path.name for path in SERVER.glob("*_pb2_grpc.py")) == [
        "record_service_pb2_grpc.py",
        "referee_service_pb2_grpc.py",
        "rule_set_service_pb2_grpc.py",
        "rule_set_store_service_pb2_grpc.py",
    ]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_every_method_may_be_repeated_and_has_messages_of_its_own(method: object) -> None:
    pure = method.name not in {"CreateRuleSet", "DeleteRuleSet"}  # type: ignore[attr-defined]
    level = method.GetOptions().idempotency_level  # type: ignore[attr-defined]
    assert level == (1 if pure else 2)  # NO_SIDE_EFFECTS, IDEMPOTENT
    assert method.input_type.name == f"{method.name}Request"  # type: ignore[attr-defined]
    assert method.output_type.name == f"{method.name}Response"  # type: ignore[attr-defined]


def test_every_reason_stands_on_the_page() -> None:
    page = (ROOT / "protos" / "README.md").read_text("utf-8")
    told = set(re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", page.split("| status | reasons |")[1].split("\n\n")[0])) | {
        "INTERNAL"
    }
    sources = [*(ROOT / "referee" / "service").glob("*.py"), ROOT / "referee" / "workshop" / "given.py"]
    sources += [ROOT / "referee" / "cards.py", *(ROOT / "referee" / "table").glob("*.py")]
    given = {word for path in sources for word in re.findall(r'"([A-Z]+(?:_[A-Z]+)+)"', path.read_text("utf-8"))}

    assert given <= told
    assert told - given - {code.name for code in grpc.StatusCode} == set()


def test_the_baseline_is_there() -> None:
    """CI compares with it (`buf breaking`); it holds every message there was at the last release."""
    assert b"referee/v1/referee_service.proto" in (ROOT / "tests" / "protos" / "baseline.binpb").read_bytes()
