"""One slip of the pen in a sound rule file is told once, and nothing that only follows from it.

The slips are those of people who type rules: letters exchanged, a colon, comma, quote or brace left out, a blank too many
or too few. Names that a file gives itself are left alone: whoever changes one changes it for all who use it.
"""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.diagnostics import Diagnostic, Severity
from referee.workshop.check import check
from tests.tables import FILES

NAMES = ("house-b", "house-c", "house-k", "house-p", "house-r")


def errors(name: str, text: str) -> list[Diagnostic]:
    found = check(text.encode(), f"{name}.yaml", FILES).diagnostics
    return [each for each in found if each.severity is Severity.ERROR]


def rules(name: str) -> str:
    content = FILES.find(name)
    assert content is not None
    return re.sub(r"\n(book|refusals|title):.*?(?=\n\S|\Z)", "", content.decode(), flags=re.DOTALL)


def exchanged(line: str) -> Iterator[str]:
    """The line with two neighbouring letters of one word exchanged, or the last one dropped."""
    for word in re.finditer(r"[a-z_]{4,}", line):
        letters = word[0]
        slip = letters[0] + letters[2] + letters[1] + letters[3:] if letters[1] != letters[2] else letters[:-1]
        yield line[: word.start()] + slip + line[word.end() :]


def slips(line: str) -> Iterator[str]:
    """The line with one slip in it, each way there is."""
    yield f" {line}"
    if line.startswith("  "):
        yield line[1:]
    if key := re.match(r"( *(?:- )?[\w.]+):(.*)", line):
        yield key[1] + key[2]
        if key[2].strip() and key[2][1:2] not in '"{[':
            yield f"{line}: x"
            yield f'{key[1]}: "{key[2].strip()}'
    if "}" in line:
        yield line.replace("}", "", 1)
    if ", " in line and "{" in line:
        yield line.replace(", ", " ", 1)
    yield from exchanged(line)


@cache
def faulty(name: str) -> list[str]:
    """Every file that one slip makes of a sound one."""
    lines = rules(name).split("\n")
    return [
        "\n".join([*lines[:number], slip, *lines[number + 1 :]])
        for number, line in enumerate(lines)
        if line.strip() and not line.lstrip().startswith("#")
        for slip in slips(line)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_the_files_are_sound(name: str) -> None:
    assert errors(name, rules(name)) == []


@given(st.sampled_from(NAMES).flatmap(lambda name: st.tuples(st.just(name), st.sampled_from(faulty(name)))))
@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
def test_one_slip_is_told_once(slip: tuple[str, str]) -> None:
    told = errors(*slip)
    assert len(told) <= 1, [f"{each.code} {each.message}" for each in told]


def test_slips_are_told() -> None:
    """Most of them: a blank more at the end of an entry is none, and some letters exchanged make another word."""
    texts = faulty("house-b")
    assert sum(bool(errors("house-b", text)) for text in texts) > len(texts) * 0.7
