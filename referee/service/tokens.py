"""Bearer tokens: whose they are and what their holders may do. A server knows only the SHA-256 of each.

A token is compared with all of them in constant time, so that how long the answer takes says nothing of which is near.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum

from referee.limits import TOKEN_CHARACTERS

_SCHEME = "bearer "


class Role(IntEnum):
    """What a holder may do; each may do what those before it may.

    READER asks: whatever changes nothing, and reflection. AUTHOR also changes what the server keeps. OPERATOR also
    looks inside the server (channelz).
    """

    READER = 1
    AUTHOR = 2
    OPERATOR = 3


@dataclass(frozen=True, slots=True)
class Token:
    """`holder` is who the log names; `sha256` the 32 bytes of the token's digest, never shown."""

    holder: str
    role: Role
    sha256: bytes = field(repr=False)


def digest_of(token: str) -> bytes:
    """The SHA-256 of a token's UTF-8 bytes."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


class Keyring:
    """The tokens that open the server."""

    __slots__ = ("_tokens",)

    def __init__(self, tokens: Iterable[Token]) -> None:
        self._tokens = tuple(tokens)

    def exchange(self, tokens: Iterable[Token]) -> None:
        """From now on these open it, and no others."""
        self._tokens = tuple(tokens)

    def holder(self, header: object) -> Token | None:
        """Whose token stands in an `authorization` header; None if there is none or nobody knows it."""
        if not isinstance(header, str) or header[: len(_SCHEME)].lower() != _SCHEME:
            return None
        given = header[len(_SCHEME) :].strip()
        if not given or len(given) > TOKEN_CHARACTERS:
            return None
        digest = digest_of(given)
        found = None
        for token in self._tokens:
            if hmac.compare_digest(token.sha256, digest):
                found = token  # and on, so that it takes as long as for any other
        return found
