"""A page in headless Chromium asks the referee through Envoy: `.ci/browser` starts this in a network of its own.

    browsed.py REFEREE FOLDER SCRATCH    the program that serves, the page with what opens it, a folder to work in

What the page then says is compared with tests/browser/answers.txt; `--update` writes that file.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlencode

import yaml
from servers import certificate, envoy, status, stopped, until

TOP = Path(__file__).resolve().parents[2]
EXPECTED = TOP / "tests" / "browser" / "answers.txt"
PROXY, TOKEN = "http://localhost:8080", "of-the-page"
COMMAND = ("envoy", "--config-path", "/etc/envoy/envoy.yaml", "--disable-hot-restart")


class Quiet(SimpleHTTPRequestHandler):
    """Serves the page, and logs nothing."""

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - named by its base
        """Nothing."""


@contextmanager
def site(folder: Path) -> Iterator[int]:
    """Serves a folder; the port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def shown(folder: Path, page: str, **asked: str) -> str:
    """What stands in the page when it has come to its end."""
    chromium = shutil.which("chromium")
    assert chromium
    command = ["node", str(folder / "open.mjs"), chromium, f"{page}?{urlencode(asked)}"]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=150, check=True).stdout


@contextmanager
def served(program: str, *words: str) -> Iterator[None]:
    """The server at the address that the configuration of Envoy gives it, until Envoy finds it well."""
    process = subprocess.Popen([program, "serve", "--address", "127.0.0.1:50051", *words], text=True)
    with stopped(process, 20):
        yield


def plain(program: str, folder: Path, pages: tuple[str, str], scratch: Path) -> None:
    """As compose.yaml has it. The second page is from an address that may not ask."""
    page, stranger = pages
    with served(program), envoy(COMMAND, {COMMAND[2]: TOP / ".deploy" / "envoy.yaml"}, scratch):
        until(lambda: status(f"{PROXY}/readyz") == 200, "Envoy has a server that is well")
        found = shown(folder, page, proxy=PROXY)
        if "--update" in sys.argv:
            EXPECTED.write_text(found, "utf-8")
        expected = EXPECTED.read_text("utf-8")
        assert found == expected, f"expected:\n{expected}found:\n{found}"
        print(found, end="")
        assert expected.splitlines()[0] not in (refused := shown(folder, stranger, proxy=PROXY)), refused
        assert status(f"{PROXY}/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo") == 404
        print("ok  the page has its answers; a page from elsewhere has none, and nobody has reflection")


def encrypted(program: str, folder: Path, page: str, scratch: Path) -> None:
    """As the manifests have it: TLS behind the proxy, and tokens."""
    for name, text in certificate(scratch).items():
        (scratch / name).write_text(text, "ascii")
    tokens = scratch / "tokens.yaml"
    tokens.write_text(f"page: {{role: reader, sha256: {hashlib.sha256(TOKEN.encode()).hexdigest()}}}\n", "utf-8")
    manifests = yaml.safe_load_all((TOP / ".deploy" / "kubernetes" / "browsers.yaml").read_text("utf-8"))
    (text,) = (one["data"]["envoy.yaml"] for one in manifests if one["kind"] == "ConfigMap")
    configuration = scratch / "browsers.yaml"
    configuration.write_text(text, "utf-8")
    words = ("--tls-certificate", scratch / "tls.crt", "--tls-key", scratch / "tls.key", "--tokens-file", tokens)
    places = {COMMAND[2]: configuration, "/etc/authority/ca.crt": scratch / "ca.crt"}
    with served(program, *map(str, words)), envoy(COMMAND, places, scratch):
        until(lambda: status(f"{PROXY}/readyz") == 200, "Envoy has a server that is well")
        found = shown(folder, page, proxy=PROXY, token=TOKEN)
        assert found == EXPECTED.read_text("utf-8"), found
        found = shown(folder, page, proxy=PROXY)
        assert found.startswith("hand: Unauthenticated TOKEN_MISSING\n"), found
        print("ok  the same by TLS with a token; without one it is told what is missing")


def main() -> int:
    """0 when the page has every answer."""
    program, folder, scratch = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    with site(folder / "site") as port:
        page, stranger = (f"http://{host}:{port}/index.html" for host in ("localhost", "elsewhere.test"))
        plain(program, folder, (page, stranger), scratch)
        encrypted(program, folder, page, scratch)
    return 0


sys.exit(main())
