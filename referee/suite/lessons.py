"""What the checker says of the rule files on the pages of its own codes, and the reference that is made of both.

So no page can promise what the checker does not do: `referee explain`, `rulesets/DIAGNOSTICS.md` and a test run them.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from referee.diagnostics import CODES, Diagnostic
from referee.diagnostics.codes import UNUSED
from referee.diagnostics.explanation import Explanation, Sample, explanation
from referee.diagnostics.render import render_text
from referee.library import Library
from referee.rules.model import RuleSet
from referee.ruleset.load import Shelf
from referee.suite.grounds import Grounds
from referee.suite.model import SUFFIX
from referee.suite.reading import read_tests
from referee.suite.untested import covered
from referee.table import bind
from referee.workshop.check import check
from referee.workshop.proof.prove import prove
from referee.workshop.proof.telling import diagnostics as proved
from referee.yamltree.messages import cannot_open

FAMILIES: Mapping[str, str] = {
    "CH0": "Reading",
    "CH1": "Shape",
    "CH2": "Names",
    "CH3": "Expressions",
    "CH4": "Types and units",
    "CH5": "Is the game possible?",
    "CH6": "Logic, cost and size",
    "CH7": "Building on other rules",
    "CH8": "Examples and texts",
}
"""What the first figure of a code says."""

_HEAD = """\
# Diagnostics

What `referee check`, `referee prove` and `referee test` may say of a rule file, code by code. This page is made from
`referee/diagnostics/explanations/` by `.ci/lessons.py`, which runs every example; `referee explain CH206` prints one of
them.

A code never changes its meaning. An *error* of `check` keeps the rules from being used; a *warning*, an *information*
and whatever `prove` says do not.
"""


_TAIL = """\
## Records

CH901 to CH910 are mistakes of game records, which have names besides: see [FINDINGS.md](FINDINGS.md).

## Numbers without a mistake

| code | why nobody can make it |
|---|---|
"""


@dataclass(frozen=True, slots=True)
class _Beside:
    """A shelf with the files of a page in front."""

    files: Mapping[str, str]
    behind: Shelf

    def find(self, name: str) -> bytes | None:
        text = self.files.get(f"{name}.yaml")
        return self.behind.find(name) if text is None else text.encode()

    def names(self) -> Sequence[str]:
        own = {file.removesuffix(".yaml") for file in self.files}
        return sorted(own.union(self.behind.names()))


def diagnosed(sample: Sample, shelf: Shelf) -> tuple[Diagnostic, ...]:
    """Everything `referee check` says of a file of a page, built on what lies beside it and on `shelf`.

    Where the page says so, what `referee prove` says of it too, or `referee test --coverage`.
    """
    if sample.absent:
        return (cannot_open(sample.name, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))),)
    checked = check(sample.content, sample.name, _Beside(sample.beside, shelf))
    if checked.rule_set is not None and sample.tested:
        return (*checked.diagnostics, *_untested(sample, checked.rule_set))
    if not sample.proved or checked.rule_set is None:
        return checked.diagnostics
    proof = prove(bind(checked.rule_set), Random(0))  # noqa: S311 - the same sample at every run
    return (*checked.diagnostics, *proved(proof))


def _untested(sample: Sample, rules: RuleSet) -> tuple[Diagnostic, ...]:
    """What the tests beside a file do not show of it; a test that fails shows nothing, so none may."""
    name = f"{sample.name.removesuffix('.yaml')}{SUFFIX}"
    read = read_tests(sample.beside[name].encode(), name)
    assert read.file is not None, read.diagnostics
    return covered(read.file, Grounds(rules, Library())).diagnostics


def demonstrated(page: Explanation, shelf: Shelf) -> tuple[Diagnostic, ...]:
    """What the checker says of the wrong file with the code of the page; what else comes along is left out."""
    return tuple(one for one in diagnosed(page.wrong, shelf) if one.code == page.code)


def reference(shelf: Shelf) -> str:
    """`rulesets/DIAGNOSTICS.md`: every page, family by family."""
    parts = [_HEAD]
    for start, family in FAMILIES.items():
        codes = [code for code in CODES if code.startswith(start)]
        if codes:
            parts.append(f"## {family}\n\n" + _index(codes))
            parts.extend("\n".join(_page(explanation(code), shelf)) for code in codes)
    unused = "".join(f"| {code} | {why} |\n" for code, why in UNUSED.items())
    return "\n".join([*parts, f"{_TAIL}{unused}"])


def _index(codes: Sequence[str]) -> str:
    rows = "".join(f"| [{code}](#{code.lower()}) | {CODES[code].severity} | {CODES[code].title} |\n" for code in codes)
    return f"| code | | the mistake |\n|---|---|---|\n{rows}"


def _page(page: Explanation, shelf: Shelf) -> Iterator[str]:
    title = page.title[0].upper() + page.title[1:]
    yield f"### {page.code}\n\n**{title}.** {page.meaning}\n\n*Why?* {page.reason}\n"
    if not page.wrong.absent:
        yield from _files(page.wrong)
    yield f"```text\n{render_text(demonstrated(page, shelf))}```\n\nMended:\n"
    yield from _files(replace(page.right, beside={}) if page.right.proved else page.right)
    yield f"Read on: {', '.join(f'[{_named(place)}]({place})' for place in page.read_on)}\n"


def _files(sample: Sample) -> Iterator[str]:
    for name, text in ((sample.name, sample.text), *sample.beside.items()):
        yield f"```yaml {name}\n{text}```\n"


def _named(place: str) -> str:
    """`Building on other rules` for `README.md#building-on-other-rules`, the page in front where it is another one."""
    file, _, anchor = place.partition("#")
    heading = anchor.replace("-", " ")
    return heading if file == "README.md" else f"{file.removesuffix('.md').lower()}: {heading}"
