"""A rule spoken as a sentence, at one table.

Each kind of rule has its sentence frames in the vocabulary (`rules` in the files of the languages); here is decided
which frame it takes and what fills it. A rule that changes nothing at the table says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import singledispatchmethod
from typing import Any

from referee.lang.syntax import Choice, Conditional, Expr, Name, Negative, Number, Preference, Range, TruthValue
from referee.lang.types import Member, Quantity, SetOf, Truth
from referee.lang.walk import reads, written_number
from referee.rules.covering import covered
from referee.rules.model import Case, Condition, Criterion, Irregular, Option, Outcome, Setting
from referee.table import Table
from referee.voice.conditions import Speaker
from referee.voice.quantities import About
from referee.voice.settle import Known, is_constant
from referee.voice.statements import Pack, Rule, Statement
from referee.voice.tongue import Tongue

_FIGURES = {"pack.copies", "pack.jokers", "stock.keep"}
"""Settings whose frame says what is counted."""

_NOTHING = {"stock.keep", "re_entry.pays", "stakes.entry", "stakes.winner_takes", "stakes.loser_pays"}
"""Settings that say nothing where they are 0."""

_OF_NO_SEAT = {"seats", "hand_size", "seats_in", "rounds", "outcome", "highest_in", "second_highest_in"}
"""Facts that are the same whichever seat is asked."""


def known_at(table: Table) -> Known:
    """What is known at a table, that there are no jokers or wild cards among it."""
    never = set[str]()
    if not table.pack.jokers:
        never.add("card.joker")
    if not any(kind.wild for kind in table.pack.kinds):
        never.add("card.wild")
    constants = dict(table.constants)
    if "card.wild" in never:
        constants["wilds"] = 0
    return Known(constants, table.definitions, table.rule_set.enums, frozenset(never))


class RuleVoice:
    """The rules of one table in one language."""

    def __init__(self, table: Table, tongue: Tongue) -> None:
        self.table = table
        self.tongue = tongue
        self.frames: Mapping[str, Any] = tongue.forms["rules"]
        self.known = known_at(table)
        self.speaker = Speaker(tongue, self.known)
        outcomes = table.rule_set.outcomes
        found = covered([self.known.settled(one.when) for one in outcomes], {}, table.hand_size)
        self.covered: Mapping[str, Outcome] = {outcomes[one.behind].name: outcomes[one.front] for one in found}
        """Outcomes that certainly never decide here, by name, each with one in front of it that takes its closes."""

    def sentences(self, statement: Statement) -> list[str]:
        """What a rule lays down at this table, in finished sentences; nothing if it lays down nothing here."""
        return [self.tongue.sentence(text) for text in self._say(statement.rule, statement.block)]

    @singledispatchmethod
    def _say(self, rule: Rule, block: str) -> list[str]:
        """What one rule lays down; each kind of rule has its own."""
        raise TypeError(type(rule), block)

    # options, pack, settings

    @_say.register
    def _option(self, rule: Option, block: str) -> list[str]:
        if rule.when is not None and self.known.value(rule.when) is False:
            return []
        frames, name = self.frames[block], self.tongue.option(rule.name)
        default = self.tongue.choice(rule, rule.default)
        if rule.fixed:
            return [frames["fixed"].format(name=name, default=self.tongue.choice(rule, rule.default, with_unit=True))]
        text = frames["range"].format(name=name, x=self.bounds(rule), default=default)
        chosen = self.table.options[rule.name]
        if chosen == rule.default:
            return [text]
        return [text, frames["here"].format(x=self.tongue.choice(rule, chosen, with_unit=True))]

    def bounds(self, rule: Option) -> str:
        """What an option may be: yes or no, one of a list, or anything between two ends."""
        if isinstance(rule.type, Truth):
            return self.tongue.listed([self.tongue.truth(True), self.tongue.truth(False)], "or")
        if not isinstance(rule.type, Quantity):
            return self.tongue.listed([self.tongue.choice(rule, value) for value in rule.one_of], "or")
        items: list[Expr] = [self._number(int(value), rule.type) for value in rule.one_of]
        if rule.low is not None and rule.high is not None:
            items = [Range(self._number(rule.low, rule.type), self._number(rule.high, rule.type))]
        return self.speaker.set_of(
            Choice(tuple(items), type=SetOf(rule.type)), self.speaker.about(""), unit=self.tongue.unit_of(rule)
        )

    @staticmethod
    def _number(value: int, kind: Quantity) -> Expr:
        number = Number(abs(value), type=kind)
        return Negative(number, type=kind) if value < 0 else number

    @_say.register
    def _pack(self, rule: Pack, block: str) -> list[str]:
        rule_set = self.table.rule_set
        enum, parts = ("suit", rule_set.suits) if rule.what == "suits" else ("rank", rule_set.ranks)
        said = [self.tongue.member(enum, part.name) for part in parts]
        return [self.frames[block].format(x=self.tongue.listed(said, "comma"))]

    @_say.register
    def _setting(self, rule: Setting, block: str) -> list[str]:
        expr, frames = self.known.settled(rule.expr), self.frames[block]
        if isinstance(frames, Mapping):
            return self._permission(expr, frames, block) if "only" in frames else self._chosen(expr, frames, block)
        number = written_number(expr)
        if number == 0 and block in _NOTHING:
            return []
        if isinstance(expr.type, SetOf):
            return [frames.format(x=self.speaker.set_of(expr, self.speaker.about("")))]
        if number is not None and block in _FIGURES:
            return [frames.format(x=self.tongue.figure(number))]
        return [frames.format(x=self.speaker.quantity(expr, self.speaker.about(block)))]

    def _chosen(self, expr: Expr, frames: Mapping[str, str], block: str) -> list[str]:
        """The sentence of a member, or of yes and no; of a conditional both, each with its condition."""
        match expr:
            case Conditional(test=test, then=then, otherwise=otherwise):
                about = self.speaker.about(block)
                first, second = self._chosen(then, frames, block), self._chosen(otherwise, frames, block)
                return [
                    self.frames["if_then"].format(**{"if": self.speaker.when(test, about), "s": self._lower(first)}),
                    self.frames["otherwise"].format(s=self._lower(second)),
                ]
            case TruthValue(value=value):
                return [frames["yes" if value else "no"]]
            case Name(name=name, type=Member()) if name in frames:
                return [frames[name]]
        return []

    def _lower(self, sentences: Sequence[str]) -> str:
        return " ".join(self.tongue.lower(text) for text in sentences)

    # conditions

    @_say.register
    def _condition(self, rule: Condition, block: str) -> list[str]:
        return self._permission(self.known.settled(rule.expr), self.frames[block], block)

    def _permission(self, expr: Expr, frames: Mapping[str, str], block: str) -> list[str]:
        """What is allowed, or happens, only if a condition holds."""
        if isinstance(expr, TruthValue):
            frame = frames.get("always" if expr.value else "never")
            return [frame] if frame else []
        about = self.speaker.about(f"{block}.*")
        if "needs" in frames and (needed := self.speaker.needed(expr, about)):
            return [frames["needs"].format(c=needed)]
        if "each" in frames and not reads(expr, {}) <= _OF_NO_SEAT:
            return [frames["each"].format(p=self.speaker.plain(expr, about))]
        return [self._if(frames["only"], expr, about)]

    def _if(self, frame: str, test: Expr, about: About, **words: str) -> str:
        """A frame with a condition in it, as a statement (`p`) or after *if*."""
        filled = {**words, "p": "", "if": ""}
        if "{p}" in frame:
            filled["p"] = self.speaker.plain(test, about)
        if "{if}" in frame:
            filled["if"] = self.speaker.when(test, about)
        return frame.format(**filled)

    # cases and outcomes

    @_say.register
    def _case(self, rule: Case, block: str) -> list[str]:
        before = [self.known.settled(case.when) for case in self.table.rule_set.cases[block]]
        at = [case.key for case in self.table.rule_set.cases[block]].index(rule.key)
        frame = self._frame(before[:at], before[at])
        if not frame:
            return []
        about = self.speaker.about(f"{block}.*")
        value = self.known.settled(rule.value)
        x = self.speaker.quantity(value, about)
        if frame == "if" and isinstance(value, Conditional):  # two conditions in one sentence
            x = f"({x})"
        return [self._if(self.frames[block][frame], before[at], about, x=x)]

    def _frame(self, before: Sequence[Expr], test: Expr) -> str:
        """Which frame a case takes after those before it; nothing if it can never be reached here."""
        if any(isinstance(one, TruthValue) and one.value for one in before):
            return ""
        if not isinstance(test, TruthValue):
            return "if"
        if not test.value:
            return ""
        return "plain" if all(isinstance(one, TruthValue) for one in before) else "rest"

    @_say.register
    def _outcome(self, rule: Outcome, block: str) -> list[str]:
        outcomes = self.table.rule_set.outcomes
        tests = [self.known.settled(one.when) for one in outcomes]
        at = [one.name for one in outcomes].index(rule.name)
        frame = self._frame(tests[:at], tests[at])
        if not frame or rule.name in self.covered:
            return []
        frames, about = self.frames[block], self.speaker.about(f"{block}.*")
        name, wins = self.tongue.member("outcome", rule.name), self.known.settled(rule.wins_game)
        if (isinstance(wins, TruthValue) and wins.value) or rule.writes is None:
            said = [self._if(frames["wins"][frame], tests[at], about, name=name)]  # nobody writes or lays off
        else:
            x = self.speaker.quantity(self.known.settled(rule.writes), about)
            said = [self._if(frames["writes"][frame], tests[at], about, name=name, x=x)]
            if not isinstance(wins, TruthValue):
                said.append(self._if(frames["also_wins"], wins, about))
            if rule.lay_off is not None:
                said.extend(self._chosen(self.known.settled(rule.lay_off), self.frames["lay_off.onto"], f"{block}.*"))
        pays = self.known.settled(rule.pays)
        if written_number(pays) != 0:
            said.append(frames["pays"].format(x=self.speaker.quantity(pays, about)))
        return said

    # winner, irregular acts

    @_say.register
    def _criterion(self, rule: Criterion, block: str) -> list[str]:
        settled = [(one.key, self.known.settled(one.prefer)) for one in self.table.rule_set.winner]
        deciding = [(key, prefer) for key, prefer in settled if not is_constant(prefer)]
        keys = [key for key, _ in deciding]
        if rule.key not in keys:
            return []
        at = keys.index(rule.key)
        prefer = deciding[at][1]
        assert isinstance(prefer, Preference)
        frame = "only" if len(keys) == 1 else "next" if at else "first"
        s = self.speaker.preference(prefer, self.speaker.about(f"{block}.*"))
        return [self.frames[block][frame].format(s=s)]

    @_say.register
    def _irregular(self, rule: Irregular, block: str) -> list[str]:
        frames = self.frames[block]
        act, ruling, about = frames["acts"][rule.act], self.known.settled(rule.ruling), f"{block}.*"
        if isinstance(ruling, Conditional):  # the act is named once, before its conditions
            first, *others = self._chosen(ruling, frames["it"], about)
            said = [self.tongue.named(act, first), *others]
        else:
            said = self._chosen(ruling, {name: one.format(act=act) for name, one in frames["ruling"].items()}, about)
        penalty = self.known.settled(rule.penalty)
        if written_number(penalty) != 0:
            said.append(frames["penalty"].format(x=self.speaker.quantity(penalty, self.speaker.about(about))))
        if self.known.value(rule.shows_hand) is True:
            said.append(frames["shows_hand"])
        return said
