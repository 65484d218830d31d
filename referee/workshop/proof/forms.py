"""The forms that a meld can have at a table, and whether cards can be laid off on melds at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.table import Table
from referee.table.draft import within
from referee.table.melds import MELD_KINDS, MeldRules, Signature


def lays_off(table: Table) -> bool:
    """Whether loose cards may be laid off after some close."""
    return table.settings["lay_off.onto"] != "nobody" or any(one.lay_off is not None for one in table.rule_set.outcomes)


def forms(table: Table) -> list[Signature]:
    """Every form of meld, whatever the conditions on melds say; longer than a hand where cards can be laid off."""
    found: list[Signature] = []
    sizes: Mapping[str, Any] = table.settings
    most = table.pack.size if lays_off(table) else table.hand_size

    def may_be(form: Signature) -> bool:
        found.append(form)
        return True

    MeldRules.of(
        table.pack,
        most,
        set_sizes=within(sizes["melds.set.size"], most),
        run_sizes=within(sizes["melds.run.size"], most),
        twins=sizes["melds.set.twins"],
        ace=table.meld_rules.ace,
        may_be=may_be,
    )
    return sorted(found, key=lambda form: (form.size, form.wilds, form.kind))


def form_told(form: Signature) -> str:
    """A form of meld in words."""
    wilds = f" with {form.wilds} wild" if form.wilds else ""
    return f"a {MELD_KINDS[form.kind]} of {form.size}{wilds}"
