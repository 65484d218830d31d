"""Lets atheris look for bytes that break a target: `python tests/fuzz/run.py TARGET SECONDS FOLDER`.

FOLDER is where what is learned is kept while it runs; it begins with the corpus beside this file. An input that raises,
takes longer than ten seconds, or fills half a gigabyte ends the run with an exit code that is not 0, and stands in FOLDER
as `crash-…`, `timeout-…` or `oom-…`: put it into `corpus/TARGET`, mend what it breaks, and `test_corpus.py` keeps it so.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import atheris

HERE = Path(__file__).resolve().parent
SECONDS_OF_ONE = 10
MEGABYTES = 512
LONGEST = {"rules": 8_192, "shape": 13, "expression": 2_048, "notation": 1_024, "record": 4_096, "message": 4_096}
"""Bytes of an input: what is longer is slow to run and tells nothing new."""

sys.path.insert(0, str(HERE))
with atheris.instrument_imports(include=["referee"]):
    import targets

    from referee.service.lanes import Lane


async def at_once(_lane: Any, work: Any, *given: Any, **named: Any) -> Any:
    """What a lane does, without its thread: so that one input is all that runs."""
    return work(*given, **named)


def main(name: str, seconds: int, folder: Path) -> None:
    """Fuzz one target; ends the process."""
    Lane.run = at_once  # type: ignore[method-assign]
    folder.mkdir(parents=True, exist_ok=True)
    seeds = HERE / "corpus" / name
    words = HERE / "words.dict"
    arguments = [
        sys.argv[0], str(folder), str(seeds), f"-max_total_time={seconds}", f"-max_len={LONGEST[name]}",
        f"-timeout={SECONDS_OF_ONE}", f"-rss_limit_mb={MEGABYTES}", f"-artifact_prefix={folder}/", f"-dict={words}",
        "-print_final_stats=1", "-reload=0", "-verbosity=1",
    ]  # fmt: skip
    atheris.Setup(arguments, targets.TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
