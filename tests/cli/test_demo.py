"""The demonstration runs through a real server, and the server is gone afterwards whatever happens."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli import demo as module_demo
from referee.cli import own_server as module
from referee.cli.failures import CommandError
from referee.cli.own_server import own_server
from referee.vocabulary import vocabulary


def _nobody_listens(address: str) -> bool:
    host, _, port = address.rpartition(":")
    with socket.socket() as probe:
        return probe.connect_ex((host, int(port))) != 0


def demo(folder: Path, *words: str) -> str:
    """What the demonstration prints; it leaves no server and no file behind."""
    command = [sys.executable, "-m", "referee", "demo", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert list(folder.iterdir()) == []
    return done.stdout


def test_the_demonstration_shows_the_whole_road(tmp_path: Path) -> None:
    said = demo(tmp_path)
    for each in ("spanish-40", "fournier-48", "chilean-50", "loose.cont at most", "casa-abuela.yaml:7:", "^"):
        assert each in said
    assert "12 points loose" in said
    assert f"close with {module_demo.CLEAN}: clean, writes −10 [es.5]" in said
    assert f"close with {module_demo.CHINCHON}: chinchón, wins the game [es.6]" in said
    assert "by spanish-40 alone: plain, writes 5 [es.8]" in said
    assert re.search(r"at grandmother's: refused\n +es\.4  .+", said)
    assert "legal would be: 5b put face down, plain, writes 2 [es.8]" in said
    address = re.search(r"listening on (\S+),", said)
    assert address
    assert _nobody_listens(address[1])


def test_the_demonstration_speaks_other_languages(tmp_path: Path) -> None:
    said = demo(tmp_path, "--lang", "eu")
    assert f"{module_demo.CLEAN} kartekin itxi: itxiera garbia, hau idazten du: −10 [es.5]" in said
    assert re.search(r"amonaren etxean: ukatua\n +es\.4  Ixteko", said)
    english = [text.partition("{")[0] for text in vocabulary().voice("en")["demo"].values()]
    assert [text for text in english if len(text) > 3 and text in said] == []


def test_the_demonstration_is_one_object_for_programs(tmp_path: Path) -> None:
    found = json.loads(demo(tmp_path, "--json"))
    assert [one["code"] for one in found["mistaken"]["diagnostics"]] == ["CH210"]
    assert found["mended"]["rule_set"]["name"] == "casa-abuela"
    assert found["hand"]["deadwood"] == 12
    assert [(one["rules"], one["legal"], one["verdict"]["outcome"]) for one in found["closes"]] == [
        ("casa-abuela.yaml", True, "clean"),
        ("casa-abuela.yaml", True, "chinchon"),
        ("spanish-40", True, "plain"),
        ("casa-abuela.yaml", False, ""),
    ]
    assert [one["card"] for one in found["closes"][3]["closings"] if one["verdict"]["legal"]] == ["5b"]
    assert _nobody_listens(found["address"])


def test_the_server_stops_when_the_work_fails() -> None:
    addresses: list[str] = []

    def work() -> None:
        with own_server() as address:
            addresses.append(address)
            assert not _nobody_listens(address)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    assert _nobody_listens(addresses[0])


def test_a_server_that_ends_at_once_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.sys, "executable", "false" if os.name == "posix" else "cmd")
    with pytest.raises(CommandError, match="ended before it served"), own_server():
        pass


def test_a_server_that_does_not_start_is_told_and_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    slow = tmp_path / "slow"
    slow.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\necho oh dear >&2\nexec sleep 60\n", encoding="utf-8")
    slow.chmod(0o755)
    monkeypatch.setattr(module.sys, "executable", str(slow))
    monkeypatch.setattr(module, "START_SECONDS", 0.5)
    with pytest.raises(CommandError, match=r"did not start within .*\noh dear"), own_server():
        pass
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_serve_announces_its_address_as_json_too_and_serves_where_nobody_listens() -> None:
    command = [sys.executable, "-m", "referee", "serve", "--address", "127.0.0.1:0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = json.loads(process.stdout.readline())["listening"]
        assert not _nobody_listens(address)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    with subprocess.Popen(["sh", "-c", f"exec {' '.join(command)} >&-"], stderr=subprocess.PIPE) as silent:
        assert silent.stderr is not None
        with pytest.raises(subprocess.TimeoutExpired):
            silent.wait(3)
        silent.send_signal(signal.SIGTERM)
        assert silent.wait(20) == 0
        assert silent.stderr.read() == b""


def test_serve_announces_its_address_and_stops_on_a_signal() -> None:
    command = [sys.executable, "-m", "referee", "serve", "--address", "127.0.0.1:0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().removeprefix("listening on ").strip()
        second = subprocess.run([*command[:-1], address], capture_output=True, text=True, check=False, timeout=30)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    assert second.returncode == 2
    assert second.stderr.startswith(f"referee serve: cannot listen on `{address}`")
