"""A table that cannot be set up as somebody asked: the answer names the field and says what is offered."""

from __future__ import annotations


class BindError(ValueError):
    """`code` for machines, the message for people, `field` is `seats` or `options.<name>`.

    Codes: SEATS_NOT_OFFERED, OPTION_UNKNOWN, OPTION_OUT_OF_RANGE, OPTION_NOT_OFFERED, OPTION_FIXED,
    NOT_PLAYABLE (a rule set that lacks what every game needs, or whose game cannot be played at this table).
    """

    def __init__(self, code: str, message: str, field: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field
