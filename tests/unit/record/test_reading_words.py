"""What readers of records say, in the language asked for: faults are `Spoken`, and nothing of them stays English."""

from __future__ import annotations

import copy
import pickle

import pytest

from referee.library import Library
from referee.library.records import judge_record
from referee.record.lessons.sheet import FRAME
from referee.record.reading import read_record
from referee.record.verdict import Finding
from referee.record.wording import Spoken, in_language, say
from referee.vocabulary import LANGUAGES

LIBRARY = Library()
HEAD = "record: 1\nrules: spanish-40\nseats: {A: Ane, B: Bo}\nrounds:\n"
FOREIGN = [lang for lang in LANGUAGES if lang != "en"]

FAULTY = {
    "a key that is none": f"{HEAD}  - score: {{A: 1}}\n",
    "one near to nothing": f"{HEAD}  - zzz: {{A: 1}}\n",
    "a key twice": f"{HEAD}  - scores: {{A: 1, A: 2}}\n",
    "a seat twice": f"{HEAD}  - scores: {{A: 1, Ane: 2}}\n",
    "no seat": f"{HEAD}  - scores: {{D: 1}}\n",
    "a misspelt name": f"{HEAD}  - scores: {{Ana: 1}}\n",
    "no mapping": f"{HEAD}  - scores: 34\n",
    "a list of another length": f"{HEAD}  - scores: [1, 2, 3]\n",
    "no number": f"{HEAD}  - scores: {{A: 1e3}}\n",
    "no truth": f"{HEAD}  - rulings: [{{stands: perhaps}}]\n",
    "no policy": HEAD.replace("rounds", "time_out: wait\nrounds") + "  - {}\n",
    "no digest": f"{HEAD}  - seal: abc\n",
    "no card": f"{HEAD}  - upcard: 13b\n",
    "no word": f"{HEAD}  - play: what\n",
    "no event": f"{HEAD}  - play: '!zzz'\n",
    "a tag": f"{HEAD}  - note: !x y\n",
    "nothing": "",
    "no YAML": "record: [1\n",
    "the future": "record: 2\n",
}


def faults(text: str, lang: str) -> list[Finding]:
    verdict = judge_record(LIBRARY, text.encode(), lang=lang)
    assert verdict.first_violation is not None
    return [verdict.first_violation, *verdict.findings]


@pytest.mark.parametrize("lang", FOREIGN)
@pytest.mark.parametrize("what", FAULTY)
def test_nothing_that_cannot_be_read_is_told_in_english(what: str, lang: str) -> None:
    own, english = faults(FAULTY[what], lang), faults(FAULTY[what], "en")

    assert [one.code for one in own] == [one.code for one in english]
    for one, other in zip(own, english, strict=True):
        assert one.message != other.message
        assert type(one.message) is type(one.help) is str
        assert bool(one.help) is bool(other.help)
        # what is wrong with YAML itself is told by its own reader
        assert one.help != other.help or not other.help or what == "no YAML"


@pytest.mark.parametrize("lang", FOREIGN)
@pytest.mark.parametrize("code", [code for code in FRAME if code not in {"SEAT_NOT_SAID", "NO_SUCH_RULING"}])
def test_the_lessons_too(code: str, lang: str) -> None:
    assert faults(FRAME[code].record, lang)[0].message != faults(FRAME[code].record, "en")[0].message


def test_a_name_that_is_no_seat_is_told_once() -> None:
    found = faults(f"{HEAD}  - scores: {{A: 1, D: 2}}\n    totals: {{A: 1, D: 2}}\n  - scores: {{D: 2}}\n", "en")

    assert [one.message for one in found] == ["`D` is no seat of this game (and 2 times more)"]
    assert found[0].help == "the seats are `A` (Ane), `B` (Bo); one that is missing goes under `seats` in line 3"
    assert found[0].place.line == 5
    assert faults(f"{HEAD}  - scores: {{Ana: 1}}\n", "en")[0].help == "did you mean `Ane`?"


def test_a_play_without_its_stroke() -> None:
    """Whoever follows «keep one of the two» throws turns away."""
    (found,) = faults(f"{HEAD}  - play:\n      A: +5b-3c\n      B: +2c-1b\n      A: +5b-4c\n", "en")

    assert (found.code, found.help) == ("WRONG_SHAPE", "write `play: |`, and the turns in the lines below it")
    twice = faults(f"{HEAD}  - scores:\n      A: 1\n      A: 2\n    play:\n      A: +5b-3c\n", "en")
    assert [one.code for one in twice] == ["KEY_TWICE", "WRONG_SHAPE"]


def test_a_sentence_keeps_what_it_is_made_of() -> None:
    inner = Spoken("in_key", key="`x`")
    said = Spoken("unknown_key", key="`y`", where=inner)

    assert said == "`y` is no key of a record in `x`"
    assert in_language("es", said) == "`y` no es una clave de un acta en `x`"
    assert in_language("es", "as it is") == "as it is"
    for other in (copy.deepcopy(said), pickle.loads(pickle.dumps(said))):
        assert in_language("es", other) == in_language("es", said)


def test_who_reads_only_reads_english() -> None:
    (fault,) = read_record(FAULTY["no number"]).faults
    assert fault.message == "`1e3` is not a plain whole number"
    assert isinstance(fault.message, Spoken)
    assert say("tr", fault.message.key, **fault.message.values) != fault.message
