"""What readers of records say: one function per fault, in the scorer's words. Codes are those of the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.diagnostics.model import Diagnostic
from referee.diagnostics.spelling import listed, nearest, quoted, visible
from referee.limits import FIELD_CHARACTERS, PLAY_CHARACTERS, RECORD_BYTES, RECORD_NODES, ROUNDS, RULINGS
from referee.record.reports import Fault, Path, Repair, path_text
from referee.source import Span

_YAML_FAULTS = {
    "CH001": ("a tab indents this line; YAML allows only blanks here", "write two blanks for each level"),
    "CH005": ("the text ends at ` #`: what follows is a comment", "put the text in double quotes"),
    "CH006": ("anchors, aliases and merged keys have no place in a record", "write out what is meant, or quote it"),
    "CH007": ("a second YAML document begins here; one file is one record", "move it to a file of its own"),
    "CH013": ("tags have no place in a record", "take it out; a text goes in quotes"),
    "CH016": (
        "inside braces or brackets a comma or bracket cuts this text",
        "put the text in double quotes",
    ),
    "CH102": ("the file says nothing", "a record begins with `record: 1`"),
    "CH103": ("a record is keys with their values", "a record begins with `record: 1`"),
}


def of_yaml(told: Diagnostic) -> Fault:
    """What the reader of YAML says, of a record instead of a rule set."""
    if told.code == "CH002":
        return Fault("KEY_TWICE", told.message, told.path, told.span, told.help)
    if told.code == "CH011":
        message = told.message.replace("a rule file is", "a record is")
        return Fault("UNREADABLE", message, told.path, told.span, told.help)
    if told.code == "CH012":
        message = told.message
        return Fault("UNREADABLE", message, told.path, told.span, "leave out what is not needed")
    message, help_ = _YAML_FAULTS.get(told.code, (told.message, told.help))
    return Fault("UNREADABLE", message, told.path, told.span, help_)


def not_json(span: Span, why: str) -> Fault:
    """JSON that stops being JSON."""
    return Fault("UNREADABLE", why, "", span, "")


def key_twice(key: str, path: Path, span: Span | None) -> Fault:
    """The same key twice in one mapping."""
    return Fault("KEY_TWICE", f"key {quoted(key)} is given twice", path_text(path), span, "keep one of the two")


def loose_move(found: str, wanted: str) -> tuple[str, str]:
    """A ruling's move that is not written as it should be, where nothing is repaired."""
    return (f"{quoted(found)} is no move as records write it", f"write {quoted(wanted)}")


def too_large(found: int) -> Fault:
    """More bytes than a record may have."""
    return Fault("UNREADABLE", f"the record has {found:,} bytes; at most {RECORD_BYTES:,} are allowed")


def too_many_nodes(span: Span | None) -> Fault:
    """More keys and values than a record may have."""
    return Fault("UNREADABLE", f"more than {RECORD_NODES:,} keys and values up to here", "", span)


def too_deep(path: Path) -> Fault:
    """More nesting than any record needs."""
    return Fault("UNREADABLE", "mappings and lists are nested too deep", path_text(path[:6]))


def too_many_rounds(path: Path) -> Fault:
    """More rounds than a record may have."""
    return Fault("UNREADABLE", f"more than {ROUNDS:,} rounds", path_text(path))


def too_many_rulings(path: Path) -> Fault:
    """More rulings than a round may have."""
    return Fault("UNREADABLE", f"more than {RULINGS} rulings in one round", path_text(path))


def play_too_long(found: int, path: Path) -> Fault:
    """A play of more characters than any round takes."""
    return Fault(
        "UNREADABLE", f"the play has {found:,} characters; at most {PLAY_CHARACTERS:,} are allowed", path_text(path)
    )


def no_text(path: Path, sign: str) -> Fault:
    """A character nobody can see or print."""
    return Fault("UNREADABLE", f"{visible(sign)} has no place in a text", path_text(path), None, "take it out")


def no_name(path: Path, name: str) -> Fault:
    """A name that is too long, or cannot be read."""
    message = f"{quoted(name)} is no name: at most {FIELD_CHARACTERS} characters that can be read"
    return Fault("WRONG_SHAPE", message, path_text(path))


def unknown_key(key: str, path: Path, known: Sequence[str]) -> Fault:
    """A key the format does not have here."""
    near = nearest(key, known)
    where = f" in `{path_text(path[:-1])}`" if len(path) > 1 else ""
    help_ = f"did you mean `{near}`?" if near else f"keys here are {listed(known)}; private text goes under `x`"
    return Fault("UNKNOWN_KEY", f"{quoted(key)} is no key of a record{where}", path_text(path), None, help_)


def missing_key(key: str, path: Path) -> Fault:
    """A key that every record has."""
    return Fault("MISSING_KEY", f"`{key}` is missing", path_text(path), None, f"every record says `{key}`")


def newer_format(found: str, path: Path) -> Fault:
    """A format of the future."""
    message = f"this record is in format {visible(found)}; format 1 is the newest that is known here"
    return Fault("NEWER_FORMAT", message, path_text(path), None, "use a newer referee")


def wrong_shape(path: Path, found: str, expected: str) -> Fault:
    """A mapping where a text is expected, and the like."""
    return Fault("WRONG_SHAPE", f"here stands {found}, where {expected} is expected", path_text(path))


def a_rule_set() -> Fault:
    """A rule file is no record; nothing else is to be said of it here."""
    said = "this is a rule set, not a game record"
    return Fault("MISSING_KEY", said, "rule_set", None, "`referee check FILE` reads rule sets")


def seat_twice(seat: str, path: Path) -> Fault:
    """The same seat twice in one list: perhaps another one was meant."""
    said = f"the seat {quoted(seat)} stands in this list twice"
    return Fault("WRONG_SHAPE", said, path_text(path), None, "name each seat once")


def not_a_number(path: Path, found: str) -> Fault:
    """A text where a number is expected."""
    help_ = "write it with digits only, at most six of them, and `-` in front of a negative one"
    return Fault("NOT_A_NUMBER", f"{quoted(found)} is not a plain whole number", path_text(path), None, help_)


def not_hexadecimal(path: Path, found: str) -> Fault:
    """A digest, seed or seal that is none."""
    message = f"{quoted(found)} is not 64 hexadecimal digits in small letters"
    return Fault("WRONG_SHAPE", message, path_text(path))


def not_yes_or_no(path: Path, found: str) -> Fault:
    """A text where yes or no is expected."""
    return Fault("WRONG_SHAPE", f"{quoted(found)} is neither `true` nor `false`", path_text(path))


def no_policy(path: Path, found: str, known: Sequence[str]) -> Fault:
    """A word that says nothing of what happens when time runs out."""
    near = nearest(found, known)
    help_ = f"did you mean `{near}`?" if near else f"it is one of {listed(known)}"
    return Fault("WRONG_SHAPE", f"{quoted(found)} is no rule for a time-out", path_text(path), None, help_)


def no_such_seat(path: Path, found: str, seats: Iterable[str]) -> Fault:
    """A letter or a name that is no seat of this game."""
    help_ = f"the seats are {listed(seats)}"
    return Fault("NO_SUCH_SEAT", f"{quoted(found)} is no seat of this game", path_text(path), None, help_)


def two_such_seats(path: Path, found: str, letters: Iterable[str]) -> Fault:
    """A name that the seats with these letters have."""
    message = f"{quoted(found)} may be any of {listed(letters)}: their names are read as the same"
    return Fault("NO_SUCH_SEAT", message, path_text(path), None, "write the letter of the seat")


def seats_with_gaps(path: Path, letters: Sequence[str]) -> Fault:
    """Letters that are not the first ones of the alphabet."""
    message = f"the seats are lettered {listed(letters)}, where A, B, C and so on without a gap are expected"
    return Fault("WRONG_SHAPE", message, path_text(path), None, "order of play is the order of the letters")


def name_not_seen(path: Path, letter: str) -> Fault:
    """A seat whose name is blank, or of signs that nobody sees."""
    message = f"nothing can be seen of the name of seat {letter}"
    return Fault("WRONG_SHAPE", message, path_text(path), None, f"write a name, or the letter: `{letter}: {letter}`")


def name_of_another(path: Path, letter: str, name: str) -> Fault:
    """A seat that is called as another one is lettered, so that a label with it has two readings."""
    message = f"seat {letter} is called {quoted(name)}, which is the letter of another seat"
    return Fault("WRONG_SHAPE", message, path_text(path), None, f"write another name, or `{letter}: {letter}`")


def list_of_other_length(path: Path, found: int, seats: int) -> Fault:
    """A list in seat order that does not have one entry a seat."""
    message = f"a list of {found}, where one entry for each of the {seats} seats is expected"
    return Fault("WRONG_SHAPE", message, path_text(path), None, "name the seats: `{A: 1, C: 5}`")


def strict(path: Path, found: str, read_as: str, why: str) -> Fault:
    """A repair where none is wanted."""
    message = f"{quoted(found)} is not well-formed: {why}"
    return Fault("UNREADABLE", message, path_text(path), None, f"write {quoted(read_as)}" if read_as else "")


def not_strict(repair: Repair) -> Fault:
    """The same, of a repair that has a place."""
    message = f"{quoted(repair.found)} is not well-formed: {repair.why}"
    return Fault("UNREADABLE", message, repair.path, repair.span)


# -- cards and plays ---------------------------------------------------------------------------------------------


def no_card(text: str, word: str, near: Sequence[str]) -> tuple[str, str]:
    """A text that is no card of the pack, in a word of the play: message and help."""
    inside = "" if word == text else f" in {quoted(word)}"
    help_ = f"did you mean {listed(near)}?" if near else ""
    return f"{quoted(text)}{inside} is no card of this pack", help_


def no_word(text: str) -> tuple[str, str]:
    """A text that is no word of the play."""
    return f"{quoted(text)} is no word of the play", "a turn is written `+5c-12b`, a close `+5cx12b`"


def unreadable_in(text: str, word: str) -> tuple[str, str]:
    """A part of a word that nothing can be made of."""
    return f"{quoted(text)} cannot be read in {quoted(word)}", ""


def ends_too_early(word: str, expected: str) -> tuple[str, str]:
    """A word that lacks its end."""
    return f"{quoted(word)} ends where {expected} is expected", ""


def half_known(word: str) -> tuple[str, str]:
    """A new stock of which some cards are known and some are not."""
    return f"{quoted(word)} names some cards of the new stock and not others", "write the whole order, or `%?`"


def no_event(name: str, known: Sequence[str]) -> tuple[str, str]:
    """An event nobody knows."""
    near = nearest(name, known)
    help_ = f"did you mean `!{near}`?" if near else f"events are {listed(f'!{one}' for one in known)}"
    return f"`!{visible(name)[:40]}` is no event", help_


def no_number(word: str) -> tuple[str, str]:
    """The number of a meld or of a ruling is missing."""
    return f"{quoted(word)} lacks a number from 1 up", ""


def two_readings(text: str) -> tuple[str, str]:
    """Blanks between cards, of which some may belong to the word before."""
    return f"{quoted(text)} can be read in two ways", "write the cards that are laid off together: `7c10c>1`"


def number_too_large(text: str) -> tuple[str, str]:
    """The number of a meld or of a ruling that no game reaches."""
    return f"{quoted(text)} is not a number a record can have", ""


def no_seat_label(label: str, seats: Iterable[str]) -> tuple[str, str]:
    """A label that is no seat."""
    return f"`{visible(label)[:60]}:` is no seat of this game", f"the seats are {listed(seats)}"


def upcard_unknown(word: str) -> tuple[str, str]:
    """`<` without a card, where nobody can say which card lies on top."""
    return f"{quoted(word)} does not name the upcard, and it is not known here", "write the card after `<`"
