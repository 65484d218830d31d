"""`referee booklet`: what is printed, what is written, and what cannot be."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.cli.running import referee


def test_the_form_is_as_the_file_ends(tmp_path: Path) -> None:
    for name, start in (
        ("a.html", b"<!DOCTYPE html>"),
        ("a.pdf", b"%PDF-"),
        ("a.md", b"# Gin rummy"),
        ("a", b"# Gin rummy"),
    ):
        done = referee("booklet", "gin-rummy", "--out", name, folder=tmp_path)
        assert (done.code, done.out, done.err) == (0, f"{name}\n", "")
        assert (tmp_path / name).read_bytes().startswith(start)
    assert referee("booklet", "gin-rummy", "--format", "html").out == (tmp_path / "a.html").read_text("utf-8")


def test_the_pictures_of_markdown_are_files_beside_it(tmp_path: Path) -> None:
    assert referee("booklet", "conga", "--lang", "tr", "--out", "kitapçık.md", folder=tmp_path).code == 0
    linked = re.findall(r"!\[.+\]\(<(.+)>\)", (tmp_path / "kitapçık.md").read_text("utf-8"))
    assert sorted(linked) == sorted(f"kitapçık-cards/{path.name}" for path in (tmp_path / "kitapçık-cards").iterdir())
    for name in linked:
        title = ET.fromstring((tmp_path / name).read_text("utf-8"))[0].text
        assert title is not None
        assert title.startswith(("Kombinasyonlar: ", "Boşta: "))
    assert "![" not in referee("booklet", "conga").out, "nothing is linked that is not there"


def test_the_table_is_the_one_asked_for(tmp_path: Path) -> None:
    house = "rule_set: casa\nformat: 1\nextends: spanish-40\noptions:\n  limit: {default: 70}\n"
    (tmp_path / "casa.yaml").write_text(house, encoding="utf-8")
    words = ["booklet", "casa.yaml", "--seats", "3", "--option", "jokers=2", "--lang", "es"]
    told = json.loads(referee(*words, "--json", folder=tmp_path).out)
    assert told["rule_set"] == "casa"
    assert "En esta mesa: 3 jugadores." in told["about"]
    options = next(section for section in told["sections"] if section["anchor"] == "options")
    values = {row[0][0]: row[1][0] for row in options["blocks"][0]["rows"]}
    assert (values["Límite"], values["Comodines"]) == ("70 puntos", "2")
    assert told["digest"].startswith(re.findall(r"huella ([0-9a-f]{12})", told["about"][0])[0])


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ([], "ARGUMENT_MISSING", "`RULESET` is missing"),
        (["common"], "NOT_PLAYABLE", "`common` is a base for other rule sets"),
        (["spanish-40", "--format", "dpf"], "ARGUMENT_INVALID", "did you mean `pdf`?"),
        (["spanish-40", "--format", "html"], "ARGUMENT_INVALID", "leave out --format and --out"),
        (["spanish-40", "--out", "x"], "ARGUMENT_INVALID", "leave out --format and --out"),
        (["spanish-40", "--seats", "5"], "SEATS_NOT_OFFERED", "2 to 4 are offered"),
    ],
)
def test_what_cannot_be_printed(words: list[str], code: str, says: str) -> None:
    done = referee("booklet", *words, "--json")
    assert done.code == 2
    error = json.loads(done.out)["error"]
    assert error["code"] == code
    assert says in error["message"]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("x.docx", "a booklet is written as .md, .html or .pdf, found `.docx`; `--format` says which it is"),
        ("no/such/dir/x.html", "`no/such/dir/x.html` cannot be written: no such file or directory"),
        ("no/such/dir/x.md", "`no/such/dir/x.md` cannot be written: no such file or directory"),
    ],
)
def test_what_cannot_be_written(name: str, says: str, tmp_path: Path) -> None:
    done = referee("booklet", "gin-rummy", "--out", name, folder=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert list(tmp_path.iterdir()) == []
    assert referee("booklet", "gin-rummy", "--format", "md", "--out", "x.docx", folder=tmp_path).code == 0


def test_a_pdf_without_the_extra(tmp_path: Path) -> None:
    """As where it is not installed: a module of its name that cannot be imported stands in front."""
    (tmp_path / "typst.py").write_text("raise ImportError('it is not here')\n", encoding="utf-8")
    done = referee("booklet", "spanish-40", "--out", "a.pdf", folder=tmp_path, PYTHONPATH=str(tmp_path))
    assert (done.code, done.out) == (2, "")
    assert "`--format pdf` needs the extra `pdf`, in the folder of the referee `pip install '.[pdf]'`" in done.err
    assert "it is not here" in done.err
    assert not (tmp_path / "a.pdf").exists()
