package dev.referee.client;

import static java.util.Objects.requireNonNull;

import dev.referee.v1.Action;
import java.util.List;
import java.util.Optional;

/**
 * How a record is written.
 *
 * @param rules rules whose pack the cards are written with; empty: those the record names
 * @param seal compute the seals
 * @param plays take the place of the record's own: one list of actions a round, or none at all
 */
public record Writing(Optional<Rules> rules, boolean seal, List<List<Action>> plays) {
  /** In canonical form, as it is. */
  public static final Writing PLAIN = new Writing(Optional.empty(), false, List.of());

  /** In canonical form, sealed. */
  public static final Writing SEALED = new Writing(Optional.empty(), true, List.of());

  public Writing {
    requireNonNull(rules, "rules");
    plays = List.copyOf(plays);
  }

  /** The same with the pack of these rules. */
  public Writing withRules(Rules chosen) {
    return new Writing(Optional.of(chosen), seal, plays);
  }

  /** The same with these plays. */
  public Writing withPlays(List<List<Action>> actions) {
    return new Writing(rules, seal, actions);
  }
}
