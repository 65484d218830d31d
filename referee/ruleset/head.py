"""Reads the head of a rule file: its name, what it builds on, and what it says of itself."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.model import SourceCited
from referee.ruleset.layout import scalar
from referee.source import Span
from referee.yamltree.nodes import MapNode, SeqNode
from referee.yamltree.plain import integer


@dataclass(frozen=True, slots=True)
class Reference:
    """A rule set named by `id` or `id@digest`; `digest` is a prefix of 8 to 64 hexadecimal digits, or ""."""

    name: str
    digest: str
    span: Span


@dataclass(frozen=True, slots=True)
class Head:
    """The head of one file. `span` is where its name stands, or the start of the file."""

    name: str
    format: int
    span: Span
    extends: Reference | None
    adopts: tuple[Reference, ...]
    title: dict[str, str] | None
    sources: tuple[SourceCited, ...] | None


def read_head(root: MapNode, file_name: str) -> Head:
    """The head of a tree whose shape was checked: what is not sound in it is taken as not said.

    A file that does not say its name goes by the name of the file.
    """
    said = scalar(root.get("rule_set"))
    stem = file_name.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".yaml")
    title = root.get("title")
    sources = root.get("sources")
    return Head(
        name=said.value if said is not None else stem,
        format=_format(root),
        span=said.span if said is not None else Span(root.span.source, root.span.start, root.span.start),
        extends=next(iter(_references(root, "extends")), None),
        adopts=_references(root, "adopts"),
        title=_texts(title) if isinstance(title, MapNode) else None,
        sources=_sources(sources) if isinstance(sources, SeqNode) else None,
    )


def _format(root: MapNode) -> int:
    said = scalar(root.get("format"))
    number = integer(said.value) if said is not None else None
    return 1 if number is None else number


def _references(root: MapNode, key: str) -> tuple[Reference, ...]:
    node = root.get(key)
    found = []
    for item in node.items if isinstance(node, SeqNode) else (node,):
        said = scalar(item)
        if said is not None:
            name, _, digest = said.value.partition("@")
            found.append(Reference(name, digest, said.text.whole))
    return tuple(found)


def _texts(node: MapNode) -> dict[str, str]:
    return {entry.key.value: value.value for entry in node.entries if (value := scalar(entry.value)) is not None}


def _sources(node: SeqNode) -> tuple[SourceCited, ...]:
    cited = [_texts(item) for item in node.items if isinstance(item, MapNode)]
    return tuple(SourceCited(source.get("title", ""), source.get("url", "")) for source in cited)
