"""What is fuzzed: each target takes any bytes, and raises only if something is wrong with the referee.

A target holds more than that nothing crashes: what was read can be written and read again, and every answer can be
sent. Nothing here knows who chooses the bytes: `run.py` lets atheris do it, `test_corpus.py` replays those that
were found.
"""

from __future__ import annotations

import asyncio
import atexit
import copy
import json
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from google.protobuf.message import DecodeError
from google.protobuf.message_factory import GetMessageClass

from referee.cards import CardError
from referee.diagnostics import has_errors
from referee.diagnostics.render import render_github, render_text
from referee.lang.check import check
from referee.lang.parse import parse
from referee.lang.types import TRUTH, Criterion, Enumeration, Member, Quantity
from referee.lang.unparse import unparse
from referee.library import Library
from referee.library.library import compile_again
from referee.library.records import judge_record
from referee.limits import DETAIL_BYTES, DIAGNOSTICS_SHOWN, EXPRESSION_CHARACTERS, RULE_SET_BYTES
from referee.record.canonical import canonical
from referee.record.model import GameRecord
from referee.record.play import read_play
from referee.record.reading import read_record
from referee.record.verdict import verdict_plain
from referee.record.writing import to_json, to_yaml
from referee.service.record_servicer import RecordServicer
from referee.service.referee_servicer import RefereeServicer
from referee.service.rule_set_servicer import RuleSetServicer
from referee.service.status import CallError, status_of
from referee.service.store_servicer import StoreServicer
from referee.service.tables import Tables
from referee.source import Text
from referee.store.migrating import migrate
from referee.store.opening import address_of, engine_of
from referee.store.store import Store
from referee.table import Table
from referee.v1 import record_service_pb2, referee_service_pb2, rule_set_service_pb2, rule_set_store_service_pb2
from referee.vocabulary.load import vocabulary
from tests.rendering import render_json

Target = Callable[[bytes], None]

# -- rule files --------------------------------------------------------------------------------------------------------


def rules(content: bytes) -> None:
    """A rule file, read and checked with its examples, and what is said of it in every form."""
    library = _library()
    checked = library.check(content[: RULE_SET_BYTES + 1], "fuzzed")
    assert (checked.rule_set is None) == has_errors(checked.diagnostics)
    assert len(checked.diagnostics) <= 2 * DIAGNOSTICS_SHOWN
    render_text(checked.diagnostics)
    render_github(checked.diagnostics)
    json.loads(render_json(checked.diagnostics))
    if checked.rule_set is not None:
        again = library.check(content, "fuzzed").rule_set
        assert again is not None
        assert again.digest == checked.rule_set.digest


# -- rule files with something of another shape in them ----------------------------------------------------------------

_PIECES: tuple[Any, ...] = (
    [], {}, "", [[]], [{}], {"": ""}, None, "0", "-1", "999999", "1000000", "yes", "no", "any", "every", "7o", "es.4", "common",
    ["1", "2"], [["1"], "2"], {"when": "yes"}, [{"when": "yes", "writes": "deadwood"}], [{"when": "no"}, {"otherwise": "3"}],
    "deadwood", "deadwood at most 5 points", "3..7", "4..3", "..", "[3, 4]", "[]", "{deadwood}", "{}", "count of cards in hand",
    "laps + 1", "not", "limit", "jokers", "x" * 300, "ñ", "\u2028", {"en": "a {deadwood}"}, {"en": []}, {"replace": "x"},
    {"one_of": ["1", "2"], "default": "1"}, {"from": "1", "to": "9", "default": "2"}, {"yes_no": "yes"}, "spanish-40", ["common"],
)  # fmt: skip


def shape(content: bytes) -> None:
    """A shipped rule file in which places hold something else: three bytes say where and what."""
    trees = _trees()
    tree = copy.deepcopy(trees[content[0] % len(trees)]) if content else {}
    for at in range(1, min(len(content), 13) - 2, 3):
        holders = list(_places(tree))
        holder, key = holders[(content[at] << 8 | content[at + 1]) % len(holders)]
        holder[key] = copy.deepcopy(_PIECES[content[at + 2] % len(_PIECES)])
    rules(yaml.safe_dump(tree, allow_unicode=True, sort_keys=False).encode())


def _places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every value in a tree, as what holds it and under which key."""
    for key, below in list(tree.items() if isinstance(tree, dict) else enumerate(tree)):
        yield tree, key
        if isinstance(below, dict | list):
            yield from _places(below)


@cache
def _trees() -> tuple[Any, ...]:
    """Shipped rule files as plain values: whole ones, and the rules of the house; without their examples, which are slow."""
    library = _library()
    trees = [yaml.load(library.source(name), yaml.BaseLoader) for name in library.names()]
    return tuple({key: value for key, value in tree.items() if key != "examples"} for tree in trees)


# -- expressions -------------------------------------------------------------------------------------------------------

_SLOTS = ("close.may_close.*", "points.*.points", "melds.run.size", "game.winner.*.prefer", "define.*")
_ENUMS = {
    "suit": Enumeration("suit", ("oros", "copas", "espadas", "bastos")),
    "rank": Enumeration("rank", ("1", "2", "3", "sota", "rey"), ("joker",)),
    "outcome": Enumeration("outcome", ("chinchon", "clean", "plain"), ("unclosed",)),
}
_OPTIONS = {"limit": Quantity("points"), "declared": TRUTH, "pace": Member("outcome")}


def expression(content: bytes) -> None:
    """An expression in each kind of slot: one that is right is written and read again as the same."""
    written = content.decode("utf-8", "replace")
    for slot in _SLOTS:
        scope = vocabulary().scope(slot, enums=_ENUMS, options=_OPTIONS, definitions={}, needs={})
        criterion = isinstance(scope.wants, Criterion)
        expr, told = parse(Text.plain(written), criterion=criterion)
        if expr is None:
            assert told
            continue
        typed, more = check(expr, scope)
        if typed is None or told or more:
            continue
        canonical_text = unparse(typed)
        if len(canonical_text) <= EXPRESSION_CHARACTERS:
            again, none = parse(Text.plain(canonical_text), criterion=criterion)
            assert again is not None
            assert not none
            assert check(again, scope) == (typed, [])


# -- cards and plays ---------------------------------------------------------------------------------------------------


def notation(content: bytes) -> None:
    """Cards and the play of a round, at each kind of pack."""
    text = content.decode("utf-8", "replace")
    for table in _tables_known():
        try:
            cards = table.pack.notation.read_many(text)
        except CardError as error:
            assert error.code  # noqa: PT017 - whatever it says, it has a code
            assert len(error.message) < 500  # noqa: PT017
        else:
            assert table.pack.notation.read_many(" ".join(table.pack.notation.write_all(cards))) == cards
        seats = {"A": "Ane", "B": "Beñat", "C": "Ane Miren"}
        play = read_play(text, table.pack.notation, seats)
        if play.fault is None:
            read_play(text, table.pack.notation, seats, strict=True)


# -- records -----------------------------------------------------------------------------------------------------------


def record(content: bytes) -> None:
    """A record, judged, and written in each form, which says the same."""
    library = _library()
    verdict = judge_record(library, content, keep_going=True)
    json.dumps(verdict_plain(verdict))
    read = read_record(content)
    if read.record is None:
        return
    table = _table_of(read.record)
    if table is None:
        return
    made = canonical(read.record, table.pack.notation, text=read.text)
    if made.record is None:
        assert made.faults
        return
    for written in (to_yaml(made.record), to_json(made.record)):
        assert read_record(written.encode()).record == made.record
    again = judge_record(library, to_json(made.record).encode(), keep_going=True)
    assert again.status == verdict.status, (again.status, verdict.status)


def _table_of(found: GameRecord) -> Table | None:
    """A table whose pack the record may have been played with."""
    return next((table for table in _tables_known() if table.rule_set.name == found.rules), None)


# -- messages ----------------------------------------------------------------------------------------------------------

_MODULES = (referee_service_pb2, record_service_pb2, rule_set_service_pb2, rule_set_store_service_pb2)
METHODS: tuple[Any, ...] = tuple(
    method
    for module in _MODULES
    for service in module.DESCRIPTOR.services_by_name.values()
    for method in service.methods
)
"""Every method of ours; the first byte of an input chooses one."""


@dataclass(frozen=True, slots=True)
class Served:
    """The servicers of a server without its server, and the loop they run in."""

    servicers: dict[str, Any]
    loop: asyncio.AbstractEventLoop

    def call(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(work)


def message(content: bytes) -> None:
    """A request of any method: it is answered, or fails as calls may fail, within the budget of a trailer."""
    if not content:
        return
    method = METHODS[content[0] % len(METHODS)]
    try:
        request = GetMessageClass(method.input_type).FromString(content[1:])
    except DecodeError:
        return
    served = _served()
    ask = getattr(served.servicers[method.containing_service.name], method.name)
    try:
        answer = served.call(_all_of(ask, request) if method.client_streaming else ask(request, None))
    except CallError as error:
        assert status_of(error).ByteSize() <= DETAIL_BYTES  # noqa: PT017 - whatever it says, it fits
    else:
        answer.SerializeToString()


async def _all_of(ask: Callable[..., AsyncIterator[Any]], chunk: Any) -> Any:
    """The last answer to a stream of an opening and what was sent."""

    async def requests() -> AsyncIterator[Any]:
        if not chunk.HasField("opening"):
            yield type(chunk)(opening={})
        yield chunk

    return [answer async for answer in ask(requests(), None)][-1]


@cache
def _served() -> Served:
    place = tempfile.TemporaryDirectory(prefix="referee-fuzz-")
    atexit.register(place.cleanup)
    address = str(Path(place.name) / "store.db")
    engine = engine_of(address_of(address))
    migrate(engine)
    engine.dispose()
    store = Store(address, compile_again)
    atexit.register(store.close)
    loop = asyncio.new_event_loop()
    atexit.register(loop.close)
    tables = Tables(Library(keeper=store))
    record_servicer = RecordServicer(tables)
    for each in (tables, record_servicer):
        atexit.register(each.close)
    servicers = {
        "RefereeService": RefereeServicer(tables),
        "RecordService": record_servicer,
        "RuleSetService": RuleSetServicer(tables),
        "RuleSetStoreService": StoreServicer(tables, store),
    }
    return Served(servicers, loop)


@cache
def _library() -> Library:
    return Library()


@cache
def _tables_known() -> tuple[Table, ...]:
    library = _library()
    chosen = (("spanish-40", 3, {"jokers": 2}), ("fournier-48", 3, {}), ("chilean-50", 4, {}), ("gin-rummy", 2, {}))
    return tuple(library.table(library.rule_set(name), seats, options) for name, seats, options in chosen)


TARGETS: dict[str, Target] = {
    "rules": rules,
    "shape": shape,
    "expression": expression,
    "notation": notation,
    "record": record,
    "message": message,
}
