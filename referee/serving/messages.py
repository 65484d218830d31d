"""What is said of a configuration that cannot be used: one function for each mistake.

Values that may be tokens are never quoted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.diagnostics.model import Diagnostic, replacing
from referee.diagnostics.spelling import certain, listed, quoted, visible
from referee.serving.kinds import Unfit
from referee.source import Span
from referee.yamltree import Entry, MapNode, Node, ScalarNode

_SPEAKS_OF_RULES = ("rule set", "rule needs", "extends")


def of_reading(diagnostic: Diagnostic) -> Diagnostic:
    """What the reader of rule files says, without what is only true of those."""
    message = diagnostic.message.replace("a rule file", "a configuration").replace("a rule set", "a configuration")
    help_ = "" if any(each in diagnostic.help for each in _SPEAKS_OF_RULES) else diagnostic.help
    return replace(diagnostic, message=message, help=help_)


def no_mapping(span: Span) -> Diagnostic:
    """A file that holds no keys."""
    return Diagnostic("CH103", "a configuration is keys with their values", span)


def unknown_key(
    key: ScalarNode, section: str, guess: str | None, allowed: Sequence[str], whole: str | None
) -> Diagnostic:
    """A key nobody knows. `whole` is its setting, where there is one of that name elsewhere."""
    where = f" in {quoted(section)}" if section else ""
    meant = f"; did you mean `{guess}`?" if guess else ""
    message = f"unknown key {quoted(key.value)}{where}{meant}"
    if whole is not None and guess is None:
        above, _, name = whole.rpartition(".")
        there = f"below `{above}:`" if above else "at the top of the file"
        return Diagnostic("CH110", message, key.span, f"`{name}` stands {there}", path=whole)
    fix = replacing(key.span, guess, safe=certain(key.value, guess, allowed))
    return Diagnostic("CH101", message, key.span, f"allowed here: {listed(allowed, 30)}", fix=fix)


def no_section(entry: Entry) -> Diagnostic:
    """`tls: yes`."""
    name = visible(entry.key.value)
    return Diagnostic("CH103", f"`{name}` holds keys with their values", entry.key.span, f"write them below `{name}:`")


def no_value(node: Node, key: str, *, many: bool) -> Diagnostic:
    """A mapping or a list where one value stands."""
    wanted = "one value, or a list of them" if many else "one value"
    found = "nothing" if isinstance(node, ScalarNode) else "a mapping" if isinstance(node, MapNode) else "a list"
    return Diagnostic("CH103", f"`{key}` is {wanted}, found {found}", _first_line(node), path=key)


def nothing(key: ScalarNode, path: str) -> Diagnostic:
    """`workers:`."""
    message = f"nothing stands behind `{visible(key.value)}:`"
    return Diagnostic("CH108", message, key.span, "write a value, or take the key out", path=path)


def unfit(span: Span, key: str, fault: Unfit) -> Diagnostic:
    """A value that is none of its kind."""
    return Diagnostic(fault.code, f"`{key}` {fault.message}", span, path=key, fix=replacing(span, fault.guess))


def too_many_tokens(key: ScalarNode, most: int) -> Diagnostic:
    """One more than a server knows."""
    return Diagnostic("CH012", f"there are more than {most:,} tokens", key.span, "let a gateway ask for them")


def bad_holder(key: ScalarNode) -> Diagnostic:
    """The name of a holder; somebody may have put the token there, so it is not quoted."""
    help_ = "it has letters, digits, and `.`, `_`, `-` or `@` between them, 64 at the most"
    return Diagnostic("CH111", "the name of who has the token cannot be used", key.span, help_)


def bad_role(holder: ScalarNode, role: ScalarNode | None, guess: str | None, roles: Sequence[str]) -> Diagnostic:
    """No role, or one that there is not."""
    if role is None:
        message = "the token has no `role`"
        return Diagnostic("CH102", message, holder.span, f"write one of: {listed(roles)}")
    meant = f"; did you mean `{guess}`?" if guess else ""
    message = f"`role` is one of {', '.join(roles)}, found {quoted(role.value)}{meant}"
    return Diagnostic("CH105", message, role.span, fix=replacing(role.span, guess))


def bad_digest(digest: ScalarNode) -> Diagnostic:
    """Perhaps the token itself: it is not quoted."""
    help_ = "make it with `printf %s TOKEN | sha256sum`; the token itself does not belong into the file"
    return Diagnostic("CH103", "`sha256` is 64 hexadecimal digits, the digest of the token", digest.span, help_)


def one_of_two(holder: ScalarNode, *, both: bool) -> Diagnostic:
    """Neither the digest nor the file, or both."""
    if both:
        return Diagnostic("CH103", "a token has `sha256` or `file`, and not both", holder.span)
    help_ = "write `sha256: …`, the digest of the token, or `file: …`, a file that holds it"
    return Diagnostic("CH102", "it is not said what the token is", holder.span, help_)


def holder_twice(span: Span, holder: str) -> Diagnostic:
    """The same name in the configuration and the file of tokens."""
    return Diagnostic("CH002", f"{quoted(holder)} has a token already", span)


def unreadable(span: Span | None, path: str, why: str) -> Diagnostic:
    """A file that cannot be opened."""
    return Diagnostic("CH015", f"{quoted(path, 200)} cannot be read: {why}", span)


def no_tokens(path: str) -> Diagnostic:
    """A file of tokens without any: then nobody would be asked for one."""
    message = f"{quoted(path, 200)} holds no tokens, and then whoever reaches the server may ask"
    return Diagnostic("CH108", message, None, "write who has one, or leave the file of tokens out")


def empty_token(span: Span, path: str) -> Diagnostic:
    """A file in which nothing stands."""
    message = f"{quoted(path, 200)} is empty; it was to hold a token"
    return Diagnostic("CH103", message, span, "make one with `openssl rand -hex 32`")


def short_token(span: Span, path: str, least: int, most: int) -> Diagnostic:
    """A file whose token is none, or easily guessed."""
    message = f"{quoted(path, 200)} holds no token of {least} to {most:,} characters without blanks"
    return Diagnostic("CH103", message, span, "make one with `openssl rand -hex 32`")


def together(span: Span, message: str) -> Diagnostic:
    """Values that do not go together."""
    return Diagnostic("CH103", message, span)


def _first_line(node: Node) -> Span:
    """A span that a message points at: no more than the first line of a node."""
    span = node.span
    line = span.source.line(span.begin.line)
    return Span(span.source, span.start, min(span.end, span.start + len(line) - span.begin.column + 1))
