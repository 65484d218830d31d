"""What may be typed: the commands, their arguments and their help, and nothing of what they do."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from referee.cli.values import one_of, pair, whole
from referee.limits import NUMBER, SEATS

LANGUAGES: Mapping[str, tuple[str, ...]] = {
    "en": ("english",),
    "es": ("spanish", "español", "castellano"),
    "eu": ("basque", "euskara"),
    "fr": ("french", "français"),
    "pt": ("portuguese", "português"),
    "tr": ("turkish", "türkçe"),
}
"""The languages by their codes, with the names that somebody may write instead."""

STRATEGIES: Mapping[str, tuple[str, ...]] = {"sensible": (), "random": ()}

PAPERS: Mapping[str, tuple[str, ...]] = {"md": ("markdown",), "html": (), "pdf": ()}
"""What a booklet may be printed as."""

FORMATS: Mapping[str, tuple[str, ...]] = {"text": (), "json": (), "github": (), "sarif": ()}

JOBS = 256
"""More processes than this nobody means."""


class Command(NamedTuple):
    """One command: its help, how its arguments are added, and what it cannot do without (dest to the word to type).

    `synopsis` is its usage without the options, `module` the module of `referee.cli` if it is not called the same.
    """

    summary: str
    build: Callable[[argparse.ArgumentParser], None]
    synopsis: str = ""
    more: str = ""
    needs: Mapping[str, str] = MappingProxyType({})
    module: str = ""


# the arguments that several commands share


def _json(parser: argparse.ArgumentParser, help: str = "print JSON, for programs") -> None:  # noqa: A002 - argparse's
    parser.add_argument("--json", action="store_true", help=f"{help}; a failure too")


def _lang(parser: argparse.ArgumentParser) -> None:
    codes = one_of("--lang", LANGUAGES)
    told = ", ".join(LANGUAGES)
    parser.add_argument("--lang", type=codes, default="en", metavar="LANG", help=f"language of the answer: {told} (en)")


def _table(parser: argparse.ArgumentParser) -> None:
    seats = whole("--seats", 1, SEATS)
    parser.add_argument(
        "--seats", type=seats, metavar="N", help="players at the table (if left out, the fewest the rules allow)"
    )
    parser.add_argument(
        "--option",
        action="append",
        type=pair("--option"),
        default=[],
        metavar="NAME=VALUE",
        help="an option of the rules, such as jokers=2; may be repeated",
    )


def _rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", metavar="RULESET", help="a built-in rule set, or a YAML file")


# the commands


def _demo(parser: argparse.ArgumentParser) -> None:
    _lang(parser)
    _json(parser)


def _list(parser: argparse.ArgumentParser) -> None:
    _lang(parser)
    _json(parser)


def _show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule_set", nargs="?", metavar="RULESET", help="a built-in rule set, or a YAML file")
    _table(parser)
    _lang(parser)
    _json(parser, "print the rules as the referee plays them: the typed tree that the digest names")


def _booklet(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule_set", nargs="?", metavar="RULESET", help="a built-in rule set, or a YAML file")
    _table(parser)
    parser.add_argument(
        "--format",
        type=one_of("--format", PAPERS),
        metavar="FORMAT",
        help="md, html (one page, nothing fetched), or pdf (needs the extra `pdf`); as --out ends, else md",
    )
    parser.add_argument("--out", metavar="FILE", help="write it there; of md also its pictures, into a folder beside")
    _lang(parser)
    _json(parser, "print the booklet as an object")


def _solve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("cards", nargs="*", metavar="CARD", help="the cards, such as 7o 12e JK")
    _rules(parser)
    _table(parser)
    parser.add_argument("--all", action="store_true", help="every best arrangement, not only the one the rules choose")
    _lang(parser)
    _json(parser)


def _close(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("cards", nargs="*", metavar="CARD", help="the cards kept, or these and the closing card")
    _rules(parser)
    _table(parser)
    parser.add_argument("--closing", metavar="CARD", help="of one card more than a hand: the one to put face down")
    laps = whole("--laps", 0, NUMBER)
    parser.add_argument("--laps", type=laps, metavar="N", help="turns that everyone has finished in this round (1)")
    parser.add_argument(
        "--given",
        action="append",
        type=pair("--given"),
        default=[],
        metavar="FACT=VALUE",
        help="another fact the rules ask for, such as total=97; may be repeated",
    )
    _lang(parser)
    _json(parser)


def _check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="YAML files; - reads standard input")
    parser.add_argument(
        "--format",
        type=one_of("--format", FORMATS),
        metavar="FORMAT",
        help="how to print: text with carets, json, github (annotations of a workflow), or sarif (2.1.0)",
    )
    _json(parser, "the same as --format json")
    parser.add_argument("--strict", action="store_true", help="warnings fail too")
    parser.add_argument("--fix", action="store_true", help="mend what one replacement mends, then check what is left")
    parser.add_argument("--unsafe-fixes", action="store_true", help="the same, and what is only likely to be meant")
    parser.add_argument("--diff", action="store_true", help="write nothing, and print what --fix would change")


def _explain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("word", nargs="?", metavar="WORD", help="a code such as CH206 or NOT_IN_HAND, or a rule set")
    parser.add_argument("path", nargs="?", metavar="PATH", help="of a rule set: only this value, section or clause")
    _lang(parser)
    _json(parser)


def _diff(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("first", nargs="?", metavar="FIRST", help="a built-in rule set, or a YAML file")
    parser.add_argument("second", nargs="?", metavar="SECOND", help="the rule set it is compared with")
    _table(parser)
    seats = whole("--to-seats", 1, SEATS)
    parser.add_argument("--to-seats", type=seats, metavar="N", help="players at the second table, if others")
    parser.add_argument(
        "--to-option",
        action="append",
        type=pair("--to-option"),
        default=[],
        metavar="NAME=VALUE",
        help="an option of the second table alone; may be repeated",
    )
    jobs = whole("--jobs", 1, JOBS)
    parser.add_argument("--jobs", type=jobs, metavar="N", help="work with so many processes (one for each core)")
    sample = whole("--sample", 1, 10**8)
    parser.add_argument("--sample", type=sample, metavar="N", help="ask about so many hands drawn at random, not all")
    seed = whole("--seed", 0, NUMBER)
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="which sample, where one is needed (0)")
    _lang(parser)
    _json(parser)


def _test(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="files of tests, rule files with tests beside them, or folders (.)"
    )
    parser.add_argument(
        "-k",
        action="append",
        default=[],
        metavar="TEXT",
        help="only tests with this text in their name, or in that of their file; may be repeated, for more of them",
    )
    parser.add_argument("--coverage", action="store_true", help="what no test shows of the rules, with tests that would")
    parser.add_argument(
        "--mutate", action="store_true", help="which changes of the rules no test notices, with tests that would"
    )
    parser.add_argument("--strict", action="store_true", help="what --coverage and --mutate find missing fails too")
    parser.add_argument("--junit", metavar="FILE", help="write the results there, as XML in JUnit's form")
    _json(parser)


def _prove(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule_set", nargs="?", metavar="RULESET", help="a built-in rule set, or a YAML file")
    _table(parser)
    parser.add_argument("--certificate", metavar="FILE", help="write there what was proved, for a program to recount")
    jobs = whole("--jobs", 1, JOBS)
    parser.add_argument("--jobs", type=jobs, metavar="N", help="work with so many processes (one for each core)")
    sample = whole("--sample", 1, 10**8)
    parser.add_argument("--sample", type=sample, metavar="N", help="ask about so many hands, not all: no proof then")
    seed = whole("--seed", 0, NUMBER)
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="which sample, where one is needed (0)")
    _json(parser, "print the certificate")


def _play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule_set", nargs="?", metavar="RULESET", help="a built-in rule set, or a YAML file")
    _table(parser)
    parser.add_argument("--games", type=whole("--games", 1, NUMBER), default=1, metavar="N", help="how many (1)")
    seed = whole("--seed", 0, NUMBER)
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="which chances: the same give the same (0)")
    parser.add_argument(
        "--strategy",
        type=one_of("--strategy", STRATEGIES),
        default="sensible",
        metavar="NAME",
        help="how the seats play: sensible, so that games end, or random, any legal play (sensible)",
    )
    parser.add_argument("--out", metavar="FOLDER", help="write every record to a YAML file there")
    parser.add_argument("--shows", action="store_true", help="write what everybody showed and laid off, too")
    parser.add_argument("--seals", action="store_true", help="seal the records")
    rounds, actions = whole("--rounds", 1, NUMBER), whole("--actions", 1, NUMBER)
    parser.add_argument("--rounds", type=rounds, default=500, metavar="N", help="stop a game after these rounds (500)")
    parser.add_argument(
        "--actions", type=actions, default=2_000, metavar="N", help="stop a game in a round of so many actions (2000)"
    )
    _json(parser, "with --out, say in JSON what was written")


def _new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="what the rule set is called, such as casa-abuela")
    parser.add_argument("--extends", metavar="BASE", help="a built-in rule set: what you do not change is as there")
    parser.add_argument("--title", metavar="TEXT", help="its name for people (made of NAME)")
    parser.add_argument("--players", metavar="N", help="who may play: a number, or two such as 2..4")
    parser.add_argument("--close-at", metavar="N", help="the loose points a close may leave, at most")
    parser.add_argument(
        "--option",
        action="append",
        type=pair("--option"),
        default=[],
        metavar="NAME=VALUE",
        help="the default of an option of the base, such as limit=150; may be repeated",
    )
    parser.add_argument("--yes", action="store_true", help="ask nothing: what is not said here is as in the base")
    parser.add_argument("--folder", metavar="FOLDER", help="where the files are written (here)")
    _lang(parser)
    _json(parser)


def _fmt(parser: argparse.ArgumentParser) -> None:
    files = "rule files, records or folders of them; - reads standard input"
    parser.add_argument("files", nargs="*", metavar="FILE", help=files)
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if something would be changed")
    parser.add_argument("--diff", action="store_true", help="the same, and print what would be changed")
    _json(parser)


def _validate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="records or folders of them; - reads standard input")
    parser.add_argument("--keep-going", action="store_true", help="judge the rounds after a violation, too")
    parser.add_argument(
        "--what-if",
        metavar="RULESET",
        help="judge by these rules (a name, a digest or a YAML file), not by those the record names",
    )
    parser.add_argument("--notes", action="store_true", help="print what is only worth knowing, too")
    jobs = whole("--jobs", 1, JOBS)
    parser.add_argument("--jobs", type=jobs, default=1, metavar="N", help="judge with so many processes (1)")
    _lang(parser)
    _json(parser, "print one line of JSON for every record, and one for all")


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", help="a record; - reads standard input")
    parser.add_argument(
        "--game", type=whole("--game", 1, NUMBER), default=1, metavar="N", help="of many records, which"
    )
    parser.add_argument("--round", type=whole("--round", 1, NUMBER), metavar="N", help="only this round")
    parser.add_argument("--turn", type=whole("--turn", 1, NUMBER), metavar="N", help="only this turn, in full")
    parser.add_argument("--step", action="store_true", help="wait behind each turn")
    _lang(parser)
    _json(parser, "print every moment as a line of JSON, then the verdict")


def _serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--address", default="127.0.0.1:50051", metavar="HOST:PORT", help="where (127.0.0.1:50051)")
    parser.add_argument(
        "--insecure", action="store_true", help="allow an address that other machines can reach: nothing is encrypted"
    )
    _json(parser, "announce the address as JSON")


def _answer(parser: argparse.ArgumentParser) -> None:
    _json(parser, "changes nothing of the answers, which are JSON")


_CARDS = {"cards": "CARD", "rules": "--rules"}

COMMANDS: Mapping[str, Command] = {
    "demo": Command(
        "see the whole road once: a house rule, its mistake, and hands judged by a real server",
        _demo,
        more="Starts the server on a free port of this machine, asks it everything through the Python client,\n"
        "and stops it again. Nothing is left behind.",
    ),
    "list": Command(
        "the built-in rule sets",
        _list,
        more="A rule set that is only a base for others, such as common, says so: it cannot be played by itself.",
        module="listing",
    ),
    "show": Command(
        "print the rules of a rule set, clause by clause, as they stand at your table",
        _show,
        "RULESET",
        "A rule set that is only a base for others is printed by --json alone: it has no table.",
        {"rule_set": "RULESET"},
    ),
    "booklet": Command(
        "print the rules of your table as a booklet: clauses, tables, and pictures of hands that were judged",
        _booklet,
        "RULESET",
        "The pictures are of this very table: every hand is judged by its rules, seats and options.\n\n"
        "examples:\n"
        "  referee booklet spanish-40 --option jokers=2 --lang eu --out arauak.html\n"
        "  referee booklet my-rules.yaml --lang es --out reglas.pdf",
        {"rule_set": "RULESET"},
    ),
    "solve": Command(
        "the best melds of a hand and the points left loose",
        _solve,
        "CARD … --rules RULESET",
        "example:\n  referee solve 7o 7c 7e 7b 5b 6b 12o --rules spanish-40",
        _CARDS,
    ),
    "close": Command(
        "may this hand close, and what does the closer write?",
        _close,
        "CARD … --rules RULESET",
        "With a full hand (seven cards in chinchón) it judges the cards kept. With one card more it\n"
        "tries each as the closing card and says which may be put down.\n\n"
        "example:\n  referee close 4c 5c 6c 11o 11e 11b 3b 4e --rules spanish-40 --laps 1\n\n"
        "exit codes: 0 the hand may close, 1 it may not, 2 could not run",
        _CARDS,
    ),
    "check": Command(
        "find the mistakes in rule files",
        _check,
        "FILE …",
        "exit codes: 0 clean, 1 mistakes found (with --strict also warnings), 2 could not run",
        {"files": "FILE"},
    ),
    "test": Command(
        "run the tests beside rules, and find what they leave untested",
        _test,
        "[PATH …]",
        "The tests of casa.yaml stand in casa_test.yaml (rulesets/TESTS.md says how). Without PATH those of this\n"
        "folder and the folders in it are run.\n\n"
        "examples:\n"
        "  referee test casa.yaml\n"
        "  referee test casa.yaml -k joker --coverage\n"
        "  referee test . --junit results.xml\n\n"
        "exit codes: 0 all passed, 1 a test failed or a file did not load, 2 could not run",
    ),
    "explain": Command(
        "what a code means, or where every value of a rule set comes from",
        _explain,
        "CODE | RULESET [PATH]",
        "A code is printed with an example, what the checker says of it, and the same mended. Of a rule set\n"
        "every value is printed, with the file and line that set it and the clause it carries.\n\n"
        "examples:\n"
        "  referee explain CH206\n"
        "  referee explain spanish-40 close.may_close\n"
        "  referee explain spanish-40 es.4",
        {"word": "CODE or RULESET"},
    ),
    "diff": Command(
        "on which hands do two rule sets differ, and how many are there?",
        _diff,
        "FIRST SECOND",
        "Asks about every hand there is, as a closer keeps it: half a minute for 40 cards, longer where rules tell\n"
        "suits or cards apart (--sample N asks about a few). What differs in the course of a game is said in words.\n"
        "Options and seats are those of both tables;\n"
        "--to-option and --to-seats change the second alone.\n\n"
        "example:\n  referee diff spanish-40 house-b\n\n"
        "exit codes: 0 nothing differs, 1 something does, 2 could not run",
        {"first": "FIRST", "second": "SECOND"},
    ),
    "prove": Command(
        "what holds for every hand: rules that never decide, change nothing, contradict; do rounds and games end?",
        _prove,
        "RULESET",
        "Asks about every hand there is, as a closer keeps it, and puts one of each kind to the referee: half a minute\n"
        "for 40 cards. Where there are too many hands, such as with two packs, a sample is asked about; what is\n"
        "found in it is found, but nothing is proved. Findings of which another table of the same rules is free, by\n"
        "its seats or options, are only listed.\n\n"
        "example:\n  referee prove spanish-40 --certificate spanish-40.json\n\n"
        "exit codes: 0 proved and nothing is wrong, 1 findings, 2 could not run, 3 nothing found in a sample",
        {"rule_set": "RULESET"},
    ),
    "play": Command(
        "let games play themselves and write their records",
        _play,
        "RULESET",
        "Without --out every record is one line of JSON on standard output.\n\n"
        "example:\n  referee play spanish-40 --seats 3 --games 100 --seed 7 --out games\n\n"
        "exit codes: 0 played, 2 could not run; a game that did not end is said on standard error and in its record",
        {"rule_set": "RULESET"},
    ),
    "new": Command(
        "begin a house rule: a few questions, then a file that passes the check, and its first tests",
        _new,
        "NAME --extends BASE",
        "The questions are made from the base: who may play, its options, how a close may be made. They are asked on\n"
        "a terminal; elsewhere, and with --yes, the base answers what the command line does not.\n\n"
        "example:\n  referee new casa-abuela --extends spanish-40 --option limit=150 --close-at 3 --yes",
        {"name": "NAME", "extends": "--extends"},
    ),
    "fmt": Command(
        "write rule files and game records anew in their canonical form, comments kept",
        _fmt,
        "FILE …",
        "A file that says `rule_set` is a rule file, any other a record. What a file says stays the same.\n\n"
        "exit codes: 0 done, 1 with --check or --diff something would be changed, 2 a file could not be read",
        {"files": "FILE"},
    ),
    "validate": Command(
        "judge game records: is every play allowed, every sum right?",
        _validate,
        "FILE …",
        "A file is one record in YAML or JSON, or many records, one JSON object a line.\n\n"
        "exit codes: 0 nothing is wrong, 1 violations, 2 a record could not be read or its rules are not at hand,\n"
        "or could not run",
        {"files": "FILE"},
    ),
    "replay": Command(
        "show a game record turn by turn, up to its end or to what is wrong in it",
        _replay,
        "FILE",
        "example:\n  referee replay game.yaml --round 2 --turn 5\n\n"
        "exit codes: 0 nothing is wrong, 1 a violation, 2 the record could not be read, or could not run",
        {"file": "FILE"},
    ),
    "serve": Command(
        "answer over gRPC until stopped (Ctrl-C or SIGTERM)",
        _serve,
        more="Prints `listening on ADDRESS` once calls are answered. Port 0 takes a free one.",
    ),
    "answer": Command(
        "the conformance protocol: JSON questions on standard input, JSON answers on standard output",
        _answer,
        more="example:\n"
        """  echo '{"op": "deadwood", "rules": "spanish-40", "hand": ["7o", "7c", "7e"]}' | referee answer\n\n"""
        "tests/conformance/PROTOCOL.md lays down every question and answer.",
    ),
}
