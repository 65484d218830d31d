"""What is tested is what is installed: a checkout on the path would hide a file that the wheel lacks."""

import json
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import referee
from referee.version import __version__

TOP = Path(__file__).resolve().parents[2]
LOADED = Path(referee.__file__ or "").resolve().parent


def _installed() -> Path | None:
    """The package an install put beside its metadata; None where the checkout itself is on the path."""
    try:
        found = distribution("chinchon-referee")
    except PackageNotFoundError:
        return None
    origin = json.loads(found.read_text("direct_url.json") or "{}")
    editable = origin.get("dir_info", {}).get("editable", False)
    return None if editable else Path(str(found.locate_file("referee"))).resolve()


def test_the_package_that_is_tested_is_the_one_installed() -> None:
    assert (_installed() or TOP / "referee") == LOADED


def test_the_version_is_that_of_the_distribution() -> None:
    if _installed() is not None:
        assert distribution("chinchon-referee").version == __version__
    assert __version__ in (LOADED / "version.py").read_text(encoding="utf-8")


def test_what_comes_with_the_package_is_there() -> None:
    from referee.resources import folder  # noqa: PLC0415 - beside what it is about

    assert (folder("rulesets") / "spanish-40.yaml").is_file()
    assert list(folder("protos").rglob("*.proto"))
    assert (LOADED / "ruleset" / "ruleset.schema.json").is_file()
    assert (LOADED / "rules" / "ruleset.canonical.schema.json").is_file()
    assert (LOADED / "py.typed").is_file()
