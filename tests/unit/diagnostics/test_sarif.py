"""SARIF 2.1.0: the log against the rules of its schema for what is used here, whatever is told of whatever text."""

import json
from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from referee.diagnostics import CODES, Diagnostic, Fix, Related
from referee.diagnostics.explanation import explanation
from referee.diagnostics.sarif import BEGINNING, SarifLog
from referee.limits import DIAGNOSTICS_SHOWN
from referee.source import Source, Span

Json = dict[str, Any]


def closed(required: Sequence[str] = (), **properties: Json) -> Json:
    """An object as the schema of SARIF has them: nothing but its properties."""
    return {"type": "object", "required": [*required], "properties": properties, "additionalProperties": False}


def many(items: Json, **more: Any) -> Json:
    return {"type": "array", "items": items, **more}


TEXT: Json = {"type": "string"}
FROM_ONE: Json = {"type": "integer", "minimum": 1}
LEVEL: Json = {"enum": ["none", "note", "warning", "error"]}
MESSAGE = closed(["text"], text=TEXT)
MULTIFORMAT = closed(["text"], text={"type": "string", "minLength": 1}, markdown=TEXT)
REGION = closed(["startLine"], startLine=FROM_ONE, startColumn=FROM_ONE, endLine=FROM_ONE, endColumn=FROM_ONE)
PHYSICAL = closed(
    ["artifactLocation"],
    artifactLocation=closed(["uri"], uri={"type": "string", "format": "uri-reference"}),
    region=REGION,
)
LOCATION = closed(
    ["physicalLocation"], id={"type": "integer", "minimum": -1}, physicalLocation=PHYSICAL, message=MESSAGE
)
REPLACEMENT = closed(["deletedRegion"], deletedRegion=REGION, insertedContent=closed(text=TEXT))
CHANGE = closed(
    ["artifactLocation", "replacements"],
    artifactLocation=closed(["uri"], uri={"type": "string", "format": "uri-reference"}),
    replacements=many(REPLACEMENT, minItems=1),
)
FIX = closed(["artifactChanges"], description=MESSAGE, artifactChanges=many(CHANGE, minItems=1, uniqueItems=True))
SUPPRESSION = closed(["kind"], kind={"enum": ["inSource", "external"]}, justification=TEXT)
RESULT = closed(
    ["message", "ruleId"],
    ruleId=TEXT,
    ruleIndex={"type": "integer", "minimum": 0},
    level=LEVEL,
    message=MESSAGE,
    locations=many(LOCATION),
    relatedLocations=many(LOCATION, uniqueItems=True),
    fixes=many(FIX, uniqueItems=True),
    suppressions=many(SUPPRESSION, uniqueItems=True),
    properties={"type": "object"},
)
RULE = closed(
    ["id"],
    id=TEXT,
    shortDescription=MULTIFORMAT,
    fullDescription=MULTIFORMAT,
    help=MULTIFORMAT,
    defaultConfiguration=closed(level=LEVEL),
)
DRIVER = closed(["name"], name=TEXT, version=TEXT, rules=many(RULE, uniqueItems=True))
NOTE = closed(["message"], level=LEVEL, message=MESSAGE)
INVOCATION = closed(
    ["executionSuccessful"], executionSuccessful={"type": "boolean"}, toolExecutionNotifications=many(NOTE)
)
RUN = closed(
    ["tool"],
    tool=closed(["driver"], driver=DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results=many(RESULT),
    invocations=many(INVOCATION),
)
LOG = closed(
    ["version", "runs"], **{"$schema": {"type": "string", "format": "uri"}}, version={"const": "2.1.0"}, runs=many(RUN)
)
"""The definitions of the published schema for what the referee writes, their bounds and required properties."""

FILES = ("casa-abuela.yaml", "casa de la abuela ñ.yaml", "a:b.yaml", "/rules/casa.yaml", "lone-\udcff.yaml")


@st.composite
def diagnostics(draw: st.DrawFn) -> Diagnostic:
    source = Source(draw(st.sampled_from(FILES)), draw(st.text(max_size=40)))

    def span() -> Span:
        ends = sorted(draw(st.tuples(*[st.integers(0, len(source.text))] * 2)))
        return Span(source, *ends)

    related = [Related(draw(st.text(max_size=20)), span()) for _ in range(draw(st.integers(0, 2)))]
    return Diagnostic(
        draw(st.sampled_from(sorted(CODES))),
        draw(st.text(max_size=40)),
        draw(st.sampled_from([None, span()])),
        draw(st.text(max_size=40)),
        tuple(related),
        draw(st.sampled_from(["", "close.may_close.es.4"])),
        fix=draw(st.none() | st.builds(Fix, st.just(span()), st.text(max_size=9), st.booleans())),
    )


def written(
    files: Sequence[tuple[str, Sequence[Diagnostic]]],
    *,
    successful: bool = True,
    allowed: Sequence[tuple[Diagnostic, str]] = (),
) -> Json:
    log = SarifLog()
    results = [result for name, told in files for result in log.results(told, name, allowed)]
    whole = BEGINNING + ",".join(results) + log.ending(successful=successful)
    whole.encode("utf-8")
    tree: Json = json.loads(whole)
    Draft202012Validator(LOG).validate(tree)
    return tree


@given(st.lists(st.tuples(st.sampled_from(FILES), st.lists(diagnostics(), max_size=4)), max_size=3), st.booleans())
def test_a_log_is_what_its_schema_wants(files: list[tuple[str, list[Diagnostic]]], successful: bool) -> None:
    run = written(files, successful=successful)["runs"][0]
    given = [one for _, told in files for one in told]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(dict.fromkeys(one.code for one in given))
    assert [result["ruleId"] for result in run["results"]] == [one.code for one in given]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])
    assert run["invocations"][0]["executionSuccessful"] is successful
    for result, one in zip(run["results"], given, strict=True):
        place = result["locations"][0]["physicalLocation"]
        assert ("region" in place) is (one.span is not None)
        if one.span is not None:
            begin, finish = one.span.begin, one.span.finish
            assert [*place["region"].values()] == [begin.line, begin.column, finish.line, finish.column]


@given(diagnostics(), diagnostics(), st.text(max_size=20))
def test_what_is_allowed_is_a_suppressed_result(told: Diagnostic, allowed: Diagnostic, reason: str) -> None:
    first, second = written([("casa.yaml", [told])], allowed=[(allowed, reason)])["runs"][0]["results"]
    assert [each["kind"] for each in first["suppressions"]] == ["inSource"]
    assert "suppressions" not in second
    assert ("fixes" in first, "fixes" in second) == (allowed.fix is not None, told.fix is not None)


def test_every_rule_tells_what_its_page_tells() -> None:
    rules = written([("casa.yaml", [Diagnostic(code, "so") for code in CODES])])["runs"][0]["tool"]["driver"]["rules"]
    for rule in rules:
        page = explanation(rule["id"])
        assert rule["help"]["text"] == f"{page.meaning}\n\n{page.reason}"
        assert page.wrong.text in rule["help"]["markdown"]
        assert page.right.text in rule["help"]["markdown"]
    levels = {rule["id"]: rule["defaultConfiguration"]["level"] for rule in rules}
    assert [levels[code] for code in ("CH206", "CH207", "CH711")] == ["error", "warning", "note"]


def test_names_are_written_as_references() -> None:
    told = [(name, [Diagnostic("CH015", "gone")]) for name in FILES]
    places = [result["locations"][0]["physicalLocation"] for result in written(told)["runs"][0]["results"]]
    assert [place["artifactLocation"]["uri"] for place in places] == [
        "casa-abuela.yaml",
        "casa%20de%20la%20abuela%20%C3%B1.yaml",
        "a%3Ab.yaml",
        "file:///rules/casa.yaml",
        "lone-%FF.yaml",
    ]


def test_beyond_those_shown_a_note_says_how_many() -> None:
    run = written([("casa.yaml", [Diagnostic("CH201", f"name {number}") for number in range(DIAGNOSTICS_SHOWN + 7)])])[
        "runs"
    ][0]
    assert len(run["results"]) == DIAGNOSTICS_SHOWN
    notes = run["invocations"][0]["toolExecutionNotifications"]
    assert [note["message"]["text"] for note in notes] == ["casa.yaml: and 7 more"]
