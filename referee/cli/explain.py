"""`referee explain WORD …`: what a code means, or where every value of a rule set comes from.

A word of CH and three figures is a code, CH9xx one of the judge of records, as is a word in capitals, or of words
joined by `_`; any other is a rule set.
"""

from __future__ import annotations

import json
import re
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from referee.cli.failures import CommandError, nearest, quoted
from referee.cli.terminal import paint, wrapped
from referee.diagnostics.codes import CODES, UNUSED
from referee.diagnostics.explanation import Explanation, Sample, explanation, is_code

_INDENT = "  "
_ALL = "rulesets/DIAGNOSTICS.md"
_CLAUSE = re.compile(r"[a-z]+(\.[0-9]+)+")
_ALMOST_A_CODE = re.compile(r"CH[0-9]+")
"""No rule set is called like either, and a file is told by its ending."""


def run(arguments: Namespace) -> int:
    """Print a page, a finding, or values."""
    word: str = arguments.word
    if arguments.path is not None and not arguments.path.strip():
        raise CommandError("a path or a clause is missing behind the rule set, found ``; leave it out to see all")
    if _CLAUSE.fullmatch(word):
        told = f"`{word}` is a clause of some rule set; `referee explain RULESET {word}` shows what stands below it"
        raise CommandError(told, "RULE_SET_UNKNOWN")
    if is_code(word.upper()) or _ALMOST_A_CODE.fullmatch(word.upper()):
        _refuse_path(arguments, "a code")
        _explain_code(word.upper(), as_json=arguments.json)
    elif (word.isupper() or "_" in word) and word.replace("_", "").isalpha():
        from referee.cli.explain_finding import explain_finding  # noqa: PLC0415 - loads the judge

        _refuse_path(arguments, "a finding")
        explain_finding(word.upper(), as_json=arguments.json)
    else:
        from referee.cli.explain_values import explain_values  # noqa: PLC0415 - loads the compiler

        explain_values(word, arguments.path or "", arguments.lang, as_json=arguments.json)
    return 0


def _refuse_path(arguments: Namespace, what: str) -> None:
    if arguments.path:
        raise CommandError(f"{what} has no path, found {quoted(arguments.path)}")


def _explain_code(code: str, *, as_json: bool) -> None:
    if code.startswith("CH9") and is_code(code):
        from referee.cli.explain_finding import explain_number  # noqa: PLC0415 - loads the judge

        explain_number(code, as_json=as_json)
        return
    if code in UNUSED:
        why = UNUSED[code]
        told = {"code": code, "unused": why}
        print(json.dumps(told, ensure_ascii=False, indent=2) if as_json else wrapped(f"{code} is not used: {why}."))
        return
    if code not in CODES:
        near = nearest(code, CODES)
        guess = f"; did you mean `{near}`?" if near else ""
        raise CommandError(f"no mistake has the code `{code}`{guess}; {_ALL} lists them all", "CODE_UNKNOWN")
    page = explanation(code)
    if as_json:
        print(json.dumps(_plain(page), ensure_ascii=False, indent=2))
        return
    print("\n\n".join(_blocks(page)))


def _blocks(page: Explanation) -> Iterator[str]:
    """The page as people read it, paragraph by paragraph."""
    from referee.diagnostics.render import render_text  # noqa: PLC0415 - not for --json

    yield f"{paint(page.code, 'bold')} {page.title} ({CODES[page.code].severity})"
    yield _prose(page.meaning)
    yield _prose(page.reason)
    if not page.wrong.absent:
        yield from _files(page.wrong, "with the mistake")
    yield f"{paint('what the checker says', 'bold')}\n\n{_indented(render_text(_told(page)))}"
    yield from _files(page.right, "mended")
    yield "\n".join(["read on: " + "\n         ".join(f"rulesets/{place}" for place in page.read_on)])


def _prose(text: str) -> str:
    return "\n\n".join(wrapped(paragraph) for paragraph in text.split("\n\n"))


def _files(sample: Sample, what: str) -> Iterator[str]:
    for name, text in ((sample.name, sample.text), *sample.beside.items()):
        label = what if name == sample.name else "beside it"
        yield f"{paint(name, 'bold')}, {label}\n\n{_indented(text)}"


def _indented(text: str) -> str:
    return "\n".join(f"{_INDENT}{line}".rstrip() for line in text.splitlines())


def _told(page: Explanation) -> Any:
    """What the checker says of the wrong file, found out now."""
    from referee.library.shelf import FolderShelf  # noqa: PLC0415 - loads the compiler
    from referee.suite.lessons import demonstrated  # noqa: PLC0415

    return demonstrated(page, FolderShelf())


def _plain(page: Explanation) -> dict[str, object]:
    from referee.diagnostics.render import plain_list  # noqa: PLC0415 - not for people

    return {
        "code": page.code,
        "severity": CODES[page.code].severity,
        "title": page.title,
        "meaning": page.meaning,
        "reason": page.reason,
        "wrong": {**_plain_files(page.wrong), "diagnostics": list(plain_list(_told(page)))},
        "right": _plain_files(page.right),
        "read_on": [f"rulesets/{place}" for place in page.read_on],
    }


def _plain_files(sample: Sample) -> dict[str, object]:
    return {"file": sample.name, "text": sample.text, "beside": dict(sample.beside)}
