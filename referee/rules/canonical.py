"""The canonical print of what a rule set means, and the digest that names it.

The print is a JSON value: expressions are typed trees (`lang.tree`), so that a second implementation needs neither
parser nor vocabulary. Definitions stand in it once and are named where they are used: opened in every place, a chain
of them could grow without bound. Lists stand where order has a meaning (cases, outcomes, criteria, suits, ranks);
everywhere else entries are sorted by key. It holds no names
of rule sets, titles, sources, paragraphs, refusal texts or examples, and no clause that was only looked up in the
book: a paragraph can be written without another digest. Clause ids as the author wrote them count.

`ruleset.canonical.schema.json` beside this file describes the value.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from referee.lang.tree import to_json
from referee.rules.model import Option, Outcome, RuleSet
from referee.rules.order import natural_key

Json = dict[str, Any]


def canonical(rule_set: RuleSet) -> Json:
    """The meaning of a rule set as a JSON value; equal for rule sets that judge alike, clause for clause."""
    return {
        "format": rule_set.format,
        "pack": {
            "suits": [{"name": suit.name, "letter": suit.letter} for suit in rule_set.suits],
            "ranks": [{"name": rank.name, "number": rank.number, "sign": rank.sign} for rank in rule_set.ranks],
        },
        "options": {name: _option(option) for name, option in sorted(rule_set.options.items())},
        "define": {name: to_json(entry.expr) for name, entry in sorted(rule_set.definitions.items())},
        "clauses": dict(sorted(rule_set.block_clauses.items())),
        "settings": {
            slot: {"clause": setting.clause, "value": to_json(setting.expr)}
            for slot, setting in sorted(rule_set.settings.items())
        },
        "conditions": {
            block: [
                {"key": condition.key, "holds": to_json(condition.expr)}
                for condition in sorted(conditions, key=lambda condition: natural_key(condition.key))
            ]
            for block, conditions in sorted(rule_set.conditions.items())
        },
        "cases": {
            block: [{"key": case.key, "when": to_json(case.when), "value": to_json(case.value)} for case in cases]
            for block, cases in sorted(rule_set.cases.items())
        },
        "outcomes": [_outcome(outcome) for outcome in rule_set.outcomes],
        "winner": [{"key": criterion.key, "prefer": to_json(criterion.prefer)} for criterion in rule_set.winner],
        "irregular": {
            act: {
                "clause": irregular.clause,
                "ruling": to_json(irregular.ruling),
                "penalty": to_json(irregular.penalty),
                "shows_hand": to_json(irregular.shows_hand),
            }
            for act, irregular in sorted(rule_set.irregular.items())
        },
    }


def canonical_bytes(rule_set: RuleSet) -> bytes:
    """The bytes the digest is taken of: compact JSON in UTF-8 with sorted keys."""
    return json.dumps(canonical(rule_set), ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def digest_of(rule_set: RuleSet) -> str:
    """The sha256 of the canonical print, 64 hexadecimal digits."""
    return hashlib.sha256(canonical_bytes(rule_set)).hexdigest()


def _option(option: Option) -> Json:
    printed: Json = {
        "clause": option.clause,
        "type": str(option.type),
        "default": option.default,
        "fixed": option.fixed,
    }
    if option.low is not None:
        printed["from"] = option.low
    if option.high is not None:
        printed["to"] = option.high
    if option.one_of:
        printed["one_of"] = list(option.one_of)
    if option.when is not None:
        printed["when"] = to_json(option.when)
    return printed


def _outcome(outcome: Outcome) -> Json:
    printed: Json = {
        "name": outcome.name,
        "clause": outcome.clause,
        "priced_by": outcome.priced_by,
        "when": to_json(outcome.when),
        "wins_game": to_json(outcome.wins_game),
        "pays": to_json(outcome.pays),
    }
    if outcome.writes is not None:
        printed["writes"] = to_json(outcome.writes)
    if outcome.lay_off is not None:
        printed["lay_off"] = to_json(outcome.lay_off)
    return printed
