"""Records that were judged only up to their first violation are counted in the summary of an audit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from referee.audit.judging import judge_piece
from referee.audit.pieces import Judging, pieces
from referee.audit.summary import summed, told_stopped


def test_records_judged_in_part_are_counted_and_with_keep_going_there_are_none(tmp_path: Path) -> None:
    sheet = {"scores": {"A": 3, "B": 20}}
    wrong: dict[str, Any] = {"record": 1, "rules": "spanish-40", "seats": {"A": "Ane", "B": "Beñat"}}
    wrong["rounds"] = [{**sheet, "totals": {"A": 4, "B": 20}}, sheet, sheet]
    (tmp_path / "one.jsonl").write_text(json.dumps(wrong) + "\n", "utf-8")
    for keep_going, left, told in (
        (False, 2, "1 record was judged only up to the first violation; --keep-going judges the rounds behind it, too"),
        (True, 0, ""),
    ):
        (piece,) = pieces([str(tmp_path / "one.jsonl")], Judging(keep_going=keep_going))
        found = judge_piece(piece)
        assert [row["rounds_left"] for row in found] == [left]
        assert told_stopped(summed(found).stopped) == told
