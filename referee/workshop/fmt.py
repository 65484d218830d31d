"""`fmt` of a rule file: its canonical text, which says the very same thing, or the reason why it is left alone.

What is written is read again before anybody gets it: the tree, the comments, the digest and everything the check says
must be what they were. So a fault of the layout costs a refusal, never a rule or a remark.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from referee.diagnostics import Diagnostic, Severity
from referee.ruleset.layout import ORDERED
from referee.ruleset.load import Shelf
from referee.ruleset.rewriting import canonical_expression, rewritten, slot_of
from referee.source import Source
from referee.workshop.check import check
from referee.yamltree.comments import comments
from referee.yamltree.nodes import MapNode, Node, ScalarNode
from referee.yamltree.plain import integer
from referee.yamltree.read import Reading, read

Steps = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class FormattedRules:
    """The canonical text; None where the file stays as it is, because of `diagnostics` or for a `reason`."""

    text: str | None
    diagnostics: tuple[Diagnostic, ...] = ()
    reason: str = ""


def fmt_rules(content: bytes, name: str, shelf: Shelf) -> FormattedRules:
    """The canonical text of the bytes of a rule file called `name`. Never raises for any bytes.

    What the reader of YAML refuses cannot be written anew; mistakes of other kinds are no hindrance.
    """
    reading = read(content, name)
    faults = tuple(each for each in reading.diagnostics if each.severity is Severity.ERROR)
    if faults or reading.root is None or reading.root.flow or not reading.root.entries:
        told = faults or reading.diagnostics
        return FormattedRules(None, told, "" if told else "a rule file is keys with their values, one a line")
    root, source = reading.root, reading.source
    remarked = comments(source.text)
    if remarked is None:
        return FormattedRules(None, reason="its comments cannot be told from its texts by every reader of YAML")
    text = rewritten(source, root, remarked)
    if text == source.text and content.decode("utf-8") == text:
        return FormattedRules(text)
    reason = _changed(source, root, text, name) or _judged_otherwise(content, text.encode(), name, shelf)
    return FormattedRules(None if reason else text, reason=reason)


def _changed(source: Source, root: MapNode, text: str, name: str) -> str:
    """What the text lost or changed; empty if it says the same."""
    again: Reading = read(text.encode(), name)
    if again.root is None or _meaning(again.root, ()) != _meaning(root, ()):
        return "written anew it would not read back as the same rules"
    before, after = comments(source.text) or (), comments(text) or ()
    if Counter(each.text for each in before) != Counter(each.text for each in after):
        return "written anew it would not keep every comment"
    return ""


def _judged_otherwise(content: bytes, text: bytes, name: str, shelf: Shelf) -> str:
    """A sound file must keep its digest and all that is said of it; a faulty one must not get more errors."""
    before, after = check(content, name, shelf), check(text, name, shelf)
    if before.rule_set is None:
        errors = [sum(one.severity is Severity.ERROR for one in each.diagnostics) for each in (before, after)]
        same = errors[1] <= errors[0]
    else:
        told = [Counter((one.code, one.path) for one in each.diagnostics) for each in (before, after)]
        kept = after.rule_set is not None and after.rule_set.digest == before.rule_set.digest
        same = kept and told[0] == told[1]
    return "" if same else "written anew the check would say something else of it"


def _meaning(node: Node, path: Steps) -> object:
    """What a node says: entries in order only where that has a meaning, expressions as the language prints them."""
    if isinstance(node, MapNode):
        pairs = [(entry.key.value, _meaning(entry.value, (*path, entry.key.value))) for entry in node]
        return pairs if path in ORDERED else dict(pairs)
    if slot_of(path) is not None:
        return canonical_expression(" ".join(node.text.value.split()), path)
    if not isinstance(node, ScalarNode):
        return [_meaning(item, (*path, number)) for number, item in enumerate(node)]
    if node.style in {"literal", "folded"}:
        return node.value.rstrip("\n")
    return (integer(node.value) if node.style == "plain" else None) or node.value
