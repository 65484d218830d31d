"""A rule file in the one canonical layout: the way the built-in rule sets are written.

Keys that the format fixes stand in the order in which people read them (`key_order`); expressions are printed from
their trees; two blanks indent, one stands behind a colon and a comma. What was in braces stays there while it fits a
line of 120 signs. Entries in braces one below the other are lined up. Texts for people keep their quotes and blocks;
elsewhere quotes go where they say nothing. Comments go along (`remarks`), and so does one blank line of several.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from referee.lang.parse import parse
from referee.lang.types import Criterion
from referee.lang.unparse import unparse
from referee.ruleset.key_order import key_order
from referee.ruleset.layout import HEAD, NO_TEXTS, SHORTHAND
from referee.ruleset.remarks import BLANK, Remarks, Steps, remarks
from referee.ruleset.slots import slot_at
from referee.source import Source, Text
from referee.vocabulary.model import SlotEntry
from referee.yamltree.comments import Comment
from referee.yamltree.dump import dump
from referee.yamltree.nodes import Entry, MapNode, Node, ScalarNode, SeqNode
from referee.yamltree.plain import integer

WIDTH: Final = 120
"""Signs in a line; texts for people may be longer."""

_STEP = "  "
_LONGEST_KEY: Final = 1_024
"""YAML takes a longer key for none unless it is marked."""
_TEXTS = frozenset({"title", "sources", "book", "refusals"})
_PLAIN = re.compile(r"(?![-?:,\[\]{}#&*!|>'\"%@`]|\s)\S(?:.*\S)?|-[^\s-].*(?<!\s)|-")
_IN_BRACES = re.compile(r"[^,\[\]{}:?]+")
_BLOCKS = frozenset({"literal", "folded"})


@dataclass(slots=True)
class _Row:
    """One entry as it will be printed. `pairs` are those of a mapping in braces, which may be lined up."""

    before: list[str]
    head: str
    inline: str
    behind: str
    below: list[str]
    pairs: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """What is so of the paths of one kind of file.

    `order` are the fixed keys of a mapping in their order; `slot` where an expression stands; `is_text` where a text
    for people; `head` the keys that head the file without a blank line between them; `lined_up` whether entries in
    braces one below the other are.
    """

    order: Callable[[Steps], Sequence[str]]
    slot: Callable[[Steps], SlotEntry | None]
    is_text: Callable[[Steps], bool]
    head: Sequence[str]
    lined_up: bool = True


def rewritten(source: Source, root: MapNode, comments: Sequence[Comment], form: Form | None = None) -> str:
    """The text of the file in canonical layout, with a final line end; a rule file, where no other `form` is given."""
    writer = _Writer(remarks(source, root, comments), form or RULES)
    return "".join(f"{line}\n" for line in writer.mapping(root, (), ""))


def slot_of(path: Steps) -> SlotEntry | None:
    """The slot at a path; that of its value for a case or criterion in short. None where no expression stands."""
    short = SHORTHAND.get(tuple(str(step) for step in path[:-1]))
    return slot_at(path) or (None if short is None else slot_at((*path, short)))


def canonical_expression(text: str, path: Steps) -> str:
    """An expression as the language prints it; as it was written where that cannot be read."""
    slot = slot_of(path)
    if slot is None:
        return text
    expr, told = parse(Text.plain(text), criterion=isinstance(slot.wants, Criterion))
    return text if expr is None or told else unparse(expr)


def _in_order(entries: Sequence[Entry], path: Steps, form: Form) -> list[Entry]:
    """The entries of a mapping as they are written: fixed keys in their order, others behind them as they stood."""
    rank = {key: number for number, key in enumerate(form.order(path))}
    return sorted(entries, key=lambda entry: rank.get(entry.key.value, len(rank)))


@dataclass(slots=True)
class _Writer:
    """Prints a tree; nothing of it changes but the order of comments, when the first section moves."""

    found: Remarks
    form: Form

    def mapping(self, node: MapNode, path: Steps, indent: str) -> list[str]:
        """The lines of a mapping."""
        entries = _in_order(node.entries, path, self.form)
        if not path:
            self._sections_moved(node.entries, entries)
        rows = [
            self._row(entry.value, (*path, entry.key.value), indent, f"{_key(entry.key, in_braces=False)}:")
            for entry in entries
        ]
        if self.form.lined_up:
            _line_up(rows)
        return self._printed(rows, path, indent)

    def _sections_moved(self, written: Sequence[Entry], entries: Sequence[Entry]) -> None:
        """What heads the file stays its head, and a section that moved gets a blank line in front."""
        first, now = (written[0].key.value,), (entries[0].key.value,)
        if first != now:
            self.found.before[now] = [*self.found.before.pop(first, []), *self.found.before.get(now, [])]
        above = {after.key.value: entry.key.value for entry, after in pairwise(written)}
        for entry, after in pairwise(entries):
            key = after.key.value
            before = self.found.before.setdefault((key,), [])
            moved = above.get(key) != entry.key.value and key not in self.form.head
            if moved and not isinstance(after.value, ScalarNode) and before[:1] != [BLANK]:
                before.insert(0, BLANK)

    def _sequence(self, node: SeqNode, path: Steps, indent: str) -> list[str]:
        rows = [self._row(item, (*path, number), indent, "-") for number, item in enumerate(node)]
        return self._printed(rows, path, indent)

    def _printed(self, rows: Sequence[_Row], path: Steps, indent: str) -> list[str]:
        lines: list[str] = []
        for row in rows:
            before = row.before if lines else _without_blanks(row.before)
            lines += [line and f"{indent}{line}" for line in before]
            head = f"{indent}{row.head} {row.inline}".rstrip()
            lines.append(f"{head}  {row.behind}" if row.behind else head)
            lines += row.below
        lines += [line and f"{indent}{line}" for line in self.found.ending.get(path, [])]
        return lines

    def _row(self, node: Node, path: Steps, indent: str, head: str) -> _Row:
        """An entry or item: what stands in its line, and what below."""
        row = _Row(self.found.before.get(path, []), head, "", self.found.behind.get(path, ""), [])
        deeper = indent + _STEP
        if isinstance(node, ScalarNode):
            row.inline, row.below = self._scalar(node, path, deeper, len(indent) + len(head) + 1)
            return row
        if node.flow and path not in self.found.opened:
            pairs = _pairs(node, path, self.form)
            row.inline = _flow(node, path, self.form)
            if isinstance(node, SeqNode) or not pairs or len(f"{indent}{head} {row.inline}") <= WIDTH:
                row.pairs = () if isinstance(node, SeqNode) else pairs
                return row
            row.inline = ""
        if isinstance(node, SeqNode):
            row.below = self._sequence(node, path, deeper)
        elif head != "-":
            row.below = self.mapping(node, path, deeper)
        else:
            self._item_of_keys(row, self.mapping(node, path, deeper), len(deeper))
        return row

    def _item_of_keys(self, row: _Row, lines: list[str], width: int) -> None:
        """A mapping in a list: its first key stands behind the dash, comments before that in front of the item."""
        first = next(number for number, line in enumerate(lines) if line and not line.lstrip().startswith("#"))
        remarks_inside = [line.strip() for line in lines[:first]]
        row.before = [*row.before, *([row.behind] if row.behind else []), *remarks_inside]
        row.behind, row.inline, row.below = "", lines[first][width:], lines[first + 1 :]

    def _scalar(self, node: ScalarNode, path: Steps, deeper: str, used: int) -> tuple[str, list[str]]:
        if node.absent:
            return "", []
        if self.form.is_text(path):
            return _block(node, deeper) if node.style in _BLOCKS else (_text(node, in_braces=False), [])
        if self.form.slot(path) is None:
            if node.style in _BLOCKS and "\n" in node.value.strip():
                return _block(node, deeper)
            return _word(node, in_braces=False), []
        value = canonical_expression(node.value.strip(), path)
        if used + len(value) > WIDTH and _is_plain(value, in_braces=False):
            return ">-", _wrapped(value, deeper)
        return _quoted(value, in_braces=False), []


def _line_up(rows: Sequence[_Row]) -> None:
    """Entries in braces that stand one below the other begin in one column, and so does what follows their clause."""
    group: list[_Row] = []
    for number, row in enumerate(rows):
        if row.pairs and not (group and row.before):
            group.append(row)
        else:
            _aligned(group)
            group = [row] if row.pairs else []
        if number == len(rows) - 1:
            _aligned(group)


def _aligned(group: Sequence[_Row]) -> None:
    if len(group) < 2:
        return
    firsts = [row.pairs[0] for row in group]
    alike = len({first.partition(":")[0] for first in firsts}) == 1
    widest = max((len(row.pairs[0]) for row in group if len(row.pairs) > 1), default=0) if alike else 0
    head = max(len(row.head) for row in group)
    made = []
    for row in group:
        first = f"{row.pairs[0]},".ljust(widest + 1) if len(row.pairs) > 1 else row.pairs[0]
        made.append(f"{{{' '.join([first, ', '.join(row.pairs[1:])]).rstrip()}}}")
    if max(len(_STEP * 3) + head + 1 + len(text) for text in made) <= WIDTH:
        for row, text in zip(group, made, strict=True):
            row.head, row.inline = row.head.ljust(head), text


def _pairs(node: MapNode | SeqNode, path: Steps, form: Form) -> list[str]:
    """The entries of a mapping in braces, or the items of a list."""
    if isinstance(node, SeqNode):
        return [_flow(item, (*path, number), form) for number, item in enumerate(node)]
    entries = _in_order(node.entries, path, form)
    pairs = ((_key(entry.key), entry.value, (*path, entry.key.value)) for entry in entries)
    return [
        key if isinstance(value, ScalarNode) and value.absent else f"{key}: {_flow(value, below, form)}"
        for key, value, below in pairs
    ]


def _flow(node: Node, path: Steps, form: Form) -> str:
    """A value inside braces or brackets, or one that is written in them."""
    if isinstance(node, ScalarNode):
        if node.absent:
            return ""
        if form.is_text(path):
            return _text(node, in_braces=True)
        if form.slot(path) is None:
            return _word(node, in_braces=True)
        return _quoted(canonical_expression(node.value.strip(), path), in_braces=True)
    if isinstance(node, MapNode):
        return f"{{{', '.join(_pairs(node, path, form))}}}"
    if form.slot(path) is not None:
        text = canonical_expression(" ".join(node.text.value.split()), path)
        if "#" not in text:
            return text
    return f"[{', '.join(_pairs(node, path, form))}]"


def _is_text(path: Steps) -> bool:
    """Whether a text for people stands at a path."""
    return path[0] in _TEXTS and path[-1] not in NO_TEXTS


RULES: Final = Form(order=key_order, slot=slot_of, is_text=_is_text, head=HEAD[:-1])
"""A rule file."""


def _text(node: ScalarNode, *, in_braces: bool) -> str:
    """A text for people: as it stands, but on one line, and in double quotes unless it holds such."""
    written = node.span.source.text[node.span.start : node.span.end]
    if node.style == "double" and written.isprintable():
        return written
    if node.style == "plain" and (written == node.value or _is_plain(node.value, in_braces=in_braces)):
        return node.value
    if node.style == "single" and ('"' in node.value or "\\" in node.value) and "\n" not in node.value:
        return "'" + node.value.replace("'", "''") + "'"
    return _double(node.value)


def _word(node: ScalarNode, *, in_braces: bool) -> str:
    """A name, a number, cards: without quotes where they say nothing. A number in quotes is a text."""
    value = node.value.strip() if node.style in _BLOCKS else node.value
    if node.style in {"single", "double"} and (integer(value) is not None or value in {"", "remove"}):
        return _double(value)
    return _quoted(value, in_braces=in_braces)


def _quoted(value: str, *, in_braces: bool) -> str:
    return value if _is_plain(value, in_braces=in_braces) else _double(value)


def _double(value: str) -> str:
    """The value in double quotes."""
    made = dump(value).rstrip("\n")
    return made if made.startswith('"') else f'"{made}"'


def _key(key: ScalarNode, *, in_braces: bool = True) -> str:
    plain = _is_plain(key.value, in_braces=in_braces)
    return key.value if plain and len(key.value) < _LONGEST_KEY else _double(key.value)


def _is_plain(value: str, *, in_braces: bool) -> bool:
    """Whether a value reads back as itself without quotes."""
    if not value.isprintable() or not _PLAIN.fullmatch(value) or ": " in value or " #" in value or value[-1] == ":":
        return False
    return value not in {"---", "...", "<<", "="} and (not in_braces or bool(_IN_BRACES.fullmatch(value)))


def _wrapped(value: str, indent: str) -> list[str]:
    """A long expression as a folded block, broken at blanks."""
    lines: list[str] = []
    for word in value.split(" "):
        if lines and len(f"{indent}{lines[-1]} {word}") <= WIDTH:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return [f"{indent}{line}" for line in lines]


def _block(node: ScalarNode, indent: str) -> tuple[str, list[str]]:
    """A block of text as it stands, indented anew: its sign, and its lines."""
    raw = node.span.source.text[node.span.start : node.span.end].replace("\r\n", "\n").split("\n")
    sign = re.match(r"[|>][0-9+-]*", raw[0])
    lines = raw[1:]
    width = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
    chomp = "".join(each for each in (sign[0][1:] if sign else "") if each in "+-")
    begins = next((line for line in lines if line.strip()), "")
    odd = bool(re.search(r"[0-9]", sign[0] if sign else "")) or begins[width : width + 1] == " "
    if odd:  # the indentation is said by a figure, and blanks may belong to the text
        return _double(node.value), []
    while lines and not lines[-1].strip() and chomp != "+":
        lines.pop()
    return f"{raw[0][0]}{chomp}", [f"{indent}{line[width:]}".rstrip() if line.strip() else "" for line in lines]


def _without_blanks(lines: Sequence[str]) -> list[str]:
    """The lines without empty ones in front."""
    start = next((number for number, line in enumerate(lines) if line), len(lines))
    return list(lines[start:])
