"""The arguments of each command and their help: one function a command, and those that several commands share."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from typing import Any

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

STRATEGIES: Mapping[str, tuple[str, ...]] = {"random": (), "sensible": ()}

PAPERS: Mapping[str, tuple[str, ...]] = {"md": ("markdown",), "html": (), "pdf": ()}
"""What a booklet may be printed as."""

FORMATS: Mapping[str, tuple[str, ...]] = {"text": (), "json": (), "github": (), "sarif": ()}

JOBS = 256
"""More processes than this nobody means."""

SAMPLE = 10**8
"""The largest sample; nobody waits for a larger one."""


# the arguments that several commands share


def with_json(parser: argparse.ArgumentParser, help: str = "print JSON, for programs") -> None:  # noqa: A002 - argparse's
    """`--json`, which every command has."""
    parser.add_argument("--json", action="store_true", help=f"{help}; a failure too")


def with_lang(parser: argparse.ArgumentParser, help: str = "language of the answer") -> None:  # noqa: A002 - argparse's
    """`--lang`, by the codes of `LANGUAGES` or the names that somebody may write instead; `help` is what it is for."""
    codes = one_of("--lang", LANGUAGES)
    told = ", ".join(LANGUAGES)
    parser.add_argument("--lang", type=codes, default="en", metavar="LANG", help=f"{help}: {told} (en)")


def with_table(parser: argparse.ArgumentParser) -> None:
    """`--seats` and `--option`, which describe a table."""
    seats = whole("--seats", 1, SEATS)
    parser.add_argument(
        "--seats", type=seats, metavar="N", help="players at the table (if left out, the fewest the rules allow)"
    )
    with_pairs(parser, "--option", "NAME=VALUE", "an option of the rules, such as jokers=2; may be repeated")


def with_pairs(parser: argparse.ArgumentParser, option: str, metavar: str, help: str) -> None:  # noqa: A002 - argparse's
    """An option that gives a value to a name, and may be repeated; `help` says so."""
    parser.add_argument(option, action="append", type=pair(option), default=[], metavar=metavar, help=help)


def with_seed(parser: argparse.ArgumentParser, help: str) -> None:  # noqa: A002 - argparse's
    """`--seed`: the same seed gives the same chances; `help` is what it chooses."""
    parser.add_argument("--seed", type=whole("--seed", 0, NUMBER), default=0, metavar="N", help=f"{help} (0)")


def with_rules(parser: argparse.ArgumentParser) -> None:
    """`--rules`."""
    parser.add_argument("--rules", metavar="RULESET", help="a built-in rule set, or a YAML file")


def with_rule_set(parser: argparse.ArgumentParser) -> None:
    """The rule set of a command that is about one, written without an option."""
    parser.add_argument("rule_set", nargs="?", metavar="RULESET", help="a built-in rule set, or a YAML file")


def with_hands_asked(parser: argparse.ArgumentParser, sampled: str) -> None:
    """`--jobs`, `--sample` and `--seed` of a command that asks about every hand; `sampled` is what a sample means."""
    jobs = whole("--jobs", 1, JOBS)
    parser.add_argument("--jobs", type=jobs, metavar="N", help="work with so many processes (one for each core)")
    parser.add_argument("--sample", type=whole("--sample", 1, SAMPLE), metavar="N", help=sampled)
    with_seed(parser, "which sample, where one is needed")


# the commands


def demo_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee demo`."""
    with_lang(parser)
    with_json(parser)


def list_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee list`."""
    with_lang(parser)
    with_json(parser)


def show_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee show`."""
    with_rule_set(parser)
    with_table(parser)
    with_lang(parser)
    with_json(parser, "print the rules as the referee plays them: the typed tree that the digest names")


def booklet_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee booklet`."""
    with_rule_set(parser)
    with_table(parser)
    parser.add_argument(
        "--format",
        type=one_of("--format", PAPERS),
        metavar="FORMAT",
        help="md, html (one page, nothing fetched), or pdf (needs the extra `pdf`); as --out ends, else md",
    )
    parser.add_argument("--out", metavar="FILE", help="write it there; of md also its pictures, into a folder beside")
    with_lang(parser)
    with_json(parser, "print the booklet as an object")


def solve_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee solve`."""
    parser.add_argument("cards", nargs="*", metavar="CARD", help="the cards, such as 7o 12e JK")
    with_rules(parser)
    with_table(parser)
    parser.add_argument("--all", action="store_true", help="every best arrangement, not only the one the rules choose")
    with_lang(parser)
    with_json(parser)


def close_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee close`."""
    parser.add_argument("cards", nargs="*", metavar="CARD", help="the cards kept, or these and the closing card")
    with_rules(parser)
    with_table(parser)
    parser.add_argument("--closing", metavar="CARD", help="of one card more than a hand: the one to put face down")
    laps = whole("--laps", 0, NUMBER)
    parser.add_argument("--laps", type=laps, metavar="N", help="turns that everyone has finished in this round (1)")
    with_pairs(parser, "--given", "FACT=VALUE", "another fact the rules ask for, such as total=97; may be repeated")
    with_lang(parser)
    with_json(parser)


def check_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee check`."""
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="rule files or folders of them; - reads standard input"
    )
    parser.add_argument(
        "--format",
        type=one_of("--format", FORMATS),
        metavar="FORMAT",
        help="how to print: text with carets, json, github (annotations of a workflow), or sarif (2.1.0)",
    )
    with_json(parser, "the same as --format json")
    parser.add_argument("--strict", action="store_true", help="warnings fail too")
    parser.add_argument("--fix", action="store_true", help="mend what one replacement mends, then check what is left")
    parser.add_argument("--unsafe-fixes", action="store_true", help="the same, and what is only likely to be meant")
    parser.add_argument("--diff", action="store_true", help="write nothing, and print what --fix would change")


def explain_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee explain`."""
    parser.add_argument("word", nargs="?", metavar="WORD", help="a code such as CH206 or NOT_IN_HAND, or a rule set")
    parser.add_argument("path", nargs="?", metavar="PATH", help="of a rule set: only this value, section or clause")
    with_lang(parser, "of a rule set: language of its paragraphs; all else, and the page of a code, is in English")
    with_json(parser)


def diff_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee diff`."""
    parser.add_argument("first", nargs="?", metavar="FIRST", help="a built-in rule set, or a YAML file")
    parser.add_argument("second", nargs="?", metavar="SECOND", help="the rule set it is compared with")
    with_table(parser)
    seats = whole("--to-seats", 1, SEATS)
    parser.add_argument("--to-seats", type=seats, metavar="N", help="players at the second table, if others")
    with_pairs(parser, "--to-option", "NAME=VALUE", "an option of the second table alone; may be repeated")
    with_hands_asked(parser, "ask about so many hands drawn at random, not all")
    with_lang(parser)
    with_json(parser)


def test_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee test`."""
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
    parser.add_argument(
        "--coverage", action="store_true", help="what no test shows of the rules, with tests that would"
    )
    parser.add_argument(
        "--mutate", action="store_true", help="which changes of the rules no test notices, with tests that would"
    )
    parser.add_argument("--strict", action="store_true", help="what --coverage and --mutate find missing fails too")
    parser.add_argument(
        "--write-missing", action="store_true", help="write the tests that these find into the file of tests"
    )
    parser.add_argument("--junit", metavar="FILE", help="write the results there, as XML in JUnit's form")
    with_json(parser)


def prove_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee prove`."""
    with_rule_set(parser)
    with_table(parser)
    parser.add_argument("--certificate", metavar="FILE", help="write there what was proved, for a program to recount")
    with_hands_asked(parser, "ask about so many hands, not all: no proof then")
    with_json(parser, "print the certificate")


def play_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee play`."""
    with_rule_set(parser)
    with_table(parser)
    parser.add_argument("--games", type=whole("--games", 1, NUMBER), default=1, metavar="N", help="how many (1)")
    with_seed(parser, "which chances: the same give the same")
    parser.add_argument(
        "--strategy",
        type=one_of("--strategy", STRATEGIES),
        default="random",
        metavar="NAME",
        help="how the seats play: random, any legal play, or sensible, so that games end (random)",
    )
    parser.add_argument("--out", metavar="FOLDER", help="write every record to a YAML file there")
    parser.add_argument("--shows", action="store_true", help="write what everybody showed and laid off, too")
    parser.add_argument("--seals", action="store_true", help="seal the records")
    rounds, actions = whole("--rounds", 1, NUMBER), whole("--actions", 1, NUMBER)
    parser.add_argument("--rounds", type=rounds, default=500, metavar="N", help="stop a game after these rounds (500)")
    parser.add_argument(
        "--actions", type=actions, default=2_000, metavar="N", help="stop a game in a round of so many actions (2000)"
    )
    with_json(parser, "with --out, say in JSON what was written")


def new_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee new`."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="what the rule set is called, such as casa-abuela")
    parser.add_argument("--extends", metavar="BASE", help="a built-in rule set: what you do not change is as there")
    parser.add_argument("--title", metavar="TEXT", help="its name for people (made of NAME)")
    parser.add_argument("--players", metavar="N", help="who may play: a number, or two such as 2..4")
    parser.add_argument("--close-at", metavar="N", help="the loose points a close may leave, at most")
    default = "the default of an option of the base, such as limit=150; may be repeated"
    with_pairs(parser, "--option", "NAME=VALUE", default)
    parser.add_argument("--yes", action="store_true", help="ask nothing: what is not said here is as in the base")
    parser.add_argument("--folder", metavar="FOLDER", help="where the files are written (here)")
    with_lang(parser)
    with_json(parser)


def fmt_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee fmt`."""
    files = "rule files, files of tests, records or folders of them; - reads standard input"
    parser.add_argument("files", nargs="*", metavar="FILE", help=files)
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if something would be changed")
    parser.add_argument("--diff", action="store_true", help="the same, and print what would be changed")
    with_json(parser)


def validate_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee validate`."""
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
    with_lang(parser)
    with_json(parser, "print one line of JSON for every record, and one for all")


def audit_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee audit`."""
    parser.add_argument("sources", nargs="*", metavar="SOURCE", help="files, folders and patterns of records")
    parser.add_argument("--report", metavar="FOLDER", help="where the report is made, or goes on")
    parser.add_argument(
        "--jobs", type=whole("--jobs", 1, JOBS), default=_cores(), metavar="N", help="processes (all cores)"
    )
    parser.add_argument("--cluster", metavar="ADDRESS", help="judge on the workers of this Dask scheduler, HOST:PORT")
    parser.add_argument("--keep-going", action="store_true", help="judge the rounds after a violation, too")
    parser.add_argument("--what-if", metavar="RULESET", help="judge by these rules (a name or a digest)")
    parser.add_argument("--no-parquet", action="store_true", help="write no Parquet")
    with_lang(parser)
    with_json(parser, "print the summary as JSON")


def _cores() -> int:
    return max(1, min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, JOBS))


def replay_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee replay`."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="a record; - reads standard input")
    parser.add_argument(
        "--game", type=whole("--game", 1, NUMBER), default=1, metavar="N", help="of many records, which"
    )
    parser.add_argument("--round", type=whole("--round", 1, NUMBER), metavar="N", help="only this round")
    parser.add_argument("--turn", type=whole("--turn", 1, NUMBER), metavar="N", help="only this turn, in full")
    parser.add_argument("--step", action="store_true", help="wait behind each turn")
    with_lang(parser)
    with_json(parser, "print every moment as a line of JSON, then the verdict")


def serve_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee serve`."""
    from referee.serving.settings import CONFIG_FLAG, SETTINGS  # noqa: PLC0415 - no other command needs the table

    parser.add_argument(CONFIG_FLAG, metavar="FILE", help="a configuration file; flags and REFEREE_… variables win")
    for setting in SETTINGS.values():
        held = f" ({setting.default})" if setting.default else ""
        more: dict[str, Any] = {"action": "append", "default": []} if setting.kind.many else {}
        if not setting.kind.written:  # the flag alone says yes
            more = {"nargs": "?", "const": "yes"}
        written = setting.kind.written or "yes|no"
        parser.add_argument(setting.flag, dest=setting.key, metavar=written, help=f"{setting.meaning}{held}", **more)
    parser.add_argument("--print-config", action="store_true", help="print what holds and where it was said, and end")
    with_json(parser, "announce the address as JSON; with --print-config print that as JSON")


def migrate_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee migrate`."""
    parser.add_argument("--store", metavar="ADDRESS", help="a file of SQLite, or postgresql://… (else REFEREE_STORE)")
    parser.add_argument("--config", metavar="FILE", help="a configuration file of `referee serve` that names it")
    with_json(parser, "print the migrations before and after as JSON")


def answer_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `referee answer`."""
    with_json(parser, "changes nothing of the answers, which are JSON")
