"""Asks a chinchón referee over gRPC: `Client`, and `AsyncClient` with the same methods for asyncio."""

from referee_client.aio import AsyncClient
from referee_client.answers import (
    Arrangement,
    BrokenClause,
    CheckReport,
    CloseAnswer,
    CloseVerdict,
    Closing,
    CompileReport,
    Diagnostic,
    HandValue,
    InputFault,
    Measurement,
    Meld,
    PrintedParagraph,
    PrintedRules,
    RelatedRange,
    RuleSet,
    RuleSetOption,
    RuleSetOutcome,
    RuleSetSummary,
    SourceRange,
)
from referee_client.client import Client
from referee_client.errors import RefereeError, Violation
from referee_client.questions import Cards, CloseQuestion, Digest, Rules, Source
from referee_client.version import __version__

__all__ = [
    "Arrangement",
    "AsyncClient",
    "BrokenClause",
    "Cards",
    "CheckReport",
    "Client",
    "CloseAnswer",
    "CloseQuestion",
    "CloseVerdict",
    "Closing",
    "CompileReport",
    "Diagnostic",
    "Digest",
    "HandValue",
    "InputFault",
    "Measurement",
    "Meld",
    "PrintedParagraph",
    "PrintedRules",
    "RefereeError",
    "RelatedRange",
    "RuleSet",
    "RuleSetOption",
    "RuleSetOutcome",
    "RuleSetSummary",
    "Rules",
    "Source",
    "SourceRange",
    "Violation",
    "__version__",
]
