"""Diagnostics: the model, the table of codes and the three ways of printing them."""

from referee.diagnostics.codes import CODES, Code
from referee.diagnostics.model import Diagnostic, Fix, Related, Severity, has_errors, in_order, number_of

__all__ = ["CODES", "Code", "Diagnostic", "Fix", "Related", "Severity", "has_errors", "in_order", "number_of"]
