"""What merging makes of a file, its base and its overlays: every `NAME.yaml` has its `NAME.out`.

One line for each value of the rule set, in the order in which it stands, with the file and line it comes from; then the
book. `pytest --update-golden` writes the files anew; look at the difference then.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.lang.syntax import Expr
from referee.lang.unparse import unparse
from referee.library.shelf import FolderShelf
from referee.rules.model import Paragraph, RuleSet
from referee.ruleset.load import load
from referee.source import Origin

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.yaml"))


def lines(rule_set: RuleSet) -> Iterator[str]:
    def row(path: str, value: str, origin: Origin | None) -> str:
        place = f"{origin.rule_set}:{origin.line}" if origin is not None and origin.rule_set else "format"
        return f"{path} = {value}  # {place}"

    def shown(expr: Expr | None) -> str:
        return "-" if expr is None else unparse(expr)

    yield f"extends {' '.join(rule_set.extends)} adopts {' '.join(rule_set.adopts)}"
    for name, option in rule_set.options.items():
        value = (
            f"{'fixed' if option.fixed else 'default'} {option.default} of {option.one_of or (option.low, option.high)}"
        )
        yield row(f"options.{name}", value, option.origin)
    for name, definition in rule_set.definitions.items():
        yield row(f"define.{name}", unparse(definition.expr), definition.origin)
    for slot, setting in rule_set.settings.items():
        yield row(f"{slot} [{setting.clause}]", unparse(setting.expr), setting.origin)
    for block, conditions in rule_set.conditions.items():
        for each in conditions:
            yield row(f"{block}.{each.key} [{each.clause}]", unparse(each.expr), each.origin)
    for block, cases in rule_set.cases.items():
        for case in cases:
            yield row(f"{block}.{case.key}", f"{unparse(case.value)} when {unparse(case.when)}", case.origin)
    for outcome in rule_set.outcomes:
        said = f"writes {shown(outcome.writes)} wins {shown(outcome.wins_game)} onto {shown(outcome.lay_off)}"
        yield row(f"outcome {outcome.name} [{outcome.clause}]", f"{said} when {unparse(outcome.when)}", outcome.origin)
    for criterion in rule_set.winner:
        yield row(f"winner.{criterion.key}", unparse(criterion.prefer), criterion.origin)
    for paragraph in rule_set.book:
        yield row(f"book.{paragraph.key}", text(paragraph), paragraph.origin)
    for paragraph in rule_set.refusals.values():
        yield row(f"refusals.{paragraph.key}", text(paragraph), paragraph.origin)


def text(paragraph: Paragraph) -> str:
    return " / ".join(
        "".join(part if isinstance(part, str) else f"{{{unparse(part)}}}" for part in phrase.parts)
        for phrase in paragraph.texts.values()
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_merged(path: Path, update_golden: bool) -> None:
    loaded = load(path.read_bytes(), path.name, FolderShelf([HERE / "bases"]))
    told = [f"{each.code} {each.message}" for each in loaded.diagnostics]
    rows = [] if loaded.rule_set is None else list(lines(loaded.rule_set))
    said = "".join(f"{row}\n" for row in [*told, *rows])
    golden = path.with_suffix(".out")
    if update_golden:
        golden.write_text(said, encoding="utf-8")
    assert said == golden.read_text(encoding="utf-8")
