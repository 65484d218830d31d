"""`referee prove RULESET`: what holds for every hand at a table, and whether its rounds and games end."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from errno import EISDIR
from pathlib import Path
from random import Random
from tempfile import TemporaryFile

from referee.answer.rule_sets import is_path, read_file
from referee.cli.asking import rule_set, table_for
from referee.cli.failures import CommandError
from referee.cli.progress import OF_THE_HANDS, PATIENCE, Progress
from referee.cli.terminal import has_colour, paint, wrapped
from referee.diagnostics import Diagnostic, Severity
from referee.diagnostics.render import render_text
from referee.library import Library, NoSuchRuleSet
from referee.rules.model import RuleSet
from referee.table import Table
from referee.table.options import value_text
from referee.workshop.proof.certificate import certificate
from referee.workshop.proof.disagreement import Disagreement
from referee.workshop.proof.judgedat import JudgedAt
from referee.workshop.proof.prove import Proof, prove
from referee.workshop.proof.roundends import Ending
from referee.workshop.proof.telling import decided, diagnostic, diagnostics, settle, suspicions
from referee.workshop.seenkinds import PARTS
from referee.workshop.steps import Steps

_NOTHING, _FINDINGS, _NO_PROOF = 0, 1, 3
_ENDINGS = frozenset({"CH608", "CH609"})
"""What is said of rounds and games that may never end."""

_REST = "everything else 0 or no"


def run(arguments: Namespace) -> int:
    """Print what was proved: 1 if something is wrong, 3 if nothing was found and only a sample was asked about."""
    rules, content, name = _with_places(arguments.rule_set)
    table = table_for(rules, arguments)
    jobs, chance = arguments.jobs or os.cpu_count() or 1, Random(arguments.seed)  # noqa: S311 - a sample
    if arguments.certificate is not None:
        _check_place(arguments.certificate)
    try:
        with Progress(PARTS, OF_THE_HANDS, patience=PATIENCE) as progress:
            steps = Steps(progress.step, progress.at)
            proof = prove(table, chance, jobs=jobs, sample=arguments.sample, steps=steps)
    except KeyboardInterrupt:
        progress.interrupted("referee prove")
        raise
    except Disagreement as error:
        raise CommandError(str(error), "INTERNAL") from error
    settled = settle(diagnostics(proof), content, name)
    found = tuple(one for one in settled.told if not _inherited(one, name))
    below = tuple(one for one in settled.told if _inherited(one, name))
    if arguments.certificate is not None or arguments.json:
        text = json.dumps(certificate(proof), ensure_ascii=False, indent=None if arguments.json else 1)
        if arguments.certificate is not None:
            _write(arguments.certificate, text)
        if arguments.json:
            print(text)
    if not arguments.json:
        _tell(proof, (found, below), len(settled.allowed), name)
    if any(one.severity is not Severity.INFORMATION for one in found):
        return _FINDINGS
    return _NOTHING if proof.exact else _NO_PROOF


def _with_places(wanted: str) -> tuple[RuleSet, bytes, str]:
    """The rule set with the places of its rules, the file it stands in, and what that is called in them."""
    if is_path(wanted):
        found = rule_set(wanted)
        return found, read_file(wanted)[1], wanted
    library = Library()
    try:
        content = library.source(wanted)
    except NoSuchRuleSet:
        return rule_set(wanted), b"", wanted
    name = f"{wanted}.yaml"
    return library.compile(content, name), content, name


def _inherited(one: Diagnostic, name: str) -> bool:
    """Whether something is said of a rule of a base alone, which the author of the file called `name` did not write.

    How rounds and games end is said of all rules together, and so are rules of which one stands in the file.
    """
    if one.span is None or one.code in _ENDINGS:
        return False
    places = [one.span, *(each.span for each in one.related)]
    return all(place is None or place.source.name != name for place in places)


def _check_place(path: str) -> None:
    """CommandError if nothing could be written there; it is told before the proof, which may take a minute."""
    place = Path(path)
    try:
        if not path or place.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        with TemporaryFile(dir=place.parent):
            pass
        if place.exists():
            with place.open("ab"):
                pass
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: str, error: OSError) -> CommandError:
    why = (error.strerror or "it is not said why").lower()
    return CommandError(f"`{path}` cannot be written: {why}", "CANNOT_READ_OR_WRITE")


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(f"{text}\n", encoding="utf-8", newline="\n")
    except OSError as error:
        raise _unwritable(path, error) from error


# -- for people ------------------------------------------------------------------------------------------------------


def _tell(proof: Proof, told: tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]], allowed: int, name: str) -> None:
    """All of it; `told` are the findings of the file called `name`, and those of its bases, which count for nothing."""
    found, below = told
    table, kinds, colour = proof.table, proof.kinds, has_colour(sys.stdout)
    print(paint(_named(table), "bold"))
    if kinds.exact:
        print(f"all {kinds.hands:,} hands of {table.hand_size} cards, in {kinds.classes:,} classes, each kind replayed")
    else:
        print(f"a sample: {kinds.asked:,} of {kinds.hands:,} hands of {table.hand_size} cards; no proof of anything")
    if not proof.rules.courses.exact or not proof.rules.gate_courses.exact:
        print("of some facts of the course only a few values were tried; no proof of what hangs on them")
    print(wrapped(_judged_at(proof.counts.at), rest="  "))
    print()
    _tell_counts(proof)
    _tell_endings(proof)
    _tell_asked(proof)
    _tell_all("", found, colour=colour)
    _tell_all("Suspected, and not proved:", suspicions(proof), colour=colour)
    if below:
        print(f"\nIn the rules it builds on, not in {name} itself:")
        for each in below:
            print(wrapped(f"{each.message} [{each.code}]", first=f"  {each.path}: ", rest="    "))
    only_here = [one for one in proof.only_here if one.finding.span is None or one.finding.span.source.name == name]
    if only_here:
        print("\nSo only at this table, not at others of the same rules:")
        for one in only_here:
            against = next(each for each in one.elsewhere if each.offered)
            text = f"{diagnostic(one, decided(proof)).message}; not so {against.said}: {against.told}"
            print(wrapped(text, first=f"  {one.finding.path}: ", rest="    "))
    let_stand = f", {allowed} let stand" if allowed else ""
    print(f"\n{_summary(proof, found)}{let_stand}")


def _judged_at(at: JudgedAt) -> str:
    """The moment for which the hands are counted, and why that one."""
    if at.waited_for:
        clauses = " ".join(at.waited_for)
        return f"judged at {at.told}, {_REST}: the first moment at which {clauses} lets anybody close"
    if at.closed_by:
        return f"judged at {at.told}, {_REST}, where {' '.join(at.closed_by)} lets nobody close, whatever the cards"
    return f"judged where everybody has had a turn: {at.told}, {_REST}"


def _tell_counts(proof: Proof) -> None:
    counts = proof.counts
    for (outcome, clause, wins, writes), hands in sorted(counts.outcomes.items(), key=lambda one: -one[1]):
        does = "wins the game" if wins else "" if writes is None else f"writes {writes}"
        print(f"{hands:>14,} {outcome} {does} [{clause}]".replace("  [", " ["))
    for (clauses, _), hands in sorted(counts.refused.items(), key=lambda one: -one[1]):
        print(f"{hands:>14,} refused by {' '.join(clauses)}")


def _tell_endings(proof: Proof) -> None:
    print()
    for one in proof.rounds:
        print(wrapped(_ends(one, "round", "turns"), rest="  "))
    print(wrapped(_ends(proof.games, "game", "rounds"), rest="  "))


def _tell_asked(proof: Proof) -> None:
    """Every place with conditions, by what it was asked about, or why it was not."""
    print()
    by_said: dict[str, list[str]] = {}
    for one in proof.asked:
        how = f"asked about {one.said}"
        if one.settled is None:
            how = f"not asked, {one.said}"
        by_said.setdefault(how, []).append(one.path)
    for said, paths in by_said.items():
        print(wrapped(f"{said}: {', '.join(dict.fromkeys(paths))}", rest="  "))


def _ends(one: Ending, what: str, unit: str) -> str:
    if one.bounded:
        most = "" if one.most is None else f" after at most {one.most:,} {unit}"
        return f"every {what} ends{most}: {one.said}"
    return (
        f"a {what} may go on for ever: {one.said}" if one.bounded is False else f"whether every {what} ends: {one.said}"
    )


def _tell_all(heading: str, found: tuple[Diagnostic, ...], *, colour: bool) -> None:
    # rounds and games have been told of in one line each
    shown = [one for one in found if one.code not in _ENDINGS]
    if shown:
        print(f"\n{heading}" if heading else "")
        print(render_text(shown, colour=colour), end="")


def _named(table: Table) -> str:
    chosen = [f"{name}={value_text(value)}" for name, value in sorted(table.options.items())]
    return f"{table.rule_set.name} ({', '.join([f'{table.seats} seats', *chosen])})"


def _summary(proof: Proof, found: tuple[Diagnostic, ...]) -> str:
    wrong = sum(one.severity is not Severity.INFORMATION for one in found)
    if wrong:
        return f"{wrong} finding{'' if wrong == 1 else 's'}; `referee explain {_first(found).code}` tells more"
    if proof.exact:
        return paint("proved: nothing is wrong with the rules about hands", "green")
    return "nothing was found, and nothing is proved"


def _first(found: tuple[Diagnostic, ...]) -> Diagnostic:
    return next(one for one in found if one.severity is not Severity.INFORMATION)
