package dev.referee.client;

import dev.referee.v1.Status;
import java.util.Optional;

/**
 * The answer to one record of a stream.
 *
 * @param number of the record, from 0
 * @param status the short answer
 * @param verdict empty for a clean record, unless whole verdicts were asked for
 */
public record StreamedVerdict(long number, Status status, Optional<RecordCheck> verdict) {}
