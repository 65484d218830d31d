"""Configuration files: every mistake told at once, with its place; nothing that may be a token in any of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.diagnostics.render import render_text
from referee.limits import CONFIGURATION_BYTES, TOKENS
from referee.service.tokens import Role, digest_of
from referee.serving.configuration import read_configuration, read_tokens
from referee.serving.files import LEAST_CHARACTERS, gather
from referee.serving.settings import SETTINGS
from tests.rendering import render_json

GOLDEN = Path(__file__).parent / "golden"
DIGEST = digest_of("a token of somebody").hex()


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.yaml")), ids=lambda file: file.stem)
def test_what_is_said_of_a_bad_file(file: Path, update_golden: bool) -> None:
    found = read_configuration(file.read_bytes(), file.name)
    text = render_text(found.diagnostics)
    expected = file.with_suffix(".out")
    if update_golden:
        expected.write_text(text, "utf-8")
    assert found.faulty
    assert text == expected.read_text("utf-8")


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"# nothing is chosen\n", b" # a\n\n\t#b", b"{}", b"log: {}\n", b"tokens: {}\n"]
)
def test_a_file_may_say_nothing(content: bytes) -> None:
    found = read_configuration(content, "referee.yaml")
    assert (found.values, found.tokens, found.diagnostics) == ({}, (), ())


def test_a_line_of_hashes_is_a_comment_like_any_other() -> None:
    found = read_configuration(b"#" * 500 + b"\nworkers: 2\n", "referee.yaml")
    assert found.values["workers"].texts == ("2",)


def test_what_a_file_says() -> None:
    text = f"""
    workers: 3
    folders: [casa, ../club]
    insecure: yes
    tls:
      key: /etc/key.pem
    tokens:
      ana: {{role: reader, sha256: {DIGEST}}}
      bot-1: {{role: author, file: secrets/bot}}
    """
    found = read_configuration(text.encode(), "referee.yaml", Path("/etc/referee"))

    assert found.diagnostics == ()
    assert {key: written.texts for key, written in found.values.items()} == {
        "workers": ("3",),
        "folders": ("casa", "../club"),
        "insecure": ("yes",),
        "tls.key": ("/etc/key.pem",),
    }
    assert [(each.holder, each.role, each.sha256 or each.file) for each in found.tokens] == [
        ("ana", Role.READER, bytes.fromhex(DIGEST)),
        ("bot-1", Role.AUTHOR, "secrets/bot"),
    ]


def test_bytes_of_a_configuration() -> None:
    def sized(size: int) -> bytes:
        return b"workers: 2\n#".ljust(size, b"x")

    assert read_configuration(sized(CONFIGURATION_BYTES), "c").diagnostics == ()
    (told,) = read_configuration(sized(CONFIGURATION_BYTES + 1), "c").diagnostics
    assert told.code == "CH012"
    (told,) = read_configuration(b"#".ljust(CONFIGURATION_BYTES + 1, b"x"), "c").diagnostics
    assert told.code == "CH012"


def test_tokens_of_a_server() -> None:
    def held(number: int) -> bytes:
        return "\n".join(f"t{n}: {{role: reader, file: f}}" for n in range(number)).encode()

    assert len(read_tokens(held(TOKENS), "t").tokens) == TOKENS
    full = read_tokens(held(TOKENS + 1), "t")
    assert [each.code for each in full.diagnostics] == ["CH012"]


SECRET = "fK3-9pWq_hunter2-Zz"
PLACES = (
    "tokens: {{ana: {{role: reader, sha256: {0}}}}}",
    'tokens:\n  ana: {{role: king, sha256: "{0}"}}',
    "tokens:\n  ana:\n    token: {0}\n    role: reader",
    "tokens:\n  ana:\n    secret: {0}\n    rol: reader",
    "tokens:\n  ana:\n    role: reader\n    sha256: {0}\n   bad indentation",
    "tokens:\n  ana: {{role: reader, sha256: {0}, file: x}}\nwrokers: 1",
    "tokens:\n  ana: {{role: reader, sha256: [{0}]}}",
    "tokens:\n  ana: {{role: reader, sha256: |\n      {0}\n      }}",
    "tokens:\n  ana:\n    sha256: {0}\n    sha256: {0}\n",
)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("secret", [SECRET, DIGEST])
def test_nothing_that_may_be_a_token_is_shown(place: str, secret: str) -> None:
    for read in (read_configuration, read_tokens):
        text = place.format(secret) if read is read_configuration else place.format(secret).removeprefix("tokens:")
        found = read(text.encode(), "referee.yaml")
        assert secret not in render_text(found.diagnostics)
        assert secret not in render_json(found.diagnostics)
    assert read_configuration(place.format(SECRET).encode(), "c").faulty


@pytest.mark.parametrize(
    "place", ["strore: {0}", "store: [{0}]", "{{store: '{0}', wrokers: 1}}", "store: {0}\n  bad: ["]
)
@pytest.mark.parametrize("login", ["db://ana:{0}@h/n", "db://ana:a/b@{0}@h/n", "db://h/n?user=ana&password={0}"])
def test_no_password_of_a_store_is_shown(place: str, login: str) -> None:
    found = read_configuration(place.format(login.format(SECRET)).encode(), "referee.yaml")
    assert found.faulty
    assert SECRET not in render_text(found.diagnostics) + render_json(found.diagnostics)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_file_is_too_odd_to_be_read(content: bytes) -> None:
    found = read_configuration(content, "referee.yaml")
    render_text(found.diagnostics)
    assert set(found.values) <= set(SETTINGS)


def test_all_mistakes_come_at_once(tmp_path: Path) -> None:
    """Those of the file, of the file of tokens, of the environment and of the command line."""
    file, more = tmp_path / "referee.yaml", tmp_path / "tokens.yaml"
    file.write_text("wrokers: 3\ntokens_file: tokens.yaml\ntokens:\n  ana: {role: reader, file: gone}\n")
    more.write_text(f"olatz: {{role: autor, sha256: {DIGEST}}}\n")
    found = gather({"workers": ["many"]}, {"REFEREE_ADDRESS": "nowhere", "REFEREE_WORKRES": "3"}, file)

    assert not found.sound
    assert [each.code for each in found.diagnostics] == ["CH101", "CH105", "CH015"]
    assert found.faults == (
        "`REFEREE_ADDRESS` is an address: `nowhere` has no port; write HOST:PORT, for example `nowhere:50051`",
        "`--workers` is a whole number from 1 to 64, found `many`",
    )
    assert found.warnings == ("the variable `REFEREE_WORKRES` means nothing; did you mean `REFEREE_WORKERS`?",)


@pytest.mark.parametrize("text", ["~nobody-of-that-name/key.pem", "a\0b", ""])
def test_what_is_no_path(text: str) -> None:
    (fault,) = gather({"tls.key": [text]}, {}, None).faults
    assert fault.startswith("`--tls-key` is a path")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"address": "0.0.0.0:1"}, "can be reached by other machines, unencrypted"),
        ({"admin.address": "0.0.0.0:1"}, "allow it with --admin-insecure"),
        ({"tls.key": "k"}, "needs `tls.certificate` beside it"),
        ({"tls.certificate": "k"}, "needs `tls.key` beside it"),
        ({"tls.client_ca": "k"}, "needs `tls.certificate` and `tls.key` beside it"),
        ({"address": "unix:x.sock", "workers": "2"}, "cannot be shared by several workers"),
        ({"deadlines.default": "5", "deadlines.most": "4"}, "is later than that of any call"),
        ({"admin.address": "127.0.0.1:50051"}, "metrics need an address of their own"),
    ],
)
def test_values_that_do_not_go_together(said: dict[str, str], told: str) -> None:
    found = gather({key: [value] for key, value in said.items()}, {}, None)
    assert len(found.faults) == 1
    assert told in found.faults[0]


@pytest.mark.parametrize(
    "said",
    [
        {"address": "0.0.0.0:1", "insecure": "yes"},
        {"address": "0.0.0.0:1", "tls.key": "k", "tls.certificate": "c"},
        {"admin.address": "0.0.0.0:1", "admin.insecure": "yes"},
        {"address": "unix:x.sock"},
        {"address": "[::1]:1", "workers": "2"},
    ],
)
def test_values_that_do(said: dict[str, str]) -> None:
    assert gather({key: [value] for key, value in said.items()}, {}, None).sound


def test_values_of_a_file_that_do_not_go_together_are_told_at_their_place(tmp_path: Path) -> None:
    file = tmp_path / "referee.yaml"
    file.write_text("workers: 2\naddress: 192.0.2.1:50051\n")
    (told,) = gather({}, {}, file).diagnostics
    assert told.span is not None
    assert told.span.begin.line == 2


@pytest.mark.parametrize(
    ("content", "holds"),
    [
        ("x" * LEAST_CHARACTERS, True),
        ("x" * LEAST_CHARACTERS + "\n", True),
        ("x" * (LEAST_CHARACTERS - 1), False),
        ("", False),
        ("x" * 20 + " " + "y" * 20, False),
        ("x" * 1_025, False),
    ],
)
def test_a_token_in_a_file(content: str, holds: bool, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(content)
    file = tmp_path / "referee.yaml"
    file.write_text("tokens: {ana: {role: reader, file: secret}}\n")
    found = gather({}, {}, file)

    assert found.sound is holds
    assert [each.sha256 for each in found.tokens] == ([digest_of(content.strip())] if holds else [])
    assert content.strip() == "" or content.strip() not in render_text(found.diagnostics)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    (told,) = gather({}, {}, tmp_path / "gone.yaml").diagnostics
    assert (told.code, told.span) == ("CH015", None)
    assert "gone.yaml" in told.message
