"""What each client adds to the stub that is made for its language, one call after the other.

The programs in `clients/` print both, in turn, round by round. A language whose tools are not installed, or whose
client has not been built here, is left out and told.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
PROGRAMS = HERE / "clients"
CLIENTS = HERE.parents[1] / "clients"
ROUNDS, CALLS = 15, 100
Row = tuple[str, str, str]


class Missing(Exception):  # noqa: N818 - named as it is told
    """Something is not installed; the message says what."""


def program(name: str, *others: str) -> str:
    """Where a tool is; Missing."""
    found = shutil.which(name) or next((place for place in others if Path(place).exists()), None)
    if found is None:
        raise Missing(f"{name} is not installed")
    return found


def python(_: Path) -> list[str]:
    """The command of the Python program."""
    return [sys.executable, str(PROGRAMS / "overhead.py")]


def node(_: Path) -> list[str]:
    """That of the TypeScript client, as it was built."""
    found = CLIENTS / "typescript"
    if not (found / "dist" / "index.js").exists() or not (found / "node_modules").exists():
        raise Missing("npm ci and npm run build have not been run in clients/typescript")
    return [program("node"), str(PROGRAMS / "overhead.mjs"), str(found)]


def go(folder: Path) -> list[str]:
    """That of the Go client, built in a module of its own."""
    client = CLIENTS / "go"
    lines = (client / "go.mod").read_text("utf-8").splitlines()
    module = lines[0].removeprefix("module ")
    own = ["module overhead", *lines[1:], f"require {module} v0.0.0", f"replace {module} => {client}"]
    (folder / "go.mod").write_text("\n".join(own) + "\n", "utf-8")
    shutil.copy(client / "go.sum", folder)
    shutil.copy(PROGRAMS / "overhead.go", folder)
    built([program("go", "/usr/local/go/bin/go"), "build", "-mod=mod", "-o", "overhead", "."], folder)
    return [str(folder / "overhead")]


def rust(folder: Path) -> list[str]:
    """That of the Rust client, built in a crate of its own with the versions of the client."""
    client = CLIENTS / "rust"
    kept = [
        line
        for line in (client / "Cargo.toml").read_text("utf-8").splitlines()
        if line.startswith(("tonic =", "tokio ="))
    ]
    manifest = ["[package]", 'name = "overhead"', 'version = "0.1.0"', 'edition = "2024"', "[dependencies]"]
    manifest += [f'referee-client = {{ path = "{client}" }}', next(line for line in kept if line.startswith("tonic"))]
    manifest += ['tokio = { version = "1", features = ["macros", "rt-multi-thread", "time"] }', "[workspace]"]
    (folder / "Cargo.toml").write_text("\n".join(manifest) + "\n", "utf-8")
    (folder / "src").mkdir()
    shutil.copy(PROGRAMS / "overhead.rs", folder / "src" / "main.rs")
    if (client / "Cargo.lock").is_file():  # where the client was built before, the same versions
        shutil.copy(client / "Cargo.lock", folder)
    built([program("cargo"), "build", "--release", "--quiet"], folder)
    return [str(folder / "target" / "release" / "overhead")]


def java(folder: Path) -> list[str]:
    """That of the Java client, whose classes are made in a copy of it. REFEREE_MAVEN: where Maven keeps what it gets."""
    client = CLIENTS / "java"
    shutil.copy(client / "pom.xml", folder)
    shutil.copytree(client / ".mvn", folder / ".mvn")  # what Maven lets the compiler's plugins see
    for part in ("main", "generated"):
        shutil.copytree(client / "src" / part, folder / "src" / part)
    kept = os.environ.get("REFEREE_MAVEN", str(folder / "maven"))
    jars = f"-DoutputDirectory={folder}/jars"
    maven = [program("mvn"), "--batch-mode", "--quiet", f"-Dmaven.repo.local={kept}", "compile"]
    built([*maven, "dependency:copy-dependencies", jars], folder)
    classes = f"{folder}/target/classes:{folder}/jars/*"
    return [program("java"), "-cp", classes, str(PROGRAMS / "Overhead.java")]


def built(command: Sequence[str], folder: Path) -> None:
    """Run a compiler; Missing if it fails, with the end of what it said."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Missing(f"{Path(command[0]).name} cannot build it here: {done.stderr.strip().splitlines()[-1]}")


LANGUAGES: dict[str, Callable[[Path], list[str]]] = {
    "Python": python,
    "Go": go,
    "TypeScript": node,
    "Java": java,
    "Rust": rust,
}


def rows_of_clients(address: str) -> list[Row]:
    """A row for each client: what a call costs with it and with the stub."""
    rows: list[Row] = []
    for language, command in LANGUAGES.items():
        with tempfile.TemporaryDirectory() as folder:
            try:
                words = [*command(Path(folder)), address, str(ROUNDS), str(CALLS)]
            except Missing as missing:
                rows.append((f"client in {language}", f"left out: {missing}", ""))
                continue
            told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        pairs = [tuple(map(float, line.split())) for line in told.splitlines()]
        stub, client = (min(pair[which] for pair in pairs) for which in (0, 1))
        over = median(pair[1] / pair[0] for pair in pairs)
        rows.append((f"client in {language}", f"{client:.0f} us a call, its stub {stub:.0f}; {over:.2f}x", ""))
    return rows
