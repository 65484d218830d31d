"""What was seen of a mistake, such as a hand, stands below it and in JSON."""

import json

from referee.diagnostics import Diagnostic
from referee.diagnostics.render import render_text
from referee.source import Text
from tests.rendering import render_json

PLACE = Text.plain("a and b", "casa.yaml").span(6, 7)


def test_notes_stand_above_the_help() -> None:
    one = Diagnostic("CH606", "`b` changes nothing", PLACE, "take it out", notes=("a hand: 1o 2o", "another"))
    assert render_text([one]).splitlines()[-3:] == [
        "  = note: a hand: 1o 2o",
        "  = note: another",
        "  = help: take it out",
    ]
    nowhere = Diagnostic("CH606", "`b` changes nothing", None, "take it out", notes=("a hand: 1o 2o",))
    assert render_text([nowhere]).splitlines()[1:] == ["   = note: a hand: 1o 2o", "   = help: take it out"]


def test_notes_are_in_json_where_there_are_any() -> None:
    with_note = Diagnostic("CH606", "`b` changes nothing", PLACE, notes=("a hand: 1o 2o",))
    without = Diagnostic("CH606", "`b` changes nothing", PLACE)
    (first,), (second,) = json.loads(render_json([with_note])), json.loads(render_json([without]))
    assert first["notes"] == ["a hand: 1o 2o"]
    assert "notes" not in second
