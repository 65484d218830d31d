"""Writes a file anew, so that at every moment it holds the old text or the new one, whole."""

from __future__ import annotations

import errno
import os
from pathlib import Path


def overwrite(name: str, before: bytes, after: bytes) -> None:
    """Put `after` in the place of `before`; a link stays a link, and the permissions are kept.

    OSError if the file no longer holds `before`, for somebody saved it meanwhile, or if it cannot be written.
    """
    place = Path(name).resolve()
    if place.read_bytes() != before:
        raise OSError(errno.EBUSY, "it was changed meanwhile and stays as it is")
    if not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    beside = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        beside.write_bytes(after)
        beside.chmod(place.stat().st_mode)
        beside.replace(place)
    finally:
        beside.unlink(missing_ok=True)
