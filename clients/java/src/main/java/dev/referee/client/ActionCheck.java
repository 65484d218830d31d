package dev.referee.client;

import dev.referee.v1.ActionRefusal;
import dev.referee.v1.ApplyActionResponse;
import dev.referee.v1.CheckActionResponse;
import dev.referee.v1.GameState;
import dev.referee.v1.Irregularity;
import java.util.List;
import java.util.Optional;

/** Whether an action may be done, and what the game is after it. */
public sealed interface ActionCheck {
  /** The game after the action; empty where it was refused, or only to be checked. */
  Optional<GameState> state();

  /** Clauses that hang on cards nobody knows, and were taken to hold. */
  List<String> notJudged();

  /** Digest of the rule set that judged. */
  String ruleSetDigest();

  /**
   * The action is legal, or the rule set or a ruling lets it stand.
   *
   * @param state the game after it; empty where it was only to be checked
   * @param irregularity what makes it stand although it is not legal
   * @param notJudged clauses that were taken to hold
   * @param ruleSetDigest digest of the rule set that judged
   */
  record Allowed(
      Optional<GameState> state,
      Optional<Irregularity> irregularity,
      List<String> notJudged,
      String ruleSetDigest)
      implements ActionCheck {}

  /**
   * The action is refused, and nothing has changed.
   *
   * @param refusal why, and what would have been legal
   * @param notJudged clauses that were taken to hold
   * @param ruleSetDigest digest of the rule set that judged
   */
  record Refused(ActionRefusal refusal, List<String> notJudged, String ruleSetDigest)
      implements ActionCheck {
    @Override
    public Optional<GameState> state() {
      return Optional.empty();
    }
  }

  /** Whether the action is allowed. */
  default boolean allowed() {
    return this instanceof Allowed;
  }

  static ActionCheck of(CheckActionResponse answer) {
    if (!answer.getAllowed()) {
      return new Refused(answer.getRefusal(), answer.getNotJudgedList(), answer.getRuleSetDigest());
    }
    return new Allowed(
        Optional.empty(),
        answer.hasIrregularity() ? Optional.of(answer.getIrregularity()) : Optional.empty(),
        answer.getNotJudgedList(),
        answer.getRuleSetDigest());
  }

  static ActionCheck of(ApplyActionResponse answer) {
    if (answer.hasRefusal()) {
      return new Refused(answer.getRefusal(), answer.getNotJudgedList(), answer.getRuleSetDigest());
    }
    return new Allowed(
        answer.hasState() ? Optional.of(answer.getState()) : Optional.empty(),
        answer.hasIrregularity() ? Optional.of(answer.getIrregularity()) : Optional.empty(),
        answer.getNotJudgedList(),
        answer.getRuleSetDigest());
  }
}
