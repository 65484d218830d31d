"""What came of all that was chosen: the terms of the server, and their print with the origin of each value.

`plan` is what the processes of a server are told: it can be sent from one to another as JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from referee.service.terms import Bounds, Connections, Terms, TlsFiles
from referee.service.tokens import Role, Token
from referee.serving.kinds import without_secret
from referee.serving.resolve import Chosen, Resolved
from referee.serving.settings import SETTINGS, nested

_PLAIN = re.compile(r"(?!(?:yes|no|on|off|true|false|null|y|n)$)[A-Za-z/][A-Za-z0-9/._-]*", re.IGNORECASE)
"""A text that is one in YAML without quotes."""


@dataclass(frozen=True, slots=True)
class TokenPlaces:
    """The files in which tokens stand, or say in which files they do."""

    configuration: Path | None = None
    tokens: Path | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Values by the keys of settings, the tokens and where these stand."""

    values: Mapping[str, Any]
    tokens: tuple[Token, ...] = ()
    places: TokenPlaces = TokenPlaces()

    def __getitem__(self, key: str) -> Any:
        """The value of a setting."""
        return self.values[key]

    def at(self, address: str) -> Plan:
        """The same at another address."""
        return replace(self, values={**self.values, "address": address})


def plan_of(resolved: Resolved, tokens: Sequence[Token], places: TokenPlaces = TokenPlaces()) -> Plan:
    """What is to be done."""
    return Plan({key: chosen.value for key, chosen in resolved.chosen.items()}, tuple(tokens), places)


def terms_of(plan: Plan) -> Terms:
    """The terms of one process."""
    certificate, key = plan["tls.certificate"], plan["tls.key"]
    return Terms(
        insecure=plan["insecure"],
        shared=plan["workers"] > 1,
        reflection=plan["reflection"],
        channelz=plan["channelz"],
        tls=None if certificate is None else TlsFiles(certificate, key, plan["tls.client_ca"]),
        tokens=plan.tokens,
        bounds=Bounds(
            plan["limits.calls"],
            plan["limits.streams"],
            plan["limits.held_bytes"],
            plan["deadlines.default"],
            plan["deadlines.most"],
        ),
        connections=Connections(
            plan["connections.keepalive"],
            plan["connections.keepalive_timeout"],
            plan["connections.ping"],
            plan["connections.age"],
            plan["connections.age_grace"],
            plan["connections.streams"],
        ),
        drain=plan["stop.drain"],
        grace=plan["stop.grace"],
    )


def to_plain(plan: Plan) -> dict[str, Any]:
    """As JSON can hold it; with the digests of tokens, so for the processes of the server alone."""
    tokens = [[token.holder, token.role.name, token.sha256.hex()] for token in plan.tokens]
    places = [_plain(plan.places.configuration), _plain(plan.places.tokens)]
    return {"values": {key: _plain(value) for key, value in plan.values.items()}, "tokens": tokens, "places": places}


def from_plain(plain: Mapping[str, Any]) -> Plan:
    """What `to_plain` made."""
    values = {key: _value(key, value) for key, value in plain["values"].items()}
    tokens = tuple(Token(holder, Role[role], bytes.fromhex(digest)) for holder, role, digest in plain["tokens"])
    places = TokenPlaces(*(None if place is None else Path(place) for place in plain["places"]))
    return Plan(values, tokens, places)


def listed(resolved: Resolved, tokens: Sequence[Token]) -> list[dict[str, Any]]:
    """Every setting with its value, where it comes from, and what it is for; of tokens only whose they are."""
    found = [
        {"key": key, "value": _shown(chosen.value), "origin": chosen.origin, "meaning": chosen.setting.meaning}
        for key, chosen in resolved.chosen.items()
    ]
    holders = {token.holder: token.role.name.lower() for token in tokens}
    return [*found, {"key": "tokens", "value": holders, "origin": "hidden", "meaning": "who has one, and their role"}]


def printed(resolved: Resolved, tokens: Sequence[Token]) -> Iterator[str]:
    """The same as lines of a configuration file; the origins are comments, and so is what has no value."""
    for section, settings in nested().items():
        lines = [_line(name, resolved.chosen[setting.key]) for name, setting in settings.items()]
        if section:
            yield f"{'# ' if all(line.startswith('#') for line in lines) else ''}{section}:"
        for line in lines:
            yield f"  {line}" if section else line
    if tokens:
        yield "tokens:  # what they are is not shown"
        for token in tokens:
            yield f"  {token.holder}: {{role: {token.role.name.lower()}}}"


def _line(name: str, chosen: Chosen) -> str:
    if chosen.value in (None, ()):
        return f"# {name}: none  # {chosen.origin}"
    plain = _shown(chosen.value)
    if isinstance(plain, bool):
        return f"{name}: {'yes' if plain else 'no'}  # {chosen.origin}"
    shown = f"[{', '.join(map(_quoted, plain))}]" if isinstance(plain, list) else _quoted(plain)
    return f"{name}: {shown}  # {chosen.origin}"


def _quoted(value: Any) -> str:
    """A text in quotes where YAML would read something else."""
    if not isinstance(value, str):
        return f"{value:.9g}" if isinstance(value, float) else str(value)
    return value if _PLAIN.fullmatch(value) else json.dumps(value, ensure_ascii=False)


def _shown(value: Any) -> Any:
    """As it may be printed."""
    plain = _plain(value)
    return without_secret(plain) if isinstance(plain, str) else plain


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, Path) else value


def _value(key: str, plain: Any) -> Any:
    """A value that came as JSON: paths are texts there."""
    kind = SETTINGS[key].kind
    if plain is None or not hasattr(kind, "called"):
        return plain
    return tuple(map(Path, plain)) if kind.many else Path(plain)
