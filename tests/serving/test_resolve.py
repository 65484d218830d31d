"""What wins over what, where each value says it comes from, and its print."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cli.run import run
from referee.service.terms import Terms
from referee.service.tokens import Role, Token, digest_of
from referee.serving.configuration import Configuration, read_configuration
from referee.serving.effective import TokenPlaces, from_plain, listed, plan_of, printed, terms_of, to_plain
from referee.serving.kinds import Address, Choice, FilePath, Seconds, StoreAddress, Whole, YesNo
from referee.serving.resolve import Resolved, resolve, unknown_variables
from referee.serving.settings import SETTINGS

NAMES = st.from_regex(r"[a-z0-9/][a-z0-9/._-]{0,12}( [a-z])?", fullmatch=True)


def texts(key: str) -> st.SearchStrategy[list[str]]:
    """What may be written for a setting."""
    kind = SETTINGS[key].kind
    if isinstance(kind, Whole):
        return st.integers(kind.low, kind.high).map(lambda number: [str(number)])
    if isinstance(kind, Seconds):
        low, high = int(kind.low * 1000) or 1, int(kind.high * 1000)
        return st.integers(low, high).map(lambda number: [f"{number / 1000:.3f}"])
    if isinstance(kind, YesNo):
        return st.sampled_from(["yes", "no", "true", "off"]).map(lambda word: [word])
    if isinstance(kind, Choice):
        return st.sampled_from(list(kind.words)).map(lambda word: [word])
    if isinstance(kind, Address):
        return st.integers(0, 65_535).map(lambda port: [f"[::1]:{port}"])
    if isinstance(kind, FilePath) and kind.many:
        return st.lists(NAMES, min_size=1, max_size=3)
    assert isinstance(kind, FilePath | StoreAddress)
    return NAMES.map(lambda name: [name])


@st.composite
def said(draw: st.DrawFn) -> dict[str, list[str]]:
    keys = draw(st.lists(st.sampled_from(sorted(SETTINGS)), unique=True))
    return {key: draw(texts(key)) for key in keys}


def file_of(values: dict[str, list[str]]) -> Configuration:
    """A configuration file that says so."""
    tree: dict[str, Any] = {}
    for key, written in values.items():
        section, _, name = key.rpartition(".")
        place = tree.setdefault(section, {}) if section else tree
        place[name] = written if SETTINGS[key].kind.many else written[0]
    found = read_configuration(json.dumps(tree).encode(), "referee.yaml")
    assert found.diagnostics == ()
    return found


@given(said(), said(), said())
def test_flags_win_over_variables_over_the_file_over_defaults(
    flags: dict[str, list[str]], variables: dict[str, list[str]], written: dict[str, list[str]]
) -> None:
    environment = {SETTINGS[key].variable: os.pathsep.join(given) for key, given in variables.items()}
    found = resolve(flags, environment, file_of(written))

    assert found.faults == ()
    for key, setting in SETTINGS.items():
        ranked = ((flags, setting.flag), (variables, setting.variable), (written, "referee.yaml:1"))
        strongest = next(((given[key], origin) for given, origin in ranked if key in given), None)
        chosen = found.chosen[key]
        if strongest is None:
            assert chosen.origin == "default"
            continue
        assert chosen.origin == strongest[1]
        values = tuple(setting.kind.read(text, None) for text in strongest[0])
        assert chosen.value == (values if setting.kind.many else values[0])


@given(said())
def test_what_is_printed_can_be_read_and_says_the_same(values: dict[str, list[str]]) -> None:
    found = resolve(values, {}, Configuration())
    text = "\n".join(printed(found, ()))
    again = read_configuration(text.encode(), "printed.yaml")

    assert again.diagnostics == (), text
    read = resolve({}, {}, again)
    assert {key: read[key] for key in SETTINGS} == {key: found[key] for key in SETTINGS}


@given(said())
def test_a_plan_is_the_same_in_another_process(values: dict[str, list[str]]) -> None:
    plan = plan_of(
        resolve(values, {}, Configuration()),
        [Token("ana", Role.READER, digest_of("x"))],
        TokenPlaces(Path("referee.yaml"), Path("tokens.yaml")),
    )

    assert from_plain(json.loads(json.dumps(to_plain(plan)))) == plan


def test_the_terms_of_the_defaults_are_the_defaults_of_the_terms() -> None:
    assert terms_of(plan_of(resolve({}, {}, Configuration()), ())) == Terms()


def test_an_empty_variable_says_nothing() -> None:
    assert resolve({}, {"REFEREE_WORKERS": ""}, Configuration()).chosen["workers"].origin == "default"


def test_paths_of_a_file_are_relative_to_it_and_others_are_not() -> None:
    file = read_configuration(b"folders: [rules, /srv/rules]\ntls: {key: key.pem}\n", "referee.yaml", Path("/etc/ref"))
    found = resolve({"tls.certificate": ["cert.pem"]}, {}, file)

    assert found["folders"] == (Path("/etc/ref/rules"), Path("/srv/rules"))
    assert found["tls.key"] == Path("/etc/ref/key.pem")
    assert found["tls.certificate"] == Path("cert.pem")


def test_variables_of_others_are_nobodys_mistake() -> None:
    """Kubernetes gives every container such variables for a service called `referee`."""
    others = dict.fromkeys(
        ("REFEREE_PORT", "REFEREE_SERVICE_HOST", "REFEREE_PORT_50051_TCP_ADDR", "REFEREE_CONFIG"), "x"
    )
    assert unknown_variables(others) == ()
    assert unknown_variables({"REFEREE_ADRESS": "x"})


def _hidden(address: str) -> tuple[Resolved, list[Token]]:
    return resolve({"store": [address]}, {}, Configuration()), [Token("ana", Role.READER, digest_of("tok"))]


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://referee:s3cret-pass@db.example/referee",
        "postgresql://referee:a/b@s3cret-pass@db.example/referee",
        "postgresql://db.example/referee?user=referee&password=s3cret-pass&sslmode=require",
    ],
)
def test_secrets_are_not_printed(address: str) -> None:
    for text in (json.dumps(listed(*_hidden(address))), "\n".join(printed(*_hidden(address)))):
        assert "s3cret-pass" not in text
        assert digest_of("tok").hex() not in text
        assert "ana" in text
        assert "db.example" in text


def test_the_command_prints_what_holds(capsys: Any, monkeypatch: Any, tmp_path: Path) -> None:
    file = tmp_path / "referee.yaml"
    file.write_text("log: {format: json}\n")
    monkeypatch.setenv("REFEREE_STOP_GRACE", "7")
    assert run(["serve", "--config", str(file), "--workers", "2", "--print-config", "--json"]) == 0
    origins = {each["key"]: (each["value"], each["origin"]) for each in json.loads(capsys.readouterr().out)}

    assert origins["log.format"] == ("json", f"{file}:1")
    assert origins["stop.grace"] == (7.0, "REFEREE_STOP_GRACE")
    assert origins["workers"] == (2, "--workers")
    assert origins["insecure"] == (False, "default")


def test_the_command_tells_all_mistakes(capsys: Any, tmp_path: Path) -> None:
    file = tmp_path / "referee.yaml"
    file.write_text("wrokers: 3\nlog: {format: jsn}\n")
    words = ["serve", "--config", str(file), "--reload", "soon"]
    assert run(words) == 2
    told = capsys.readouterr().err
    assert run([*words, "--json"]) == 2
    error = json.loads(capsys.readouterr().out)["error"]

    assert "did you mean `workers`?" in told
    assert "did you mean `json`?" in told
    assert "`--reload` is a number of seconds from 0 to 86400, found `soon`" in told
    assert error["code"] == "CONFIGURATION_INVALID"
    assert [each["code"] for each in error["diagnostics"]] == ["CH101", "CH105"]
    assert len(error["faults"]) == 1
