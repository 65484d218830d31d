package dev.referee.client;

import dev.referee.v1.Arrangement;
import dev.referee.v1.HandValue;
import java.util.List;

/**
 * What a hand is worth.
 *
 * @param deadwood points of the loose cards in the best arrangement
 * @param best the best arrangement
 * @param optimal every arrangement with as few loose points, the best first, at most 100; empty
 *     unless asked for
 * @param moreOptimal whether there are more than these
 * @param ruleSetDigest digest of the rule set that judged
 */
public record Hand(
    int deadwood,
    Arrangement best,
    List<Arrangement> optimal,
    boolean moreOptimal,
    String ruleSetDigest) {
  static Hand of(HandValue value, String digest) {
    return new Hand(
        value.getDeadwood(),
        value.getBest(),
        value.getOptimalList(),
        value.getMoreOptimal(),
        digest);
  }
}
