"""What a table chooses: options by name, as numbers, truth values, members or their text, inside their bounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from referee.diagnostics.spelling import nearest, quoted
from referee.lang.syntax import Expr
from referee.lang.types import Enumerations, Quantity, Truth
from referee.rules.model import Option
from referee.table.errors import BindError

OptionValue = int | bool | str

WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,5})")
"""A whole number as text, written as the language writes one."""

TRUTHS = {"yes": True, "no": False, "true": True, "false": False}
"""The texts that are truth values."""

_MOST_LISTED = 12


def choose(
    options: Mapping[str, Option],
    enums: Enumerations,
    chosen: Mapping[str, OptionValue],
    holds: Callable[[Expr, Mapping[str, OptionValue]], bool],
) -> dict[str, OptionValue]:
    """The value of every option; BindError if one is unknown, out of its bounds or not offered here.

    `holds` judges the `when` of an option when all options have the values given. An option that is not offered
    may be named only to say what it is anyway.
    """
    for name in chosen:
        if name not in options:
            similar = nearest(name, options)
            hint = f"; did you mean `{similar}`?" if similar else ""
            raise BindError("OPTION_UNKNOWN", f"this rule set has no option {quoted(name)}{hint}", f"options.{name}")
    values = {
        name: read_value(option, enums, chosen[name]) if name in chosen else option.default
        for name, option in options.items()
    }
    for name in chosen:
        option = options[name]
        if values[name] == option.default:
            continue
        if option.fixed:
            message = f"the option `{name}` is always {value_text(option.default)} in this rule set"
            raise BindError("OPTION_FIXED", message, f"options.{name}")
        if option.when is not None and not holds(option.when, values):
            message = f"the option `{name}` is not offered with these options; it stays {value_text(option.default)}"
            raise BindError("OPTION_NOT_OFFERED", message, f"options.{name}")
    return values


def read_value(option: Option, enums: Enumerations, given: object) -> OptionValue:
    """A value somebody wrote as the option's type has it; BindError OPTION_OUT_OF_RANGE."""
    read = _typed(option, given)
    if read is None or not _in_bounds(option, enums, read):
        message = f"the option `{option.name}` cannot be {quoted(value_text(given))}: {offered(option, enums)}"
        raise BindError("OPTION_OUT_OF_RANGE", message, f"options.{option.name}")
    return read


def _typed(option: Option, given: object) -> OptionValue | None:
    if isinstance(option.type, Truth):
        return given if isinstance(given, bool) else TRUTHS.get(given) if isinstance(given, str) else None
    if isinstance(given, bool):
        return None
    if isinstance(option.type, Quantity):
        if isinstance(given, int):
            return given
        return int(given) if isinstance(given, str) and WHOLE.fullmatch(given) else None
    return given if isinstance(given, str) else None


def _in_bounds(option: Option, enums: Enumerations, chosen: OptionValue) -> bool:
    if isinstance(option.type, Truth):
        return True
    if option.one_of:
        return chosen in option.one_of
    if isinstance(chosen, str):
        return chosen in enums[option.name].members
    return (option.low is None or chosen >= option.low) and (option.high is None or chosen <= option.high)


def offered(option: Option, enums: Enumerations) -> str:
    """The values an option may have, in words."""
    if isinstance(option.type, Truth):
        return "yes or no"
    if option.one_of or not isinstance(option.type, Quantity):
        values = [str(chosen) for chosen in option.one_of or enums[option.name].members]
        if len(values) > _MOST_LISTED:
            values[_MOST_LISTED - 1 :] = [f"one of {len(values) - _MOST_LISTED + 1} more"]
        return values[0] if len(values) == 1 else f"{', '.join(values[:-1])} or {values[-1]}"
    unit = f" {option.type.unit}" if option.type.unit else ""
    if option.low is not None and option.high is not None:
        return f"{option.low} to {option.high}{unit}"
    if option.low is not None:
        return f"at least {option.low}{unit}"
    return f"at most {option.high}{unit}" if option.high is not None else f"a whole number{unit and ' of'}{unit}"


def value_text(value: object) -> str:
    """A value as rule files write it: `yes`, not the word of some programming language."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
