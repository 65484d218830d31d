"""Finds the Python client: the one that is installed, else the copy that came with the referee.

The client is a distribution of its own, which the referee does not depend on; so its wheel carries a copy, under a
name that belongs to no other distribution, and one install is enough for the demonstration. In a checkout the copy is
the client's own folder. Either way the module is called `referee_client`, and `sys.path` stays as it is.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

NAME = "referee_client"
_PACKAGE = Path(__file__).resolve().parent.parent


def load_client() -> ModuleType:
    """The module `referee_client`; ModuleNotFoundError if the installation is broken."""
    if NAME in sys.modules or importlib.util.find_spec(NAME) is not None:
        return importlib.import_module(NAME)
    for folder in (_PACKAGE.parent / "clients" / "python" / NAME, _PACKAGE / "_bundled" / NAME):
        if (folder / "__init__.py").is_file():
            return _load(folder)
    raise ModuleNotFoundError(f"no module `{NAME}`, and no copy of it in this installation of the referee", name=NAME)


def _load(folder: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        NAME, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(f"no module `{NAME}` in {folder}", name=NAME)
    module = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[NAME]
        raise
    return module
