"""Puts what was chosen on top of each other: command line, environment, file, default. Pure, but for the order.

The first that says anything about a setting wins it whole: folders on the command line are not added to those of the
file. Every value remembers where it comes from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.diagnostics.spelling import nearest
from referee.serving.configuration import Configuration
from referee.serving.kinds import Unfit, parted
from referee.serving.settings import CONFIG_VARIABLE, SETTINGS, Setting
from referee.source import Span

_PREFIX = "REFEREE_"
_OTHERS = (CONFIG_VARIABLE, "REFEREE_NATIVE", "REFEREE_TRACEBACK")
"""Variables that mean something to other parts."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The value of a setting, None where there is none; `origin` in words (`--workers`, `casa.yaml:3`, `default`).

    `span` is where it stands, if in a file.
    """

    setting: Setting
    value: Any
    texts: tuple[str, ...]
    origin: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Resolved:
    """Every setting, and what is wrong on the command line and in the environment, each a sentence."""

    chosen: Mapping[str, Chosen]
    faults: tuple[str, ...] = ()

    def __getitem__(self, key: str) -> Any:
        """The value of a setting."""
        return self.chosen[key].value


def resolve(
    flags: Mapping[str, Sequence[str]], environment: Mapping[str, str], configuration: Configuration
) -> Resolved:
    """`flags`: keys of settings to what was typed. Of a value that cannot be used the default stands, and a fault."""
    faults: list[str] = []
    chosen = {key: _chosen(setting, flags, environment, configuration, faults) for key, setting in SETTINGS.items()}
    return Resolved(chosen, tuple(faults))


def _chosen(
    setting: Setting,
    flags: Mapping[str, Sequence[str]],
    environment: Mapping[str, str],
    configuration: Configuration,
    faults: list[str],
) -> Chosen:
    for texts, origin, base, span in _said(setting, flags, environment, configuration):
        try:
            return Chosen(setting, _value(setting, texts, base), tuple(texts), origin, span)
        except Unfit as unfit:
            faults.append(f"`{origin}` {unfit.message}")
            break
    if setting.default is None:
        return Chosen(setting, () if setting.kind.many else None, (), "default")
    return Chosen(setting, setting.kind.read(setting.default, None), (setting.default,), "default")


def _said(
    setting: Setting,
    flags: Mapping[str, Sequence[str]],
    environment: Mapping[str, str],
    configuration: Configuration,
) -> Iterator[tuple[Sequence[str], str, Path | None, Span | None]]:
    """What was said of it, the strongest first. An empty variable says nothing, as is usual."""
    if setting.key in flags:
        yield flags[setting.key], setting.flag, None, None
    variable = environment.get(setting.variable, "")
    if variable:
        yield parted(variable) if setting.kind.many else [variable], setting.variable, None, None
    written = configuration.values.get(setting.key)
    if written is not None:
        place = f"{written.span.source.name}:{written.span.begin.line}"
        yield written.texts, place, configuration.base, written.span


def _value(setting: Setting, texts: Sequence[str], base: Path | None) -> Any:
    values = tuple(setting.kind.read(text, base) for text in texts)
    return values if setting.kind.many else values[0]


def unknown_variables(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Sentences about variables that are probably misspelt. Others may be anybody's: Kubernetes makes REFEREE_PORT."""
    known = [*_OTHERS, *(setting.variable for setting in SETTINGS.values())]
    mistaken = sorted(name for name in environment if name.startswith(_PREFIX) and name not in known)
    guesses = ((name, nearest(name, known)) for name in mistaken)
    return tuple(f"the variable `{name}` means nothing; did you mean `{guess}`?" for name, guess in guesses if guess)
