package dev.referee.client;

import static java.util.Objects.requireNonNull;

import dev.referee.v1.RuleSetSelector;
import dev.referee.v1.TableSetup;
import java.util.HashMap;
import java.util.Map;

/**
 * A rule set, what the table chose, and the language it is answered in.
 *
 * @param rules the rule set
 * @param seats how many play; 0: the smallest number the rule set offers
 * @param options values by name as rule files write them: "2", "yes", "no", a choice; those left
 *     out have their defaults
 * @param language of refusals and clauses: "en", "es", "eu", "fr", "pt", "tr"; empty: English
 */
public record Table(Rules rules, int seats, Map<String, String> options, String language) {
  public Table {
    requireNonNull(rules, "rules");
    requireNonNull(language, "language");
    options = Map.copyOf(options);
  }

  /** The table at which nothing was chosen. */
  public static Table of(Rules rules) {
    return new Table(rules, 0, Map.of(), "");
  }

  /** The same of a rule set that the server offers. */
  public static Table of(String name) {
    return of(Rules.named(name));
  }

  /** This table with so many seats. */
  public Table withSeats(int number) {
    return new Table(rules, number, options, language);
  }

  /** This table with one more option chosen. */
  public Table withOption(String name, String value) {
    Map<String, String> more = new HashMap<>(options);
    more.put(name, value);
    return new Table(rules, seats, more, language);
  }

  /** This table, answered in another language. */
  public Table withLanguage(String code) {
    return new Table(rules, seats, options, code);
  }

  /**
   * The table as a request describes it, with the rule set as the caller named it: texts of a
   * source are in no digest.
   */
  TableSetup whole() {
    return setup(rules.selector());
  }

  /** The table as a request describes it, with the rule set named as it is told. */
  TableSetup setup(RuleSetSelector named) {
    TableSetup.Builder made = TableSetup.newBuilder().setRuleSet(named).putAllOptions(options);
    if (seats != 0) {
      made.setSeats(seats);
    }
    return made.build();
  }
}
