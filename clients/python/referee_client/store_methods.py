"""The methods of both clients about house rules that the server keeps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TypeVar
from uuid import UUID

from referee_client import store_calls
from referee_client.answers import CreateReport, StoredRuleSet
from referee_client.calls import Call
from referee_client.questions import Source

Answer = TypeVar("Answer")


class StoreMethods(ABC):
    """Those of `Client`. A server without a store answers each with FAILED_PRECONDITION, reason NO_STORE."""

    @abstractmethod
    def _make(self, call: Call[Answer], timeout: float | None) -> Answer:
        """Make a call."""

    def create_rule_set(
        self,
        source: Source,
        etag: str = "",
        *,
        request_id: str | UUID | None = None,
        validate_only: bool = False,
        timeout: float | None = None,
    ) -> CreateReport:
        """Keep a source as the next revision of the name it gives itself.

        `etag` is that of the latest revision, empty where there is none: ABORTED (ETAG_OUTDATED) if there is a later
        one by now, ALREADY_EXISTS (RULE_SET_EXISTS) if there is one at all. Their metadata has the latest `etag`.
        """
        return self._make(store_calls.create(source, etag, request_id, validate_only=validate_only), timeout)

    def get_stored_rule_set(
        self, name: str, revision: int = 0, *, with_source: bool = False, timeout: float | None = None
    ) -> StoredRuleSet:
        """One revision of a name, the latest unless another is meant; `with_source`: its YAML, too."""
        return self._make(store_calls.get(name, revision, with_source=with_source), timeout)

    def list_stored_rule_sets(self, *, timeout: float | None = None) -> list[StoredRuleSet]:
        """The latest revision of every name, by name."""
        found, token = self._make(store_calls.listed(""), timeout)
        while token:
            page, token = self._make(store_calls.listed(token), timeout)
            found += page
        return found

    def list_rule_set_revisions(self, name: str, *, timeout: float | None = None) -> list[StoredRuleSet]:
        """All revisions of a name, the latest first."""
        found, token = self._make(store_calls.revisions(name, ""), timeout)
        while token:
            page, token = self._make(store_calls.revisions(name, token), timeout)
            found += page
        return found

    def delete_rule_set(
        self, name: str, etag: str, *, request_id: str | UUID | None = None, timeout: float | None = None
    ) -> None:
        """Take a name off the lists; its revisions are still found as "casa@2" and by digest. `etag` as above."""
        self._make(store_calls.delete(name, etag, request_id), timeout)


class AsyncStoreMethods(ABC):
    """Those of `AsyncClient`. A server without a store answers each with FAILED_PRECONDITION, reason NO_STORE."""

    @abstractmethod
    async def _make(self, call: Call[Answer], timeout: float | None) -> Answer:
        """Make a call."""

    async def create_rule_set(
        self,
        source: Source,
        etag: str = "",
        *,
        request_id: str | UUID | None = None,
        validate_only: bool = False,
        timeout: float | None = None,
    ) -> CreateReport:
        """Keep a source as the next revision of the name it gives itself.

        `etag` is that of the latest revision, empty where there is none: ABORTED (ETAG_OUTDATED) if there is a later
        one by now, ALREADY_EXISTS (RULE_SET_EXISTS) if there is one at all. Their metadata has the latest `etag`.
        """
        return await self._make(store_calls.create(source, etag, request_id, validate_only=validate_only), timeout)

    async def get_stored_rule_set(
        self, name: str, revision: int = 0, *, with_source: bool = False, timeout: float | None = None
    ) -> StoredRuleSet:
        """One revision of a name, the latest unless another is meant; `with_source`: its YAML, too."""
        return await self._make(store_calls.get(name, revision, with_source=with_source), timeout)

    async def list_stored_rule_sets(self, *, timeout: float | None = None) -> list[StoredRuleSet]:
        """The latest revision of every name, by name."""
        found, token = await self._make(store_calls.listed(""), timeout)
        while token:
            page, token = await self._make(store_calls.listed(token), timeout)
            found += page
        return found

    async def list_rule_set_revisions(self, name: str, *, timeout: float | None = None) -> list[StoredRuleSet]:
        """All revisions of a name, the latest first."""
        found, token = await self._make(store_calls.revisions(name, ""), timeout)
        while token:
            page, token = await self._make(store_calls.revisions(name, token), timeout)
            found += page
        return found

    async def delete_rule_set(
        self, name: str, etag: str, *, request_id: str | UUID | None = None, timeout: float | None = None
    ) -> None:
        """Take a name off the lists; its revisions are still found as "casa@2" and by digest. `etag` as above."""
        await self._make(store_calls.delete(name, etag, request_id), timeout)
