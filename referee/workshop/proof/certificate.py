"""The certificate of a proof: a JSON value that a second program can recount, from the rules and nothing else.

`certificate.schema.json` beside this file describes it. Its `claims` name parts of the rules by JSON pointers into what
`referee show RULESET --json` prints, which are the bytes that the digest is taken of; so whoever recounts needs neither
YAML nor this program.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from referee.diagnostics import Diagnostic
from referee.diagnostics.render import to_plain
from referee.game.facts import HIDDEN
from referee.lang.syntax import And, Conditional, Expr, Not, Or
from referee.lang.walk import reads
from referee.rules.canonical import canonical
from referee.rules.model import RuleSet
from referee.rules.order import natural_key
from referee.version import __version__
from referee.workshop.proof.asked import Asked
from referee.workshop.proof.block import Block
from referee.workshop.proof.claims import Always, Apart, NeverDecides, SameResult, Unchanged
from referee.workshop.proof.finding import Finding
from referee.workshop.proof.prove import Proof, Told
from referee.workshop.proof.roundends import Ending
from referee.workshop.proof.telling import decided, diagnostic, diagnostics, suspicions

VERSION = 1


def certificate(proof: Proof) -> dict[str, Any]:
    """The certificate as plain values."""
    table, kinds = proof.table, proof.kinds
    claims, told = _claims(proof)
    hands = _witnesses(proof)
    here = [diagnostic(one, decided(proof)) for one in proof.only_here]
    made = {
        "certificate": VERSION,
        "made_by": f"referee {__version__}",
        "rules": table.rule_set.name,
        "digest": table.rule_set.digest,
        "seats": table.seats,
        "options": dict(sorted(table.options.items())),
        "hand_size": table.hand_size,
        "space": {
            "hands": kinds.hands,
            "asked": kinds.asked,
            "classes": kinds.classes,
            "kinds": len(kinds.kinds),
            "exact": kinds.exact,
        },
        "courses": {
            "exact": proof.rules.courses.exact and proof.rules.gate_courses.exact,
            "tried": {
                name: list(values)
                for courses in (proof.rules.gate_courses, proof.rules.courses)
                for name, values in courses.tried.items()
            },
        },
        "counts": _counts(proof),
        "claims": claims,
        "asked": [_asked(one) for one in proof.asked],
        "proved": proof.exact,
        "findings": [_plain(one, told.get(_key(one)), hands.get(_key(one))) for one in diagnostics(proof)],
        "suspected": [_plain(one, None, hands.get(_key(one))) for one in suspicions(proof)],
        "only_here": [_plain(one, told.get(_key(one)), hands.get(_key(one))) for one in here],
        "round": [_ending(one) for one in proof.rounds],
        "game": _ending(proof.games),
    }
    return {**made, "seal": seal(made)}


def seal(made: Mapping[str, Any]) -> str:
    """The digest of a certificate without its seal: of its JSON with keys in order and nothing between.

    It shows that something was changed, not who changed it.
    """
    rest = {key: value for key, value in made.items() if key != "seal"}
    plain = json.dumps(rest, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(plain.encode()).hexdigest()


def _asked(one: Asked) -> dict[str, Any]:
    return {"path": one.path, "said": one.said, "settled": one.settled, "moments": one.moments}


def _counts(proof: Proof) -> dict[str, Any]:
    counts = proof.counts
    return {
        "given": dict(sorted(counts.at.given.items())),
        "outcomes": [
            {"outcome": outcome, "clause": clause, "wins_game": wins, "writes": writes, "hands": hands}
            for (outcome, clause, wins, writes), hands in sorted(counts.outcomes.items(), key=lambda one: str(one[0]))
        ],
        "refused": [
            {"clauses": list(clauses), "conditions": list(keys), "hands": hands}
            for (clauses, keys), hands in sorted(counts.refused.items(), key=lambda one: _in_order(one[0][1]))
        ],
        "deadwood": [{"points": points, "hands": hands} for points, hands in sorted(counts.deadwood.items())],
    }


def _in_order(keys: tuple[str, ...]) -> list[object]:
    return [natural_key(key) for key in keys]


def _key(one: Diagnostic) -> tuple[str, str, str]:
    return (one.code, one.path, one.message)


def _plain(one: Diagnostic, claim: int | None, witness: list[str] | None) -> dict[str, Any]:
    """A diagnostic without what only an editor needs, with the number of its claim and the hand that shows it."""
    told = to_plain(one)
    return {
        "code": told["code"],
        "severity": told["severity"],
        "path": told["path"],
        "message": told["message"],
        "file": told["file"],
        "line": told["line"],
        "column": told["column"],
        "notes": list(one.notes),
        "help": told["help"],
        "claim": claim,
        "witness": witness,
    }


def _witnesses(proof: Proof) -> dict[tuple[str, str, str], list[str]]:
    """The hands that show what was found about closing."""
    found = (told for told in (*proof.told, *proof.only_here, *proof.suspected) if told.finding.block.what == "hand")
    return {
        _key(diagnostic(told, "")): told.finding.block.groups[told.finding.witness[0]].told.split()
        for told in found
        if told.finding.witness is not None and told.finding.replayed
    }


def _ending(one: Ending) -> dict[str, Any]:
    return {"ends": one.bounded, "most": one.most, "said": one.said, "path": one.path}


# -- claims ----------------------------------------------------------------------------------------------------------


def _claims(proof: Proof) -> tuple[list[dict[str, Any]], dict[tuple[str, str, str], int]]:
    """What was claimed of all hands, by pointers into the canonical print, and which finding rests on which claim."""
    made: list[dict[str, Any]] = []
    of: dict[tuple[str, str, str], int] = {}
    if proof.kinds.exact:
        pointers = dict(_pointers(proof.table.rule_set))
        for told in (*proof.told, *proof.only_here):
            for claim in _claim(told, pointers, proof.table.definitions):
                of[_key(diagnostic(told, ""))] = len(made)
                made.append(claim)
    return made, of


def _claim(told: Told, pointers: Mapping[int, str], named: Mapping[str, Expr]) -> Iterator[dict[str, Any]]:
    finding: Finding = told.finding
    if finding.block.what != "hand":  # what is said of other seats and of turns is not recounted
        return
    match finding.claim:
        case Always(expr=expr, holds=holds) if id(expr) in pointers:
            yield {"claim": "always", "at": [pointers[id(expr)]], "holds": holds}
        case Unchanged(instead=instead) if all(part in pointers for part in instead):
            yield {
                "claim": "unchanged",
                "at": [pointers[part] for part in instead],
                "holds": next(iter(instead.values()), True),
            }
        case Apart(parts=parts) if all(id(part) in pointers for part in parts):
            yield {"claim": "never_together", "at": [pointers[id(part)] for part in parts], "holds": False}
        case NeverDecides(case=case):
            yield {"claim": "never_decides", "at": [f"/outcomes/{case}"], "holds": False}
        case SameResult(case=case) if not _hangs_on_closing(finding.block, named):
            yield {"claim": "same_result", "at": [f"/outcomes/{case}"], "holds": False}
        case None if finding.code in _COUNTED and not _hangs_on_closing(
            finding.block, named, usual=finding.code == "CH607"
        ):
            at = [f"/outcomes/{number}" for number in finding.both] or ["/outcomes"]
            yield {"claim": _COUNTED[finding.code], "at": at, "holds": True, "hands": finding.times}


_COUNTED = {"CH605": "no_outcome", "CH607": "arranged_otherwise", "CH613": "both_fit"}
"""What is claimed of so many hands, by the code of the finding that counts them."""


def _hangs_on_closing(block: Block, named: Mapping[str, Expr], *, usual: bool = False) -> bool:
    """Whether hands come out by the closing card too, of which who recounts knows nothing, or by the course.

    `usual`: what is claimed is claimed of the usual course alone, which is the one that is recounted.
    """
    asked = [*(rule.expr for rule in block.conditions), *(case.when for case in block.cases)]
    return (block.courses > 1 and not usual) or any(reads(expr, named) & HIDDEN for expr in asked)


def _pointers(rule_set: RuleSet) -> Iterator[tuple[int, str]]:
    """The JSON pointer of every yes-or-no part of the rules of a close, by identity of its tree."""
    blocks: Mapping[str, list[dict[str, Any]]] = canonical(rule_set)["conditions"]
    for block, conditions in rule_set.conditions.items():
        order = [entry["key"] for entry in blocks[block]]
        for one in conditions:
            yield from _inside(one.expr, f"/conditions/{block}/{order.index(one.key)}/holds")
    for number, outcome in enumerate(rule_set.outcomes):
        yield from _inside(outcome.when, f"/outcomes/{number}/when")
        yield from _inside(outcome.wins_game, f"/outcomes/{number}/wins_game")
    for name, definition in rule_set.definitions.items():
        yield from _inside(definition.expr, f"/define/{name}")


def _inside(expr: Expr, pointer: str) -> Iterator[tuple[int, str]]:
    yield id(expr), pointer
    match expr:
        case And(parts=parts) | Or(parts=parts):
            for number, part in enumerate(parts):
                yield from _inside(part, f"{pointer}/parts/{number}")
        case Not(operand=operand):
            yield from _inside(operand, f"{pointer}/operand")
        case Conditional(test=test, then=then, otherwise=otherwise):
            for key, part in (("if", test), ("then", then), ("else", otherwise)):
                yield from _inside(part, f"{pointer}/{key}")
