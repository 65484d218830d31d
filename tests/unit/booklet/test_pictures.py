"""Pictures of cards: each is XML, each is different, and a hand is laid out so that every card can be told."""

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from referee.booklet.pictures import Face, Row, drawing, shapes
from referee.booklet.pictures.suits import FRAME_GAPS, SIGNS
from referee.booklet.words import Words
from referee.cards import Card
from referee.library import Library
from referee.table import Table, bind
from referee.vocabulary import LANGUAGES, vocabulary

LIBRARY = Library()
SVG = "{http://www.w3.org/2000/svg}"
JOKER = Face("JK", "", "joker", 0, "")
PLAYED = [
    bind(LIBRARY.rule_set(name), None, {"jokers": "2"} if name == "spanish-48" else {})
    for name in LIBRARY.names()
    if LIBRARY.rule_set(name).playable
]


def faces(table: Table) -> list[Face]:
    words = Words(table, "en")
    return [words.face(Card(kind.index)) for kind in table.pack.kinds]


def groups(defined: str) -> dict[str, str]:
    """Every shape that is defined, by name, without its name."""
    tree = ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{defined}</svg>')
    found = {}
    for each in tree:
        name = each.attrib.pop("id")
        assert name not in found
        found[name] = ET.tostring(each, encoding="unicode")
    return found


@pytest.mark.parametrize("table", PLAYED, ids=lambda table: table.rule_set.name)
def test_every_card_has_a_picture_of_its_own(table: Table) -> None:
    defined = groups(shapes(faces(table)))
    cards = {name: drawn for name, drawn in defined.items() if name.startswith("card-") and name != "card-paper"}
    assert len(cards) == len(table.pack.kinds)
    assert len(set(cards.values())) == len(cards)
    assert all("<ns0:text" not in drawn for drawn in cards.values()), "a card of a built-in pack is drawn, not written"
    used = set(re.findall(r'href="#([^"]+)"', "".join(defined.values())))
    assert used <= defined.keys()


def test_a_card_of_any_other_pack_is_written_on_its_face() -> None:
    table = PLAYED[0]
    strange = Face('9<"&', "shields", "ober", 9, "O")
    tree = ET.fromstring(drawing(Row((), (strange, *faces(table)[:1])), "strange & new"))
    assert [each.text for each in tree.iter(f"{SVG}text")] == ['9<"&']
    assert tree.attrib["aria-label"] == "strange & new"


def test_melds_overlap_and_loose_cards_lie_apart_and_lower() -> None:
    one, two, *_ = faces(PLAYED[0])
    tree = ET.fromstring(drawing(Row(((one, two), (JOKER, one)), (two,)), "x"))
    places = [(int(each.get("x", 0)), int(each.get("y", 0))) for each in tree.findall(f"{SVG}use")]
    assert places == sorted(places)
    assert [y for _, y in places] == [0, 0, 0, 0, 16]
    steps = [later[0] - before[0] for before, later in pairwise(places)]
    assert steps[0] == steps[2] < 120 < steps[1] < steps[3]
    assert tree.attrib["viewBox"] == f"0 0 {places[-1][0] + 120} 202"
    assert drawing(Row(((one,),)), "x") == drawing(Row(((one,),)), "x")


def test_the_frame_tells_the_suit() -> None:
    """*La pinta*: so many gaps, above and below."""
    table = next(table for table in PLAYED if table.rule_set.name == "spanish-40")
    for face in faces(table):
        drawn = shapes([face]).partition(f'<g id="{face.shape}">')[2]
        frame = re.search(r'<path d="((?:M[\d.]+ 7H[\d.]+)+)', drawn)
        assert frame is not None
        assert frame[1].count("M") == FRAME_GAPS[face.suit] + 1


def test_colours_are_enough_and_few() -> None:
    drawn = shapes(face for table in PLAYED for face in faces(table)[::7])
    assert re.findall(r'(?:fill|stroke)="(?!none|#[0-9a-f]{6}")[^"]*"', drawn) == []
    assert SIGNS.keys() >= {suit.name for table in PLAYED for suit in table.rule_set.suits}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_the_built_ins_has_a_name(language: str) -> None:
    for table in PLAYED:
        words = Words(table, language)
        names = [words.card(Card(kind.index)) for kind in table.pack.kinds]
        assert len(set(names)) == len(names)
        assert not {kind.text for kind in table.pack.kinds} & set(names)
    assert vocabulary().voice(language)["booklet"].keys() == vocabulary().voice("en")["booklet"].keys()
