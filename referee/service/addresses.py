"""Addresses as a server listens on them: what is one, and who can reach it. No network is asked.

An address is `HOST:PORT` (an IPv6 host in brackets, port 0 for any that is free), `unix:PATH` or `unix-abstract:NAME`.
"""

from __future__ import annotations

import ipaddress

_SOCKETS = ("unix:", "unix-abstract:")
_USUAL_PORT, _MOST_PORT, _DIGITS = 50051, 65_535, 5


def fault_of(address: str, usual_port: int = _USUAL_PORT) -> str:
    """What is wrong with an address, in words; nothing if it is one. `usual_port` stands in the example."""
    if address.startswith(_SOCKETS):
        return ""
    host, colon, port = address.rpartition(":")
    if not colon or (":" in host and not host.endswith("]")):
        whole = f"[{address}]" if colon and not address.endswith("]") else address or "127.0.0.1"
        return f"`{address}` has no port; write HOST:PORT, for example `{whole}:{usual_port}`"
    number = int(port) if port.isascii() and port.isdigit() and len(port) <= _DIGITS else -1
    if not 0 <= number <= _MOST_PORT:
        shown = port if len(port) <= 2 * _DIGITS else f"{port[:_DIGITS]}…"
        return f"`{shown}` is no port; a port is a number from 0 (any that is free) to {_MOST_PORT}"
    return ""


def is_socket_file(address: str) -> bool:
    """Whether it is a socket of this machine and no HOST:PORT."""
    return address.startswith(_SOCKETS)


def is_local(address: str) -> bool:
    """Whether only this machine can reach the address."""
    if address.startswith(_SOCKETS):
        return True
    host = address.rpartition(":")[0].strip("[]")
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def host_and_port(address: str) -> tuple[str, int]:
    """The two parts of a HOST:PORT that is one; the host without brackets, empty for every address of the machine."""
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)


def with_port(address: str, port: int) -> str:
    """The address as a client needs it: with the port that was bound in place of the one that was asked for."""
    if address.startswith(_SOCKETS):
        return address
    return f"{address.rpartition(':')[0]}:{port}"
