"""What can go wrong with a store. None of it holds a text of the database's: that may name hosts, users and files."""

from __future__ import annotations


class StoreError(Exception):
    """Nothing was kept or changed."""


class Unreachable(StoreError):  # noqa: N818 - named as it is told
    """The database does not answer, is full or is held by somebody else; the same call may succeed in a moment.

    Of a write it is not known whether it was carried out, if the connection broke at its end: the same request id
    tells.
    """


class NotMigrated(StoreError):  # noqa: N818 - named as it is told
    """The tables are not those of this version: `found` and `wanted` are numbers of migrations; 0 is none at all.

    `newer` if this version does not know what was found.
    """

    def __init__(self, found: str, wanted: str, *, newer: bool = False) -> None:
        cure = "a newer referee made it" if newer else "run `referee migrate`"
        super().__init__(f"the store is at migration {found}, and this referee needs {wanted}; {cure}")
        self.found = found
        self.wanted = wanted


class NoStore(StoreError):  # noqa: N818 - named as it is told
    """What lies there is something else, or damaged."""


class NoRevision(StoreError):  # noqa: N818 - named as it is told
    """No such name, or no such revision of it; `revision` is 0 where the latest was asked for."""

    def __init__(self, name: str, revision: int = 0) -> None:
        super().__init__(f"no rule set `{name}`{f' in a revision {revision}' if revision else ''} is kept")
        self.name = name
        self.revision = revision


class Kept(StoreError):  # noqa: N818 - named as it is told
    """A name that was said to be new is kept already: `etag` is that of its latest revision."""

    def __init__(self, name: str, etag: str) -> None:
        super().__init__(f"a rule set `{name}` is kept already")
        self.name = name
        self.etag = etag


class Outdated(StoreError):  # noqa: N818 - named as it is told
    """The etag is not that of the latest revision, which is `etag`: somebody else was quicker."""

    def __init__(self, name: str, etag: str) -> None:
        super().__init__(f"`{name}` has changed since it was read")
        self.name = name
        self.etag = etag


class RequestReused(StoreError):  # noqa: N818 - named as it is told
    """A request id that stood for another request before."""

    def __init__(self, request_id: str) -> None:
        super().__init__(f"the request id {request_id} was used for another request")
        self.request_id = request_id
