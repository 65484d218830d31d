package dev.referee.client;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * How records are judged.
 *
 * @param rules rules other than the record's own: what if; empty: by its own
 * @param language of the messages; empty: English
 * @param keepGoing judge later rounds on the written totals after a violation; such findings are
 *     conditional
 * @param full whole verdicts for clean records of batches and streams, too
 */
public record Judging(Optional<Rules> rules, String language, boolean keepGoing, boolean full) {
  /** Each record by its own rules, in English, up to its first violation. */
  public static final Judging BY_ITS_OWN_RULES = new Judging(Optional.empty(), "", false, false);

  public Judging {
    requireNonNull(rules, "rules");
    requireNonNull(language, "language");
  }

  /** By these rules, whatever the record names. */
  public static Judging by(Rules rules) {
    return new Judging(Optional.of(rules), "", false, false);
  }

  /** The same in another language. */
  public Judging withLanguage(String code) {
    return new Judging(rules, code, keepGoing, full);
  }

  /** The same, going on after a violation. */
  public Judging goingOn() {
    return new Judging(rules, language, true, full);
  }

  /** The same with whole verdicts for clean records. */
  public Judging inFull() {
    return new Judging(rules, language, keepGoing, true);
  }
}
