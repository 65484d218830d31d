#!/usr/bin/env python3
"""Makes `rulesets/REFERENCE.md`: every key and function of a rule file, each with an example that was run.

Keys, types, meanings and what is known where come from the vocabulary, the examples from `keys.yaml` beside this
file. An example is laid over its base, checked, and what the rules then say otherwise is printed below it. With
`--check` nothing is changed, and a difference fails. Run it after a change of the vocabulary, of the built-in rules or
of the voices.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any

import yaml
from made import ROOT, settled

from referee.game.close import judge_close
from referee.library import Library
from referee.library.shelf import FolderShelf
from referee.rules.model import RuleSet
from referee.table import Table, bind
from referee.vocabulary.load import vocabulary
from referee.vocabulary.model import SlotEntry, Vocabulary
from referee.vocabulary.reference import shown_type
from referee.voice import paragraphs
from referee.voice.book import book_of
from referee.voice.refusal import own_words
from referee.workshop.check import check

EXAMPLES = ROOT / ".ci" / "keys.yaml"
TARGET = ROOT / "rulesets" / "REFERENCE.md"
BASE = "spanish-40"
HEAD = f"""\
# Reference: every key and function, with an example

This page is made by `.ci/keys.py` from the vocabulary and from examples that were run: below each stands what the rules
then say otherwise, in the words of `referee show`. An example is what a file says besides its head:

```yaml
rule_set: our-table
format: 1
extends: {BASE}
```

[README.md](README.md) tells the same as a story, [VOCABULARY.md](VOCABULARY.md) what every name means. `*` stands for a
clause or a name of yours. `!` marks what must be said before a game can be played.
"""
MOST_PRINTED, LONGEST_PRINTED = 2, 420
SAID_ELSEWHERE = {"CH711", "CH713"}
"""What is told of paragraphs that an example makes untrue: no mistake of it."""


class Wrong(Exception):  # noqa: N818 - ends the run with a sentence
    """An example that is missing, is not one of its key, or does not pass the check."""


def page() -> str:
    """The whole page."""
    known, table = vocabulary(), yaml.safe_load(EXAMPLES.read_text("utf-8"))
    examples: Mapping[str, Any] = table["keys"]
    names = [*known.keys, *known.slots]
    strange = sorted(set(examples) - set(names))
    if strange:
        raise Wrong(f"keys.yaml has examples for {', '.join(strange)}, which are no keys")
    parts = [HEAD, "## Keys\n"]
    told: set[str] = set()
    for name in sorted(names, key=lambda each: _place(known, each)):
        section = name.partition(".")[0]
        if section not in told and section in known.sections:
            parts.append(f"### {section}\n\n{_sentence(known.sections[section])}\n")
        told.add(section)
        parts.extend(_key(known, name, examples.get(name) or _of_clause(name)))
    parts.extend(_functions(known, table))
    return "\n".join(parts)


def _place(known: Vocabulary, name: str) -> tuple[int, str, bool]:
    """The head first, then the sections in the order of a game; in each `clause` first."""
    section = name.partition(".")[0]
    order = list(known.sections)
    return (order.index(section) if section in order else -1, section, not name.endswith("clause"))


def _of_clause(name: str) -> dict[str, str]:
    """The example of `turn.clause`, which is like all its kind."""
    path = name.split(".")
    if path[-1] != "clause" or "*" in path:
        raise Wrong(f"keys.yaml has no example for {name}")
    lines = [f"{'  ' * depth}{key}:" for depth, key in enumerate(path)]
    return {"text": "\n".join([*lines[:-1], f"{lines[-1]} our.1"])}


def _key(known: Vocabulary, name: str, example: Mapping[str, Any]) -> Iterator[str]:
    slot = known.slots.get(name)
    meaning = known.keys[name] if slot is None else slot.meaning
    yield f"#### `{name}`{' !' if slot is not None and slot.required else ''}\n"
    yield f"{_sentence(meaning)}{_facts(known, slot)}\n"
    yield f"```yaml\n{example['text']}\n```\n"
    yield from _run(name, example)


def _facts(known: Vocabulary, slot: SlotEntry | None) -> str:
    """Type, default, and which names an expression may use here."""
    if slot is None:
        return ""
    said = f" It is {_article(shown_type(slot.wants))}"
    if slot.sense:
        said += f"; {'all must hold' if slot.sense == 'all' else 'one is enough'}, without any: {slot.absent}"
    elif slot.default is not None:
        said += f"; without it `{slot.default}`"
    names = sorted(one.name for one in known.names.values() if one.group in slot.groups)
    seen = ", ".join(f"`{one}`" for one in names)
    return f"{said}. Names here: {seen}." if names and not slot.name.startswith("define") else f"{said}."


def _article(kind: str) -> str:
    return "whatever can be named" if kind == "any" else f"`{kind}`"


def _run(name: str, example: Mapping[str, Any]) -> Iterator[str]:
    """The example laid over its base, and what is printed otherwise then."""
    base = example.get("base", BASE)
    text = example["text"]
    head = "" if text.startswith("rule_set:") else "rule_set: our-table\n"
    head += "" if text.startswith("format:") else "format: 1\n"
    head += f"extends: {base}\n" if base and not text.startswith("extends:") else ""
    shelf = FolderShelf()
    checked = check(f"{head}{text}\n".encode(), "our-table.yaml", shelf)
    wrong = [one for one in checked.diagnostics if one.code not in SAID_ELSEWHERE]
    if checked.rule_set is None or wrong:
        raise Wrong(f"the example of {name} does not pass: {wrong[0].code} {wrong[0].message}")
    if not base or not checked.rule_set.playable:
        return
    seats, options = example.get("seats"), example.get("options") or {}
    before, after = (_printed(each, seats, options) for each in (Library().rule_set(BASE), checked.rule_set))
    new = [f"> **{clause}** {said}" for clause, said in after.items() if before.get(clause) != said and said]
    for line in [line for line in new if len(line) <= LONGEST_PRINTED][:MOST_PRINTED]:
        yield f"{line}\n"


def _printed(rules: RuleSet, seats: int | None, options: Mapping[str, str]) -> dict[str, str]:
    offered = {key: value for key, value in options.items() if not rules.options[key].fixed}
    low = seats if seats is not None else 3
    return {one.clause: one.text for one in paragraphs(bind(rules, low, offered), "en")}


def _functions(known: Vocabulary, table: Mapping[str, Any]) -> Iterator[str]:
    """Functions and comparisons, asked about one hand."""
    hand = table["hand"]
    yield "## Functions\n"
    yield f"Asked in `close.may_close` about the hand `{hand}` of {BASE}: a run, a set and one loose card.\n"
    for one in known.functions.values():
        yield f"#### `{one.name}`\n"
        yield f"{_sentence(one.meaning)} It is written `{one.form}`.\n"
        yield _values(table["functions"][one.name], hand)
    yield "## Comparisons\n"
    asked = [table["comparisons"][name] for name in known.meanings["comparators"]]
    yield _values(asked, hand)
    yield "## Names of a close\n"
    scope = sorted(one.name for one in known.names.values() if one.group in known.slots["close.may_close.*"].groups)
    plain = [name for name in scope if shown_type(known.names[name].type).split(" ")[0] not in {"many", "card", "meld"}]
    yield "What each name stands for with that hand, where nothing else is given: everybody has had one turn, and the\n"
    yield "rest is 0 or `no`, as in an example without `given`.\n"
    yield _values([*plain, "hand.count", "melds.count", "loose.count"], hand)


def _values(expressions: list[str], hand: str) -> str:
    rows = [f"| `{each}` | {_value(each, hand)} |" for each in expressions]
    return "\n".join(["| expression | is |", "| --- | --- |", *rows, ""])


def _value(expression: str, hand: str) -> str:
    """What an expression comes to, found by refusing the hand and printing it in the refusal."""
    text = (
        f"rule_set: asked\nformat: 1\nextends: {BASE}\nclose:\n  may_close:\n    ask.1: no\n"
        f'refusals:\n  ask.1:\n    en: "{{{expression}}}"\n'
    )
    checked = check(text.encode(), "asked.yaml", FolderShelf())
    if checked.rule_set is None:
        raise Wrong(f"{expression}: {checked.diagnostics[0].message}")
    at: Table = bind(checked.rule_set)
    verdict = judge_close(at, at.read_hand(hand))
    failure = next(one for one in verdict.failures if one.clause == "ask.1")
    return own_words(book_of(at, "en"), failure)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def main() -> int:
    """Exit code: 1 if something differs and must not be changed, or an example is wrong."""
    try:
        return settled({TARGET: page()})
    except Wrong as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    raise SystemExit(main())
