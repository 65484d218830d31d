"""From the bytes of a rule file to a RuleSet, or to everything that is wrong with it.

The passes, each a module: read (`yamltree`), shape (`schema`), misspelt keys (`respelt`), the sound part (`sound`),
short forms (`shorthand`), bases and overlays (`bases`, `overlays`, `merge`, `paragraphs`), names (`names`, `options`),
rules (`rules`), texts (`texts`), examples (`examples`), cross-checks (`soundness`). A pass goes on with what the passes
before it found sound, so one run tells as many mistakes as there are, and none that only follows from another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.diagnostics import Diagnostic, has_errors, in_order
from referee.lang.types import Criterion
from referee.recent import Recent
from referee.rules.canonical import digest_of
from referee.rules.model import RuleSet
from referee.ruleset.allowances import NOTHING_ALLOWED, Allowances, allowances
from referee.ruleset.bases import Bases, Built, find_bases
from referee.ruleset.clause_ids import with_capitals_told
from referee.ruleset.compilation import Compilation
from referee.ruleset.examples import beyond_examples, read_examples
from referee.ruleset.fixes import with_removals
from referee.ruleset.head import Head, read_head
from referee.ruleset.key_guesses import meant_key, with_options_told
from referee.ruleset.layout import BOOK, OUTCOMES, REFUSALS, Path, is_removal
from referee.ruleset.left_open import tell_left_open
from referee.ruleset.merge import Change, without_head
from referee.ruleset.names import settle_names
from referee.ruleset.overlays import compose
from referee.ruleset.paragraphs import drop_orphans
from referee.ruleset.reach import check_reach
from referee.ruleset.reader import Reader
from referee.ruleset.respelt import with_keys_meant
from referee.ruleset.rules import type_rules
from referee.ruleset.schema import check_shape
from referee.ruleset.shelf import File, Files, Shelf
from referee.ruleset.shorthand import in_full
from referee.ruleset.slots import slot_at
from referee.ruleset.sound import Sound, sound_part
from referee.ruleset.soundness import (
    check_blocks,
    check_cost,
    check_possible,
    check_whole,
    missing_parts,
    tell_removed_names,
    tell_unused_definitions,
)
from referee.ruleset.texts import type_texts
from referee.source import Source, Span
from referee.yamltree.nodes import MapNode, Node, SeqNode
from referee.yamltree.read import Reading, read

__all__ = ["Loaded", "Shelf", "load"]

_BUILDS_ON = ("extends", "adopts")
_KEPT = 64
"""How many bases are kept compiled."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """`rule_set` is None if there are errors; `diagnostics` are in order, warnings among them.

    `draft` is the rule set without the examples that have errors; None if its rules have any. `examples` are all
    examples as they stand in the file, `allowances` what its comments let stand.
    """

    rule_set: RuleSet | None
    diagnostics: tuple[Diagnostic, ...]
    source: Source
    draft: RuleSet | None = None
    examples: tuple[MapNode, ...] = ()
    allowances: Allowances = NOTHING_ALLOWED


def load(content: bytes, name: str, shelf: Shelf) -> Loaded:
    """Compile the bytes of a rule file that people know as `name`; its bases are found on `shelf`.

    Never raises, whatever the bytes are.
    """
    reading = read(content, name, go_on=True)
    built = _build(reading, name, Files(shelf), ())
    diagnostics = in_order(with_removals(built.diagnostics, reading.root))
    written = reading.root.get("examples") if reading.root is not None else None
    return Loaded(
        rule_set=None if has_errors(diagnostics) else built.rule_set,
        diagnostics=diagnostics,
        source=built.source,
        draft=None if has_errors(beyond_examples(diagnostics)) else built.rule_set,
        examples=tuple(item for item in written if isinstance(item, MapNode)) if isinstance(written, SeqNode) else (),
        allowances=allowances(reading.source, reading.root),
    )


def _build(reading: Reading, name: str, files: Files, busy: tuple[str, ...]) -> Built:
    """One file, compiled over its bases. `busy`: the names of the files that are waiting for this one."""
    root, source = reading.root, reading.source
    if root is None:
        return Built(name, source, reading.diagnostics)
    root, shape, respelt = _shaped(root, source)
    diagnostics = [*reading.diagnostics, *shape]
    sound = sound_part(root, diagnostics, reading.skipped, respelt)
    head = read_head(sound.root, name)
    bases = find_bases(head, files, lambda file: _base(file, files, (*busy, head.name)), busy)
    diagnostics += bases.diagnostics
    own = in_full(without_head(sound.root))
    if not bases.sound or _head_lost(sound):
        diagnostics += _syntax(own)
        return Built(head.name, source, tuple(diagnostics))
    if bases.base is not None and bases.base.rule_set is not None:
        diagnostics = with_options_told(diagnostics, bases.base.rule_set.options, root)
    built = _compile(_Parts(head, own, sound, bases, source), diagnostics)
    if respelt:  # what a misspelt key seems to say again is the smaller trouble
        kept = (
            each
            for each in built.diagnostics
            if each.code != "CH703" or not each.span or each.span.start not in respelt
        )
        built = replace(built, diagnostics=tuple(kept))
    below = [*([bases.base] if bases.base is not None else []), *(overlay for _, overlay in bases.overlays)]
    return replace(built, read_from=_read_from(below, files))


def _shaped(root: MapNode, source: Source) -> tuple[MapNode, list[Diagnostic], frozenset[int]]:
    """The tree with misspelt keys read as what they were meant to be, all that is wrong with its shape, and which."""
    meant: dict[int, str] = {}
    told = with_capitals_told(root, check_shape(root, source, meant))
    mended, done = with_keys_meant(root, meant)
    if done:
        told = list(in_order([*told, *with_capitals_told(mended, check_shape(mended, source))]))
    return mended, told, done


def _head_lost(sound: Sound) -> bool:
    """Whether it is not known what the file builds on: the key has a mistake in its value, or is misspelt itself."""
    at_margin = [path[0] for path in sound.lost if len(path) == 1]
    return any(meant_key(key, _BUILDS_ON) or key in _BUILDS_ON for key in at_margin)


def _syntax(own: MapNode) -> list[Diagnostic]:
    """What can be said of expressions whose names are not known, because a base is missing."""
    reader = Reader()
    found: list[Diagnostic] = []
    waiting: list[tuple[Path, Node]] = [((), own)]
    while waiting:
        path, node = waiting.pop()
        if isinstance(node, MapNode) and path[:1] not in {BOOK, REFUSALS}:
            waiting += [((*path, entry.key.value), entry.value) for entry in node.entries]
        elif (slot := slot_at(path)) is not None and not is_removal(node):
            found += reader.node(node, criterion=isinstance(slot.wants, Criterion))[1]
    return found


@dataclass(frozen=True, slots=True)
class _Parts:
    """What one file is compiled from: its head, its own rules, what of them is sound, and what lies below them."""

    head: Head
    own: MapNode
    sound: Sound
    bases: Bases
    source: Source


def _compile(parts: _Parts, diagnostics: list[Diagnostic]) -> Built:
    """The file over what lies below it; `diagnostics` are those of the passes before."""
    head, own, sound, bases, source = parts.head, parts.own, parts.sound, parts.bases, parts.source
    base = bases.base
    below = [*([base] if base is not None else []), *(overlay for _, overlay in bases.overlays)]
    reader, owners = Reader(), {source: head.name}
    for built in below:
        reader = reader.extended(built.reader)
        owners.update(built.owners)
    composed = compose(own, bases, reader)
    removed = _removed_names((*composed.adopted, *composed.changes), composed.root)
    root, orphans = drop_orphans(composed.root, removed, source)
    work = Compilation(
        name=head.name,
        own=source,
        home=head.extends.span if head.extends is not None else head.span,
        homes={overlay.name: wanted.span for wanted, overlay in bases.overlays},
        root=root,
        reader=reader,
        owners=owners,
        changes=composed.changes,
        lost=sound.lost,
        lost_text=sound.text,
        unknown=set(sound.words),
        removed=removed,
        diagnostics=[*diagnostics, *composed.diagnostics, *orphans],
    )
    rule_set = _typed(work, head, sound, bases)
    if not has_errors(beyond_examples(work.diagnostics)):
        work.diagnostics += composed.lost
    return Built(
        name=head.name,
        source=source,
        diagnostics=tuple(work.diagnostics),
        rule_set=rule_set,
        merged=root,
        differences=(*(tree for _, overlay in bases.overlays for tree in overlay.differences), own),
        chain=() if base is None else (base.name, *base.chain),
        extends="" if base is None else base.name,
        title=head.title if head.title is not None else (base.title if base is not None else {}),
        sources=head.sources if head.sources is not None else (base.sources if base is not None else ()),
        owners=owners,
        reader=work.reader,
    )


def _typed(work: Compilation, head: Head, sound: Sound, bases: Bases) -> RuleSet | None:
    """The rule set of a merged tree; None if it has errors, which are told in `work`."""
    names = settle_names(work)
    rules = type_rules(work)
    texts = type_texts(work, names, rules)
    examples = read_examples(work, sound.root.get("examples"), names)
    check_blocks(work, names, rules)
    check_cost(work, names, rules, texts)
    check_reach(work, names, rules, texts)
    tell_removed_names(work)
    lacking = missing_parts(work.root)
    base = bases.base
    faulty = has_errors(beyond_examples(work.diagnostics))
    if not faulty:
        check_whole(work, None if base is None else base.merged, lacking)
        faulty = has_errors(beyond_examples(work.diagnostics))
    if not lacking:
        tell_unused_definitions(work, names)
    if faulty:
        return None
    tell_left_open(work, names, rules, None if base is None else base.merged)
    rule_set = RuleSet(
        name=head.name,
        format=head.format,
        digest="",
        extends=() if base is None else (base.name, *base.chain),
        adopts=tuple(overlay.name for _, overlay in bases.overlays),
        title=head.title if head.title is not None else (base.title if base is not None else {}),
        sources=head.sources if head.sources is not None else (base.sources if base is not None else ()),
        playable=not lacking,
        suits=names.suits,
        ranks=names.ranks,
        enums=names.enums,
        options=names.options,
        definitions=names.definitions,
        settings=rules.settings,
        conditions=rules.conditions,
        cases=rules.cases,
        outcomes=rules.outcomes,
        winner=rules.winner,
        irregular=rules.irregular,
        block_clauses=rules.block_clauses,
        book=texts.book,
        refusals=texts.refusals,
        examples=examples,
    )
    if rule_set.playable:
        check_possible(work, rule_set)
    return replace(rule_set, digest=digest_of(rule_set))


def _removed_names(changes: tuple[Change, ...], root: MapNode) -> Mapping[str, Span]:
    """Options, definitions and outcomes that this file takes out, and where it says so."""
    removed: dict[str, Span] = {}
    for change in changes:
        for section in (("options",), ("define",), OUTCOMES):
            if change.kind != "removed" or change.path[: len(section)] != section[: len(change.path)]:
                continue
            if len(change.path) == len(section) + 1:
                removed[change.path[-1]] = change.span
            elif len(change.path) == len(section) and isinstance(change.before, MapNode):
                removed.update({entry.key.value: change.span for entry in change.before.entries})
    for section_name in ("options", "define"):
        node = root.get(section_name)
        for entry in node.entries if isinstance(node, MapNode) else ():
            removed.pop(entry.key.value, None)
    return removed


# compiled bases, kept between loads

_bases: Recent[tuple[str, bytes], Built] = Recent(_KEPT)


def _base(file: File, files: Files, busy: tuple[str, ...]) -> Built:
    """A file of the shelf compiled; kept as long as neither it nor a file it was made from changes."""
    key = (file.name, file.sha)
    built = _bases.get(key)
    if built is not None and all(files.sha(name) == sha for name, sha in built.read_from.items()):
        return built
    built = replace(_build(files.reading(file), f"{file.name}.yaml", files, busy), name=file.name)
    return _bases.put(key, built) if built.usable else built


def _read_from(below: list[Built], files: Files) -> dict[str, bytes | None]:
    found: dict[str, bytes | None] = {}
    for built in below:
        found.update(built.read_from)
        found[built.name] = files.sha(built.name)
    return found
