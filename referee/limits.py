"""Every limit of the project, in one table: the service, the command line and the documents print it from here.

A limit is checked at its value and one above it by the tests. Limits hold for everybody, so that a rule set that is
accepted on one machine is accepted on each. They are generous for people (the largest built-in rule set is 20 KiB) and
small for machines: whatever stays within them is answered in well under a second.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Limit(NamedTuple):
    """`value` is the largest that is allowed, in `unit`; `meaning` says what is counted."""

    value: int
    unit: str
    meaning: str


LIMITS: Final[dict[str, Limit]] = {
    # a rule set
    "RULE_SET_BYTES": Limit(262_144, "bytes", "one rule set, as it is sent or stands in a file"),
    "NODES": Limit(10_000, "nodes", "keys, values and collections in one rule set"),
    "DEPTH": Limit(50, "levels", "mappings and lists inside each other"),
    "CHAIN": Limit(5, "rule sets", "bases on top of each other (`extends`)"),
    "OVERLAYS": Limit(32, "rule sets", "house rules that one rule set adopts"),
    "NUMBER": Limit(999_999, "", "a whole number written out"),
    "SEATS": Limit(8, "seats", "at one table"),
    # an expression
    "EXPRESSION_CHARACTERS": Limit(2_000, "characters", "one expression"),
    "EXPRESSION_PARTS": Limit(500, "parts", "numbers, names and operators in one expression"),
    "EXPRESSION_DEPTH": Limit(50, "levels", "parentheses and other nesting in one expression"),
    "EXPRESSION_LOOPS": Limit(4, "levels", "functions over collections inside each other in one expression"),
    "CLAUSE_STEPS": Limit(20_000, "steps", "that judging the rules of one clause may take"),
    # diagnostics
    "DIAGNOSTICS_SHOWN": Limit(1_000, "diagnostics", "printed or sent for one rule set"),
    # a hand
    "HAND_EXTRA_CARDS": Limit(2, "cards", "in a hand beyond a full one; more are refused before anything is solved"),
    "HAND_SURPLUS": Limit(4, "cards", "in a hand beyond a full one, where a game stands; irregular draws may lead there"),
    # a game record
    "RECORD_BYTES": Limit(1_048_576, "bytes", "one game record, as it is sent or stands in a file"),
    "RECORD_NODES": Limit(50_000, "nodes", "keys, values and collections in one game record"),
    "ROUNDS": Limit(1_000, "rounds", "in one game record"),
    "RULINGS": Limit(100, "rulings", "in one round of a game record"),
    "PLAY_CHARACTERS": Limit(65_536, "characters", "the play of one round"),
    # requests
    "MESSAGE_BYTES": Limit(4_194_304, "bytes", "one message with game records"),
    "REQUEST_BYTES": Limit(1_048_576, "bytes", "any other request; a batch of 1,000 has a kilobyte an item"),
    "BATCH_ITEMS": Limit(1_000, "items", "in one batch"),
    "HAND_TEXTS": Limit(64, "texts", "given for one hand"),
    "OPTIMAL_ARRANGEMENTS": Limit(100, "arrangements", "as good as each other, sent for one hand"),
    "MAP_ENTRIES": Limit(64, "entries", "options, or facts given, in one request"),
    "FIELD_CHARACTERS": Limit(200, "characters", "a name, a card, a value or another short text of a request"),
    "CARDS_CHARACTERS": Limit(4_000, "characters", "the cards of a hand, a stock or a discard pile, as one text"),
    "STATE_NUMBER": Limit(1_000_000_000, "", "points, coins, turns or rounds where a game stands, above and below zero"),
    "CONCURRENT_CALLS": Limit(256, "calls", "of one service at one time; one more is refused"),
    "CONCURRENT_STREAMS": Limit(64, "streams", "of one service open at one time; one more is refused"),
    "CONNECTION_STREAMS": Limit(100, "calls", "and streams of one connection at one time; more wait at the client"),
    "WAITING_CALLS": Limit(64, "calls", "that wait for the thread that compiles, or for the one that judges what is dear"),
    "HELD_BYTES": Limit(67_108_864, "bytes", "of all requests that are being answered; one that is more is refused"),
    "CALL_SECONDS": Limit(60, "seconds", "that a call may take, whatever its deadline"),
    "PAGE_SIZE": Limit(1_000, "rule sets", "on one page of a list"),
    "VIOLATIONS": Limit(20, "violations", "named in the answer to one bad request"),
    "CACHED_RULE_SETS": Limit(64, "rule sets", "compiled from a text somebody sent, and kept"),
    "CACHED_TABLES": Limit(256, "tables", "bound to seats and options, and kept"),
    "ANSWER_LINE_BYTES": Limit(1_048_576, "bytes", "one question of `referee answer`"),
}

RULE_SET_BYTES: Final = LIMITS["RULE_SET_BYTES"].value
NODES: Final = LIMITS["NODES"].value
DEPTH: Final = LIMITS["DEPTH"].value
CHAIN: Final = LIMITS["CHAIN"].value
OVERLAYS: Final = LIMITS["OVERLAYS"].value
NUMBER: Final = LIMITS["NUMBER"].value
SEATS: Final = LIMITS["SEATS"].value
EXPRESSION_CHARACTERS: Final = LIMITS["EXPRESSION_CHARACTERS"].value
EXPRESSION_PARTS: Final = LIMITS["EXPRESSION_PARTS"].value
EXPRESSION_DEPTH: Final = LIMITS["EXPRESSION_DEPTH"].value
EXPRESSION_LOOPS: Final = LIMITS["EXPRESSION_LOOPS"].value
CLAUSE_STEPS: Final = LIMITS["CLAUSE_STEPS"].value
DIAGNOSTICS_SHOWN: Final = LIMITS["DIAGNOSTICS_SHOWN"].value
HAND_EXTRA_CARDS: Final = LIMITS["HAND_EXTRA_CARDS"].value
HAND_SURPLUS: Final = LIMITS["HAND_SURPLUS"].value
RECORD_BYTES: Final = LIMITS["RECORD_BYTES"].value
RECORD_NODES: Final = LIMITS["RECORD_NODES"].value
ROUNDS: Final = LIMITS["ROUNDS"].value
RULINGS: Final = LIMITS["RULINGS"].value
PLAY_CHARACTERS: Final = LIMITS["PLAY_CHARACTERS"].value
MESSAGE_BYTES: Final = LIMITS["MESSAGE_BYTES"].value
REQUEST_BYTES: Final = LIMITS["REQUEST_BYTES"].value
BATCH_ITEMS: Final = LIMITS["BATCH_ITEMS"].value
HAND_TEXTS: Final = LIMITS["HAND_TEXTS"].value
OPTIMAL_ARRANGEMENTS: Final = LIMITS["OPTIMAL_ARRANGEMENTS"].value
MAP_ENTRIES: Final = LIMITS["MAP_ENTRIES"].value
FIELD_CHARACTERS: Final = LIMITS["FIELD_CHARACTERS"].value
CARDS_CHARACTERS: Final = LIMITS["CARDS_CHARACTERS"].value
STATE_NUMBER: Final = LIMITS["STATE_NUMBER"].value
CONCURRENT_CALLS: Final = LIMITS["CONCURRENT_CALLS"].value
CONCURRENT_STREAMS: Final = LIMITS["CONCURRENT_STREAMS"].value
CONNECTION_STREAMS: Final = LIMITS["CONNECTION_STREAMS"].value
WAITING_CALLS: Final = LIMITS["WAITING_CALLS"].value
HELD_BYTES: Final = LIMITS["HELD_BYTES"].value
CALL_SECONDS: Final = LIMITS["CALL_SECONDS"].value
PAGE_SIZE: Final = LIMITS["PAGE_SIZE"].value
VIOLATIONS: Final = LIMITS["VIOLATIONS"].value
CACHED_RULE_SETS: Final = LIMITS["CACHED_RULE_SETS"].value
CACHED_TABLES: Final = LIMITS["CACHED_TABLES"].value
ANSWER_LINE_BYTES: Final = LIMITS["ANSWER_LINE_BYTES"].value


def as_table() -> str:
    """The limits as a Markdown table, for the README and the documents of the service."""
    rows = ["| limit | at most | what |", "| --- | ---: | --- |"]
    for name, limit in LIMITS.items():
        rows.append(f"| {name.lower()} | {limit.value:,} {limit.unit}".rstrip() + f" | {limit.meaning} |")
    return "\n".join(rows) + "\n"
