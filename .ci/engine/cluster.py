"""Manifests of Kubernetes as far as this project uses them: what the kubelet would start, mount and ask."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from contained import Image
from servers import status, until


def documents(path: Path) -> dict[str, Any]:
    """The objects of a file by their kind, of which it has one each."""
    found = list(yaml.safe_load_all(path.read_text("utf-8")))
    kinds = {one["kind"]: one for one in found}
    assert len(kinds) == len(found), path
    return kinds


class Secrets:
    """Secrets as folders of files, which the group of the container may read."""

    def __init__(self, root: Path, user: str) -> None:
        self._root = root
        self._group = int(user.partition(":")[2])

    def folder(self, name: str) -> Path:
        """Where one is."""
        return self._root / name

    def read(self, name: str, key: str) -> str:
        """One value."""
        return (self.folder(name) / key).read_text("utf-8")

    def write(self, name: str, values: Mapping[str, str]) -> None:
        """Makes one."""
        self.folder(name).mkdir(parents=True)
        for key, value in values.items():
            path = self.folder(name) / key
            path.write_text(value, "utf-8")
            os.chown(path, 0, self._group)
            path.chmod(0o440)


class Pod:
    """The one container of a workload whose image is ours."""

    def __init__(self, workload: Mapping[str, Any], image: Image, secrets: Secrets) -> None:
        self._image = image
        self._spec = workload["spec"]["template"]["spec"]
        (self._container,) = self._spec["containers"]
        variables = self._container["env"]
        self.variables = {one["name"]: one.get("value") or _secret(one["valueFrom"], secrets) for one in variables}
        self._ports = {one["name"]: one["containerPort"] for one in self._container.get("ports", ())}
        volumes = {one["name"]: one.get("secret") for one in self._spec.get("volumes", ())}
        self._mounts = {
            secrets.folder(volumes[one["name"]]["secretName"]): one["mountPath"]
            for one in self._container.get("volumeMounts", ())
            if volumes[one["name"]]
        }
        self._check(image)

    @property
    def grace(self) -> float:
        """Seconds it has to stop."""
        return float(self._spec["terminationGracePeriodSeconds"])

    def start(self, words: Sequence[str] | None = None, **how: Any) -> subprocess.Popen[str]:
        """Starts it, with other arguments if `words` are given."""
        return self._image.start(words or self._container["args"], self.variables, self._mounts, **how)

    def run(self, words: Sequence[str] | None = None) -> tuple[int, str]:
        """Starts it and waits: exit code and what it printed."""
        return self._image.run(words or self._container["args"], self.variables, mounts=self._mounts)

    def await_start(self) -> None:
        """Until its startup probe holds, as long as that may take."""
        probe = self._container["startupProbe"]
        until(lambda: self.probe("startupProbe"), "startupProbe", probe["failureThreshold"] * probe["periodSeconds"])

    def probe(self, name: str) -> bool:
        """Whether a probe by HTTP holds now."""
        asked = self._container[name]["httpGet"]
        return status(f"http://127.0.0.1:{self._ports[asked['port']]}{asked['path']}") == 200

    def _check(self, image: Image) -> None:
        """It asks for no more than `contained.py` gives it, and runs as the user of the image."""
        inner, outer = self._container["securityContext"], self._spec["securityContext"]
        assert inner == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert f"{outer['runAsUser']}:{outer['runAsGroup']}" == image.user
        assert outer["runAsNonRoot"] is True
        exposed = {int(port.partition("/")[0]) for port in image.config["ExposedPorts"]}
        assert set(self._ports.values()) <= exposed, self._ports


def _secret(source: Mapping[str, Any], secrets: Secrets) -> str:
    return secrets.read(source["secretKeyRef"]["name"], source["secretKeyRef"]["key"])
