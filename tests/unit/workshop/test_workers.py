"""Worker processes: results in order, and an end at SIGTERM that is soon and leaves nothing behind."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.workshop.workers import shared

SCRIPT = """
import time
from referee.workshop.workers import shared

if __name__ == "__main__":
    for _ in shared(2, time.sleep, [(0,), *[(600,)] * 8]):
        print("begun", flush=True)
"""


def test_results_in_order() -> None:
    assert list(shared(2, divmod, [(number, 3) for number in range(7)])) == [divmod(number, 3) for number in range(7)]
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_a_fault_of_one_is_the_fault_of_all() -> None:
    with pytest.raises(ZeroDivisionError):
        list(shared(2, divmod, [(1, 1), (1, 0), (2, 1)]))


def test_terminated_it_ends_and_complains_of_nothing(tmp_path: Path) -> None:
    """The tracker of resources told of leaked semaphores on the standard error of a command that was long over."""
    (tmp_path / "script.py").write_text(SCRIPT, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "script.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGTERM)
        _, complaints = process.communicate(timeout=60)
    assert (process.returncode, complaints) == (128 + signal.SIGTERM, "")


def test_an_interrupt_of_all_processes_is_told_by_one_alone(tmp_path: Path) -> None:
    """At a terminal Ctrl-C reaches every process, and each of the workers had a traceback of its own."""
    script = (
        SCRIPT.replace("\n    for", "\n    try:\n     for")
        + "    except KeyboardInterrupt:\n        raise SystemExit(130)\n"
    )
    (tmp_path / "script.py").write_text(script, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "script.py")]
    as_it_was = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    signal.signal(signal.SIGINT, as_it_was)
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        os.killpg(process.pid, signal.SIGINT)
        _, complaints = process.communicate(timeout=60)
    assert (process.returncode, complaints) == (130, "")
