"""The digest stays under every change of form and changes with every change of a rule."""

import re
from collections.abc import Iterator
from typing import Any

from referee.resources import folder
from referee.ruleset.allowances import settled
from referee.ruleset.layout import HEAD, ORDERED, Path
from referee.ruleset.load import load
from referee.yamltree.dump import dump
from referee.yamltree.nodes import MapNode, Node, ScalarNode
from referee.yamltree.plain import integer
from referee.yamltree.read import read

TEXTS = ("book", "refusals")


def digest(shelf: Any, content: str) -> str | None:
    loaded = load(content.encode(), "plain.yaml", shelf)
    return None if loaded.rule_set is None else loaded.rule_set.digest


def turned(node: Node, path: Path = ()) -> Any:
    """The tree as plain values, entries backwards wherever their order has no meaning."""
    if isinstance(node, ScalarNode):
        number = integer(node.value)
        return node.value if number is None else number
    if isinstance(node, MapNode):
        entries = {entry.key.value: turned(entry.value, (*path, entry.key.value)) for entry in node.entries}
        return entries if path in ORDERED else dict(reversed(entries.items()))
    return [turned(item, path) for item in node.items]


def rule_scalars(node: Node, path: Path = ()) -> Iterator[tuple[Path, ScalarNode]]:
    """All scalars of rules, with their paths."""
    if isinstance(node, ScalarNode):
        yield path, node
    elif isinstance(node, MapNode):
        for entry in node.entries:
            if path or entry.key.value not in (*HEAD, *TEXTS):
                yield from rule_scalars(entry.value, (*path, entry.key.value))
    else:
        for item in node.items:
            yield from rule_scalars(item, path)


def edits(value: str) -> Iterator[str]:
    """Other values of the same kind, as far as they are easy to make."""
    for found in re.finditer(r"\d+", value):
        yield f"{value[: found.start()]}{int(found.group()) + 1}{value[found.end() :]}"
    swaps = {"at most": "at least", "above": "below", " and ": " or ", "yes": "no", "lowest": "highest"}
    swaps |= {"all_but_top": "all", "nobody": "everyone", "closer": "everyone", "deadwood": "hand_points", "not ": ""}
    for old, new in swaps.items():
        if old in value:
            yield value.replace(old, new, 1)


def test_form_has_no_weight(shelf: Any) -> None:
    text = shelf.texts["plain"].decode()
    root = read(text.encode(), "plain.yaml").root
    assert root is not None
    forms = [
        dump(turned(root)),
        text.replace("\n", "\r\n"),
        "\ufeff" + text,
        re.sub(r"^ +", lambda found: found.group() * 2, text, flags=re.MULTILINE),
        text.replace(" and ", "  and\t"),
        text.replace("at most 5 points", "at most (5)"),
        text.replace("jokers: jokers\n", "jokers: jokers\n  copies: 1\n"),
        re.sub(r"^book:.*?^examples:", "examples:", text, flags=re.MULTILINE | re.DOTALL),
    ]
    assert [digest(shelf, form) for form in forms] == [digest(shelf, text)] * len(forms)


def test_every_edit_of_a_rule_has_weight(shelf: Any) -> None:
    text = shelf.texts["plain"].decode()
    root = read(text.encode(), "plain.yaml").root
    assert root is not None
    same, tried = digest(shelf, text), 0
    for path, scalar in rule_scalars(root):
        for value in edits(scalar.value):
            # the paragraphs are left out, so that no figure in them refuses the edit
            edited = text[: scalar.span.start] + value + text[scalar.span.end : text.index("\nbook:")] + "\n"
            found = digest(shelf, edited)
            tried += found is not None
            assert found != same, f"{'.'.join(path)}: {scalar.value} -> {value}"
    assert tried > 50


def test_order_has_weight_where_cases_decide(shelf: Any) -> None:
    text = shelf.texts["plain"].decode()
    swapped = re.sub(r"(    chinchon: .*\n)(    clean: .*\n)", r"\2\1", text)
    assert swapped != text
    assert digest(shelf, swapped) not in {None, digest(shelf, text)}


def test_the_built_ins_compile_without_a_word(shelf: Any) -> None:
    for path in sorted(path for path in folder("rulesets").glob("*.yaml") if not path.stem.endswith("_test")):
        shelf.texts[path.stem] = path.read_bytes()
    for name in set(shelf.names()) - {"plain"}:
        loaded = load(shelf.texts[name], f"{name}.yaml", shelf)
        assert settled(loaded.diagnostics, loaded.source, loaded.allowances).told == [], name
        assert loaded.rule_set is not None
        assert loaded.rule_set.playable == (name != "common")


def test_the_house_rules_compile_without_a_word(shelf: Any) -> None:
    """Among others, none leaves a paragraph of its base behind that a changed rule contradicts."""
    for path in sorted(path for path in folder("rulesets").glob("**/*.yaml") if not path.stem.endswith("_test")):
        shelf.texts[path.stem] = path.read_bytes()
    house = [name for name in shelf.names() if name.startswith("house-")]
    told = {name: load(shelf.texts[name], f"{name}.yaml", shelf).diagnostics for name in house}
    assert told == {f"house-{letter}": () for letter in "abcdefghijklmnopqrstuv"}
