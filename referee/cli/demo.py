"""`referee demo`: the whole road once, through a real server and the real client.

A house rule goes to the server with a mistake in it, comes back with a caret under the mistake, goes again mended, and
then hands are judged under it. Everything printed is what the server answered.
"""

from __future__ import annotations

import textwrap
from argparse import Namespace
from types import ModuleType
from typing import Any

from referee.cli.client_loader import load_client
from referee.cli.failures import CommandError
from referee.cli.own_server import own_server
from referee.cli.terminal import paint, wrapped

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


def run(arguments: Namespace) -> int:
    """Show it; the server is stopped in any case."""
    client = load_client()
    with own_server() as address, client.Client(address) as referee:
        print(f"A referee is listening on {address}, for this demonstration only.")
        try:
            _offered(referee, arguments.lang)
            _mistaken(referee, client)
            rules = _mended(referee, client, arguments.lang)
            _hands(referee, rules, arguments.lang)
        except client.RefereeError as error:
            raise CommandError(f"the server could not answer: {error.message}", "SERVER_FAILED") from error
    print("\nThe server has stopped. `referee serve` starts one that stays; `referee --help` says what else there is.")
    return 0


def _step(number: int, text: str) -> None:
    print(f"\n{paint(f'{number}. {text}', 'bold')}")


def _quoted(text: str) -> None:
    print(textwrap.indent(text.rstrip("\n"), "   | ", lambda _line: True))


def _offered(referee: Any, lang: str) -> None:
    _step(1, "The rule sets it offers")
    offered = [each for each in referee.list_rule_sets() if each.playable]
    widest = max((len(each.name) for each in offered), default=0)
    for each in offered:
        print(f"   {each.name.ljust(widest)}  {each.titles.get(lang) or each.titles.get('en', '')}")


def _mistaken(referee: Any, client: ModuleType) -> None:
    _step(2, f"A house rule, {FILE}, as somebody wrote it")
    _quoted(MISTAKE)
    report = referee.compile_rule_set(client.Source(MISTAKE, FILE))
    print("\n   The referee finds:\n")
    print(textwrap.indent(report.report.rstrip("\n"), "   "))


def _mended(referee: Any, client: ModuleType, lang: str) -> Any:
    _step(3, "The same with the mistake mended")
    _quoted(HOUSE_RULE.splitlines()[-1])
    source = client.Source(HOUSE_RULE, FILE)
    report = referee.compile_rule_set(source)
    if report.rule_set is None:
        raise CommandError(f"the server does not accept the mended rule:\n{report.report}", "SERVER_FAILED")
    print(f"\n   Accepted, as {report.rule_set.name} {report.rule_set.digest[:12]}. As a printed rule:\n")
    printed = referee.describe_rule_set(source, language=lang)
    for paragraph in printed.paragraphs:
        if paragraph.clause == "es.4":
            print(wrapped(paragraph.text, first="   es.4  ", rest="         "))
    return source


def _hands(referee: Any, rules: Any, lang: str) -> None:
    _step(4, "Hands at that table")
    value = referee.evaluate_hand(HAND, rules)
    print(f"   {HAND}: {value.deadwood} points loose\n      {_arranged(value.best)}")
    for keep in (CLEAN, CHINCHON):
        answer = referee.check_close(rules, keep=keep, language=lang)
        print(f"   close with {keep}: {_verdict(answer.verdict)}\n      {_arranged(answer.verdict.arrangement)}")
    print(f"   {EIGHT}, and {CLOSING} is put face down")
    base = referee.check_close(BASE, hand=EIGHT, closing_card=CLOSING, language=lang)
    print(f"      by {BASE} alone: {_verdict(base.verdict)}")
    answer = referee.check_close(rules, hand=EIGHT, closing_card=CLOSING, language=lang)
    print(f"      at grandmother's: {_verdict(answer.verdict)}")
    for broken in answer.verdict.broken:
        print(wrapped(broken.text, first=f"         {broken.clause}  ", rest=" " * (11 + len(broken.clause))))
        for measured in broken.measurements:
            compared = f", {measured.comparator} {measured.bound}" if measured.comparator else ""
            print(f"         measured: {measured.name} {measured.value}{compared}")
    for closing in answer.closings:
        if closing.verdict.legal:
            print(f"      legal would be: {closing.card} put face down, {_verdict(closing.verdict)}")


def _arranged(arrangement: Any) -> str:
    melds = " | ".join(" ".join(meld.cards) for meld in arrangement.melds) or "no melds"
    return f"{melds}, loose {' '.join(arrangement.loose_cards) or 'nothing'}"


def _verdict(verdict: Any) -> str:
    if not verdict.legal:
        return paint("refused", "red")
    if verdict.wins_game:
        return f"{paint(verdict.outcome, 'green')}, the closer wins the game [{verdict.clause}]"
    return f"{paint(verdict.outcome, 'green')}, the closer writes {verdict.writes} [{verdict.clause}]"
