"""Rule sets of folders, kept fresh while the server runs: a changed file takes effect, a broken one never does.

The folders are looked at every few seconds. A file that is another one, and has stopped changing, is compiled beside
the calls, and so are those that build on it; whatever comes out clean replaces what there was, all at once. What does
not is told in the log, once, and the rule set it was to replace goes on, with the bases it was made of. A file that is
gone twice in a row is withdrawn (editors take files away for a moment); one that never was good is not offered.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from referee.diagnostics import Diagnostic, Severity
from referee.library import Faulty, Library
from referee.library.kept import KeptShelf
from referee.library.shelf import NAME, FolderShelf
from referee.limits import CACHED_RULE_SETS, RULE_SET_BYTES
from referee.plain_files import content_of
from referee.recent import Recent
from referee.rules.model import RuleSet
from referee.serving.freshness import said

if TYPE_CHECKING:
    from referee.library.kept import Keeper

log = logging.getLogger("referee.live")

Stamp = tuple[str, int, int, int]
_GONE: Stamp = ("", 0, 0, 0)


class _Contents(FolderShelf):
    """Files as they were when they were looked at, before the built-ins.

    `asked` holds what it was asked for while something is compiled, and is None else: callers ask for anything.
    """

    def __init__(self, contents: Mapping[str, bytes]) -> None:
        super().__init__()
        self.contents = dict(contents)
        self.asked: dict[str, bytes] | None = None

    def find(self, name: str) -> bytes | None:
        """The content of a file of the folders, else of a built-in."""
        found = self.contents.get(name)
        content = super().find(name) if found is None else found
        if self.asked is not None:
            self.asked[name] = _digest(content)
        return content

    def names(self) -> Sequence[str]:
        """Those of the folders and of the built-ins."""
        return sorted({*self.contents, *super().names()})


@dataclass(frozen=True, slots=True)
class _Made:
    """What came of a file: a rule set or its mistakes, and the digests of all files that this depends on."""

    rule_set: RuleSet | None
    diagnostics: tuple[Diagnostic, ...]
    asked: Mapping[str, bytes]

    def holds(self, shelf: _Contents) -> bool:
        """Whether it would come out the same."""
        return all(_digest(shelf.find(name)) == digest for name, digest in self.asked.items())


@dataclass(slots=True)
class _File:
    """A file of the folders: as it was last seen and last read, what came of that, and the last that was good."""

    seen: Stamp
    read: Stamp = _GONE
    content: bytes = b""
    good_content: bytes | None = None
    good: RuleSet | None = None
    made: dict[bytes, _Made] = field(default_factory=dict)

    def keep(self) -> None:
        """Forget what came of contents that are neither the last nor the last good one."""
        self.made = {
            content: made for content, made in self.made.items() if content in {self.content, self.good_content}
        }


class LiveLibrary(Library):
    """A library whose folders are looked at by `refresh` and by nothing else. Calls may come meanwhile."""

    def __init__(self, folders: Sequence[Path], keeper: Keeper | None = None) -> None:
        super().__init__(keeper=keeper)
        self._keeper = keeper
        self._folders = tuple(folders)
        self._files: dict[str, _File] = {}
        self._good: Mapping[str, RuleSet] = {}
        self._faulty: Mapping[str, tuple[Diagnostic, ...]] = {}

    def rule_set(self, name: str) -> RuleSet:
        """The last good one of that name; Faulty if its file never was good."""
        good = self._good.get(name)
        if good is not None:
            return good
        if name in self._faulty:
            raise Faulty(name, self._faulty[name])
        return super().rule_set(name)

    def refresh(self) -> list[tuple[str, bool]]:
        """Look at the folders. Rule sets that are new or changed, each with whether it is used. Takes its time."""
        first = not self._files
        stamps = dict(self._stamps())
        changed = [name for name, stamp in stamps.items() if self._has_changed(name, stamp, first=first)]
        gone = [name for name, file in self._files.items() if name not in stamps and self._is_gone(file)]
        if not changed and not gone:
            return []
        for name in gone:
            del self._files[name]
            log.info("a rule set is withdrawn: its file is gone", extra={"rule_set": name})
        return self._remade()

    def _stamps(self) -> Iterator[tuple[str, Stamp]]:
        """Where the file of each name lies, its number, size and time; the first folder that has a name wins."""
        found = set[str]()
        for place in self._folders:
            for folder in (place, place / "house"):
                for path in sorted(folder.glob("*.yaml")) if folder.is_dir() else ():
                    if NAME.fullmatch(path.stem) and path.stem not in found:
                        stamp = _stamp(path)
                        if stamp != _GONE:
                            found.add(path.stem)
                            yield path.stem, stamp

    def _has_changed(self, name: str, stamp: Stamp, *, first: bool) -> bool:
        """Read the file if it is another one and is no longer being written (at first nobody waits for that)."""
        file = self._files.setdefault(name, _File(seen=_GONE))
        settled, file.seen = first or file.seen == stamp, stamp
        if file.read == stamp or not settled:
            return False
        content = _content(Path(stamp[0]))
        if content is None:
            return False
        different = content != file.content or file.read == _GONE
        file.read, file.content = stamp, content
        return different

    def _is_gone(self, file: _File) -> bool:
        """Whether it was not there the last time either."""
        gone, file.seen = file.seen == _GONE, _GONE
        return gone

    def _remade(self) -> list[tuple[str, bool]]:
        """Compile what is affected, and put what is good in place."""
        files = {name: file for name, file in sorted(self._files.items()) if file.read != _GONE}
        contents = {name: file.content for name, file in files.items()}
        before = {name: file.made.get(file.content) for name, file in files.items()}
        while True:
            shelf = _Contents(contents)
            broken = [name for name, file in files.items() if self._falls_back(name, file, shelf)]
            if not broken:
                break
            # what builds on a broken file is made anew of the last good one, and may be clean then
            asked = {name: files[name].made[contents[name]].asked.keys() - {name} for name in broken}
            roots = [name for name in broken if asked[name].isdisjoint(broken)]
            contents.update((name, files[name].good_content or b"") for name in roots or broken)
        told: dict[str, _Made] = {}
        for name, file in files.items():
            made, was = file.made[file.content], before[name]
            if was is None or was.asked != made.asked:
                told[name] = made
                _tell(name, file, made)
            else:
                file.made[file.content] = was
        for name, file in files.items():
            made = file.made[contents[name]]
            if made.rule_set is not None:
                file.good, file.good_content = self._remember(made.rule_set), contents[name]
            file.keep()
        self._put(files, _Contents(contents))
        return [(name, made.rule_set is not None) for name, made in told.items()]

    def _falls_back(self, name: str, file: _File, shelf: _Contents) -> bool:
        """Compile what the shelf has of a file; whether it has mistakes, and there was a good one."""
        content = shelf.contents[name]
        made = file.made.get(content)
        if made is None or not made.holds(shelf):
            made = file.made[content] = _made(name, content, shelf, self._keeper)
        return made.rule_set is None and file.good_content not in {None, content}

    def _put(self, files: Mapping[str, _File], shelf: _Contents) -> None:
        """From now on this is what there is."""
        self.files = shelf
        self.shelf = shelf if self._keeper is None else KeptShelf(shelf, self._keeper)
        self._checked = Recent(CACHED_RULE_SETS)  # sources that callers bring may build on what has changed
        self._named = Recent(CACHED_RULE_SETS)
        self._good = {name: file.good for name, file in files.items() if file.good is not None}
        faulty = {name: file for name, file in files.items() if file.good is None}
        self._faulty = {name: file.made[file.content].diagnostics for name, file in faulty.items()}
        self.generation += 1


def _tell(name: str, file: _File, made: _Made) -> None:
    """What came of a file that is new or has changed, or whose bases have."""
    if made.rule_set is not None:
        what = "a rule set is new" if file.good is None else "a rule set is replaced"
        log.info(what, extra={"rule_set": name, "digest": made.rule_set.digest})
        return
    errors = [each for each in made.diagnostics if each.severity is Severity.ERROR]
    goes_on = "is not offered" if file.good is None else "goes on as it was"
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    told = "a rule set %s, its file has mistakes: %s%s"
    log.warning(told, goes_on, said(errors[0]), more, extra={"rule_set": name})


def _made(name: str, content: bytes, shelf: _Contents, keeper: Keeper | None) -> _Made:
    """What comes of a file."""
    trial = Library()
    trial.shelf = shelf if keeper is None else KeptShelf(shelf, keeper)
    asked = shelf.asked = {name: _digest(content)}
    try:
        return _Made(trial.compile(content, f"{name}.yaml"), (), asked)
    except Faulty as error:
        return _Made(None, error.diagnostics, asked)
    finally:
        shelf.asked = None


def _digest(content: bytes | None) -> bytes:
    return b"" if content is None else hashlib.sha256(content).digest()


def _content(path: Path) -> bytes | None:
    try:
        return content_of(path, RULE_SET_BYTES + 1)
    except OSError:
        return None


def _stamp(path: Path) -> Stamp:
    try:
        found = path.stat()
    except OSError:
        return _GONE
    return (str(path), found.st_ino, found.st_size, found.st_mtime_ns)
