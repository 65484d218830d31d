package dev.referee.client;

import dev.referee.v1.RecordChunk;
import dev.referee.v1.StreamOpening;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * The answers to any number of records, in order, as they come. To be used by one thread, and once.
 * Whoever stops before the end closes it.
 *
 * <p>Records are read no faster than they are answered: no more are on their way than the server's
 * window holds. A connection that breaks is opened again, at most five times without an answer
 * between, and nothing is judged or told twice. What cannot go on throws a RefereeException from
 * {@link #hasNext} or {@link #next}, and is over then.
 */
public final class RecordStream implements Iterator<StreamedVerdict>, AutoCloseable {
  static final int ATTEMPTS = 5;

  private final ManagedChannel channel;
  private final Judging judging;
  private final Duration patience;
  private final Sending sending;
  private final Deque<StreamedVerdict> told = new ArrayDeque<>();
  private Conversation conversation;
  private long answeredBefore; // this connection
  private int failures;
  private boolean over;

  RecordStream(
      ManagedChannel channel, Iterator<String> records, Judging judging, Duration patience) {
    this.channel = channel;
    this.judging = judging;
    this.patience = patience;
    this.sending = new Sending(records);
  }

  @Override
  public boolean hasNext() {
    while (told.isEmpty() && !over) {
      try {
        goOn();
      } catch (RefereeException failure) {
        resume(failure);
      } catch (RuntimeException | Error theirs) { // of whoever gives the records
        close();
        throw theirs;
      }
    }
    return !told.isEmpty();
  }

  @Override
  public StreamedVerdict next() {
    if (!hasNext()) {
      throw new NoSuchElementException("every record is answered");
    }
    return told.remove();
  }

  /** Ends the stream where it is. What was answered and not read is lost. */
  @Override
  public void close() {
    over = true;
    told.clear();
    giveUp();
  }

  /** Reads one more answer, and sends what there is room for. */
  private void goOn() {
    if (conversation == null) {
      answeredBefore = sending.answered();
      conversation = Conversation.open(channel, opening());
      sending.within(conversation.next(patience).getWindow());
      sending.unanswered().forEach(conversation::send);
    }
    for (Optional<RecordChunk> chunk = sending.more(); chunk.isPresent(); chunk = sending.more()) {
      conversation.send(chunk.get());
    }
    if (sending.done()) {
      over = true;
      conversation.end();
      return;
    }
    told.addAll(sending.answered(conversation.next(patience).getVerdicts()));
  }

  private StreamOpening opening() {
    StreamOpening.Builder made =
        StreamOpening.newBuilder()
            .setLanguage(judging.language())
            .setKeepGoing(judging.keepGoing())
            .setFull(judging.full())
            .setFirstSequence(sending.first());
    judging.rules().ifPresent(rules -> made.setRuleSet(rules.selector()));
    return made.build();
  }

  /** Waits, so that the next step opens a new connection; or ends the stream, and throws. */
  private void resume(RefereeException failure) {
    giveUp();
    failures = sending.answered() > answeredBefore ? 1 : failures + 1;
    boolean resumable =
        failure.unreached() || failure.reason().equals(RefereeException.STREAM_IDLE);
    try {
      if (resumable && failures < ATTEMPTS && wait(failure)) {
        return;
      }
    } catch (RefereeException interrupted) {
      close();
      throw interrupted;
    }
    close();
    throw failure;
  }

  private boolean wait(RefereeException failure) {
    Duration pause = Calls.pause(failure, failures);
    Duration most = pause.compareTo(patience) < 0 ? pause : patience;
    return Calls.wait(channel, most, Context.current().getDeadline());
  }

  private void giveUp() {
    if (conversation != null) {
      conversation.cancel();
      conversation = null;
    }
  }
}
