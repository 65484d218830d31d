"""Calls about games in progress. Their answers hold texts of the rule set, so a source always goes along itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee_client import arguments, game_reading, games
from referee_client.calls import Call, Calls, setup
from referee_client.questions import Rules, Values
from referee_client.v1 import records_pb2, referee_service_pb2, rounds_pb2, rule_sets_pb2


class GameCalls(Calls):
    """Makes calls about games, too."""

    def list_legal_actions(
        self, rules: Rules, state: games.GameState | None, seats: int | None, options: Values
    ) -> Call[games.LegalActions]:
        """Every legal play."""

        def request(chosen: rule_sets_pb2.RuleSetSelector) -> Any:
            table = setup(chosen, seats, options)
            return referee_service_pb2.ListLegalActionsRequest(table=table, state=_state(state))

        return self._judging("ListLegalActions", rules, request, game_reading.legal_actions)

    def check_action(
        self,
        play: games.Play,
        state: games.GameState | None,
        table: rule_sets_pb2.TableSetup,
        language: str,
    ) -> Call[games.ActionCheck]:
        """Whether an action may be done."""
        request = referee_service_pb2.CheckActionRequest(
            table=table, state=_state(state), language=arguments.language_code(language), **games.action_message(play)
        )
        return Call("CheckAction", request, game_reading.action_check)

    def apply_action(
        self,
        play: games.Play | None,
        state: games.GameState | None,
        table: rule_sets_pb2.TableSetup,
        language: str,
        ruling: Mapping[str, Any] | None,
    ) -> Call[games.ActionCheck]:
        """The game after an action, a ruling, or both."""
        if ruling is not None:
            arguments.require("ruling", ruling, Mapping, arguments.RULING)
        request = referee_service_pb2.ApplyActionRequest(
            table=table,
            state=_state(state),
            language=arguments.language_code(language),
            ruling=None if ruling is None else records_pb2.Ruling(**ruling),
            **({} if play is None else games.action_message(play)),
        )
        return Call("ApplyAction", request, game_reading.action_check)

    def score_round(
        self,
        played: games.GameState | games.RoundFacts,
        table: rule_sets_pb2.TableSetup,
        repriced_at: rule_sets_pb2.TableSetup | None,
        language: str,
    ) -> Call[games.RoundScore]:
        """A round priced."""
        request = referee_service_pb2.ScoreRoundRequest(
            table=table, repriced_at=repriced_at, language=arguments.language_code(language)
        )
        if isinstance(played, games.GameState):
            request.state.CopyFrom(played.message)
        else:
            arguments.require("played", played, games.RoundFacts, arguments.PLAYED)
            request.facts.CopyFrom(games.facts_message(played))
        return Call("ScoreRound", request, game_reading.round_score)


def _state(state: games.GameState | None) -> rounds_pb2.GameState | None:
    if state is None:
        return None
    arguments.require("state", state, games.GameState, arguments.STATE)
    return state.message
