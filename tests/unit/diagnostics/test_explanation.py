"""How a page of a code is read, and what is no page."""

import pytest

from referee.diagnostics.explanation import explanation, is_code, read_page

PAGE = """\
What it is.

And more of it.

## Why

Because.

## Wrong

```yaml casa.yaml:4:3
rule_set: casa
```

```yaml tia.yaml
rule_set: tia
```

## Right

```yaml casa.yaml
rule_set: casa
  - №
… 3 times
done: yes
```

## Read on

- README.md#options
- VOCABULARY.md
"""


def test_a_page() -> None:
    page = read_page("CH206", PAGE)
    assert (page.meaning, page.reason) == ("What it is.\n\nAnd more of it.", "Because.")
    assert (page.wrong.name, page.wrong.place, page.wrong.beside) == (
        "casa.yaml",
        "4:3",
        {"tia.yaml": "rule_set: tia\n"},
    )
    assert page.right.written_out == "rule_set: casa\n  - 1\n  - 2\n  - 3\ndone: yes\n"
    assert page.read_on == ("README.md#options", "VOCABULARY.md")
    assert page.title == "definitions in a circle"


def test_words_behind_a_name() -> None:
    page = read_page(
        "CH011", PAGE.replace(":4:3", ":4:3 latin-1 CH201").replace("casa\n```\n\n```yaml t", "ñ\n```\n\n```yaml t")
    )
    assert page.wrong.content == b"rule_set: \xf1\n"
    assert page.wrong.also == {"CH201"}
    assert not page.wrong.absent
    assert read_page("CH015", PAGE.replace(":4:3", " absent")).wrong.absent


@pytest.mark.parametrize(
    "text",
    [
        PAGE.replace("## Why", "## Because"),
        PAGE.replace("\nBecause.\n", ""),
        PAGE.replace("```yaml casa.yaml:4:3", "```text casa.yaml"),
        PAGE.replace("## Right\n", "## Right\n\nLike this:\n"),
        PAGE.partition("## Read on")[0],
    ],
)
def test_what_is_no_page(text: str) -> None:
    with pytest.raises(ValueError, match="the page of CH206"):
        read_page("CH206", text)


def test_codes() -> None:
    assert [word for word in ("CH206", "CH20", "CH2066", "ch206", "NOT_IN_HAND", "XCH206") if is_code(word)] == [
        "CH206"
    ]
    with pytest.raises(KeyError):
        explanation("CH999")
