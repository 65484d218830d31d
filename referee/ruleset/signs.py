"""Scalars that are not what they look like: numbers that tools read in different ways, signs from other alphabets.

Signs inside expressions are told by the parser of expressions, which goes on behind them; here are keys, names, ids,
cards and plain values. Texts may hold any sign.
"""

from __future__ import annotations

import re
import unicodedata

from referee.diagnostics.model import Diagnostic
from referee.limits import NUMBER
from referee.ruleset import shape_messages as messages
from referee.yamltree.nodes import ScalarNode

_TABLE = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),
        **dict.fromkeys("‘’‚‛′", "'"),
        **dict.fromkeys("“”„‟«»″", '"'),
        "…": "..",
        "×": "*",
        "·": ".",
        # Cyrillic
        **dict(zip("асеорхуіјѕԁһѵԛԝгмнктвзб", "aceopxyijsdhvqwrmhktb36", strict=True)),
        **dict(zip("АСЕОРХУІЈЅВНКМТ", "ACEOPXYIJSBHKMT", strict=True)),
        # Greek
        **dict(zip("αορνικτυεχγ", "aopviktuexy", strict=True)),
        **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX", strict=True)),
        "ı": "i",
    }
)
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), kind)
    for pattern, kind in (
        (r"[+-]?0[0-9]+", "zero"),
        (r"\+[0-9]+", "plus"),
        (r"[+-]?[0-9]+(?::[0-5]?[0-9])+", "clock"),
        (r"[+-]?[0-9]+(?:\.[0-9]+)?[eE][+-]?[0-9]+", "power"),
        (r"[+-]?[0-9]+(?:_[0-9]+)+_?", "underscore"),
        (r"[0-9]{1,4}-[0-9]{1,2}-[0-9]{1,4}(?:[ tT].*)?", "date"),
        (r"[+-]?[0-9]*\.[0-9]+|[+-]?[0-9]+\.", "decimal"),
        (r"[+-]?[0-9]{1,3}(?:,[0-9]{3})+", "thousands"),
        (r"[+-]?[0-9]+,[0-9]+", "comma"),
        (r"[+-]?0[xXoObB][0-9a-fA-F]+", "base"),
    )
)
_LARGE = re.compile(r"-?[1-9][0-9]{6,}")


def number_in_disguise(node: ScalarNode, name: str, path: str) -> Diagnostic | None:
    """CH004 for `0100`, `1:30`, `1e3`, `12_0`, `5.0`, `1,5`, `0x1F`, a date; CH104 for more than six digits."""
    value = node.value.strip()
    if not value[:1] or value[0] not in "+-.0123456789":
        return None
    if _LARGE.fullmatch(value):
        return messages.number_range(node, name, -NUMBER, NUMBER, path)
    for form, kind in _FORMS:
        if form.fullmatch(value):
            says, help_ = _told(kind, value)
            return messages.not_whole(node, says, help_, path)
    return None


def _told(kind: str, value: str) -> tuple[str, str]:
    """What to add about a form, and how to write it."""
    sign, digits = ("-" if value[0] == "-" else ""), value.lstrip("+-")
    if kind == "zero":
        plain = digits.lstrip("0") or "0"
        octal = set(digits) <= set("01234567") and int(digits, 8) != int(digits)
        others = f"; some tools read {sign}{int(digits, 8)}, others {sign}{plain}" if octal else ""
        return others, f"write `{sign if plain != '0' else ''}{plain}`"
    if kind == "clock":
        total = 0
        for part in digits.split(":"):
            total = total * 60 + int(part)
        return f"; some tools read {sign}{total}", "write digits only; an expression has no colon"
    if kind == "date":
        return "; many tools read a date", "put a text in quotes; a sum has no zero in front of a number"
    if kind == "decimal":
        whole, _, rest = digits.partition(".")
        if not rest.strip("0"):
            return "; there are no decimals", f"write `{sign}{whole or '0'}`"
        return "; there are no decimals", f"write `{sign}{whole or '0'}` or `{sign}{int(whole or '0') + 1}`"
    if kind == "comma":
        return "; there are no decimals, and a comma separates values", "write digits only"
    plain_forms = {"plus": digits, "underscore": digits.replace("_", ""), "thousands": digits.replace(",", "")}
    if kind in plain_forms:
        return "", f"write `{sign}{plain_forms[kind]}`"
    number = _value(kind, digits)
    return "", f"write `{sign}{number}`" if number is not None and number <= NUMBER else "write digits only"


def _value(kind: str, digits: str) -> int | None:
    """The whole number that `1e3` or `0x1F` stands for, None if it is none or too long to say."""
    if kind == "base":
        base = {"x": 16, "o": 8, "b": 2}[digits[1].lower()]
        try:
            return int(digits[2:], base) if len(digits) <= 20 else None
        except ValueError:
            return None
    head, _, power = digits.lower().partition("e")
    if "." in head or power.startswith("-") or int(power) > 6:
        return None
    return int(head + "0" * int(power))


def look_alike(node: ScalarNode) -> Diagnostic | None:
    """CH008 for the first character that is not what it looks like, None if there is none."""
    value = node.value
    if value.isascii():
        return None
    for at, sign in enumerate(value):
        written = _meant(sign)
        if written is None:
            continue
        name = unicodedata.name(sign, "").lower()
        mended = "".join(each if (meant := _meant(each)) is None else meant for each in value).strip()
        return messages.look_alike(node.text.span(at, at + 1), node, name, written, mended)
    return None


def _meant(sign: str) -> str | None:
    """What a sign looks like; None if it is plain, or like nothing else."""
    if sign.isascii():
        return None
    category = unicodedata.category(sign)
    if category in {"Zs", "Zl", "Zp"} or sign == "\x85":
        return " "
    if category in {"Cf", "Cc"}:
        return ""
    told = sign.translate(_TABLE)
    if told != sign:
        return told
    if category == "Nd":
        return str(unicodedata.digit(sign))
    plain = unicodedata.normalize("NFKC", sign)
    return plain if plain != sign and plain.isascii() and len(plain) == 1 else None
