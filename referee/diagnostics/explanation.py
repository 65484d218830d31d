"""What a code means, told at length: one page for each code, in `explanations/`, from which everything else is made.

A page is Markdown with fixed headings. Above the first one stands the meaning, in an author's words; `Why` says what
the check protects from; `Wrong` and `Right` hold the same rule file with the mistake and mended; `Read on` lists
places in `rulesets/`. A file stands in a fence, `yaml NAME` or, where something is told of it, `yaml NAME:LINE:COLUMN`
with the place of the diagnostic; further fences are files that lie beside it. Words behind that: a name of an
encoding, `absent` for a file that is not there, `proved` where it is `referee prove` that finds the mistake (the right
file then has the same ones beside it), `tested` where `referee test --coverage` finds it by the tests that lie beside
the file, or a code that cannot but come along. A line `… N times` stands for
the line above it, so many times in all, with its number in the place of `№`. `workshop.lessons` runs what stands there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from referee.diagnostics.codes import CODES

FOLDER = Path(__file__).resolve().parent / "explanations"

_SECTIONS = ("", "Why", "Wrong", "Right", "Read on")
_CODE = re.compile(r"CH[0-9]{3}")
_FENCE = re.compile(r"^```yaml ([^\s:]+)(?::(\d+:\d+))?((?: [\w-]+)*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_REPEATED = re.compile(r"(.*\n)… ([0-9]+) times\n")
_HEADING = re.compile(r"^## (.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Sample:
    """A rule file of a page: its name, its text as the page shows it, and what lies beside it (name to text).

    `place` is line and column of the first diagnostic with the code, `5:3`, "" where it has none; `also` are codes told
    beside it. `absent` is a file that is not there; `proved`: what it does wrong is decided by a proof,
    `tested`: by the tests beside it.
    """

    name: str
    text: str
    place: str = ""
    encoding: str = "utf-8"
    absent: bool = False
    proved: bool = False
    tested: bool = False
    also: frozenset[str] = frozenset()
    beside: Mapping[str, str] = field(default_factory=dict)

    @property
    def content(self) -> bytes:
        """The bytes of the file, lines that are shown once written out."""
        return self.written_out.encode(self.encoding)

    @property
    def written_out(self) -> str:
        """The text with every line that is shown once as often as it stands in the file."""
        return _REPEATED.sub(_repeated, self.text)


@dataclass(frozen=True, slots=True)
class Explanation:
    """One page: paragraphs of Markdown without headings, the two rule files, and where to read on (file#heading)."""

    code: str
    meaning: str
    reason: str
    wrong: Sample
    right: Sample
    read_on: tuple[str, ...]

    @property
    def title(self) -> str:
        """The mistake in a few words."""
        return CODES[self.code].title


def _repeated(found: re.Match[str]) -> str:
    return "".join(found[1].replace("№", str(number)) for number in range(1, int(found[2]) + 1))


def is_code(word: str) -> bool:
    """Whether a word has the form of a code: CH and three digits."""
    return _CODE.fullmatch(word) is not None


@cache
def explanation(code: str) -> Explanation:
    """The page of a code of the table; KeyError for any other."""
    _ = CODES[code]
    return read_page(code, (FOLDER / f"{code}.md").read_text(encoding="utf-8"))


def read_page(code: str, text: str) -> Explanation:
    """A page from its Markdown; ValueError if it is not written as pages are."""
    pieces = _HEADING.split(text)
    sections = dict(zip(("", *pieces[1::2]), pieces[::2], strict=True))
    if tuple(sections) != _SECTIONS or not all(part.strip() for part in sections.values()):
        raise ValueError(f"the page of {code} needs the sections {', '.join(_SECTIONS[1:])}, each with a text")
    wrong, right = _sample(code, sections["Wrong"]), _sample(code, sections["Right"])
    if wrong.proved:
        right = replace(right, proved=True, beside=wrong.beside)
    return Explanation(
        code,
        sections[""].strip(),
        sections["Why"].strip(),
        wrong,
        right,
        tuple(line.removeprefix("- ") for line in sections["Read on"].strip().splitlines()),
    )


def _sample(code: str, section: str) -> Sample:
    found = list(_files(section))
    if not found or _FENCE.sub("", section).strip():
        raise ValueError(f"the page of {code} wants fences `yaml NAME` under Wrong and Right, and nothing else")
    (name, place, words, text), *others = found
    beside = {other: content for other, _, _, content in others}
    also = frozenset(word for word in words if is_code(word))
    encodings = [word for word in words if word not in {"absent", "proved", "tested", *also}]
    return Sample(
        name,
        text,
        place,
        encoding=(*encodings, "utf-8")[0],
        absent="absent" in words,
        proved="proved" in words,
        tested="tested" in words,
        also=also,
        beside=beside,
    )


def _files(section: str) -> Iterator[tuple[str, str, list[str], str]]:
    for fence in _FENCE.finditer(section):
        yield fence[1], fence[2] or "", fence[3].split(), fence[4]
