"""Which key an author meant: the words of other programs and languages for ours, and what is written nearly right."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from referee.diagnostics import Diagnostic
from referee.diagnostics.spelling import nearest
from referee.ruleset.layout import BOOK, CASES, CONDITIONS, REFUSALS, WINNER, at, dotted, scalar
from referee.yamltree.nodes import MapNode

VALUE_KEYS: Final = (*dict.fromkeys(CASES.values()), "prefer")
"""The keys that hold the value of a case."""

_SHOWN: Final = 20
"""Longer values are not said again in a hint."""

_CLAUSE = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)+")
_MEANT: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("if", "condition", "only_if", "cuando", "si"), ("when",)),
    **dict.fromkeys(("then", "value", "score", "points", "write", "becomes", "puntos", "vale", "gives"), VALUE_KEYS),
    **dict.fromkeys(("wins", "win"), ("wins_game",)),
    **dict.fromkeys(("name", "id", "ruleset"), ("rule_set",)),
    "version": ("format",),
    **dict.fromkeys(("base", "parent", "inherits", "based_on"), ("extends",)),
    **dict.fromkeys(("include", "includes", "uses", "with"), ("adopts",)),
    **dict.fromkeys(("min", "minimum", "least", "low"), ("from",)),
    **dict.fromkeys(("max", "maximum", "most", "high"), ("to", "at_most")),
    **dict.fromkeys(("values", "choices", "options", "enum", "oneof"), ("one_of",)),
    "kind": ("type",),
    **dict.fromkeys(("may_draw", "may_pick", "may_pick_up", "draw", "take"), ("may_take",)),
    **dict.fromkeys(("may_throw", "may_drop", "throw", "discard"), ("may_discard",)),
    **dict.fromkeys(("may_end", "may_knock", "may_go_out"), ("may_close",)),
    **dict.fromkeys(("definitions", "defines", "let"), ("define",)),
    **dict.fromkeys(("players", "jugadores"), ("seats",)),
    **dict.fromkeys(("cartas", "hand_size"), ("cards",)),
    **dict.fromkeys(("tests", "test", "ejemplos"), ("examples",)),
    **dict.fromkeys(("texts", "text", "paragraphs"), ("book",)),
    **dict.fromkeys(("result", "expect", "expected"), ("outcome",)),
    **dict.fromkeys(("facts", "state", "situation"), ("given",)),
    **dict.fromkeys(("link", "href"), ("url",)),
    **dict.fromkeys(("section", "paragraph", "clausula"), ("clause",)),
    **dict.fromkeys(("english", "ingles", "inglés"), ("en",)),
    **dict.fromkeys(("spanish", "español", "espanol", "castellano", "castilian"), ("es",)),
    **dict.fromkeys(("basque", "euskara", "euskera", "vasco"), ("eu",)),
    **dict.fromkeys(("french", "français", "francais", "francés", "frances"), ("fr",)),
    **dict.fromkeys(("portuguese", "português", "portugues", "portugués"), ("pt",)),
    **dict.fromkeys(("turkish", "türkçe", "turkce", "turco"), ("tr",)),
}
_TYPES: Final = {
    **dict.fromkeys(("bool", "boolean", "yesno", "yes", "truth", "si_no"), "yes_no"),
    **dict.fromkeys(("int", "integer", "whole", "entero", "numero"), "number"),
    **dict.fromkeys(("enum", "one_of", "text", "string", "word"), "choice"),
}


def meant_key(word: str, allowed: Sequence[str]) -> str | None:
    """The key somebody meant who wrote `word` where `allowed` may stand."""
    meant = next((key for key in _MEANT.get(word.casefold(), ()) if key in allowed), None)
    if meant is None:
        meant = nearest(word, allowed)
    if meant is None and len(word) > 2:
        parts = [key for key in allowed if word.casefold() in key.split("_")]
        meant = parts[0] if len(parts) == 1 else None
    return meant


def meant_elsewhere(word: str, homes: Mapping[str, Sequence[str]]) -> str | None:
    """The key that another word means, with the section it belongs to; `homes` maps keys to sections."""
    for key in _MEANT.get(word.casefold(), ()):
        home = next((home for home in homes.get(key, ()) if home and "*" not in home), None)
        if home is not None:
            return f"{home}.{key}"
    return None


def with_options_told(diagnostics: Iterable[Diagnostic], options: Container[str], root: MapNode) -> list[Diagnostic]:
    """`diagnostics` of a file with what to write where an option of its base stands as if it were a key."""
    return [_with_option_told(each, options, root) for each in diagnostics]


def _with_option_told(problem: Diagnostic, options: Container[str], root: MapNode) -> Diagnostic:
    name = problem.path.rpartition(".")[2]
    if problem.code not in {"CH101", "CH110"} or name not in options:
        return problem
    value = scalar(at(root, tuple(problem.path.split("."))))
    default = value.value if value is not None and len(value.value) <= _SHOWN else "…"
    written = f"write `options: {{{name}: {{default: {default}}}}}`"
    if problem.code == "CH110":
        return replace(problem, help=f"{problem.help}; or, as `{name}` is an option, {written}")
    return replace(problem, help=f"`{name}` is an option: {written}")


def meant_type(word: str) -> str | None:
    """The type of an option that another program calls `word`."""
    return _TYPES.get(word.casefold())


def blocks_for(key: str, path: Sequence[str | int]) -> list[str]:
    """The blocks below `path` in which a key such as `es.4` stands; none if it is no clause id."""
    if not _CLAUSE.fullmatch(key):
        return []
    blocks = (*CONDITIONS, *CASES, WINNER, BOOK, REFUSALS)
    return [dotted(block) for block in blocks if len(block) > len(path) and block[: len(path)] == tuple(path)]
