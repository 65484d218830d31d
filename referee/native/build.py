"""The build hook of the wheel: compiles every module that has a `.pxd` beside it, where that can be done.

It asks for Cython only where a C compiler and `Python.h` are. Without them, or where compiling fails, a pure wheel
comes out, with the same results. `REFEREE_NATIVE=0` leaves it at that; `REFEREE_NATIVE=1` fails the build instead, and
says why. An editable install reads the sources, and is plain.

Only hatchling imports this; it is no part of the wheel.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_NEEDED = ["cython>=3.1", "setuptools>=77"]
"""What compiles: Cython makes C, setuptools knows how a compiler is called on each system."""

_DIRECTIVES = {"annotation_typing": False}
"""A Python int stays one: only a `.pxd` says that a number fits a machine word."""

_COMPILE = """\
import json, sys
from Cython.Build import cythonize
from setuptools import Extension
from setuptools.dist import Distribution

flags = [] if sys.platform == "win32" else ["-g0", "-O2", "-Wno-array-bounds"]
told, made = json.load(sys.stdin), []
for directives, modules in told["modules"]:
    named = [Extension(name, [source], extra_compile_args=flags) for name, source in modules]
    made += cythonize(named, language_level=3, compiler_directives=directives, nthreads=told["jobs"], quiet=True)
command = Distribution({"ext_modules": made}).get_command_obj("build_ext")
command.inplace, command.parallel, command.build_temp = True, told["jobs"], "made"
command.ensure_finalized()
command.run()
"""
"""Compiles modules, those together that are compiled alike; what it is told comes as JSON."""


class CannotCompile(RuntimeError):  # noqa: N818 - named as it is told
    """The native core is wanted and cannot be built."""


class NativeCore(BuildHookInterface[Any]):
    """Puts the compiled modules into the wheel, beside their sources."""

    PLUGIN_NAME = "custom"
    _folder: Path | None = None
    """Where it is compiled: a copy of the package, so that the sources stay as they are."""

    def dependencies(self) -> list[str]:
        """What pip must fetch before it builds: nothing where nothing will be compiled."""
        return _NEEDED if _wanted() != "0" and not _missing() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, or leave the wheel pure. CannotCompile if the environment insists."""
        wanted = _wanted()
        if wanted == "0" or (version == "editable" and wanted != "1"):
            return
        try:
            made = self._compiled(version)
        except CannotCompile as error:
            if wanted == "1":
                raise
            self.app.display_warning(f"plain, without the native core: {error}")
            return
        build_data["force_include"] |= made
        build_data["pure_python"], build_data["infer_tag"] = False, True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Take away what was made on the way."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _compiled(self, version: str) -> dict[str, str]:
        """The compiled modules: where each is, and where it goes."""
        if version == "editable":
            raise CannotCompile("an editable install reads the sources; install it as a wheel")
        if missing := _missing():
            raise CannotCompile(missing)
        folder = self._folder = Path(tempfile.mkdtemp(prefix="referee-native-"))
        copy = folder / "referee"
        shutil.copytree(Path(self.root) / "referee", copy, ignore=_no_sources)
        _compile(copy)
        made = sorted(path for path in copy.rglob("*") if path.suffix in {".so", ".pyd"})
        return {str(path): path.relative_to(folder).as_posix() for path in made}


def _wanted() -> str:
    wanted = os.environ.get("REFEREE_NATIVE", "")
    if wanted not in {"", "0", "1"}:
        raise ValueError(f"REFEREE_NATIVE is `{wanted}`, where 0 (plain) or 1 (native) is expected")
    return wanted


def _missing() -> str:
    """What is not here that compiling needs, in words; empty if all is."""
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if not header.is_file():
        return "the headers of Python (Python.h) are not installed"
    if sys.implementation.name != "cpython":
        return "it is compiled for CPython only"
    if os.name == "nt":
        return ""  # where its compiler is only setuptools knows
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    return "" if shutil.which(compiler) else f"there is no C compiler ({compiler})"


def _no_sources(place: str, names: list[str]) -> list[str]:
    """What of a folder is not copied."""
    return [name for name in names if not (name.endswith((".py", ".pxd")) or (Path(place) / name).is_dir())]


def _directives(declarations: Path) -> dict[str, bool]:
    """What the first line of a `.pxd` says besides: `# cython: boundscheck=False, cdivision=True`."""
    with declarations.open(encoding="utf-8") as lines:
        first = next(lines, "")
    if not first.startswith("# cython:"):
        return {}
    pairs = (part.split("=") for part in first.removeprefix("# cython:").split(","))
    return {name.strip(): value.strip() == "True" for name, value in pairs}


def _compile(package: Path) -> None:
    """Compile the modules of a copy of the package in place, in a process of its own. CannotCompile."""
    import json  # noqa: PLC0415 - hatchling reads this file before each build, also those that compile nothing

    alike: dict[str, list[tuple[str, str]]] = {}
    for declarations in sorted(package.rglob("*.pxd")):
        source = declarations.with_suffix(".py").relative_to(package.parent)
        directives = json.dumps(_DIRECTIVES | _directives(declarations))
        alike.setdefault(directives, []).append((".".join(source.with_suffix("").parts), str(source)))
    modules = [(json.loads(directives), named) for directives, named in alike.items()]
    told = {"modules": modules, "jobs": os.cpu_count() or 1}
    done = subprocess.run(  # noqa: S603 - this Python, on our own text
        [sys.executable, "-c", _COMPILE],
        cwd=package.parent,
        input=json.dumps(told),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotCompile(f"compiling failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
