"""Why a server cannot be run."""

from __future__ import annotations


class CannotRun(RuntimeError):  # noqa: N818 - named as it is told
    """The server cannot be run; the message says why. `extra`: something is not installed."""

    def __init__(self, message: str, *, extra: bool = False) -> None:
        super().__init__(message)
        self.extra = extra
