"""What people write in place of the words of the language: whole phrases, numbers in letters, units in other languages.

None of it is part of the language; it is known so that a message can say what to write instead.
"""

from __future__ import annotations

from itertools import product
from typing import Final

_LOWER = ("less", "fewer", "lower", "smaller")
_HIGHER = ("more", "greater", "higher", "larger", "bigger")
_SPOKEN = {
    "at most": (
        "up to",
        "at the most",
        "not above",
        "not over",
        "como máximo",
        "como maximo",
        "como mucho",
        "a lo sumo",
        "au plus",
        "no máximo",
    ),
    "at least": (
        "at the least",
        "not below",
        "not under",
        "como mínimo",
        "como minimo",
        "al menos",
        "por lo menos",
        "au moins",
        "pelo menos",
        "no mínimo",
    ),
    "below": ("menos de", "menos que", "menor de", "menor que", "moins de", "not at least"),
    "above": ("más de", "mas de", "más que", "mas que", "mayor de", "mayor que", "plus de", "mais de", "not at most"),
    "is": ("equal to", "equals to", "same as", "the same as", "igual a", "igual que"),
    "is not": ("different from", "other than"),
}


def _phrases() -> dict[str, str]:
    found = {phrase: word for word, phrases in _SPOKEN.items() for phrase in phrases}
    for words, word, opposite in ((_LOWER, "below", "at least"), (_HIGHER, "above", "at most")):
        closed = {"below": "at most", "above": "at least"}[word]
        for adjective in words:
            found[f"{adjective} than"] = word
            found.update({f"{negation} {adjective} than": opposite for negation in ("no", "not")})
            for rest in ("than or equal to", "than or equal", "or equal to"):
                found[f"{adjective} {rest}"] = closed
    found.update({f"is {phrase}": word for phrase, word in found.items()})
    return found


PHRASES: Final = _phrases()
"""Several words that compare, to the comparison that says the same."""

LONGEST_PHRASE: Final = max(phrase.count(" ") for phrase in PHRASES) + 1

OR_MORE: Final = frozenset(
    f"{joint} {word}"
    for joint, word in product(
        ("or", "o", "ou"), ("more", "greater", "higher", "above", "over", "up", "más", "mas", "plus", "mais")
    )
)
"""`3 or more`, which is `3..` as a set and `at least 3` in a comparison."""

OR_LESS: Final = frozenset(
    f"{joint} {word}"
    for joint, word in product(("or", "o", "ou"), ("less", "fewer", "lower", "below", "under", "menos", "moins"))
)
"""`3 or less`, which is `at most 3` in a comparison."""

TO: Final = frozenset({"to", "till", "until", "through", "thru", "hasta", "à", "até"})
"""Words between the two ends of a range."""

TIMES: Final = frozenset({"x", "by", "por", "fois", "vezes", "multiplied"})
"""Words for `*` between two values."""

BETWEEN: Final = frozenset({"between", "entre", "arasında"})
"""Words for `in` with a range."""

MINUS: Final = frozenset({"minus", "negative", "menos", "moins", "eksi"})
"""Words for the sign in front of a number below zero."""

MULTIPLES: Final = {"double": 2, "twice": 2, "doble": 2, "triple": 3, "thrice": 3}
"""Words for a multiple of what follows."""

NUMBERS: Final = {
    **{
        word: number
        for words in (
            "zero one two three four five six seven eight nine ten eleven twelve",
            "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
        )
        for number, word in enumerate(words.split())
    },
    "nought": 0,
    "ninguno": 0,
    "una": 1,
    "twenty": 20,
    "veinte": 20,
    "fifty": 50,
    "cincuenta": 50,
    "hundred": 100,
    "cien": 100,
}
"""Numbers in letters."""

UNITS_MEANT: Final = {
    **dict.fromkeys(("punto", "puntos", "pts", "pt", "ponto", "pontos", "puntu", "puan"), "points"),
    **dict.fromkeys(("carta", "cartas", "carte", "cartes", "karta", "kart"), "cards"),
    **dict.fromkeys(("combinacion", "combinaciones", "juego", "juegos", "set", "sets", "run", "runs"), "melds"),
    **dict.fromkeys(("jugador", "jugadores", "player", "players", "joueur", "joueurs", "jogadores", "people"), "seats"),
    **dict.fromkeys(("turno", "turnos", "move", "moves", "tour"), "turns"),
    **dict.fromkeys(("vuelta", "vueltas"), "laps"),
    **dict.fromkeys(("ronda", "rondas", "hands", "deals"), "rounds"),
    **dict.fromkeys(("vez", "veces", "fois", "vezes"), "times"),
    **dict.fromkeys(("euro", "euros", "eur", "cents", "centimos", "moneda", "monedas", "chips", "dollars"), "coins"),
}
"""Units in other words, to ours."""

FUNCTIONS_MEANT: Final = {
    **dict.fromkeys(("every", "each", "forall", "todos", "todas"), "all"),
    **dict.fromkeys(("some", "exists", "exist", "alguno", "alguna"), "any"),
    **dict.fromkeys(("total", "add", "suma"), "sum"),
    **dict.fromkeys(("maximum", "highest", "largest", "maximo"), "max"),
    **dict.fromkeys(("minimum", "lowest", "smallest", "minimo"), "min"),
    **dict.fromkeys(("number", "how_many", "cuenta"), "count"),
}
"""Functions of other languages, to ours."""

SIZES: Final = frozenset({"len", "length", "size", "number", "count"})
"""Functions that ask a collection for its number, which is a field of it."""

FIELDS_MEANT: Final = {
    **dict.fromkeys(("count", "length", "len", "cards", "number"), "size"),
    **dict.fromkeys(("color", "colour", "palo"), "suit"),
    **dict.fromkeys(("value", "worth", "valor", "score"), "points"),
    **dict.fromkeys(("jokers", "comodines"), "wilds"),
    **dict.fromkeys(("is_joker", "jk"), "joker"),
    **dict.fromkeys(("type", "tipo"), "kind"),
}
"""Fields in other words, where the record has the one that is meant."""

JOKERS_MEANT: Final = frozenset({"jk", "jks", "jokers", "comodin", "comodín", "comodines"})
"""What is written for a joker, which is no name of its own: a card has a field that tells."""

SAME_CARDS: Final = {"loose.count": "deadwood", "hand.count": "hand_points"}
"""How many cards there are, and what the same cards count."""

REMOVALS: Final = frozenset(
    "delete deleted remove removed removes drop none null nil nothing quitar quita borrar eliminar elimina".split(),  # noqa: SIM905
)
"""What is written in place of an entry that should go."""

MEMBERS_MEANT: Final = {
    **dict.fromkeys(("as", "ace"), "1"),
    **dict.fromkeys(("king", "roi", "rei"), "rey"),
    **dict.fromkeys(("knight", "horse", "queen"), "caballo"),
    **dict.fromkeys(("jack", "knave", "page"), "sota"),
    **dict.fromkeys(("coins", "golds", "oro"), "oros"),
    **dict.fromkeys(("cups", "copa"), "copas"),
    **dict.fromkeys(("swords", "espada"), "espadas"),
    **dict.fromkeys(("clubs", "batons", "basto"), "bastos"),
}
"""Ranks and suits in other words, where the pack has the one that is meant."""
