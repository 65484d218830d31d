"""The canonical layout of a rule file: what goes where, and where comments go along."""

import pytest

from referee.library.shelf import FolderShelf
from referee.workshop.fmt import fmt_rules

WRITTEN = """\
# a family's rules

# second head
format:   1
rule_set: "casa" # the name
extends: 'spanish-40'
# how a close works
close:   # closing

  outcomes:
      plain: {writes: deadwood*1,
              # what it rests on
              clause: es.8} # behind
  # conditions
  may_close: {casa.1: (loose.count) at most  1 cards}
  # the end of closing
points:
  es.13: {points: "25" , when: card.joker}


options:
  limit: {default: 150, from: 50, to: 200}
  jokers: { fixed: 2 }
examples:
- close: 10o 10c 10e 10b 1o 1c 2e   # two loose cards
  refused: casa.1
- {hand: "12o 11c 7e 5b 3o 1e 10b", deadwood: 48} # only asked
book:
  casa.1:
    es: |
        En esta mesa,
          una carta suelta.
    en: "At this table: {limit} # not a comment" # a comment
# the end
"""

CANONICAL = """\
# a family's rules

# second head
rule_set: casa  # the name
format: 1
extends: spanish-40

options:
  limit:  {from: 50, to: 200, default: 150}
  jokers: {fixed: 2}

points:
  es.13: {when: card.joker, points: 25}

# how a close works
close:  # closing
  # conditions
  may_close: {casa.1: loose.count at most 1 card}

  outcomes:
    plain:
      # what it rests on
      clause: es.8  # behind
      writes: deadwood * 1
  # the end of closing

book:
  casa.1:
    en: "At this table: {limit} # not a comment"  # a comment
    es: |
      En esta mesa,
        una carta suelta.

examples:
  - close: 10o 10c 10e 10b 1o 1c 2e  # two loose cards
    refused: casa.1
  - {hand: 12o 11c 7e 5b 3o 1e 10b, deadwood: 48}  # only asked
# the end
"""


def formatted(text: str, name: str = "casa.yaml") -> str:
    made = fmt_rules(text.encode(), name, FolderShelf())
    assert made.text is not None, made
    return made.text


def test_keys_comments_and_quotes_find_their_places() -> None:
    assert formatted(WRITTEN) == CANONICAL
    assert formatted(CANONICAL) == CANONICAL


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("es.4: ((deadwood) at most (5 points))", "es.4: deadwood at most 5 points"),
        ("es.4: 'deadwood at most 5'", "es.4: deadwood at most 5"),
        ("es.4: melded in [ 4,5 , 7]", "es.4: melded in [4, 5, 7]"),
        ("es.4:\n      deadwood\n      at most 5", "es.4: deadwood at most 5"),
        ("es.4: >-\n      deadwood\n      at most 5", "es.4: deadwood at most 5"),
    ],
)
def test_expressions_are_printed_by_the_language(written: str, canonical: str) -> None:
    head = "rule_set: casa\nformat: 1\nextends: spanish-40\nclose:\n  may_close:\n    "
    assert formatted(f"{head}{written}\n") == f"{head}{canonical}\n"


def test_what_is_too_long_for_a_line_is_broken() -> None:
    parts = " and ".join(f"deadwood at most {number} points" for number in range(50, 60))
    head = "rule_set: casa\nformat: 1\nextends: spanish-40\nclose:\n  may_close:\n"
    text = formatted(f"{head}    es.4: {parts}\n")
    assert max(map(len, text.splitlines())) <= 120
    assert " ".join(text.split("es.4: >-")[1].split()) == parts
    assert formatted(text) == text


def test_windows_line_ends_tabs_and_marks_go() -> None:
    text = "\ufeffrule_set: casa\r\nformat: 1\t# one\r\nextends: spanish-40   \r\n\r\n\r\n\r\ntable: {seats: 2}\r\n"
    assert formatted(text) == ("rule_set: casa\nformat: 1  # one\nextends: spanish-40\n\ntable: {seats: 2}\n")


@pytest.mark.parametrize(
    ("text", "codes"),
    [("rule_set: casa\nformat: 1\nformat: 1\n", ["CH002"]), ("rule_set: [casa\n", ["CH014"]), ("", ["CH102"])],
)
def test_what_cannot_be_read_is_left_alone_and_told(text: str, codes: list[str]) -> None:
    made = fmt_rules(text.encode(), "casa.yaml", FolderShelf())
    assert made.text is None
    assert [one.code for one in made.diagnostics] == codes


def test_mistakes_that_are_not_yaml_are_no_hindrance() -> None:
    text = "format: 1\nrule_set: casa\nextends: spanish-40\nclose: {may_close: {es.4: deadwod below 5}}\n"
    assert formatted(text).startswith("rule_set: casa\nformat: 1\n")
