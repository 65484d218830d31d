"""Loading the vocabulary: from its YAML files for those who build the referee, from `table.json` for those who run it.

`table.json` and `spoken/<language>.json` are the YAML files as trees of texts, lists and mappings; they are there
because they load in a millisecond and need no YAML, a language only when it is spoken. `.ci/reference.py` writes them,
and a test compares the two.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from referee.lang.types import Enumeration, Type
from referee.vocabulary.model import (
    LANGUAGES,
    FieldEntry,
    FunctionEntry,
    NameEntry,
    SlotEntry,
    Vocabulary,
    type_of,
)

Tree = Mapping[str, Any]


@cache
def vocabulary() -> Vocabulary:
    """The vocabulary, read once."""
    return from_tree({**_made("table.json"), "spoken": Languages()})


class Languages(Mapping[str, Any]):
    """The spoken forms by language; a language is read when it is first asked for."""

    def __getitem__(self, language: str) -> Any:
        if language not in LANGUAGES:
            raise KeyError(language)
        return _made(f"spoken/{language}.json")

    def __iter__(self) -> Iterator[str]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)


@cache
def _made(name: str) -> dict[str, Any]:
    tree: dict[str, Any] = json.loads((Path(__file__).parent / name).read_bytes())
    return tree


def read_files(folder: Path | None = None) -> dict[str, Any]:
    """The YAML files of the table as one tree; every scalar is text. ValueError if one of them cannot be read."""
    from referee.yamltree import MapNode, Node, ScalarNode, read  # noqa: PLC0415 - only builders need YAML

    place = folder or Path(__file__).parent

    def part(path: Path) -> dict[str, Any]:
        reading = read(path.read_bytes(), path.name)
        if reading.root is None or reading.diagnostics:
            raise ValueError(f"{path.name} cannot be read: {'; '.join(d.message for d in reading.diagnostics)}")
        return {entry.key.value: texts(entry.value) for entry in reading.root.entries}

    def texts(node: Node) -> object:
        if isinstance(node, ScalarNode):
            return node.value
        if isinstance(node, MapNode):
            return {entry.key.value: texts(entry.value) for entry in node.entries}
        return [texts(item) for item in node.items]

    tree = part(place / "vocabulary.yaml") | part(place / "slots.yaml")
    tree["spoken"] = {
        language: {
            key: value
            for path in sorted((place / "spoken").glob(f"{language}*.yaml"))
            for key, value in part(path).items()
        }
        for language in LANGUAGES
    }
    return tree


def from_tree(tree: Tree) -> Vocabulary:
    """The vocabulary that a tree of texts describes."""
    units, records = tree["units"], tree["records"]

    def typed(text: str) -> Type:
        kind = type_of(text, units, records)
        assert kind is not None
        return kind

    fields = {
        record: {
            name: FieldEntry(
                record, name, typed(f["type"]), f["meaning"], f.get("with", ""), tuple(f.get("not_in", ()))
            )
            for name, f in entry["fields"].items()
        }
        for record, entry in records.items()
    }
    names = {
        name: NameEntry(name, typed(entry["type"]), group, entry["meaning"])
        for group, members in tree["groups"].items()
        for name, entry in members["names"].items()
    }
    enums = {
        name: Enumeration(name, () if e["members"] == "rule_set" else tuple(e["members"]), tuple(e.get("outside", ())))
        for name, e in tree["enums"].items()
    }
    return Vocabulary(
        units=units,
        enums={name: enum for name, enum in enums.items() if enum.members},
        open_enums={name: enum for name, enum in enums.items() if not enum.members},
        records=fields,
        record_units={record: entry["unit"] for record, entry in records.items()},
        names=names,
        groups={group: entry["meaning"] for group, entry in tree["groups"].items()},
        functions={name: FunctionEntry(name, f["form"], f["meaning"]) for name, f in tree["functions"].items()},
        opposites={name: entry["opposite"] for name, entry in tree["comparators"].items()},
        slots={name: _slot(name, entry, tree) for name, entry in tree["slots"].items()},
        sections=tree["sections"],
        keys=tree["keys"],
        meanings=_meanings(tree),
        spoken=tree.get("spoken", {}),
    )


def _slot(name: str, entry: Tree, tree: Tree) -> SlotEntry:
    sees = entry["sees"]
    return SlotEntry(
        name,
        type_of(entry["wants"], tree["units"], tree["records"]),
        tuple(tree["groups"]) if sees == "all" else tuple(sees),
        entry["meaning"],
        entry.get("default"),
        "required" in entry,
        entry.get("sense", ""),
        entry.get("absent", ""),
    )


def _meanings(tree: Tree) -> dict[str, dict[str, str]]:
    """The meaning of every entry, by kind."""
    found = {kind: dict(tree[kind]) for kind in ("units", "sections", "keys")}
    for kind in ("enums", "records", "groups", "functions", "comparators", "slots"):
        found[kind] = {name: entry["meaning"] for name, entry in tree[kind].items()}
    found["fields"] = {
        f"{record}.{name}": entry["meaning"]
        for record, body in tree["records"].items()
        for name, entry in body["fields"].items()
    } | {f"collection.{name}": meaning for name, meaning in tree["collection"].items()}
    found["names"] = {
        name: entry["meaning"] for group in tree["groups"].values() for name, entry in group["names"].items()
    }
    return found


__all__ = ["from_tree", "read_files", "vocabulary"]
