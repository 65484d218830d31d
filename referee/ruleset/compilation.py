"""The state of one compilation: the merged tree, what is known of it so far, and the mistakes found.

A mistake is told in the author's own file. Where a rule of a base no longer fits because of what this file changed, the
change is the place to look, and the rule a related one. In rules that rest on something already found faulty only
the rest is looked at: what they would be told of it follows from the other mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from referee.diagnostics import Diagnostic, Severity
from referee.diagnostics.crowd import Crowd
from referee.lang.check import check
from referee.lang.scope import Scope
from referee.lang.syntax import Expr, Field, Name, Over
from referee.lang.types import Enumeration, Type
from referee.lang.walk import everything
from referee.limits import DIAGNOSTICS_MADE
from referee.ruleset import messages
from referee.ruleset.layout import Path, dotted
from referee.ruleset.lost import LostText, Paths
from referee.ruleset.merge import Change
from referee.ruleset.reader import Reader
from referee.source import Origin, Source, Span, Text
from referee.vocabulary.load import vocabulary
from referee.yamltree.nodes import MapNode, Node


@dataclass(slots=True)
class Compilation:
    """`own` is the file being compiled, `home` the place in it to blame where no change can be named.

    `homes` are such places by the name of an overlay. `unknown` are words whose meaning an earlier mistake hides,
    `lost` paths that were taken out as faulty, `lost_text` what stands there. `removed` says where this file or an
    overlay removes an option, a definition or an outcome. `used` grows with every typed expression. `misnamed` are new
    outcomes that seem to be one of the base with its name misspelt.
    """

    name: str
    own: Source
    home: Span
    homes: Mapping[str, Span]
    root: MapNode
    reader: Reader
    owners: Mapping[Source, str]
    changes: tuple[Change, ...] = ()
    lost: frozenset[Path] = frozenset()
    lost_text: str = ""
    unknown: set[str] = field(default_factory=set)
    removed: Mapping[str, Span] = field(default_factory=dict)
    enums: Mapping[str, Enumeration] = field(default_factory=dict)
    options: dict[str, Type] = field(default_factory=dict)
    definitions: dict[str, Type] = field(default_factory=dict)
    needs: dict[str, frozenset[str]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    misnamed: set[str] = field(default_factory=set)
    uses_of_removed: dict[str, list[Span]] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    placeholders: int = 0
    _in_texts: Crowd = field(default_factory=Crowd)
    _scopes: dict[tuple[str, ...], Scope] = field(default_factory=dict)
    _blamed: set[tuple[int, str]] = field(default_factory=set)
    _counted: int = 0
    _errors: int = 0
    _told_enough: bool = False
    _lost: Paths | None = None
    _lost_text: LostText | None = None

    def origin(self, span: Span) -> Origin:
        """Where a value was written."""
        return Origin.at(self.owners.get(span.source, self.name), span)

    def is_own(self, span: Span) -> bool:
        """Whether something stands in the file being compiled."""
        return span.source is self.own

    def sound(self, path: Path) -> bool:
        """Whether nothing at, below or around a path was taken out as faulty."""
        if self._lost is None:
            self._lost = Paths(self.lost)
        return not self._lost.touches(path)

    def may_be_lost(self, clause: str) -> bool:
        """Whether what was taken out as faulty may have held a rule of a clause, or below it."""
        if self._lost_text is None:
            self._lost_text = LostText(self.lost_text)
        return self._lost_text.names(clause)

    def tell(self, diagnostic: Diagnostic, words: Iterable[str] = (), path: Path = ()) -> None:
        """Add a mistake; one in a base is told at the change that caused it, once for each change and code.

        `words` are the names its expression uses, `path` is where it stands.
        """
        if path and not diagnostic.path:
            diagnostic = replace(diagnostic, path=dotted(path))
        if diagnostic.span is None or self.is_own(diagnostic.span):
            self.diagnostics.append(diagnostic)
            return
        owner = self.owners.get(diagnostic.span.source, self.name)
        home = self.homes.get(owner) or self.cause(words, path)
        if (home.start, diagnostic.code) not in self._blamed:
            self._blamed.add((home.start, diagnostic.code))
            self.diagnostics.append(messages.breaks_inherited(diagnostic, owner, home))

    def has_enough(self) -> bool:
        """Whether so many errors were found that expressions are no longer looked at; told the first time.

        Those of examples do not count: the rules may be sound all the same.
        """
        new = self.diagnostics[self._counted :]
        self._counted += len(new)
        self._errors += sum(each.severity is Severity.ERROR and not each.path.startswith("examples") for each in new)
        if self._errors >= DIAGNOSTICS_MADE and not self._told_enough:
            self._told_enough = True
            self.tell(messages.enough(Span(self.own, 0, 0), DIAGNOSTICS_MADE))
        return self._told_enough

    def tell_in_text(self, source: Source, path: Path, make: Callable[[], Diagnostic]) -> None:
        """Add a mistake of a text that stands in `source`. Of thousands in this file most are only counted."""
        if source is not self.own:
            self.tell(make(), path=path)
        elif (diagnostic := self._in_texts.admit(lambda: replace(make(), path=dotted(path)))) is not None:
            self.tell(diagnostic)

    def tell_rest_of_texts(self) -> None:
        """Add what stands for the mistakes of texts that were only counted."""
        if (rest := self._in_texts.rest()) is not None:
            self.tell(rest)

    def cause(self, words: Iterable[str] = (), path: Path = ()) -> Span:
        """The change of this file that is most likely behind a mistake in an inherited rule."""
        named = {(section, word) for word in words for section in ("options", "define")}
        told = [change for change in self.changes if change.kind != "same"]
        for change in told:
            if change.path[:2] in named or change.path[-1] in words:
                return change.span
        for length in range(len(path), 0, -1):
            for change in told:
                if change.path[:length] == path[:length]:
                    return change.span
        return self.home

    def typed(self, node: Node, slot: str, path: Path, *, criterion: bool = False) -> Expr | None:
        """The expression a value holds as a checked tree of its slot; None if it has mistakes, which are told."""
        if self.has_enough():
            return None
        return self.checked(self.reader.node(node, criterion=criterion), self.scope(slot), path)

    def typed_text(self, text: Text, scope: Scope) -> tuple[Expr | None, list[Diagnostic]]:
        """Like `typed` for a part of a text; the caller tells the mistakes."""
        if self.has_enough():
            return None, []
        expr, diagnostics = self.reader.text(text)
        if expr is None:
            return None, list(diagnostics)
        typed, of_types, hidden = self._checked(expr, scope)
        return None if diagnostics or hidden else typed, [*diagnostics, *of_types]

    def checked(self, parsed: tuple[Expr | None, tuple[Diagnostic, ...]], scope: Scope, path: Path) -> Expr | None:
        """A parsed expression as a checked tree in a scope."""
        if self.has_enough():
            return None
        expr, diagnostics = parsed
        for each in diagnostics:
            self.tell(each, path=path)
        if expr is None:
            return None
        typed, of_types, hidden = self._checked(expr, scope)
        for each in of_types:
            self.tell(each, names_in(everything(expr)), path)
        # a tree guessed behind a mistake is good for finding more, not for use
        return None if diagnostics or hidden else typed

    def _checked(self, expr: Expr, scope: Scope) -> tuple[Expr | None, list[Diagnostic], frozenset[str]]:
        """The typed tree, what is wrong with it, and the words in it of which nothing can be said."""
        hidden = self._hidden(expr)
        return *check(expr, replace(scope, hidden=hidden) if hidden else scope), hidden

    def scope(self, slot: str, common_to: tuple[str, ...] = ()) -> Scope:
        """The names of a slot, this rule set's own among them."""
        key = (slot, *common_to)
        if key not in self._scopes:
            self._scopes[key] = vocabulary().scope(
                slot,
                enums=self.enums,
                options=self.options,
                definitions=self.definitions,
                needs=self.needs,
                common_to=common_to,
            )
        return self._scopes[key]

    def forget_scopes(self) -> None:
        """To be called when enumerations, options or definitions have changed."""
        self._scopes.clear()

    def _hidden(self, expr: Expr) -> frozenset[str]:
        """The words of an expression that are not known, or were removed; all its words count as used."""
        nodes = list(everything(expr))
        words = names_in(nodes)
        self.used |= words
        gone = words & self.removed.keys()
        for name in gone:
            self.uses_of_removed.setdefault(name, []).append(expr.span or self.home)
        fields = {node.name for node in nodes if isinstance(node, Field)}
        return frozenset(gone | ((words | fields) & self.unknown))


def names_in(nodes: Iterable[Expr]) -> set[str]:
    """The bare words of an expression, given all its nodes, that are not its own variables."""
    words: set[str] = set()
    variables: set[str] = set()
    for node in nodes:
        if isinstance(node, Name):
            words.add(node.name)
        elif isinstance(node, Over):
            variables.add(node.variable)
    return words - variables
