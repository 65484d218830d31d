"""Every message about what a rule set leaves open: one function for each."""

from __future__ import annotations

from referee.diagnostics import Diagnostic
from referee.rules.model import Rank
from referee.source import Span


def twins_undecided(packs: int, span: Span) -> Diagnostic:
    """CH505: several packs, and nothing on twins."""
    return Diagnostic(
        "CH505",
        f"with {packs} packs a set could hold the same card twice, and nothing says whether it may; so it may not",
        span,
        help="write `twins: no` or `twins: yes` below `melds: set:`",
    )


def neighbours_across_a_gap(lower: Rank, upper: Rank, span: Span) -> Diagnostic:
    """CH506: neighbours whose numbers are not."""
    between = range(lower.number + 1, upper.number)
    missing = f"{between[0]} is" if len(between) == 1 else f"{between[0]} to {between[-1]} are"
    return Diagnostic(
        "CH506",
        f"`{lower.name}` and `{upper.name}` are neighbours in a run, for {missing} not in the pack",
        span,
        help="add what is missing; or, if it is meant, write `# referee: allow CH506 because …` above this line",
    )


def clauses_jump(family: str, lower: int, upper: int, span: Span) -> Diagnostic:
    """CH806: a number that no clause has."""
    between = range(lower + 1, upper)
    missing = f"`{family}.{between[0]}` is"
    if len(between) > 1:
        missing = f"`{family}.{between[0]}` to `{family}.{between[-1]}` are"
    return Diagnostic(
        "CH806",
        f"`{family}.{lower}` is followed by `{family}.{upper}`; {missing} missing in the printed rules",
        span,
        help="number the clauses one after the other, or write the paragraph that is missing",
    )
