"""How a name that is none would be written: `Mi Mesa` is `mi-mesa` as a rule set, `mi_mesa` as an option."""

from __future__ import annotations

import re
import unicodedata

_JOINTS = {"the name of a rule set": "-", "a rule set": "-", "a name": "_", "a clause id": "_", "a suit": ""}
_FORMS = {
    "the name of a rule set": re.compile(r"[a-z][a-z0-9-]*"),
    "a rule set": re.compile(r"[a-z][a-z0-9-]*(@[0-9a-f]{8,64})?"),
    "a name": re.compile(r"[a-z][a-z0-9_]*"),
    "a clause id": re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)+"),
    "a suit": re.compile(r"[a-z]+( [a-z])?"),
}
_OTHERS = {"the name of a rule set": r"[^a-z0-9]+", "a rule set": r"[^a-z0-9@]+", "a suit": r"[^a-z ]+"}


def corrected(text: str, wanted: str) -> str | None:
    """`text` as what a schema calls `wanted`, or None if it is that already, or what is meant cannot be guessed."""
    if wanted not in _FORMS or _FORMS[wanted].fullmatch(text):
        return None
    plain = unicodedata.normalize("NFKD", text.strip().casefold().replace("ñ", "ny").replace("ç", "c"))
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    if wanted == "a clause id":
        plain = re.sub(r"^([a-z]+)(?=[0-9])|\s*\.\s*|\s+(?=[0-9])|^§\s*", r"\1.", plain)
        plain = re.sub(r"\.+", ".", plain).strip(".")
    joint = _JOINTS[wanted]
    if wanted == "a name":
        plain = plain.replace(".", "_")
    mended = re.sub(_OTHERS.get(wanted, r"[^a-z0-9_.]+"), joint, plain).strip(joint or None)
    return mended if _FORMS[wanted].fullmatch(mended) else None
