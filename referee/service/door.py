"""The door before one method: the call gets its request id, who calls is asked for a token, and watchers are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.service.admission import Places
from referee.service.draining import Streams
from referee.service.gate import Gate
from referee.service.visits import REQUEST_ID, Method, Visit, Watcher, visit_of

if TYPE_CHECKING:
    import grpc

    Context = grpc.aio.ServicerContext[Any, Any]


class Door:
    """`places` and `streams` are those of the service that the method belongs to."""

    __slots__ = ("_gate", "_method", "_needed", "_watcher", "asks", "open", "places", "streams")

    def __init__(self, method: Method, places: Places, streams: Streams, gate: Gate, watcher: Watcher | None) -> None:
        self.places = places
        self.streams = streams
        self._method = method
        self._gate = gate
        self._needed = gate.needed(method.service, method.name)
        self.asks = self._needed is not None or gate.certificates
        """Whether anything is asked of who calls."""
        self._watcher = watcher
        self.open = not self.asks and watcher is None
        """Whether nobody is asked who they are, and none is told of who comes."""

    def unnamed(self) -> Visit:
        """A call that brought no id and of which nobody was told."""
        return visit_of(self._method, ())

    def came(self, context: Context) -> Visit:
        """A call has come. Its id goes back with the answer where somebody knows it: trailers cost a tenth of a call.

        A failure always carries it (`guard`).
        """
        visit = visit_of(self._method, context.invocation_metadata())
        if visit.named or self._watcher is not None:
            context.set_trailing_metadata(((REQUEST_ID, visit.request_id),))
        if self._watcher is not None:
            self._watcher.began(visit)
        return visit

    def let_in(self, visit: Visit, context: Context) -> None:
        """Ask who calls; CallError if they may not."""
        if self._needed is not None:
            token = self._gate.token(visit.metadata)
            visit.caller = token.holder  # first, so that the log names who asks for what is not for them
            self._gate.allow(token, self._needed)
        elif self._gate.certificates:
            visit.caller = _named(context)

    def left(self, visit: Visit) -> None:
        """The call is over."""
        if self._watcher is not None:
            self._watcher.ended(visit)


def _named(context: Context) -> str:
    """The name on the certificate of a client that showed one."""
    names = context.auth_context().get("x509_common_name", ())
    return next((name.decode("utf-8", "replace") for name in names), "")
