"""The words around findings of records, and the table at the end of a validation, in six languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "help": "help",
        "legal": "legal",
        "note": "note",
        "irregularity": "irregularity",
        "not_judged": "not judged",
        "clean": "clean",
        "consistent": "consistent",
        "irregular": "irregular",
        "violation": "violation",
        "unreadable": "unreadable",
        "unjudged": "unjudged",
        "notes": "`--notes` says what was not judged",
        "games": "{records} ({complete} of whole games), {rounds} and {actions} accepted",
        "record": "{count} record|{count} records",
        "round": "{count} round|{count} rounds",
        "action": "{count} action|{count} actions",
        "unread": "{count} file could not be opened|{count} files could not be opened",
    },
    "es": {
        "help": "ayuda",
        "legal": "permitido",
        "note": "nota",
        "irregularity": "irregularidad",
        "not_judged": "sin juzgar",
        "clean": "sin tacha",
        "consistent": "sin contradicción",
        "irregular": "con irregularidades",
        "violation": "con infracción",
        "unreadable": "ilegible",
        "unjudged": "sin juzgar",
        "notes": "`--notes` dice qué no se ha juzgado",
        "games": "{records} ({complete} de partidas enteras); se aceptan {rounds} y {actions}",
        "record": "{count} acta|{count} actas",
        "round": "{count} mano|{count} manos",
        "action": "{count} jugada|{count} jugadas",
        "unread": "no se pudo abrir {count} fichero|no se pudieron abrir {count} ficheros",
    },
    "eu": {
        "help": "laguntza",
        "legal": "baimenduta",
        "note": "oharra",
        "irregularity": "irregulartasuna",
        "not_judged": "epaitu gabe",
        "clean": "garbi",
        "consistent": "kontraesanik gabe",
        "irregular": "irregular",
        "violation": "arau-hauste",
        "unreadable": "irakurtezin",
        "unjudged": "epaitu gabe",
        "notes": "`--notes` aukerak esaten du zer ez den epaitu",
        "games": "{records} (partida osoak: {complete}); onartuta: {rounds}, {actions}",
        "record": "partida-idatzi {count}|{count} partida-idatzi",
        "round": "esku {count}|{count} esku",
        "action": "jokaldi {count}|{count} jokaldi",
        "unread": "fitxategi {count} ezin izan da ireki|{count} fitxategi ezin izan dira ireki",
    },
    "fr": {
        "help": "aide",
        "legal": "permis",
        "note": "remarque",
        "irregularity": "irrégularité",
        "not_judged": "non jugé",
        "clean": "sans faute",
        "consistent": "sans contradiction",
        "irregular": "irrégulier",
        "violation": "en infraction",
        "unreadable": "illisible",
        "unjudged": "non jugé",
        "notes": "`--notes` dit ce qui n'a pas été jugé",
        "games": "{records} ({complete} de parties entières) ; {rounds} et {actions} acceptés",
        "record": "{count} enregistrement|{count} enregistrements",
        "round": "{count} main|{count} mains",
        "action": "{count} coup|{count} coups",
        "unread": "{count} fichier n'a pas pu être ouvert|{count} fichiers n'ont pas pu être ouverts",
    },
    "pt": {
        "help": "ajuda",
        "legal": "permitido",
        "note": "nota",
        "irregularity": "irregularidade",
        "not_judged": "por julgar",
        "clean": "sem falha",
        "consistent": "sem contradição",
        "irregular": "com irregularidades",
        "violation": "com infração",
        "unreadable": "ilegível",
        "unjudged": "por julgar",
        "notes": "`--notes` diz o que não foi julgado",
        "games": "{records} ({complete} de partidas inteiras); aceitam-se {rounds} e {actions}",
        "record": "{count} registo|{count} registos",
        "round": "{count} mão|{count} mãos",
        "action": "{count} jogada|{count} jogadas",
        "unread": "não se pôde abrir {count} ficheiro|não se puderam abrir {count} ficheiros",
    },
    "tr": {
        "help": "yardım",
        "legal": "izinli",
        "note": "not",
        "irregularity": "usulsüzlük",
        "not_judged": "değerlendirilmedi",
        "clean": "kusursuz",
        "consistent": "çelişkisiz",
        "irregular": "usulsüz",
        "violation": "ihlal var",
        "unreadable": "okunamıyor",
        "unjudged": "değerlendirilmedi",
        "notes": "neyin değerlendirilmediğini `--notes` söyler",
        "games": "{records} (bütün oyun: {complete}); {rounds} ve {actions} kabul edildi",
        "record": "{count} kayıt|{count} kayıt",
        "round": "{count} el|{count} el",
        "action": "{count} hamle|{count} hamle",
        "unread": "{count} dosya açılamadı|{count} dosya açılamadı",
    },
}
"""The same keys in every language; of two forms the first is for one (in French also for none)."""


def word(lang: str, key: str, **values: str) -> str:
    """A word or a sentence in a language."""
    return WORDS[lang][key].format(**values)


def many(lang: str, key: str, count: int) -> str:
    """So many of something, the number with its thousands parted."""
    one, other = WORDS[lang][key].split("|")
    single = count < 2 if lang == "fr" else count == 1
    return (one if single else other).format(count=f"{count:,}")
