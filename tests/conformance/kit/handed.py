"""The handed cases (`tests/cases/cases.json`) as questions, and what each expects of its answer.

A case says less than an answer holds: of `deadwood` the points, of a close that it is refused. `expect` is that part,
by the keys of the answer, or `error` where it is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.conformance.kit.tables import TOP

OPS = ("deadwood", "meld", "close", "invalid_hand", "layoff")
"""Those ops of the cases that the protocol has; the others are plays, held in `tests/played`."""


def handed() -> Iterator[tuple[str, dict[str, Any], dict[str, Any] | str]]:
    """Name, question, and a part of the answer."""
    for case in json.loads((TOP / "tests" / "cases" / "cases.json").read_text("utf-8")):
        for number, check in enumerate(case["check"]):
            if check["op"] in OPS:
                question = {key: value for key, value in check.items() if key != "expect"}
                yield f"{case['id']}-{number}", question, _expected(check["op"], check["expect"])


def _expected(op: str, expect: Any) -> dict[str, Any] | str:
    if op == "close" or expect == "error":
        return expect  # type: ignore[no-any-return]
    return {"points" if op == "layoff" else op: expect}
