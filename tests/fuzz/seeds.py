"""Makes the first corpus from the golden files: `python tests/fuzz/seeds.py`. What fuzzing adds to it stays.

Small inputs only, and few of a kind: they are replayed in every run of the tests.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent
sys.path.insert(0, str(TESTS.parent))

from google.protobuf.message_factory import GetMessageClass  # noqa: E402

from tests.fuzz.targets import METHODS  # noqa: E402
from tests.serving.test_silence import STATE  # noqa: E402

GOLDEN = TESTS / "golden"
CARDS = (
    "7o 7c 7e 1o 2o 3o 12b", "sota de copas, as de oros", "JK 10c 11c", "7o'2 7o", "4cJK6c", "12 de bastos 7 e", "Rb Sc",
    "+5c-12b +?-7o <11c-6b =4c5c6c,11o11e11b|2e", "A: +5c-12b B: . X", "!resign @1 ... 7c10c>1 JK=3c>1 %5c7o12b",
)  # fmt: skip


def sized(paths: Iterable[Path], most: int, every: int) -> Iterator[bytes]:
    """Every so many of the files that are no larger than `most` bytes."""
    small = [content for path in sorted(paths) if len(content := path.read_bytes()) <= most]
    yield from small[::every]


def expressions() -> Iterator[bytes]:
    """What stands in the golden files of expressions, behind the slot."""
    for path in sorted((GOLDEN / "lang").glob("*.expr")):
        lines = [line for line in path.read_text("utf-8").splitlines() if line[:1].isalpha() and len(line) < 200]
        yield from (line.partition(": ")[2].encode() for line in lines[::6])


def requests() -> Iterator[bytes]:
    """One request of each method, with the byte that chooses it."""
    rules = next(sized((GOLDEN / "good").glob("*.yaml"), 600, 1))
    for number, method in enumerate(METHODS):
        request = GetMessageClass(method.input_type)()
        for field in request.DESCRIPTOR.fields:
            kind = field.message_type.full_name if field.message_type is not None else ""
            if kind == "referee.v1.GameState":
                request.state.CopyFrom(STATE)
            elif kind == "referee.v1.TableSetup":
                request.table.rule_set.name, request.table.seats = "spanish-40", 3
            elif field.name == "word":
                request.word = "+5c-12b"
            elif field.name == "source":
                request.source = rules
            elif field.name == "cards":
                request.cards.extend(CARDS[0].split())
            elif field.name == "hands":
                request.hands.add().cards.extend(CARDS[0].split())
            elif field.name == "closes":
                request.closes.add().hand.cards.extend(CARDS[0].split())
            elif field.name == "close":
                request.close.hand.cards.extend(CARDS[0].split())
            elif field.name == "chunk":
                request.chunk.sequence, request.chunk.lines = 1, b"{}"
            elif field.name == "records":
                request.records.add().source = b"record: chinchon\n"
            elif field.name == "result":
                request.result.outcome = "plain"
        yield bytes([number]) + request.SerializeToString()


def kept(name: str, contents: Iterable[bytes]) -> None:
    """Write inputs under names made of what is in them."""
    folder = HERE / "corpus" / name
    folder.mkdir(parents=True, exist_ok=True)
    for content in contents:
        (folder / hashlib.sha256(content).hexdigest()[:12]).write_bytes(content)


def main() -> None:
    """All of them."""
    bad = [path for path in (GOLDEN / "bad").rglob("*.yaml") if "_test" not in path.name]
    kept("rules", [*sized((GOLDEN / "good").glob("*.yaml"), 2_000, 3), *sized(bad, 700, 14)])
    chance = random.Random(5)
    kept("shape", [chance.randbytes(1 + 3 * chance.choice((1, 1, 2, 3, 4))) for _ in range(10)])
    kept("expression", expressions())
    kept("notation", [text.encode() for text in CARDS])
    records = [path for path in (GOLDEN / "records").glob("*/*.yaml") if "verdict" not in path.name]
    kept("record", sized(records, 2_500, 3))
    kept("message", requests())


if __name__ == "__main__":
    main()
