"""The table of settings, and what is made of it: schema, documents, flags."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from referee.cli.parser import parse
from referee.limits import WORKERS
from referee.serving.configuration import Configuration, read_configuration
from referee.serving.files import gather
from referee.serving.kinds import Seconds, Whole
from referee.serving.resolve import resolve
from referee.serving.schema import SCHEMA_FILE, as_table, as_text, schema
from referee.serving.settings import SETTINGS

DOCUMENT = Path(__file__).parents[2] / "referee" / "serving" / "README.md"


def test_the_schema_is_made_of_the_table(update_golden: bool) -> None:
    if update_golden:
        SCHEMA_FILE.write_text(as_text(), "utf-8")
    assert SCHEMA_FILE.read_text("utf-8") == as_text()
    Draft202012Validator.check_schema(schema())


def test_the_documents_are_made_of_the_table(update_golden: bool) -> None:
    before, mark, rest = DOCUMENT.read_text("utf-8").partition("--update-golden -->\n")
    table, end, after = rest.partition("<!-- end -->\n")
    if update_golden:
        DOCUMENT.write_text(f"{before}{mark}{as_table()}{end}{after}", "utf-8")
    assert mark
    assert end
    assert update_golden or table == as_table()


def test_flags_and_variables_are_told_apart() -> None:
    assert len({setting.flag for setting in SETTINGS.values()}) == len(SETTINGS)
    assert len({setting.variable for setting in SETTINGS.values()}) == len(SETTINGS)


@pytest.mark.parametrize("key", SETTINGS)
def test_every_default_is_a_value(key: str) -> None:
    chosen = resolve({}, {}, Configuration()).chosen[key]
    setting = SETTINGS[key]
    assert chosen.origin == "default"
    assert chosen.value == (() if setting.kind.many else None) if setting.default is None else chosen.value is not None


@pytest.mark.parametrize(("workers", "sound"), [(WORKERS, True), (WORKERS + 1, False)])
def test_processes_of_a_server(workers: int, sound: bool) -> None:
    assert gather({"workers": [str(workers)]}, {}, None).sound is sound


@pytest.mark.parametrize("key", [key for key, each in SETTINGS.items() if isinstance(each.kind, Whole | Seconds)])
def test_every_number_is_held_to_its_bounds(key: str) -> None:
    kind = SETTINGS[key].kind
    step = 1 if isinstance(kind, Whole) else 0.001
    for text, sound in ((kind.low, True), (kind.high, True), (kind.low - step, False), (kind.high + step, False)):
        found = resolve({key: [f"{text:.12g}"]}, {}, Configuration())
        assert (found.faults == ()) is sound, text


@pytest.mark.parametrize(
    ("said", "sound"),
    [
        ({"workers": 2, "tls": {"key": "a"}}, True),
        ({"folders": ["a", "b"], "insecure": "yes"}, True),
        ({"tokens": {"ana": {"role": "reader", "sha256": "0" * 64}}}, True),
        ({"tokens": {"ana": {"role": "reader"}}}, False),
        ({"tokens": {"ana": {"role": "king", "file": "x"}}}, False),
        ({"workers": 0}, False),
        ({"wrokers": 2}, False),
        ({"tls": {"certificat": "a"}}, False),
        ({"log": {"format": "xml"}}, False),
    ],
)
def test_the_schema_says_what_the_reader_says(said: Any, sound: bool) -> None:

    assert Draft202012Validator(schema()).is_valid(said) is sound
    assert read_configuration(json.dumps(said).encode(), "referee.yaml").faulty is not sound


@pytest.mark.parametrize(
    ("words", "key", "value"),
    [
        (["--workers", "3"], "workers", "3"),
        (["--insecure"], "insecure", "yes"),
        (["--insecure=no"], "insecure", "no"),
        (["--reflection", "no"], "reflection", "no"),
        (["--folders", "a", "--folders", "b"], "folders", ["a", "b"]),
        (["--tls-client-ca", "ca.pem"], "tls.client_ca", "ca.pem"),
        ([], "workers", None),
    ],
)
def test_every_setting_can_be_typed(words: list[str], key: str, value: Any) -> None:
    assert getattr(parse(["serve", *words]), key) == value


@pytest.mark.parametrize("module", ["referee.cli.serve", "referee.serving.supervisor", "referee.serving.metrics"])
def test_a_supervisor_loads_no_grpc(module: str) -> None:
    """Its state is native, and no process that starts others should have it."""
    program = f"import {module}, sys; sys.exit('grpc' in sys.modules or 'google.protobuf' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False, timeout=60).returncode == 0
