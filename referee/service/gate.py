"""Who may call what: the role that each method asks for, and the token that has it.

Which methods change nothing their descriptions say (`idempotency_level`), so a new method has its role when it is
written. Health is for everybody: probes carry no tokens.
"""

from __future__ import annotations

import grpc
from google.protobuf import descriptor_pool
from google.protobuf.descriptor_pb2 import MethodOptions

from referee.service.status import CallError
from referee.service.tokens import Keyring, Role, Token
from referee.service.visits import Metadata

_OPEN = "grpc.health.v1.Health"
_REFLECTION = "grpc.reflection."
_OURS = "referee.v1."


def role_for(service: str, method: str) -> Role | None:
    """The least role that may call a method; None if everybody may."""
    if service == _OPEN:
        return None
    if service.startswith(_REFLECTION):
        return Role.READER
    if not service.startswith(_OURS):
        return Role.OPERATOR
    found = descriptor_pool.Default().FindMethodByName(f"{service}.{method}")
    pure = found.GetOptions().idempotency_level == MethodOptions.NO_SIDE_EFFECTS
    return Role.READER if pure else Role.AUTHOR


class Gate:
    """Lets in whoever has a token for what they call; everybody where there are no tokens.

    The tokens may be exchanged, but for none: whether they are asked for is settled when it is made. `certificates`:
    clients show one, and are known by the name on it where they send no token.
    """

    def __init__(self, tokens: Keyring | None = None, *, certificates: bool = False) -> None:
        self._tokens = tokens or Keyring(())
        self._closed = tokens is not None
        self.certificates = certificates

    def needed(self, service: str, method: str) -> Role | None:
        """The role that a method asks for here; None if nobody is asked."""
        return role_for(service, method) if self._closed else None

    def token(self, metadata: Metadata) -> Token:
        """The token that was sent; CallError. Nothing of what was sent is repeated."""
        header = next((value for key, value in metadata if key == "authorization"), None)
        if header is None:
            message = "no token was sent; send `authorization: Bearer TOKEN`"
            raise CallError(grpc.StatusCode.UNAUTHENTICATED, "TOKEN_MISSING", message)
        token = self._tokens.holder(header)
        if token is None:
            raise CallError(grpc.StatusCode.UNAUTHENTICATED, "TOKEN_UNKNOWN", "the token is not known here")
        return token

    def allow(self, token: Token, needed: Role) -> None:
        """CallError unless the token's role is enough."""
        if token.role < needed:
            role = needed.name.lower()
            message = f"the method is for the role {role}, and the token has the role {token.role.name.lower()}"
            metadata_told = {"needed": role, "role": token.role.name.lower()}
            raise CallError(grpc.StatusCode.PERMISSION_DENIED, "ROLE_TOO_LOW", message, metadata_told)
