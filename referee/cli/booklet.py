"""`referee booklet RULESET`: the printed rules of a table with pictures, as Markdown, as one HTML page, or as PDF."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from dataclasses import asdict
from pathlib import Path

from referee.booklet import Booklet, booklet_of
from referee.booklet.html import to_html
from referee.booklet.markdown import picture_names, to_markdown
from referee.booklet.pictures import drawing
from referee.booklet.typeset import NoTypesetterError, to_pdf
from referee.cli.asking import rule_set, table_for
from referee.cli.failures import CommandError, quoted
from referee.cli.show import base
from referee.library import Library
from referee.rules.model import RuleSet
from referee.voice import title

_PICTURES = "cards"
"""What is added to the name of a Markdown file for the folder of its pictures."""


def run(arguments: Namespace) -> int:
    """Print the booklet, or write it to a file."""
    found = rule_set(arguments.rule_set)
    if not found.playable:
        raise CommandError(base(found), "NOT_PLAYABLE")
    if arguments.json and (arguments.format or arguments.out):
        raise CommandError("--json prints the booklet as an object; leave out --format and --out")
    made = booklet_of(table_for(found, arguments), arguments.lang, _titles(found, arguments.lang))
    if arguments.json:
        print(json.dumps(asdict(made), ensure_ascii=False, indent=2, default=sorted))
        return 0
    form = arguments.format or _form(arguments.out)
    if arguments.out is not None:
        _write(made, form, Path(arguments.out))
    elif form == "pdf":
        if sys.stdout.isatty():
            raise CommandError("a PDF is no text for a terminal; give it a file with --out FILE")
        sys.stdout.buffer.write(_pdf(made))
    else:
        print(to_html(made) if form == "html" else to_markdown(made), end="")
    return 0


def _titles(found: RuleSet, lang: str) -> dict[str, str]:
    """The titles of the rule sets it is built on, as far as the library has them."""
    library = Library()
    known = set(library.names())
    return {name: title(library.rule_set(name), lang) for name in (*found.extends, *found.adopts) if name in known}


_FORMS = {"": "md", ".md": "md", ".markdown": "md", ".txt": "md", ".html": "html", ".htm": "html", ".pdf": "pdf"}


def _form(out: str | None) -> str:
    """The form that the name of a file asks for, Markdown where it has no ending; CommandError for any other ending."""
    ending = Path(out).suffix.lower() if out else ""
    if ending not in _FORMS:
        told = f"a booklet is written as .md, .html or .pdf, found {quoted(ending)}; `--format` says which it is"
        raise CommandError(f"{told} if the file has to be called so")
    return _FORMS[ending]


def _pdf(made: Booklet) -> bytes:
    try:
        return to_pdf(made)
    except NoTypesetterError as error:
        raise CommandError(
            "`--format pdf` needs the extra `pdf`, in the folder of the referee `pip install '.[pdf]'`; without it,"
            f" print the page of `--format html` from a browser ({error})",
            "EXTRA_MISSING",
        ) from error


def _write(made: Booklet, form: str, path: Path) -> None:
    """Write the file; of Markdown the pictures too, into a folder beside it. What is written is told; CommandError."""
    try:
        _put(made, form, path)
    except OSError as error:
        why = (error.strerror or "it is not said why").lower()
        raise CommandError(f"{quoted(str(path))} cannot be written: {why}", "CANNOT_READ_OR_WRITE") from error
    print(path)


def _put(made: Booklet, form: str, path: Path) -> None:
    if form == "pdf":
        path.write_bytes(_pdf(made))
    elif form == "html":
        path.write_text(to_html(made), encoding="utf-8", newline="\n")
    else:
        folder = path.with_name(f"{path.stem}-{_PICTURES}")
        names = picture_names(made)
        if names:
            folder.mkdir(exist_ok=True)
        examples = [example for _, example in made.examples]
        for name, example in zip(names, examples, strict=True):
            (folder / name).write_text(drawing(example.row, example.said), encoding="utf-8", newline="\n")
        addresses = [f"{folder.name}/{name}" for name in names]
        path.write_text(to_markdown(made, addresses), encoding="utf-8", newline="\n")
