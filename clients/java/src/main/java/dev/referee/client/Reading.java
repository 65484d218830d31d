package dev.referee.client;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * How a record is read.
 *
 * @param rules rules whose pack the cards are read with; empty: those the record names
 * @param strict refuse everything that is not well-formed instead of repairing it
 * @param fileName what places are to call the file; empty: as the server likes
 */
public record Reading(Optional<Rules> rules, boolean strict, String fileName) {
  /** With every repair, and the rules that the record names. */
  public static final Reading TOLERANT = new Reading(Optional.empty(), false, "");

  /** Without any repair. */
  public static final Reading STRICT = new Reading(Optional.empty(), true, "");

  public Reading {
    requireNonNull(rules, "rules");
    requireNonNull(fileName, "fileName");
  }

  /** The same with the pack of these rules. */
  public Reading withRules(Rules chosen) {
    return new Reading(Optional.of(chosen), strict, fileName);
  }
}
