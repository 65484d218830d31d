"""compose.yaml as far as this project uses it: what a service is started with."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from contained import Image

_VARIABLE = re.compile(r"\$\{(\w+):\?[^}]*\}")


class Services:
    """The services of a file; `given` are the variables of whoever starts them."""

    def __init__(self, path: Path, image: Image, given: Mapping[str, str]) -> None:
        self._folder = path.parent
        self._image = image
        # No value of the file holds a brace of YAML where a variable stands, so the text is filled in after it is read.
        self._services = _filled(yaml.safe_load(path.read_text("utf-8"))["services"], given)

    def environment(self, name: str) -> Mapping[str, str]:
        """The variables of a service."""
        return self._services[name]["environment"]

    def command(self, name: str) -> Sequence[str]:
        """Its command."""
        return self._services[name]["command"]

    def healthcheck(self, name: str) -> Sequence[str]:
        """The program that says whether it is well."""
        form, *words = self._services[name]["healthcheck"]["test"]
        assert form == "CMD", form
        return words

    def grace(self, name: str) -> float:
        """Seconds it has to stop."""
        return float(self._services[name]["stop_grace_period"].removesuffix("s"))

    def volumes(self, name: str) -> Mapping[str, Path]:
        """Which file of the project stands where in it."""
        triples = (volume.split(":") for volume in self._services[name]["volumes"])
        return {target: self._folder / source for source, target, mode in triples if mode == "ro"}

    def start(self, name: str, **how: Any) -> subprocess.Popen[str]:
        """Starts a service of the image."""
        service = self._hardened(name)
        return self._image.start(service["command"], service["environment"], **how)

    def run(self, name: str) -> tuple[int, str]:
        """Starts it and waits: exit code and what it printed."""
        service = self._hardened(name)
        return self._image.run(service["command"], service["environment"])

    def _hardened(self, name: str) -> Mapping[str, Any]:
        """The service, which asks for no more than `contained.py` gives it."""
        service = self._services[name]
        assert (service["read_only"], service["tmpfs"], service["cap_drop"]) == (True, ["/tmp"], ["ALL"]), name  # noqa: S108
        assert service["security_opt"] == ["no-new-privileges:true"], name
        return service


def _filled(value: Any, given: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _filled(below, given) for key, below in value.items()}
    if isinstance(value, list):
        return [_filled(below, given) for below in value]
    return _VARIABLE.sub(lambda found: given[found[1]], value) if isinstance(value, str) else value
