"""`referee check` and what is no rule file: one line each, exit code 2, and the other files are checked all the same."""

import errno
import json
import os
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from referee import plain_files
from referee.cli import check
from tests.cli.running import referee

GOOD = "rule_set: casa\nformat: 1\nextends: spanish-40\n"
BAD = f"{GOOD}close: {{may_close: {{q.1: deadwod at most 5}}}}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "casa.yaml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "folder.yaml").mkdir()
    os.mkfifo(tmp_path / "pipe.yaml")
    return tmp_path


def run(*files: str, form: str | None = None) -> int:
    mends = {"fix": False, "unsafe_fixes": False, "diff": False}
    return check.run(Namespace(files=list(files), json=False, format=form, strict=False, **mends))


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "an empty text names no file"),
        ("folder.yaml", "`folder.yaml` cannot be opened: there is no rule file in this folder"),
        ("pipe.yaml", "`pipe.yaml` cannot be opened: it is a pipe or a device, not a file"),
        ("/dev/zero", "`/dev/zero` cannot be opened: it is a pipe or a device, not a file"),
        ("gone.yaml", "`gone.yaml` cannot be opened: there is no such file"),
        ("casa.yaml/x", "`casa.yaml/x` cannot be opened: not a directory"),
        ("a" * 400, f"`{'a' * 199}…` cannot be opened: file name too long"),
        ("a\tb", "`a<U+0009>b` cannot be opened: there is no such file"),
        ("a\0b", "`a<U+0000>b` cannot be opened: it is no path"),
    ],
)
def test_what_is_no_file_is_said_in_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, says: str
) -> None:
    monkeypatch.chdir(folder)
    assert run(name, "casa.yaml") == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("1 file checked, no mistakes\n", f"referee check: {says}\n")
    assert run(name, "casa.yaml", form="json") == 2
    rows = json.loads(capsys.readouterr().out)
    assert [(row["code"], row["message"]) for row in rows] == [("CH015", says)]


def test_a_folder_is_its_rule_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Those anywhere below it, told from records, tests and what else lies there by how they begin."""
    (folder / "more" / "deep").mkdir(parents=True)
    (folder / "more" / "bad.yml").write_text(BAD.replace("casa", "bad"), encoding="utf-8")
    (folder / "more" / "deep" / "mine.yaml").write_text(f"# mine\n{GOOD.replace('casa', 'mine')}", encoding="utf-8")
    (folder / "casa_test.yaml").write_text("test: 1\nrule_set: casa\n", encoding="utf-8")
    (folder / "game.yaml").write_text("record: 1\nrules: casa\nseats: {A: Ane, B: Bea}\n", encoding="utf-8")
    (folder / "notes.txt").write_text(BAD, encoding="utf-8")

    assert run(str(folder)) == 1
    out, err = capsys.readouterr()
    assert out.splitlines()[0].startswith(f"{folder / 'more' / 'bad.yml'}:4:")
    assert out.splitlines()[-1].startswith("3 files checked: 1 error")
    assert err == ""
    assert run(str(folder / "more" / "deep"), str(folder / "folder.yaml")) == 2


def test_nothing_is_waited_for(folder: Path) -> None:
    """A pipe that nobody writes to, standard input that is one, and a device without an end."""
    done = referee("check", "pipe.yaml", "/dev/stdin", "/dev/zero", "casa.yaml", folder=folder, typed="x")
    assert (done.code, done.out) == (2, "1 file checked, no mistakes\n")
    assert done.err.splitlines() == [
        f"referee check: `{name}` cannot be opened: it is a pipe or a device, not a file"
        for name in ("pipe.yaml", "/dev/stdin", "/dev/zero")
    ]


@pytest.mark.parametrize("fails", ["open", "read"])
def test_a_file_that_may_not_be_read_or_vanishes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fails: str
) -> None:
    """Whoever may do anything cannot be refused a file: the system's answer is made here."""
    real = plain_files.without_waiting

    def opened(path: str, flags: int) -> int:
        if not path.endswith("secret.yaml"):
            return real(path, flags)
        if fails == "open":
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return os.open(folder, os.O_RDONLY)

    monkeypatch.setattr(plain_files, "without_waiting", opened)
    assert run("secret.yaml", str(folder / "casa.yaml")) == 2
    out, err = capsys.readouterr()
    assert out == "1 file checked, no mistakes\n"
    assert err.startswith("referee check: `secret.yaml` cannot be opened: ")
    assert err.count("\n") == 1


def test_a_base_that_cannot_be_read_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    base = folder / "base.yaml"
    base.write_text(GOOD.replace("casa", "base"), encoding="utf-8")
    (folder / "casa.yaml").write_text(GOOD.replace("spanish-40", "base"), encoding="utf-8")
    real = Path.open

    def opened(path: Path, *more: Any, **others: Any) -> Any:
        if path.name == "base.yaml":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return real(path, *more, **others)

    monkeypatch.setattr(Path, "open", opened)
    assert run(str(folder / "casa.yaml")) == 2
    assert capsys.readouterr().err == f"referee check: `{base}` cannot be opened: you may not read it\n"


def test_a_thousand_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [str(folder / f"none-{number}.yaml") for number in range(500)]
    (folder / "bad.yaml").write_text(BAD.replace("casa", "bad"), encoding="utf-8")
    files = [*names, str(folder / "bad.yaml"), *([str(folder / "casa.yaml")] * 498), *names[:1]]
    assert run(*files) == 2
    out, err = capsys.readouterr()
    assert len(err.splitlines()) == 501
    assert out.endswith("\n\n499 files checked: 1 error; `--fix` mends 1; `referee explain CH201` tells more\n")
    assert run(*files, form="json") == 2
    rows = json.loads(capsys.readouterr().out)
    assert [row["code"] for row in rows] == ["CH015"] * 500 + ["CH201"] + ["CH015"]
    assert run(*files, form="github") == 2
    assert len(capsys.readouterr().out.splitlines()) == 502


@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_each_file_is_cut_by_itself(folder: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    lines = "".join(f"    q.{number}: x\n" for number in range(1_200))
    (folder / "many.yaml").write_text(f"{GOOD.replace('casa', 'many')}close:\n  may_close:\n{lines}", encoding="utf-8")
    assert run(str(folder / "many.yaml"), str(folder / "many.yaml"), form=form) == 1
    out = capsys.readouterr().out
    assert out.count("unknown name `x`") == 2_000
    assert out.count("and 200 more") == 2
    if form == "text":
        assert out.endswith("2 files checked: 2,400 errors; `referee explain CH201` tells more\n")
