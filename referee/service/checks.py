"""Holds requests to their limits before anything is done with them.

What has a limit here is counted, never read: whether a card exists or an option is offered is for the table to say.
All faults of a request are found, not only the first. `referee.limits` has the numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.limits import BATCH_ITEMS, FIELD_CHARACTERS, HAND_TEXTS, MAP_ENTRIES
from referee.service.status import FieldFault, ItemFault, bad_field, bad_request
from referee.v1.hands_pb2 import CloseQuestion
from referee.v1.rule_sets_pb2 import RuleSetSelector, TableSetup
from referee.voice import LANGUAGES

_DIGEST = re.compile(r"[0-9a-f]{64}")


def require(*faults: Iterable[FieldFault]) -> None:
    """Ends the call if there is any fault."""
    found = [fault for some in faults for fault in some]
    if found:
        raise bad_request(found)


def require_item(faults: Iterable[FieldFault]) -> None:
    """Ends the judging of one item of a batch at its first fault: ItemFault."""
    for fault in faults:
        raise ItemFault(fault)


def language(wanted: str) -> str:
    """The language of the texts for a tag such as `es`, `es-AR`, `ES_ar`; English for none. CallError."""
    if not wanted:
        return LANGUAGES[0]
    first = re.split(r"[-_]", wanted, maxsplit=1)[0].lower()
    if first in LANGUAGES:
        return first
    require(text(wanted, "language"))
    spoken = ", ".join(LANGUAGES)
    raise bad_field(
        "language", "LANGUAGE_UNKNOWN", f"`{wanted}` is not spoken here; spoken are {spoken}", spoken=spoken
    )


def selector(chosen: RuleSetSelector, path: str) -> Iterator[FieldFault]:
    """Faults of the way a rule set is named. A source has its own limit, which is a diagnostic."""
    way = chosen.WhichOneof("rule_set")
    if way is None:
        yield FieldFault(path, "RULE_SET_MISSING", "no rule set is named; give its name, its digest or its source")
    elif way == "name":
        yield from text(chosen.name, f"{path}.name")
    elif way == "digest" and not _DIGEST.fullmatch(chosen.digest):
        message = "a digest is 64 hexadecimal digits in lower case"
        yield FieldFault(f"{path}.digest", "DIGEST_MALFORMED", message)


def setup(table: TableSetup, path: str = "table") -> Iterator[FieldFault]:
    """Faults of what is said of a table."""
    yield from selector(table.rule_set, f"{path}.rule_set")
    yield from entries(table.options, f"{path}.options")


def text(value: str, path: str) -> Iterator[FieldFault]:
    """A short text that is too long."""
    if len(value) > FIELD_CHARACTERS:
        message = f"`{path}` has {len(value)} characters, the most is {FIELD_CHARACTERS}"
        yield FieldFault(path, "FIELD_TOO_LONG", message)


def entries(values: Mapping[str, str], path: str) -> Iterator[FieldFault]:
    """A map with too many entries, or with keys or values too long. Paths do not repeat the keys."""
    if len(values) > MAP_ENTRIES:
        message = f"`{path}` has {len(values)} entries, the most is {MAP_ENTRIES}"
        yield FieldFault(path, "TOO_MANY_ENTRIES", message)
    elif values:
        for name, value in values.items():
            yield from text(name, path)
            yield from text(value, path)


def cards(texts: Sequence[str], path: str) -> Iterator[FieldFault]:
    """A hand of too many texts, or of texts too long."""
    if len(texts) > HAND_TEXTS:
        message = f"`{path}` has {len(texts)} texts, the most is {HAND_TEXTS}"
        yield FieldFault(path, "HAND_TOO_LARGE", message)
        return
    if texts and max(map(len, texts)) > FIELD_CHARACTERS:
        for index, card in enumerate(texts):
            yield from text(card, f"{path}[{index}]")


def close(question: CloseQuestion, path: str = "") -> Iterator[FieldFault]:
    """Faults of a question about a close; `path` is "close." or, for an item of a batch, nothing."""
    held = question.WhichOneof("held")
    if held is None:
        yield FieldFault(path.rstrip("."), "CARDS_MISSING", "no cards are given; give those kept or the whole hand")
    elif held == "keep":
        yield from cards(question.keep.cards, f"{path}keep.cards")
        for name in ("closing_card", "taken_card"):
            if getattr(question, name):
                message = f"`{name}` is one card of the whole hand; give `hand`, not `keep`"
                yield FieldFault(f"{path}{name}", "CARD_MISPLACED", message)
    else:
        yield from cards(question.hand.cards, f"{path}hand.cards")
    yield from text(question.closing_card, f"{path}closing_card")
    yield from text(question.taken_card, f"{path}taken_card")
    yield from entries(question.given, f"{path}given")


def batch(items: Sequence[object], path: str) -> Iterator[FieldFault]:
    """A batch of too many items."""
    if len(items) > BATCH_ITEMS:
        message = f"`{path}` has {len(items)} items, the most is {BATCH_ITEMS}"
        yield FieldFault(path, "BATCH_TOO_LARGE", message)
