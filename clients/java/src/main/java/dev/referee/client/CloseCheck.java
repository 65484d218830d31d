package dev.referee.client;

import dev.referee.v1.Arrangement;
import dev.referee.v1.BrokenClause;
import dev.referee.v1.CloseAnswer;
import dev.referee.v1.CloseVerdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The answer about a close.
 *
 * @param legal whether the close is legal; where no closing card was chosen: whether any is
 * @param verdict that on the cards kept, on the closing card chosen, or on the best one; empty
 *     where none was chosen and none is legal
 * @param bestCard the closing card that is best for the closer; empty where none is legal, and of
 *     cards kept
 * @param closings every card of the hand that differs, in the order of the pack, each with its
 *     verdict; empty of cards kept
 * @param ruleSetDigest digest of the rule set that judged
 */
public record CloseCheck(
    boolean legal,
    Optional<Verdict> verdict,
    Optional<String> bestCard,
    List<Candidate> closings,
    String ruleSetDigest) {

  /** The verdict on one close. */
  public sealed interface Verdict {
    /**
     * The arrangement that was judged: the closer's best, or for a refused close the one that
     * breaks fewest clauses.
     */
    Arrangement arrangement();

    /** Clauses that could not be judged without the closing card, and were taken to hold. */
    List<String> notJudged();
  }

  /**
   * A close that is legal.
   *
   * @param outcome its name, for example "clean"
   * @param winsGame whether it wins the game
   * @param writes points the closer writes; empty where it wins the game, and where they depend on
   *     the hands of others
   * @param clause clause of the outcome
   * @param pricedBy clause of its price
   * @param arrangement the arrangement that was judged
   * @param notJudged clauses that were taken to hold
   */
  public record Legal(
      String outcome,
      boolean winsGame,
      OptionalInt writes,
      String clause,
      String pricedBy,
      Arrangement arrangement,
      List<String> notJudged)
      implements Verdict {}

  /**
   * A close that is refused. That is an answer, and no failure.
   *
   * @param broken the clauses it breaks, with what was measured and what the player is told
   * @param arrangement the arrangement that was judged
   * @param notJudged clauses that were taken to hold
   */
  public record Refused(List<BrokenClause> broken, Arrangement arrangement, List<String> notJudged)
      implements Verdict {}

  /**
   * A card that might be put face down, and what would come of it.
   *
   * @param card the closing card
   * @param verdict the verdict on the close with it
   */
  public record Candidate(String card, Verdict verdict) {}

  /**
   * The clauses that a refused close breaks; none where it is legal, or where no closing card was
   * chosen.
   */
  public List<BrokenClause> broken() {
    return verdict.orElse(null) instanceof Refused refused ? refused.broken() : List.of();
  }

  /** The closing cards with which the close would be legal. */
  public List<String> legalCards() {
    return closings.stream()
        .filter(one -> one.verdict() instanceof Legal)
        .map(Candidate::card)
        .toList();
  }

  static CloseCheck of(CloseAnswer answer, String digest) {
    return new CloseCheck(
        answer.getLegal(),
        answer.hasVerdict() ? Optional.of(verdict(answer.getVerdict())) : Optional.empty(),
        Optional.of(answer.getBestCard()).filter(card -> !card.isEmpty()),
        answer.getClosingsList().stream()
            .map(one -> new Candidate(one.getCard(), verdict(one.getVerdict())))
            .toList(),
        digest);
  }

  private static Verdict verdict(CloseVerdict found) {
    if (!found.getLegal()) {
      return new Refused(
          found.getRefusal().getBrokenList(), found.getArrangement(), found.getNotJudgedList());
    }
    return new Legal(
        found.getOutcome(),
        found.getWinsGame(),
        found.hasWrites() ? OptionalInt.of(found.getWrites()) : OptionalInt.empty(),
        found.getClause(),
        found.getPricedBy(),
        found.getArrangement(),
        found.getNotJudgedList());
  }
}
