"""Every message about bases, overlays, merging and the texts that merging drops: one function for each.

The wording of names, cases and texts stands in `rule_messages`. Messages say what was found, then what is expected;
the way out is in `help`, and places in other files are related ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.diagnostics import Diagnostic, Related, Severity
from referee.diagnostics.model import Fix
from referee.diagnostics.spelling import certain, listed, nearest, quoted
from referee.ruleset.layout import BOOK, Path, dotted
from referee.source import Span
from referee.yamltree.nodes import Node, ScalarNode

_OF_MANY = {"house"}
"""Words in the names of so many rule sets that they tell nothing."""
_OUR_WORDS = {
    **dict.fromkeys(("espanol", "espanola", "español", "española", "castellano", "espainiarra"), "spanish"),
    **dict.fromkeys(("chile", "chileno", "chilena", "chilien"), "chilean"),
    **dict.fromkeys(("comun", "común", "comum", "base"), "common"),
}
"""Words for those in the names of the built-in rule sets."""


def enough(span: Span, most: int) -> Diagnostic:
    """CH017: so many mistakes that looking for more helps nobody."""
    return Diagnostic(
        "CH017",
        f"{most:,} mistakes and no end: expressions behind them are not looked at",
        span,
        help="mend some of them and check again",
    )


# bases


def unknown_base(name: str, span: Span, known: Sequence[str]) -> Diagnostic:
    """CH701: no rule set of that name."""
    similar = nearest(name, known)
    family = [similar] if similar else _of_the_family(name, known)
    if family:
        way_out = f"did you mean {' or '.join(f'`{each}`' for each in family)}?"
    else:
        way_out = f"rule sets at hand: {listed(_first_to_tell(known))}" if known else "no rule sets are at hand"
    alone = similar is not None and span.source.text[span.start : span.end] == name
    fix = Fix(span, similar or "", certain(name, similar, known)) if alone else None
    return Diagnostic("CH701", f"there is no rule set `{name}`", span, help=way_out, fix=fix)


def _of_the_family(name: str, known: Sequence[str]) -> list[str]:
    """At most three rule sets that have a word of their name in common with `name`, those first that begin alike."""
    words = [_OUR_WORDS.get(word, word) for word in name.casefold().split("-") if word]
    shared = [each for each in known if {*words} & {*each.split("-")} - _OF_MANY]
    return sorted(shared, key=lambda each: (each.split("-")[0] != words[0], words[-1] not in each.split("-")))[:3]


def _first_to_tell(known: Sequence[str]) -> list[str]:
    """The rule sets, those that whole games are built on before the house rules, of which there are many."""
    return sorted(known, key=lambda each: each.split("-")[0] in _OF_MANY)


def base_without_base(base: str, missing: str, span: Span, place: Span) -> Diagnostic:
    """CH701: a base builds on a rule set that does not exist."""
    return Diagnostic(
        "CH701",
        f"`{base}` cannot be built on: there is no rule set `{missing}`",
        span,
        related=(Related(f"`{base}` extends it here", place),),
    )


def circle(names: Sequence[str], span: Span) -> Diagnostic:
    """CH702: the bases form a circle."""
    return Diagnostic(
        "CH702",
        f"rule sets build on each other in a circle: {' -> '.join(names)}",
        span,
        help="one of them has to stand on its own",
    )


def too_many_bases(names: Sequence[str], most: int, span: Span) -> Diagnostic:
    """CH708: the chain is too long."""
    return Diagnostic(
        "CH708",
        f"more than {most} bases on top of each other: {' -> '.join(names)}",
        span,
        help="extend one of the later ones, or write some of them as overlays for `adopts`",
    )


def too_many_overlays(found: int, most: int, span: Span) -> Diagnostic:
    """CH708: more house rules than one rule set may adopt."""
    return Diagnostic(
        "CH708",
        f"the rule set adopts {found:,} others; at most {most} are allowed",
        span,
        help="adopt some of them in a rule set of their own, and extend that one",
    )


def faulty_base(name: str, span: Span, diagnostics: Iterable[Diagnostic]) -> Diagnostic:
    """CH712: a base has errors; the first of them is shown."""
    errors = [each for each in diagnostics if each.severity is Severity.ERROR]
    count = "1 error" if len(errors) == 1 else f"{len(errors)} errors"
    shown = tuple(Related(f"{error.message} [{error.code}]", error.span) for error in errors[:1] if error.span)
    return Diagnostic("CH712", f"`{name}` has {count} itself", span, help=f"mend `{name}` first", related=shown)


def other_digest(name: str, pinned: str, digest: str, span: Span) -> Diagnostic:
    """CH706: the base is not the one that was pinned."""
    return Diagnostic(
        "CH706",
        f"`{name}` is not the one pinned here: its rules have changed since {pinned}",
        span,
        help=f"look at what changed, then write `{name}@{digest[:12]}`",
        fix=Fix(span, f"{name}@{digest[:12]}", safe=False),
    )


# overlays


def foreign_overlay(name: str, extends: str, chain: Sequence[str], span: Span) -> Diagnostic:
    """CH710: the overlay is a difference from something this file does not build on."""
    if not extends:
        message = f"`{name}` extends nothing, so it cannot be laid over another rule set"
    elif not chain:
        message = f"`{name}` is a difference from `{extends}`, and this file extends nothing"
    else:
        message = f"`{name}` is a difference from `{extends}`, and this file builds on {listed(chain)}"
    way_out = f"extend `{extends}`, or write the rules here" if extends else "adopt a rule set that `extends` a base"
    return Diagnostic("CH710", message, span, help=way_out)


def adopted_twice(name: str, span: Span, first: Span) -> Diagnostic:
    """CH703: the second time adds nothing."""
    return Diagnostic(
        "CH703", f"`{name}` is adopted already", span, help="leave it out", related=(Related("here", first),)
    )


def contradiction(unit: Path, first: tuple[str, Span], second: tuple[str, Span], span: Span) -> Diagnostic:
    """CH705: two overlays change the same thing to different values."""
    return Diagnostic(
        "CH705",
        f"`{first[0]}` and `{second[0]}` both change `{dotted(unit)}`",
        span,
        help="say in this file what shall hold",
        related=(Related(f"`{first[0]}` says", first[1]), Related(f"`{second[0]}` says", second[1])),
        path=dotted(unit),
    )


def overlay_fails(name: str, problem: Diagnostic, span: Span) -> Diagnostic:
    """A mistake of the merge that an overlay makes only on this base, told where it is adopted."""
    related = (Related("it says so here", problem.span),) if problem.span else ()
    return Diagnostic(
        problem.code, f"`{name}` does not fit here: {problem.message}", span, problem.help, related, problem.path
    )


# merging


def nothing_to_remove(
    place: Path, span: Span, base: str, siblings: Sequence[str], beside: Sequence[str] = ()
) -> Diagnostic:
    """CH709: `remove` where the base has nothing; `beside` are the entries of the base where a new one was begun."""
    key = place[-1]
    if not base:
        message, way_out = f"`{key}` cannot be removed: this file extends nothing", "leave the line out"
    else:
        message = f"there is no `{dotted(place)}` in `{base}` to remove"
        similar = nearest(key, siblings)
        meant = nearest(place[-2], beside) if len(place) > 1 else None
        if similar or meant:
            way_out = f"did you mean `{similar or dotted((*place[:-2], meant or '', key))}`?"
        else:
            way_out = f"there is {listed(siblings)}" if siblings else "leave the line out"
    return Diagnostic("CH709", message, span, help=way_out, path=dotted(place))


def before_nothing(place: Path, before: ScalarNode, siblings: Sequence[str]) -> Diagnostic:
    """CH205: `before` points to no entry."""
    name, fix = before.value, None
    if name == place[-1]:
        message, way_out = f"`{name}` cannot stand before itself", f"there is {listed(siblings)}"
    else:
        message = f"`before` names no entry of `{dotted(place[:-1])}`: `{name}`"
        similar = nearest(name, siblings)
        way_out = f"did you mean `{similar}`?" if similar else f"there is {listed(siblings)}"
        fix = Fix(before.text.whole, similar, certain(name, similar, siblings)) if similar else None
    return Diagnostic("CH205", message, before.text.whole, help=way_out, path=dotted((*place, "before")), fix=fix)


def restated(path: Path, before: Node, span: Span, base: str) -> Diagnostic:
    """CH703: the file says what its base says already."""
    written = span.source.text[span.start : span.end].strip("\"'")
    key = path[-1] if written == path[-1] or len(path) < 2 else path[-2]  # a short form: nobody wrote the key
    said = f"{key}: {before.value}" if isinstance(before, ScalarNode) else path[-1]
    return Diagnostic(
        "CH703",
        f"{quoted(said)} says what `{base}` says already",
        span,
        help="leave it out",
        related=(Related(f"`{base}` says", before.span),),
        path=dotted(path),
    )


# texts that merging drops


def orphaned_text(section: str, key: ScalarNode, name: str, removal: Span) -> Diagnostic:
    """CH711: an inherited text speaks of something this file removes."""
    kind = "paragraph" if (section,) == BOOK else "refusal"
    return Diagnostic(
        "CH711",
        f"the {kind} `{key.value}` is left out, for it speaks of `{name}`, which is removed here",
        removal,
        help=f"write `{section}.{key.value}` in this file if it still has something to say",
        related=(Related("it stands here", key.span),),
        path=f"{section}.{key.value}",
    )


def outdated_text(key: ScalarNode, figure: str, span: Span, place: Span) -> Diagnostic:
    """CH711: an inherited paragraph has a figure that no rule of its clause has any more."""
    return Diagnostic(
        "CH711",
        f"the paragraph `{key.value}` is left out: its figure {figure} stands in no rule of the clause any more",
        span,
        help=f"write `book.{key.value}` in this file if the clause needs a text of its own",
        related=(Related("it stands here", place),),
        path=f"book.{key.value}",
    )


def words_lost(keys: Sequence[ScalarNode], span: Span, *, spoken: bool, unnamed: str = "") -> Diagnostic:
    """CH713: inherited paragraphs are left out that also told rules this file left as they were.

    Their rules are `spoken` in their place, unless this file has a paragraph for them. `unnamed` is a new outcome that
    only rests on their clause because it names none.
    """
    first, one = keys[0].value, len(keys) == 1
    named = " and ".join(f"`{key.value}`" for key in keys)
    message = (
        f"the inherited paragraph {named} is left out, for it may contradict this"
        if one
        else f"the inherited paragraphs {named} are left out, for they may contradict this"
    )
    if spoken:
        message += "; its rules are spoken instead" if one else "; their rules are spoken instead"
    way_out = f"write `{first}` under `book` as it shall read now, or `{first}: remove` to do without"
    if unnamed:
        message = f"`{unnamed}` names no clause and so rests on {named}; {message}"
        way_out = f"give `{unnamed}` a clause of its own, such as `clause: casa.1`; or {way_out}"
    stands = "it also tells rules that did not change" if spoken else "it stands here"
    return Diagnostic(
        "CH713",
        message,
        span,
        help=way_out,
        related=tuple(Related(stands, key.span) for key in keys),
        path=f"book.{first}",
    )


def breaks_inherited(problem: Diagnostic, base: str, home: Span) -> Diagnostic:
    """A rule of the base that no longer holds together because of what this file changed, told at the change."""
    related = (Related(f"the rule of `{base}`", problem.span),) if problem.span else ()
    return Diagnostic(
        problem.code,
        f"with this, a rule of `{base}` no longer fits: {problem.message}",
        home,
        problem.help,
        (*related, *problem.related),
        problem.path,
    )
