"""What both clients say to gRPC."""

from __future__ import annotations

SECONDS = 3.0
"""Deadline of a call about one thing."""

BATCH_SECONDS = 30.0
"""Deadline of a batch, and of a call that compiles."""

OPTIONS: tuple[tuple[str, int], ...] = (
    ("grpc.enable_retries", 0),  # calls are repeated here, where it is known which may be
    ("grpc.keepalive_time_ms", 60_000),  # servers hang up on who pings more often than every 20 s
    ("grpc.keepalive_timeout_ms", 20_000),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 2_000),
    ("grpc.max_receive_message_length", 64 * 1024 * 1024),  # the answers to a batch may be larger than a request
)

JUDGING = (
    "EvaluateHand",
    "BatchEvaluateHands",
    "CheckClose",
    "BatchCheckCloses",
    "ListLegalActions",
    "CheckAction",
    "ApplyAction",
    "ScoreRound",
)
"""Methods of RefereeService."""

RECORDS = ("ParseRecord", "FormatRecord", "ValidateRecord", "BatchValidateRecords", "AnswerLines")
"""Methods of RecordService."""

STORE = ("CreateRuleSet", "GetStoredRuleSet", "ListStoredRuleSets", "ListRuleSetRevisions", "DeleteRuleSet")
"""Methods of RuleSetStoreService; all others are RuleSetService's."""

SLOW = ("BatchEvaluateHands", "BatchCheckCloses", "CheckRuleSet", "CompileRuleSet", "CreateRuleSet", *RECORDS)
"""Methods with the longer deadline."""
