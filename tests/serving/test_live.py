"""Rule sets of folders while the server runs: what is clean is used, what is broken never replaces what is good."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
import pytest

from referee.library import Faulty, Library, NoSuchRuleSet
from referee.serving.live import LiveLibrary
from referee.v1.referee_service_pb2 import EvaluateHandRequest
from referee.v1.referee_service_pb2_grpc import RefereeServiceStub
from referee.v1.rule_set_service_pb2 import GetRuleSetRequest
from referee.v1.rule_set_service_pb2_grpc import RuleSetServiceStub
from referee.v1.rule_sets_pb2 import RuleSetSelector, TableSetup

FIVE = "close:\n  may_close:\n    casa.1: deadwood at most 5 points\n"
THREE = "close:\n  may_close:\n    casa.1: deadwood at most 3 points\n"
BROKEN = "close:\n  may_close:\n    casa.1: deadwod at most 3 points\n"

Write = Callable[..., Path]


def settle(library: LiveLibrary) -> list[tuple[str, bool]]:
    """Look twice: a file is read when it has stopped changing."""
    return [*library.refresh(), *library.refresh()]


@pytest.fixture
def told(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """What has been logged since it was last asked."""
    caplog.set_level(logging.INFO, "referee.live")

    def messages() -> list[str]:
        found = [f"{record.rule_set}: {record.getMessage()}" for record in caplog.records]
        caplog.clear()
        return found

    return messages


def test_a_changed_file_takes_effect(tmp_path: Path, write_rules: Write, told: Callable[[], list[str]]) -> None:
    write_rules(tmp_path, "casa", more=FIVE)
    library = LiveLibrary([tmp_path])
    assert library.refresh() == [("casa", True)]
    before = library.rule_set("casa")
    assert before.digest == Library([tmp_path]).rule_set("casa").digest
    assert library.refresh() == []

    write_rules(tmp_path, "casa", more=THREE)
    assert settle(library) == [("casa", True)]
    after = library.rule_set("casa")
    assert after.digest == Library([tmp_path]).rule_set("casa").digest != before.digest
    assert library.source("casa").endswith(THREE.encode())
    assert library.by_digest(before.digest) is before, "who holds the digest of the old one still finds it"
    assert told() == ["casa: a rule set is new", "casa: a rule set is replaced"]


def test_a_broken_file_replaces_nothing_and_is_told_once(
    tmp_path: Path, write_rules: Write, told: Callable[[], list[str]]
) -> None:
    write_rules(tmp_path, "casa", more=FIVE)
    library = LiveLibrary([tmp_path])
    library.refresh()
    good, text = library.rule_set("casa"), library.source("casa")
    told()

    write_rules(tmp_path, "casa", more=BROKEN)
    assert settle(library) == [("casa", False)]
    assert library.rule_set("casa") is good
    assert library.source("casa") == text
    assert settle(library) == []
    (message,) = told()
    assert message.startswith("casa: a rule set goes on as it was, its file has mistakes: casa.yaml:7:13: ")
    assert "did you mean `deadwood`?" in message

    write_rules(tmp_path, "casa", more=THREE)
    assert settle(library) == [("casa", True)]
    assert library.rule_set("casa").digest != good.digest


def test_a_file_that_never_was_good_is_not_offered(tmp_path: Path, write_rules: Write) -> None:
    """Not even where a built-in has its name: nobody is judged by rules that were to be replaced."""
    write_rules(tmp_path, "spanish-48", base="spanish-40", more=BROKEN)
    library = LiveLibrary([tmp_path])
    assert library.refresh() == [("spanish-48", False)]
    with pytest.raises(Faulty):
        library.rule_set("spanish-48")
    assert "spanish-48" in library.names()

    write_rules(tmp_path, "spanish-48", base="spanish-40", more=FIVE)
    assert settle(library) == [("spanish-48", True)]
    assert library.rule_set("spanish-48").name == "spanish-48"


def test_those_that_build_on_a_changed_one_change_too_and_others_are_not_touched(
    tmp_path: Path, write_rules: Write
) -> None:
    write_rules(tmp_path, "base", more=FIVE)
    write_rules(tmp_path, "casa", base="base")
    write_rules(tmp_path, "other")
    library = LiveLibrary([tmp_path])
    library.refresh()
    casa, other = library.rule_set("casa"), library.rule_set("other")

    write_rules(tmp_path, "base", more=THREE)
    assert settle(library) == [("base", True), ("casa", True)]
    assert library.rule_set("casa").digest == Library([tmp_path]).rule_set("casa").digest != casa.digest
    assert library.rule_set("other") is other


def test_those_that_build_on_a_broken_one_go_on(tmp_path: Path, write_rules: Write) -> None:
    write_rules(tmp_path, "base", more=FIVE)
    write_rules(tmp_path, "casa", base="base")
    library = LiveLibrary([tmp_path])
    library.refresh()
    casa = library.rule_set("casa")

    write_rules(tmp_path, "base", more=BROKEN)
    assert settle(library) == [("base", False)]
    assert library.rule_set("casa") is casa

    write_rules(tmp_path, "casa", base="base", title="Casa nova")
    assert settle(library) == [("casa", True)], "and may change: it is made of the last good base"
    assert library.rule_set("casa").digest == casa.digest


def test_a_clean_base_that_breaks_others_leaves_them_as_they_were(
    tmp_path: Path, write_rules: Write, told: Callable[[], list[str]]
) -> None:
    write_rules(tmp_path, "base", more="define:\n  few: deadwood at most 5 points\n")
    write_rules(tmp_path, "casa", base="base", more="close:\n  may_close:\n    casa.1: few\n")
    library = LiveLibrary([tmp_path])
    assert library.refresh() == [("base", True), ("casa", True)], told()
    casa = library.rule_set("casa")
    told()

    write_rules(tmp_path, "base")
    assert settle(library) == [("base", True), ("casa", False)]
    assert library.rule_set("casa") is casa
    assert any(message.startswith("casa: a rule set goes on as it was") for message in told())
    assert settle(library) == []

    write_rules(tmp_path, "casa", base="base", more=THREE)
    assert settle(library) == [("casa", True)]


def test_a_file_is_withdrawn_when_it_stays_away(tmp_path: Path, write_rules: Write) -> None:
    path = write_rules(tmp_path, "casa")
    library = LiveLibrary([tmp_path])
    library.refresh()
    content = path.read_bytes()

    path.unlink()
    library.refresh()
    assert library.rule_set("casa").name == "casa"
    path.write_bytes(content)
    assert settle(library) == []
    path.unlink()
    settle(library)
    with pytest.raises(NoSuchRuleSet):
        library.rule_set("casa")
    assert "casa" not in library.names()


def test_a_file_that_is_being_written_is_not_read(tmp_path: Path, write_rules: Write) -> None:
    """Half a file may be clean and lack half of its rules."""
    path = write_rules(tmp_path, "casa", more=FIVE)
    library = LiveLibrary([tmp_path])
    library.refresh()
    before = library.rule_set("casa")

    for size in (40, 60, 90):
        path.write_text(path.read_text("utf-8")[:size] + "\n", "utf-8")
        assert library.refresh() == []
    write_rules(tmp_path, "casa", more=THREE)
    assert library.refresh() == []
    assert library.rule_set("casa") is before
    assert library.refresh() == [("casa", True)]


def test_the_first_folder_that_has_a_name_wins(tmp_path: Path, write_rules: Write) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder, rules in zip(folders, (THREE, FIVE), strict=True):
        (folder / "house").mkdir(parents=True)
        write_rules(folder, "casa", more=rules)
        write_rules(folder / "house", "casa-b", more=rules)
    library = LiveLibrary(folders)
    library.refresh()

    for name in ("casa", "casa-b"):
        assert library.source(name).endswith(THREE.encode())
    assert {"casa", "casa-b", "spanish-40"} <= set(library.names())


def test_sources_of_callers_build_on_what_is_there_now(tmp_path: Path, write_rules: Write) -> None:
    write_rules(tmp_path, "base", more=FIVE)
    library = LiveLibrary([tmp_path])
    library.refresh()
    text = b"rule_set: mine\nformat: 1\nextends: base\n"
    before = library.compile(text, "request")
    write_rules(tmp_path, "base", more=THREE)
    settle(library)

    assert library.compile(text, "request").digest != before.digest


def test_a_server_takes_what_changes_in_its_folder(
    running: Callable[..., Any], page: Any, free_port: int, tmp_path: Path, write_rules: Write
) -> None:
    write_rules(tmp_path, "casa", more=FIVE)
    admin = f"127.0.0.1:{free_port}"
    words = ("--folders", str(tmp_path), "--reload", "0.05", "--log-format", "json", "--log-level", "info")
    source = b"rule_set: mine\nformat: 1\nextends: casa\n"
    with running(*words, "--admin-address", admin) as served, grpc.insecure_channel(served.address) as channel:
        rule_sets, referee = RuleSetServiceStub(channel), RefereeServiceStub(channel)

        def digests() -> tuple[str, str]:
            by_name = RuleSetSelector(name="casa")
            found = rule_sets.GetRuleSet(GetRuleSetRequest(rule_set=by_name), timeout=10).rule_set
            mine = EvaluateHandRequest(table=TableSetup(rule_set=RuleSetSelector(source=source)), cards=["7o"])
            return found.summary.digest, referee.EvaluateHand(mine, timeout=10).rule_set_digest

        def changed(before: tuple[str, str]) -> tuple[str, str]:
            end = time.monotonic() + 15
            while any(one == other for one, other in zip(digests(), before, strict=True)):
                assert time.monotonic() < end
                time.sleep(0.05)
            return digests()

        first = digests()
        write_rules(tmp_path, "casa", more=THREE)
        second = changed(first)
        write_rules(tmp_path, "casa", more=BROKEN)
        end = time.monotonic() + 15
        while not any("did you mean" in line for line in served.log):
            assert time.monotonic() < end
            time.sleep(0.05)
        assert digests() == second
        metrics = page(admin, "/metrics")[1]
        assert served.stop() == 0

    assert 'referee_rule_set_reloads_total{result="used"} 1.0' in metrics
    assert 'referee_rule_set_reloads_total{result="refused"} 1.0' in metrics
    told = [(each["level"], each["rule_set"]) for each in served.records()]
    assert told == [("info", "casa"), ("info", "casa"), ("warning", "casa")]
