"""`referee migrate`: the tables of a store, named as `referee serve` is told of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import referee


@pytest.mark.parametrize("way", ["flag", "variable", "file"])
def test_a_store_is_named_as_for_serve(way: str, tmp_path: Path) -> None:
    store = tmp_path / "house-rules.db"
    (tmp_path / "referee.yaml").write_text("store: house-rules.db\n", "utf-8")
    words = {"flag": ["--store", str(store)], "variable": [], "file": ["--config", str(tmp_path / "referee.yaml")]}[way]
    environment = {"REFEREE_STORE": str(store)} if way == "variable" else {}
    first = referee("migrate", *words, **environment)
    assert (first.code, first.out) == (0, "the store went from migration 0 to 0001\n")
    assert store.is_file()
    again = referee("migrate", *words, "--json", **environment)
    assert json.loads(again.out) == {"before": "0001", "after": "0001"}


def test_what_a_server_would_lack_is_not_asked_for(tmp_path: Path) -> None:
    """In the image the address is open to all; TLS and tokens are where the server runs, and only there."""
    environment = {
        "REFEREE_STORE": str(tmp_path / "house-rules.db"),
        "REFEREE_ADDRESS": "0.0.0.0:50051",
        "REFEREE_TLS_CERTIFICATE": "/run/secrets/none.pem",
        "REFEREE_TOKENS_FILE": "/run/secrets/none.yaml",
    }
    assert referee("serve", "--print-config", **environment).code == 2
    assert referee("migrate", **environment).code == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ([], "ARGUMENT_MISSING", "which store?"),
        (["--store", "mysql://user:secret@db/x"], "STORE_UNREACHABLE", "postgresql://"),
        (["--store", "{folder}"], "STORE_UNREACHABLE", "the store is a folder"),
        (["--store", "postgresql://user:secret@127.0.0.1:1/x"], "STORE_UNREACHABLE", "does not answer"),
        (["--config", "{folder}/none.yaml"], "CONFIGURATION_INVALID", ""),
    ],
)
def test_what_cannot_be_migrated_is_told(words: list[str], code: str, said: str, tmp_path: Path) -> None:
    done = referee("migrate", *(word.format(folder=tmp_path) for word in words), "--json")
    error = json.loads(done.out)["error"]
    assert (done.code, error["code"]) == (2, code), done.out
    assert said in error["message"]
    assert "secret" not in done.out + done.err
