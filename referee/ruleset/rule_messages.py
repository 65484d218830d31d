"""Every message about names and cases: one function for each.

The wording of bases and merging stands in `messages`, that of options in `option_messages`, that of texts and examples
in `text_messages`, that of expressions in the language's own modules.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.diagnostics import Diagnostic, Related
from referee.diagnostics.spelling import counted, listed
from referee.ruleset.layout import Path, dotted
from referee.source import Span
from referee.yamltree.nodes import ScalarNode

_LONGEST_PART = 60


def empty_list(span: Span) -> Diagnostic:
    """`define: {few: []}`: a set of nothing."""
    return Diagnostic("CH108", "the list holds nothing", span, "write a value in it")


def too_many_signs(span: Span, most: int) -> Diagnostic:
    """CH012: reading them all would take too long."""
    return Diagnostic(
        "CH012",
        f"the expressions of this file have more than {most:,} words, numbers and signs up to here",
        span,
        help="say with one rule what many say, and name under `define` what they share",
    )


# names


def hides(key: ScalarNode, kind: str, what: str, stands_for: str, span: Span | None) -> Diagnostic:
    """CH208: a name that means something already."""
    name = key.value
    meaning = f"`{name}` means: {stands_for}; " if stands_for else ""
    return Diagnostic(
        "CH208",
        f"`{name}` is {what} already, so no {kind} can be called so",
        key.span,
        help=f"{meaning}choose another name, such as `my_{name}`",
        related=() if span is None else (Related("named here", span),),
    )


def option_and_definition(key: ScalarNode, option: Span) -> Diagnostic:
    """CH208: one name for an option and a definition."""
    return Diagnostic(
        "CH208",
        f"`{key.value}` is an option already, so no definition can be called so",
        key.span,
        help="call one of them otherwise, or take the option out with `remove`",
        related=(Related("the option", option),),
    )


def definitions_in_circle(keys: Sequence[ScalarNode]) -> Diagnostic:
    """CH206: definitions that use each other."""
    names = [key.value for key in keys]
    most = 6
    if len(names) > most:
        names[most - 2 : -1] = [f"… {len(names) - most + 1} more …"]
    return Diagnostic(
        "CH206",
        f"definitions use each other in a circle: {' -> '.join([*names, names[0]])}",
        keys[0].span,
        help="one of them has to do without the others",
        related=tuple(Related(f"`{key.value}`", key.span) for key in keys[1:most]),
    )


def too_many_definitions(key: ScalarNode, found: int, most: int) -> Diagnostic:
    """CH012: more names than anybody keeps in mind."""
    return Diagnostic(
        "CH012",
        f"the rule set has {found:,} definitions, those of its bases included; at most {most} are allowed",
        key.span,
        help="write what is used once where it is used",
    )


def definitions_too_deep(key: ScalarNode, most: int) -> Diagnostic:
    """CH310: definitions that use definitions that use definitions."""
    return Diagnostic(
        "CH310",
        f"`{key.value}` stands for more than {most} levels of definitions and parentheses inside each other",
        key.span,
        help="say more of it in one definition",
    )


def unused_definition(key: ScalarNode) -> Diagnostic:
    """CH207: nobody uses it."""
    return Diagnostic(
        "CH207", f"`{key.value}` is defined but no rule uses it", key.span, help="use it in a rule, or take it out"
    )


def still_used(name: str, removal: Span, uses: Sequence[Span]) -> Diagnostic:
    """CH704: something removed is used by a rule that stays."""
    count = "a rule still uses it" if len(uses) == 1 else f"{len(uses)} rules still use it"
    return Diagnostic(
        "CH704",
        f"`{name}` is removed here, but {count}",
        removal,
        help="change or remove what uses it as well",
        related=tuple(Related("used here", use) for use in uses[:5]),
    )


def capitals_only(key: ScalarNode, other: ScalarNode) -> Diagnostic:
    """CH204: two clause ids that differ in capitals only."""
    return Diagnostic(
        "CH204",
        f"`{key.value}` and `{other.value}` differ in capitals only; clause ids are written in small letters",
        key.span,
        help="give one of them another id",
        related=(Related(f"`{other.value}`", other.span),),
    )


# suits and ranks


def repeated(what: str, name: str, span: Span, first: Span) -> Diagnostic:
    """CH509: a suit, rank, letter or sign twice."""
    if what in {"letter", "sign"}:
        message = f"two {'suits' if what == 'letter' else 'ranks'} are written `{name}` on cards"
        example = "`clubs k`" if what == "letter" else "`jack 11 J`"
        way_out = f"give one of them a {what} of its own, as in {example}"
    else:
        message, way_out = f"the {what} `{name}` is named twice", "leave one out"
    return Diagnostic("CH509", message, span, help=way_out, related=(Related("first here", first),))


def too_many_ranks(span: Span, most: int) -> Diagnostic:
    """CH519: a pack with more ranks than the referee can judge in time."""
    return Diagnostic("CH519", f"the pack has more than {most} ranks", span, help="leave some out")


def rank_called_joker(span: Span) -> Diagnostic:
    """CH509: `joker` is the rank of printed jokers."""
    return Diagnostic(
        "CH509",
        "`joker` is the rank of printed jokers, so no rank of the pack can be called so",
        span,
        help="write `jokers: 2` for two printed jokers",
    )


def missing_key(key: ScalarNode, kind: str, missing: str) -> Diagnostic:
    """CH102: an entry that lacks what it is for."""
    return Diagnostic(
        "CH102", f"the {kind} `{key.value}` has no `{missing}`", key.span, help=f"add `{missing}: …` to it"
    )


# cases, outcomes, the whole game


def unreachable(block: Path, key: ScalarNode, decided: ScalarNode) -> Diagnostic:
    """CH511: a case behind one that holds always."""
    return Diagnostic(
        "CH511",
        f"`{key.value}` in `{dotted(block)}` can never be reached: `{decided.value}` before it holds always",
        key.span,
        help=f"write `before: {decided.value}` in `{key.value}`, or give `{decided.value}` a `when`",
        related=(Related(f"`{decided.value}` stands here", decided.span),),
    )


def hides_cases(block: Path, decided: ScalarNode, hidden: Sequence[ScalarNode]) -> Diagnostic:
    """CH511: a new case that holds always, in front of those of the base."""
    first = hidden[0].value
    return Diagnostic(
        "CH511",
        f"`{decided.value}` in `{dotted(block)}` holds always, so {listed(key.value for key in hidden)} behind it can "
        "never be reached",
        decided.span,
        help=f"give `{decided.value}` a `when`, or change `{first}` itself instead of adding a case",
        related=tuple(Related(f"`{key.value}` stands here", key.span) for key in hidden[:3]),
    )


def covers_outcomes(
    front: ScalarNode, hidden: Sequence[tuple[ScalarNode, str]], *, alike: str, following: str
) -> Diagnostic:
    """CH714: an outcome that takes every close which those `hidden` behind it, each with its clause, would take.

    `alike` is the one of them that would take all of its closes in turn, `following` the outcome behind the last.
    """
    told = [f"`{key.value}` ({clause})" for key, clause in hidden]
    named = told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"
    left = "it fits: it decides none" if len(told) == 1 else "they fit: they decide none"
    if alike:
        way_out = f"change `{alike}` itself instead of adding `{front.value}`, "
    else:
        way_out = f"write `before: {following}` to put it behind, " if following else ""
    return Diagnostic(
        "CH714",
        f"`{front.value}` stands in front of {named} and takes every close that {left}",
        front.span,
        help=f"{way_out}narrow its `when`, or `remove` what it replaces",
        related=tuple(Related(f"`{key.value}` stands here", key.span) for key, _ in hidden[:3]),
    )


def outcome_covered(key: ScalarNode, front: ScalarNode, clause: str) -> Diagnostic:
    """CH714: an outcome of this file behind one of the base that takes every close it fits."""
    return Diagnostic(
        "CH714",
        f"`{key.value}` decides no close: `{front.value}` ({clause}) in front of it takes every one that it fits",
        key.span,
        help=f"write `before: {front.value}` to put it in front, or change its `when`",
        related=(Related(f"`{front.value}` stands here", front.span),),
    )


def last_case_conditional(block: Path, key: ScalarNode) -> Diagnostic:
    """CH512: no case holds always."""
    return Diagnostic(
        "CH512",
        f"no case of `{dotted(block)}` holds always: a seat for which none holds would write nothing",
        key.span,
        help=f"take the `when` out of the last case, `{key.value}`, or add one without",
    )


def outcome_writes_nothing(key: ScalarNode, *, sometimes: bool, similar: str | None) -> Diagnostic:
    """CH514: an outcome that neither wins the game nor says what is written; perhaps `similar` of the base misspelt."""
    message = (
        f"the outcome `{key.value}` does not always win the game, and nothing says what the closer writes if not"
        if sometimes
        else f"the outcome `{key.value}` gives the closer nothing to write and does not win the game"
    )
    asked = f"did you mean `{similar}`? if not, " if similar else ""
    return Diagnostic("CH514", message, key.span, help=f"{asked}add `writes: …` or `wins_game: yes`")


def outcome_wins_and_writes(key: ScalarNode) -> Diagnostic:
    """CH513: an outcome that wins the game always and writes points as well."""
    return Diagnostic(
        "CH513",
        f"the outcome `{key.value}` wins the game, so nobody writes, and says what the closer writes",
        key.span,
        help="take out one of `wins_game` and `writes`; in a variant write `wins_game: remove`",
    )


def no_criterion_of_totals(key: ScalarNode) -> Diagnostic:
    """CH513: nothing says whether low or high totals are better."""
    return Diagnostic(
        "CH513",
        "no criterion of `game.winner` asks for the lowest or the highest `total`: nothing says which points are good",
        key.span,
        help="add a criterion such as `lowest total`",
    )


def out_of_reach(fact: str, most: int, cards: int, span: Span) -> Diagnostic:
    """CH519: a close condition that no hand can meet."""
    return Diagnostic(
        "CH519",
        f"with {counted(cards, 'card')} in hand `{fact}` is at most {most}, so nobody could ever close",
        span,
        help="ask for less",
    )


def re_entry_without_total(key: ScalarNode) -> Diagnostic:
    """CH513: a seat comes back with no total."""
    return Diagnostic(
        "CH513",
        "seats may re-enter, but nothing says with which total",
        key.span,
        help="add `total: highest_in` to `re_entry`",
    )


def empty_stock_undecided(span: Span) -> Diagnostic:
    """CH510: the only thing missing is what happens when the stock is empty."""
    return Diagnostic(
        "CH510",
        "the stock can run out, and nothing says what happens then",
        span,
        help="add `reshuffle: all_but_top` to `stock`; also `all`, `none`",
    )


def no_longer_playable(path: str, span: Span) -> Diagnostic:
    """CH513: a variant takes out what a game cannot do without."""
    return Diagnostic(
        "CH513",
        f"without `{path}` the game cannot be played",
        span,
        help="say something else in its place instead of removing it",
        path=path,
    )


def too_expensive(clause: str, total: int, most: int, steps: int, span: Span) -> Diagnostic:
    """CH610: judging a clause may take too long."""
    share = round(100 * steps / total)
    return Diagnostic(
        "CH610",
        f"judging {clause} may take {total:,} steps, at most {most:,} are allowed; {share} % of them fall here",
        span,
        help="use `melded`, `runs`, `wilds` and their like instead of going through collections inside each other",
    )


def beyond(part: str, reach: int, most: int, span: Span) -> Diagnostic:
    """CH614: a number that may become too large."""
    shown = part if len(part) <= _LONGEST_PART else f"{part[:_LONGEST_PART]}…"
    side, bound = ("most", most) if reach > 0 else ("least", -most)
    return Diagnostic(
        "CH614",
        f"`{shown}` may come to {reach:,}, at {side} {bound:,} is allowed",
        span,
        help="laps and totals may be as large as 999,999 here; `min(laps, 100)` holds one down",
    )


def table_too_expensive(total: int, most: int, span: Span) -> Diagnostic:
    """CH610: setting up a table may take too long."""
    return Diagnostic(
        "CH610",
        f"the rules on pack, deal, points, melds and stock may take {total:,} steps together, at most {most:,} are "
        "allowed; more of them fall here than anywhere else",
        span,
        help="say in one condition what many say, and name what they share under `define`",
    )


_WAYS_OUT = {
    "CH501": "offer fewer seats in `table`, deal fewer cards, or play with more packs: `copies: 2` in `pack`",
    "CH502": "allow smaller melds, or change the pack or the conditions on melds",
    "CH503": "add a case for them to `points`, or a last one without `when`",
    "CH504": "add a case to `points`, such as `casa.1: {when: card.joker, points: 25}`; others write 20 or 50",
    "CH516": "loosen one of the conditions, or take out what they leave no room for",
    "CH517": "let more cards be thrown, or say in `may_discard` when they may, as in `not card.joker or can_close`",
    "CH518": "ask for a natural card too, as in `meld.naturals at least 1`",
}


def impossible(code: str, message: str, span: Span) -> Diagnostic:
    """CH501 to CH504, CH516 to CH519: what the table finds impossible, told at the setting it rests on."""
    return Diagnostic(code, message, span, help=_WAYS_OUT.get(code, ""))
