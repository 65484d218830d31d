"""Questions that cannot be answered, one thing wrong with each: a good question and what spoils it.

Where two things were wrong, implementations could tell either; so every spoiler changes one, and leaves the rest good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.conformance.kit.asking import ASKED
from tests.conformance.kit.tables import Setting, ends

Question = dict[str, Any]
Spoiler = Callable[[Question, Setting, Random], Question | None]
SPOILERS: list[Spoiler] = []
CARDS = ("hand", "cards", "keep")


def spoiler(make: Spoiler) -> Spoiler:
    """One way to spoil a question; None where it does not apply."""
    SPOILERS.append(make)
    return make


def spoilt(setting: Setting, chance: Random) -> Iterator[Question]:
    """Bad questions at one table, one of each kind that applies."""
    for spoil in SPOILERS:
        question = ASKED[chance.choice(list(ASKED))](setting, chance)
        made = spoil(question, setting, chance)
        if made is not None:
            yield made


def _cards(question: Question) -> str | None:
    return next((key for key in CARDS if key in question), None)


@spoiler
def key_missing(question: Question, setting: Setting, chance: Random) -> Question:
    optional = {"seats", "options", "laps", "given"}
    if question["op"] == "close":
        optional.add("keep" if "keep" in question else "cards")
    gone = chance.choice([key for key in question if key not in optional])
    return {key: value for key, value in question.items() if key != gone}


@spoiler
def key_unknown(question: Question, setting: Setting, chance: Random) -> Question:
    return {**question, chance.choice(["hands", "card", "seat", "Rules", "lap", "record", "é", ""]): 1}


@spoiler
def key_of_another_op(question: Question, setting: Setting, chance: Random) -> Question | None:
    own = {"deadwood": "keep", "meld": "hand", "close": "hand", "invalid_hand": "cards", "layoff": "cards"}
    return {**question, own[question["op"]]: []}


@spoiler
def wrong_type(question: Question, setting: Setting, chance: Random) -> Question:
    key = chance.choice(["op", "rules", "seats", "options", _cards(question) or "hand"])
    wrong: dict[str, list[Any]] = {
        "op": [1, None, True, ["deadwood"]],
        "rules": [1, None, False, {}],
        "seats": ["2", None, True, [2]],
        "options": [[], "jokers", None, 2, {"limit": None}, {"limit": [100]}],
    }
    value = chance.choice(wrong.get(key, ["7o", None, 7, {}, [7], [["7o"]], ["7o", None]]))
    if key == "options" and isinstance(value, dict) and "limit" not in setting.table.rule_set.options:
        value = None
    return {**question, key: value}


@spoiler
def op_unknown(question: Question, setting: Setting, chance: Random) -> Question:
    return {**question, "op": chance.choice(["melt", "", "Deadwood", "close ", "evaluate", "score"])}


@spoiler
def rule_set_unknown(question: Question, setting: Setting, chance: Random) -> Question:
    return {**question, "rules": chance.choice(["spanish-41", "", "SPANISH-40", "spanish_40", "house-z", "."])}


@spoiler
def rule_set_unreadable(question: Question, setting: Setting, chance: Random) -> Question:
    return {**question, "rules": chance.choice(["no/such.yaml", "no-such.yaml", "./", "no/such/folder/"])}


@spoiler
def not_playable(question: Question, setting: Setting, chance: Random) -> Question:
    plain = {key: value for key, value in question.items() if key not in {"seats", "options"}}
    return {**plain, "rules": "common"}


@spoiler
def seats_not_offered(question: Question, setting: Setting, chance: Random) -> Question:
    return {**question, "seats": chance.choice([0, 1, 9, -2, 99, 999_999])}


@spoiler
def option_unknown(question: Question, setting: Setting, chance: Random) -> Question:
    return {**question, "options": {chance.choice(["joker", "Limit", "", "pot"]): chance.choice([1, "yes"])}}


@spoiler
def option_out_of_range(question: Question, setting: Setting, chance: Random) -> Question | None:
    options = [option for option in setting.table.rule_set.options.values() if not option.fixed and option.when is None]
    if not options:
        return None
    option = chance.choice(options)
    if isinstance(option.default, bool):
        value = chance.choice([2, "maybe", "", "Yes", "TRUE", 1, 0])
    elif option.one_of:
        value = chance.choice([n for n in range(-1, 120) if n not in option.one_of])
    else:
        low, high = option.low or 0, option.high or 0
        value = chance.choice([low - 1, high + 1, str(high + 1), "", "many", True, "+50", "0100"])
    return {**question, "options": {option.name: value}}


@spoiler
def option_fixed(question: Question, setting: Setting, chance: Random) -> Question | None:
    fixed = [option for option in setting.table.rule_set.options.values() if option.fixed]
    if not fixed:
        return None
    option = chance.choice(fixed)
    return {**question, "options": {option.name: chance.choice(ends(option))}}


@spoiler
def option_not_offered(question: Question, setting: Setting, chance: Random) -> Question | None:
    rules = setting.table.rule_set
    bound = [option for option in rules.options.values() if option.when is not None]
    if not bound:
        return None
    option = chance.choice(bound)
    return {**question, "options": {option.name: chance.choice(ends(option))}}


@spoiler
def card_unknown(question: Question, setting: Setting, chance: Random) -> Question | None:
    key = _cards(question)
    if key is None or not question[key]:
        return None
    strange = ["0o", "13o", "99c", "7x", "x", "", "?", "o7o7", "-1o", "JKJ"]
    texts = {kind.text for kind in setting.table.pack.kinds}
    strange += [] if "JK" in texts else ["JK"]
    cards = list(question[key])
    cards[chance.randrange(len(cards))] = chance.choice(strange)
    return {**question, key: cards}


@spoiler
def card_twice(question: Question, setting: Setting, chance: Random) -> Question | None:
    key = _cards(question)
    once = [kind for kind in setting.table.pack.kinds if kind.count < 3]
    if key is None or len(question[key]) < 3:
        return None
    kind = chance.choice(once)
    cards = [text for text in question[key] if text != kind.text]
    cards[: kind.count + 1] = [kind.text] * (kind.count + 1)
    return {**question, key: cards}


@spoiler
def hand_too_large(question: Question, setting: Setting, chance: Random) -> Question | None:
    key = _cards(question)
    if key is None:
        return None
    pack = [kind.text for kind in setting.table.pack.kinds]
    size = chance.choice([setting.table.hand_size + 3, len(pack)])
    return {**question, key: chance.sample(pack, size)}


@spoiler
def wrong_number_of_cards(question: Question, setting: Setting, chance: Random) -> Question | None:
    key = _cards(question)
    if question["op"] != "close" or key is None:
        return None
    cards = list(question[key])
    del cards[chance.randrange(len(cards)) :]
    return {**question, key: cards}


@spoiler
def keep_or_cards(question: Question, setting: Setting, chance: Random) -> Question | None:
    if question["op"] != "close":
        return None
    key = _cards(question)
    bare = {name: value for name, value in question.items() if name != key}
    return bare if chance.random() < 0.5 else {**bare, "keep": question[key], "cards": question[key]}


def _facts(question: Question, **given: Any) -> Question | None:
    if question["op"] != "close":
        return None
    bare = {name: value for name, value in question.items() if name not in {"laps", "given"}}
    return {**bare, **given}


@spoiler
def fact_unknown(question: Question, setting: Setting, chance: Random) -> Question | None:
    name = chance.choice(["lap", "deadwood", "hand", "card", "melded", "outcome", "Laps", ""])
    return _facts(question, given={name: 1})


@spoiler
def fact_out_of_range(question: Question, setting: Setting, chance: Random) -> Question | None:
    counts = {"laps": [-1, "-1", "x", "", True, "1.5", "01"], "seats_in": [-2, False], "rounds": ["-3", "1000000"]}
    truths = {"faulty": [1, 0, "maybe", "Yes"], "is_eldest": ["", 2]}
    points = {"total": [True, "--1", "1e3", "x"], "lost": ["", "9999999"]}
    name, values = chance.choice(sorted((counts | truths | points).items()))
    return _facts(question, given={name: chance.choice(values)})


@spoiler
def laps_below_none(question: Question, setting: Setting, chance: Random) -> Question | None:
    return _facts(question, laps=chance.choice([-1, -999_999]))


@spoiler
def laps_of_another_type(question: Question, setting: Setting, chance: Random) -> Question | None:
    return _facts(question, laps=chance.choice(["1", None, True, []]))


@spoiler
def given_of_another_type(question: Question, setting: Setting, chance: Random) -> Question | None:
    return _facts(question, given=chance.choice([[], "laps", None, 1, {"laps": None}, {"laps": [1]}, {"laps": {}}]))


@spoiler
def fact_twice(question: Question, setting: Setting, chance: Random) -> Question | None:
    return _facts(question, laps=1, given={"laps": chance.choice([1, 2, "1"])})


@spoiler
def no_meld(question: Question, setting: Setting, chance: Random) -> Question | None:
    if question["op"] != "layoff":
        return None
    return {**question, "table": [[cards[0]] for cards in question["table"]]}


@spoiler
def table_too_large(question: Question, setting: Setting, chance: Random) -> Question | None:
    if question["op"] != "layoff":
        return None
    return {**question, "table": [[] for _ in range(chance.choice([65, 200]))]}


@spoiler
def table_of_another_type(question: Question, setting: Setting, chance: Random) -> Question | None:
    if question["op"] != "layoff":
        return None
    return {**question, "table": chance.choice(["7o", None, {}, ["7o"], [7], [[7]]])}


LINES: tuple[str, ...] = (
    "", " ", "\t", "{", "}", "[", "]", "null", "true", "7", '"deadwood"', "[]", '["op"]', "NaN", "{} {}", "{}x",
    '{"op": }', '{"op"}', '{"op": "meld",}', "{'op': 'meld'}", '{op: "meld"}', '{"op": "meld" "rules": "x"}',
    '{"op": "me\\xld"}', '{"op": "meld\t"}', '{"op": tru}', '{"op": 01}', '{"op": +1}', '{"op": .5}', '{"op": -}',
    '{"op": "\\ud800"}', '{"op": "\\udc00\\ud800"}', '{"\\ud800": 1}', '{"op": "\\u12"}', "// meld", "\ufeff{}",
    '{"op": "meld", "op": "close"}', '{"op": "meld", "options": {"jokers": 0, "jokers": 2}}', '{"a": {"b": {"": 1, "": 1}}}',
    '{"\\u006fp": 1, "op": 2}',
    '{"op": 1.0}', '{"seats": 2.5}', '{"seats": 1e3}', '{"seats": -0.0}', '{"seats": 1E+2}', '{"seats": NaN}',
    '{"seats": -Infinity}', '{"seats": 1000000}', '{"seats": -1000000}', '{"seats": ' + "9" * 400 + "}",
    "[" * 50, "[" * 51, '{"a":' * 50, '{"a":' * 51, '{"a": ' + "[" * 50 + "]" * 50 + "}", '{"a": ' + "[" * 49 + "]" * 49 + "}",
    '{"a": "' + "[" * 99 + '"}', '{"a": "\\"' + "{" * 99 + '"}', "{}", '{"op": "meld"}', '{"rules": "spanish-40"}',
)  # fmt: skip
"""Lines that are no question, or none with an answer: one that is read well has a code as well."""
