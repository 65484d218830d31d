"""A configuration file: bytes in, the texts it gives to settings and its tokens out, with every mistake in one run.

It is read by the reader of rule files: the same YAML, places, and care. What a value may be its kind says; whether the
values go together is looked at when those of the command line and the environment are known too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from referee.diagnostics.model import Diagnostic, has_errors, in_order
from referee.diagnostics.spelling import nearest
from referee.limits import CONFIGURATION_BYTES, TOKENS
from referee.service.tokens import Role
from referee.serving import messages
from referee.serving.kinds import Unfit
from referee.serving.masking import masked
from referee.serving.settings import SETTINGS, TOKENS_KEY, Setting, nested
from referee.source import Span
from referee.yamltree import Entry, MapNode, Node, ScalarNode, SeqNode, read

_HOLDER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,63}")
_DIGEST = re.compile(r"[0-9a-fA-F]{64}")
_TOKEN_KEYS = ("role", "sha256", "file")
ROLES = tuple(role.name.lower() for role in Role)


@dataclass(frozen=True, slots=True)
class Written:
    """A value that stands in a file: its texts (one, unless the setting takes several) and where."""

    texts: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class TokenEntry:
    """Who has a token, which role, and either its digest or the file that holds it."""

    holder: str
    role: Role
    sha256: bytes | None
    file: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a file says; `diagnostics` may hold errors, and then the rest is what could still be read."""

    values: Mapping[str, Written] = field(default_factory=dict)
    tokens: tuple[TokenEntry, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    base: Path | None = None

    @property
    def faulty(self) -> bool:
        """Whether it cannot be used."""
        return has_errors(self.diagnostics)


def read_configuration(content: bytes, name: str, base: Path | None = None) -> Configuration:
    """The configuration in a file that people call `name`; its paths are relative to `base`. Never raises."""
    root, told = _root(content, name)
    reader = _Reader(base, list(told))
    if root is not None:
        reader.top(root)
    return reader.configuration(root)


def read_tokens(content: bytes, name: str, base: Path | None = None) -> Configuration:
    """A file that holds tokens and nothing else, written as below `tokens` in a configuration. Never raises."""
    root, told = _root(content, name)
    reader = _Reader(base, list(told))
    if root is not None:
        reader.holders(root)
    return reader.configuration(root)


def _root(content: bytes, name: str) -> tuple[MapNode | None, tuple[Diagnostic, ...]]:
    """The mapping of the file; a file of comments alone says nothing, which is allowed."""
    small = len(content) <= CONFIGURATION_BYTES
    if small and all(not line.strip() or line.lstrip().startswith(b"#") for line in content.splitlines()):
        return None, ()
    reading = read(content, name, most_bytes=CONFIGURATION_BYTES)
    if reading.root is None and not reading.diagnostics:
        return None, (messages.no_mapping(Span(reading.source, 0, 0)),)
    return reading.root, tuple(messages.of_reading(each) for each in reading.diagnostics)


@dataclass(slots=True)
class _Reader:
    """Reads a tree; what it finds wrong is put into `told`."""

    base: Path | None
    told: list[Diagnostic]
    values: dict[str, Written] = field(default_factory=dict)
    tokens: list[TokenEntry] = field(default_factory=list)
    secrets: list[Span] = field(default_factory=list)

    def configuration(self, root: MapNode | None) -> Configuration:
        """What was read. Diagnostics show lines of the file: what may be a token is struck out in them."""
        told = masked(in_order(self.told), () if root is None else self.secrets)
        return Configuration(self.values, tuple(self.tokens), told, self.base)

    def top(self, root: MapNode) -> None:
        """The whole file."""
        sections = nested()
        own = sections[""]
        allowed = [*own, *(name for name in sections if name), TOKENS_KEY]
        for entry in root:
            key = entry.key.value
            if key == TOKENS_KEY:
                self.holders(self.mapping(entry))
            elif key in own:
                self.value(own[key], entry)
            elif key in sections:
                for inner in self.mapping(entry) or ():
                    if inner.key.value in sections[key]:
                        self.value(sections[key][inner.key.value], inner)
                    else:
                        self.unknown(inner.key, key, list(sections[key]))
            else:
                self.unknown(entry.key, "", allowed)

    def unknown(self, key: ScalarNode, section: str, allowed: list[str]) -> None:
        """A key nobody knows; where it is one of another section, that is said."""
        homes = [known for known in SETTINGS if known.rpartition(".")[2] == key.value]
        whole = key.value if key.value in SETTINGS else homes[0] if len(homes) == 1 else None
        self.told.append(messages.unknown_key(key, section, nearest(key.value, allowed), allowed, whole))

    def mapping(self, entry: Entry) -> MapNode | None:
        """The mapping that stands there; None, which is told, if it is none."""
        if isinstance(entry.value, MapNode):
            return entry.value
        self.told.append(messages.no_section(entry))
        return None

    def value(self, setting: Setting, entry: Entry) -> None:
        """One value, if it is one of its kind."""
        written = self.texts(setting, entry)
        if written is None:
            return
        try:
            for text in written.texts:
                setting.kind.read(text, self.base)
        except Unfit as unfit:
            self.told.append(messages.unfit(written.span, setting.key, unfit))
            return
        self.values[setting.key] = written

    def texts(self, setting: Setting, entry: Entry) -> Written | None:
        """What stands there as texts; None, which is told, if it is not of the right form."""
        node: Node = entry.value
        nodes: tuple[Node, ...] = node.items if isinstance(node, SeqNode) and setting.kind.many else (node,)
        scalars = [one for one in nodes if isinstance(one, ScalarNode)]
        if len(scalars) != len(nodes) or not scalars:
            self.told.append(messages.no_value(node, setting.key, many=setting.kind.many))
            return None
        if any(one.absent for one in scalars):
            self.told.append(messages.nothing(entry.key, setting.key))
            return None
        return Written(tuple(one.value for one in scalars), node.span)

    def holders(self, node: MapNode | None) -> None:
        """The tokens of a mapping of holders."""
        for entry in node or ():
            if len(self.tokens) == TOKENS:
                self.told.append(messages.too_many_tokens(entry.key, TOKENS))
                return
            self.tokens.extend(self.token(entry))

    def token(self, entry: Entry) -> Iterator[TokenEntry]:
        """The token of one holder, if it is whole."""
        before = len(self.told)
        holder, node = entry.key, self.mapping(entry)
        if not _HOLDER.fullmatch(holder.value):
            self.told.append(messages.bad_holder(holder))
        if node is None:
            return
        texts = {}
        self.secrets.extend(inner.value.span for inner in node if inner.key.value not in {"role", "file"})
        for inner in node:
            if inner.key.value not in _TOKEN_KEYS:
                allowed = list(_TOKEN_KEYS)
                guess = nearest(inner.key.value, allowed)
                self.told.append(messages.unknown_key(inner.key, holder.value, guess, allowed, None))
            elif not isinstance(inner.value, ScalarNode) or inner.value.absent:
                self.told.append(messages.no_value(inner.value, inner.key.value, many=False))
            else:
                texts[inner.key.value] = inner.value
        role, digest, file = (texts.get(key) for key in _TOKEN_KEYS)
        if role is None or role.value not in ROLES:
            guess = None if role is None else nearest(role.value, ROLES)
            self.told.append(messages.bad_role(holder, role, guess, ROLES))
        if digest is not None and not _DIGEST.fullmatch(digest.value):
            self.told.append(messages.bad_digest(digest))
        if len(self.told) == before and (digest is None) == (file is None):
            self.told.append(messages.one_of_two(holder, both=digest is not None))
        if len(self.told) == before and role is not None:
            found = None if digest is None else bytes.fromhex(digest.value)
            where = None if file is None else file.value
            yield TokenEntry(holder.value, Role[role.value.upper()], found, where, holder.span)
