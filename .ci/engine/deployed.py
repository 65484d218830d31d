"""What compose.yaml and .deploy/kubernetes say, done without an engine, in a network of its own (`.ci/containers`).

    deployed.py TREE CONFIG SCRATCH    the files of the image, what its Dockerfile says of it, a folder to work in

Every server has the name and the port that the files give it. The image is what was built; PostgreSQL is the system's
and Envoy the wheel's. Prints what holds, and ends with the first that does not.
"""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cluster import Pod, Secrets, documents
from compose import Services
from contained import Image
from servers import Postgres, certificate, envoy, status, stopped, until

TOP = Path(__file__).resolve().parents[2]
MANIFESTS = TOP / ".deploy" / "kubernetes"
ASK = (Path(__file__).parent / "asked.py").read_text("utf-8")
PASSWORD, TOKEN = "of the database: 'quoted'", "of-the-desk"
WEB = "http://127.0.0.1:8080/readyz"


def answers(image: Image, expected: str, *words: str, **how: Any) -> None:
    """What the server answers to asked.py in the image; AssertionError if it is something else."""
    _, printed = image.run(["python", "-c", ASK, *words], entrypoint=False, **how)
    found = " ".join(printed.split())
    assert found == expected, f"expected `{expected}`, found `{found}`"


def documented() -> Iterator[Sequence[str]]:
    """What the documents have a container of the image do and end."""
    text = "\n".join((TOP / name).read_text("utf-8") for name in ("README.md", ".deploy/README.md"))
    found = set(re.findall(r"^docker run --rm chinchon-referee (.*)$", text, re.MULTILINE))
    assert found
    yield from map(shlex.split, sorted(found))


def healthy(image: Image, server: subprocess.Popen[str] | None = None) -> bool:
    """Whether HEALTHCHECK holds; AssertionError where the server has ended."""
    assert server is None or server.poll() is None, "the server has ended"
    return image.run(image.healthcheck, entrypoint=False)[0] == 0


def compose(image: Image, scratch: Path) -> None:
    """`docker compose up` by hand, then a restart."""
    for words in documented():
        code, printed = image.run(words)
        assert code == 0, printed
        print(f"ok  {shlex.join(words)}: {printed.splitlines()[0]}")
    services = Services(TOP / "compose.yaml", image, {"REFEREE_DB_PASSWORD": PASSWORD})
    with Postgres(scratch, services.environment("db")) as database:
        until(lambda: database.call(*services.healthcheck("db")) == 0, "the database is well")
        code, printed = services.run("referee")
        assert code == 2, printed
        assert "referee migrate" in printed, printed
        print("ok  without its tables the server does not start, and says what makes them")
        for wanted in ("went from migration", "nothing to do"):
            code, printed = services.run("migrate")
            assert code == 0, printed
            assert wanted in printed, printed
        print("ok  the migration makes the tables, and does nothing the second time")
        assert not healthy(image)
        with stopped(services.start("referee"), services.grace("referee")) as server:
            until(lambda: healthy(image, server), "HEALTHCHECK")
            answers(image, "deadwood 12 kept 1", "--keep")
            with envoy(services.command("envoy"), services.volumes("envoy"), scratch):
                until(lambda: status(WEB) == 200, "Envoy has a server that is well")
        print(
            "ok  HEALTHCHECK holds, the server answers, keeps a house rule, is found by Envoy; SIGTERM ends it with 0"
        )
        with stopped(services.start("referee"), services.grace("referee")) as server:
            until(lambda: healthy(image, server), "HEALTHCHECK")
            answers(image, "deadwood 12 found 1", "--kept")
        print("ok  started again, it still has the house rule")
        kubernetes(image, scratch)


def kubernetes(image: Image, scratch: Path) -> None:
    """The job and the pods of the manifests; the database is there already."""
    tokens = f"desk: {{role: reader, sha256: {hashlib.sha256(TOKEN.encode()).hexdigest()}}}\n"
    secrets = Secrets(scratch / "secrets", image.user)
    secrets.write("referee-database", {"address": "postgresql://referee@db/referee", "password": PASSWORD})
    secrets.write("referee-tokens", {"tokens.yaml": tokens})
    secrets.write("referee-tls", certificate(scratch))
    migrate = Pod(documents(MANIFESTS / "migrate.yaml")["Job"], image, secrets)
    code, printed = migrate.run()
    assert code == 0, printed
    assert "nothing to do" in printed, printed
    print("ok  the job migrates")

    server = Pod(documents(MANIFESTS / "referee.yaml")["Deployment"], image, secrets)
    _, printed = server.run(["serve", "--print-config", "--json"])
    origins = {entry["origin"] for entry in json.loads(printed)}
    assert {name for name in server.variables if name.startswith("REFEREE_")} <= origins, origins
    ca = {secrets.folder("referee-tls") / "ca.crt": "/ca.crt"}
    ask = ("--ca", "/ca.crt")
    process = server.start()
    with stopped(process, server.grace):
        server.await_start()
        assert server.probe("readinessProbe")
        assert server.probe("livenessProbe")
        answers(image, "UNAUTHENTICATED", *ask, mounts=ca)
        answers(image, "deadwood 12 found 1", *ask, "--token", TOKEN, "--kept", mounts=ca)
        answers(image, "deadwood 12 PERMISSION_DENIED", *ask, "--token", TOKEN, "--keep", mounts=ca)
        answers(image, "UNAVAILABLE", "--token", TOKEN)
        print("ok  the pod starts, its probes hold, it answers by TLS whoever has a token, and no other")
        web = documents(MANIFESTS / "browsers.yaml")
        configuration = scratch / "browsers.yaml"
        configuration.write_text(web["ConfigMap"]["data"]["envoy.yaml"], "utf-8")
        container = web["Deployment"]["spec"]["template"]["spec"]["containers"][0]
        places = {"/etc/envoy/envoy.yaml": configuration, "/etc/authority/ca.crt": next(iter(ca))}
        with envoy(container["args"], places, scratch):
            until(lambda: status(WEB) == 200, "Envoy has a server that is well")
            print("ok  Envoy reaches it by TLS, and checks who it is")
            process.terminate()
            until(lambda: not server.probe("readinessProbe"), "a pod that stops is not ready")
            assert server.probe("livenessProbe")
            answers(image, "deadwood 12", *ask, "--token", TOKEN, mounts=ca)
            assert process.wait(server.grace) == 0
            print("ok  told to stop it is not ready at once, still answers while clients hear of it, and ends with 0")


def main() -> int:
    """0 when everything holds."""
    tree, config, scratch = map(Path, sys.argv[1:])
    compose(Image(tree, json.loads(config.read_text("utf-8"))), scratch)
    return 0


sys.exit(main())
