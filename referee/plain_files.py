"""Opens plain files and nothing else: a pipe would wait for whoever writes it, a device may go on for ever."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def without_waiting(path: str, flags: int) -> int:
    """The opener of a plain file for `open`; OSError for a folder, a pipe or a device."""
    opened = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    mode = os.fstat(opened).st_mode
    if stat.S_ISREG(mode):
        return opened
    os.close(opened)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    raise OSError(errno.EINVAL, "it is a pipe or a device, not a file")


def content_of(path: Path, most: int = -1) -> bytes:
    """The first `most` bytes of a plain file, -1 for all; OSError, ValueError for what can be no path."""
    with open(path, "rb", opener=without_waiting) as file:
        content: bytes | None = file.read(most)
    if content is None:  # some files of the system are like that
        raise OSError(errno.EAGAIN, "it does not give its content at once")
    return content
