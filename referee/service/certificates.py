"""TLS of the server: its certificate, and with mTLS those of clients; files that change are read again.

Before each handshake the files are looked at; when one of them is another one, all are read. New ones that do not fit
together never replace good ones: the log says why, once, and connections are made with those there were.
"""

from __future__ import annotations

import logging
import ssl
from pathlib import Path
from typing import Any

import grpc

from referee.plain_files import content_of
from referee.service.terms import TlsFiles

log = logging.getLogger("referee.tls")

Stamp = tuple[tuple[int, int, int], ...]


class BadCertificate(ValueError):  # noqa: N818 - named as it is told
    """The files are no certificate and its key; the message says which file, and nothing of what is in it."""


def credentials(files: TlsFiles) -> grpc.ServerCredentials:
    """What gRPC listens with; BadCertificate."""
    watched = _Watched(files)
    first = watched.configuration()
    changed: Any = watched.changed  # None, which says that nothing has changed, is missing in its type
    return grpc.dynamic_ssl_server_credentials(first, changed, files.client_ca is not None)


class _Watched:
    """The files, as they were when they were last good. Handshakes ask it one after the other or side by side."""

    def __init__(self, files: TlsFiles) -> None:
        self._files = files
        self._stamp = _stamp(files)

    def configuration(self) -> grpc.ServerCertificateConfiguration:
        """The key and certificate chain, and who signs clients' certificates; BadCertificate."""
        files = self._files
        check(files)
        ca = None if files.client_ca is None else _content(files.client_ca)
        return grpc.ssl_server_certificate_configuration([(_content(files.key), _content(files.certificate))], ca)

    def changed(self) -> grpc.ServerCertificateConfiguration | None:
        """What to use from now on; None if that is what there was."""
        stamp = _stamp(self._files)
        if stamp == self._stamp:
            return None
        self._stamp = stamp
        try:
            found = self.configuration()
        except BadCertificate as error:
            log.error("the new certificate is not used: %s", str(error))  # noqa: TRY400 - the text is ours
            return None
        log.info("the certificate was read again")
        return found


def check(files: TlsFiles) -> None:
    """BadCertificate if the files cannot be read or do not fit together."""
    for path in (files.certificate, files.key, files.client_ca):
        if path is not None:
            _content(path)
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(files.certificate, files.key, password=_no_password)
    except (ssl.SSLError, ValueError) as error:
        raise BadCertificate(f"`{files.certificate}` and `{files.key}` are not a certificate and its key") from error
    if files.client_ca is not None:
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_verify_locations(files.client_ca)
        except ssl.SSLError as error:
            raise BadCertificate(f"`{files.client_ca}` holds no certificates") from error


def _no_password() -> str:
    """A key that is locked is no key here; without this OpenSSL would ask on the terminal."""
    raise ValueError


def _content(path: Path) -> bytes:
    try:
        return content_of(path)
    except OSError as error:
        why = (error.strerror or "it cannot be read").lower()
        raise BadCertificate(f"`{path}` cannot be read: {why}") from error


def _stamp(files: TlsFiles) -> Stamp:
    """Another one for other files. Where one is gone for a moment, as when it is replaced, also another one."""
    return tuple(_stamp_of(path) for path in (files.certificate, files.key, files.client_ca) if path is not None)


def _stamp_of(path: Path) -> tuple[int, int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0, 0)
    return (found.st_ino, found.st_size, found.st_mtime_ns)
