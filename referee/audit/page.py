"""The summary of an audit as one page of HTML with charts, that needs nothing else: no script, no other file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape

from referee.audit.summary import MOST_SHOWN, Summary, ordered_counts, told_stopped, told_unfinished

_BARS = 20
"""Bars of a chart; what is rarer stands in `summary.json`."""

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b; }
h1, h2 { line-height: 1.2; } td.bars { width: 60%; } .bar { height: 1.2em; background: #2a6f97; border-radius: 2px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #ddd; }
td.number { text-align: right; font-variant-numeric: tabular-nums; } code { overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { body { background: #161616; color: #eee; } .bar { background: #61a5c2; } }
""".strip()


def page(summary: Summary, title: str) -> str:
    """The page."""
    return "\n".join(_page(summary, title)) + "\n"


def _page(summary: Summary, title: str) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>"
    yield (
        f"<p>{summary.records:,} records, {summary.complete:,} of them whole games; {summary.rounds:,} rounds and "
        f"{summary.actions:,} actions were judged.</p>"
    )
    if summary.stopped:
        yield f"<p>{told_stopped(summary.stopped)}.</p>"
    if summary.unfinished:
        yield f"<p>{escape(told_unfinished(summary.unfinished))}.</p>"
    yield from _table("Records by status", ("status", "records"), ordered_counts(summary.statuses))
    charts = (
        ("Violations by clause", "records in which a clause was broken", summary.clauses),
        ("Violations by table", "records with violations", summary.tables),
        ("Violations by player", "findings at a player's seat", summary.players),
        ("Irregularities that stand, by clause", "records", summary.irregular),
        ("Rule sets", "records", summary.rules),
    )
    for heading, meaning, counts in charts:
        yield from _chart(heading, meaning, counts)
    yield from _first(summary)
    yield from _open(summary)
    yield "</body>\n</html>"


def _table(heading: str, head: Sequence[str], rows: Sequence[tuple[str, int]]) -> Iterator[str]:
    yield f"<h2>{escape(heading)}</h2>\n<table>\n<tr>{''.join(f'<th>{escape(one)}</th>' for one in head)}</tr>"
    for name, count in rows:
        yield f'<tr><td>{escape(name)}</td><td class="number">{count:,}</td></tr>'
    yield "</table>"


def _chart(heading: str, meaning: str, counts: Counter[str]) -> Iterator[str]:
    """Bars, longest first, each with its number: a table for who cannot see them."""
    if not counts:
        return
    rows = ordered_counts(counts)
    more = len(rows) - _BARS
    said = f"{meaning}; the {_BARS} largest of {len(rows):,}" if more > 0 else meaning
    yield f"<h2>{escape(heading)}</h2>\n<p>{escape(said)}</p>\n<table>"
    for name, count in rows[:_BARS]:
        bar = f'<div class="bar" style="width: {100 * count / rows[0][1]:.1f}%"></div>'
        yield f'<tr><th>{escape(name)}</th><td class="bars">{bar}</td><td class="number">{count:,}</td></tr>'
    yield "</table>"


def _first(summary: Summary) -> Iterator[str]:
    yield "<h2>Records to look at first</h2>"
    if not summary.first:
        yield "<p>None: nothing is wrong anywhere.</p>"
        return
    if len(summary.first) == MOST_SHOWN:
        yield f"<p>The first {MOST_SHOWN}; all are in <code>records.jsonl</code>.</p>"
    yield "<table>\n<tr><th>record</th><th>status</th><th>what is first</th><th>where</th></tr>"
    for row in summary.first:
        where = f"round {row['first_round']}" if row["first_round"] else ""
        where += f", turn {row['first_turn']}" if row["first_turn"] else ""
        cited = " ".join(part for part in (row["first_clause"], row["first_code"]) if part)
        said = f"{cited}: {row['first_message']}" if cited else row["first_message"]
        named = f" ({escape(row['record_id'])})" if row["record_id"] else ""
        yield (
            f"<tr><td><code>{escape(row['key'])}</code>{named}</td><td>{escape(row['status'])}</td>"
            f"<td>{escape(said)}</td><td>{escape(where)}</td></tr>"
        )
    yield "</table>"


def _open(summary: Summary) -> Iterator[str]:
    """The games that are not finished."""
    if not summary.open:
        return
    yield "<h2>Unfinished games</h2>"
    if summary.unfinished > len(summary.open):
        yield f"<p>The first {MOST_SHOWN} of {summary.unfinished:,}.</p>"
    yield "<table>\n<tr><th>record</th><th>rounds</th></tr>"
    for row in summary.open:
        named = f" ({escape(row['record_id'])})" if row["record_id"] else ""
        yield f'<tr><td><code>{escape(row["key"])}</code>{named}</td><td class="number">{row["rounds"]:,}</td></tr>'
    yield "</table>"
