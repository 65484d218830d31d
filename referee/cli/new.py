"""`referee new NAME --extends BASE`: a house rule begun by a few questions, and a small file of its tests.

Questions are asked on a terminal. Elsewhere, or with `--yes`, the answers are those of the command line, and of the
base where it says none. Nothing that is there already is overwritten.
"""

from __future__ import annotations

import json
import re
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path

from referee.answer.rule_sets import library_of
from referee.cli.asking import rule_set
from referee.cli.failures import CommandError, quoted
from referee.cli.show import base as base_only
from referee.cli.terminal import paint, wrapped
from referee.library import Library
from referee.rules.model import Option, RuleSet
from referee.ruleset.corrected import corrected
from referee.suite.near_limit import near_limit
from referee.table import BindError, Table
from referee.voice import Frames, clause_text
from referee.workshop.beginning import (
    CLOSE,
    SEATS,
    Begun,
    NoAnswer,
    Question,
    allowing,
    begun,
    close_limit,
    first_tests,
    questions,
)
from referee.workshop.fmt import fmt_rules

_NAME = re.compile(r"[a-z][a-z0-9-]*")


def run(arguments: Namespace) -> int:
    """Ask, write both files, and say what to do next."""
    name, folder = arguments.name, Path(arguments.folder or ".")
    files = [folder / f"{name}.yaml", folder / f"{name}_test.yaml"]
    _refuse_name(name, files)
    found = rule_set(arguments.extends)
    if not found.playable:
        raise CommandError(base_only(found), "NOT_PLAYABLE")
    library = library_of(folder.resolve())
    if found.name not in library.names():
        told = f"`{found.name}` is neither built in nor beside `{files[0]}`; write the new file into its folder"
        raise CommandError(f"{told} with `--folder`", "RULE_SET_UNKNOWN")
    answers = dict(_answers(found, arguments))
    title = arguments.title or name.replace("-", " ").capitalize()
    made = _made(found, name, {arguments.lang: title}, answers, library)
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in zip(files, (made.rules, made.tests), strict=True):
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    _tell(files, arguments)
    return 0


def _refuse_name(name: str, files: list[Path]) -> None:
    """A name that is none, is taken, or whose files are there already."""
    if not _NAME.fullmatch(name):
        mended = corrected(name, "the name of a rule set")
        guess = f"; did you mean `{mended}`?" if mended else ""
        raise CommandError(f"a name has small letters, digits and hyphens, found {quoted(name)}{guess}")
    if name in Library().names():
        raise CommandError(f"`{name}` is a built-in rule set; choose another name, such as `our-{name}`")
    for path in files:
        if path.exists():
            raise CommandError(f"`{path}` is there already; nothing was written", "CANNOT_READ_OR_WRITE")


def _answers(found: RuleSet, arguments: Namespace) -> Iterator[tuple[str, str]]:
    """The answer to every question: that of the command line, or of whoever sits there, or of the base."""
    given = _given(arguments)
    asked = list(questions(found, arguments.lang))
    in_english = {question.key: question for question in questions(found)}
    for key in given:
        if key not in {question.key for question in asked}:
            known = ", ".join(question.key for question in asked)
            raise CommandError(f"`{found.name}` has no question {quoted(key)}; there are: {known}", "OPTION_UNKNOWN")
    asks = not arguments.yes and not arguments.json and sys.stdin.isatty() and sys.stdout.isatty()
    frames = Frames(arguments.lang)
    for question in asked:
        if question.key in given:
            yield question.key, _typed(given[question.key], question, in_english[question.key])
        elif asks:
            about = _about(found, question, arguments.lang)
            print(f"\n{wrapped(about, first='  ', rest='  ')}" if about else "")
            yield question.key, _asked(question, _label(question, frames))
        else:
            yield question.key, question.default


def _given(arguments: Namespace) -> Mapping[str, str]:
    """The answers of the command line by the keys of questions."""
    given: dict[str, str] = {}
    named = {SEATS: arguments.players, CLOSE: arguments.close_at}
    for key, value in [*arguments.option, *((key, value) for key, value in named.items() if value is not None)]:
        if key in given:
            raise CommandError(f"`{key}` is answered twice", "ARGUMENT_TWICE")
        given[key] = value
    return given


def _typed(answer: str, question: Question, in_english: Question) -> str:
    """An answer of the command line, in either language; what is wrong with it is said in English, as of every line."""
    try:
        return question.read(answer)
    except NoAnswer:
        pass
    try:
        return in_english.read(answer)
    except NoAnswer as error:
        raise CommandError(f"{quoted(question.key)}: {error}", "OPTION_OUT_OF_RANGE") from error


def _about(found: RuleSet, question: Question, lang: str) -> str:
    """The paragraph of a question: at the usual table or, if it says nothing there, where the option is another."""
    tables = [Library().table(found)]
    option = found.options.get(question.key)
    if option is not None:
        tables += _tables_with(found, option)
    return next(filter(None, (clause_text(table, question.clause, lang) for table in tables)), "")


def _tables_with(found: RuleSet, option: Option) -> Iterator[Table]:
    """The tables where an option of few values has each of them."""
    values = (True, False) if isinstance(option.default, bool) else option.one_of
    for value in values:
        try:
            yield Library().table(found, None, {option.name: value})
        except BindError:
            continue


def _label(question: Question, frames: Frames) -> str:
    if question.key in {SEATS, CLOSE}:
        return frames.new[{SEATS: "players", CLOSE: "close"}[question.key]]
    return frames.tongue.capital(frames.tongue.option(question.key))


def _asked(question: Question, label: str) -> str:
    """The answer of whoever sits there, asked for until it can be; nothing typed is the base's own."""
    while True:
        try:
            text = input(f"{paint(label, 'bold')} ({question.allowed}) [{question.shown}]: ").strip()
        except EOFError as error:  # whoever sits there has ended it, as Ctrl-C does
            print()
            raise KeyboardInterrupt from error
        try:
            return question.read(text) if text else question.default
        except NoAnswer as error:
            print(f"  {error}")


def _made(found: RuleSet, name: str, titles: Mapping[str, str], answers: Mapping[str, str], library: Library) -> Begun:
    """Both texts, checked and in canonical layout."""
    text = begun(found, name, titles, answers)
    checked = library.check(text.encode(), f"{name}.yaml")
    draft = allowing(text, checked.diagnostics).encode()
    if checked.rule_set is None:
        first = checked.diagnostics[0]
        raise CommandError(f"these answers do not fit together: {first.message} [{first.code}]", "RULE_SET_INVALID")
    formatted = fmt_rules(draft, f"{name}.yaml", library.shelf)
    limit = close_limit(checked.rule_set)
    near = {} if limit is None else near_limit(checked.rule_set, *limit)
    return Begun(formatted.text or draft.decode(), first_tests(found, checked.rule_set, near))


def _tell(files: list[Path], arguments: Namespace) -> None:
    if arguments.json:
        print(json.dumps({"rule_set": arguments.name, "files": [str(path) for path in files]}, ensure_ascii=False))
        return
    rules, tests = files
    print(Frames(arguments.lang).new["written"].format(rules=rules, tests=tests))
    print(f"  referee check {rules}")
    print(f"  referee test {tests}")
    print(f"  referee show {rules} --lang {arguments.lang}")
