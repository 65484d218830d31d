"""The folder of a report: a file for each piece that was judged, and what is made of all when the last one is.

A part is written beside, flushed, and then renamed: whenever the run is killed, a piece is there as a whole or not at
all. A run over the same records goes on where the one before ended.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from referee.audit.judging import COLUMNS, Row
from referee.audit.pieces import Piece

_PARTS = "parts"
_MARK = "referee-audit.json"
_MADE = frozenset({_PARTS, _MARK, "records.jsonl", "records.parquet", "summary.json", "summary.html"})
"""What an audit writes, but for what it writes beside: `.NAME.PID` and `records.part`."""
_VERSION = 2
"""Another one where rows of another form are kept: parts of the one are none of the other."""


class NoReport(ValueError):  # noqa: N818 - named as it is told
    """The folder is none of a report; the message names it."""


def check_place(place: Path) -> None:
    """NoReport for what is neither nothing nor a report, OSError."""
    if place.exists() and not place.is_dir():
        raise NoReport(f"`{place}` is a file")
    if not place.is_dir():
        return
    held = sorted(one.name for one in place.iterdir())
    made = (place / _MARK).is_file()
    other = next((name for name in held if not (made and _is_ours(name))), None)
    if other is not None:
        raise NoReport(f"the folder `{place}` holds something else (`{other}`); name a new one with `--report`")


def _is_ours(name: str) -> bool:
    """Whether an audit writes a file of this name."""
    return name in _MADE or name == "records.part" or (name.startswith(".") and name.rpartition(".")[2].isdigit())


def _is_written(beside: Path) -> bool:
    """Whether the process that writes a file `.NAME.PID` still runs, as far as can be known; else it was killed."""
    number = beside.name.rpartition(".")[2]
    if not number.isdecimal():
        return True
    try:
        os.kill(int(number), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


class Folder:
    """The report in one folder. Whatever reads or writes raises OSError where the disk fails."""

    def __init__(self, place: Path) -> None:
        """Make it, or go on with the one that is there; NoReport for a folder that holds other things, OSError."""
        self.place = place
        check_place(place)
        (place / _PARTS).mkdir(parents=True, exist_ok=True)
        for left in (*place.glob(".*.*"), *(place / _PARTS).glob(".*.*")):
            if not _is_written(left):
                left.unlink(missing_ok=True)
        self._put(place / _MARK, json.dumps({"referee_audit": _VERSION}) + "\n")

    def has(self, piece: Piece) -> bool:
        """Whether the piece was judged."""
        return self._part(piece).is_file()

    def keep(self, piece: Piece, rows: Sequence[Row]) -> None:
        """Keep what a piece came to."""
        self._put(self._part(piece), "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows))

    def rows(self, pieces: Iterable[Piece]) -> Iterator[Row]:
        """The rows of these pieces, in their order."""
        for piece in pieces:
            with self._part(piece).open(encoding="utf-8", errors="surrogatepass") as file:
                for line in file:
                    yield json.loads(line)

    def finish(self, pieces: Sequence[Piece], *, parquet: bool) -> list[Path]:
        """Write the rows of all pieces as one file of lines, and as one of columns; the files."""
        lines = self.place / "records.jsonl"
        beside = lines.with_suffix(".part")
        with beside.open("w", encoding="utf-8", errors="surrogatepass") as file:
            for piece in pieces:
                file.write(self._part(piece).read_text("utf-8", "surrogatepass"))
        beside.replace(lines)
        if not parquet:
            return [lines]
        from referee.audit.columns import write  # noqa: PLC0415 - an extra

        columns = self.place / "records.parquet"
        beside = columns.with_suffix(".part")
        write(beside, COLUMNS, self.rows(pieces))
        beside.replace(columns)
        return [lines, columns]

    def write(self, name: str, text: str) -> Path:
        """Write one more file of the report, whole or not at all."""
        place = self.place / name
        self._put(place, text)
        return place

    def _part(self, piece: Piece) -> Path:
        return self.place / _PARTS / f"{piece.identity}-{_VERSION}.jsonl"

    @staticmethod
    def _put(place: Path, text: str) -> None:
        beside = place.with_name(f".{place.name}.{os.getpid()}")
        with beside.open("w", encoding="utf-8", errors="surrogatepass") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(place)
