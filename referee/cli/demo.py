"""`referee demo`: the whole road once, through a real server and the real client.

A house rule goes to the server with a mistake in it, comes back with a caret under the mistake, goes again mended, and
then hands are judged under it. Everything shown is what the server answered: first it is asked everything, then the
answers are printed, as a walk through them or as one JSON object.
"""

from __future__ import annotations

import json
import textwrap
from argparse import Namespace
from dataclasses import asdict, dataclass
from types import ModuleType
from typing import Any

from referee.cli.client_loader import load_client
from referee.cli.failures import CommandError
from referee.cli.own_server import own_server
from referee.cli.terminal import paint, wrapped
from referee.voice import Frames

HOUSE_RULE = """\
rule_set: casa-abuela
format: 1
extends: spanish-40
title: {en: Grandmother's table, es: La mesa de la abuela}
close:
  may_close:
    es.4: loose.count at most 1 card and deadwood below 5 points
"""
MISTAKE = HOUSE_RULE.replace("loose.count", "loose.cont")
BASE = "spanish-40"
FILE = "casa-abuela.yaml"
HAND = "7o 7c 7e 7b 5b 6b 12o"
CLEAN = "1o 2o 3o 4o 6c 6e 6b"
CHINCHON = "4o 5o 6o 7o 10o 11o 12o"
EIGHT = "4c 5c 6c 11o 11e 11b 5b 2e"
CLOSING = "2e"

_DIGITS_SHOWN = 12
_CLAUSE = "es.4"


@dataclass(frozen=True, slots=True)
class Answers:
    """What the server answered, step by step, in the classes of the client."""

    address: str
    rule_sets: list[Any]
    mistaken: Any
    mended: Any
    printed: Any
    hand: Any
    closes: dict[str, Any]
    base: Any
    house: Any


def run(arguments: Namespace) -> int:
    """Show it; the server is stopped in any case."""
    client = load_client()
    with own_server() as address, client.Client(address) as referee:
        try:
            answers = _ask(referee, client, address, arguments.lang)
        except client.RefereeError as error:
            raise CommandError(f"the server could not answer: {error.message}", "SERVER_FAILED") from error
    if arguments.json:
        print(json.dumps(_plain(answers), ensure_ascii=False, indent=2))
    else:
        _Walk(Frames(arguments.lang)).through(answers)
    return 0


def _ask(referee: Any, client: ModuleType, address: str, lang: str) -> Answers:
    """Everything, in the order in which it is shown."""
    rule_sets = [each for each in referee.list_rule_sets() if each.playable]
    mistaken = referee.compile_rule_set(client.Source(MISTAKE, FILE))
    rules = client.Source(HOUSE_RULE, FILE)
    mended = referee.compile_rule_set(rules)
    if mended.rule_set is None:
        raise CommandError(f"the server does not accept the mended rule:\n{mended.report}", "SERVER_FAILED")
    return Answers(
        address,
        rule_sets,
        mistaken,
        mended,
        referee.describe_rule_set(rules, language=lang),
        referee.evaluate_hand(HAND, rules),
        {keep: referee.check_close(rules, keep=keep, language=lang) for keep in (CLEAN, CHINCHON)},
        referee.check_close(BASE, hand=EIGHT, closing_card=CLOSING, language=lang),
        referee.check_close(rules, hand=EIGHT, closing_card=CLOSING, language=lang),
    )


def _plain(answers: Answers) -> dict[str, Any]:
    """The walk as one object: what was sent, and what came back."""
    closes = {keep: asdict(answer) for keep, answer in answers.closes.items()}
    return {
        "address": answers.address,
        "rule_sets": [asdict(each) for each in answers.rule_sets],
        "mistaken": {"file": FILE, "content": MISTAKE, **asdict(answers.mistaken)},
        "mended": {"file": FILE, "content": HOUSE_RULE, **asdict(answers.mended)},
        "printed": asdict(answers.printed),
        "hand": {"cards": HAND, **asdict(answers.hand)},
        "closes": [
            *({"rules": FILE, "keep": keep, **answer} for keep, answer in closes.items()),
            {"rules": BASE, "hand": EIGHT, "closing_card": CLOSING, **asdict(answers.base)},
            {"rules": FILE, "hand": EIGHT, "closing_card": CLOSING, **asdict(answers.house)},
        ],
    }


class _Walk:
    """Prints the answers as a walk in four steps, in one language."""

    def __init__(self, frames: Frames) -> None:
        self.frames = frames
        self.words = frames.demo

    def through(self, answers: Answers) -> None:
        """From the rule sets to a refused close."""
        print(self.words["listening"].format(address=answers.address))
        self._offered(answers)
        self._mistaken(answers)
        self._mended(answers)
        self._hands(answers)
        print(f"\n{self.words['stopped']}")

    def _step(self, number: int, text: str) -> None:
        print(f"\n{paint(f'{number}. {text}', 'bold')}")

    def _offered(self, answers: Answers) -> None:
        self._step(1, self.words["offered"])
        lang = self.frames.tongue.code
        widest = max((len(each.name) for each in answers.rule_sets), default=0)
        for each in answers.rule_sets:
            print(f"   {each.name.ljust(widest)}  {each.titles.get(lang) or each.titles.get('en', '')}")

    def _mistaken(self, answers: Answers) -> None:
        self._step(2, self.words["mistaken"].format(file=FILE))
        _quoted(MISTAKE)
        print(f"\n   {self.words['found']}\n")
        print(textwrap.indent(answers.mistaken.report.rstrip("\n"), "   "))

    def _mended(self, answers: Answers) -> None:
        self._step(3, self.words["mended"])
        _quoted(HOUSE_RULE.splitlines()[-1])
        accepted = answers.mended.rule_set
        print(f"\n   {self.words['accepted'].format(name=accepted.name, digest=accepted.digest[:_DIGITS_SHOWN])}\n")
        for paragraph in answers.printed.paragraphs:
            if paragraph.clause == _CLAUSE:
                print(wrapped(paragraph.text, first=f"   {_CLAUSE}  ", rest=" " * (5 + len(_CLAUSE))))

    def _hands(self, answers: Answers) -> None:
        self._step(4, self.words["hands"])
        points = self.frames.points(answers.hand.deadwood)
        print(f"   {self.words['worth'].format(cards=HAND, points=points)}\n      {self._arranged(answers.hand.best)}")
        for keep, answer in answers.closes.items():
            print(f"   {self.words['close'].format(cards=keep, verdict=self._verdict(answer.verdict))}")
            print(f"      {self._arranged(answer.verdict.arrangement)}")
        print(f"   {self.words['put_down'].format(cards=EIGHT, card=CLOSING)}")
        print(f"      {self.words['base'].format(name=BASE, verdict=self._verdict(answers.base.verdict))}")
        print(f"      {self.words['house'].format(verdict=self._verdict(answers.house.verdict))}")
        for broken in answers.house.verdict.broken:
            print(wrapped(broken.text, first=f"         {broken.clause}  ", rest=" " * (11 + len(broken.clause))))
        for closing in answers.house.closings:
            if closing.verdict.legal:
                said = self.words["legal"].format(card=closing.card, verdict=self._verdict(closing.verdict))
                print(f"      {said}")

    def _arranged(self, arrangement: Any) -> str:
        melds = self.frames.melds([meld.cards for meld in arrangement.melds])
        return self.words["arranged"].format(melds=melds, loose=self.frames.loose(arrangement.loose_cards))

    def _verdict(self, verdict: Any) -> str:
        if not verdict.legal:
            return paint(self.frames.say("refused"), "red")
        said = self.frames.consequence(verdict.outcome, verdict.clause, wins=verdict.wins_game, writes=verdict.writes)
        return paint(said, "green")


def _quoted(text: str) -> None:
    print(textwrap.indent(text.rstrip("\n"), "   | ", lambda _line: True))
