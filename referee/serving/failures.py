"""Why a server cannot be run."""

from __future__ import annotations


class CannotRun(RuntimeError):  # noqa: N818 - named as it is told
    """The server cannot be run; the message says why, `code` is for programs."""

    def __init__(self, message: str, code: str = "CANNOT_SERVE") -> None:
        super().__init__(message)
        self.code = code
