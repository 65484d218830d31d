"""The vectors: questions with the referee's answers, in parts, each part made of seeds and nothing else.

A seed is a text that names the part, the rule set and the number of the question, so that a part can be made alone and
a rule set that is added changes no other question. The answers are the referee's own. What guards them: the handed
cases, whose expectations are held while they are made, and the second implementation, which shares no code.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from random import Random
from typing import Any

from referee.answer.lines import serve
from tests.conformance.comparing import meets
from tests.conformance.kit.asking import ASKED
from tests.conformance.kit.handed import handed
from tests.conformance.kit.recording import broken, legal_actions, spoilt_records, validate
from tests.conformance.kit.refusing import LINES, spoilt
from tests.conformance.kit.tables import Setting, library, rule_sets, settings

Vector = dict[str, Any]

A_RULE_SET: Mapping[str, int] = {"deadwood": 170, "meld": 110, "close": 240, "invalid_hand": 30, "layoff": 60}
"""So many questions of an op for each rule set."""

RECORDS: Mapping[str, Callable[[Setting, Random], dict[str, Any]]] = {
    "legal_actions": legal_actions,
    "validate": validate,
}
RECORDS_A_RULE_SET: Mapping[str, int] = {"legal_actions": 20, "validate": 14}
BROKEN_GAMES = 3
"""Games of each rule set of which copies are made with one thing wrong in each."""

SPOILT_TABLES = 2
"""Tables of each rule set at which everything that can be wrong with a question is tried."""


def vector(question: dict[str, Any], **more: Any) -> Vector:
    """A question with its answer."""
    return {**more, "question": question, "answer": answered(json.dumps(question, ensure_ascii=False).encode())}


def answered(line: bytes) -> dict[str, Any]:
    """What the referee answers to a line that is not the first, as it is read back; of an error the code, no words."""
    written = BytesIO()
    serve(BytesIO(b"\n" + line + b"\n"), written, library())
    _, answer = written.getvalue().decode().splitlines()
    found: dict[str, Any] = json.loads(answer)
    if "error" in found:
        assert found["error"]["code"] != "INTERNAL", line
        return {"error": {"code": found["error"]["code"]}}
    return found


def of_op(op: str) -> Iterator[Vector]:
    """Good questions of one op about cards."""
    for rules in rule_sets():
        for number in range(A_RULE_SET[op]):
            chance = Random(f"{op} {rules} {number}")
            yield vector(ASKED[op](_setting(rules, chance), chance))


def of_records(op: str) -> Iterator[Vector]:
    """Questions about games with nothing wrong in them."""
    for rules in rule_sets():
        for number in range(RECORDS_A_RULE_SET[op]):
            chance = Random(f"{op} {rules} {number}")
            yield vector(RECORDS[op](_setting(rules, chance), chance))


def of_broken() -> Iterator[Vector]:
    """Questions about games with one thing wrong in them, and about what is no record."""
    for rules in rule_sets():
        for number in range(BROKEN_GAMES):
            chance = Random(f"broken {rules} {number}")
            for question in broken(_setting(rules, chance), chance):
                yield vector(question)
    for record in spoilt_records():
        for op in RECORDS:
            yield vector({"op": op, "rules": "spanish-40", "record": record})


def of_refusals() -> Iterator[Vector]:
    """Questions that cannot be answered, and lines that are none."""
    for rules in rule_sets():
        for number in range(SPOILT_TABLES):
            chance = Random(f"refusals {rules} {number}")
            for question in spoilt(_setting(rules, chance), chance):
                made = vector(question)
                assert "error" in made["answer"], question
                yield made
    for line in LINES:
        yield {"line": line, "answer": answered(line.encode())}
    for content in (b"\xff", b'{"op": "\xed\xa0\x80"}', b'{"op": "meld\xc3"}', b"\xfe\xff\x00{\x00}"):
        yield {"bytes": content.hex(), "answer": answered(content)}
    yield {"line": " ", "times": 1_048_577, "answer": answered(b" " * 1_048_577)}


def of_cases() -> Iterator[Vector]:
    """The handed cases, with what they expect; AssertionError where the referee says something else."""
    for name, question, expect in handed():
        made = vector(question, case=name, expect=expect)
        assert meets(made["answer"], expect), made
        yield made


def _setting(rules: str, chance: Random) -> Setting:
    """A table of the rule set; one with wild cards is as likely as one without, where there are both."""
    every = settings(rules)
    wild = [one for one in every if any(kind.wild for kind in one.table.pack.kinds)]
    return chance.choice(wild if wild and chance.random() < 0.5 else list(every))


PARTS: Mapping[str, Callable[[], Iterator[Vector]]] = {
    "cases": of_cases,
    **{op: lambda op=op: of_op(op) for op in A_RULE_SET},  # type: ignore[misc]
    **{op: lambda op=op: of_records(op) for op in RECORDS},  # type: ignore[misc]
    "broken": of_broken,
    "refusals": of_refusals,
}
"""Every part by its name, which is that of its file."""
