"""RuleSetService over a real channel."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import grpc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.library import Library
from referee.v1.diagnostics_pb2 import SEVERITY_ERROR
from referee.v1.rule_set_service_pb2 import (
    CheckRuleSetRequest,
    CompileRuleSetRequest,
    DescribeRuleSetRequest,
    GetRuleSetRequest,
    ListRuleSetsRequest,
)
from referee.v1.rule_sets_pb2 import RuleSetSelector

SOUND = b"rule_set: casa\nformat: 1\nextends: spanish-40\nclose:\n  may_close:\n    casa.1: deadwood below 5 points\n"
MISSPELT = SOUND.replace(b"deadwood", b"deadwod")


async def test_rule_sets_are_listed_by_name(rule_sets: Any, library: Library) -> None:
    response = await rule_sets.ListRuleSets(ListRuleSetsRequest())
    names = [each.name for each in response.rule_sets]

    assert names == sorted(library.names())
    assert {"common", "spanish-40", "spanish-48", "fournier-40", "fournier-48", "chilean-50"} <= set(names)
    assert response.next_page_token == ""
    spanish = next(each for each in response.rule_sets if each.name == "spanish-40")
    assert spanish.digest == library.rule_set("spanish-40").digest
    assert spanish.playable
    assert list(spanish.extends) == ["common"]
    assert {"en", "es", "eu", "fr", "pt", "tr"} <= set(spanish.titles)
    assert not next(each for each in response.rule_sets if each.name == "common").playable


@pytest.mark.parametrize("size", [1, 2, 5, 1000, 5000])
async def test_pages_add_up_to_the_list(rule_sets: Any, library: Library, size: int) -> None:
    names, token = [], ""
    while True:
        page = await rule_sets.ListRuleSets(ListRuleSetsRequest(page_size=size, page_token=token))
        names += [each.name for each in page.rule_sets]
        token = page.next_page_token
        assert len(page.rule_sets) <= size
        if not token:
            break

    assert names == sorted(library.names())


@pytest.mark.parametrize("token", ["x", "ñ", "YQ==", "////", "YWZ0ZXI6/w=="])
async def test_a_page_token_that_is_none_of_ours(rule_sets: Any, failed: Any, token: str) -> None:
    told = await failed(rule_sets.ListRuleSets(ListRuleSetsRequest(page_token=token)))

    assert (told.code, told.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "PAGE_TOKEN_INVALID")


async def test_a_page_token_after_no_name_is_the_first_page(rule_sets: Any) -> None:
    first = await rule_sets.ListRuleSets(ListRuleSetsRequest())

    assert await rule_sets.ListRuleSets(ListRuleSetsRequest(page_token="YWZ0ZXI6")) == first


async def test_a_page_cannot_be_negative(rule_sets: Any, failed: Any) -> None:
    assert (await failed(rule_sets.ListRuleSets(ListRuleSetsRequest(page_size=-1)))).reason == "PAGE_SIZE_NEGATIVE"


async def test_a_rule_set_is_told_with_the_tree_its_digest_is_taken_of(rule_sets: Any, library: Library) -> None:
    request = GetRuleSetRequest(rule_set=RuleSetSelector(name="spanish-40"), with_source=True)
    told = (await rule_sets.GetRuleSet(request)).rule_set

    assert hashlib.sha256(told.canonical_json.encode()).hexdigest() == told.summary.digest
    assert json.loads(told.canonical_json)["format"] == 1
    assert told.source == library.source("spanish-40")
    assert list(told.seats) == [2, 3, 4]
    options = {option.name: option for option in told.options}
    assert (options["limit"].type, options["limit"].default_value) == ("points", "100")
    assert (options["limit"].low, options["limit"].high, options["limit"].clause) == (10, 1000, "es.9")
    assert (options["jokers"].type, list(options["jokers"].one_of)) == ("cards", ["0", "2"])
    assert not options["jokers"].HasField("low")
    assert [outcome.name for outcome in told.outcomes] == ["chinchon", "joker_chinchon", "clean", "plain"]
    assert told.outcomes[0].wins_game == "yes"
    assert told.outcomes[3].writes == "deadwood"


async def test_the_source_is_sent_only_where_it_is_asked_for_and_known(rule_sets: Any) -> None:
    name = RuleSetSelector(name="spanish-40")
    assert (await rule_sets.GetRuleSet(GetRuleSetRequest(rule_set=name))).rule_set.source == b""

    sent = await rule_sets.GetRuleSet(GetRuleSetRequest(rule_set=RuleSetSelector(source=SOUND), with_source=True))
    assert sent.rule_set.source == SOUND

    digest = RuleSetSelector(digest=sent.rule_set.summary.digest)
    again = await rule_sets.GetRuleSet(GetRuleSetRequest(rule_set=digest, with_source=True))
    assert again.rule_set.summary == sent.rule_set.summary
    assert again.rule_set.source == b""


async def test_a_mistake_is_told_with_its_place_and_its_caret(rule_sets: Any) -> None:
    response = await rule_sets.CheckRuleSet(CheckRuleSetRequest(source=MISSPELT, file_name="casa.yaml"))
    (diagnostic,) = response.diagnostics
    place = diagnostic.range

    assert not response.usable
    assert (diagnostic.code, diagnostic.severity) == ("CH201", SEVERITY_ERROR)
    assert (place.file, place.line, place.column, place.end_line, place.end_column) == ("casa.yaml", 6, 13, 6, 20)
    assert diagnostic.excerpt == "    casa.1: deadwod below 5 points"
    assert response.report.startswith("casa.yaml:6:13: ")
    assert "^~~~~~~" in response.report


async def test_a_sound_rule_set_is_usable_and_compiles_to_its_digest(rule_sets: Any) -> None:
    checked = await rule_sets.CheckRuleSet(CheckRuleSetRequest(source=SOUND, file_name="casa.yaml"))
    compiled = await rule_sets.CompileRuleSet(CompileRuleSetRequest(source=SOUND, file_name="casa.yaml"))
    commented = await rule_sets.CompileRuleSet(CompileRuleSetRequest(source=SOUND + b"# a comment\n"))

    assert (checked.usable, list(checked.diagnostics), checked.report) == (True, [], "")
    assert (compiled.rule_set.name, list(compiled.rule_set.extends)) == ("casa", ["spanish-40", "common"])
    assert compiled.rule_set.digest == commented.rule_set.digest


async def test_a_faulty_rule_set_compiles_to_nothing_but_its_diagnostics(rule_sets: Any) -> None:
    response = await rule_sets.CompileRuleSet(CompileRuleSetRequest(source=MISSPELT))

    assert not response.HasField("rule_set")
    assert [each.code for each in response.diagnostics] == ["CH201"]
    assert response.report.startswith("request:6:13: ")


UGLY = [
    b"", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"- a", b"a", b"{", b"\t", b"a: *b", b"!!python/object:os.system x",
    b'rule_set: "\\ud800"\nformat: "\\udfff"', b"rule_set: casa\nformat: 1\nextends: [casa]", bytes(range(128, 152)),
    b"a: &a [x,x]\n" * 1000, b"[" * 100_000, b"rule_set: casa\nformat: 1\nextends: casa\n", b"x: " + b"y" * 200_000,
    b"? " * 10_000, "rule_set: ñandú\u2028\ntitle: {es: \u202e}".encode(),
]  # fmt: skip


@pytest.mark.parametrize("content", UGLY, ids=lambda content: repr(content[:20]))
async def test_any_bytes_are_answered_with_diagnostics(rule_sets: Any, content: bytes) -> None:
    checked = await rule_sets.CheckRuleSet(CheckRuleSetRequest(source=content, file_name="x\u202e.yaml"))
    compiled = await rule_sets.CompileRuleSet(CompileRuleSetRequest(source=content))

    assert checked.diagnostics
    assert not checked.usable
    assert not compiled.HasField("rule_set")


async def test_random_bytes_are_answered_with_diagnostics(rule_sets: Any) -> None:
    """Hypothesis drives no coroutines, so it only makes the bytes."""
    contents: list[bytes] = []

    @settings(max_examples=60, database=None, deadline=None)
    @given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: SOUND + text.encode("utf-8", "replace")))
    def collect(content: bytes) -> None:
        contents.append(content)

    collect()
    for content in contents:
        response = await rule_sets.CheckRuleSet(CheckRuleSetRequest(source=content))
        assert response.usable or response.diagnostics


async def test_the_rules_of_a_table_are_printed(rule_sets: Any, table: Any) -> None:
    english = await rule_sets.DescribeRuleSet(DescribeRuleSetRequest(table=table("spanish-40", limit="50")))
    basque = await rule_sets.DescribeRuleSet(DescribeRuleSetRequest(table=table("spanish-40"), language="eu-ES"))

    assert (english.language, english.seats, english.options["limit"], english.options["jokers"]) == (
        "en",
        2,
        "50",
        "0",
    )
    assert (english.title, basque.language) == ("Spanish chinchón with 40 cards", "eu")
    assert [each.clause for each in english.paragraphs] == [each.clause for each in basque.paragraphs]
    assert any(each.clause == "es.9" and "50" in each.text for each in english.paragraphs)
    assert all(each.from_book and each.text for each in english.paragraphs)


async def test_a_rule_without_a_paragraph_is_spoken(rule_sets: Any, table: Any) -> None:
    told = await rule_sets.DescribeRuleSet(DescribeRuleSetRequest(table=table(SOUND), language="tr"))
    (spoken,) = [each for each in told.paragraphs if each.clause == "casa.1"]

    assert not spoken.from_book
    assert "5" in spoken.text
