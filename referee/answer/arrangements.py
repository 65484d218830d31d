"""An arrangement as the protocol writes it: by itself, for whoever asks nothing else must not load all questions."""

from __future__ import annotations

from referee.game.arrangement import Arrangement
from referee.table import Table


def arranged(table: Table, arrangement: Arrangement) -> dict[str, object]:
    """The fields of an arrangement."""
    return {
        "deadwood": arrangement.deadwood,
        "melds": [[table.write(card) for card in meld.cards] for meld in arrangement.melds],
        "loose": [table.write(card) for card in arrangement.loose],
    }
