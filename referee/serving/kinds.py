"""The kinds of values that settings have: how each is written, read and shown. Nothing is looked up anywhere.

What is written is a text wherever it comes from. `read` raises Unfit with the end of a sentence that begins with the
name of the setting: "is …, found `x`".
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from referee.diagnostics.spelling import nearest, quoted
from referee.service.addresses import fault_of

_WHOLE = re.compile(r"0|[1-9][0-9]{0,11}")
_DECIMAL = re.compile(r"(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,3})?")
_LOGIN = re.compile(r"://.*@", re.DOTALL)
"""To the last `@`: a password may hold one, and `/` too."""
_PASSWORD = re.compile(r"(password=)[^&]*", re.IGNORECASE)
_TRUTH = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


class Unfit(ValueError):  # noqa: N818 - named as it is told
    """A text that is no value of the kind; `code` is that of the diagnostic, `guess` what was probably meant."""

    def __init__(self, message: str, code: str = "CH103", guess: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.guess = guess


class Kind(Protocol):
    """How values of one kind are read and shown. `many`: several may be given, in a file as a list."""

    @property
    def many(self) -> bool: ...  # noqa: D102 - said above

    def read(self, text: str, base: Path | None) -> Any:
        """The value; Unfit. Paths are relative to `base`, if there is one."""

    def schema(self) -> Mapping[str, Any]:
        """The JSON Schema of the value in a file."""

    @property
    def written(self) -> str:
        """What stands for the value in a help text."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number between two bounds, both allowed."""

    low: int
    high: int
    many = False

    def read(self, text: str, base: Path | None) -> int:  # noqa: ARG002 - other kinds need it
        """The number; Unfit."""
        if not _WHOLE.fullmatch(text):
            raise Unfit(f"is a whole number from {self.low} to {self.high}, found {quoted(text)}")
        if not self.low <= int(text) <= self.high:
            raise Unfit(f"is a whole number from {self.low} to {self.high}, found {quoted(text)}", "CH104")
        return int(text)

    def schema(self) -> Mapping[str, Any]:
        """A number with its bounds."""
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    @property
    def written(self) -> str:
        """N."""
        return "N"


@dataclass(frozen=True, slots=True)
class Seconds:
    """Seconds, thousandths at the finest, between two bounds, both allowed."""

    low: float
    high: float
    many = False

    def read(self, text: str, base: Path | None) -> float:  # noqa: ARG002 - other kinds need it
        """The number; Unfit."""
        told = f"is a number of seconds from {self.low:g} to {self.high:g}, found {quoted(text)}"
        if not _DECIMAL.fullmatch(text):
            raise Unfit(told)
        if not self.low <= float(text) <= self.high:
            raise Unfit(told, "CH104")
        return float(text)

    def schema(self) -> Mapping[str, Any]:
        """A number with its bounds."""
        return {"type": "number", "minimum": self.low, "maximum": self.high}

    @property
    def written(self) -> str:
        """SECONDS."""
        return "SECONDS"


@dataclass(frozen=True, slots=True)
class YesNo:
    """Yes or no, also as `true`, `on`, `1` and their opposites."""

    many = False

    def read(self, text: str, base: Path | None) -> bool:  # noqa: ARG002 - other kinds need it
        """Whether; Unfit."""
        found = _TRUTH.get(text.casefold())
        if found is None:
            raise Unfit(f"is yes or no, found {quoted(text)}", "CH105", nearest(text, ("yes", "no", "true", "false")))
        return found

    def schema(self) -> Mapping[str, Any]:
        """A truth value, for people who write YAML 1.2 also as a word."""
        return {"enum": [True, False, "yes", "no", "on", "off"]}

    @property
    def written(self) -> str:
        """Nothing: the flag alone says yes."""
        return ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    words: Sequence[str]
    many = False

    def read(self, text: str, base: Path | None) -> str:  # noqa: ARG002 - other kinds need it
        """The word; Unfit."""
        if text in self.words:
            return text
        guess = nearest(text, self.words)
        meant = f"; did you mean `{guess}`?" if guess else ""
        raise Unfit(f"is one of {', '.join(self.words)}, found {quoted(text)}{meant}", "CH105", guess)

    def schema(self) -> Mapping[str, Any]:
        """The words."""
        return {"enum": list(self.words)}

    @property
    def written(self) -> str:
        """The words themselves."""
        return "|".join(self.words)


@dataclass(frozen=True, slots=True)
class Address:
    """HOST:PORT, or with `sockets` also `unix:PATH`. `port` is the one that examples show."""

    port: int
    sockets: bool = False
    many = False

    def read(self, text: str, base: Path | None) -> str:  # noqa: ARG002 - other kinds need it
        """The address; Unfit."""
        fault = fault_of(text, self.port)
        if not fault and text.startswith("unix") and not self.sockets:
            fault = f"{quoted(text)} is no HOST:PORT"
        if fault:
            raise Unfit(f"is an address: {fault}")
        return text

    def schema(self) -> Mapping[str, Any]:
        """A text."""
        return {"type": "string", "examples": [f"127.0.0.1:{self.port}"]}

    @property
    def written(self) -> str:
        """HOST:PORT."""
        return "HOST:PORT"


@dataclass(frozen=True, slots=True)
class FilePath:
    """A path. Whether something lies there is asked when it is needed. `called` stands in the help."""

    called: str = "FILE"
    many: bool = False

    def read(self, text: str, base: Path | None) -> Path:
        """The path; Unfit."""
        if not text or "\0" in text:
            raise Unfit(f"is a path, found {quoted(text)}")
        try:
            path = Path(text).expanduser()
        except RuntimeError:
            raise Unfit(f"is a path, and nobody's home is known for {quoted(text)}") from None
        return path if base is None else base / path

    def schema(self) -> Mapping[str, Any]:
        """A text, or several."""
        one = {"type": "string", "minLength": 1}
        return {"type": "array", "items": one} if self.many else one

    @property
    def written(self) -> str:
        """What it is called."""
        return self.called


@dataclass(frozen=True, slots=True)
class StoreAddress:
    """Where house rules are kept: a file of SQLite, or `postgresql://…`, which may hold a password."""

    many = False

    def read(self, text: str, base: Path | None) -> str:
        """The address, a path of a file from `base`; Unfit."""
        if not text or "\0" in text:
            raise Unfit("is a path or an address postgresql://…")
        return text if "://" in text or base is None else str(base / text)

    def schema(self) -> Mapping[str, Any]:
        """A text."""
        return {"type": "string", "minLength": 1, "examples": ["house-rules.db", "postgresql://referee@db/referee"]}

    @property
    def written(self) -> str:
        """FILE or an address."""
        return "FILE|URL"


def without_secret(text: str) -> str:
    """An address without whoever logs in there and their password, which may stand behind `?` too."""
    return _PASSWORD.sub(r"\1…", _LOGIN.sub("://…@", text))


def parted(text: str) -> list[str]:
    """The values of a variable that may hold several, as PATH holds folders."""
    return [part for part in text.split(os.pathsep) if part]
