"""Asks a server, inside its image: `asked.py [--ca FILE] [--token TOKEN] [--keep] [--kept]`; prints what it answers.

`--keep` writes a house rule into the store, `--kept` reads it. A failure is the name of its code, and exit code 1.
"""

from __future__ import annotations

import argparse
import sys
import uuid
from pathlib import Path

import grpc

from referee.v1 import referee_service_pb2, referee_service_pb2_grpc, rule_set_store_service_pb2
from referee.v1 import rule_set_store_service_pb2_grpc as store_grpc

HOUSE = b"rule_set: our-table\nformat: 1\nextends: spanish-40\n"


def main() -> int:
    """0 when every question was answered."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--ca", type=Path)
    parser.add_argument("--token")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--kept", action="store_true")
    asked = parser.parse_args()
    metadata = [("authorization", f"Bearer {asked.token}")] if asked.token else []
    target = "dns:///referee:50051"
    if asked.ca:
        channel = grpc.secure_channel(target, grpc.ssl_channel_credentials(asked.ca.read_bytes()))
    else:
        channel = grpc.insecure_channel(target)
    try:
        with channel:
            _ask(channel, asked, metadata)
    except grpc.RpcError as error:
        print(error.code().name, *([error.details()] if error.code() is grpc.StatusCode.INVALID_ARGUMENT else ()))
        return 1
    return 0


def _ask(channel: grpc.Channel, asked: argparse.Namespace, metadata: list[tuple[str, str]]) -> None:
    judge = referee_service_pb2_grpc.RefereeServiceStub(channel)
    question = referee_service_pb2.EvaluateHandRequest(cards=["7o 7c 7e 7b 5b 6b 12o"])
    question.table.rule_set.name = "spanish-40"
    print("deadwood", judge.EvaluateHand(question, timeout=10, metadata=metadata).value.deadwood)
    store = store_grpc.RuleSetStoreServiceStub(channel)
    if asked.keep:
        new = rule_set_store_service_pb2.CreateRuleSetRequest(source=HOUSE, request_id=str(uuid.uuid4()))
        print("kept", store.CreateRuleSet(new, timeout=30, metadata=metadata).rule_set.revision)
    if asked.kept:
        wanted = rule_set_store_service_pb2.GetStoredRuleSetRequest(name="our-table")
        print("found", store.GetStoredRuleSet(wanted, timeout=10, metadata=metadata).rule_set.revision)


sys.exit(main())
