"""The limits: one table, constants and documents made from it, and a test for each."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from referee import limits
from referee.limits import LIMITS, as_table

ROOT = Path(__file__).parents[2]
RULE_SETS = "tests/unit/workshop/test_rule_set_limits.py"
SIZES = "tests/unit/ruleset/test_sizes.py"
READING = "tests/unit/yamltree/test_read.py"
RECORDS = "tests/unit/record/test_hostile.py::test_the_limits"
STREAM = "tests/service/test_record_stream.py"
STATES = "tests/service/test_state_limits.py"
REQUESTS = "tests/service/test_limits.py"
ADMISSION = "tests/service/test_admission.py"
SERVING = "tests/serving/test_configuration.py"
KEPT = "tests/unit/library/test_kept.py"

TESTED = {
    "RULE_SET_BYTES": f"{READING}::test_bytes_n_and_one_more",
    "NODES": f"{READING}::test_nodes_n_and_one_more",
    "DEPTH": f"{READING}::test_depth_n_and_one_more",
    "CHAIN": f"{SIZES}::test_bases",
    "OVERLAYS": f"{SIZES}::test_overlays",
    "QUANTITY": "tests/property/test_reach.py::test_the_innermost_part_that_goes_too_far",
    "CLAUSE_STEPS": f"{RULE_SETS}::test_steps_of_one_clause",
    "CLOSE_STEPS": f"{RULE_SETS}::test_steps_of_one_close",
    "TABLE_STEPS": f"{SIZES}::test_steps_of_a_table",
    "SET_CHOICES": f"{RULE_SETS}::test_choices_for_a_set",
    "SET_CHOICES_OF_MORE": f"{RULE_SETS}::test_choices_for_a_set",
    "WHOLE_HAND_STEPS": f"{RULE_SETS}::test_steps_of_conditions_on_whole_hands",
    "DEFINITIONS": f"{SIZES}::test_definitions",
    "EXPRESSION_SIGNS": f"{SIZES}::test_signs_of_all_expressions",
    "MATRIX_TABLES": "tests/unit/suite/test_sizes_of_suites.py::test_tables_of_a_matrix",
    "TEST_RUNS": "tests/unit/suite/test_sizes_of_suites.py::test_runs_of_a_file",
    "EXAMPLE_STEPS": f"{RULE_SETS}::test_steps_of_the_examples",
    "DIAGNOSTICS_SHOWN": f"{REQUESTS}::test_diagnostics_of_a_rule_set",
    "DIAGNOSTICS_MADE": f"{SIZES}::test_no_more_expressions_are_looked_at_behind_thousands_of_errors",
    "SIGNS_TOLD": f"{RULE_SETS}::test_signs_of_one_expression",
    "RELATED_PLACES": f"{STATES}::test_places_sent_with_a_diagnostic",
    "CARD_CHARACTERS": f"{RULE_SETS}::test_characters_of_a_card",
    "HAND_EXTRA_CARDS": f"{REQUESTS}::test_cards_of_a_hand",
    "HAND_SURPLUS": f"{STATES}::test_cards_of_a_hand_of_a_state",
    "ALTERNATIVES": f"{STATES}::test_plays_told_with_a_refusal",
    "RECORD_BYTES": RECORDS,
    "RECORD_NODES": "tests/unit/record/test_record_limits.py::test_nodes_of_a_record",
    "ROUNDS": RECORDS,
    "RULINGS": RECORDS,
    "PLAY_CHARACTERS": RECORDS,
    "MESSAGE_BYTES": f"{ADMISSION}::test_bytes_of_a_message",
    "REQUEST_BYTES": f"{REQUESTS}::test_bytes_of_a_request",
    "BATCH_ITEMS": f"{REQUESTS}::test_items_of_a_batch",
    "HAND_TEXTS": f"{REQUESTS}::test_texts_of_a_hand",
    "OPTIMAL_ARRANGEMENTS": f"{REQUESTS}::test_optimal_arrangements_sent",
    "MAP_ENTRIES": f"{REQUESTS}::test_options_and_facts",
    "FIELD_CHARACTERS": f"{REQUESTS}::test_characters_of_short_texts",
    "CARDS_CHARACTERS": f"{STATES}::test_characters_of_cards",
    "STATE_NUMBER": f"{STATES}::test_numbers_of_a_state",
    "CONCURRENT_CALLS": f"{ADMISSION}::test_calls_of_one_service",
    "CONCURRENT_STREAMS": "tests/service/test_guard.py::test_streams_have_a_limit_of_their_own",
    "CONNECTION_STREAMS": f"{ADMISSION}::test_streams_of_one_connection",
    "WAITING_CALLS": f"{REQUESTS}::test_calls_that_wait",
    "HELD_BYTES": f"{ADMISSION}::test_bytes_of_all_messages",
    "CALL_SECONDS": f"{ADMISSION}::test_a_call_is_overdue_after_the_last_second_and_not_before",
    "DEFAULT_SECONDS": f"{ADMISSION}::test_a_call_is_overdue_after_the_last_second_and_not_before",
    "REQUEST_ID_CHARACTERS": "tests/serving/test_logs.py::test_the_id_that_a_caller_sends",
    "TOKEN_CHARACTERS": "tests/serving/test_tokens.py::test_characters_of_a_token",
    "TOKENS": f"{SERVING}::test_tokens_of_a_server",
    "WORKERS": "tests/serving/test_settings.py::test_processes_of_a_server",
    "CONFIGURATION_BYTES": f"{SERVING}::test_bytes_of_a_configuration",
    "PAGE_SIZE": f"{REQUESTS}::test_rule_sets_of_a_page",
    "DETAIL_BYTES": "tests/service/test_guard.py::test_five_thousand_faults_stay_within_the_budget_of_trailers",
    "VIOLATIONS": f"{REQUESTS}::test_violations_of_a_request",
    "CHUNK_RECORDS": f"{STREAM}::test_records_of_a_chunk",
    "CHUNK_BYTES": f"{STREAM}::test_bytes_of_a_chunk",
    "WINDOW_CHUNKS": f"{STREAM}::test_no_more_is_taken_than_is_answered",
    "STREAM_IDLE_SECONDS": f"{STREAM}::test_a_stream_that_stands_idle_ends",
    "CACHED_RULE_SETS": f"{KEPT}::test_rule_sets_that_are_kept",
    "CACHED_TABLES": f"{KEPT}::test_tables_that_are_kept",
    "ANSWER_LINE_BYTES": "tests/answer/test_lines.py::test_every_odd_line_has_its_own_answer_and_the_next_line_too",
} | dict.fromkeys(
    (
        "NUMBER", "SEATS", "HAND_CARDS", "PACKS", "JOKERS", "WILD_KINDS", "WILD_KINDS_OF_TEN", "WILD_KINDS_OF_TWELVE",
        "WILD_KINDS_WIDE", "WILD_CARDS_OF_TWELVE", "WILD_KINDS_OF_MORE",
        "SUITS", "RANKS", "CARD_POINTS", "EXPRESSION_CHARACTERS", "EXPRESSION_PARTS", "EXPRESSION_DEPTH",
        "EXPRESSION_LOOPS", "OPTIONS", "PLACEHOLDERS", "EXAMPLES",
    ),
    f"{RULE_SETS}::test_one_more_is_told_and_nothing_less",
)  # fmt: skip
"""Limit to the test that holds it to its value and refuses one more."""


SHORTENED = {"STREAM_IDLE_SECONDS"}
"""Nobody waits so long: the test asks for less."""


@cache
def written(path: str) -> tuple[frozenset[str], frozenset[str]]:
    """The functions of a file of tests, and all names and texts in it."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    nodes = list(ast.walk(tree))
    functions = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    words = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    words |= {node.id for node in nodes if isinstance(node, ast.Name)}
    words |= {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    return frozenset(functions), frozenset(words)


def test_every_limit_has_its_test() -> None:
    assert set(TESTED) == set(LIMITS)


@pytest.mark.parametrize("name", TESTED)
def test_that_test_is_there_and_asks_for_the_limit(name: str) -> None:
    path, _, test = TESTED[name].partition("::")
    functions, words = written(path)
    assert test in functions
    assert name in words or name in SHORTENED


def test_every_limit_is_a_constant_and_every_constant_a_limit() -> None:
    constants = {name: value for name, value in vars(limits).items() if name.isupper() and name != "LIMITS"}
    assert constants == {name: limit.value for name, limit in LIMITS.items()}


def test_every_limit_says_what_it_counts() -> None:
    for name, limit in LIMITS.items():
        assert limit.value > 0 or name == "WILD_KINDS_OF_MORE", name
        assert limit.meaning, name
        assert limit.meaning[0].islower(), name


def test_the_table() -> None:
    table = as_table().splitlines()
    assert len(table) == len(LIMITS) + 2
    assert "| rule_set_bytes | 262,144 bytes | one rule set, as it is sent or stands in a file |" in table


def test_the_table_of_the_service_is_this_one(update_golden: bool) -> None:
    document = ROOT / "protos" / "README.md"
    before, mark, rest = document.read_text("utf-8").partition("--update-golden -->\n")
    table, end, after = rest.partition("<!-- end -->\n")
    if update_golden:
        document.write_text(f"{before}{mark}{as_table()}{end}{after}", "utf-8")
    assert mark
    assert end
    assert update_golden or table == as_table()
