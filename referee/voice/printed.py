"""What stands around rules and verdicts on a player's screen: headings, verdicts in a line, names of options.

The words are those of `spoken/<language>-printed.yaml` and `-commands.yaml`; here is only what fills them. Amounts are
in the language, cards and clauses as they are written everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.rules.model import RuleSet
from referee.rules.reads import options_read
from referee.table import Table
from referee.voice.tongue import Tongue, tongue


class Frames:
    """The frames of one language, `printed`, `demo`, `diff`, `new`. NoSuchLanguage if the referee does not speak it."""

    def __init__(self, language: str) -> None:
        self.tongue: Tongue = tongue(language)
        self.printed: Mapping[str, Any] = self.tongue.forms["printed"]
        self.demo: Mapping[str, str] = self.tongue.forms["demo"]
        self.diff: Mapping[str, Any] = self.tongue.forms["diff"]
        self.new: Mapping[str, str] = self.tongue.forms["new"]

    def label(self, name: str) -> str:
        """What stands in front of `deadwood`, `melds`, `loose` or `legal`."""
        return str(self.printed["labels"][name])

    def column(self, *names: str) -> list[str]:
        """Labels above each other, filled up to the same width and a blank more."""
        labels = [self.label(name) for name in names]
        return [label.ljust(max(map(len, labels)) + 1) for label in labels]

    def say(self, name: str, **words: str) -> str:
        """A frame of `printed` with its words."""
        return str(self.printed[name]).format(**words)

    def large(self, number: int) -> str:
        """A number of any size, its figures parted by thousands."""
        return f"{number:,}".replace(",", str(self.tongue.forms["thousands"]))

    def range(self, low: int, high: int, unit: str | None = None) -> str:
        """`0 to 1,000 points`."""
        forms = self.tongue.forms["units"][unit] if unit else {}
        last = str(forms.get(self.tongue.form_of(high), "{n}")).format(n=self.large(high))
        return self.new["range"].format(low=self.large(low), high=last)

    def points(self, number: int) -> str:
        """`5 points`."""
        return self.tongue.amount(number, "points")

    def melds(self, melds: Sequence[Sequence[str]]) -> str:
        """The melds of an arrangement on one line."""
        return " | ".join(" ".join(meld) for meld in melds) or str(self.printed["no_melds"])

    def loose(self, cards: Sequence[str]) -> str:
        """The loose cards of an arrangement on one line."""
        return " ".join(cards) or str(self.printed["no_loose"])

    def consequence(self, outcome: str, clause: str, *, wins: bool, writes: int | None) -> str:
        """What comes of a legal close, on one line; `writes` is None where the hands of the others decide."""
        name = self.tongue.member("outcome", outcome)
        if wins:
            return self.say("wins", outcome=name, clause=clause)
        if writes is None:
            return self.say("writes_open", outcome=name, clause=clause)
        return self.say("writes", outcome=name, x=self.tongue.figure(writes), clause=clause)

    def heading(self, rules: RuleSet, digest: str) -> str:
        """The name of a rule set, what it is built on, and its digest as the caller shows it."""
        built_on = [self.say("built_on", names=", ".join(rules.extends))] if rules.extends else []
        return "; ".join((", ".join((rules.name, *built_on)), self.say("digest", digest=digest)))

    def choices(self, table: Table) -> list[str]:
        """What this table has chosen: its seats, then each option by its name, what to type for it, and its value.

        An option on which no rule hangs any more says nothing of the table, or what is not so.
        """
        seats, read = self.tongue.amount(table.seats, "seats"), options_read(table.rule_set)
        chosen = [(name, value) for name, value in table.options.items() if name in read]
        return [seats, *(self._choice(table, name, value) for name, value in chosen)]

    def _choice(self, table: Table, name: str, value: int | bool | str) -> str:
        said = self.tongue.option(name)
        label = said if said == name else f"{said} ({name})"
        return self.tongue.named(label, self.tongue.choice(table.rule_set.options[name], value))
