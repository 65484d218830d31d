"""The HTML page and the PDF of a booklet: whole, self-contained, with every letter and every link."""

import re
import sys
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO
from itertools import pairwise, product

import pytest
from pypdf import PdfReader

from referee.booklet import Booklet, booklet_of
from referee.booklet.html import to_html
from referee.booklet.markdown import to_markdown
from referee.booklet.model import Clause, Link, Ref, Section, Table
from referee.booklet.typeset import NoTypesetterError, to_pdf
from referee.library import Library
from referee.rules.model import RuleSet
from referee.table import bind
from referee.vocabulary import LANGUAGES

LIBRARY = Library()
TABLES: list[tuple[str, dict[str, str]]] = [
    ("spanish-40", {"jokers": "2"}),
    ("fournier-48", {}),
    ("chilean-50", {"wild_ace": "yes", "printed_jokers": "2"}),
    ("gin-rummy", {}),
    ("conga", {}),
]
VOID = {"meta", "link", "br", "hr", "img", "input"}


def made(name: str, options: dict[str, str], language: str) -> Booklet:
    rules: RuleSet = LIBRARY.rule_set(name)
    return booklet_of(bind(rules, None, options), language)


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.wanted: list[str] = []
        self.fetched: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert len(given) == len(attrs), f"an attribute of <{tag}> stands there twice"
        self.tags.append((tag, given))
        if tag not in VOID:
            self.open.append(tag)
        if name := given.get("id"):
            self.ids.append(name)
        address = given.get("href") or ""
        self.wanted += [address[1:]] if address.startswith("#") else []
        self.wanted += (given.get("aria-labelledby") or "").split()
        self.fetched += [value for key, value in attrs if value and (key == "src" or (key == "href" and tag == "link"))]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag


@pytest.mark.parametrize(("table", "language"), [*product(TABLES[:1], LANGUAGES), *product(TABLES[1:], ["eu"])])
def test_a_page_is_whole(table: tuple[str, dict[str, str]], language: str) -> None:
    booklet = made(*table, language)
    text = to_html(booklet)
    page = Page(text)
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert set(page.wanted) <= set(page.ids)
    assert page.fetched == []
    assert "url(" not in text, "the style fetches nothing either"
    assert page.tags[0] == ("html", {"lang": language})
    pictures = [attributes for tag, attributes in page.tags if tag == "svg" and attributes.get("role") == "img"]
    assert len(pictures) == len(booklet.examples) > 5
    levels = [int(tag[1]) for tag, _ in page.tags if tag in {"h1", "h2", "h3"}]
    assert levels[0] == 1
    assert all(later <= level + 1 for level, later in pairwise(levels))


@pytest.mark.parametrize("table", TABLES)
def test_every_clause_cited_is_printed_or_not_of_this_table(table: tuple[str, dict[str, str]]) -> None:
    booklet = made(*table, "en")
    blocks = [block for section in booklet.sections for block in section.blocks]
    printed = {block.number for block in blocks if isinstance(block, Clause)}
    cells = [cell for block in blocks if isinstance(block, Table) for row in block.rows for cell in row]
    sentences = [sentence for _, example in booklet.examples for sentence in example.sentences]
    cited = [part for text in (*cells, *sentences) for part in text if isinstance(part, Ref)]
    assert cited
    assert {ref.anchor for ref in cited} - {""} <= printed
    assert all(ref.anchor for text in sentences for ref in text if isinstance(ref, Ref))


def test_an_option_on_which_no_rule_hangs_is_none() -> None:
    house = b"rule_set: casa\nformat: 1\nextends: spanish-40\ngame: {out_when: {es.9: total above 77}}\n"
    rules = LIBRARY.compile(house, "casa.yaml")

    def offered(given: RuleSet) -> list[object]:
        options = next(one for one in booklet_of(bind(given), "en").sections if one.anchor == "options")
        (table,) = options.blocks
        assert isinstance(table, Table)
        return [row[0][0] for row in table.rows]

    assert "Limit" in offered(LIBRARY.rule_set("spanish-40"))
    assert "Limit" not in offered(rules)


def test_nothing_a_text_says_is_markup() -> None:
    wicked = '<script>"\\*_[x](y)|`#'
    booklet = Booklet("en", wicked, (wicked,), (), "Example", "x", "0" * 64)
    page = Page(to_html(booklet))
    assert "script" not in {tag for tag, _ in page.tags}
    assert to_markdown(booklet).startswith('# \\<script\\>"\\\\\\*\\_\\[x\\](y)\\|\\`#\n')
    assert "<script>" in PdfReader(BytesIO(to_pdf(booklet))).pages[0].extract_text()


@pytest.mark.parametrize(
    "address", ["https://a.example/><script>x</script>", "https://a.example/a b\\", "javascript:x()"]
)
def test_no_address_of_a_source_is_markup(address: str) -> None:
    section = Section("sources", "Sources", 2, (Link("~~a~~ &lt;b $c$", address),))
    text = to_markdown(replace(made("spanish-40", {}, "en"), sections=(section,)))
    told = text.splitlines()[-1]
    assert "\\~\\~a\\~\\~ \\&lt;b \\$c\\$" in told
    assert ("](<https://a.example/" in told) == address.startswith("https")
    assert "javascript" not in told
    assert not re.search(r"[<> \\]", told.partition("](<")[2].removesuffix(">)"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pdf_has_every_letter(language: str) -> None:
    booklet = made("spanish-40", {}, language)
    written = to_pdf(booklet)
    reader = PdfReader(BytesIO(written))
    assert str(reader.trailer["/Root"]["/Lang"]) == language
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    read = "".join(page.extract_text() for page in reader.pages)
    clauses = [block.text for section in booklet.sections for block in section.blocks if isinstance(block, Clause)]
    wanted = {letter for text in (booklet.title, *clauses) for letter in text if letter.isalpha()}
    assert wanted <= set(read)
    assert "\ufffd" not in read


def test_a_pdf_is_the_same_bytes_every_time() -> None:
    booklet = made("gin-rummy", {}, "en")
    assert to_pdf(booklet) == to_pdf(made("gin-rummy", {}, "en"))
    assert to_pdf(booklet) != to_pdf(made("gin-rummy", {"limit": "60"}, "en"))


def test_without_the_extra_there_is_no_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(NoTypesetterError):
        to_pdf(made("spanish-40", {}, "en"))
