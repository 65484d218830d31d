"""A bearer token: what goes along with every call, and over which connections it may go.

A token is as good as who holds it, so it never stands in a text that is printed, and over an unencrypted connection it
goes no further than this machine, unless somebody says that it may.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any

from referee_client import arguments

_VISIBLE = re.compile(r"[!-~]+")
_PORT = re.compile(r"[0-9]*")
_SOCKETS = ("unix", "unix-abstract")
_ADDRESSES = ("ipv4", "ipv6")


class Bearer:
    """What the holder of a token sends; without a token nothing. It prints nothing of what it holds."""

    __slots__ = ("_metadata",)

    def __init__(self, token: str | None) -> None:
        """Take a token of visible ASCII characters; TypeError or ValueError, which do not show it."""
        self._metadata: tuple[tuple[str, str], ...] = ()
        if token is None:
            return
        arguments.require("token", token, str, "the text of a token")
        if not _VISIBLE.fullmatch(token):
            raise ValueError("`token` takes visible ASCII characters only; is there a blank or a line end about it?")
        self._metadata = (("authorization", f"Bearer {token}"),)

    def __bool__(self) -> bool:
        return bool(self._metadata)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(token={'hidden' if self else None})"

    def calling(self, method: Callable[..., Any]) -> Callable[..., Any]:
        """A method of a stub that is called with the token."""

        def call(request: Any, **more: Any) -> Any:
            return method(request, metadata=self._metadata, **more)

        return call


def options(bearer: Bearer, target: str, *, encrypted: bool, insecure_token: bool) -> tuple[tuple[str, int], ...]:
    """What gRPC is told of a connection because of the token; ValueError if the token must not go over it."""
    if not bearer or encrypted or insecure_token:
        return ()
    if not is_local(target):
        raise ValueError(
            f"a token would go unencrypted to `{target}`, which is not this machine: give `credentials`, or say"
            " `insecure_token=True` if whatever lies between encrypts"
        )
    return (("grpc.enable_http_proxy", 0),)  # a proxy of the environment is not this machine


def is_local(target: str) -> bool:
    """Whether every address of a gRPC target is on this machine for certain."""
    scheme, _, rest = target.partition(":")
    if scheme in _SOCKETS:
        return True
    if scheme in _ADDRESSES:
        return all(_is_loopback(address) for address in rest.split(","))
    return _is_loopback(rest.rpartition("/")[2] if scheme == "dns" else target)


def _is_loopback(address: str) -> bool:
    """Of HOST, HOST:PORT or [HOST]:PORT."""
    if address.startswith("["):
        host, _, port = address[1:].partition("]")
        port = port.removeprefix(":")
    elif address.count(":") == 1:
        host, _, port = address.partition(":")
    else:
        host, port = address, ""
    if not _PORT.fullmatch(port):
        return False
    try:
        return host.lower() == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
