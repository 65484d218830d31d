"""The server's wheel and the client's, side by side: no file belongs to both, and either may go without the other.

Both wheels are built as pip builds them and installed into an environment of its own, which borrows only the
dependencies of this one. Building needs hatchling, which the extra `test` brings, and no network.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WHICH_CLIENT = "from referee.cli.client_loader import load_client; print(load_client().__file__)"
DEMO = "import sys; from referee.__main__ import main; sys.exit(main(['demo']))"


def pip(environment: Path, *arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--python", str(environment), "--disable-pip-version-check", *arguments]
    subprocess.run(command, check=True, capture_output=True, text=True)


def python(environment: Path, code: str) -> str:
    """What a program prints in the environment; run from where no checkout is in sight."""
    found = subprocess.run(
        [environment / "bin" / "python", "-P", "-c", code],
        cwd=environment,
        env={**os.environ, "REFEREE_NATIVE": "0"},  # the wheels are plain
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout.strip()


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The server's wheel and the client's."""
    folder = tmp_path_factory.mktemp("wheels")
    for project in (ROOT, ROOT / "clients" / "python"):
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
        plain = {**os.environ, "REFEREE_NATIVE": "0"}  # what is compiled is no question of the two wheels
        subprocess.run([*command, "--wheel-dir", folder, project], check=True, env=plain)
    (client,) = folder.glob("chinchon_referee_client-*.whl")
    (server,) = set(folder.glob("chinchon_referee-*.whl"))
    return [server, client]


@pytest.fixture(scope="module")
def dependencies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everything installed here but the two distributions and what leads to a checkout."""
    folder = tmp_path_factory.mktemp("dependencies")
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        ours = entry.name.startswith(("referee", "chinchon", "_chinchon", "__editable__"))
        if not ours and entry.suffix != ".pth":
            (folder / entry.name).symlink_to(entry)
    return folder


@pytest.fixture
def environment(tmp_path: Path, dependencies: Path) -> Path:
    folder = tmp_path / "environment"
    venv.create(folder, with_pip=False, symlinks=True)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(f"{dependencies}\n")
    return folder


def test_no_file_belongs_to_both(wheels: list[Path]) -> None:
    server, client = (set(zipfile.ZipFile(wheel).namelist()) for wheel in wheels)

    assert not server & client
    assert "referee/_bundled/referee_client/client.py" in server
    assert {"referee_client/py.typed", "referee_client/v1/hands_pb2.pyi"} <= client
    assert {"referee/protos/referee/v1/hands.proto", "referee/rulesets/spanish-40.yaml", "referee/py.typed"} <= server
    assert not [
        name for name in server | client if name.startswith(("tests", "clients", ".ci")) or "__pycache__" in name
    ]
    bundled = {name.removeprefix("referee/_bundled/") for name in server if name.startswith("referee/_bundled/")}
    assert bundled == {name for name in client if name.startswith("referee_client/")}


@pytest.mark.parametrize("first", [0, 1], ids=["server first", "client first"])
def test_either_may_be_taken_away(wheels: list[Path], environment: Path, first: int) -> None:
    for wheel in (wheels[first], wheels[1 - first]):
        pip(environment, "install", "--quiet", "--no-deps", "--no-index", str(wheel))
    assert "_bundled" not in python(environment, WHICH_CLIENT)

    gone = ("chinchon-referee", "chinchon-referee-client")[first]
    pip(environment, "uninstall", "--quiet", "--yes", gone)
    if first == 0:
        assert python(environment, "import referee_client; print(referee_client.Client.__name__)") == "Client"
        assert python(environment, "import importlib.util as i; print(i.find_spec('referee'))") == "None"
    else:
        assert "_bundled" in python(environment, WHICH_CLIENT)
        assert "spanish-40" in python(environment, DEMO)
        assert python(environment, "import importlib.util as i; print(i.find_spec('referee_client'))") == "None"
