"""The switch between the compiled modules and their sources, and the hook that compiles them."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from referee import native
from referee.version import __version__

ROOT = Path(__file__).resolve().parents[3]


def asked(wanted: str | None, *words: str) -> subprocess.CompletedProcess[str]:
    """What a new Python says with the variable set so (None: not at all)."""
    environment = {name: value for name, value in os.environ.items() if name != "REFEREE_NATIVE"}
    if wanted is not None:
        environment["REFEREE_NATIVE"] = wanted
    return subprocess.run([sys.executable, "-P", *words], env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    """The module of the build hook, which no wheel has."""
    spec = importlib.util.spec_from_file_location("native_build", ROOT / "referee" / "native" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one module that is to be compiled."""
    package = tmp_path / "referee"
    package.mkdir()
    for name in ("__init__.py", "hot.py", "hot.pxd"):
        (package / name).write_text("", encoding="utf-8")
    return tmp_path


def built(hook: ModuleType, project: Path, version: str = "standard") -> tuple[dict[str, Any], list[str]]:
    """What the build is told by the hook, and its warnings."""
    told: list[str] = []
    app = SimpleNamespace(display_warning=told.append)
    one = hook.NativeCore(str(project), {}, None, None, "", "wheel", app)
    plan: dict[str, Any] = {"force_include": {}, "pure_python": True, "infer_tag": False}
    try:
        one.initialize(version, plan)
    finally:
        one.finalize(version, plan, "")
    return plan, told


def test_the_version_says_which_form_runs() -> None:
    for wanted, form in (("0", "plain"), (None, None)):
        said = asked(wanted, "-m", "referee", "--version")
        which = asked(wanted, "-c", "from referee import native; print(native.form())").stdout.strip()
        assert said.stdout == f"referee {__version__} ({which})\n", said.stderr
        assert form in {None, which}


def test_the_sources_are_taken_where_they_are_asked_for() -> None:
    code = "import referee.game.suitpoints as one, referee.cards as other; print(one.__file__, other.__file__)"
    assert all(name.endswith(".py") for name in asked("0", "-c", code).stdout.split())


def test_the_native_form_is_had_or_missed_aloud() -> None:
    said = asked("1", "-c", "from referee.native import form; print(form())")
    if native.in_use():
        assert said.stdout == "native\n"
    elif os.environ.get("REFEREE_NATIVE") == "0":  # it may be there
        assert said.stdout == "native\n" or "install the referee anew" in said.stderr
    else:
        assert "install the referee anew where a C compiler" in said.stderr
        assert said.returncode == 1


def test_what_is_neither_is_refused() -> None:
    said = asked("yes", "-c", "import referee")
    assert "REFEREE_NATIVE is `yes`, where 0 (plain) or 1 (native) is expected" in said.stderr


def test_at_the_command_line_it_is_one_line() -> None:
    said = asked("yes", "-m", "referee", "--version")
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == "referee: REFEREE_NATIVE is `yes`, where 0 (plain) or 1 (native) is expected\n"
    assert asked("yes", "-c", "import referee").returncode == 1


@pytest.mark.parametrize(
    ("words", "line", "is_it"),
    [
        (["/usr/bin/referee", "solve"], ["python", "/usr/bin/referee", "solve"], True),
        (["-m", "solve"], ["python", "-P", "-m", "referee", "solve"], True),
        (["-m", "referee"], ["python", "-m", "pytest", "referee"], False),
        (["tests.py", "referee"], ["python", "tests.py", "referee"], False),
        (["-c"], ["python", "-c", "import referee"], False),
        ([], [], False),
    ],
)
def test_what_runs_is_known(words: list[str], line: list[str], is_it: bool) -> None:
    assert native._is_command(words, line) is is_it


def test_every_declaration_has_its_module() -> None:
    declared = sorted((ROOT / "referee").rglob("*.pxd"))
    assert ROOT / "referee" / "game" / "suitpoints.pxd" in declared
    assert not [path for path in declared if not path.with_suffix(".py").is_file()]


def test_the_first_line_of_a_declaration_is_obeyed(hook: ModuleType, tmp_path: Path) -> None:
    declared = tmp_path / "one.pxd"
    declared.write_text("# cython: boundscheck=False, binding=True\n", encoding="utf-8")
    assert hook._directives(declared) == {"boundscheck": False, "binding": True}
    declared.write_text("# Compiled as it is written.\n", encoding="utf-8")
    assert hook._directives(declared) == {}


def test_without_a_compiler_the_wheel_is_pure(hook: ModuleType, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REFEREE_NATIVE", raising=False)
    monkeypatch.setenv("CC", "no-such-compiler")
    plan, told = built(hook, project)
    assert plan == {"force_include": {}, "pure_python": True, "infer_tag": False}
    assert len(told) == 1
    assert "without the native core" in told[0]
    assert hook.NativeCore(str(project), {}, None, None, "", "wheel").dependencies() == []


def test_a_build_that_must_be_native_fails_without_a_compiler(
    hook: ModuleType, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFEREE_NATIVE", "1")
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(hook.CannotCompile, match=r"no C compiler \(no-such-compiler\)|headers of Python"):
        built(hook, project)
    with pytest.raises(hook.CannotCompile, match="an editable install"):
        built(hook, project, "editable")


@pytest.mark.parametrize("version", ["standard", "editable"])
def test_a_build_that_must_be_plain_tries_nothing(
    hook: ModuleType, project: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    monkeypatch.setenv("REFEREE_NATIVE", "0")
    assert built(hook, project, version) == ({"force_include": {}, "pure_python": True, "infer_tag": False}, [])


def test_what_does_not_compile_leaves_the_wheel_pure(
    hook: ModuleType, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "referee" / "hot.py").write_text("this is not Python\n", encoding="utf-8")
    monkeypatch.delenv("REFEREE_NATIVE", raising=False)
    plan, told = built(hook, project)
    assert plan["pure_python"]
    assert plan["force_include"] == {}
    assert len(told) == 1
