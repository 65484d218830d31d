"""The reference page of the language and the form of the table that is loaded: both are made from the YAML files.

`.ci/reference.py` writes them, tests compare them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.lang.types import Criterion, Many, Member, Quantity, Record, SetOf, Truth, Type
from referee.vocabulary.load import from_tree
from referee.vocabulary.model import SlotEntry, Vocabulary

Tree = Mapping[str, Any]

_HEAD = """\
# The vocabulary

What an expression in a rule set may say, place by place. This page is made from the table in `referee/vocabulary/` by
`.ci/reference.py`; `rulesets/README.md` tells how to write rules with it.

An expression stands in a **slot**. The slot says what type it must have and which groups of names it sees; the options
and definitions of the rule set are known everywhere, a definition only where all it reads is. A name means the same
wherever it stands.
"""

_UNITS = """\
Two different units never meet: not in a comparison, a sum, or the branches of an `if`. `number` has no unit and takes
the one it meets. `yes_no` is `yes` or `no`. `many card` is a collection, `set of cards` a range or list such as `3..4`
or `[3, 4, 7]`.
"""

_MARKS = """\
`*` is any key. `!` marks what must be said before a rule set can be played; in an entry that has a key, before the
entry makes sense.
"""


def made(tree: Tree) -> dict[str, str]:
    """What is loaded, by the name of the file: JSON, an entry a line, so that a change can be read."""
    spoken: Tree = tree["spoken"]
    parts = {"table.json": {key: part for key, part in tree.items() if key != "spoken"}}
    parts |= {f"spoken/{language}.json": forms for language, forms in spoken.items()}
    return {
        name: json.dumps(part, ensure_ascii=False, indent=0, separators=(",", ":")) + "\n"
        for name, part in parts.items()
    }


def page(tree: Tree) -> str:
    """The reference page, in Markdown."""
    known = from_tree(tree)
    parts = [
        _HEAD,
        *_types(known),
        *_slots(known),
        *_names(known),
        *_fields(known, tree),
        *_functions(known),
        *_keys(known),
    ]
    return "\n".join(parts)


def _types(known: Vocabulary) -> Iterator[str]:
    yield "## Types\n"
    yield _table(("unit", "counts"), ((f"`{unit}`", meaning) for unit, meaning in known.units.items()))
    yield _UNITS
    enums = {**known.open_enums, **known.enums}
    yield _table(
        ("members of", "are", "meaning"),
        (
            (f"`{name}`", _words(enum.members + enum.outside) if enum.members else "the rule set's own", meaning)
            for name, meaning in known.meanings["enums"].items()
            for enum in (enums[name],)
        ),
    )


def _slots(known: Vocabulary) -> Iterator[str]:
    yield "## Slots\n"
    yield _MARKS
    told: set[str] = set()
    rows: list[tuple[str, ...]] = []
    for slot in known.slots.values():
        top = slot.block.split(".")[0] or slot.name.split(".")[0]
        if top not in told:
            if rows:
                yield _table(("slot", "type", "default", "sees", "meaning"), rows)
            rows = []
            told.add(top)
            yield f"### {top}\n"
            yield f"{_sentence(known.sections[top])}\n"
        rows.append(
            (
                f"`{slot.name}`{' !' if slot.required else ''}",
                f"`{shown_type(slot.wants)}`",
                _default(slot),
                _words(slot.groups) if len(slot.groups) < len(known.groups) else "all groups",
                slot.meaning,
            )
        )
    yield _table(("slot", "type", "default", "sees", "meaning"), rows)


def _default(slot: SlotEntry) -> str:
    if slot.sense:
        needed = "all must hold" if slot.sense == "all" else "one is enough"
        return f"{needed}; without any: {slot.absent}"
    return f"`{slot.default}`" if slot.default is not None else "–"


def _names(known: Vocabulary) -> Iterator[str]:
    yield "## Names\n"
    for group, meaning in known.groups.items():
        yield f"### {group}\n"
        yield f"{_sentence(meaning)}\n"
        members = (entry for entry in known.names.values() if entry.group == group)
        rows = ((f"`{one.name}`", f"`{shown_type(one.type)}`", one.meaning) for one in members)
        yield _table(("name", "type", "meaning"), rows)


def _fields(known: Vocabulary, tree: Tree) -> Iterator[str]:
    yield "## Fields\n"
    for record, fields in known.records.items():
        yield f"### {record}\n"
        yield f"{_sentence(known.meanings['records'][record])}\n"
        rows = []
        for one in fields.values():
            where = [f"known with the group {one.needs}"] if one.needs else []
            if one.not_in:
                where.append("not known in " + _words(one.not_in))
            remark = f" ({', '.join(where)})" if where else ""
            rows.append((f"`.{one.name}`", f"`{shown_type(one.type)}`", one.meaning + remark))
        yield _table(("field", "type", "meaning"), rows)
    yield "### collections\n"
    yield _table(("field", "meaning"), ((f"`.{name}`", str(meaning)) for name, meaning in tree["collection"].items()))


def _functions(known: Vocabulary) -> Iterator[str]:
    yield "## Functions\n"
    yield _table(
        ("function", "form", "meaning"),
        ((f"`{one.name}`", f"`{one.form}`", one.meaning) for one in known.functions.values()),
    )
    yield "## Comparisons\n"
    yield _table(
        ("comparison", "holds for", "its opposite"),
        (
            (f"`{name}`", meaning, f"`{known.opposites[name]}`")
            for name, meaning in known.meanings["comparators"].items()
        ),
    )


def _keys(known: Vocabulary) -> Iterator[str]:
    yield "## Other keys\n"
    yield "These hold no expression.\n"
    yield _table(("key", "meaning"), ((f"`{key}`", meaning) for key, meaning in known.keys.items()))


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in lines) + "\n"


def _words(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words) or "–"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def shown_type(kind: Type | None) -> str:
    """A type as the table writes it; `any` where an expression may be of every type."""
    match kind:
        case None:
            return "any"
        case Truth() | Criterion() | Quantity() | Member() | Record() | Many() | SetOf():
            return str(kind)
