"""`referee close CARD …`: may this hand close, what is written, and if not, why and what else.

With a full hand the cards kept are judged. With one card more every card is tried as the closing card, or the one
that `--closing` names; then a refusal also says which card would have been legal.
"""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Mapping, Sequence

from referee.answer.closing import clauses, facts_of, verdict
from referee.cli.asking import hand, one_sentence, table
from referee.cli.solve import loose_text, melds_text
from referee.cli.terminal import CommandError, paint, wrapped
from referee.game.close import CloseVerdict, judge_close, judge_closings
from referee.table import Card, Table
from referee.voice import refusal_text

_MAY, _MAY_NOT = 0, 1
Each = Sequence[tuple[Card, CloseVerdict]]


def run(arguments: Namespace) -> int:
    """Judge and print; 0 if the hand may close."""
    found = table(arguments.rules, arguments)
    cards = hand(found, arguments.cards)
    given = _given(arguments)
    if len(cards) == found.hand_size:
        if arguments.closing:
            raise CommandError(f"--closing goes with {found.hand_size + 1} cards, found {len(cards)}")
        judged = judge_close(found, cards, given=given)
        return _tell_one(found, judged, (), arguments)
    if len(cards) != found.hand_size + 1:
        wanted = f"{found.hand_size} cards kept, or {found.hand_size + 1} with the closing card"
        raise CommandError(f"a close is judged on {wanted}; found {len(cards)}")
    closings = judge_closings(found, cards, given=given)
    if arguments.closing:
        return _tell_one(found, _chosen(found, closings.each, arguments.closing), closings.each, arguments)
    return _tell_each(found, closings.best, closings.each, arguments)


def _given(arguments: Namespace) -> Mapping[str, int | bool]:
    facts: dict[str, int | bool | str] = {}
    if arguments.laps is not None:
        facts["laps"] = arguments.laps
    for name, value in arguments.given:
        if name in facts:
            raise CommandError(f"the fact `{name}` is given twice")
        facts[name] = value
    with one_sentence():
        return facts_of(facts)


def _chosen(found: Table, each: Each, wanted: str) -> CloseVerdict:
    closing = hand(found, [wanted])
    for card, judged in each:
        if len(closing) == 1 and card.index == closing[0].index:
            return judged
    raise CommandError(f"the closing card `{wanted}` is none of the cards")


def _tell_one(found: Table, judged: CloseVerdict, others: Each, arguments: Namespace) -> int:
    """One verdict; `others` are what each card would have given, if there was a choice."""
    legal = [(card, other) for card, other in others if other.legal]
    if arguments.json:
        value = _with_reasons(found, judged, arguments.lang)
        if others:
            value["closings"] = [{"card": found.write(card), **verdict(other)} for card, other in others]
        print(json.dumps(value, ensure_ascii=False))
    elif judged.legal:
        print(f"{paint('may close', 'green')}: {consequence(judged)}")
        _arrangement(found, judged)
    else:
        print(f"{paint('may not close', 'red')}")
        _reasons(found, judged, arguments.lang)
        _arrangement(found, judged)
        if legal:
            for number, (card, other) in enumerate(legal):
                print(f"  {'' if number else 'legal would be':<14}  {found.write(card)}: {consequence(other)}")
        elif others:
            print("  legal would be  no card of these; discard and play on")
    return _MAY if judged.legal else _MAY_NOT


def _tell_each(found: Table, best: Card | None, each: Each, arguments: Namespace) -> int:
    """Every closing card with what comes of it; if none is legal, the reasons that are nearest to a close."""
    if arguments.json:
        rows = [{"card": found.write(card), **_with_reasons(found, judged, arguments.lang)} for card, judged in each]
        value = {"legal": best is not None, "best": found.write(best) if best else None, "closings": rows}
        print(json.dumps(value, ensure_ascii=False))
    elif best is None:
        nearest = min(each, key=lambda pair: (len(pair[1].failures), pair[1].arrangement.deadwood))
        print(f"{paint('may not close', 'red')} with any of these cards; nearest is {found.write(nearest[0])} put down")
        _reasons(found, nearest[1], arguments.lang)
        _arrangement(found, nearest[1])
    else:
        print(f"{paint('may close', 'green')}: best with {paint(found.write(best), 'bold')} put down")
        for card, judged in each:
            said = consequence(judged) if judged.legal else f"refused by {', '.join(clauses(judged))}"
            print(f"  {found.write(card):<5} {said}")
    return _MAY_NOT if best is None else _MAY


def consequence(judged: CloseVerdict) -> str:
    """What comes of a legal close, on one line."""
    if judged.wins_game:
        written = "wins the game"
    elif judged.writes is None:
        written = "writes what the hands of the others decide"
    else:
        written = f"writes {judged.writes}"
    return f"{judged.outcome}, {written} [{judged.clause}]"


def _reasons(found: Table, judged: CloseVerdict, lang: str) -> None:
    for failure in judged.failures:
        label = f"  {failure.clause}  "
        print(wrapped(refusal_text(found, failure, lang), first=label, rest=" " * len(label)))


def _arrangement(found: Table, judged: CloseVerdict) -> None:
    print(f"  melds  {melds_text(found, judged.arrangement)}")
    points = judged.arrangement.deadwood
    print(f"  loose  {loose_text(found, judged.arrangement)} ({points} point{'' if points == 1 else 's'})")
    if judged.not_judged:
        print(f"  not judged without the closing card: {', '.join(judged.not_judged)}")


def _with_reasons(found: Table, judged: CloseVerdict, lang: str) -> dict[str, object]:
    """The answer of the conformance protocol, and for people the text of each clause that fails."""
    value = verdict(judged)
    if not judged.legal:
        reasons = [{"clause": each.clause, "text": refusal_text(found, each, lang)} for each in judged.failures]
        value["reasons"] = reasons
    return value
