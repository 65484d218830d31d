"""Makes the booklet of a table: what stands in it, in which order, and under which heading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from referee.booklet.examples import examples
from referee.booklet.model import Booklet, Clause, Example, Link, Ref, Section, Table
from referee.booklet.words import Words
from referee.cards import Card
from referee.rules.order import nearest_above
from referee.rules.reads import options_read
from referee.table import Table as Played
from referee.voice.book import Book, Printed, book_of, title

DIGEST_DIGITS = 12
"""So much of a digest is printed: enough to tell rule sets apart, and short enough to be read aloud."""


def booklet_of(table: Played, language: str, titles: Mapping[str, str] | None = None) -> Booklet:
    """The booklet of a table. `titles` are those of the rule sets it is built on; the others are named as they are.

    NoSuchLanguage if the referee does not speak the language.
    """
    book, words = book_of(table, language), Words(table, language)
    rules, printed = table.rule_set, book.printed()
    keys = [each.clause for each in printed]
    shown = examples(book, words, keys)
    own = {rules.name: title(rules, language)}
    sections = [
        *_options(book, words, keys),
        *_rules(book, words, printed, shown, {**own, **(titles or {})}),
        _points(table, words),
        *_sources(table, words),
    ]
    here = words.tongue.forms["rules"]["options"]["here"]
    seats = words.tongue.amount(table.seats, "seats")
    built = words.frames.heading(rules, rules.digest[:DIGEST_DIGITS])
    about = [f"{built}.", words.tongue.sentence(here.format(x=seats))]
    if shown:
        about.append(str(words.booklet["judged"]))
    return Booklet(
        language=language,
        title=own[rules.name],
        about=tuple(about),
        sections=tuple(sections),
        example=str(words.booklet["example"]),
        rule_set=rules.name,
        digest=rules.digest,
    )


def _options(book: Book, words: Words, keys: Sequence[str]) -> Iterator[Section]:
    """What may be agreed and what this table has agreed; an option that is settled for good is no option here.

    Nor is one on which no rule hangs any more: a base has it, and what it set is written out.
    """
    table, rows = book.table, []
    read = options_read(table.rule_set)
    for name, value in table.options.items():
        option = table.rule_set.options[name]
        closed = option.when is not None and book.voice.known.value(option.when) is False
        if option.fixed or closed or name not in read:
            continue
        home = nearest_above(option.clause, keys)
        rows.append(
            (
                (words.tongue.capital(words.tongue.option(name)),),
                (words.tongue.choice(option, value, with_unit=True),),
                (book.voice.bounds(option),),
                (words.tongue.choice(option, option.default, with_unit=True),),
                (Ref(option.clause, home if home in keys else ""),) if option.clause else ("",),
            )
        )
    if rows:
        head = tuple(map(words.column, ("option", "here", "allowed", "default", "clause")))
        yield Section("options", str(words.booklet["options"]), 2, (Table(head, tuple(rows)),))


def _rules(
    book: Book,
    words: Words,
    printed: Sequence[Printed],
    shown: Mapping[str, tuple[Example, ...]],
    titles: Mapping[str, str],
) -> Iterator[Section]:
    """The paragraphs in order; those that come with the first of all bases stand under its title, before the game's.

    A base between the two gives no title: a game of 48 cards that is built on one of 40 would be headed by the latter.
    """
    rules, heading = book.table.rule_set, str(words.booklet["rules"])
    root, common = rules.extends[-1] if rules.extends else "", _common(book)
    parts = groupby(printed, key=lambda one: root if _family(one.clause) in common else rules.name)
    found = [(name, tuple(_clause(one, shown) for one in each)) for name, each in parts]
    if len(found) < 2:
        yield Section("rules", heading, 2, tuple(block for _, blocks in found for block in blocks))
        return
    yield Section("rules", heading, 2)
    for number, (name, blocks) in enumerate(found, 1):
        yield Section(f"rules-{number}", titles.get(name, name), 3, blocks)


def _clause(one: Printed, shown: Mapping[str, tuple[Example, ...]]) -> Clause:
    return Clause(one.clause, one.text, one.from_book, shown.get(one.clause, ()))


def _family(clause: str) -> str:
    return clause.split(".", maxsplit=1)[0]


def _common(book: Book) -> frozenset[str]:
    """The families of clauses that the first of all bases has brought in: it writes some paragraph of theirs."""
    rules = book.table.rule_set
    root = rules.extends[-1] if rules.extends else None
    return frozenset(
        _family(one.key) for one in rules.book if root and one.origin is not None and one.origin.rule_set == root
    )


def _points(table: Played, words: Words) -> Section:
    """What each rank counts when it is loose, cards that differ from their rank on lines of their own."""
    pack, rules = table.pack, table.rule_set
    rows: list[tuple[str, str, int]] = []
    for place, rank in enumerate(rules.ranks):
        kinds = [kind for kind in pack.kinds if kind.rank == place and not kind.joker]
        usual = Counter(kind.points for kind in kinds).most_common(1)[0][0]
        rows.append((words.rank(rank.name, rank.number), rank.sign, usual))
        rows += [
            (words.tongue.capital(words.card(Card(kind.index))), kind.text, kind.points)
            for kind in kinds
            if kind.points != usual
        ]
    rows += [
        (words.tongue.capital(words.card(Card(kind.index))), kind.text, kind.points)
        for kind in pack.kinds
        if kind.joker
    ]
    head = tuple(map(words.column, ("card", "sign", "points")))
    cells = tuple(((name,), (sign,), (words.tongue.figure(points),)) for name, sign, points in rows)
    return Section("points", str(words.booklet["points"]), 2, (Table(head, cells, frozenset({2})),))


def _sources(table: Played, words: Words) -> Iterator[Section]:
    sources = table.rule_set.sources
    if sources:
        links = tuple(Link(source.title, source.url) for source in sources)
        yield Section("sources", str(words.booklet["sources"]), 2, links)
