"""Diagnostics: the model, the table of codes, what each code means, and every form they are printed in."""

from referee.diagnostics.codes import CODES, Code
from referee.diagnostics.model import Diagnostic, Fix, Related, Severity, has_errors, in_order, number_of

__all__ = ["CODES", "Code", "Diagnostic", "Fix", "Related", "Severity", "has_errors", "in_order", "number_of"]
