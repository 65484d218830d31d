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
from referee.cli.failures import CommandError
from referee.cli.solve import loose_text, melds_text
from referee.cli.terminal import paint, wrapped
from referee.game.close import CloseVerdict, judge_close, judge_closings
from referee.table import Card, Table
from referee.voice import Frames, refusal_text

_MAY, _MAY_NOT = 0, 1
Each = Sequence[tuple[Card, CloseVerdict]]


def run(arguments: Namespace) -> int:
    """Judge and print; 0 if the hand may close."""
    found = table(arguments.rules, arguments)
    cards = hand(found, arguments.cards)
    given = _given(arguments)
    if len(cards) == found.hand_size:
        if arguments.closing is not None:
            raise CommandError(f"--closing goes with {found.hand_size + 1} cards, found {len(cards)}")
        judged = judge_close(found, cards, given=given)
        return _tell_one(found, judged, (), arguments)
    if len(cards) != found.hand_size + 1:
        wanted = f"{found.hand_size} cards kept, or {found.hand_size + 1} with the closing card"
        raise CommandError(f"a close is judged on {wanted}; found {len(cards)}", "WRONG_NUMBER_OF_CARDS")
    closings = judge_closings(found, cards, given=given)
    if arguments.closing is not None:
        return _tell_one(found, _chosen(found, closings.each, arguments.closing), closings.each, arguments)
    return _tell_each(found, closings.best, closings.each, arguments)


def _given(arguments: Namespace) -> Mapping[str, int | bool]:
    facts: dict[str, int | bool | str] = {}
    if arguments.laps is not None:
        facts["laps"] = arguments.laps
    for name, value in arguments.given:
        if name in facts:
            raise CommandError(f"the fact `{name}` is given twice", "ARGUMENT_TWICE")
        facts[name] = value
    with one_sentence():
        return facts_of(facts)


def _chosen(found: Table, each: Each, wanted: str) -> CloseVerdict:
    closing = hand(found, [wanted])
    if len(closing) != 1:
        raise CommandError(f"--closing names one card, found {len(closing)}")
    for card, judged in each:
        if card.index == closing[0].index:
            return judged
    raise CommandError(f"the closing card `{wanted}` is none of the cards", "CARD_NOT_HELD")


def _tell_one(found: Table, judged: CloseVerdict, others: Each, arguments: Namespace) -> int:
    """One verdict; `others` are what each card would have given, if there was a choice."""
    legal, frames = [(card, other) for card, other in others if other.legal], Frames(arguments.lang)
    if arguments.json:
        value = _with_reasons(found, judged, arguments.lang)
        if others:
            value["closings"] = [{"card": found.write(card), **verdict(other)} for card, other in others]
        print(json.dumps(value, ensure_ascii=False))
    elif judged.legal:
        print(frames.tongue.named(paint(frames.say("may"), "green"), consequence(judged, frames)))
        _arrangement(found, judged, frames)
    else:
        print(f"{paint(frames.say('may_not'), 'red')}")
        _reasons(found, judged, arguments.lang)
        _arrangement(found, judged, frames)
        label = frames.label("legal")
        for number, (card, other) in enumerate(legal):
            said = frames.tongue.named(found.write(card), consequence(other, frames))
            print(f"  {' ' * len(label) if number else label}  {said}")
        if others and not legal:
            print(f"  {label}  {frames.say('no_legal')}")
    return _MAY if judged.legal else _MAY_NOT


def _tell_each(found: Table, best: Card | None, each: Each, arguments: Namespace) -> int:
    """Every closing card with what comes of it; if none is legal, the reasons that are nearest to a close."""
    frames = Frames(arguments.lang)
    if arguments.json:
        rows = [{"card": found.write(card), **_with_reasons(found, judged, arguments.lang)} for card, judged in each]
        value = {"legal": best is not None, "best": found.write(best) if best else None, "closings": rows}
        print(json.dumps(value, ensure_ascii=False))
    elif best is None:
        nearest = min(each, key=lambda pair: (len(pair[1].failures), pair[1].arrangement.deadwood))
        print(paint(frames.say("none_may", card=found.write(nearest[0])), "red"))
        _reasons(found, nearest[1], arguments.lang)
        _arrangement(found, nearest[1], frames)
    else:
        print(paint(frames.say("may_best", card=found.write(best)), "green"))
        for card, judged in each:
            refused = frames.say("refused_by", clauses=", ".join(clauses(judged)))
            print(f"  {found.write(card):<5} {consequence(judged, frames) if judged.legal else refused}")
    return _MAY_NOT if best is None else _MAY


def consequence(judged: CloseVerdict, frames: Frames) -> str:
    """What comes of a legal close, on one line."""
    assert judged.outcome is not None
    assert judged.clause is not None
    return frames.consequence(judged.outcome, judged.clause, wins=judged.wins_game, writes=judged.writes)


def _reasons(found: Table, judged: CloseVerdict, lang: str) -> None:
    for failure in judged.failures:
        label = f"  {failure.clause}  "
        print(wrapped(refusal_text(found, failure, lang), first=label, rest=" " * len(label)))


def _arrangement(found: Table, judged: CloseVerdict, frames: Frames) -> None:
    melds, loose = frames.column("melds", "loose")
    print(f"  {melds} {melds_text(found, judged.arrangement, frames)}")
    print(f"  {loose} {loose_text(found, judged.arrangement, frames)} ({frames.points(judged.arrangement.deadwood)})")
    if judged.undecided:  # what the options settle is nothing to a player
        print(f"  {frames.say('not_judged', clauses=', '.join(judged.undecided))}")


def _with_reasons(found: Table, judged: CloseVerdict, lang: str) -> dict[str, object]:
    """The answer of the conformance protocol, and for people the text of each clause that fails."""
    value = verdict(judged)
    if not judged.legal:
        reasons = [{"clause": each.clause, "text": refusal_text(found, each, lang)} for each in judged.failures]
        value["reasons"] = reasons
    return value
