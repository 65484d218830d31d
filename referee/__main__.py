"""`referee …` and `python -m referee …`: one command, its subcommand's module, one exit code.

Nothing is imported before it is known to be needed: `referee --version` answers in the time argparse takes.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; 0 fine, 1 findings or a refused play, 2 could not run, 130 interrupted."""
    try:
        from referee.cli.run import run  # noqa: PLC0415 - keeps `import referee.__main__` free of everything
    except KeyboardInterrupt:
        return 130
    return run(sys.argv[1:] if argv is None else list(argv))


if __name__ == "__main__":
    sys.exit(main())
