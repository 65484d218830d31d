"""Starts a program as a container of an image would: in its tree, as its user, with its variables, and nothing more.

The tree is read-only but for an empty /tmp, what is mounted is mounted, no privilege is left and none can be gained.
The network is that of whoever asks; `.ci/containers` gives it one of its own. Needs root, and util-linux.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_ENTER = """
set -e
tree=$1 user=$2
shift 2
mount --bind "$tree" "$tree"
while [ "$1" != -- ]; do
  mount --bind "$1" "$tree$2"
  mount -o remount,bind,ro "$tree$2"
  shift 2
done
shift
mount -t tmpfs -o mode=1777 tmpfs "$tree/tmp"
mount --rbind /dev "$tree/dev"
mount -t proc proc "$tree/proc"
mount -o remount,bind,ro "$tree"
exec chroot "$tree" setpriv --reuid="${user%:*}" --regid="${user#*:}" --groups="${user#*:}" \\
  --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
"""


@dataclass(frozen=True, slots=True)
class Image:
    """A built image: where its files are, and what the Dockerfile says of it, as the engine keeps that."""

    tree: Path
    config: Mapping[str, Any]

    @property
    def user(self) -> str:
        """UID:GID."""
        return str(self.config["User"])

    @property
    def healthcheck(self) -> Sequence[str]:
        """The program of HEALTHCHECK with its arguments."""
        form, *words = self.config["Healthcheck"]["Test"]
        assert form == "CMD", form
        return words

    def start(
        self,
        words: Sequence[str] | None = None,
        variables: Mapping[str, str] | None = None,
        mounts: Mapping[Path, str] | None = None,
        *,
        entrypoint: bool = True,
        **how: Any,
    ) -> subprocess.Popen[str]:
        """Starts it: `words` in place of CMD, `variables` beside those of the image, what is mounted where.

        Without `entrypoint` the words are the whole command. `how` is for Popen.
        """
        command = [*(self.config["Entrypoint"] if entrypoint else ()), *(words or self.config["Cmd"])]
        held = dict(line.split("=", 1) for line in self.config["Env"]) | dict(variables or {})
        places = {Path("/etc/hosts"): "/etc/hosts", **(mounts or {})}
        for source, target in places.items():
            _make_place(source, self.tree / target.lstrip("/"))
        mounted = [str(word) for pair in places.items() for word in pair]
        inside = ["env", "-i", "-C", self.config["WorkingDir"], *(f"{name}={value}" for name, value in held.items())]
        enter = ["unshare", "--mount", "sh", "-c", _ENTER, "enter", str(self.tree), self.user]
        return subprocess.Popen([*enter, *mounted, "--", *inside, *command], text=True, **how)

    def run(self, words: Sequence[str], variables: Mapping[str, str] | None = None, **how: Any) -> tuple[int, str]:
        """Starts it and waits: its exit code and all that it printed."""
        process = self.start(words, variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **how)
        printed, _ = process.communicate(timeout=120)
        return process.returncode, printed


def _make_place(source: Path, target: Path) -> None:
    """Where something is mounted there has to be something, as an engine sees to."""
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()
