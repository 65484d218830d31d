package dev.referee.client;

/** What more is asked of a hand. */
public enum HandOption {
  /** Every arrangement with as few loose points, the best first; of many only 100 come. */
  ALL_OPTIMAL
}
