"""The little grammar of each language that no table holds."""

import pytest

from referee.vocabulary import LANGUAGES, NoSuchLanguage
from referee.voice.tongue import tongue, turkish_from


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0'dan"), (1, "1'den"), (3, "3'ten"), (6, "6'dan"), (10, "10'dan"), (12, "12'den"), (20, "20'den"), (40, "40'tan"),
        (70, "70'ten"), (96, "96'dan"), (100, "100'den"), (1000, "1000'den"), (160, "160'tan"),
    ],
)  # fmt: skip
def test_turkish_endings_follow_the_sound_of_the_figure(number: int, text: str) -> None:
    assert turkish_from(number) == text


@pytest.mark.parametrize(
    ("language", "zero", "one", "two", "less"),
    [
        ("en", "0 cards", "1 card", "2 cards", "−10 points"),
        ("es", "0 cartas", "1 carta", "2 cartas", "−10 puntos"),
        ("eu", "0 karta", "karta bat", "2 karta", "−10 puntu"),
        ("fr", "0 carte", "1 carte", "2 cartes", "−10 points"),
        ("pt", "0 cartas", "1 carta", "2 cartas", "−10 pontos"),
        ("tr", "0 kart", "1 kart", "2 kart", "−10 puan"),
    ],
)
def test_numbers_and_their_nouns(language: str, zero: str, one: str, two: str, less: str) -> None:
    voice = tongue(language)

    assert [voice.amount(number, "cards") for number in (0, 1, 2)] == [zero, one, two]
    assert voice.amount(-10, "points") == less
    assert voice.amount(-1, "points").startswith("−1 ")


def test_a_number_without_unit_is_a_figure() -> None:
    assert tongue("en").amount(7, None) == "7"


@pytest.mark.parametrize(("language", "text"), [("en", "a, b or c"), ("fr", "a, b ou c"), ("eu", "a, b edo c")])
def test_lists(language: str, text: str) -> None:
    assert tongue(language).listed(["a", "b", "c"], "or") == text
    assert tongue(language).listed(["a"], "or") == "a"


def test_turkish_keeps_the_dot_of_its_i() -> None:
    assert tongue("tr").sentence("ilk oyuncu.") == "İlk oyuncu."
    assert tongue("tr").lower("İlk") == "ilk"
    assert tongue("tr").lower("Isı") == "ısı"
    assert tongue("es").sentence("ilusión.") == "Ilusión."


def test_french_elides_and_parts_its_signs() -> None:
    assert tongue("fr").polished("si il y a ceci : cela") == "s'il y a ceci\u00a0: cela"
    assert tongue("fr").polished("si ils ferment; sinon") == "s'ils ferment\u00a0; sinon"
    assert tongue("fr").polished("si ilot") == "si ilot"


@pytest.mark.parametrize(
    ("text", "polished"),
    [("7 o 8", "7 u 8"), ("10 o 11", "10 u 11"), ("1 o 110", "1 o 110"), ("copas o oros", "copas u oros"), ("uno y ilusión", "uno e ilusión"), ("2 y hielo", "2 y hielo")],
)  # fmt: skip
def test_spanish_euphony(text: str, polished: str) -> None:
    assert tongue("es").polished(text) == polished


def test_empty_words_leave_no_holes() -> None:
    assert tongue("es").polished(" tiene  3 cartas ( es esto) , o no") == "tiene 3 cartas (es esto), o no"


def test_names_that_only_a_rule_set_has_stay_as_they_are() -> None:
    assert tongue("fr").member("outcome", "two_runs") == "two runs"
    assert tongue("fr").option("no_such_option") == "no such option"
    assert tongue("fr").member("outcome", "joker_chinchon") == "chinchón avec joker"
    assert tongue("fr").member("outcome", "unclosed") == "sans fermeture"
    assert tongue("es").member("kind", "run") == "escalera"


def test_languages() -> None:
    assert LANGUAGES == ("en", "es", "eu", "fr", "pt", "tr")
    with pytest.raises(NoSuchLanguage) as caught:
        tongue("de")
    assert caught.value.code == "de"
