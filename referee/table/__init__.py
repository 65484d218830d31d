"""Tables: a rule set bound to seats and options, with its pack, its melds and its compiled rules."""

from referee.cards import Card, CardError
from referee.table.bind import bind
from referee.table.bound import BoundCase, BoundCondition, BoundCriterion, BoundIrregular, BoundOutcome
from referee.table.errors import BindError
from referee.table.model import Table
from referee.table.pack import Kind, Pack

__all__ = [
    "BindError",
    "BoundCase",
    "BoundCondition",
    "BoundCriterion",
    "BoundIrregular",
    "BoundOutcome",
    "Card",
    "CardError",
    "Kind",
    "Pack",
    "Table",
    "bind",
]
