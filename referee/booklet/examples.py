"""The examples of a booklet: which cards are shown beside which clause, and what the referee says of them.

The hands that stand beside the rules in their file come first; whatever the file says should come of them, the referee
judges them at this table. For every outcome and every refusal they do not show, a hand is found (`hands`). So a house
rule of one line has its examples too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from referee.booklet.hands import Judged, judged, meld
from referee.booklet.model import Example, Inline, Ref
from referee.booklet.pictures import Row
from referee.booklet.words import Words
from referee.cards import Card, CardError
from referee.game import dearness
from referee.game.close import CloseVerdict, judge_close, judge_closings
from referee.game.meld import Meld, is_meld
from referee.game.solve import Arrangement, best_arrangement
from referee.limits import EXAMPLE_STEPS
from referee.rules.order import nearest_above
from referee.table import Table
from referee.table.melds import MELD_KINDS, Signature
from referee.voice.book import Book
from referee.voice.refusal import measured, own_words
from referee.workshop.given import GivenError, read_given

_KINDS_SHOWN = 2
"""Of melds without cards that stand for others, so many sizes are shown."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A close to be shown: the verdict, the card put face down if there was one, and the facts it was judged by."""

    verdict: CloseVerdict
    closing: Card | None = None
    given: Mapping[str, int | bool] = field(default_factory=dict)

    @property
    def shows(self) -> tuple[str, str]:
        """What it is an example of: an outcome, or a clause that refuses."""
        if self.verdict.legal:
            return ("outcome", self.verdict.outcome or "")
        return ("clause", self.verdict.failures[0].clause)


def examples(book: Book, words: Words, printed: Sequence[str]) -> Mapping[str, tuple[Example, ...]]:
    """The examples of a table by the clause they stand under; those of no clause that is `printed` are left out."""
    composer = _Composer(book, words, frozenset(printed))
    found: dict[str, list[Example]] = {}
    for clause, example in composer.all():
        if clause in composer.printed:
            found.setdefault(clause, []).append(example)
    return {clause: tuple(each) for clause, each in found.items()}


@dataclass(frozen=True, slots=True)
class _Composer:
    book: Book
    words: Words
    printed: frozenset[str]

    @property
    def table(self) -> Table:
        return self.book.table

    def home(self, clause: str) -> str:
        """The paragraph a clause is printed in."""
        return nearest_above(clause, self.printed)

    def all(self) -> Iterator[tuple[str, Example]]:
        """Every example with the clause it stands under."""
        yield from self._melds()
        found = tuple(judged(self.table))
        shown = closes(self.table, found)
        first = next((one for one in shown if one.verdict.legal), None)
        for one in shown:
            yield self.home(one.verdict.clause), self._close(one, undecided=one is first)
        if found and (clause := self._points_clause()):
            yield clause, self._hand(found)

    # melds and loose cards

    def _melds(self) -> Iterator[tuple[str, Example]]:
        blocks = self.table.rule_set.block_clauses
        for kind, name in enumerate(MELD_KINDS):
            clause = blocks.get(f"melds.{name}") or blocks.get("melds", "")
            melds = tuple(_melds_of(self.table, kind))
            if melds:
                yield self.home(clause), self._example(melds, (), [(f"{self.words.booklet['kinds'][name]}.",)])

    def _points_clause(self) -> str:
        """The clause of the last price that is not the joker's."""
        cases = self.table.rule_set.cases.get("points", ())
        return self.home(cases[-1].clause) if cases else ""

    def _hand(self, found: Iterable[Judged]) -> Example:
        """A hand whose loose cards are counted: one with a meld, and dear cards beside it."""
        table = self.table

        def worth(one: Judged) -> tuple[bool, int]:
            arrangement = one[1].arrangement
            return (len(arrangement.melds) == 1 and len(arrangement.loose) > 1, arrangement.deadwood)

        arrangement = best_arrangement(table, max(found, key=worth)[0])
        label = self.words.tongue.capital(self.words.tongue.forms["names"]["deadwood"]["short"])
        said = self.words.tongue.named(label, self.words.tongue.figure(arrangement.deadwood))
        return self._of(arrangement, [(f"{said}.",)])

    # closes

    def _close(self, one: Shown, *, undecided: bool) -> Example:
        """A close; with `undecided` also which clauses hang on the card put face down, which is said once."""
        verdict, words = one.verdict, self.words
        if verdict.legal:
            hanging = self._undecided(verdict) if undecided else ()
            return self._of(verdict.arrangement, [*self._facts(one, ""), self._allowed(one), *hanging])
        cited = dict.fromkeys(failure.clause for failure in verdict.failures)
        put_down = {} if one.closing is None else {"card": words.card(one.closing)}
        refused = self._cited(words.say("may_not_with" if put_down else "may_not", **put_down), cited)
        texts: list[str] = []
        for failure in verdict.failures:
            own = own_words(self.book, failure)
            texts += [own] if own else measured(self.book, failure)
        reasons = [(text,) for text in dict.fromkeys(texts)]
        return self._of(verdict.arrangement, [*self._facts(one, " ".join(texts)), refused, *reasons])

    def _allowed(self, one: Shown) -> Inline:
        verdict, words = one.verdict, self.words
        outcome = words.tongue.member("outcome", verdict.outcome or "")
        frame = "wins" if verdict.wins_game else "writes_open" if verdict.writes is None else "writes"
        points = "" if verdict.writes is None else words.frames.points(verdict.writes)
        x = str(words.booklet[frame]).format(outcome=outcome, x=points)
        if one.closing is None:
            text = words.say("may", x=x)
        else:
            text = words.say("may_with", x=x, card=words.card(one.closing))
        priced = [] if verdict.wins_game else [verdict.priced_by]
        return self._cited(text, dict.fromkeys([verdict.clause, *priced]))

    def _undecided(self, verdict: CloseVerdict) -> Iterator[Inline]:
        if verdict.undecided:
            said = self.words.frames.say("not_judged", clauses=", ".join(verdict.undecided))
            yield (self.words.tongue.sentence(f"{said}."),)

    def _facts(self, one: Shown, told: str) -> Iterator[Inline]:
        """The facts it was judged by, but for those that are `told` anyway."""
        for name, value in one.given.items():
            short = self.words.tongue.forms["names"][name].get("short", "")
            if short and short.casefold() not in told.casefold():
                yield (
                    f"{self.words.tongue.named(self.words.tongue.capital(short), self.words.tongue.figure(value))}.",
                )

    def _cited(self, text: str, clauses: Iterable[str]) -> Inline:
        """A sentence with the clauses it rests on in brackets."""
        parts: list[str | Ref] = [f"{text} ["]
        for clause in filter(None, clauses):
            home = self.home(clause)
            parts += [Ref(clause, home if home in self.printed else ""), ", "]
        return (*parts[:-1], "].") if len(parts) > 1 else (f"{text}.",)

    # cards

    def _of(self, arrangement: Arrangement, sentences: Sequence[Inline]) -> Example:
        return self._example(arrangement.melds, arrangement.loose, sentences)

    def _example(self, melds: Sequence[Meld], loose: Sequence[Card], sentences: Sequence[Inline]) -> Example:
        words, table = self.words, self.table
        row = Row(tuple(tuple(map(words.face, one.cards)) for one in melds), tuple(map(words.face, loose)))
        grouped = "; ".join(", ".join(self._played(one)) for one in melds)
        said = [self._group("melds", grouped)] if melds else []
        said += [self._group("loose", ", ".join(map(words.card, loose)))] if loose else []
        written = " | ".join(" ".join(map(table.write, one.cards)) for one in melds)
        parts = [written] if melds else []
        parts += [f"+ {' '.join(map(table.write, loose))}"] if loose else []
        return Example(row, " ".join(said), " ".join(parts), tuple(sentences))

    def _group(self, name: str, cards: str) -> str:
        label = self.words.tongue.capital(self.words.frames.label(name))
        return f"{self.words.tongue.named(label, cards)}."

    def _played(self, one: Meld) -> Iterator[str]:
        """The cards of a meld; one that stands for another says which it plays."""
        for card, place in zip(one.cards, one.places, strict=True):
            name = self.words.card(card)
            stands = place is not None and place.index != card.index
            yield f"{name} = {self.words.card(place)}" if stands and place is not None else name


def closes(table: Table, found: Sequence[Judged]) -> tuple[Shown, ...]:
    """The closes to be shown, each of something else: those of the file, then of the hands found."""
    shown = {one.shows: one for one in reversed([*_own(table)])}
    for one in (*_found(found), *_early(table, found)):
        shown.setdefault(one.shows, one)
    return tuple(shown.values())


def _own(table: Table) -> Iterator[Shown]:
    """The closes among the examples of the file that can be asked at this table, those that need no facts first."""
    left = EXAMPLE_STEPS
    for example in sorted(table.rule_set.examples, key=lambda one: len(one.given)):
        if example.kind != "close":
            continue
        try:
            cards, given = table.read_hand(example.cards), read_given(example.given)
        except (CardError, GivenError):
            continue
        whole = len(cards) == table.hand_size + 1
        left -= dearness.of_close(table, cards, whole=whole)
        if left < 0:
            return
        shown = _asked(table, cards, given)
        if shown and (not shown.verdict.legal or not any(isinstance(value, bool) for value in given.values())):
            yield shown


def _asked(table: Table, cards: tuple[Card, ...], given: Mapping[str, int | bool]) -> Shown | None:
    """One example of the file as the referee judges it here; None for a number of cards that is no hand here."""
    if len(cards) == table.hand_size:
        return Shown(judge_close(table, cards, given=given), None, given)
    if len(cards) != table.hand_size + 1:
        return None
    closings = judge_closings(table, cards, given=given)
    best = next(((card, verdict) for card, verdict in closings.each if card == closings.best), closings.each[0])
    return Shown(best[1], best[0], given)


def _found(found: Sequence[Judged]) -> Iterator[Shown]:
    """For every outcome the hand that only just has it, for every clause that refuses the one that nearly closes."""
    by: dict[tuple[str, str], list[Shown]] = {}
    for _, verdict in found:
        one = Shown(verdict)
        by.setdefault(one.shows, []).append(one)
    for (what, _), each in by.items():
        if what == "outcome":
            yield max(each, key=lambda one: one.verdict.arrangement.deadwood)
        else:
            yield min(each, key=lambda one: (len(one.verdict.failures), one.verdict.arrangement.deadwood))


def _early(table: Table, found: Sequence[Judged]) -> Iterator[Shown]:
    """A hand that may close, asked before anybody has finished a turn: what some rules refuse then."""
    if any("laps" in one.reads for one in table.conditions("close.may_close")):
        given = {"laps": 0}
        legal = next((hand for hand, verdict in found if verdict.legal), None)
        verdict = None if legal is None else judge_close(table, legal, given=given)
        if verdict is not None and not verdict.legal:
            yield Shown(verdict, None, given)


def _melds_of(table: Table, kind: int) -> Iterator[Meld]:
    """Melds of a kind: the smallest sizes without a card that stands for another, and one with such a card."""
    allowed = [one for one in table.meld_rules.allowed if one.kind == kind and one.size <= table.hand_size]
    plain = sorted(one for one in allowed if not one.wilds)[:_KINDS_SHOWN]
    wild = sorted((one for one in allowed if one.wilds), key=lambda one: (one.wilds, one.outer_wilds, one.size))[:1]
    for placing, one in enumerate([*plain, *wild]):
        cards = meld(table, Signature(*one), placing=placing)
        laid = None if cards is None else is_meld(table, tuple(map(Card, cards)))
        if laid is not None and laid.signature.kind == kind:
            yield laid
