"""Pages of long lists: how large, and the token that says where the next one begins."""

from __future__ import annotations

import base64
import binascii

from referee.service.status import CallError, bad_field

_PAGE_SIZE = 50
_MARK = "after:"


def size(wanted: int, most: int) -> int:
    """How many entries a page has; 0 is as many as we choose. CallError for fewer than none."""
    if wanted < 0:
        raise bad_field("page_size", "PAGE_SIZE_NEGATIVE", f"a page of {wanted} rule sets cannot be")
    return min(wanted or _PAGE_SIZE, most)


def token(last: str) -> str:
    """What asks for the page behind the entry `last`."""
    return base64.urlsafe_b64encode(f"{_MARK}{last}".encode()).decode()


def read(given: str) -> str:
    """The entry after which a page begins, "" for the first page; CallError for anything that is no token of ours."""
    if not given:
        return ""
    try:
        text = base64.b64decode(given.encode(), altchars=b"-_", validate=True).decode()
    except (binascii.Error, UnicodeError):
        text = ""
    if not text.startswith(_MARK):
        raise _no_token()
    return text.removeprefix(_MARK)


def read_number(given: str) -> int:
    """The same where entries are numbered from 1; 0 for the first page."""
    text = read(given)
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < len(str(2**31))):
        raise _no_token()
    return int(text)


def _no_token() -> CallError:
    return bad_field("page_token", "PAGE_TOKEN_INVALID", "the page token is not one that an answer held")
