"""Finds what a rule file builds on: the chain of bases by `extends`, and the overlays it adopts.

The chain is walked by the heads of the files alone before anything is compiled, so that a circle or a chain of a
thousand is refused for what it is. The mistakes of a base are told once, at the place that names it: nobody is
blamed for a file that is not theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from referee.diagnostics import Diagnostic, has_errors
from referee.limits import CHAIN, OVERLAYS
from referee.rules.model import RuleSet, SourceCited
from referee.ruleset import messages
from referee.ruleset.head import Head, Reference, read_head
from referee.ruleset.reader import Reader
from referee.ruleset.shelf import File, Files
from referee.source import Source
from referee.yamltree.nodes import MapNode

__all__ = ["Bases", "Built", "find_bases"]


@dataclass(frozen=True, slots=True)
class Built:
    """One rule file compiled: what other files that build on it need, and what a load answers.

    `merged` is the whole tree, its bases included; `differences` are the trees this file lays over its base: those of
    the overlays it adopts, then its own. `chain` holds the names of its bases, the nearest first. `owners` names
    the rule set of every source in `merged`, `read_from` the sha256 of every file that was read for it.
    `reader` has the expressions of all of them parsed.
    """

    name: str
    source: Source
    diagnostics: tuple[Diagnostic, ...]
    rule_set: RuleSet | None = None
    merged: MapNode | None = None
    differences: tuple[MapNode, ...] = ()
    chain: tuple[str, ...] = ()
    extends: str = ""
    title: Mapping[str, str] = field(default_factory=dict)
    sources: tuple[SourceCited, ...] = ()
    owners: Mapping[Source, str] = field(default_factory=dict)
    read_from: Mapping[str, bytes | None] = field(default_factory=dict)
    reader: Reader = field(default_factory=Reader)

    @property
    def usable(self) -> bool:
        """Whether other files can build on it."""
        return self.merged is not None and not has_errors(self.diagnostics)


Build = Callable[[File], Built]


@dataclass(frozen=True, slots=True)
class Bases:
    """What a file builds on. `sound`: all of it was found and is without errors; only then can the file be typed."""

    base: Built | None
    overlays: tuple[tuple[Reference, Built], ...]
    sound: bool
    diagnostics: tuple[Diagnostic, ...]


def find_bases(head: Head, files: Files, build: Build, busy: tuple[str, ...]) -> Bases:
    """The base and the overlays that a head names.

    `build` compiles a file of the shelf; `busy` are the names of the files being compiled that led here.
    """
    finder = _Finder(head, files, build, busy)
    base = finder.base()
    overlays = finder.overlays(base)
    return Bases(base, overlays, not has_errors(finder.diagnostics), tuple(finder.diagnostics))


@dataclass(slots=True)
class _Finder:
    head: Head
    files: Files
    build: Build
    busy: tuple[str, ...]
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def base(self) -> Built | None:
        """The nearest base, compiled; None if there is none or it cannot be used."""
        wanted = self.head.extends
        if wanted is None:
            return None
        problem = self._walk(wanted)
        file = self.files.get(wanted.name)
        if problem is not None or file is None:
            self.diagnostics.append(problem or messages.unknown_base(wanted.name, wanted.span, self.files.names()))
            return None
        return self._compiled(wanted, file)

    def overlays(self, base: Built | None) -> tuple[tuple[Reference, Built], ...]:
        """The overlays adopted, in order, those that cannot be used left out."""
        found: list[tuple[Reference, Built]] = []
        chain = () if base is None else (base.name, *base.chain)
        if len(self.head.adopts) > OVERLAYS:
            first_beyond = self.head.adopts[OVERLAYS]
            self.diagnostics.append(messages.too_many_overlays(len(self.head.adopts), OVERLAYS, first_beyond.span))
            return ()
        for wanted in self.head.adopts:
            earlier = next((other for other, _ in found if other.name == wanted.name), None)
            file = self.files.get(wanted.name)
            if wanted.name in (self.head.name, *self.busy):
                self.diagnostics.append(messages.circle((*self._loop(wanted.name), wanted.name), wanted.span))
            elif earlier is not None:
                self.diagnostics.append(messages.adopted_twice(wanted.name, wanted.span, earlier.span))
            elif file is None:
                self.diagnostics.append(messages.unknown_base(wanted.name, wanted.span, self.files.names()))
            elif base is None and self.head.extends is not None:
                continue  # the base was refused: whether the overlay belongs to it cannot be said
            elif (extends := self._extends(file)) is None or extends.name not in chain:
                named = "" if extends is None else extends.name
                self.diagnostics.append(messages.foreign_overlay(wanted.name, named, chain, wanted.span))
            elif (built := self._compiled(wanted, file)) is not None:
                found.append((wanted, built))
        return tuple(found)

    def _loop(self, name: str) -> tuple[str, ...]:
        """The names from `name` down to this file, each of which is being compiled for the one before."""
        names = (*self.busy, self.head.name)
        return names[names.index(name) :]

    def _walk(self, wanted: Reference) -> Diagnostic | None:
        """What is wrong with the chain itself: a circle, too many bases, one that does not exist."""
        names = [self.head.name]
        following: Reference | None = wanted
        while following is not None:
            if following.name in names:
                circle = (*names[names.index(following.name) :], following.name)
                return messages.circle(circle, wanted.span)
            if len(names) > CHAIN:
                return messages.too_many_bases((*names, following.name), CHAIN, wanted.span)
            file = self.files.get(following.name)
            if file is None:
                at_home = following is wanted
                known = self.files.names()
                return (
                    messages.unknown_base(wanted.name, wanted.span, known)
                    if at_home
                    else messages.base_without_base(names[-1], following.name, wanted.span, following.span)
                )
            names.append(following.name)
            following = self._extends(file)
        return None

    def _extends(self, file: File) -> Reference | None:
        root = self.files.reading(file).root
        return None if root is None else read_head(root, file.name).extends

    def _compiled(self, wanted: Reference, file: File) -> Built | None:
        built = self.build(file)
        if not built.usable:
            self.diagnostics.append(messages.faulty_base(wanted.name, wanted.span, built.diagnostics))
            return None
        digest = built.rule_set.digest if built.rule_set is not None else ""
        if wanted.digest and not digest.startswith(wanted.digest):
            self.diagnostics.append(messages.other_digest(wanted.name, wanted.digest, digest, wanted.span))
            return None
        return built
