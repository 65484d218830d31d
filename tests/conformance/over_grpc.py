"""The vectors asked of a server through the Python client, and its answers put as the protocol puts them.

`deadwood` and `invalid_hand` (EvaluateHand), `close` (CheckClose), `validate` (ValidateRecord), in batches of one table
each, and `legal_actions` (ListLegalActions) where the record stops in its first round, are asked by messages. What none
can say, `meld`, `layoff` and whatever is wrong with a line of JSON, is asked as lines (AnswerLines). The server opens no
files, so it is started with the folder tests/rules; without it, lines that name its rule sets count as not asked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from referee_client import Client, CloseQuestion, InputFault, RefereeError, Source
from referee_client.answers import Arrangement, CloseAnswer, CloseVerdict
from referee_client.records import Finding, Verdict

from tests.conformance.playing import can_be_played, legal_actions

if TYPE_CHECKING:
    from tests.conformance.run import Tally, Vector

Answer = dict[str, Any]
A_BATCH = 500
SOME_LINES = 100
"""As many as one call asks, so that its deadline holds on a busy machine, too."""

_FILE = re.compile(rb'"tests/rules/([a-z0-9-]+)\.yaml"')

REASONS = {"RULE_SET_NOT_FOUND": "RULE_SET_UNKNOWN"}
"""What a server calls otherwise than the protocol."""

SAID = frozenset(
    {
        "RULE_SET_UNKNOWN", "NOT_PLAYABLE", "SEATS_NOT_OFFERED", "OPTION_UNKNOWN", "OPTION_OUT_OF_RANGE", "OPTION_NOT_OFFERED",
        "OPTION_FIXED", "CARD_UNKNOWN", "CARD_TWICE", "HAND_TOO_LARGE", "WRONG_NUMBER_OF_CARDS", "FACT_UNKNOWN", "FACT_OUT_OF_RANGE",
    }
)  # fmt: skip
"""Refusals that a message can provoke and an answer can say."""


def over_grpc(address: str, asked: list[Vector], tally: Tally) -> None:
    """Asks everything there is an RPC for; OSError if there is no server."""
    groups: dict[str, list[Vector]] = {}
    try:
        with Client(address) as client:
            names = frozenset(one.name for one in client.list_rule_sets())
            lines: list[tuple[Vector, bytes]] = []
            for vector in asked:
                if vector.op in ASKERS and _can_be_said(vector, names):
                    groups.setdefault(_table_of(vector), []).append(vector)
                elif unknown := _files(vector) - names:
                    tally.unasked(vector, f"the server has no rule set {', '.join(sorted(unknown))}")
                else:
                    lines.append((vector, _by_name(vector.line, names)))
            for vectors in groups.values():
                for start in range(0, len(vectors), A_BATCH):
                    _ask(client, vectors[start : start + A_BATCH], tally)
            for start in range(0, len(lines), SOME_LINES):
                batch = lines[start : start + SOME_LINES]
                for (vector, _), answer in zip(batch, client.answer_lines(line for _, line in batch), strict=True):
                    tally.answered(vector, json.loads(answer), as_line=True)
    except RefereeError as error:
        raise OSError(f"{address} does not answer: {error}") from None


def _ask(client: Client, batch: list[Vector], tally: Tally) -> None:
    """One batch of one op at one table. A table that is refused is refused for each of them."""
    try:
        found: Iterable[Answer] = ASKERS[batch[0].op](client, [vector.held["question"] for vector in batch])
    except RefereeError as error:
        reason = error.violations[0].reason if error.violations else error.reason
        found = [_error(reason)] * len(batch)
    for vector, answer in zip(batch, found, strict=True):
        wanted = vector.held["answer"].get("hand", [])
        if vector.op == "invalid_hand" and sorted(answer.get("hand", [])) == sorted(wanted):
            answer = vector.held["answer"]  # noqa: PLW2901 - the same cards; in which order is not for an RPC to say
        tally.answered(vector, answer)


def _can_be_said(vector: Vector, names: frozenset[str]) -> bool:
    """Whether a message can say it: 0 is left out of messages, and a text that is sent finds its base by name only."""
    question, answer = vector.held["question"], vector.held["answer"]
    if "error" in answer and answer["error"]["code"] not in SAID:
        return False
    rules = _rules(question)
    base = re.search(r"^extends: (\S+)$", rules.encoded.decode(), re.MULTILINE) if isinstance(rules, Source) else None
    if vector.op == "legal_actions" and not can_be_played(question, answer):
        return False
    return question.get("seats") != 0 and (base is None or base[1] in names)


def _files(vector: Vector) -> set[str]:
    """The rule sets of tests/rules that a line names, by their names."""
    from tests.conformance.run import TOP  # noqa: PLC0415 - each of the two modules knows the other

    found = (name.decode() for name in _FILE.findall(vector.line))
    return {name for name in found if (TOP / "tests" / "rules" / f"{name}.yaml").is_file()}


def _by_name(line: bytes, names: frozenset[str]) -> bytes:
    """The line with the rule sets of tests/rules that a server has by their names, for it opens no files."""

    def named(found: re.Match[bytes]) -> bytes:
        return b'"%s"' % found[1] if found[1].decode() in names else found[0]

    return _FILE.sub(named, line)


def _table_of(vector: Vector) -> str:
    question = vector.held["question"]
    return json.dumps([vector.op, question["rules"], question.get("seats"), question.get("options")])


def _rules(question: Answer) -> str | Source:
    name: str = question["rules"]
    if "/" not in name:
        return name
    from tests.conformance.run import TOP  # noqa: PLC0415 - each of the two modules knows the other

    return Source.file(TOP / name)


def _place(question: Answer) -> dict[str, Any]:
    return {"seats": question.get("seats"), "options": question.get("options", {})}


def _error(code: str) -> Answer:
    return {"error": {"code": REASONS.get(code, code), "message": ""}}


# -- the ops ---------------------------------------------------------------------------------------------------------


def _deadwood(client: Client, questions: list[Answer]) -> list[Answer]:
    hands = [question["hand"] for question in questions]
    found = client.batch_evaluate_hands(hands, _rules(questions[0]), **_place(questions[0]))
    return [_error(one.reason) if isinstance(one, InputFault) else _arranged(one.best) for one in found]


def _arranged(best: Arrangement) -> Answer:
    melds = [list(meld.cards) for meld in best.melds]
    return {"deadwood": best.deadwood, "melds": melds, "loose": list(best.loose_cards)}


def _invalid_hand(client: Client, questions: list[Answer]) -> list[Answer]:
    hands = [question["hand"] for question in questions]
    found = client.batch_evaluate_hands(hands, _rules(questions[0]), **_place(questions[0]))
    return [_error(one.reason) if isinstance(one, InputFault) else {"hand": _held(one.best)} for one in found]


def _held(best: Arrangement) -> list[str]:
    return [*best.loose_cards, *(card for meld in best.melds for card in meld.cards)]


def _close(client: Client, questions: list[Answer]) -> list[Answer]:
    closes = [
        CloseQuestion(one.get("keep"), one.get("cards"), given=one.get("given", {}), laps=one.get("laps"))
        for one in questions
    ]
    found = client.batch_check_closes(closes, _rules(questions[0]), **_place(questions[0]))
    return [_error(one.reason) if isinstance(one, InputFault) else _closed(one) for one in found]


def _closed(found: CloseAnswer) -> Answer:
    if not found.closings:
        assert found.verdict is not None, "cards kept have a verdict"
        return _verdict(found.verdict)
    each = [{"card": one.card, **_verdict(one.verdict)} for one in found.closings]
    return {"legal": found.legal, "best": found.best_card, "closings": each}


def _verdict(found: CloseVerdict) -> Answer:
    told: Answer = {"legal": found.legal}
    if not found.legal:
        told["clauses"] = list(dict.fromkeys(one.clause for one in found.broken))
    elif found.wins_game:
        told |= {"chinchon": True, "outcome": found.outcome}
    else:
        told |= {"outcome": found.outcome, "score": found.writes}
    return told | ({"not_judged": list(found.not_judged)} if found.not_judged else {})


def _validate(client: Client, questions: list[Answer]) -> list[Answer]:
    records: list[Mapping[str, Any]] = [question["record"] for question in questions]
    found = client.batch_validate_records(records, rules=_rules(questions[0]), full=True)
    return [_error(one.reason) if isinstance(one, InputFault) else _judged(one) for one in found]


def _legal_actions(client: Client, questions: list[Answer]) -> list[Answer]:
    rules = _rules(questions[0])
    return [legal_actions(client, question, rules) for question in questions]


def _judged(found: Verdict) -> Answer:
    stands = [_finding(one) for one in found.findings if one.weight == "irregularity"]
    return {
        "status": found.status,
        "complete": found.complete,
        "accepted": {"rounds": found.rounds, "turns": found.turns, "actions": found.actions},
        **({} if found.first_violation is None else {"violation": _finding(found.first_violation)}),
        **({"stands": stands} if stands else {}),
        "totals": dict(found.totals),
        "out": list(found.out),
        "winners": list(found.winners),
    }


def _finding(found: Finding) -> Answer:
    place = found.place
    told = {"code": found.code, "clause": found.clause, "round": place.round, "turn": place.turn}
    told |= {"action": place.action, "seat": place.seat, "path": "" if place.turn else place.path}
    return {key: value for key, value in told.items() if value}


ASKERS: Mapping[str, Callable[[Client, list[Answer]], list[Answer]]] = {
    "deadwood": _deadwood,
    "invalid_hand": _invalid_hand,
    "close": _close,
    "validate": _validate,
    "legal_actions": _legal_actions,
}
