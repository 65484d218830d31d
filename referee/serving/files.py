"""The files that a configuration consists of: read, put together, and everything that is wrong in them at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.diagnostics.model import Diagnostic
from referee.limits import CONFIGURATION_BYTES, TOKEN_CHARACTERS
from referee.plain_files import content_of
from referee.service.tokens import Token, digest_of
from referee.serving import messages
from referee.serving.configuration import Configuration, TokenEntry, read_configuration, read_tokens
from referee.serving.effective import Plan, TokenPlaces, plan_of
from referee.serving.resolve import Resolved, resolve, unknown_variables
from referee.serving.soundness import unsound, warnings
from referee.source import Source, Span

LEAST_CHARACTERS = 16
"""Of a token in a file: what is shorter is guessed."""


@dataclass(frozen=True, slots=True)
class TokensRead:
    """Tokens, what is wrong in their files, and which files these are."""

    tokens: tuple[Token, ...]
    diagnostics: tuple[Diagnostic, ...]
    files: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Gathered:
    """All that was chosen. It can be used if there are neither `diagnostics` (in files) nor `faults` (elsewhere)."""

    resolved: Resolved
    tokens: tuple[Token, ...]
    places: TokenPlaces
    diagnostics: tuple[Diagnostic, ...]
    faults: tuple[str, ...]
    warnings: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Whether a server can be run."""
        return not (self.diagnostics or self.faults)

    @property
    def plan(self) -> Plan:
        """What is to be done."""
        return plan_of(self.resolved, self.tokens, self.places)


def gather(flags: Mapping[str, Sequence[str]], environment: Mapping[str, str], file: Path | None) -> Gathered:
    """Read the configuration `file`, if there is one, and the files it names. Never raises."""
    configuration = _read(file)
    resolved = resolve(flags, environment, configuration)
    told = list(configuration.diagnostics)
    tokens_file = resolved["tokens_file"]
    found = _all_tokens(configuration, tokens_file)
    tokens, places = found.tokens, TokenPlaces(file, tokens_file)
    told += found.diagnostics
    faults = list(resolved.faults)
    for key, message in () if told or faults else unsound(resolved):
        chosen = resolved.chosen[key]
        if chosen.span is None:
            faults.append(message)
        else:
            told.append(messages.together(chosen.span, message))
    said = (*unknown_variables(environment), *warnings(resolved, tokens=bool(tokens)))
    return Gathered(resolved, tokens, places, tuple(told), tuple(faults), said)


def read_again(places: TokenPlaces) -> TokensRead:
    """The tokens as they stand in their files now. Never raises."""
    configuration = _read(places.configuration)
    found = _all_tokens(configuration, places.tokens)
    files = tuple(file for file in (places.configuration, places.tokens) if file is not None)
    return TokensRead(found.tokens, (*configuration.diagnostics, *found.diagnostics), (*files, *found.files))


def _all_tokens(configuration: Configuration, tokens_file: Path | None) -> TokensRead:
    """Those of the configuration and of the file of tokens; `files` are those that hold one token each."""
    told: list[Diagnostic] = []
    entries = [(configuration, entry) for entry in configuration.tokens]
    if tokens_file is not None:
        more = _tokens(tokens_file)
        told += more.diagnostics
        entries += [(more, entry) for entry in more.tokens]
    files = [_place(of, entry.file) for of, entry in entries if entry.file is not None]
    tokens = tuple(_held(entries, told))
    return TokensRead(tokens, tuple(told), tuple(files))


def gather_values(flags: Mapping[str, Sequence[str]], environment: Mapping[str, str], file: Path | None) -> Gathered:
    """The values alone, for what is no server: whether one could run by them is not asked, and no tokens are read."""
    configuration = _read(file)
    resolved = resolve(flags, environment, configuration)
    said = unknown_variables(environment)
    return Gathered(resolved, (), TokenPlaces(), tuple(configuration.diagnostics), tuple(resolved.faults), tuple(said))


def _read(file: Path | None) -> Configuration:
    return Configuration() if file is None else _configuration(file)


def _configuration(file: Path) -> Configuration:
    content = _content(file)
    if isinstance(content, bytes):
        return read_configuration(content, str(file), file.parent)
    return Configuration(diagnostics=(messages.unreadable(None, str(file), content),))


def _tokens(file: Path) -> Configuration:
    content = _content(file)
    if isinstance(content, bytes):
        found = read_tokens(content, str(file), file.parent)
        if found.tokens or found.diagnostics:
            return found
        return Configuration(diagnostics=(messages.no_tokens(str(file)),))
    return Configuration(diagnostics=(messages.unreadable(None, str(file), content),))


def _content(file: Path) -> bytes | str:
    """The bytes of a file, one more than the limit at most; or why they cannot be had."""
    try:
        return content_of(file, CONFIGURATION_BYTES + 1)
    except (OSError, ValueError) as error:
        return (getattr(error, "strerror", None) or "it is no path of a file").lower()


def _held(entries: Sequence[tuple[Configuration, TokenEntry]], told: list[Diagnostic]) -> Iterator[Token]:
    """The tokens, those in files of their own read."""
    holders = set[str]()
    for configuration, entry in entries:
        if entry.holder in holders:
            told.append(messages.holder_twice(_without_line(entry.span), entry.holder))
            continue
        holders.add(entry.holder)
        digest = entry.sha256
        if digest is None and entry.file is not None:
            digest = _digest(_place(configuration, entry.file), entry.span, told)
        if digest is not None:
            yield Token(entry.holder, entry.role, digest)


def _place(configuration: Configuration, file: str) -> Path:
    return (configuration.base or Path()) / file


def _digest(file: Path, span: Span, told: list[Diagnostic]) -> bytes | None:
    """The digest of the token that a file holds; None, which is told, if it holds none."""
    content = _content(file)
    place = _without_line(span)
    if isinstance(content, str):
        told.append(messages.unreadable(place, str(file), content))
        return None
    token = content.decode("utf-8", "replace").strip()
    if not token:
        told.append(messages.empty_token(place, str(file)))
        return None
    if not LEAST_CHARACTERS <= len(token) <= TOKEN_CHARACTERS or len(token.split()) != 1 or "\ufffd" in token:
        told.append(messages.short_token(place, str(file), LEAST_CHARACTERS, TOKEN_CHARACTERS))
        return None
    return digest_of(token)


def _without_line(span: Span) -> Span:
    """The same place in a text whose lines are empty: the real one may hold the digests of other tokens."""
    empty = "".join(sign if sign in "\r\n" else " " for sign in span.source.text)
    return Span(Source(span.source.name, empty), span.start, span.end)
