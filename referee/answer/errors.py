"""A question that cannot be answered, and the words for it: one function a mistake.

Codes are stable and UPPER_SNAKE; people read the message, programs the code. The codes of a table that
cannot be bound and of cards that cannot be read are those of `referee.table`, passed through.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.diagnostics.spelling import cut, nearest, quoted

_PATH_SHOWN = 200


class QuestionError(Exception):
    """Ends one question, never the run: `code` and `message` are what its answer holds."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def refusal(error: QuestionError) -> dict[str, object]:
    """The answer that says a question could not be answered."""
    return {"error": {"code": error.code, "message": error.message}}


def failed() -> QuestionError:
    """A fault of the referee itself; what it was is not told to the asker."""
    return QuestionError("INTERNAL", "the referee failed on this question; its error output says how")


def guess(word: str, known: Iterable[str]) -> str:
    """`; did you mean …?` or nothing."""
    best = nearest(word, known)
    return f"; did you mean {quoted(best)}?" if best else ""


def unknown(code: str, what: str, word: str, known: Iterable[str]) -> QuestionError:
    """A word that is none of those known, with the nearest of them."""
    names = list(known)
    return QuestionError(code, f"unknown {what} {quoted(word)}{guess(word, names)}")


def line_too_long(limit: int) -> QuestionError:
    """More bytes than a question may have."""
    return QuestionError("LINE_TOO_LONG", f"the line is longer than {limit:,} bytes, the most a question may have")


def not_text() -> QuestionError:
    """Bytes that are no text."""
    return QuestionError("NOT_UTF8", "the line is not UTF-8 text")


def not_json(column: int) -> QuestionError:
    """Text that is no JSON; the column counts characters from 1."""
    return QuestionError("NOT_JSON", f"the line is not one JSON value: it cannot be read from column {column} on")


def too_deep(limit: int) -> QuestionError:
    """Brackets inside brackets without end."""
    return QuestionError("TOO_DEEP", f"the line nests brackets more than {limit} levels deep; a question needs three")


def key_twice(key: str) -> QuestionError:
    """A key that stands twice in one object."""
    return QuestionError("KEY_TWICE", f"the key {quoted(key)} stands twice in one object")


def number_not_whole(text: str) -> QuestionError:
    """1.5, 1e3, NaN."""
    return QuestionError("NUMBER_NOT_WHOLE", f"{quoted(text)} is not a whole number; write digits only")


def number_too_large(text: str) -> QuestionError:
    """More digits than any number of a game has."""
    return QuestionError("NUMBER_TOO_LARGE", f"{quoted(text)} has more than six digits")


def not_an_object(found: object) -> QuestionError:
    """A list, a number … where the question should be."""
    return QuestionError("NOT_AN_OBJECT", f"a question is a JSON object, found {kind_of(found)}")


def wrong_type(key: str, found: object, expected: str) -> QuestionError:
    """A value of the wrong kind."""
    return QuestionError("WRONG_TYPE", f"{quoted(key)} is {kind_of(found)}, expected {expected}")


def missing(key: str, op: str) -> QuestionError:
    """A key the question needs."""
    return QuestionError("KEY_MISSING", f"the question {quoted(op)} needs {quoted(key)}")


def no_files(path: str) -> QuestionError:
    """A path, where whoever answers opens no files."""
    message = (
        f"{quoted(cut(path, _PATH_SHOWN))} is a file, and none is opened here; name a rule set that the server has"
    )
    return QuestionError("RULE_SET_UNREADABLE", message)


def record_invalid(code: str, message: str) -> QuestionError:
    """A record that is no game as far as it goes; `code` is that of its first violation."""
    return QuestionError("RECORD_INVALID", f"the record is no game: {message} [{code}]")


def kind_of(value: object) -> str:
    """What a JSON value is, in words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return "a number"
    if isinstance(value, str):
        return "a text"
    return "a list" if isinstance(value, list) else "an object"
