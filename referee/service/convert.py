"""Between the domain and the wire: the only file that knows both. Everything here is total: what the domain holds can be sent.

Texts an author wrote may hold what UTF-8 cannot (half a surrogate pair from an escape); it is sent as U+FFFD.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.cards import Card
from referee.diagnostics import Diagnostic, Severity, has_errors
from referee.diagnostics.render import render_text
from referee.game.close import CloseVerdict, Closings, Failure
from referee.game.meld import Meld
from referee.game.solve import Arrangement
from referee.lang.leaves import Leaf
from referee.lang.unparse import unparse
from referee.limits import DIAGNOSTICS_SHOWN
from referee.rules.canonical import canonical_text
from referee.rules.model import Option, Outcome, RuleSet
from referee.service.status import FieldFault
from referee.source import Span
from referee.table import Table
from referee.v1 import diagnostics_pb2, hands_pb2, rule_set_service_pb2, rule_sets_pb2
from referee.voice import Printed, expr_in_words, refusal_text
from referee.workshop.check import Checked
