package dev.referee.client;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * How a source is kept.
 *
 * @param etag that of the latest revision of the name; empty where there is none yet
 * @param requestId a UUID of the caller's choice: the same request under the same id is answered as
 *     the first time; empty: one is made for the call
 * @param validateOnly only say what would be answered
 */
public record Keeping(String etag, String requestId, boolean validateOnly) {
  /** As the first revision of its name. */
  public static final Keeping AS_THE_FIRST = new Keeping("", "", false);

  public Keeping {
    requireNonNull(etag, "etag");
    requireNonNull(requestId, "requestId");
  }

  /** As the revision after the one with that etag. */
  public static Keeping after(String etag) {
    return new Keeping(etag, "", false);
  }

  /** The same under a request id of the caller's own. */
  public Keeping withRequestId(UUID id) {
    return new Keeping(etag, id.toString(), validateOnly);
  }

  /** The same, but nothing is kept. */
  public Keeping validatedOnly() {
    return new Keeping(etag, requestId, true);
  }

  /** The request id, or a random one. */
  String identified() {
    return requestId.isEmpty() ? UUID.randomUUID().toString() : requestId;
  }
}
