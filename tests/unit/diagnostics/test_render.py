"""Diagnostics in print: carets under the very characters, on any line."""

import json
import tracemalloc
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.diagnostics import Diagnostic, Related, number_of
from referee.diagnostics.render import render_github, render_text, to_plain
from referee.limits import DIAGNOSTICS_SHOWN
from referee.source import Source, Span
from tests.rendering import render_json

SOURCE = Source("casa.yaml", "rule_set: casa\nclose:\n  may_close:\n    es.4: deadwod at most 5\n")


def at(text: str, part: str, **more: object) -> Diagnostic:
    """A diagnostic about the first place where `part` stands."""
    source = Source("t.yaml", text)
    start = text.index(part)
    return Diagnostic("CH201", "unknown", Span(source, start, start + len(part)), **more)  # type: ignore[arg-type]


def drawn(diagnostic: Diagnostic) -> tuple[str, str]:
    """The excerpt line and the caret line, gutters cut off."""
    lines = render_text([diagnostic]).splitlines()
    return lines[2].split(" | ", 1)[1], lines[3].split(" | ", 1)[1]


def test_the_form() -> None:
    start = SOURCE.text.index("deadwod")
    diagnostic = Diagnostic(
        "CH201",
        "unknown name `deadwod`; did you mean `deadwood`?",
        Span(SOURCE, start, start + 7),
        "write `deadwood`",
        (Related("the block", Span(SOURCE, 15, 20)),),
        "close.may_close.es.4",
    )
    assert render_text([diagnostic]) == (
        "casa.yaml:4:11: unknown name `deadwod`; did you mean `deadwood`? [CH201]\n"
        "  |\n"
        "4 |     es.4: deadwod at most 5\n"
        "  |           ^~~~~~~\n"
        "  ::: casa.yaml:2:1\n"
        "2 | close:\n"
        "  | ^~~~~ the block\n"
        "  = help: write `deadwood`\n"
    )
    assert to_plain(diagnostic) == {
        "code": "CH201",
        "severity": "error",
        "message": "unknown name `deadwod`; did you mean `deadwood`?",
        "file": "casa.yaml",
        "line": 4,
        "column": 11,
        "end_line": 4,
        "end_column": 18,
        "excerpt": "    es.4: deadwod at most 5",
        "path": "close.may_close.es.4",
        "help": "write `deadwood`",
        "related": [
            {
                "message": "the block",
                "file": "casa.yaml",
                "line": 2,
                "column": 1,
                "end_line": 2,
                "end_column": 6,
                "excerpt": "close:",
            }
        ],
    }
    assert render_github([diagnostic]) == (
        "::error file=casa.yaml,line=4,endLine=4,col=11,endColumn=18,title=CH201::"
        "unknown name `deadwod`; did you mean `deadwood`?%0Acasa.yaml:2:1: the block%0Ahelp: write `deadwood`\n"
    )
    assert json.loads(render_json([diagnostic])) == [to_plain(diagnostic)]


def test_warnings_say_so_and_nothing_is_nothing() -> None:
    warning = Diagnostic("CH112", "odd name", Span(SOURCE, 0, 8))
    assert render_text([warning]).startswith("casa.yaml:1:1: warning: odd name [CH112]\n")
    assert render_github([warning]).startswith("::warning ")
    assert render_text([]) == render_github([]) == ""
    assert json.loads(render_json([])) == []


def test_without_a_place() -> None:
    diagnostic = Diagnostic("CH015", "`x.yaml` cannot be opened: there is no such file", help="look again")
    assert (
        render_text([diagnostic]) == "`x.yaml` cannot be opened: there is no such file [CH015]\n   = help: look again\n"
    )
    assert to_plain(diagnostic)["line"] == 0
    assert render_github([diagnostic]).startswith("::error title=CH015::")


def test_colour_only_adds_colour() -> None:
    diagnostic = at("a: b", "b", help="x")
    coloured = render_text([diagnostic], colour=True)
    assert "\x1b[" in coloured
    for code in ("\x1b[1;31m", "\x1b[1m", "\x1b[2m", "\x1b[0m"):
        coloured = coloured.replace(code, "")
    assert coloured == render_text([diagnostic])


@pytest.mark.parametrize(
    ("text", "part", "shown", "carets"),
    [
        ("a: 牌牌 x", "x", "a: 牌牌 x", "        ^"),
        ("a: 牌牌 x", "牌牌", "a: 牌牌 x", "   ^~~~"),
        ("a: e\u0301e\u0301 x", "x", "a: e\u0301e\u0301 x", "      ^"),
        ("a:\tb x", "x", "a:  b x", "      ^"),
        ("\ta", "\t", "    a", "^~~~"),
        ("a: \u200bx", "\u200b", "a: <U+200B>x", "   ^~~~~~~~"),
        ("a: \x1b[31mx", "x", "a: <U+001B>[31mx", "               ^"),
        ("a: x", "", "a: x", "^"),
    ],
)
def test_carets_stand_under_what_is_meant(text: str, part: str, shown: str, carets: str) -> None:
    assert drawn(at(text, part)) == (shown, carets)


def test_at_the_end_of_the_text() -> None:
    source = Source("t", "a: b")
    assert drawn(Diagnostic("CH308", "m", Span(source, 4, 4))) == ("a: b", "    ^")
    source = Source("t", "a: b\n")
    assert render_text([Diagnostic("CH308", "m", Span(source, 5, 5))]) == "t:2:1: m [CH308]\n  |\n2 |\n  | ^\n"


def test_over_several_lines_the_first_and_the_last_are_shown() -> None:
    diagnostic = at("a: |\n  if x\n  then y\n  else z\nb: 1\n", "if x\n  then y\n  else z")
    assert render_text([diagnostic]).splitlines()[1:] == [
        "  |",
        "2 |   if x",
        "  |   ^~~~",
        ". |",
        "4 |   else z",
        "  |   ~~~~~~",
    ]


def test_windows_line_ends_do_not_show() -> None:
    assert drawn(at("a: b\r\nc: d\r\n", "d")) == ("c: d", "   ^")


@given(st.integers(0, 400), st.integers(1, 40), st.sampled_from("a牌e\u0301\t"))
@settings(max_examples=300)
def test_long_lines_are_cut_round_the_carets(before: int, length: int, sign: str) -> None:
    text = sign * before + "X" * length + sign * 300
    source = Source("t", text)
    shown, carets = drawn(Diagnostic("CH201", "m", Span(source, before, before + length)))
    assert columns(shown) <= 130
    offset = len(carets) - len(carets.lstrip())
    assert carets.strip() == "^" + "~" * (length - 1)
    assert columns(shown[: shown.index("X")]) == offset


def columns(text: str) -> int:
    """The width of a text on a terminal."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text
    )


def test_no_more_than_can_be_read() -> None:
    many = [Diagnostic("CH201", f"m{number}", Span(SOURCE, 0, 1)) for number in range(DIAGNOSTICS_SHOWN + 2)]
    assert render_text(many).endswith("and 2 more\n")
    assert render_text(many[:DIAGNOSTICS_SHOWN]).count("[CH201]") == DIAGNOSTICS_SHOWN
    assert "more" not in render_text(many[:DIAGNOSTICS_SHOWN])


@pytest.mark.parametrize("beyond", [0, 1, 3_000])
def test_every_format_is_cut_alike_and_says_how_many_more_there_are(beyond: int) -> None:
    many = [Diagnostic("CH201", f"m{number}", Span(SOURCE, 0, 1)) for number in range(DIAGNOSTICS_SHOWN + beyond)]
    more = [f"and {beyond:,} more"] if beyond else []
    rows = json.loads(render_json(many))
    commands = render_github(many).splitlines()
    assert [row["message"] for row in rows] == [f"m{number}" for number in range(DIAGNOSTICS_SHOWN)] + more
    assert all(row.keys() == rows[0].keys() for row in rows)
    assert {(row["code"], row["severity"], row["file"]) for row in rows[DIAGNOSTICS_SHOWN:]} == (
        {("", "information", "casa.yaml")} if beyond else set()
    )
    assert commands[DIAGNOSTICS_SHOWN:] == [f"::notice file=casa.yaml::{line}" for line in more]
    assert [line for line in render_text(many).splitlines() if line.startswith("and ")] == more


def test_what_was_only_counted_is_counted_as_not_shown() -> None:
    told = [Diagnostic("CH201", "m", Span(SOURCE, 0, 1)), Diagnostic("CH807", "m", Span(SOURCE, 1, 2), more=41)]
    assert number_of(told) == 43
    assert render_text(told).endswith("and 41 more\n")


@given(st.text("ab`\n", max_size=600), st.data())
def test_the_excerpt_of_a_long_line_is_cut_round_the_place(text: str, data: st.DataObject) -> None:
    source = Source("t", f"{text}{'x' * 400}")
    start = data.draw(st.integers(0, len(source.text)))
    place = Span(source, start, start)
    excerpt = str(to_plain(Diagnostic("CH201", "m", place))["excerpt"])
    line = source.line(place.begin.line)
    assert len(excerpt) <= 300
    assert (excerpt == line) is (len(line) <= 300)
    assert excerpt.strip("…") in line
    around = line[max(place.begin.column - 11, 0) : place.begin.column + 9]
    assert around in excerpt


@given(st.text(max_size=40))
def test_the_array_is_written_as_json_writes_it(text: str) -> None:
    given = [Diagnostic("CH201", text, Span(Source("t", text), 0, 0)), Diagnostic("CH015", text)]
    plain = [to_plain(each) for each in given]
    assert render_json(given) == json.dumps(plain, ensure_ascii=False, indent=2) + "\n"


@pytest.mark.parametrize("render", [render_text, render_json, render_github])
def test_a_hundred_thousand_mistakes_in_one_line_take_little_room(render: Callable[..., str]) -> None:
    source = Source("t.yaml", "9 " * 100_000)
    many = [Diagnostic("CH807", "m" * 5_000, Span(source, at, at + 1)) for at in range(0, 200_000, 2)]
    tracemalloc.start()
    try:
        assert len(render(many)) < 3_000_000
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()


def test_github_fields_are_escaped() -> None:
    source = Source("a,b:c%.yaml", "x")
    said = render_github([Diagnostic("CH201", "100 %\nnext", Span(source, 0, 1))])
    assert (
        said == "::error file=a%2Cb%3Ac%25.yaml,line=1,endLine=1,col=1,endColumn=2,title=CH201::100 %25<U+000A>next\n"
    )


@given(st.text(max_size=200), st.data())
@settings(max_examples=500)
def test_any_text_and_any_place_can_be_printed(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    diagnostic = Diagnostic("CH201", text[:20], Span(Source("t", text), start, end))
    for line in render_text([diagnostic]).split("\n"):
        assert not any(unicodedata.category(sign) in {"Cc", "Cf", "Cs"} for sign in line)
    json.loads(render_json([diagnostic]))
    assert render_github([diagnostic]).count("\n") == 1
