"""A PostgreSQL server that belongs to the tests: on a socket in a folder of theirs, and on no port."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

_USER = "postgres"


def programs() -> Path | None:
    """The folder with `initdb` and `pg_ctl`; None where PostgreSQL is not installed."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    for place in [*places, *([Path(on_path).resolve().parent] if on_path else [])]:
        if (place / "initdb").exists() and (place / "pg_ctl").exists():
            return place
    return None


class Postgres:
    """A server in `folder`. It refuses to run as root: then it runs as the user `postgres`, whom its package made."""

    def __init__(self, found: Path, folder: Path) -> None:
        self._programs, self._folder, self._made = found, folder, 0
        self._cluster = folder / "cluster"

    def make(self) -> None:
        """Make an empty cluster."""
        if os.geteuid() == 0:
            shutil.chown(self._folder, _USER)
        self._folder.chmod(0o755)
        self._run("initdb", "--auth=trust", "--no-sync", f"--username={_USER}", "-D", str(self._cluster))

    def start(self, sync: str = "off") -> None:
        """Start it, and wait until it answers. `sync` "on" survives more than a crash of the server, and is slow."""
        settings = f"-k {self._folder} -c listen_addresses='' -c max_connections=50 -c fsync={sync}"
        self._run("pg_ctl", "-D", str(self._cluster), "-l", str(self._folder / "log"), "-w", "-o", settings, "start")

    def stop(self, how: str = "fast") -> None:
        """Stop it: `fast` breaks the connections off, `immediate` is a crash."""
        self._run("pg_ctl", "-D", str(self._cluster), "-w", "-m", how, "stop")

    def database(self) -> str:
        """The address of a new database."""
        self._made += 1
        name = f"store{self._made}"
        self._run("createdb", "-h", str(self._folder), "-U", _USER, name)
        return f"postgresql://{_USER}@/{name}?host={self._folder}"

    def _run(self, program: str, *arguments: str) -> None:
        as_user = ["setpriv", f"--reuid={_USER}", f"--regid={_USER}", "--clear-groups"] if os.geteuid() == 0 else []
        command = [*as_user, str(self._programs / program), *arguments]
        with (self._folder / f"{program}.out").open("ab") as out:
            subprocess.run(command, check=True, stdout=out, stderr=subprocess.STDOUT, cwd="/")
