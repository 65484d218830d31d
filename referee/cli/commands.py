"""What may be typed: the commands and their help, and nothing of what they do; `arguments` has those of each."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from referee.cli import arguments
from referee.cli.arguments import FORMATS, LANGUAGES

__all__ = ["COMMANDS", "FORMATS", "LANGUAGES", "Command"]


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


_CARDS = {"cards": "CARD", "rules": "--rules"}

COMMANDS: Mapping[str, Command] = {
    "demo": Command(
        "see the whole road once: a house rule, its mistake, and hands judged by a real server",
        arguments.demo_arguments,
        more="Starts the server on a free port of this machine, asks it everything through the Python client,\n"
        "and stops it again. Nothing is left behind.",
    ),
    "list": Command(
        "the built-in rule sets",
        arguments.list_arguments,
        more="A rule set that is only a base for others, such as common, says so: it cannot be played by itself.",
        module="listing",
    ),
    "show": Command(
        "print the rules of a rule set, clause by clause, as they stand at your table",
        arguments.show_arguments,
        "RULESET",
        "A rule set that is only a base for others is printed by --json alone: it has no table.",
        {"rule_set": "RULESET"},
    ),
    "booklet": Command(
        "print the rules of your table as a booklet: clauses, tables, and pictures of hands that were judged",
        arguments.booklet_arguments,
        "RULESET",
        "The pictures are of this very table: every hand is judged by its rules, seats and options.\n\n"
        "examples:\n"
        "  referee booklet spanish-40 --option jokers=2 --lang eu --out arauak.html\n"
        "  referee booklet my-rules.yaml --lang es --out reglas.pdf",
        {"rule_set": "RULESET"},
    ),
    "solve": Command(
        "the best melds of a hand and the points left loose",
        arguments.solve_arguments,
        "CARD … --rules RULESET",
        "example:\n  referee solve 7o 7c 7e 7b 5b 6b 12o --rules spanish-40",
        _CARDS,
    ),
    "close": Command(
        "may this hand close, and what does the closer write?",
        arguments.close_arguments,
        "CARD … --rules RULESET",
        "With a full hand (seven cards in chinchón) it judges the cards kept. With one card more it\n"
        "tries each as the closing card and says which may be put down.\n\n"
        "example:\n  referee close 4c 5c 6c 11o 11e 11b 3b 4e --rules spanish-40 --laps 1\n\n"
        "exit codes: 0 the hand may close, 1 it may not, 2 could not run",
        _CARDS,
    ),
    "check": Command(
        "find the mistakes in rule files",
        arguments.check_arguments,
        "FILE …",
        "exit codes: 0 clean, 1 mistakes found (with --strict also warnings), 2 could not run",
        {"files": "FILE"},
    ),
    "test": Command(
        "run the tests beside rules, and find what they leave untested",
        arguments.test_arguments,
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
        arguments.explain_arguments,
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
        arguments.diff_arguments,
        "FIRST SECOND",
        "Asks about every hand there is, as a closer keeps it: a few seconds for 40 cards, half a minute\n"
        "and more where rules look at single cards (--sample N asks about a few). What differs in the course of a\n"
        "game is said in words. Options and seats are those of both tables; --to-option and --to-seats change the\n"
        "second alone.\n\n"
        "example:\n  referee diff spanish-40 house-b\n\n"
        "exit codes: 0 nothing differs, 1 something does, 2 could not run",
        {"first": "FIRST", "second": "SECOND"},
    ),
    "prove": Command(
        "what holds for every hand: rules that never decide, change nothing, contradict; do rounds and games end?",
        arguments.prove_arguments,
        "RULESET",
        "Asks about every hand there is, as a closer keeps it, and puts one of each kind to the referee: a few\n"
        "seconds for 40 cards, longer where rules look at single cards. Where there are too many hands, such as ten\n"
        "of 52 cards, a sample is asked about; what is found in it is found, but nothing is proved. Findings of\n"
        "which another table of the same rules is free, by its seats or options, are only listed, and so are those\n"
        "of a base alone.\n\n"
        "example:\n  referee prove spanish-40 --certificate spanish-40.json\n\n"
        "exit codes: 0 proved and nothing is wrong, 1 findings, 2 could not run, 3 nothing found in a sample",
        {"rule_set": "RULESET"},
    ),
    "play": Command(
        "let games play themselves and write their records",
        arguments.play_arguments,
        "RULESET",
        "Without --out every record is one line of JSON on standard output.\n\n"
        "example:\n  referee play spanish-40 --strategy sensible --seats 3 --games 100 --seed 7 --out games\n\n"
        "exit codes: 0 played, 2 could not run; a game that did not end is said on standard error and in its record",
        {"rule_set": "RULESET"},
    ),
    "new": Command(
        "begin a house rule: a few questions, then a file that passes the check, and its first tests",
        arguments.new_arguments,
        "NAME --extends BASE",
        "The questions are made from the base: who may play, its options, how a close may be made. They are asked on\n"
        "a terminal; elsewhere, and with --yes, the base answers what the command line does not.\n\n"
        "example:\n  referee new casa-abuela --extends spanish-40 --option limit=150 --close-at 3 --yes",
        {"name": "NAME", "extends": "--extends"},
    ),
    "fmt": Command(
        "write rule files, files of tests and game records anew in their canonical form, comments kept",
        arguments.fmt_arguments,
        "FILE …",
        "A file that says `rule_set` is a rule file, one that says `test: 1` holds tests, any other is a record. What\n"
        "a file says stays the same.\n\n"
        "exit codes: 0 done, 1 with --check or --diff something would be changed, 2 a file could not be read",
        {"files": "FILE"},
    ),
    "validate": Command(
        "judge game records: is every play allowed, every sum right?",
        arguments.validate_arguments,
        "FILE …",
        "A file is one record in YAML or JSON, or many records, one JSON object a line.\n\n"
        "exit codes: 0 nothing is wrong, 1 violations, 2 a record could not be read or its rules are not at hand,\n"
        "or could not run",
        {"files": "FILE"},
    ),
    "audit": Command(
        "judge game records by the hundred thousand, and report on them",
        arguments.audit_arguments,
        "SOURCE … --report FOLDER",
        "A SOURCE is a file, a folder, or a pattern in quotes: records in YAML or JSON, .jsonl (one a line), .parquet\n"
        "(a column `record`) and .binpb (messages GameRecord, each behind its length). The report is a page of HTML\n"
        "with charts, a JSON summary, and a row for every record as JSON lines and Parquet. A run that was broken off\n"
        "goes on where it ended: type it again. A folder that holds anything but a report is\n"
        "left alone. With --cluster the workers of a Dask scheduler judge; they need this\n"
        "package, and the files at the same paths.\n\n"
        "example:\n  referee audit league/2026 'cups/**/*.jsonl' --report audit-2026\n\n"
        "exit codes: 0 nothing is wrong, 1 violations, 2 a record could not be judged, or could not run",
        {"sources": "SOURCE", "report": "--report"},
    ),
    "replay": Command(
        "show a game record turn by turn, up to its end or to what is wrong in it",
        arguments.replay_arguments,
        "FILE",
        "example:\n  referee replay game.yaml --round 2 --turn 5\n\n"
        "exit codes: 0 nothing is wrong, 1 a violation, 2 the record could not be read, or could not run",
        {"file": "FILE"},
    ),
    "serve": Command(
        "answer over gRPC until stopped (Ctrl-C or SIGTERM)",
        arguments.serve_arguments,
        more="Prints `listening on ADDRESS` once calls are answered. Port 0 takes a free one. Every flag is also a\n"
        "key of the configuration file and a variable REFEREE_…; flags win over variables, those over the file.\n\n"
        "examples:\n"
        "  referee serve --folders rules --workers 4 --admin-address 127.0.0.1:9464\n"
        "  referee serve --config referee.yaml --print-config",
    ),
    "migrate": Command(
        "make the tables of a store of house rules, or bring them to this version",
        arguments.migrate_arguments,
        more="A store is a file of SQLite or a database of PostgreSQL. `referee serve --store` never changes its\n"
        "tables by itself. Migrations only add; a newer referee reads what an older one kept.\n\n"
        "examples:\n"
        "  referee migrate --store house-rules.db\n"
        "  referee migrate --store postgresql://referee@db.example/referee",
    ),
    "answer": Command(
        "the conformance protocol: JSON questions on standard input, JSON answers on standard output",
        arguments.answer_arguments,
        more="example:\n"
        """  echo '{"op": "deadwood", "rules": "spanish-40", "hand": ["7o", "7c", "7e"]}' | referee answer\n\n"""
        "tests/conformance/PROTOCOL.md lays down every question and answer.",
    ),
}
