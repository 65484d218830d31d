"""From plain values to a record: every scalar is a text until its key gives it a type.

`shaped` takes what a reader of YAML or JSON, or a message turned into a mapping, gives. All faults of a record are told
in one run. A repair is made only where there is one reading (section 4 of the format): seats by name or in small
letters, lists in seat order, a typographic minus; `strict` makes a fault of each. Which seat a name means is known
from the `seats` of the same record, which therefore are read first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from referee.diagnostics.spelling import nearest
from referee.frozen import quick
from referee.limits import FIELD_CHARACTERS, ROUNDS, RULINGS
from referee.record import messages
from referee.record.model import (
    FORMAT,
    LETTERS,
    Event,
    GameRecord,
    Part,
    Plain,
    Result,
    Round,
    Ruling,
    Shuffle,
    Signature,
)
from referee.record.naming import looks_empty, plain_name
from referee.record.reports import Path, ReadingFault, Repair
from referee.record.typed import Locate, Typed, kind_of
from referee.record.wording import Spoken
from referee.yamltree.plain import NO_TEXT

AnyPart = TypeVar("AnyPart", bound=Part)


@quick
@dataclass(frozen=True, slots=True)
class Shaped:
    """`record` is None if there are faults.

    `moved` gives, for paths whose last step the source writes otherwise, that step.
    """

    record: GameRecord | None
    faults: tuple[ReadingFault, ...]
    repairs: tuple[Repair, ...]
    moved: Mapping[Path, str | int]


def shaped(
    tree: Plain, *, strict: bool = False, locate: Callable[[Mapping[Path, str | int]], Locate] | None = None
) -> Shaped:
    """The record a tree of plain values is. `locate` gives places, knowing the steps that were moved. Never raises."""
    moved: dict[Path, str | int] = {}
    shaper = Shaper(strict, moved, locate(moved) if locate else lambda _path, _key: None)
    try:
        record = shaper.record(tree)
    except RecursionError:
        record = None
        shaper.tell(messages.too_deep(()), ())
    found = tuple(shaper.faults)
    return Shaped(None if found else record, found, tuple(shaper.repairs), moved)


@dataclass(slots=True)
class Shaper(Typed):
    """Reads parts with keys, lists and maps."""

    # -- parts ---------------------------------------------------------------------------------------------------

    def record(self, tree: Plain) -> GameRecord | None:
        """The whole record."""
        if not isinstance(tree, Mapping):
            self.tell(messages.wrong_shape((), kind_of(tree), Spoken("is_record")), ())
            return None
        if tree.get("record") is None and "rule_set" in tree:
            self.tell(messages.a_rule_set(), ("rule_set",), key=True)
            return None
        if not self._format(tree.get("record")):
            return None
        seats = tree.get("seats")
        if seats is not None:
            self._seats(("seats",), seats)
        self.seatless = seats is None
        known = PARTS[GameRecord]
        meant = {nearest(str(key), tuple(known)) for key in tree if key not in known}  # told as a key nobody knows
        for key in ("rules", "seats", "rounds"):
            if tree.get(key) is None and key not in meant:
                self.tell(messages.missing_key(key, (key,)), (key,))
        return self.part(GameRecord, (), tree)

    def part(self, made: type[AnyPart], path: Path, value: Plain) -> AnyPart | None:
        """A part with keys of its own."""
        if not isinstance(value, dict | Mapping):
            self.tell(messages.wrong_shape(path, kind_of(value), Spoken("is_keys")), path)
            return None
        readers = PARTS[made]
        given: dict[str, Any] = {}
        for key, one in value.items():
            reader = readers.get(key)
            if reader is None:
                here = (*path, str(key))
                self.tell(messages.unknown_key(str(key), here, tuple(readers)), here, key=True)
            elif one is not None:
                read = reader(self, (*path, key), one)
                if read is not None:
                    given[key] = read
        return made(**given)

    def _format(self, value: Plain) -> bool:
        """Whether this is a format that is known."""
        path: Path = ("record",)
        if value is None:
            self.tell(messages.missing_key("record", path), path)
            return False
        number = self.number(path, value)
        if number is None:
            return False
        if number > FORMAT:
            self.tell(messages.newer_format(str(number), path), path)
        elif number < 1:
            self.tell(messages.wrong_shape(path, f"`{number}`", Spoken("is_format")), path)
        return number == FORMAT

    def _seats(self, path: Path, value: Plain) -> None:
        """Who sits where; told here, and given to the record by `_seat_names`."""
        found = self.by_seat(path, value, self.text, list(LETTERS))
        letters = sorted(found)
        if letters != list(LETTERS[: len(letters)]):
            self.tell(messages.seats_with_gaps(path, letters), path)
        self.seats = {letter: found[letter] for letter in letters}
        for letter, name in self.seats.items():
            if looks_empty(name):
                self.tell(messages.name_not_seen((*path, letter), letter), (*path, letter))
            called = name.strip()
            if called != letter and called in self.seats:
                self.tell(messages.name_of_another((*path, letter), letter, name), (*path, letter))
            self.named.setdefault(plain_name(name), []).append(letter)

    # -- lists and maps ------------------------------------------------------------------------------------------

    def items(self, path: Path, value: Plain, expected: str) -> Sequence[Plain]:
        """The items of a list."""
        if isinstance(value, Sequence) and not isinstance(value, str):
            return value
        self.tell(messages.wrong_shape(path, kind_of(value), expected), path)
        return ()

    def seat_list(self, path: Path, value: Plain) -> tuple[str, ...]:
        """Letters of seats, each of them once."""
        read: dict[str, int] = {}
        for at, one in enumerate(self.items(path, value, Spoken("is_seats"))):
            letter = self.seat((*path, at), one)
            if letter in read:
                self.tell(messages.seat_twice(letter, (*path, at)), (*path, at))
            elif letter is not None:
                read[letter] = at
        return tuple(read)

    def text_list(self, path: Path, value: Plain) -> tuple[str, ...]:
        """Texts."""
        read = [self.text((*path, at), one) for at, one in enumerate(self.items(path, value, Spoken("is_texts")))]
        return tuple(one for one in read if one is not None)

    def parts(self, made: type[AnyPart], path: Path, value: Plain) -> tuple[AnyPart, ...]:
        """Parts with keys of their own; nothing at all is an empty one."""
        read = [
            self.part(made, (*path, at), {} if one is None else one)
            for at, one in enumerate(self.items(path, value, Spoken("is_list")))
        ]
        return tuple(one for one in read if one is not None)

    def texts(self, path: Path, value: Plain) -> dict[str, str] | None:
        """Texts by name."""
        if not isinstance(value, Mapping):
            self.tell(messages.wrong_shape(path, kind_of(value), Spoken("is_names")), path)
            return None
        read = {str(key): self.text((*path, str(key)), one) for key, one in value.items() if one is not None}
        for key in read:
            if len(key) > FIELD_CHARACTERS or (not key.isprintable() and NO_TEXT.search(key)):
                self.tell(messages.no_name(path, key), (*path, key), key=True)
        return {key: one for key, one in read.items() if one is not None}

    def by_seat(
        self, path: Path, value: Plain, read: Callable[[Path, Plain], Any], letters: Sequence[str] | None = None
    ) -> dict[str, Any]:
        """Values by seat: a mapping, or a list in seat order, which is told. `letters` where no seats are known yet."""
        found: dict[str, Any] = {}
        if isinstance(value, dict | Mapping):
            for key, one in value.items():
                plain = letters is None and key in self.seats
                letter = key if plain else self._letter_of_key((*path, str(key)), letters)
                if letter is None or one is None:
                    continue
                if letter in found:
                    self.tell(messages.key_twice(letter, (*path, str(key)), None), (*path, str(key)), key=True)
                elif (made := read((*path, letter), one)) is not None:
                    found[letter] = made
            return found
        items = self.items(path, value, Spoken("is_by_seat"))
        known = list(self.seats) if letters is None else list(letters[: len(items)])
        if not items:
            return found
        if len(items) != len(known):
            self.tell(messages.list_of_other_length(path, len(items), len(known)), path)
            return found
        why = "list in seat order" if letters is None else "seats given letters in order"
        self.repaired(path, "list", "mapping by seat", why)
        for at, (letter, one) in enumerate(zip(known, items, strict=True)):
            self.moved[(*path, letter)] = at
            if one is not None and (made := read((*path, letter), one)) is not None:
                found[letter] = made
        return found

    def _letter_of_key(self, path: Path, letters: Sequence[str] | None) -> str | None:
        """The seat a key names."""
        key = str(path[-1])
        if letters is None:
            letter = self.seat(path, key, key=True)
            if letter is not None and letter != key:
                self.moved.setdefault((*path[:-1], letter), key)
            return letter
        if key in letters:
            return key
        self.tell(messages.no_such_seat(path, key, dict.fromkeys(letters, "")), path, key=True)
        return None


def _rounds(shaper: Shaper, path: Path, value: Plain) -> tuple[Round, ...]:
    rounds = shaper.items(path, value, Spoken("is_rounds"))
    if len(rounds) > ROUNDS:
        shaper.tell(messages.too_many_rounds(path), path)
        return ()
    return shaper.parts(Round, path, rounds)


def _rulings(shaper: Shaper, path: Path, value: Plain) -> tuple[Ruling, ...]:
    rulings = shaper.items(path, value, Spoken("is_rulings"))
    if len(rulings) > RULINGS:
        shaper.tell(messages.too_many_rulings(path), path)
        return ()
    return shaper.parts(Ruling, path, rulings)


def _seat_names(shaper: Shaper, _path: Path, _value: Plain) -> Mapping[str, str]:
    return shaper.seats


def _seat_texts(shaper: Shaper, path: Path, value: Plain) -> dict[str, str]:
    return {seat: text for seat, text in shaper.by_seat(path, value, shaper.text).items() if text}


def _seat_digests(shaper: Shaper, path: Path, value: Plain) -> dict[str, str]:
    return {seat: text for seat, text in shaper.by_seat(path, value, shaper.digest).items() if text}


def _seat_numbers(shaper: Shaper, path: Path, value: Plain) -> dict[str, int]:
    return shaper.by_seat(path, value, shaper.number)


def _part_of(made: type[AnyPart]) -> Callable[[Shaper, Path, Plain], AnyPart | None]:
    return lambda shaper, path, value: shaper.part(made, path, value)


def _signatures(shaper: Shaper, path: Path, value: Plain) -> tuple[Signature, ...]:
    return shaper.parts(Signature, path, value)


_TEXT, _NUMBER, _COUNT, _TRUTH, _SEAT = Shaper.text, Shaper.number, Shaper.count, Shaper.truth, Shaper.seat

PARTS: Mapping[type[Any], Mapping[str, Callable[[Shaper, Path, Any], Any]]] = {
    GameRecord: {
        "record": _NUMBER,
        "id": _TEXT,
        "rules": _TEXT,
        "rules_digest": Shaper.digest,
        "options": Shaper.texts,
        "time_out": Shaper.policy,
        "event": _part_of(Event),
        "seats": _seat_names,
        "rounds": _rounds,
        "result": _part_of(Result),
        "seal": Shaper.digest,
        "signatures": _signatures,
        "note": _TEXT,
        "x": Shaper.texts,
    },
    Event: dict.fromkeys(("name", "site", "date", "stage", "table", "scorer", "director"), _TEXT),
    Round: {
        "eldest": _SEAT,
        "lots": _seat_texts,
        "pack": _TEXT,
        "hands": _seat_texts,
        "upcard": _TEXT,
        "stock": _TEXT,
        "shuffle": _part_of(Shuffle),
        "play": Shaper.play,
        "rulings": _rulings,
        "scores": _seat_numbers,
        "totals": _seat_numbers,
        "reenter": Shaper.seat_list,
        "note": _TEXT,
        "seal": Shaper.digest,
        "x": Shaper.texts,
    },
    Shuffle: {"commitments": _seat_digests, "seeds": _seat_digests, "cut": _COUNT},
    Ruling: {
        "turn": _COUNT,
        "stands": _TRUTH,
        "taken_back": _COUNT,
        "points": _seat_numbers,
        "scores": _seat_numbers,
        "barred": Shaper.seat_list,
        "exposed": Shaper.seat_list,
        "removed": Shaper.seat_list,
        "moves": Shaper.text_list,
        "replay": _TRUTH,
        "clause": _TEXT,
        "reason": _TEXT,
        "by": _TEXT,
        "time": _TEXT,
    },
    Result: {"winners": Shaper.seat_list, "pot": _NUMBER, "note": _TEXT},
    Signature: {"by": _TEXT, "key": _TEXT, "value": _TEXT},
}
"""How each key of each part is read. The keys are the fields of the model, in the same order."""
