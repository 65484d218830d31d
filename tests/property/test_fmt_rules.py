"""`fmt` of rule files: the same rules, the same comments, and nothing to do the second time.

Over all rule sets, house rules and golden files as they stand, and over the rule sets with comments, blank lines and
blanks strewn in and sections exchanged.
"""

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from referee.diagnostics import Severity
from referee.library.shelf import FolderShelf
from referee.workshop.check import check
from referee.workshop.fmt import fmt_rules
from referee.yamltree.comments import comments

ROOT = Path(__file__).parents[2]
RULES = sorted(path for path in (ROOT / "rulesets").rglob("*.yaml") if not path.stem.endswith("_test"))
GOOD = [*RULES, *sorted((ROOT / "tests/golden/good").glob("*.yaml")), *sorted((ROOT / "tests/rules").glob("*.yaml"))]
BAD = sorted(path for path in (ROOT / "tests/golden/bad").rglob("*.yaml") if path.parent.name != "bases")


def shelf(path: Path) -> FolderShelf:
    return FolderShelf([path.parent / "bases", path.parent])


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_rule_sets_are_canonical(path: Path) -> None:
    made = fmt_rules(path.read_bytes(), path.name, shelf(path))
    assert made.text == path.read_text("utf-8"), made.reason


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_files_keep_their_digest(path: Path) -> None:
    made = fmt_rules(path.read_bytes(), path.name, shelf(path))
    assert made.text is not None, made
    before, after = (check(each, path.name, shelf(path)).rule_set for each in (path.read_bytes(), made.text.encode()))
    assert before is not None
    assert after is not None
    assert before.digest == after.digest
    assert [(one.key, one.texts) for one in before.book] == [(one.key, one.texts) for one in after.book]
    assert fmt_rules(made.text.encode(), path.name, shelf(path)).text == made.text


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_files_are_formatted_or_left_alone(path: Path) -> None:
    made = fmt_rules(path.read_bytes(), path.name, shelf(path))
    if made.text is None:
        assert made.diagnostics or made.reason
    else:
        assert fmt_rules(made.text.encode(), path.name, shelf(path)).text == made.text


@pytest.mark.parametrize("path", BAD[::6], ids=lambda path: path.stem)
def test_bad_files_get_no_more_errors(path: Path) -> None:
    made = fmt_rules(path.read_bytes(), path.name, shelf(path))
    texts = (path.read_bytes(), path.read_bytes() if made.text is None else made.text.encode())
    before, after = (check(text, path.name, shelf(path)) for text in texts)
    assert sum(one.severity is Severity.ERROR for one in after.diagnostics) <= sum(
        one.severity is Severity.ERROR for one in before.diagnostics
    )
    if before.rule_set is not None:
        assert sorted(one.code for one in after.diagnostics) == sorted(one.code for one in before.diagnostics)


TEXTS = ("#", "en:", "es:", "eu:", "fr:", "pt:", "tr:")


def strewn(text: str, chance: random.Random) -> tuple[str, list[str]]:
    """The text with comments, blank lines and blanks where a rule file may have them, and the comments put in."""
    lines: list[str] = []
    put: list[str] = []
    for number, written in enumerate(text.splitlines()):
        kind, line = chance.randrange(6), written
        words = written.lstrip()
        indent = written[: len(written) - len(words)]
        if kind == 0:
            lines.extend([""] * chance.randrange(1, 3))
        elif kind == 1:
            put.append(f"# before {number}: {{a, 'b' \"c\"}}")
            lines.append(f"{indent}{put[-1]}")
        elif kind == 2 and words and not words.startswith(TEXTS):
            put.append(f"# behind {number}")
            line = f"{written}{' ' * chance.randrange(1, 4)}{put[-1]}"
        elif kind == 3 and "{" in written and not words.startswith(TEXTS):
            head, _, rest = written.partition("{")
            put.append(f"# within {number}")
            line = f"{head}{{ {put[-1]}\n{indent}      {rest}"
        elif kind == 4 and not words.startswith("#"):
            line = written.replace(": ", ":  ", 1) + "  "
        lines.append(line)
    return "\n".join(lines), put


@settings(
    max_examples=10,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate],
)
@given(st.sampled_from(RULES), st.randoms(use_true_random=False))
def test_comments_and_blanks_wherever_they_stand(path: Path, chance: random.Random) -> None:
    text, put = strewn(path.read_text("utf-8"), chance)
    made = fmt_rules(text.encode(), path.name, shelf(path))
    assert made.text is not None, (made, text)
    kept = Counter(each.text for each in comments(made.text) or ())
    assert not Counter(put) - kept
    assert made.text.count("\n\n\n") == 0
    assert fmt_rules(made.text.encode(), path.name, shelf(path)).text == made.text


@settings(
    max_examples=10,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate],
)
@given(st.sampled_from(RULES), st.randoms(use_true_random=False))
def test_sections_in_any_order_come_out_in_one(path: Path, chance: random.Random) -> None:
    text = path.read_text("utf-8")
    head, *sections = text.split("\n\n")
    chance.shuffle(sections)
    made = fmt_rules(
        "\n\n".join([head.strip(), *(one.strip("\n") for one in sections), ""]).encode(), path.name, shelf(path)
    )
    assert made.text is not None, made
    assert [line for line in made.text.splitlines() if line] == [line for line in text.splitlines() if line]


SLIPS = (
    "#",
    " # x",
    "\n",
    "\t",
    "  ",
    "{",
    "}",
    "[",
    "]",
    ":",
    '"',
    "'",
    "|",
    ">",
    "- ",
    "\r\n",
    "ñ",
    ",",
    "&a",
    "!t",
    "---\n",
)


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate],
)
@given(st.sampled_from(BAD), st.lists(st.tuples(st.integers(0, 10**6), st.sampled_from(SLIPS)), min_size=1, max_size=4))
def test_whatever_the_slips_a_file_is_formatted_once_or_left_alone(path: Path, slips: list[tuple[int, str]]) -> None:
    text = path.read_bytes().decode("utf-8", "replace")[:5_000]
    for place, slip in slips:
        at = place % (len(text) + 1)
        text = text[:at] + slip + text[at:]
    made = fmt_rules(text.encode(), path.name, shelf(path))
    if made.text is None:
        assert made.diagnostics or made.reason
    else:
        assert fmt_rules(made.text.encode(), path.name, shelf(path)).text == made.text
