"""What is said of a rule file whose shape is not that of a rule set: one function for each mistake."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.diagnostics.model import Diagnostic, Fix, Related, replacing
from referee.diagnostics.spelling import certain, listed, quoted, visible
from referee.lang.words import TRUTH_WORDS
from referee.ruleset.corrected import corrected
from referee.ruleset.fixes import one_number, plain_value, respelt, without_line_break
from referee.source import Span
from referee.yamltree.nodes import MapNode, Node, ScalarNode, SeqNode
from referee.yamltree.plain import integer

_SHOWN = 60
KEYS_OF_A_TEXT = "write it below, by language: `en: …`, `es: …`"
_HELP = {
    "a clause id": "a clause id is small letters, digits and `_` in parts joined by dots, such as `es.4`",
    "a name": "a name is small letters, digits and `_`, a letter first",
    "the name of a rule set": "a name has small letters, digits and hyphens, a letter first, such as `house-a`",
    "a rule set": "write the name of a rule set, such as `spanish-40`, or name@digest",
    "the key of an entry": "write the key of an entry of this block",
    "a suit": "write a name in small letters, or a name and a letter: `spades s`",
    "a rank": "write `7`, `1..7`, `sota 10` (name and printed number) or `ten 10 T` (and the sign on cards)",
    "a list of suits": "write them in brackets: `[oros, copas, espadas, bastos]`",
    "a list of ranks": "write them in brackets, low to high: `[1..7, sota 10, caballo 11, rey 12]`",
    "a list of values": "write them in brackets: `[0, 2]`",
    "a list of rule sets": "write them in brackets: `[house-a, house-f]`",
    "a list of sources": "begin each with `- title: …`",
    "a list of examples": "begin each with `- close: …` or `- hand: …`",
    "a mapping of clauses": "write the entries below, each under its clause: `es.4: …`",
    "a mapping of names": "write the entries below, each under its name",
    "a mapping of languages": KEYS_OF_A_TEXT,
    "a mapping of options": "write `{name: value}`",
    "a mapping of facts": "write `{name: value}`, such as `{laps: 0}`",
    "a paragraph": KEYS_OF_A_TEXT,
    "a text": "put a text that begins with a brace or bracket in double quotes",
    "cards": "write the cards with blanks between them: `1o 2o 3o`",
    "a whole number, yes, no or a name": "write one such value",
}
_CALLED = {"a rule set": "the name of a rule set"}
_FORMS = {
    "a section": "holds keys of its own",
    "a paragraph": "holds texts by language",
    "an example": "holds keys of its own",
    "a source": "holds `title` and `url`",
    "a mapping of clauses": "holds entries under clause ids",
    "a mapping of names": "holds entries under names",
    "a mapping of languages": "holds texts by language",
    "a mapping of options": "holds options and their values",
    "a mapping of facts": "holds facts and their values",
}


def found(node: Node) -> str:
    """What stands there, as a message says it."""
    if isinstance(node, MapNode):
        return "a mapping"
    if isinstance(node, SeqNode):
        return "a list"
    kind = "the number " if integer(node.value) is not None and node.style == "plain" else ""
    return f"{kind or ('' if node.style == 'plain' else 'the text ')}{quoted(node.value.strip())}"


def marked(node: Node) -> Span:
    """The span a message points at: a scalar, the words of a block, or the first line of a larger node."""
    span = node.span
    if isinstance(node, ScalarNode):
        words = node.value.strip()
        start = len(node.value) - len(node.value.lstrip())
        return node.text.span(start, start + len(words)) if node.style in {"literal", "folded"} and words else span
    line = span.source.line(span.begin.line)
    return Span(span.source, span.start, min(span.end, span.start + len(line) - span.begin.column + 1))


def unknown_key(key: ScalarNode, inside: str, guess: str | None, allowed: Sequence[str], path: str) -> Diagnostic:
    """A key nobody knows."""
    where = f" in `{visible(inside)}`" if inside else ""
    meant = f"; did you mean `{guess}`?" if guess else ""
    return Diagnostic(
        "CH101",
        f"unknown key {quoted(key.value)}{where}{meant}",
        key.span,
        f"allowed here: {listed(allowed, 30)}",
        path=path,
        fix=replacing(key.span, guess if guess in allowed else None, safe=certain(key.value, guess, allowed)),
    )


def comma_in_text(key: ScalarNode, path: str) -> Diagnostic:
    """`{es: One, two}`: what stands behind the comma is a key for YAML."""
    return Diagnostic(
        "CH016",
        f"inside braces a comma ends the text before {quoted(key.value)}",
        key.span,
        "put the whole text in double quotes",
        path=path,
    )


def pair_for_case(key: ScalarNode, value: ScalarNode, value_key: str, path: str) -> Diagnostic:
    """`casa.1: {card.joker: 50}`."""
    case = f"{{when: {visible(key.value)}, {value_key}: {visible(value.value)}}}"
    return Diagnostic("CH101", f"unknown key {quoted(key.value)} in a case", key.span, f"write `{case}`", path=path)


def clause_outside(key: ScalarNode, inside: str, blocks: Sequence[str], path: str) -> Diagnostic:
    """`close: {es.4: …}`: a rule that stands in no block."""
    where = f"in `{visible(inside)}`" if inside else "at the top of the file"
    there = f"write it below {listed(blocks)}" if len(blocks) < 3 else f"write it below one of: {listed(blocks)}"
    return Diagnostic("CH110", f"the entry {quoted(key.value)} cannot stand {where}", key.span, there, path=path)


def wrong_place(key: ScalarNode, inside: str, homes: Sequence[str], path: str) -> Diagnostic:
    """A key that belongs elsewhere."""
    where = f"`{visible(inside)}`" if inside else "the top of the file"
    home = " or ".join(f"`{each}`" if each else "the top of the file" for each in homes)
    return Diagnostic(
        "CH110", f"{quoted(key.value)} belongs to {home}, not to {where}", key.span, "move it there", path=path
    )


def missing(place: Span, key: str, inside: str, help_: str, path: str) -> Diagnostic:
    """A key that has to be there."""
    return Diagnostic("CH102", f"{visible(inside)} has no `{key}`", place, help_, path=path)


def a_record(place: Span) -> Diagnostic:
    """A game record is no rule set; nothing else is to be said of it here."""
    said = "this is a game record, not a rule set"
    return Diagnostic("CH102", said, place, "`referee validate FILE` judges records", path="rule_set")


def wrong_kind(node: Node, name: str, wanted: str, path: str, allowed: Sequence[str] = ()) -> Diagnostic:
    """Something else is expected here; `allowed` are the keys that could stand here."""
    form = _FORMS.get(wanted)
    says = f"{form}; found {found(node)}" if form else f"must be {wanted}; found {found(node)}"
    help_ = _HELP.get(wanted, "")
    if isinstance(node, ScalarNode) and node.style == "plain" and " " in node.value and len(node.value) <= _SHOWN:
        if wanted == "a mapping of clauses":
            help_ = f"write the entries below, each under its clause: `casa.1: {visible(node.value)}`"
        elif wanted in {"a paragraph", "a mapping of languages"}:
            help_ = f"write it below, by language: `en: {visible(node.value)}`"
    if isinstance(node, ScalarNode) and wanted == "a list of rule sets":
        help_ = f"write `[{visible(node.value)}]`"
    if wanted == "a whole number, yes, no or a name" and isinstance(node, ScalarNode):
        quotes = node.style in {"single", "double"} and " " not in node.value
        help_ = "write it without quotes" if quotes else "write one word or one number"
        word = TRUTH_WORDS.get(node.value.strip().casefold()) or (corrected(node.value, "a name") if not quotes else "")
        bare = node.value.strip().partition(" ")[0]
        word = word or (bare if node.style == "plain" and " " in node.value and integer(bare) is not None else "")
        help_ = f"write `{word}`" if word else help_
    if wanted == "a section" and allowed:
        help_ = f"its keys are: {listed(allowed)}"
    if wanted == "a whole number" and isinstance(node, ScalarNode):
        bare = node.value.strip().split(" ")[0]
        help_ = f"write `{bare}`" if integer(bare) is not None else "write digits only"
    fix = (
        plain_value(node, marked(node), help_)
        if wanted in {"a whole number", "a whole number, yes, no or a name"}
        else None
    )
    return Diagnostic("CH103", f"`{visible(name)}` {says}", marked(node), help_, path=path, fix=fix)


def bare_option(node: Node, name: str, path: str) -> Diagnostic:
    """`limit: 100`."""
    shown = node.value if isinstance(node, ScalarNode) and node.style == "plain" else "50"
    return Diagnostic(
        "CH103",
        f"the option `{visible(name)}` holds keys of its own; found {found(node)}",
        marked(node),
        f"in a variant write `{{default: {visible(shown)}}}`, or `{{fixed: {visible(shown)}}}` for no choice; a new "
        "option is written `{clause: casa.1, type: points, from: 10, to: 1000, default: 100}`",
        path=path,
    )


def bare_outcome(node: Node, name: str, path: str) -> Diagnostic:
    """`plain: deadwood`."""
    shown = node.value if isinstance(node, ScalarNode) and node.style == "plain" else "deadwood"
    return Diagnostic(
        "CH103",
        f"the outcome `{visible(name)}` holds keys of its own; found {found(node)}",
        marked(node),
        f"in a variant write `{{writes: {visible(shown)}}}`; a new outcome is written "
        f"`{{clause: casa.1, when: …, writes: {visible(shown)}}}`",
        path=path,
    )


def no_blank_after_colon(node: ScalarNode, key: str, path: str) -> Diagnostic:
    """`es.4:deadwood` is one word for YAML."""
    at = node.span.start + len(key)
    return Diagnostic(
        "CH014",
        f"no blank stands behind the colon of `{visible(key)}:`",
        Span(node.span.source, at, at + 1),
        "write `key: value`",
        path=path,
        fix=Fix(Span(node.span.source, at, at + 1), ": "),
    )


def no_colon_behind(key: ScalarNode, word: str, has_colon: bool, path: str) -> Diagnostic:
    """`{when card.joker, …}` and `{when:card.joker, …}`, where all of it is a key for YAML."""
    at = key.text.span(len(word), len(word) + 1)
    message = f"no blank stands behind the colon of `{word}:`" if has_colon else f"no colon stands behind `{word}`"
    rest = key.value[len(word) :].lstrip(": ")
    return Diagnostic("CH014", message, at, f"write `{word}: {visible(rest)}`", path=path, fix=Fix(at, ": "))


def no_colon_in_block(node: ScalarNode, word: str, path: str) -> Diagnostic:
    """`es.2 closer` below a key whose entries stand under clauses or names."""
    at = node.text.span(len(word), len(word) + 1)
    rest = node.value[len(word) :].strip()
    told, way_out = f"no colon stands behind `{word}`", f"write `{word}: {visible(rest)}`"
    return Diagnostic("CH014", told, at, way_out, path=path, fix=Fix(at, ": "))


def mapping_for_expression(node: MapNode, name: str, path: str) -> Diagnostic:
    """`when: {loose: 5}`."""
    return Diagnostic(
        "CH010",
        f"`{visible(name)}` must be one expression; found a mapping",
        marked(node),
        "write the expression behind the key or on the line below; it has no braces and no colons",
        path=path,
    )


def list_for_expression(node: SeqNode, name: str, path: str, *, condition: bool) -> Diagnostic:
    """`jokers: [0, 2]`, `wild: [1o]`; `condition`: where yes or no is wanted."""
    return Diagnostic(
        "CH103",
        f"`{visible(name)}` must be one expression; found a list",
        marked(node),
        "write one condition, such as `card.rank is 1 and card.suit is oros`"
        if condition
        else "write one value; what a table may choose is an option with `one_of`",
        path=path,
    )


def list_for_case(node: SeqNode, name: str, value_key: str, path: str) -> Diagnostic:
    """`es.7: [1, 2]`: a case is written in one of two forms, and this is neither."""
    said = f"`{visible(name)}` is one expression, or `{{when: …, {value_key}: …}}`; found a list"
    help_ = "write one of the two; what holds for others is another case, under a clause of its own"
    return Diagnostic("CH106", said, marked(node), help_, path=path)


def number_range(node: ScalarNode, name: str, least: int, most: int, path: str) -> Diagnostic:
    """Too small or too large."""
    return Diagnostic(
        "CH104",
        f"`{visible(name)}` is {quoted(node.value.strip())}; it may be {least} to {most}",
        marked(node),
        path=path,
    )


def unknown_choice(node: ScalarNode, name: str, guess: str | None, choices: Sequence[str], path: str) -> Diagnostic:
    """None of the words allowed here."""
    meant = f"; did you mean `{guess}`?" if guess else ""
    return Diagnostic(
        "CH105",
        f"`{visible(name)}` cannot be {quoted(node.value.strip())}{meant}",
        marked(node),
        f"choose one of: {listed(choices)}",
        path=path,
        fix=replacing(marked(node), guess, safe=certain(node.value.strip(), guess, choices)),
    )


def other_format(node: Node, path: str) -> Diagnostic:
    """A format this program does not know."""
    return Diagnostic(
        "CH107",
        f"the file says format {found(node).removeprefix('the number ')}; this program knows 1",
        marked(node),
        "write `format: 1`, or use a newer version of the referee",
        path=path,
    )


def nothing(key: ScalarNode, path: str, *, may_go: bool) -> Diagnostic:
    """`jokers:` with nothing behind it."""
    help_ = (
        "write a value, or take the key out: then what the base says, or the default, holds"
        if may_go
        else "write a value"
    )
    return Diagnostic("CH108", f"nothing stands behind `{visible(key.value)}:`", key.span, help_, path=path)


def nothing_in_list(node: Node, name: str, path: str) -> Diagnostic:
    """`suits: []`, or an entry of a list that is empty."""
    return Diagnostic("CH108", f"`{visible(name)}` holds nothing here", marked(node), "write a value", path=path)


def bad_word(node: ScalarNode, wanted: str, path: str) -> Diagnostic:
    """Not a clause id, a name …, and how it would be right."""
    value = node.value.strip()
    called = _CALLED.get(wanted, wanted)
    help_ = _as_word(value, wanted)
    if path.startswith("examples.") and path.endswith(".refused") and re.fullmatch(r"[a-z][a-z0-9_]*", value):
        help_ = f"name the clause that is broken, such as `es.4`; an outcome is written `outcome: {value}`"
    elif path.startswith("examples.") and path.endswith(".outcome") and corrected(f"{value}.", "a clause id") == value:
        help_ = f"write `refused: {value}` for a close that this clause forbids"
    elif wanted == "a name" and "(" in value:
        help_ = f"it takes no values in parentheses; write `{visible(value.partition('(')[0].strip())}`"
    fix = respelt(node, corrected(value, wanted) or _ranks_between(value, wanted))
    return Diagnostic("CH111", f"{quoted(value)} is not {called}", marked(node), help_, path=path, fix=fix)


def clause_key(key: ScalarNode, inside: str, path: str) -> Diagnostic:
    """The key of an entry is no clause id."""
    value = key.value
    where = f"; the entries of `{visible(inside)}` stand under clause ids" if inside else ""
    help_ = _as_word(value, "a clause id")
    fix = respelt(key, corrected(value, "a clause id"))
    return Diagnostic("CH111", f"{quoted(value)} is not a clause id{where}", key.span, help_, path=path, fix=fix)


def _ranks_between(value: str, wanted: str) -> str | None:
    """`1..7` for `1-7` among ranks."""
    ends = re.fullmatch(r"([0-9]{1,2})\s*(?:-|–|to|…|\.\.\.)\s*([0-9]{1,2})", value)
    return f"{ends[1]}..{ends[2]}" if ends and wanted == "a rank" else None


def _as_word(value: str, wanted: str) -> str:
    """How a word would be right, else what such a word looks like."""
    mended = corrected(value, wanted) or _ranks_between(value, wanted)
    if mended is None:
        bare = value.strip("§ ")
        if wanted == "a clause id" and re.fullmatch(r"[0-9]+(\.[a-z0-9]+)*", bare):
            return f"begin it with letters: `casa.{bare}`"
        if wanted == "a clause id" and re.fullmatch(r"[a-z][a-z_]*", bare):
            return f"number it: `{bare}.1`"
        return _HELP.get(wanted, "")
    return f"write `{mended}`; capitals are not used" if mended == value.lower() else f"write `{mended}`"


def block_for_word(node: ScalarNode, name: str, path: str) -> Diagnostic:
    """A block where one word is meant: it ends with a line break."""
    sign = "|" if node.style == "literal" else ">"
    return Diagnostic(
        "CH009",
        f"the block adds a line break to `{visible(name)}`, which is one word",
        Span(node.span.source, node.span.start, node.span.start + 1),
        f"write it behind the key, or `{sign}-` for `{sign}`",
        path=path,
        fix=without_line_break(node, sign),
    )


def two_kinds_of_example(key: ScalarNode, first: ScalarNode, path: str) -> Diagnostic:
    """`close` and `hand` in one example."""
    return Diagnostic(
        "CH103",
        "an example shows a close or asks for a hand; this one does both",
        key.span,
        "make two of it",
        (Related("the other one", first.span),),
        path,
    )


def file_name(node: ScalarNode, stem: str, path: str) -> Diagnostic:
    """A file that is not called like its rule set."""
    name = node.value.strip()
    return Diagnostic(
        "CH112",
        f"the rule set is called {quoted(name)}, its file {quoted(stem)}",
        marked(node),
        f"call the file `{visible(name)}.yaml`: other files find it by that name",
        path=path,
    )


def look_alike(span: Span, node: ScalarNode, name: str, written: str, mended: str) -> Diagnostic:
    """A character that is not the one it looks like; `mended` is how all of `node` should be written."""
    whole = node.value.strip()
    meant = {"": "is not seen", " ": "is not the ordinary blank"}.get(written, f"only looks like `{written}`")
    sign = span.source.text[span.start : span.start + 1]
    shown = f"`{sign}` " if written and written != " " else ""
    told = f"{shown}U+{ord(sign):04X} {name} in {quoted(whole)} {meant}"
    fix = Fix(node.span, mended) if node.style == "plain" and mended else None
    return Diagnostic("CH008", told, span, f"write {quoted(mended)}", fix=fix)


def not_whole(node: ScalarNode, says: str, help_: str, path: str) -> Diagnostic:
    """A number in a form that the language does not have; the help may say the one number that is meant."""
    told = f"{quoted(node.value.strip())} is not a plain whole number{says}"
    return Diagnostic("CH004", told, marked(node), help_, path=path, fix=one_number(marked(node), help_))
