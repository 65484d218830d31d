"""Everything there is to say about a rule file: what the compiler finds, and whether its examples come true."""

from __future__ import annotations

from dataclasses import dataclass

from referee.diagnostics import Diagnostic, has_errors, in_order
from referee.rules.model import RuleSet
from referee.ruleset.allowances import Allowed, settled
from referee.ruleset.load import Shelf, load
from referee.source import Source
from referee.workshop.examples import failed_examples, misgiven


@dataclass(frozen=True, slots=True)
class Checked:
    """The outcome of a check: `rule_set` is None if it cannot be used; `diagnostics` are in order.

    `allowed` is what the file lets stand by a comment: nobody is told of it, but for programs that keep count.
    """

    rule_set: RuleSet | None
    diagnostics: tuple[Diagnostic, ...]
    source: Source
    allowed: tuple[Allowed, ...] = ()


def check(content: bytes, name: str, shelf: Shelf) -> Checked:
    """Check the bytes of a rule file called `name`, whose bases are found on `shelf`. Never raises for any bytes.

    Examples are run only where the rules themselves have no error: a rule that cannot be read makes every example
    fail, and the author would look in the wrong place.
    """
    loaded = load(content, name, shelf)
    told = {each.span.start for each in loaded.diagnostics if each.span is not None}
    facts = (each for each in misgiven(loaded.examples) if each.span is None or each.span.start not in told)
    diagnostics = [*loaded.diagnostics, *facts]
    if loaded.draft is not None and loaded.draft.playable:
        diagnostics.extend(failed_examples(loaded.draft, loaded.examples))
    rule_set = None if has_errors(diagnostics) else loaded.rule_set
    made = settled(diagnostics, loaded.source, loaded.allowances)
    return Checked(rule_set, in_order(made.told), loaded.source, tuple(made.allowed))
