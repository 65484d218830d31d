"""RuleSetService: one method for each call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.library import Faulty, NoSuchRuleSet
from referee.limits import PAGE_SIZE
from referee.rules.model import RuleSet
from referee.service import checks, convert, pages
from referee.service.tables import Tables
from referee.v1 import rule_set_service_pb2, rule_set_service_pb2_grpc, rule_sets_pb2
from referee.voice import paragraphs

if TYPE_CHECKING:
    import grpc


class RuleSetServicer(rule_set_service_pb2_grpc.RuleSetServiceServicer):
    """Lists, checks, compiles and prints rule sets."""

    def __init__(self, tables: Tables) -> None:
        """Serve the rule sets of `tables`."""
        self._tables = tables

    async def ListRuleSets(  # noqa: N802 - the name of the method
        self,
        request: rule_set_service_pb2.ListRuleSetsRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002 - gRPC passes it
    ) -> rule_set_service_pb2.ListRuleSetsResponse:
        """One page of the rule sets that are offered, by name."""
        size, after = pages.size(request.page_size, PAGE_SIZE), pages.read(request.page_token)
        listed = await self._tables.beside(self._offered, after, size + 1)
        response = rule_set_service_pb2.ListRuleSetsResponse(rule_sets=map(convert.summary, listed[:size]))
        if len(listed) > size:
            response.next_page_token = pages.token(listed[size - 1].name)
        return response

    async def GetRuleSet(  # noqa: N802
        self,
        request: rule_set_service_pb2.GetRuleSetRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> rule_set_service_pb2.GetRuleSetResponse:
        """Everything about one rule set."""
        checks.require(checks.selector(request.rule_set, "rule_set"))
        rule_set = await self._tables.rule_set(request.rule_set, "rule_set")
        source = await self._tables.beside(self._source, request.rule_set, rule_set) if request.with_source else b""
        told = await self._tables.beside(convert.rule_set, rule_set, source)
        return rule_set_service_pb2.GetRuleSetResponse(rule_set=told)

    async def CheckRuleSet(  # noqa: N802
        self,
        request: rule_set_service_pb2.CheckRuleSetRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> rule_set_service_pb2.CheckRuleSetResponse:
        """What is wrong with a source."""
        checks.require(checks.text(request.file_name, "file_name"))
        checked = await self._tables.check(request.source, request.file_name)
        return await self._tables.beside(convert.checked, checked)

    async def CompileRuleSet(  # noqa: N802
        self,
        request: rule_set_service_pb2.CompileRuleSetRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> rule_set_service_pb2.CompileRuleSetResponse:
        """Compile a source and keep it for a while."""
        checks.require(checks.text(request.file_name, "file_name"))
        checked = await self._tables.check(request.source, request.file_name)
        return await self._tables.beside(convert.compiled, checked)

    async def DescribeRuleSet(  # noqa: N802
        self,
        request: rule_set_service_pb2.DescribeRuleSetRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> rule_set_service_pb2.DescribeRuleSetResponse:
        """The printed rules of one table."""
        language = checks.language(request.language)
        checks.require(checks.setup(request.table))
        table = await self._tables.table(request.table)
        printed = await self._tables.beside(paragraphs, table, language)
        return convert.description(table, printed, language)

    def _offered(self, after: str, most: int) -> list[RuleSet]:
        """The first rule sets behind a name. One with mistakes, or gone since it was listed, is not offered."""
        library = self._tables.library
        found: list[RuleSet] = []
        for name in library.names():
            if name > after and len(found) < most:
                try:
                    found.append(library.rule_set(name))
                except (Faulty, NoSuchRuleSet):
                    continue
        return found

    def _source(self, selector: rule_sets_pb2.RuleSetSelector, rule_set: RuleSet) -> bytes:
        """The YAML of a rule set where it is known to be what was compiled: sent along, or offered under its name."""
        if selector.WhichOneof("rule_set") == "source":
            return selector.source
        library = self._tables.library
        name = selector.name or rule_set.name
        try:
            return library.source(name) if library.rule_set(name).digest == rule_set.digest else b""
        except (Faulty, NoSuchRuleSet):
            return b""
