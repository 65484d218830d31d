"""What is wrong with a text that is not YAML, in words an author can use.

The parser's own messages speak of its inside ("expected <block end>"), and differ between its two versions. So only
the rough kind of mistake and the places are taken from it; what is said comes from looking at the text there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from referee.diagnostics.model import Diagnostic, Related
from referee.diagnostics.spelling import quoted
from referee.source import Source
from referee.yamltree import messages
from referee.yamltree.events import Stop
from referee.yamltree.lines import after_an_item, line_of, line_without_colon, misaligned, no_colon, outside, rest_of
from referee.yamltree.nodes import ScalarNode, place

QUOTE_IT = "put the whole value in double quotes"
TEXT_SECTIONS = frozenset({"book", "refusals", "title", "sources", "examples"})
HEAD_WORDS = frozenset({"rule_set", "format", "extends", "adopts"})
_KEY_BEFORE = re.compile(r"^[ \t]*(?:- +)*[^:]*:[ \t]")
_KEY_AT_MARGIN = re.compile(r"([^\s:#{}\[\],]+):(?:\s|$)")
_LAST_WORD = re.compile(r"(\S+[ \t\r\n]+)?(?<!\S)([a-z_][\w.-]*)$")
_WORDS = 200
"""How far back a key is looked for that lacks a comma before it."""


@dataclass(frozen=True, slots=True)
class Around:
    """What was being read: the keys around the place, the last scalar, and whether an alias came last."""

    path: tuple[str, ...] = ()
    last: ScalarNode | None = None
    after_alias: bool = False


def explain(source: Source, stop: Stop, around: Around) -> Diagnostic | None:
    """The diagnostic for what stopped the parser; None if that has been told already (an alias)."""
    problem, context = stop.problem, stop.context
    if "mapping values are not allowed" in problem:
        return _colon(source, stop.index, around)
    if "cannot start any token" in problem:
        return _first_sign(source, stop.index)
    if "sequence entries are not allowed" in problem or "entries are not allowed" in problem:
        return _dash(source, stop.index)
    if "alias" in context or "anchor" in context:
        sign = source.text[stop.context_index : stop.context_index + 1] or "*"
        return messages.bare_sign(place(source, stop.context_index, stop.context_index + 1), sign)
    if "tag" in context or "tag" in problem:
        at = stop.context_index if stop.context_index >= 0 else stop.index
        return messages.tag(place(source, at, max(stop.index, at + 1)), "!")
    if "quoted scalar" in context:
        return _quoted(source, stop)
    if "simple key" in context:
        return no_colon(source, stop.context_index)
    if "block scalar" in context:
        return _block_header(source, stop)
    if "flow" in context:
        return _flow(source, stop, around)
    if "block collection" in context:
        return _in_list(source, stop)
    if "block mapping" in context:
        return _in_mapping(source, stop, around)
    if "document start" in problem or "directive" in context or "directive" in problem:
        return outside(source, stop.index)
    if "node content" in problem:
        return _first_sign(source, stop.index)
    return _unknown(source, stop.index)


def _colon(source: Source, index: int, around: Around) -> Diagnostic:
    """A second colon in one value, or a key indented under a value."""
    begin, line = line_of(source, index)
    before = line[: index - begin]
    if _KEY_BEFORE.match(before + " ") and ":" in before:
        return _colon_in_value(source, index, before, _section(line, around))
    start = begin + len(before) - len(before.lstrip(" \t"))
    above = line_without_colon(source, source.position(index).line)
    if above is not None:
        return no_colon(source, above.start)
    related: tuple[Related, ...] = ()
    if around.last is not None and around.last.span.start < begin:
        first = around.last.span
        stop = min(first.end, first.start + len(rest_of(source, first.start)))
        related = (Related("this value goes on into the next line", place(source, first.start, stop)),)
    return messages.not_yaml(
        place(source, start, index + 1),
        f"{quoted(source.text[start:index])} {messages.UNDER_A_VALUE}",
        "indent it like the keys it belongs beside, or take the value above it away",
        related,
    )


def _section(line: str, around: Around) -> str:
    """The key at the margin below which a place is; "" inside a text's `when`."""
    if around.path and around.path[0]:
        return "" if around.path[-1] == "when" else around.path[0]
    at_margin = _KEY_AT_MARGIN.match(line)
    return at_margin[1] if at_margin else ""


def _colon_in_value(source: Source, index: int, before: str, section: str) -> Diagnostic:
    """A second colon behind a value that began in the same line."""
    span = place(source, index, index + 1)
    begin = max(before.rfind(sign) for sign in (": ", ":\t", "{", ",", "[")) + 1
    value = before[begin:].lstrip(" \t")
    last = _LAST_WORD.search(value[-_WORDS:])
    in_text = section in TEXT_SECTIONS
    if last and last[1] and _in_braces(before) and (section == "examples" or not in_text or len(last[2]) == 2):
        return messages.comma_missing(place(source, index - len(last[2]), index), last[1].split()[-1], last[2])
    if in_text:
        return messages.colon_in_text(
            span, by_language=section == "title" and before.startswith("title:") and "{" not in before
        )
    if section in HEAD_WORDS:
        return messages.not_yaml(span, f"a colon and a blank inside the value of `{section}`", "take the colon out")
    key = before[: len(before) - len(value)].rstrip(" \t:").rpartition(" ")[2].lstrip("{")
    nested = key if last and not last[1] and not _in_braces(before) else ""
    return messages.colon_in_expression(span, key=nested, inner=last[2] if last else "")


def _in_braces(before: str) -> bool:
    """Whether a brace is open at the end of this part of a line."""
    return before.count("{") > before.count("}")


def _first_sign(source: Source, index: int) -> Diagnostic:
    """A value that begins with a sign YAML keeps for itself."""
    sign = source.text[index : index + 1]
    span = place(source, index, index + 1)
    if sign == "\t":
        return messages.tab(span, levels=True)
    if sign == ",":
        return messages.not_yaml(span, "nothing stands before this comma", "take the comma out")
    if sign in {"", "\n", "\r"}:
        return messages.not_yaml(span, "a value is missing here", "write one, or take the key out")
    shown = "a backtick" if sign == "`" else f"`{sign}`"
    return messages.not_yaml(span, f"no value begins with {shown} in YAML", QUOTE_IT)


def _dash(source: Source, index: int) -> Diagnostic:
    return messages.not_yaml(
        place(source, index, index + 1),
        "`-` and a blank begin a list, which cannot stand behind a key in one line",
        "begin the list on the next line; a negative number has no blank behind its sign",
    )


def _quoted(source: Source, stop: Stop) -> Diagnostic:
    """A quoted text: left open, or with an escape that is none."""
    start, text = stop.context_index, source.text
    problem = stop.problem
    if "stream" in problem or "document" in problem:
        return messages.not_closed(place(source, start, start + 1), text[start : start + 1])
    at = text.rfind("\\", start, stop.index + 1)
    at = at if at >= 0 else stop.index
    return bad_escape(source, at)


def bad_escape(source: Source, at: int) -> Diagnostic:
    """A backslash at `at` that begins no escape YAML knows."""
    sign = source.text[at + 1 : at + 2]
    return messages.not_yaml(
        place(source, at, at + 2),
        f"`\\{sign}` is no escape between double quotes"
        if sign not in {"x", "u", "U"}
        else f"the number after `\\{sign}` is not that of a character",
        "write `\\\\` for a backslash, or use single quotes",
    )


def _block_header(source: Source, stop: Stop) -> Diagnostic:
    start = stop.context_index
    if source.text[stop.index : stop.index + 1] == "\t":
        return messages.tab(place(source, stop.index, stop.index + 1), levels=True)
    return messages.not_yaml(
        place(source, start, start + len(rest_of(source, start))),
        f"behind `{source.text[start : start + 1]}` the text begins on the next line",
        "move what stands behind it to the next line, indented",
    )


def _flow(source: Source, stop: Stop, around: Around) -> Diagnostic:
    """Inside braces or brackets."""
    index, opened = stop.index, stop.context_index
    sign = source.text[index : index + 1]
    if around.after_alias:
        return messages.not_yaml(place(source, index, index + 1), "a comma or the end is missing here", QUOTE_IT)
    if source.text[index - 1 : index] in {"'", '"'} and sign not in {"", "\n", "\r"}:
        return _behind_quote(source, index, around)
    same_line = source.position(index).line == source.position(max(opened, 0)).line
    if sign and sign in "[{" and around.last is not None and around.last.style == "plain":
        return messages.cut_by_bracket(place(source, index, index + 1), sign)
    if sign == ":" and same_line:
        return _colon(source, index, around)
    if sign == ":" and _deeper(source, index, opened):
        last = _LAST_WORD.search(source.text, max(opened, index - _WORDS), index)
        if last:
            earlier = (last[1] or "").split()
            return messages.comma_missing(place(source, *last.span(2)), earlier[-1] if earlier else "", last[2])
    if opened >= 0 and (not sign.strip() or not same_line):
        bracket = source.text[opened : opened + 1]
        if bracket not in {"[", "{"}:  # with nothing behind it, what is told is the place behind the bracket
            opened = max(source.text.rfind(one, 0, opened) for one in "[{")
            bracket = source.text[opened]
        return messages.not_yaml(
            place(source, opened, opened + 1),
            f"`{bracket}` opened here is not closed",
            f"close it with `{'}' if bracket == '{' else ']'}`",
        )
    if sign in {",", "]", "}"}:
        return _first_sign(source, index)
    if key := re.match(r"([a-z_][\w.-]*):", rest_of(source, index)):
        return messages.comma_missing(place(source, index, index + len(key[1])), "", key[1])

    return messages.not_yaml(
        place(source, index, index + 1),
        f"{quoted(rest_of(source, index))} does not belong here; a comma or the closing sign is missing before it",
        "separate values with commas, and put a text that holds quotes in quotes as a whole",
    )


def _behind_quote(source: Source, index: int, around: Around) -> Diagnostic:
    """What stands behind a quote that ends a value: an apostrophe inside, or a quote forgotten further in front."""
    opened = around.last
    if opened is not None and opened.style in {"single", "double"}:
        start = opened.span.start
        if source.position(start).line < source.position(index).line:  # this quote was meant to open another text
            return messages.not_closed(place(source, start, start + 1), source.text[start : start + 1])
    shown = rest_of(source, index)
    return messages.not_yaml(
        place(source, index, index + len(shown)),
        f"{quoted(shown)} stands behind the closing quote",
        "a quote may be missing further in front; inside double quotes write `\\\"` for one, inside single ones `''`",
    )


def _deeper(source: Source, index: int, opened: int) -> bool:
    """Whether the line of `index` is indented further than the one in which a brace was opened: it belongs inside."""
    if opened < 0:
        return False
    widths = [len(line) - len(line.lstrip(" ")) for _, line in (line_of(source, index), line_of(source, opened))]
    return widths[0] > widths[1]


def _in_list(source: Source, stop: Stop) -> Diagnostic:
    shown = rest_of(source, stop.index)
    if shown.startswith("- "):
        return misaligned(source, stop.index)
    return messages.not_yaml(
        place(source, stop.index, stop.index + len(shown)),
        f"{quoted(shown)} stands in a list whose lines begin with `- `",
        "begin the line with `- `, or indent it further if it belongs to the line above",
    )


def _in_mapping(source: Source, stop: Stop, around: Around) -> Diagnostic | None:
    """Where a key was expected."""
    index = stop.index
    begin, line = line_of(source, index)
    before = line[: index - begin].rstrip()
    shown = rest_of(source, index)
    span = place(source, index, index + len(shown))
    sign = source.text[index : index + 1]
    if before:
        if around.after_alias:
            return None
        if sign in {"]", "}", ")"}:
            return messages.not_yaml(place(source, index, index + 1), f"`{sign}` closes nothing", "take it out")
        if before[-1] in "]}":
            return messages.not_yaml(
                span,
                f"{quoted(shown)} stands behind the closing `{before[-1]}`",
                "an expression that begins with a bracket goes in double quotes",
            )
        return _behind_quote(source, index, around)
    if sign == ":":
        return messages.no_key(place(source, index, index + 1))
    if sign == "-":
        above = line_without_colon(source, source.position(index).line)
        if above is not None:
            return no_colon(source, above.start)
        if after_an_item(source, source.position(index).line):
            return misaligned(source, index)
        return messages.not_yaml(
            span, f"{quoted(shown)} is an entry of a list, among keys", "indent the list under the key it belongs to"
        )
    return misaligned(source, index)


def _unknown(source: Source, index: int) -> Diagnostic:
    return messages.not_yaml(
        place(source, index, index + 1),
        "YAML cannot be read any further than here",
        "look at quotes, brackets and indentation",
    )
