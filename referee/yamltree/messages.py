"""What the reader says: one function per mistake, in the author's words."""

from __future__ import annotations

from referee.diagnostics.model import Diagnostic, Fix, Related
from referee.diagnostics.spelling import quoted, visible
from referee.source import Source, Span, Text
from referee.yamltree.nodes import place

LINES_UP = "lines up with nothing above it"
UNDER_A_VALUE = "is indented under a line that has a value already"
LINE_OF_ITS_OWN = "put it on a line of its own, outside the braces and brackets"


def tab(span: Span, *, levels: bool) -> Diagnostic:
    """A tab before the first word of a line; `levels`: each tab of the file is a level of its own."""
    tabs = span.source.text[span.start : span.end].count("\t")
    return Diagnostic(
        "CH001",
        "a tab indents this line; YAML allows only spaces here",
        span,
        "write two spaces for each level",
        fix=Fix(span, "  " * tabs) if tabs and levels else None,
    )


def key_twice(key: Text, first: Text, inside: str, *, both: bool) -> Diagnostic:
    """The same key twice in one mapping; `both`: with keys below it each time."""
    where = f" in `{visible(inside)}`" if inside else ""
    line = first.whole.begin.line
    return Diagnostic(
        "CH002",
        f"key {quoted(key.value)} is given twice{where}; first in line {line}",
        key.whole,
        f"move what stands below it to line {line}" if both else "keep one of the two",
        (Related("first given here", first.whole),),
    )


def comment_cuts(scalar: Text, comment: Span) -> Diagnostic:
    """` #` begins a comment where the text before it is not finished."""
    rest = comment.source.text[comment.start : comment.end]
    return Diagnostic(
        "CH005",
        f"the expression ends at ` #`: {quoted(rest)} is a comment, and {quoted(scalar.value)} is not complete",
        comment,
        "move the comment to a line of its own, or quote the expression",
    )


def anchor(span: Span, shown: str) -> Diagnostic:
    """An anchor: `&name`."""
    return Diagnostic(
        "CH006",
        f"{quoted(shown)} is an anchor; a rule file says everything where it stands",
        span,
        "take it out, or write the text in quotes if the sign is meant; to build on another rule set use `extends`",
    )


def alias(span: Span, shown: str) -> Diagnostic:
    """An alias: `*name`."""
    return Diagnostic(
        "CH006",
        f"{quoted(shown)} stands for something written elsewhere; a rule file says everything where it stands",
        span,
        "write out what is meant; to build on another rule set use `extends`",
    )


def merge_key(span: Span) -> Diagnostic:
    """The key `<<`."""
    return Diagnostic(
        "CH006",
        "`<<` merges what is written elsewhere and hides where a rule comes from",
        span,
        "write the keys out; to build on another rule set use `extends`",
    )


def bare_sign(span: Span, sign: str) -> Diagnostic:
    """A value that begins with `*` or `&` and nothing YAML could make of it."""
    meaning = "an alias" if sign == "*" else "an anchor"
    return Diagnostic(
        "CH006",
        f"a value that begins with `{sign}` is {meaning} in YAML; neither is allowed in a rule file",
        span,
        "no expression begins so; a text goes in quotes",
    )


def second_document(span: Span) -> Diagnostic:
    """`---` after the first document."""
    return Diagnostic(
        "CH007",
        "a second YAML document begins here; one file is one rule set",
        span,
        "take the line out, or indent it if it belongs to the text above; another rule set goes in a file of its own",
    )


def colon_in_expression(span: Span, *, key: str = "", inner: str = "") -> Diagnostic:
    """`a: b: c` where an expression stands; with `inner` a key of its own behind `key`."""
    way_out = "no expression has a colon in it; take it out"
    if key:
        way_out += f", or put keys in braces: `{visible(key)}: {{{visible(inner)}: …}}`"
    return Diagnostic("CH010", "the colon makes a mapping of what should be one expression", span, way_out)


def colon_in_text(span: Span, *, by_language: bool) -> Diagnostic:
    """`en: Note: ...`; `by_language`: a text of which each language has its own, without one."""
    return Diagnostic(
        "CH010",
        "the colon makes a mapping of what should be one text",
        span,
        'write `{es: "…"}`: the text in double quotes, under its language'
        if by_language
        else "put the whole text in double quotes",
    )


def comma_missing(span: Span, before: str, key: str) -> Diagnostic:
    """`{when: yes points: 25}`."""
    shown = f"{visible(before)}, {visible(key)}: …" if before else f", {visible(key)}: …"
    return Diagnostic("CH014", f"a comma is missing before `{visible(key)}`", span, f"write `{shown}`")


def unreadable_byte(span: Span, byte: int) -> Diagnostic:
    """Not UTF-8."""
    return Diagnostic(
        "CH011",
        f"byte 0x{byte:02X} is not readable as UTF-8; everything up to here is",
        span,
        "save the file as UTF-8",
    )


def other_encoding(span: Span, encoding: str) -> Diagnostic:
    """A byte order mark of another encoding."""
    return Diagnostic("CH011", f"the file is {encoding}; a rule file is UTF-8", span, "save the file as UTF-8")


def control(span: Span, sign: str, more: int) -> Diagnostic:
    """A character no text has."""
    name = "NUL" if sign == "\0" else "control character" if sign < " " or "\x7f" <= sign <= "\x9f" else "character"
    others = f", and {more:,} more like it in this file" if more else ""
    return Diagnostic(
        "CH011",
        f"{name} <U+{ord(sign):04X}> has no place in a text{others}",
        span,
        "save the file as UTF-8" if sign == "\0" and more else "take it out",
    )


def control_escape(span: Span, sign: str) -> Diagnostic:
    """An escape for a character no text has."""
    return Diagnostic(
        "CH011", f"this escape stands for <U+{ord(sign):04X}>, which has no place in a text", span, "take it out"
    )


def too_many_bytes(source: Source, found: int, most: int) -> Diagnostic:
    """Refused before it was decoded."""
    return Diagnostic(
        "CH012",
        f"the file has {found:,} bytes; at most {most:,} are allowed",
        place(source, 0, 0),
        "move parts to rule sets of their own and build on them with `extends`",
    )


def too_many_nodes(span: Span, most: int) -> Diagnostic:
    """Refused before a tree was built."""
    return Diagnostic(
        "CH012",
        f"more than {most:,} keys and values up to here",
        span,
        "move parts to rule sets of their own and build on them with `extends`",
    )


def too_deep(span: Span, most: int) -> Diagnostic:
    """Refused before a tree was built."""
    return Diagnostic("CH012", f"mappings and lists are nested more than {most} deep", span, "no rule needs that")


def tag(span: Span, shown: str) -> Diagnostic:
    """`!name`."""
    return Diagnostic(
        "CH013",
        f"{quoted(shown)} is a tag; tags are not allowed in a rule file, and nothing is made of this one",
        span,
        "take it out; the language writes `not`, and a text goes in quotes" if shown.startswith("!") else "take it out",
    )


def cut_by_comma(span: Span, shown: str) -> Diagnostic:
    """`{when: min(a, b)}`."""
    return Diagnostic("CH016", f"inside braces or brackets the comma cuts {quoted(shown)}", span, LINE_OF_ITS_OWN)


def cut_by_bracket(span: Span, shown: str) -> Diagnostic:
    """`{when: x in [3, 4]}`."""
    return Diagnostic(
        "CH016", f"inside braces or brackets {quoted(shown)} cuts the expression before it", span, LINE_OF_ITS_OWN
    )


def empty_file(source: Source) -> Diagnostic:
    """No node at all."""
    return Diagnostic(
        "CH102",
        "the file says nothing",
        place(source, 0, 0),
        "a rule set begins with `rule_set: its-name` and `format: 1`",
    )


def not_a_mapping(span: Span, found: str) -> Diagnostic:
    """The root is a scalar or a list."""
    return Diagnostic(
        "CH103",
        f"a rule set is keys with their values; this file holds {found}",
        span,
        "a rule set begins with `rule_set: its-name` and `format: 1`",
    )


def no_key(span: Span) -> Diagnostic:
    """`: value`."""
    return not_yaml(span, "no key stands before this colon", "write `key: value`")


def not_closed(span: Span, quote: str) -> Diagnostic:
    """A quote without its other half."""
    way_out = "close it at the end of the text; inside double quotes write `\\\"`, inside single ones `''`"
    return not_yaml(span, f"the quote `{quote}` opened here is not closed", way_out)


def not_yaml(span: Span, message: str, help_: str, related: tuple[Related, ...] = ()) -> Diagnostic:
    """Any other mistake of YAML."""
    return Diagnostic("CH014", message, span, help_, related)


def cannot_open(name: str, reason: OSError) -> Diagnostic:
    """A file that is not there or may not be read."""
    what = {
        "FileNotFoundError": "there is no such file",
        "IsADirectoryError": "it is a folder, not a file",
        "PermissionError": "you may not read it",
    }.get(type(reason).__name__, (reason.strerror or "it cannot be read").lower())
    other = reason.filename  # a base beside the file, perhaps
    shown = visible(other if isinstance(other, str) else name)
    return Diagnostic("CH015", f"`{shown}` cannot be opened: {what}" if shown else "an empty text names no file")
