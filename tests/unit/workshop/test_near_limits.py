"""Files as large as the limits allow, each bad or dear in a way of its own: none keeps a check busy, none fills memory.

Times are of the processor and bounds three times what the slowest takes; they were minutes before somebody looked. What
counts is that nothing grows with the square of a file.
"""

import gc
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.diagnostics import number_of
from referee.diagnostics.render import render_github, render_text
from referee.library.shelf import FolderShelf
from referee.limits import DIAGNOSTICS_MADE, DIAGNOSTICS_SHOWN, NODES, RULE_SET_BYTES
from referee.workshop.check import Checked, check
from tests.rendering import render_json

SHELF = FolderShelf([Path(__file__).parents[2] / "golden" / "bad" / "rules" / "bases"])
HEAD = "rule_set: casa\nformat: 1\nextends: plain\n"
CLOSE = f"{HEAD}close:\n  may_close:\n"
OPTIONS = "".join(f"  o{n}: {{clause: p.9, type: points, from: 0, to: 999, default: 1}}\n" for n in range(60))
DEFINED = "".join(f"  alpha_beta_{n}: deadwood\n" for n in range(498))
JOKERS = "close: 1o 2o 3o 4o 5o JK JK, options: {jokers: 2}"

SECONDS, BYTES = 3, 100_000_000


def filled(head: str, line: Callable[[int], str], tail: str = "", *, nodes: int = 2) -> bytes:
    """As many lines as fit, each of so many nodes."""
    text, number = [head], 0
    size = len(head) + len(tail)
    while size < RULE_SET_BYTES - 3_000 and number < (NODES - 100) // nodes:
        text.append(line(number))
        size += len(text[-1].encode())
        number += 1
    return "".join([*text, tail]).encode()


def text_of(piece: str) -> bytes:
    """One long paragraph."""
    return filled(f'{HEAD}book:\n  p.4:\n    en: "', lambda _: piece * 50, '"\n', nodes=1)


SHAPES: dict[str, Callable[[], bytes]] = {
    "unknown keys": lambda: filled(HEAD, lambda n: f"k{n}: x\n"),
    "unknown keys on one line": lambda: filled(f"{HEAD}close: {{", lambda n: f"k{n}: x, ", "z: x}\n"),
    "unknown keys round a key given twice": lambda: filled(
        f"{HEAD}a: {{x: 1}}\n", lambda n: f"k{n}: x\n", "a: {y: 1}\n"
    ),
    "keys given twice": lambda: filled(HEAD, lambda n: f"a{n % 800}: {{x{n}{'y' * 99}: 1}}\n", nodes=6),
    "keys below a long one": lambda: filled(f"{HEAD}? {'a' * 99_000}\n: {{", lambda n: f"k{n}: x, ", "z: x}\n"),
    "anchors": lambda: filled(HEAD, lambda n: f"k{n}: &a{n} x\n"),
    "tabs": lambda: filled(f"{HEAD}book:\n", lambda _: "\ta\n" * 30, nodes=1),
    "lines that are no YAML": lambda: filled(
        CLOSE, lambda n: f"    h.{n}: x\n", "".join("j: 'a' b\n" for _ in range(8))
    ),
    "numbers in disguise": lambda: filled(CLOSE, lambda n: f"    h.{n}: 0{n}\n"),
    "unknown names": lambda: filled(CLOSE, lambda n: f"    h.{n}: {'+'.join(f'x{n}{one}' for one in 'abcdef')}\n"),
    "names nearly those of definitions": lambda: filled(
        f"{HEAD}define:\n{DEFINED}close:\n  may_close:\n",
        lambda n: f"    h.{n}: alpha_betq_{n} at most 5\n",
        nodes=3,
    ),
    "options without a type": lambda: filled(f"{HEAD}options:\n", lambda n: f"  option{n}: {{default: 3}}\n", nodes=4),
    "parentheses": lambda: filled(CLOSE, lambda n: f"    h.{n}: {'(' * 49}faulty{')' * 49}\n"),
    "long expressions": lambda: filled(CLOSE, lambda n: f"    h.{n}: deadwood at most {'+'.join('1' * 240)}\n"),
    "sound conditions": lambda: filled(CLOSE, lambda n: f"    h.{n}: deadwood at most {n} points\n"),
    "conditions on melds": lambda: filled(
        f"{HEAD}melds:\n  each_meld:\n", lambda n: f"    h.{n}: meld.naturals at least {n % 3}\n"
    ),
    "cases of points and options": lambda: filled(
        f"{HEAD}options:\n{OPTIONS}points:\n",
        lambda n: f"  h.{n}: {{when: card.number is {n}, points: o{n % 60}, before: p.7}}\n",
        nodes=9,
    ),
    "definitions of definitions": lambda: filled(
        f"{HEAD}define:\n",
        lambda n: f"  d{n}: {' + '.join(f'd{one}' for one in range(max(0, n - 40), n)) or 'deadwood'}\n",
    ),
    "definitions in a circle": lambda: filled(
        f"{HEAD}define:\n", lambda n: f"  d{n}: d{(n + 1) % 400} + 1\n", nodes=20
    ),
    "outcomes behind one that always holds": lambda: filled(
        f"{HEAD}close:\n  outcomes:\n", lambda n: f"    o{n}: {{writes: deadwood}}\n", nodes=4
    ),
    "entries before others": lambda: filled(
        f"{HEAD}book:\n", lambda n: f"  haaaaa.{n}: {{before: haaaab.{n}, en: x}}\n", nodes=6
    ),
    "refusals of nothing": lambda: filled(
        f"{CLOSE}    q.0: [a, b]\nrefusals:\n", lambda n: f"  q.{n}: {{en: x}}\n", nodes=4
    ),
    "house rules": lambda: filled(f"{HEAD}adopts: [", lambda n: f"house-{n}, ", "low-close]\n", nodes=1),
    "suits": lambda: filled(f"{HEAD}pack: {{suits: [", lambda n: f"s{n}, ", "z]}\n", nodes=1),
    "figures of no rule": lambda: text_of("9 "),
    "braces that open": lambda: text_of("{ "),
    "placeholders": lambda: text_of("{limit}"),
    "faulty placeholders": lambda: text_of("{limti}"),
    "examples with jokers": lambda: filled(
        f"{HEAD}examples:\n", lambda n: f"- {{{JOKERS.replace('5o', f'{n % 7 + 1}c {n % 5 + 1}b')}}}\n", nodes=8
    ),
    "examples at tables of their own": lambda: filled(
        f"{HEAD}examples:\n",
        lambda n: f"- {{close: 1o 2o 3o 4o 5o 6o 7o, options: {{limit: {50 + n % 150}}}}}\n",
        nodes=8,
    ),
}


def checked(content: bytes) -> Checked:
    return check(content, "casa.yaml", SHELF)


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """The base is compiled, and the schema read."""
    assert checked(HEAD.encode()).diagnostics == ()


@pytest.mark.parametrize("shape", SHAPES)
def test_a_file_near_the_limits_is_checked_in_no_time(shape: str) -> None:
    content = SHAPES[shape]()
    assert len(content) <= RULE_SET_BYTES
    taken = []
    for _ in range(2):  # somebody else may have had the processor's caches
        begin = time.process_time()
        found = checked(content)
        taken.append(time.process_time() - begin)
        if taken[-1] < 1:
            break
    assert min(taken) < SECONDS
    assert not any(each.code == "CH012" and "keys and values" in each.message for each in found.diagnostics)
    assert len(found.diagnostics) <= NODES + DIAGNOSTICS_MADE
    assert all(len(each.message) <= 1_000 and len(each.help) <= 1_000 for each in found.diagnostics)
    for render in (render_text, render_json, render_github):
        begin = time.process_time()
        shown = render(found.diagnostics)
        assert time.process_time() - begin < SECONDS
        more = number_of(found.diagnostics) - DIAGNOSTICS_SHOWN
        assert (f"and {more:,} more" in shown) is (more > 0)


@pytest.mark.parametrize("shape", ["keys given twice", "figures of no rule", "unknown keys on one line"])
def test_a_file_near_the_limits_takes_little_room(shape: str) -> None:
    content = SHAPES[shape]()
    tracemalloc.start()
    try:
        found = checked(content)
        for render in (render_text, render_json, render_github):
            render(found.diagnostics)
        assert tracemalloc.get_traced_memory()[1] < BYTES
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "content",
    [b"a" * (RULE_SET_BYTES + 1), f"{HEAD}a: {'[' * 200_000}".encode(), filled(HEAD, lambda n: f"k{n}: x\n", nodes=1)],
    ids=["bytes", "depth", "nodes"],
)
def test_a_file_over_a_limit_is_refused_at_once(content: bytes) -> None:
    gc.disable()  # what this file's other tests left behind takes long to look through
    try:
        begin = time.process_time()
        found = checked(content)
        assert time.process_time() - begin < 0.5
    finally:
        gc.enable()
    assert [each.code for each in found.diagnostics] == ["CH012"]
