"""Tables: a rule set bound to seats and options, with its pack, its melds and its compiled rules."""

from referee.cards import Card, CardError
from referee.table.bind import bind
from referee.table.errors import BindError
from referee.table.model import BoundCase, BoundCondition, BoundOutcome, Table
from referee.table.pack import Kind, Pack

__all__ = [
    "BindError",
    "BoundCase",
    "BoundCondition",
    "BoundOutcome",
    "Card",
    "CardError",
    "Kind",
    "Pack",
    "Table",
    "bind",
]
