"""Diagnostics: the model, the table of codes, what each code means, and every form they are printed in.

The names below are looked up when they are asked for: whoever only spells a word right needs none of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.diagnostics.codes import CODES, Code
    from referee.diagnostics.model import Diagnostic, Fix, Related, Severity, has_errors, in_order, number_of

__all__ = ["CODES", "Code", "Diagnostic", "Fix", "Related", "Severity", "has_errors", "in_order", "number_of"]


def __getattr__(name: str) -> Any:
    """The names of `__all__`, imported on first use."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{'codes' if name in {'CODES', 'Code'} else 'model'}"), name)
