"""The page of an audit: what people wrote is no HTML in it, and the games that are not finished are listed."""

from __future__ import annotations

import json

from referee.audit.judging import COLUMNS
from referee.audit.page import page
from referee.audit.summary import summed, told_unfinished


def test_what_people_wrote_is_no_html() -> None:
    row = dict.fromkeys(COLUMNS, "") | dict.fromkeys(
        ("rounds", "actions", "irregularities", "first_round", "first_turn", "complete"), 0
    )
    finding = {
        "weight": "violation",
        "kind": "illegal",
        "code": "X",
        "clause": "<b>",
        "player": "<script>alert(1)</script>",
    }
    row |= {
        "status": "violation",
        "violations": 1,
        "findings": json.dumps([finding]),
        "key": "<i>",
        "event": "<u>",
        "record_id": "<p>",
        "first_message": "<a>",
    }
    made = page(summed([row]), "<title>")
    for sign in ("<b>", "<i>", "<u>", "<p>", "<a>", "<script"):
        assert sign not in made.replace("<p>1 records", "").replace("<p>1 game", "").replace("<p>records", "").replace(
            "<p>findings", ""
        )


def test_unfinished_games_are_listed() -> None:
    """Whole games, those that stopped at a violation and records that say nothing are none."""
    row = dict.fromkeys(COLUMNS, "") | {"complete": False, "players": "{}", "findings": "[]", "rounds_left": 0}
    row |= {"rounds": 2, "actions": 9, "violations": 0, "status": "clean"}
    rows = [row | {"key": f"a#{number}", "record_id": "<b>"} for number in range(60)]
    others = [{"complete": True}, {"rounds_left": 1, "status": "violation"}, {"status": "unreadable"}]
    found = summed([*rows, *(row | {"key": "b"} | other for other in others)])
    assert found.unfinished == 60
    plain = found.plain()["unfinished_games"]
    assert plain[:1] == [{"key": "a#0", "record_id": "<b>", "rounds": 2}]
    assert len(plain) == 50
    text = page(found, "Audit")
    assert "<p>60 games are not finished where the record ends" in text
    assert "<code>a#49</code> (&lt;b&gt;)" in text
    assert "a#50" not in text
    assert told_unfinished(1).startswith("1 game is not")
    assert told_unfinished(0) == ""
