"""What readers of records say: one function per fault, in the scorer's words. Codes are those of the verdict.

Every message and every help is `Spoken`: a text in English that can be said in the other languages as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from referee.diagnostics.model import Diagnostic
from referee.diagnostics.spelling import nearest, quoted, visible
from referee.limits import FIELD_CHARACTERS, PLAY_CHARACTERS, RECORD_BYTES, RECORD_NODES, ROUNDS, RULINGS
from referee.record.reports import Path, ReadingFault, Repair, path_text
from referee.record.wording import Spoken
from referee.source import Span

_YAML_FAULTS: Final = {
    "CH001": ("yaml_tab", "yaml_tab_help"),
    "CH005": ("yaml_comment", "yaml_quote"),
    "CH006": ("yaml_anchor", "yaml_anchor_help"),
    "CH007": ("yaml_second", "yaml_second_help"),
    "CH013": ("yaml_tag", "yaml_tag_help"),
    "CH016": ("yaml_cut", "yaml_quote"),
    "CH102": ("yaml_empty", "yaml_begins"),
    "CH103": ("yaml_keys", "yaml_begins"),
}
_INSIDE: Final = re.compile(" in (`[^`]*`); first in line ")
"""Where the reader of YAML says a key is twice."""

_NAMED: Final = 20
"""So many names are listed; of more it is said how many there are."""


def of_yaml(told: Diagnostic) -> ReadingFault:
    """What the reader of YAML says, of a record instead of a rule set."""
    if told.code == "CH002" and told.span is not None and told.related and told.related[0].span is not None:
        line = told.related[0].span.begin.line
        inside = _INSIDE.search(told.message)
        where = Spoken("in_key", key=inside[1]) if inside else ""
        key = told.span.source.text[told.span.start : told.span.end]
        message = Spoken("key_twice_first", key=quoted(key), where=where, line=str(line))
        return ReadingFault("KEY_TWICE", message, told.path, told.span, Spoken("keep_one"))
    if told.code in _YAML_FAULTS:
        message, help_ = (Spoken(key) for key in _YAML_FAULTS[told.code])
        return ReadingFault("UNREADABLE", message, told.path, told.span, help_)
    found = told.message.replace("a rule file is", "a record is") if told.code == "CH011" else told.message
    said = Spoken("yaml_other", found=found)
    if told.code == "CH012":
        return ReadingFault("UNREADABLE", said, told.path, told.span, Spoken("yaml_leave_out"))
    return ReadingFault("UNREADABLE", said, told.path, told.span, told.help)


def not_json(span: Span, why: str) -> ReadingFault:
    """JSON that stops being JSON."""
    return ReadingFault("UNREADABLE", Spoken("json_other", found=why), "", span, "")


def key_twice(key: str, path: Path, span: Span | None) -> ReadingFault:
    """The same key twice in one mapping."""
    return ReadingFault("KEY_TWICE", Spoken("key_twice", key=quoted(key)), path_text(path), span, Spoken("keep_one"))


def loose_move(found: str, wanted: str) -> tuple[str, str]:
    """A ruling's move that is not written as it should be, where nothing is repaired."""
    return Spoken("loose_move", found=quoted(found)), Spoken("write_it", wanted=quoted(wanted))


def too_large(found: int) -> ReadingFault:
    """More bytes than a record may have."""
    return ReadingFault("UNREADABLE", Spoken("too_large", found=f"{found:,}", most=f"{RECORD_BYTES:,}"))


def too_many_nodes(span: Span | None) -> ReadingFault:
    """More keys and values than a record may have."""
    return ReadingFault("UNREADABLE", Spoken("too_many_nodes", most=f"{RECORD_NODES:,}"), "", span)


def too_deep(path: Path) -> ReadingFault:
    """More nesting than any record needs."""
    return ReadingFault("UNREADABLE", Spoken("too_deep"), path_text(path[:6]))


def too_many_rounds(path: Path) -> ReadingFault:
    """More rounds than a record may have."""
    return ReadingFault("UNREADABLE", Spoken("too_many_rounds", most=f"{ROUNDS:,}"), path_text(path))


def too_many_rulings(path: Path) -> ReadingFault:
    """More rulings than a round may have."""
    return ReadingFault("UNREADABLE", Spoken("too_many_rulings", most=f"{RULINGS:,}"), path_text(path))


def play_too_long(found: int, path: Path) -> ReadingFault:
    """A play of more characters than any round takes."""
    return ReadingFault(
        "UNREADABLE", Spoken("play_too_long", found=f"{found:,}", most=f"{PLAY_CHARACTERS:,}"), path_text(path)
    )


def no_text(path: Path, sign: str) -> ReadingFault:
    """A character nobody can see or print."""
    return ReadingFault("UNREADABLE", Spoken("no_text", sign=visible(sign)), path_text(path), None, Spoken("take_out"))


def no_name(path: Path, name: str) -> ReadingFault:
    """A name that is too long, or cannot be read."""
    return ReadingFault(
        "WRONG_SHAPE", Spoken("no_name", name=quoted(name), most=str(FIELD_CHARACTERS)), path_text(path)
    )


def unknown_key(key: str, path: Path, known: Sequence[str]) -> ReadingFault:
    """A key the format does not have here."""
    near = nearest(key, known)
    where = Spoken("in_key", key=f"`{path_text(path[:-1])}`") if len(path) > 1 else ""
    help_ = Spoken("help_nearest", name=near) if near else Spoken("keys_here", known=_listed(known))
    return ReadingFault(
        "UNKNOWN_KEY", Spoken("unknown_key", key=quoted(key), where=where), path_text(path), None, help_
    )


def missing_key(key: str, path: Path) -> ReadingFault:
    """A key that every record has."""
    return ReadingFault(
        "MISSING_KEY", Spoken("missing_key", key=key), path_text(path), None, Spoken("every_record", key=key)
    )


def newer_format(found: str, path: Path) -> ReadingFault:
    """A format of the future."""
    return ReadingFault(
        "NEWER_FORMAT", Spoken("newer_format", found=visible(found)), path_text(path), None, Spoken("newer_referee")
    )


def wrong_shape(path: Path, found: str, expected: str, help_: str = "") -> ReadingFault:
    """A mapping where a text is expected, and the like."""
    return ReadingFault(
        "WRONG_SHAPE", Spoken("wrong_shape", found=found, expected=expected), path_text(path), None, help_
    )


def play_without_block(path: Path) -> ReadingFault:
    """Turns below `play:` without the stroke that makes a text of them."""
    return ReadingFault("WRONG_SHAPE", Spoken("play_shape"), path_text(path), None, Spoken("play_block"))


def a_rule_set() -> ReadingFault:
    """A rule file is no record; nothing else is to be said of it here."""
    return ReadingFault("MISSING_KEY", Spoken("a_rule_set"), "rule_set", None, Spoken("rule_set_help"))


def seat_twice(seat: str, path: Path) -> ReadingFault:
    """The same seat twice in one list: perhaps another one was meant."""
    return ReadingFault(
        "WRONG_SHAPE", Spoken("seat_twice", seat=quoted(seat)), path_text(path), None, Spoken("seat_once")
    )


def not_a_number(path: Path, found: str) -> ReadingFault:
    """A text where a number is expected."""
    return ReadingFault(
        "NOT_A_NUMBER", Spoken("not_a_number", found=quoted(found)), path_text(path), None, Spoken("number_help")
    )


def not_hexadecimal(path: Path, found: str) -> ReadingFault:
    """A digest, seed or seal that is none."""
    return ReadingFault("WRONG_SHAPE", Spoken("not_hexadecimal", found=quoted(found)), path_text(path))


def not_yes_or_no(path: Path, found: str) -> ReadingFault:
    """A text where yes or no is expected."""
    return ReadingFault("WRONG_SHAPE", Spoken("not_yes_or_no", found=quoted(found)), path_text(path))


def no_policy(path: Path, found: str, known: Sequence[str]) -> ReadingFault:
    """A word that says nothing of what happens when time runs out."""
    near = nearest(found, known)
    help_ = Spoken("help_nearest", name=near) if near else Spoken("one_of", known=_listed(known))
    return ReadingFault("WRONG_SHAPE", Spoken("no_policy", found=quoted(found)), path_text(path), None, help_)


def no_such_seat(path: Path, found: str, seats: Mapping[str, str], *, times: int = 1, line: int = 0) -> ReadingFault:
    """A letter or a name that is no seat of this game, and stands so often in the record.

    `seats` with their names stand in that line, 0 where there are no lines.
    """
    near = nearest(found, [name for name in seats.values() if name])
    named = ", ".join(f"`{seat}`" if not name or name == seat else f"`{seat}` ({name})" for seat, name in seats.items())
    where = Spoken("in_line", line=str(line)) if line else ""
    missing = Spoken("the_seats_missing", named=Spoken("the_seats", seats=named), where=where)
    help_ = Spoken("help_nearest", name=near) if near else missing
    more = "" if times < 2 else Spoken("times_more", count=times - 1)
    message = Spoken("no_such_seat", found=quoted(found), more=more)
    return ReadingFault("NO_SUCH_SEAT", message, path_text(path), None, help_)


def two_such_seats(path: Path, found: str, letters: Iterable[str]) -> ReadingFault:
    """A name that the seats with these letters have."""
    message = Spoken("two_such_seats", found=quoted(found), letters=_listed(letters))
    return ReadingFault("NO_SUCH_SEAT", message, path_text(path), None, Spoken("write_letter"))


def seats_with_gaps(path: Path, letters: Sequence[str]) -> ReadingFault:
    """Letters that are not the first ones of the alphabet."""
    message = Spoken("seats_with_gaps", letters=_listed(letters))
    return ReadingFault("WRONG_SHAPE", message, path_text(path), None, Spoken("order_of_letters"))


def name_not_seen(path: Path, letter: str) -> ReadingFault:
    """A seat whose name is blank, or of signs that nobody sees."""
    message = Spoken("name_not_seen", letter=letter)
    return ReadingFault("WRONG_SHAPE", message, path_text(path), None, Spoken("name_or_letter", letter=letter))


def name_of_another(path: Path, letter: str, name: str) -> ReadingFault:
    """A seat that is called as another one is lettered, so that a label with it has two readings."""
    message = Spoken("name_of_another", letter=letter, name=quoted(name))
    return ReadingFault("WRONG_SHAPE", message, path_text(path), None, Spoken("other_name", letter=letter))


def list_of_other_length(path: Path, found: int, seats: int) -> ReadingFault:
    """A list in seat order that does not have one entry a seat."""
    message = Spoken("list_of_other_length", found=str(found), seats=str(seats))
    return ReadingFault("WRONG_SHAPE", message, path_text(path), None, Spoken("name_the_seats"))


def strict(path: Path, found: str, read_as: str, why: str) -> ReadingFault:
    """A repair where none is wanted."""
    message = Spoken("not_well_formed", found=quoted(found), why=why)
    help_ = Spoken("write_it", wanted=quoted(read_as)) if read_as else ""
    return ReadingFault("UNREADABLE", message, path_text(path), None, help_)


def not_strict(repair: Repair) -> ReadingFault:
    """The same, of a repair that has a place."""
    message = Spoken("not_well_formed", found=quoted(repair.found), why=repair.why)
    return ReadingFault("UNREADABLE", message, repair.path, repair.span)


def _listed(names: Iterable[str]) -> str:
    """Names as a list in the order given."""
    given = [f"`{visible(name)}`" for name in names]
    shown = ", ".join(given[:_NAMED])
    more = len(given) - _NAMED
    return shown if more <= 0 else Spoken("and_more", shown=shown, more=str(more))


# -- cards and plays ---------------------------------------------------------------------------------------------


def no_card(text: str, word: str, near: Sequence[str]) -> tuple[str, str]:
    """A text that is no card of the pack, in a word of the play: message and help."""
    inside = "" if word == text else Spoken("in_key", key=quoted(word))
    help_ = Spoken("did_you_mean", near=_listed(near)) if near else ""
    return Spoken("no_card", text=quoted(text), inside=inside), help_


def no_word(text: str) -> tuple[str, str]:
    """A text that is no word of the play."""
    return Spoken("no_word", text=quoted(text)), Spoken("words_help")


def unreadable_in(text: str, word: str) -> tuple[str, str]:
    """A part of a word that nothing can be made of."""
    return Spoken("unreadable_in", text=quoted(text), word=quoted(word)), ""


def ends_too_early(word: str, expected: str) -> tuple[str, str]:
    """A word that lacks its end."""
    return Spoken("ends_too_early", word=quoted(word), expected=expected), ""


def half_known(word: str) -> tuple[str, str]:
    """A new stock of which some cards are known and some are not."""
    return Spoken("half_known", word=quoted(word)), Spoken("whole_order")


def no_event(name: str, known: Sequence[str]) -> tuple[str, str]:
    """An event nobody knows."""
    near = nearest(name, known)
    events = _listed(f"!{one}" for one in known)
    help_ = Spoken("help_nearest", name=f"!{near}") if near else Spoken("events_are", events=events)
    return Spoken("no_event", name=visible(name)[:40]), help_


def no_number(word: str) -> tuple[str, str]:
    """The number of a meld or of a ruling is missing."""
    return Spoken("no_number", word=quoted(word)), ""


def two_readings(text: str) -> tuple[str, str]:
    """Blanks between cards, of which some may belong to the word before."""
    return Spoken("two_readings", text=quoted(text)), Spoken("lay_together")


def number_too_large(text: str) -> tuple[str, str]:
    """The number of a meld or of a ruling that no game reaches."""
    return Spoken("number_too_large", text=quoted(text)), ""


def no_seat_label(label: str, seats: Iterable[str]) -> tuple[str, str]:
    """A label that is no seat."""
    return Spoken("no_seat_label", label=visible(label)[:60]), Spoken("the_seats", seats=_listed(seats))


def upcard_unknown(word: str) -> tuple[str, str]:
    """`<` without a card, where nobody can say which card lies on top."""
    return Spoken("upcard_unknown", word=quoted(word)), Spoken("card_behind")
