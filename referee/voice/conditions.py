"""Conditions in words.

A condition is said as a statement (*there are at least 4 melded cards*) or after *if*; languages that mark the mood on
the verb have forms for both in the vocabulary. `not` is never said as such: it is pushed down to the parts, each of
which can say its own opposite. What is counted is said to be there, neighbours in one go (*at least 4 melded cards
and at most 5 loose points*); everything else is compared by its label.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from referee.lang.syntax import (
    MIRRORED,
    OPPOSITE,
    And,
    Choice,
    Comparator,
    Comparison,
    Conditional,
    Expr,
    Field,
    Name,
    Negative,
    Not,
    Number,
    Or,
    Over,
    Preference,
    Range,
    TruthValue,
)
from referee.lang.types import NUMBER, Many, Member, Quantity, Record, SetOf, Truth, Type
from referee.lang.walk import everything, written_number
from referee.voice.quantities import About, Quantities, Thing
from referee.voice.settle import Known
from referee.voice.tongue import turkish_from

Mood = Literal["plain", "if"]


@dataclass(frozen=True, slots=True)
class Counted:
    """Something that is there in some number: `at least 4 melded cards`. `form` is none, one or other.

    Two of one `verb` and `thing` can be said with one verb. `held` are those a hand has, so that a close can need
    them.
    """

    phrase: str
    form: str
    verb: str
    thing: Thing | None
    held: bool


@dataclass(frozen=True, slots=True)
class _Said:
    """A condition in words, not joined yet: one part, or several joined by `and` or by `or`."""

    joiner: Literal["", "and", "or"]
    parts: tuple[str, ...]


class Speaker(Quantities):
    """How one language says what holds at one table."""

    def plain(self, expr: Expr, about: About) -> str:
        """A condition as a statement."""
        return self._joined(self._said(expr, about, "plain"))

    def when(self, expr: Expr, about: About) -> str:
        """A condition after *if*, that word included."""
        text = self._joined(self._said(expr, about, "if"))
        language = self.forms["language"]
        return str(language["if_word"].format(p=text)) if language["if"] == "once" else text

    def denied(self, expr: Expr, about: About) -> str:
        """That a condition does not hold, as a statement."""
        return self._joined(self._said(expr, about, "plain", positive=False))

    def needed(self, expr: Expr, about: About) -> str:
        """What a close needs, if the condition speaks of nothing but what a hand has; else nothing."""
        parts = expr.parts if isinstance(expr, And) else (expr,)
        counted = [self.counted(part, about, positive=True) for part in parts]
        if not all(one and one.held and one.form != "none" for one in counted):
            return ""
        return self.tongue.listed([one.phrase for one in counted if one], "and")

    def _joined(self, said: _Said) -> str:
        if said.joiner == "or" and any(self.forms["lists"]["and"] in part for part in said.parts):
            comma = self.forms["lists"]["comma"].rstrip()
            return f"{comma}{self.forms['lists']['or']}".join(said.parts)
        return self.tongue.listed(said.parts, said.joiner or "and")

    # structure

    def _said(self, expr: Expr, about: About, mood: Mood, *, positive: bool = True) -> _Said:
        match expr:
            case Not(operand=operand):
                return self._said(operand, about, mood, positive=not positive)
            case And(parts=parts) | Or(parts=parts):
                return self._junction(parts, about, mood, positive=positive, every=isinstance(expr, And) is positive)
            case Conditional(test=test, then=then, otherwise=otherwise):
                first, second = And((test, then), type=expr.type), And((Not(test), otherwise), type=expr.type)
                return self._said(
                    Known(enums=self.known.enums).settled(Or((first, second), type=expr.type)),
                    about,
                    mood,
                    positive=positive,
                )
        return _Said("", (self._in_mood(self._leaf(expr, about, mood, positive=positive), mood),))

    def _junction(self, parts: Sequence[Expr], about: About, mood: Mood, *, positive: bool, every: bool) -> _Said:
        said: list[str] = []
        gathered: dict[tuple[str, str], int] = {}
        counted: dict[int, list[Counted]] = {}
        for part in parts:
            one = self.counted(part, about, positive=positive) if every else None
            if one and one.form != "none":
                key = (one.verb, one.thing.by if one.thing else "")
                at = gathered.setdefault(key, len(said))
                counted.setdefault(at, []).append(one)
                if at == len(said):
                    said.append("")
                continue
            inner = self._said(part, about, mood, positive=positive)
            if inner.joiner in {"", "and" if every else "or"}:
                said.extend(inner.parts)
            elif not every:
                said.append(self.tongue.listed(inner.parts, "and"))
            elif "group" in self.forms["lists"]:
                text = self._joined(self._said(part, about, "plain", positive=positive))
                said.append(self._in_mood(_in(self.forms["lists"], "group", mood).format(p=text), mood))
            else:
                said.append(self.tongue.either(inner.parts))
        for at, ones in counted.items():
            said[at] = self._in_mood(self._there_are(ones, mood), mood)
        return _Said("" if len(said) == 1 else "and" if every else "or", tuple(said))

    def _in_mood(self, text: str, mood: Mood) -> str:
        language = self.forms["language"]
        return str(language["if_word"].format(p=text)) if mood == "if" and language["if"] == "each" else text

    # parts

    def _leaf(self, expr: Expr, about: About, mood: Mood, *, positive: bool) -> str:
        match expr:
            case TruthValue(value=value):
                return self.tongue.truth(value is positive)
            case Comparison():
                counted = self.counted(expr, about, positive=positive)
                return (
                    self._there_are([counted], mood)
                    if counted
                    else self._compared(expr, about, mood, positive=positive)
                )
            case Over(function="all" | "any"):
                return self._of_members(expr, about, mood, positive=positive)
            case Name(sort="fact"):
                return _in(self.forms["names"][expr.name], "yes" if positive else "no", mood)
            case Field():
                forms, owner, answer = self.field_forms(expr), self.owner(expr.base, about), "yes" if positive else "no"
                if owner.topic and f"it_{answer}" in forms:
                    return str(forms[f"it_{answer}"])
                return _in(forms, answer, mood).format(it=owner.it)
        left, right = self.quantity_name(expr), self.tongue.truth(positive)
        return _in(self.forms["comparators"]["is"], "of", mood).format(left=left, right=right)

    def quantity_name(self, expr: Expr) -> str:
        """An option or definition by its name."""
        return self._name(expr, "label") if isinstance(expr, Name) else ""

    def _of_members(self, expr: Over, about: About, mood: Mood, *, positive: bool) -> str:
        """`all` and `any`: the opposite of the one is the other, of the opposite."""
        function = expr.function if positive else {"all": "any", "any": "all"}[expr.function]
        forms = self.collection(expr)
        who = "each" if function == "all" else "some"
        if positive and isinstance(expr.body, Comparison | Field):
            named = Thing(forms[who], forms[f"{who}_of"], forms.get(f"{who}_by", forms[who]))
            inside = self.inside(about, expr.variable, named)
            return self._leaf(expr.body, inside, mood, positive=True)
        inside = self.inside(about, expr.variable, self.pronoun(self.record(expr)))
        body = self._joined(self._said(expr.body, inside, "plain", positive=positive))
        known = {key: text for key, text in forms.items() if isinstance(text, str)}
        return _in(self.forms["functions"][function], "over", mood).format(**{**known, "p": body})

    # numbers that are there

    def counted(self, expr: Expr, about: About, *, positive: bool) -> Counted | None:
        """A comparison of something that has a noun with a number written out."""
        if not isinstance(expr, Comparison):
            return None
        comparator, noun_side, limit = _ordered(expr, positive=positive)
        found = self._noun(noun_side, about)
        if not found:
            return None
        forms, verb, thing, held, where = found
        text = self._how_many(forms, comparator, limit, about)
        if not text:
            return None
        form, phrase = text
        if where:
            phrase = self.forms["counted_in"].format(**{"c": phrase, "in": where})
        return Counted(phrase, form, verb, thing, held)

    def _noun(self, expr: Expr, about: About) -> tuple[Mapping[str, str], str, Thing | None, bool, str] | None:
        """The counted forms of a quantity, its verb, whose it is, whether a hand has it, and where."""
        match expr:
            case Field(base=Name(type=Many()) as base):
                forms = self.forms["names"][base.name]
                if "owned" in forms and about.slot.startswith("lay_off."):  # other melds lie beside its own
                    return forms["owned"], "own", None, False, ""
            case Field(base=Name(type=Record())):
                field_forms = self.field_forms(expr)
                counted = field_forms.get("counted")
                return (counted, "has", self.owner(expr.base, about), False, "") if counted else None
            case Name(sort="fact"):
                forms = self.forms["names"][expr.name]
            case Over():
                noun = self.noun_in(expr)
                return (noun, "be", None, False, self.collection(expr)["in"]) if noun else None
            case _:
                return None
        where = forms.get("where", "")
        return (forms["counted"], forms["verb"], None, "held" in forms, where) if "counted" in forms else None

    def _how_many(self, forms: Mapping[str, str], comparator: str, limit: Expr, about: About) -> tuple[str, str] | None:
        """Form and phrase (`none` and *no card*); nothing where a label says it better."""
        if comparator == "in":
            return self._one_of(forms, limit, about)
        number = written_number(limit)
        if number is None or number < 0 or comparator == "not in":
            return None
        if (comparator, number) in {("is", 0), ("at most", 0), ("below", 1)}:
            return "none", forms["none"]
        if (comparator, number) in {("is not", 0), ("above", 0)}:
            comparator, number = "at least", 1
        pattern = self.forms["comparators"][comparator].get("counted")
        if pattern is None or number == 0:
            return None
        form = self.tongue.form_of(number)
        figure = self.tongue.figure(number)
        if "{c}" in pattern:
            return form, pattern.format(c=forms[form].format(n=figure))
        return form, forms[form].format(n=pattern.format(n=figure, than=turkish_from(number)))

    def _one_of(self, forms: Mapping[str, str], limit: Expr, about: About) -> tuple[str, str] | None:
        """*3 or 4 cards*, *at least 3 cards*."""
        items = limit.items if isinstance(limit, Choice) else (limit,)
        if len(items) == 1 and isinstance(items[0], Range) and items[0].high is None:
            return self._how_many(forms, "at least", items[0].low, about)
        if any(isinstance(item, Range) and item.high is None for item in items):
            return None
        text = self.tongue.listed([part for item in items for part in self.item(item, about)], "or")
        return "other", forms["other"].format(n=text)

    def _there_are(self, ones: Sequence[Counted], mood: Mood) -> str:
        """One verb for all of them."""
        form = ones[0].form
        if len(ones) > 1 and self.forms["language"]["agree"] == "all":
            form = "other"
        phrase = self.tongue.listed([one.phrase for one in ones], "and")
        thing = ones[0].thing or Thing("", "", "")
        return _in(self.forms["exists"][ones[0].verb], form, mood).format(c=phrase, it=thing.it, by=thing.by)

    # comparisons by label

    def _compared(self, expr: Comparison, about: About, mood: Mood, *, positive: bool) -> str:
        comparator, left, right = _ordered(expr, positive=positive)
        if (named := self._named(comparator, left, right, about, mood)) is not None:
            return named
        forms = self.forms["comparators"][comparator]
        number = written_number(right)
        key = "of"
        if isinstance(left.type, Member) or left.type == NUMBER:
            key = "member"
        elif number is not None:
            key = "number"
        pattern = _in(forms, key if key in forms or f"if_{key}" in forms else "of", mood)
        return pattern.format(
            left=self.quantity(left, about),
            right=self._right(right, about, comparator),
            than=self._than(right, about) if "{than}" in pattern else "",
        )

    def _named(self, comparator: str, left: Expr, right: Expr, about: About, mood: Mood) -> str | None:
        """What something is, where a language names no field for it: *the card is a king*. A number has its field."""
        if not isinstance(left, Field) or not isinstance(left.type, Member):
            return None
        forms = self.field_forms(left)
        members = [node.name for node in everything(right) if isinstance(node, Name) and node.sort == "member"]
        if "it_is" not in forms or not members or all(member.isdigit() for member in members):
            return None
        key = "it_is" if comparator in {"is", "in"} else "it_is_not"
        it, said = self.owner(left.base, about).it, self._right(right, about, comparator)
        return _in(forms, key, mood).format(it=it, right=said).strip()

    def _right(self, right: Expr, about: About, comparator: str) -> str:
        number = written_number(right)
        if isinstance(right.type, SetOf):
            return self.set_of(
                right, about, joiner="nor" if comparator == "not in" else "or", unit=_unit_said(right.type.element)
            )
        return self.quantity(right, about) if number is None else self.tongue.amount(number, _unit_said(right.type))

    def _than(self, right: Expr, about: About) -> str:
        """What something is more or less than, where that takes a form of its own."""
        number = written_number(right)
        if number is not None:
            return self.tongue.than(number, _unit_said(right.type))
        return str(self.forms["than"].format(x=self.quantity(right, about)))

    # whole expressions

    def expression(self, expr: Expr, about: About) -> str:
        """An expression of any kind in words."""
        if isinstance(expr, Preference):
            return self.preference(expr, about)
        if isinstance(expr.type, Truth):
            return self.plain(expr, about)
        return self.quantity(expr, about)

    def preference(self, expr: Preference, about: About) -> str:
        """A criterion of the winner: *lowest total*, or the condition."""
        forms = self.forms["rules"]["game.winner"]
        if expr.prefer == "holds":
            return str(forms["holds"].format(p=self.plain(expr.operand, about)))
        return str(forms[expr.prefer].format(x=self.quantity(expr.operand, about, "short")))


def _in(forms: Mapping[str, Any], key: str, mood: Mood) -> str:
    """A form in a mood; most languages have one for both."""
    return str(forms.get(f"if_{key}", forms[key]) if mood == "if" else forms[key])


def _ordered(expr: Comparison, *, positive: bool) -> tuple[str, Expr, Expr]:
    """Comparator and sides: the opposite if it is denied, a number written out on the right, no minus on the left."""
    comparator: Comparator = expr.comparator if positive else OPPOSITE[expr.comparator]
    left, right = expr.left, expr.right
    if written_number(left) is not None and written_number(right) is None:
        comparator, left, right = MIRRORED.get(comparator, comparator), right, left
    number = written_number(right)
    if isinstance(left, Negative) and number is not None:
        positive_number = Number(abs(number), _unit_of(right), type=right.type)
        opposite = Negative(positive_number, type=right.type) if number > 0 else positive_number
        return MIRRORED.get(comparator, comparator), left.operand, opposite
    return comparator, left, right


def _unit_of(expr: Expr) -> str | None:
    return expr.type.unit if isinstance(expr.type, Quantity) else None


def _unit_said(kind: Type | None) -> str | None:
    """The unit a number is compared in, unless the label says it already: *the number of cards is 4*."""
    unit = kind.unit if isinstance(kind, Quantity) else None
    return unit if unit in {"points", "coins"} else None
