"""Every limit that a rule set, a hand, a record or a request can meet, in one table; the documents print it.

A limit is checked at its value and one above it: `tests/unit/test_limits.py` names the test for each. Limits hold for
everybody, so that a rule set that is accepted on one machine is accepted on each. They are generous for people (the
largest built-in rule set is 34 KiB) and small for machines: what stays within them is answered in a second or two at
worst, and nearly always in milliseconds; no legal hand takes five to arrange.

What is no limit stands with whoever needs it: how much of a text is shown, and what a module keeps for speed.
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
    "QUANTITY": Limit(2_147_483_647, "", "what a part of an expression may come to, above and below zero"),
    "SEATS": Limit(8, "seats", "at one table"),
    "HAND_CARDS": Limit(14, "cards", "in a full hand"),
    "PACKS": Limit(4, "packs", "shuffled together"),
    "JOKERS": Limit(8, "jokers", "in all"),
    # what keeps a hand fast to arrange (`table.worst`): more cards may stand for others only where fewer are held
    "WILD_KINDS": Limit(5, "cards", "different ones that may be wild, with up to 8 cards in a hand"),
    "WILD_KINDS_OF_TEN": Limit(2, "cards", "different ones that may be wild, with 9 or 10 cards in a hand"),
    "WILD_KINDS_OF_TWELVE": Limit(
        1, "card", "that may be wild, however many of it there are, with 11 or 12 cards in a hand"
    ),
    "WILD_KINDS_OF_MORE": Limit(0, "cards", "that may be wild, with more cards in a hand"),
    "WILD_KINDS_WIDE": Limit(3, "cards", "the same with up to 8 cards, where sets have more than 16 choices"),
    "WILD_CARDS_OF_TWELVE": Limit(2, "cards", "that may be wild in the whole pack, with 11 or 12 cards in a hand"),
    "SET_CHOICES": Limit(
        625, "choices", "of cards of one rank for a set, with up to 8 cards in a hand, or 12 of which none is wild"
    ),
    "SET_CHOICES_OF_MORE": Limit(81, "choices", "the same with up to 12 cards of which some may be wild, or with more"),
    "WHOLE_HAND_STEPS": Limit(
        150_000, "steps", "that conditions on whole hands may take for all arrangements of the worst hand"
    ),
    "SUITS": Limit(8, "suits", "of one pack"),
    "RANKS": Limit(20, "ranks", "of one pack"),
    "CARD_POINTS": Limit(1_000, "points", "that a card counts, above and below zero"),
    # an expression
    "EXPRESSION_CHARACTERS": Limit(2_000, "characters", "one expression"),
    "EXPRESSION_PARTS": Limit(500, "parts", "numbers, names and operators in one expression"),
    "EXPRESSION_DEPTH": Limit(50, "levels", "parentheses and other nesting in one expression"),
    "EXPRESSION_LOOPS": Limit(4, "levels", "functions over collections inside each other in one expression"),
    "CLAUSE_STEPS": Limit(20_000, "steps", "that judging the rules of one clause may take"),
    "TABLE_STEPS": Limit(1_000, "steps", "that the rules on pack, deal, points, melds and stock may take together"),
    "OPTIONS": Limit(64, "options", "of one rule set, those of its bases included"),
    "DEFINITIONS": Limit(500, "definitions", "of one rule set, those of its bases included"),
    "EXPRESSION_SIGNS": Limit(60_000, "words, numbers and signs", "in all expressions of one file"),
    "PLACEHOLDERS": Limit(2_000, "placeholders", "in the paragraphs and refusals of one file"),
    "EXAMPLES": Limit(500, "examples", "in one file"),
    "EXAMPLE_STEPS": Limit(20_000_000, "steps", "that the examples of one file may take; those behind are not run"),
    "MATRIX_TABLES": Limit(256, "tables", "at which one test of a file of tests is run"),
    "TEST_RUNS": Limit(10_000, "runs", "of all tests of one file, each at each of its tables"),
    "CLOSE_STEPS": Limit(20_000, "steps", "that judging one arrangement by all rules of a close may take"),
    # diagnostics
    "DIAGNOSTICS_SHOWN": Limit(1_000, "diagnostics", "printed or sent for one rule set"),
    "DIAGNOSTICS_MADE": Limit(2_000, "errors", "found in one rule set before no more expressions are looked at"),
    "SIGNS_TOLD": Limit(20, "mistakes", "of signs in one expression; after them it is no expression"),
    "RELATED_PLACES": Limit(10, "places", "sent with one diagnostic beside its own"),
    # a hand
    "CARD_CHARACTERS": Limit(40, "characters", "one card, in words"),
    "HAND_EXTRA_CARDS": Limit(2, "cards", "in a hand beyond a full one; more are refused before anything is solved"),
    "HAND_SURPLUS": Limit(4, "cards", "in a hand beyond a full one, where a game stands (irregular draws lead there)"),
    "ALTERNATIVES": Limit(12, "plays", "that would have been legal, told with a refusal"),
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
    "STATE_NUMBER": Limit(1_000_000_000, "", "points, coins, turns or rounds where a game stands, up and down"),
    "CONCURRENT_CALLS": Limit(256, "calls", "of one service at one time; one more is refused"),
    "CONCURRENT_STREAMS": Limit(64, "streams", "of one service open at one time; one more is refused"),
    "CONNECTION_STREAMS": Limit(100, "calls", "and streams of one connection at one time; more wait at the client"),
    "WAITING_CALLS": Limit(64, "calls", "that wait for one thread of the server; one more is refused"),
    "HELD_BYTES": Limit(67_108_864, "bytes", "of all requests that are being answered; one that is more is refused"),
    "CALL_SECONDS": Limit(60, "seconds", "that a call may take, whatever its deadline"),
    "DEFAULT_SECONDS": Limit(3, "seconds", "that a call may take which sets no deadline; a stream needs none"),
    "REQUEST_ID_CHARACTERS": Limit(128, "characters", "of a request id that a caller sends; a longer one is replaced"),
    "TOKEN_CHARACTERS": Limit(1_024, "characters", "of a bearer token; a longer one is not looked at"),
    "TOKENS": Limit(1_000, "tokens", "that one server knows"),
    "WORKERS": Limit(64, "processes", "of one server"),
    "CONFIGURATION_BYTES": Limit(65_536, "bytes", "of the configuration file of a server, or its file of tokens"),
    "PAGE_SIZE": Limit(1_000, "rule sets", "on one page of a list"),
    "DETAIL_BYTES": Limit(4_096, "bytes", "what is told of a failed call; violations are left out until it fits"),
    "VIOLATIONS": Limit(20, "violations", "named in the answer to one bad request"),
    "CHUNK_RECORDS": Limit(100, "records", "in one chunk of a stream"),
    "CHUNK_BYTES": Limit(1_048_576, "bytes", "in one chunk of a stream"),
    "WINDOW_CHUNKS": Limit(4, "chunks", "of one stream that may be on their way without an answer"),
    "STREAM_IDLE_SECONDS": Limit(300, "seconds", "that a stream of records stays open without a chunk"),
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
QUANTITY: Final = LIMITS["QUANTITY"].value
SEATS: Final = LIMITS["SEATS"].value
HAND_CARDS: Final = LIMITS["HAND_CARDS"].value
PACKS: Final = LIMITS["PACKS"].value
JOKERS: Final = LIMITS["JOKERS"].value
WILD_KINDS: Final = LIMITS["WILD_KINDS"].value
WILD_KINDS_OF_TEN: Final = LIMITS["WILD_KINDS_OF_TEN"].value
WILD_KINDS_OF_TWELVE: Final = LIMITS["WILD_KINDS_OF_TWELVE"].value
WILD_KINDS_OF_MORE: Final = LIMITS["WILD_KINDS_OF_MORE"].value
WILD_KINDS_WIDE: Final = LIMITS["WILD_KINDS_WIDE"].value
WILD_CARDS_OF_TWELVE: Final = LIMITS["WILD_CARDS_OF_TWELVE"].value
SET_CHOICES: Final = LIMITS["SET_CHOICES"].value
SET_CHOICES_OF_MORE: Final = LIMITS["SET_CHOICES_OF_MORE"].value
WHOLE_HAND_STEPS: Final = LIMITS["WHOLE_HAND_STEPS"].value
SUITS: Final = LIMITS["SUITS"].value
RANKS: Final = LIMITS["RANKS"].value
CARD_POINTS: Final = LIMITS["CARD_POINTS"].value
EXPRESSION_CHARACTERS: Final = LIMITS["EXPRESSION_CHARACTERS"].value
EXPRESSION_PARTS: Final = LIMITS["EXPRESSION_PARTS"].value
EXPRESSION_DEPTH: Final = LIMITS["EXPRESSION_DEPTH"].value
EXPRESSION_LOOPS: Final = LIMITS["EXPRESSION_LOOPS"].value
CLAUSE_STEPS: Final = LIMITS["CLAUSE_STEPS"].value
TABLE_STEPS: Final = LIMITS["TABLE_STEPS"].value
OPTIONS: Final = LIMITS["OPTIONS"].value
DEFINITIONS: Final = LIMITS["DEFINITIONS"].value
MATRIX_TABLES: Final = LIMITS["MATRIX_TABLES"].value
TEST_RUNS: Final = LIMITS["TEST_RUNS"].value
CLOSE_STEPS: Final = LIMITS["CLOSE_STEPS"].value
EXPRESSION_SIGNS: Final = LIMITS["EXPRESSION_SIGNS"].value
PLACEHOLDERS: Final = LIMITS["PLACEHOLDERS"].value
EXAMPLES: Final = LIMITS["EXAMPLES"].value
EXAMPLE_STEPS: Final = LIMITS["EXAMPLE_STEPS"].value
DIAGNOSTICS_SHOWN: Final = LIMITS["DIAGNOSTICS_SHOWN"].value
DIAGNOSTICS_MADE: Final = LIMITS["DIAGNOSTICS_MADE"].value
SIGNS_TOLD: Final = LIMITS["SIGNS_TOLD"].value
RELATED_PLACES: Final = LIMITS["RELATED_PLACES"].value
CARD_CHARACTERS: Final = LIMITS["CARD_CHARACTERS"].value
HAND_EXTRA_CARDS: Final = LIMITS["HAND_EXTRA_CARDS"].value
HAND_SURPLUS: Final = LIMITS["HAND_SURPLUS"].value
ALTERNATIVES: Final = LIMITS["ALTERNATIVES"].value
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
DEFAULT_SECONDS: Final = LIMITS["DEFAULT_SECONDS"].value
REQUEST_ID_CHARACTERS: Final = LIMITS["REQUEST_ID_CHARACTERS"].value
TOKEN_CHARACTERS: Final = LIMITS["TOKEN_CHARACTERS"].value
TOKENS: Final = LIMITS["TOKENS"].value
WORKERS: Final = LIMITS["WORKERS"].value
CONFIGURATION_BYTES: Final = LIMITS["CONFIGURATION_BYTES"].value
PAGE_SIZE: Final = LIMITS["PAGE_SIZE"].value
DETAIL_BYTES: Final = LIMITS["DETAIL_BYTES"].value
VIOLATIONS: Final = LIMITS["VIOLATIONS"].value
CHUNK_RECORDS: Final = LIMITS["CHUNK_RECORDS"].value
CHUNK_BYTES: Final = LIMITS["CHUNK_BYTES"].value
WINDOW_CHUNKS: Final = LIMITS["WINDOW_CHUNKS"].value
STREAM_IDLE_SECONDS: Final = LIMITS["STREAM_IDLE_SECONDS"].value
CACHED_RULE_SETS: Final = LIMITS["CACHED_RULE_SETS"].value
CACHED_TABLES: Final = LIMITS["CACHED_TABLES"].value
ANSWER_LINE_BYTES: Final = LIMITS["ANSWER_LINE_BYTES"].value


def as_table() -> str:
    """The limits as a Markdown table, for the README and the documents of the service."""
    rows = ["| limit | at most | what |", "| --- | ---: | --- |"]
    for name, limit in LIMITS.items():
        rows.append(f"| {name.lower()} | {limit.value:,} {limit.unit}".rstrip() + f" | {limit.meaning} |")
    return "\n".join(rows) + "\n"
