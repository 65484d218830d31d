"""Every mistake inside a value is told alike in whatever style of YAML the value is written: words, code, and place.

The files are those on the pages of the codes; the value in which the page's mistake stands is written anew.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from referee.diagnostics import CODES, Diagnostic
from referee.diagnostics.explanation import explanation
from referee.library.shelf import FolderShelf
from referee.suite.lessons import diagnosed
from referee.yamltree import read
from referee.yamltree.nodes import MapNode, Node, ScalarNode, SeqNode

SHELF = FolderShelf()
ELSEWHERE = {"CH204", "CH206", "CH207", "CH208", "CH310", "CH312"}
"""Told at a key; of an expression that takes many lines; of quotes, which no style leaves as they are."""

WITHIN = [code for code in CODES if code[2] in "234" and code not in ELSEWHERE]
"""The codes of mistakes in an expression."""


def scalars(node: Node | None, *, block: bool = True) -> Iterator[tuple[ScalarNode, bool]]:
    """The plain values below a node, each with whether it stands where a block may."""
    if isinstance(node, MapNode):
        for entry in node.entries:
            yield from scalars(entry.value, block=block and not node.flow)
    elif isinstance(node, SeqNode):
        for item in node.items:
            yield from scalars(item, block=False)
    elif node is not None and node.style == "plain" and not node.absent:
        yield node, block


def styles(value: str, *, block: bool) -> Iterator[tuple[str, str]]:
    """The name of each other style and the value in it, as the lines of a page stand indented."""
    if "\n" in value:
        return
    yield "single", "'" + value.replace("'", "''") + "'"
    yield "double", '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if block:
        for name, sign in (("literal", "|-"), ("folded", ">-")):
            yield name, f"{sign}\n            {value}"


def rewritten(code: str) -> Iterator[tuple[str, str]]:
    """A style, and the wrong file of the code's page with the value of its mistake in that style."""
    wrong = explanation(code).wrong
    told = next(one for one in diagnosed(wrong, SHELF) if one.code == code)
    reading = read(wrong.content, wrong.name)
    for node, block in scalars(reading.root):
        if told.span and node.span.start <= told.span.start and told.span.end <= node.span.end:
            text = reading.source.text
            for style, written in styles(text[node.span.start : node.span.end], block=block):
                yield style, text[: node.span.start] + written + text[node.span.end :]


def same(told: Diagnostic) -> tuple[str, str, str, str]:
    """What must not hang on the style: code, words, way out, and what is underlined, quotes and block signs aside."""
    at = "" if told.span is None else told.span.source.text[told.span.start : told.span.end]
    return told.code, told.message, told.help, at.lstrip("|>-").strip(" \n'\"")


@pytest.mark.parametrize("code", WITHIN)
def test_told_alike(code: str) -> None:
    wrong = explanation(code).wrong
    plain = [same(one) for one in diagnosed(wrong, SHELF) if one.code == code]
    anew = {
        style: [same(one) for one in diagnosed(replace(wrong, text=text), SHELF) if one.code == code]
        for style, text in rewritten(code)
    }
    assert {"single", "double"} <= anew.keys() or not plain[0][3]
    assert anew == dict.fromkeys(anew, plain)
