"""What a proof finds: one mistake, where it stands, what it rests on, and the smallest hand that shows it."""

from __future__ import annotations

from dataclasses import dataclass

from referee.diagnostics import Related
from referee.source import Origin, Span
from referee.workshop.proof.block import Block
from referee.workshop.proof.claims import Claim, Witness

NOT_REPLAYED = "not put to the referee: no hand and no moment of a game has all of this"
"""What is said of a witness that could not be replayed."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A mistake in `block`, at `span` in a file, told by `code` and `message`.

    `claim` is what holds for everything; None where one witness is enough (a gap). `witness` is the smallest group that
    shows it, `times` how many do, None where that says nothing. `cases` are all that show it, as bits of the block;
    `shown` is the witness as it was replayed, where more is known of it then than the block says; `replayed`: it was
    put to the referee. `both` are two cases, by their numbers, that it is about.
    """

    code: str
    message: str
    path: str
    span: Span | None
    block: Block
    help: str = ""
    claim: Claim | None = None
    witness: Witness | None = None
    times: int | None = None
    related: tuple[Related, ...] = ()
    cases: int = 0
    shown: str = ""
    replayed: bool = False
    both: tuple[int, ...] = ()

    @property
    def told(self) -> str:
        """The witness as it is written; "" where there is none."""
        return self.shown or ("" if self.witness is None else told_of(self.block, self.witness))


def told_of(block: Block, witness: Witness) -> str:
    """A group as it is written, and what else is the case there."""
    group, course = witness
    one = block.groups[group]
    return ", ".join(each for each in (one.told, one.besides, block.moment(course)) if each)


def span_of(origin: Origin | None) -> Span | None:
    """Where an entry was written."""
    return None if origin is None else origin.span
