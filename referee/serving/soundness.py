"""What does not go together, though each value by itself is one. Pure: no file is opened, no address asked."""

from __future__ import annotations

from collections.abc import Iterator

from referee.service.addresses import is_local, is_socket_file
from referee.serving.resolve import Resolved

Fault = tuple[str, str]
"""The key of the setting to blame, and the sentence."""


def unsound(resolved: Resolved) -> Iterator[Fault]:
    """Everything that does not go together."""
    yield from _tls(resolved)
    yield from _addresses(resolved)
    default, most = resolved["deadlines.default"], resolved["deadlines.most"]
    if default > most:
        message = f"the deadline of a call that sets none, {default:g} s, is later than that of any call, {most:g} s"
        yield "deadlines.default", message


def warnings(resolved: Resolved, *, tokens: bool) -> Iterator[str]:
    """What works and is probably not meant."""
    address = resolved["address"]
    if tokens and resolved["tls.certificate"] is None and not is_local(address):
        yield f"tokens travel unencrypted to `{address}`"
    if not tokens and resolved["tls.client_ca"] is None and not is_local(address):
        yield f"whoever reaches `{address}` may ask: there are no tokens and no clients' certificates"


def _tls(resolved: Resolved) -> Iterator[Fault]:
    certificate, key, client_ca = (resolved[f"tls.{name}"] for name in ("certificate", "key", "client_ca"))
    if (certificate is None) != (key is None):
        there, missing = ("tls.certificate", "tls.key") if key is None else ("tls.key", "tls.certificate")
        yield there, f"`{there}` needs `{missing}` beside it"
    elif client_ca is not None and certificate is None:
        yield "tls.client_ca", "`tls.client_ca` needs `tls.certificate` and `tls.key` beside it"


def _addresses(resolved: Resolved) -> Iterator[Fault]:
    address, admin = resolved["address"], resolved["admin.address"]
    encrypted = resolved["tls.certificate"] is not None
    if is_socket_file(address):
        if resolved["workers"] > 1:
            yield "workers", f"`{address}` cannot be shared by several workers; give HOST:PORT"
    elif not (encrypted or resolved["insecure"] or is_local(address)):
        reached = f"`{address}` can be reached by other machines, unencrypted"
        yield "address", f"{reached}; give it TLS, or allow it with --insecure"
    if admin is not None and not (resolved["admin.insecure"] or is_local(admin)):
        reached = f"`{admin}` can be reached by other machines, and asks nobody who they are"
        yield "admin.address", f"{reached}; allow it with --admin-insecure"
    if admin is not None and admin == address and not address.endswith(":0"):
        yield "admin.address", f"`{admin}` is where calls are taken; metrics need an address of their own"
