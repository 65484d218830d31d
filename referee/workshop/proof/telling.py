"""A proof as diagnostics: what `referee prove` says, in the form in which `referee check` speaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.diagnostics import Diagnostic, in_order
from referee.diagnostics.codes import PROVED
from referee.lang.unparse import unparse
from referee.ruleset.allowances import Allowances, Settled, allowances, settled
from referee.workshop.proof.finding import NOT_REPLAYED, Finding
from referee.workshop.proof.prove import Proof, Told
from referee.yamltree import read

_SHOWN = {"hand": "hand", "card": "card", "meld": "meld", "seat": "hand", "turn": "hand", "laid": "case"}


def diagnostics(proof: Proof) -> tuple[Diagnostic, ...]:
    """Everything that was found and proved, in the order of the file."""
    return in_order([*(diagnostic(one, decided(proof)) for one in proof.told), *_endings(proof)])


def suspicions(proof: Proof) -> tuple[Diagnostic, ...]:
    """What nothing in a sample spoke against."""
    hands = f"{proof.kinds.asked:,} hands"
    return in_order(
        diagnostic(one, f"nothing spoke against it among {one.finding.block.cases_asked or hands}; that is no proof")
        for one in proof.suspected
    )


def decided(proof: Proof) -> str:
    """On how much something about hands was decided, in words."""
    kinds = proof.kinds
    if not kinds.exact:
        return f"seen in a sample of {kinds.asked:,} of {kinds.hands:,} hands"
    return f"decided on all {kinds.hands:,} hands ({kinds.classes:,} classes)"


def settle(found: Iterable[Diagnostic], content: bytes, name: str) -> Settled:
    """What is told, and what the comments of the file called `name` let stand."""
    given = list(found)
    source = next((one.span.source for one in given if one.span and one.span.source.name == name), None)
    if source is None:
        return Settled(given)
    allowed = allowances(source, read(content, name).root).given
    mine = (replace(each, codes=tuple(code for code in each.codes if code in PROVED)) for each in allowed)
    made = settled(given, source, Allowances(tuple(each for each in mine if each.codes)))
    return Settled(list(in_order(made.told)), made.allowed)


def diagnostic(told: Told, looked: str) -> Diagnostic:
    """One finding with its witness and what there is to say of it at other tables."""
    finding = told.finding
    notes = []
    if finding.told and finding.block.what in _SHOWN and _shows(finding):
        nearest = "smallest" if finding.claim is None else "nearest"
        notes.append(f"the {nearest} {_SHOWN[finding.block.what]}: {finding.told}")
    elif finding.told and finding.block.what == "course" and _shows(finding):
        notes.append(f"the first moment tried: {finding.told}")
    if finding.witness is not None and not finding.replayed and _shows(finding):
        notes.append(NOT_REPLAYED)
    drawn = finding.block.cases_asked
    if drawn and finding.claim is None:
        notes.append(f"seen in {drawn}")
    elif drawn or finding.block.what in {"hand", "seat"}:
        notes.append(looked)
    notes += [f"{one.said} it is not so: {one.told}" for one in told.elsewhere]
    return Diagnostic(
        finding.code,
        finding.message,
        finding.span,
        help=finding.help,
        related=finding.related,
        path=finding.path,
        notes=tuple(notes),
    )


def _shows(finding: Finding) -> bool:
    """Whether a witness says anything: of what holds for all, the smallest is no better than any other."""
    return finding.code not in {"CH601", "CH507"}


def _endings(proof: Proof) -> Iterator[Diagnostic]:
    for one in proof.rounds:
        if not one.bounded:
            yield Diagnostic("CH608", f"a round may never end: {one.said}", one.span, help=one.help, path=one.path)
    games = proof.games
    if not games.bounded:
        may = "may never end" if games.bounded is False else "is not known to end"
        yield Diagnostic("CH609", f"a game {may}: {games.said}", games.span, help=games.help, path=games.path)
    for limit in proof.unreachable:
        yield Diagnostic(
            "CH508",
            f"`{unparse(limit.part)}` never comes true: {limit.said}",
            limit.part.span,
            help="turn the limit round, or let the points go the other way",
            path=limit.path,
        )
