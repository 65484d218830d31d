"""The rule sets at hand: built-ins from their compiled form, files in folders, a store, and texts that callers bring.

One object serves a whole process. Everything it hands out is frozen; what it keeps is bounded; its methods may be
called from several threads. A compiled rule set is found by name, by digest, or by the bytes of its source.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from referee.diagnostics.spelling import nearest
from referee.library.compiled import builtin
from referee.library.kept import FixedShelf, KeptRuleSets, KeptShelf, NotedShelf
from referee.library.shelf import FolderShelf
from referee.limits import CACHED_RULE_SETS, CACHED_TABLES
from referee.recent import Recent
from referee.rules.model import RuleSet
from referee.sha import sha256
from referee.table import Table, bind

if TYPE_CHECKING:
    from referee.diagnostics.model import Diagnostic
    from referee.library.kept import Keeper, Places
    from referee.workshop.check import Checked

OptionValues = Mapping[str, int | bool | str]


class NoSuchRuleSet(LookupError):  # noqa: N818 - named as it is told
    """No rule set of that name; `nearest` is the most similar name that exists, or None."""

    def __init__(self, name: str, similar: str | None) -> None:
        super().__init__(f"no rule set `{name}`")
        self.name = name
        self.nearest = similar


class NotLoaded(LookupError):  # noqa: N818 - named as it is told
    """No rule set with that digest is held: the caller sends the source again."""

    def __init__(self, digest: str) -> None:
        super().__init__(f"no rule set with the digest {digest} is loaded")
        self.digest = digest


class Faulty(ValueError):  # noqa: N818 - named as it is told
    """The rule set has errors; `diagnostics` are all of them, in order."""

    def __init__(self, name: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(f"the rule set `{name}` has errors")
        self.name = name
        self.diagnostics = diagnostics


class Library:
    """Rule sets by name, digest or content, and tables bound from them."""

    def __init__(
        self, folders: Sequence[Path] = (), *, cache_size: int = CACHED_RULE_SETS, keeper: Keeper | None = None
    ) -> None:
        """Look for names in `folders`, then among the built-ins, then in the store; remember `cache_size` texts.

        With a `keeper`, whose failures pass, methods that look for names or digests may wait for a database.
        """
        self.generation = 0
        """How often the named rule sets have changed; what is remembered of a text that may build on one goes by it."""
        self.files = FolderShelf(folders)
        self.shelf: Places = self.files if keeper is None else KeptShelf(self.files, keeper)
        self._kept = None if keeper is None else KeptRuleSets(keeper, cache_size)
        self._checked: Recent[tuple[str, str], Checked] = Recent(cache_size)
        self._leant: Recent[tuple[str, str], Mapping[str, bytes | None]] = Recent(cache_size)
        self.recent_rules: Recent[str, RuleSet] = Recent(cache_size)
        self._named: Recent[tuple[str, bytes], RuleSet] = Recent(cache_size)
        self._looked_at: tuple[FolderShelf, tuple[tuple[int, int, int], ...], Sequence[str]] | None = None
        self._tables: Recent[tuple[str, int | None, tuple[tuple[str, str], ...]], Table] = Recent(CACHED_TABLES)

    def names(self) -> Sequence[str]:
        """The names of all rule sets in the folders and in the store, and of the built-ins, sorted."""
        return self.shelf.names()

    def source(self, name: str) -> bytes:
        """The YAML of a named rule set, byte for byte; NoSuchRuleSet."""
        content = self.files.find(name)
        if content is not None:
            return content
        revision = None if self._kept is None else self._kept.find(name)
        if revision is not None:
            return revision.source
        raise NoSuchRuleSet(name, nearest(name, self.names()))

    def rule_set(self, name: str) -> RuleSet:
        """The rule set of that name; NoSuchRuleSet, or Faulty for a file in a folder that has errors.

        A built-in comes from its compiled form if that was made from the very file that lies there; what is kept in
        the store comes as it was compiled when it was put there.
        """
        content = self.files.find(name)
        if content is None:
            revision = None if self._kept is None else self._kept.find(name)
            if revision is None:
                raise NoSuchRuleSet(name, nearest(name, self.names()))
            return self._remember(revision.rule_set)
        key = (name, sha256(content).digest())
        held = self._named.get(key)
        if held is not None:
            return held
        stored = builtin(name, self.shelf)
        return self._named.put(key, self._remember(stored or self.compile(content, f"{name}.yaml")))

    def check(self, content: bytes, name: str) -> Checked:
        """Everything there is to say about a rule file called `name`; compiled once for the same bytes and name."""
        from referee.workshop.check import check  # noqa: PLC0415 - loads the whole compiler; built-ins need none of it

        key = (name, sha256(content).hexdigest())
        checked = self._checked.get(key)
        if checked is None or not self._stands(key):
            shelf = NotedShelf(self.shelf)
            checked = self._checked.put(key, check(content, name, shelf))
            self._leant.put(key, self._of_the_store(shelf))
        if checked.rule_set is not None:
            self._remember(checked.rule_set)
        return checked

    def builds_on_kept(self, rule_set: RuleSet) -> bool:
        """Whether a base of it is kept in the store, where it may get a new revision at any time."""
        bases = (*rule_set.extends, *rule_set.adopts)
        return self._kept is not None and any(self.files.find(name) is None for name in bases)

    def _of_the_store(self, shelf: NotedShelf) -> Mapping[str, bytes | None]:
        """What a check has taken from the store, or not found there, by name."""
        if self._kept is None:
            return {}
        found = {name: text for name, text in shelf.taken.items() if self.files.find(name) is None}
        return {**found, **dict.fromkeys(shelf.missed)}

    def _stands(self, key: tuple[str, str]) -> bool:
        """Whether what a text was checked with is still the latest."""
        return all(self.shelf.find(name) == text for name, text in (self._leant.get(key) or {}).items())

    def check_with_bases(self, content: bytes, name: str) -> tuple[Checked, Mapping[str, bytes]]:
        """The same, and by name the texts of the bases it was checked with: enough to compile it again some day."""
        from referee.workshop.check import check  # noqa: PLC0415 - as above

        shelf = NotedShelf(self.shelf)
        return check(content, name, shelf), shelf.taken

    def compile(self, content: bytes, name: str) -> RuleSet:
        """The rule set a text says; Faulty with all diagnostics if it has errors."""
        checked = self.check(content, name)
        from referee.diagnostics.model import has_errors  # noqa: PLC0415 - built-ins have no mistakes

        if checked.rule_set is None or has_errors(checked.diagnostics):
            raise Faulty(name, checked.diagnostics)
        return checked.rule_set

    def by_digest(self, digest: str) -> RuleSet:
        """A rule set this library has compiled or read lately, or a named one; NotLoaded."""
        held = self.recent_rules.get(digest)
        if held is not None:
            return held
        for name in self._rule_files():
            try:
                rule_set = self.rule_set(name)
            except (Faulty, NoSuchRuleSet):
                continue
            if rule_set.digest == digest:
                return rule_set
        kept = None if self._kept is None else self._kept.by_digest(digest)
        if kept is None:
            raise NotLoaded(digest)
        return self._remember(kept)

    def _rule_files(self) -> Sequence[str]:
        """The names of files that may be rule sets, found once as long as no file comes or goes.

        Beside them there may be thousands of records, each with a digest that is asked for.
        """
        files, stamp = self.files, self.files.stamp()
        if self._looked_at is None or self._looked_at[0] is not files or self._looked_at[1] != stamp:
            names = [name for name in files.names() if b"rule_set" in (files.find(name) or b"")]
            self._looked_at = files, stamp, names
        return self._looked_at[2]

    def table(self, rule_set: RuleSet, seats: int | None = None, options: OptionValues | None = None) -> Table:
        """A table bound to seats and options (`table.bind`, whose BindError passes), made once for equal ones."""
        given = options or {}
        key = (rule_set.digest, seats, tuple(sorted((name, _as_text(value)) for name, value in given.items())))
        held = self._tables.get(key)
        # Two rule sets of one digest judge alike but may print differently: the table carries the texts.
        if held is not None and held.rule_set is rule_set:
            return held
        return self._tables.put(key, bind(rule_set, seats, given))

    def _remember(self, rule_set: RuleSet) -> RuleSet:
        return self.recent_rules.put(rule_set.digest, rule_set)


def compile_again(content: bytes, name: str, bases: Mapping[str, bytes]) -> RuleSet:
    """The rule set a kept text says with the bases it had; Faulty if this version finds errors in it."""
    from referee.workshop.check import check  # noqa: PLC0415 - as above

    checked = check(content, f"{name}.yaml", FixedShelf(bases))
    if checked.rule_set is None:
        raise Faulty(name, checked.diagnostics)
    return checked.rule_set


def _as_text(value: int | bool | str) -> str:
    """Equal for values that are read as the same: `true` and its text, but not `Yes`, which is none, and `yes`."""
    return ("true" if value else "false") if isinstance(value, bool) else str(value)
