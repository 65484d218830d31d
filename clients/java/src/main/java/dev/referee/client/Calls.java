package dev.referee.client;

import dev.referee.v1.CreateRuleSetRequest;
import dev.referee.v1.DeleteRuleSetRequest;
import io.grpc.CallOptions;
import io.grpc.ConnectivityState;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Makes single calls: sets their deadlines and repeats them.
 *
 * @param channel the connection
 * @param timeout the deadline of a call about one thing
 * @param batchTimeout that of a batch, of a call about a record, and of one that compiles
 * @param met whether the connection was waited for
 */
record Calls(ManagedChannel channel, Duration timeout, Duration batchTimeout, AtomicBoolean met) {
  private static final int ATTEMPTS = 3;
  private static final Duration FIRST_WAIT = Duration.ofMillis(100);

  /** The methods with the longer deadline, beside those of RecordService. */
  private static final Set<String> SLOW =
      Set.of(
          "BatchEvaluateHands",
          "BatchCheckCloses",
          "CheckRuleSet",
          "CompileRuleSet",
          "CreateRuleSet");

  /** The answer to a request; a RefereeException where there is none. */
  <Q, A> A ask(MethodDescriptor<Q, A> method, Q request) {
    if (!met.getAndSet(true)) {
      meet(deadline(method));
    }
    Deadline deadline = deadline(method);
    CallOptions options = CallOptions.DEFAULT.withDeadline(deadline);
    for (int made = 1; ; made++) {
      try {
        return ClientCalls.blockingUnaryCall(channel, method, options, request);
      } catch (StatusRuntimeException thrown) {
        RefereeException failure = RefereeException.of(thrown);
        boolean again = made < ATTEMPTS && repeatable(method, request) && failure.unreached();
        if (!again || !wait(channel, pause(failure, made), deadline)) {
          throw failure;
        }
      }
    }
  }

  /**
   * Waits for the first connection, whether or not it comes: what a Java that has just started
   * loads for it takes a second or more, and is not the time of the first call.
   */
  private void meet(Deadline most) {
    ConnectivityState state = channel.getState(true);
    while (state == ConnectivityState.IDLE || state == ConnectivityState.CONNECTING) {
      CountDownLatch changed = new CountDownLatch(1);
      channel.notifyWhenStateChanged(state, changed::countDown);
      try {
        if (!changed.await(most.timeRemaining(TimeUnit.NANOSECONDS), TimeUnit.NANOSECONDS)) {
          return;
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return; // the call tells
      }
      state = channel.getState(true);
    }
  }

  /**
   * Whether the schema promises that a call may be made again: it changes nothing, or carries an id
   * by which the server knows it again.
   */
  private static boolean repeatable(MethodDescriptor<?, ?> method, Object request) {
    boolean known =
        (request instanceof CreateRuleSetRequest create && !create.getRequestId().isEmpty())
            || (request instanceof DeleteRuleSetRequest delete && !delete.getRequestId().isEmpty());
    return method.isSafe() || (method.isIdempotent() && known);
  }

  private Deadline deadline(MethodDescriptor<?, ?> method) {
    Deadline usual = Deadline.after(usual(method).toNanos(), TimeUnit.NANOSECONDS);
    Deadline callers = Context.current().getDeadline();
    return callers == null ? usual : usual.minimum(callers);
  }

  /** How long a method may take, repeats included. */
  Duration usual(MethodDescriptor<?, ?> method) {
    boolean slow =
        method.getServiceName().endsWith(".RecordService")
            || SLOW.contains(method.getBareMethodName());
    return slow ? batchTimeout : timeout;
  }

  /**
   * How long to wait after so many failures: what the server asks for, else 0.1 s, 0.2 s …, give or
   * take a fifth.
   */
  static Duration pause(RefereeException failure, int failures) {
    long usual = FIRST_WAIT.toNanos() << (failures - 1);
    double spread =
        ThreadLocalRandom.current().nextDouble(0.8, 1.2); // parts a crowd that failed together
    return failure.retryAfter().orElse(Duration.ofNanos((long) (usual * spread)));
  }

  /**
   * Sleeps, and says false, at once if it can be known, where the deadline leaves no time for it.
   * Meanwhile the connection is made anew: by itself a channel would let more and more time go by.
   */
  static boolean wait(ManagedChannel channel, Duration pause, Deadline deadline) {
    if (deadline != null && deadline.timeRemaining(TimeUnit.NANOSECONDS) <= pause.toNanos()) {
      return false;
    }
    channel.resetConnectBackoff();
    try {
      TimeUnit.NANOSECONDS.sleep(pause.toNanos());
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      RefereeException given =
          RefereeException.failed(Status.Code.CANCELLED, "the thread was interrupted");
      given.addSuppressed(interrupted);
      throw given;
    }
  }
}
