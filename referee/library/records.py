"""Records judged by the rule sets of a library: by the very rules a record names, or by others on request.

A record names its rules, and where it matters their digest. A digest that is not at hand is no reason to judge by other
rules of the same name: that is done only if somebody asks what would be, and then the verdict says so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from referee.library.library import Faulty, Library, NoSuchRuleSet, NotLoaded
from referee.record.fast import FastRoad
from referee.record.fast_sent import Sent, clean_sent
from referee.record.fast_verdict import clean_verdict, short_verdict
from referee.record.findings import place_of_path
from referee.record.judge import judge, not_judged
from referee.record.model import GameRecord
from referee.record.reading import ReadRecord, read_record
from referee.record.reports import Path
from referee.record.verdict import Finding, FindingKind, Verdict, Weight
from referee.record.wording import say
from referee.rules.model import RuleSet
from referee.table import BindError, Table

RULES_UNKNOWN: Final = "RULES_UNKNOWN"
"""The code of a record that nobody can judge: its rules are not at hand."""

_SHOWN: Final = 12
"""Digits of a digest that people are shown."""


def judge_record(
    library: Library,
    content: bytes | str | ReadRecord,
    *,
    name: str = "record",
    lang: str = "en",
    keep_going: bool = False,
    what_if: str | RuleSet = "",
) -> Verdict:
    """The verdict on a record, given as text or read already. Never raises.

    `name` is what people call the text. `what_if` is a rule set to judge by instead of the one the record names, itself
    or its name or digest.
    """
    read = content if isinstance(content, ReadRecord) else read_record(content, name)
    if read.record is None:
        return not_judged(read, "", lang=lang)
    found = _rules(library, read, read.record, what_if, lang)
    if isinstance(found, Finding):
        return not_judged(read, "", found)
    rule_set, told = found
    table = _table(library, read, read.record, rule_set)
    if isinstance(table, Finding):
        return not_judged(read, rule_set.digest, table)
    verdict = clean_verdict(table.derived(FastRoad), read) or judge(read, table, lang=lang, keep_going=keep_going)
    return verdict if told is None else _with(verdict, told)


def clean_at_once(library: Library, sent: Sent, *, what_if: RuleSet | None = None) -> Verdict | None:
    """The verdict on a record as it was sent, without sheet and state, if it is clean beyond doubt; else None.

    None says nothing: read the record, and ask `judge_record`. `what_if` as there.
    """
    record = sent.head
    rule_set = undoubted(library, record, what_if)
    if rule_set is None:
        return None
    try:
        table = table_of(library, record, rule_set)
    except BindError:
        return None
    found = clean_sent(table.derived(FastRoad), sent)
    return None if found is None else short_verdict(table, record.id, found)


def table_for(
    library: Library, read: ReadRecord, record: GameRecord, *, lang: str = "en", what_if: str | RuleSet = ""
) -> Table | Finding:
    """The table at which a record is read and judged, or why there is none. `record` is that of `read`."""
    found = _rules(library, read, record, what_if, lang)
    return found if isinstance(found, Finding) else _table(library, read, record, found[0])


def table_of(library: Library, record: GameRecord, rule_set: RuleSet) -> Table:
    """The table a record was played at; BindError."""
    return library.table(rule_set, len(record.seats), dict(record.options))


def _with(verdict: Verdict, told: Finding) -> Verdict:
    return replace(verdict, findings=(told, *verdict.findings))


def _rules(
    library: Library, read: ReadRecord, record: GameRecord, what_if: str | RuleSet, lang: str
) -> tuple[RuleSet, Finding | None] | Finding:
    """The rules to judge by, with a note if they are not those the record names; a finding if they are not at hand."""
    if not what_if and record.rules_digest:
        held = _by_digest(library, record.rules_digest)
        if held is not None and held.name == record.rules:
            return held, None
    if isinstance(what_if, RuleSet):
        rule_set: RuleSet | Finding = what_if
    else:
        rule_set = _by_name(library, read, what_if or record.rules, lang, asked=bool(what_if))
    if isinstance(rule_set, Finding):
        return rule_set
    if what_if:
        same = rule_set.digest == record.rules_digest if record.rules_digest else rule_set.name == record.rules
        said = say(lang, "rules_what_if", name=rule_set.name, digest=rule_set.digest[:_SHOWN])
        return rule_set, None if same else _finding(read, ("rules",), said, weight=Weight.NOTE)
    if record.rules_digest and record.rules_digest != rule_set.digest:
        digest, other = record.rules_digest[:_SHOWN], rule_set.digest[:_SHOWN]
        said = say(lang, "rules_other", name=record.rules, digest=digest, other=other)
        return _finding(read, ("rules_digest",), said, help_=say(lang, "help_what_if"))
    return rule_set, None


def undoubted(library: Library, record: GameRecord, what_if: RuleSet | None) -> RuleSet | None:
    """The rules to judge by, where nothing is to be said of them."""
    digest = record.rules_digest
    if what_if is None:
        held = _by_digest(library, digest) if digest else None
        return held if held is not None and held.name == record.rules else None
    same = what_if.digest == digest if digest else what_if.name == record.rules
    return what_if if same else None


def _by_digest(library: Library, digest: str) -> RuleSet | None:
    try:
        return library.by_digest(digest)
    except NotLoaded:
        return None


def _by_name(library: Library, read: ReadRecord, name: str, lang: str, *, asked: bool) -> RuleSet | Finding:
    held = _by_digest(library, name) if asked else None
    if held is not None:
        return held
    try:
        return library.rule_set(name)
    except NoSuchRuleSet as error:
        help_ = say(lang, "help_nearest", name=error.nearest) if error.nearest else say(lang, "help_rules")
        return _finding(read, ("rules",), say(lang, "RULES_UNKNOWN", name=name), help_=help_)
    except Faulty:
        return _finding(read, ("rules",), say(lang, "rules_faulty", name=name))


def _table(library: Library, read: ReadRecord, record: GameRecord, rule_set: RuleSet) -> Table | Finding:
    try:
        return table_of(library, record, rule_set)
    except BindError as error:
        path: Path = tuple(error.field.split(".")) if error.field else ("rules",)
        place = place_of_path(read, path, read.span(path))
        return Finding(Weight.VIOLATION, FindingKind.UNREADABLE, error.code, "", place, error.message)


def _finding(
    read: ReadRecord, path: Path, message: str, *, weight: Weight = Weight.VIOLATION, help_: str = ""
) -> Finding:
    """A finding about the rules a record names."""
    kind = FindingKind.NOTE if weight is Weight.NOTE else FindingKind.DISAGREES
    place = place_of_path(read, path, read.span(path))
    return Finding(weight, kind, RULES_UNKNOWN, "", place, message, {}, (), help_)
