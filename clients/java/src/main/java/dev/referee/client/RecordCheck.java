package dev.referee.client;

import dev.referee.v1.Finding;
import dev.referee.v1.Prefix;
import dev.referee.v1.Status;
import dev.referee.v1.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The verdict on a record.
 *
 * @param status the short answer
 * @param complete whether the game is over
 * @param accepted what was accepted before the first violation, or in all
 * @param violation the first violation
 * @param findings all other findings, in the order of the record
 * @param totals totals after the accepted part, by seat
 * @param out seats that are out
 * @param winners as computed; none while the game is not over
 * @param message everything that is told: the sheet, where play stands, repairs, what could not be
 *     judged
 */
public record RecordCheck(
    Status status,
    boolean complete,
    Prefix accepted,
    Optional<Finding> violation,
    List<Finding> findings,
    Map<String, Integer> totals,
    List<String> out,
    List<String> winners,
    Verdict message) {

  /** Whether nothing is wrong with a record that nobody ruled upon. */
  public boolean valid() {
    return valid(status);
  }

  /** The same of a status. */
  public static boolean valid(Status status) {
    return status == Status.STATUS_CLEAN
        || status == Status.STATUS_CONSISTENT
        || status == Status.STATUS_IRREGULAR;
  }

  /** A status as people and records write it: "clean". */
  public static String name(Status status) {
    return status.name().replaceFirst("^STATUS_", "").toLowerCase(Locale.ROOT);
  }

  static RecordCheck of(Verdict found) {
    return new RecordCheck(
        found.getStatus(),
        found.getComplete(),
        found.getAccepted(),
        found.hasFirstViolation() ? Optional.of(found.getFirstViolation()) : Optional.empty(),
        found.getFindingsList(),
        found.getTotalsMap(),
        found.getOutList(),
        found.getWinnersList(),
        found);
  }
}
