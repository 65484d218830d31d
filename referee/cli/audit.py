"""`referee audit SOURCE … --report FOLDER`: game records by the hundred thousand, and a report on them."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from glob import glob, has_magic
from importlib import import_module
from pathlib import Path

from referee.answer.rule_sets import is_path
from referee.audit.folder import Folder, NoReport, check_place
from referee.audit.judging import DAMAGED, LOST, UNJUDGED
from referee.audit.page import page
from referee.audit.pieces import FORMS, Judging, Piece, Unreadable, pieces
from referee.audit.running import Cluster, Local, NoCluster, Runner
from referee.audit.summary import Summary, ordered_counts, summed, told_stopped, told_unfinished
from referee.cli.asking import rule_set
from referee.cli.failures import CommandError, complain
from referee.cli.progress import Progress
from referee.cli.records import STANDARD_INPUT, paths
from referee.record.verdict import Status

_EXTRAS = "pip install 'chinchon-referee[audit]'"


def run(arguments: Namespace) -> int:
    """Judge, go on or only report anew; 0 nothing is wrong, 1 violations, 2 something could not be judged."""
    judging = Judging(arguments.lang, arguments.keep_going, _what_if(arguments.what_if or ""))
    try:
        if not arguments.no_parquet:
            import_module("pyarrow")  # which writes the report: better missed now than after an hour of judging
        files, place = _files(arguments.sources), Path(arguments.report)
        check_place(place)
        found = list(pieces(files, judging))
        if not found:
            raise CommandError("there are no records in these sources, so there is no report", "CANNOT_READ_OR_WRITE")
        folder = Folder(place)
        _judge(folder, found, _runner(arguments))
        made = _finish(folder, found, parquet=not arguments.no_parquet)
    except ModuleNotFoundError as error:
        raise CommandError(f"`audit` needs its extra: {_EXTRAS} ({error})", "EXTRA_MISSING") from error
    except (NoReport, Unreadable) as error:
        raise CommandError(str(error), "CANNOT_READ_OR_WRITE") from error
    except NoCluster as error:
        raise CommandError(str(error), "CLUSTER_UNREACHABLE") from error
    _print(made, folder, as_json=arguments.json)
    return _code(made)


def _what_if(given: str) -> str:
    """The name or digest to judge by. A file would have to be on every worker: it is named by what it says."""
    if is_path(given):
        raise CommandError(
            "`--what-if` of an audit is the name or the digest of a rule set, no file: put the file beside the records,"
            " or judge by it with `referee validate --what-if`"
        )
    if given:
        rule_set(given)
    return given


def _files(sources: Sequence[str]) -> list[str]:
    """The files meant: named, matched by a pattern, or below a folder."""
    if STANDARD_INPUT in sources:
        raise CommandError("an audit cannot read standard input: it could not go on if it were interrupted")
    if "" in sources:
        raise CommandError("a source has no name")
    meant: list[str] = []
    for source in sources:
        if has_magic(source) and not Path(source).exists():
            matched = sorted(glob(source, recursive=True))  # noqa: PTH207 - the pattern may begin at any folder
            if not matched:
                raise CommandError(f"no file is like `{source}`", "CANNOT_READ_OR_WRITE")
            meant += matched
        else:
            meant.append(source)
    return paths(meant, endings=tuple(FORMS))


def _runner(arguments: Namespace) -> Runner:
    return Cluster(arguments.cluster) if arguments.cluster else Local(arguments.jobs)


def _judge(folder: Folder, found: Sequence[Piece], runner: Runner) -> None:
    """Everything that was not judged before. Each piece is kept as soon as it comes."""
    with Progress(sum(piece.size for piece in found), "pieces") as progress:

        def wanted() -> Iterator[Piece]:
            for piece in found:
                if folder.has(piece):
                    progress.step(piece.size)
                else:
                    yield piece

        for piece, rows in runner.run(wanted()):
            folder.keep(piece, rows)
            progress.step(piece.size)


def _finish(folder: Folder, found: Sequence[Piece], *, parquet: bool) -> Summary:
    folder.finish(found, parquet=parquet)
    made = summed(folder.rows(found))
    folder.write("summary.json", json.dumps(made.plain(), ensure_ascii=False, indent=2) + "\n")
    folder.write("summary.html", page(made, f"Audit of {made.records:,} game records"))
    return made


def _print(made: Summary, folder: Folder, *, as_json: bool) -> None:
    for fault in made.damaged:
        complain("referee audit", fault)
    if as_json:
        print(json.dumps(made.plain(), ensure_ascii=False))
        return
    for status, count in ordered_counts(made.statuses):
        print(f"{count:>10,}  {status}")
    if made.stopped:
        print(told_stopped(made.stopped))
    if made.unfinished:
        print(told_unfinished(made.unfinished))
    for row in made.first[:5]:
        cited = " ".join(part for part in (row["first_clause"], row["first_code"]) if part)
        print(f"  {row['key']}: {row['status']}{f', {cited}' if cited else ''}")
    print(f"the report is in {folder.place}: summary.html, summary.json, records.jsonl", file=sys.stderr)


def _code(made: Summary) -> int:
    if any(made.statuses[one] for one in (DAMAGED, LOST, UNJUDGED, Status.UNREADABLE)):
        return 2
    return 1 if made.statuses[Status.VIOLATION] else 0
