package dev.referee.client;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import dev.referee.v1.BatchEvaluateHandsRequest;
import dev.referee.v1.BatchEvaluateHandsResponse;
import dev.referee.v1.EvaluateHandRequest;
import dev.referee.v1.EvaluateHandResponse;
import dev.referee.v1.HandValue;
import dev.referee.v1.ListRuleSetsRequest;
import dev.referee.v1.ListRuleSetsResponse;
import dev.referee.v1.RecordServiceGrpc;
import dev.referee.v1.RefereeServiceGrpc;
import dev.referee.v1.RuleSetServiceGrpc;
import dev.referee.v1.RuleSetStoreServiceGrpc;
import dev.referee.v1.StreamValidateRecordsRequest;
import dev.referee.v1.StreamValidateRecordsResponse;
import io.grpc.Context;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerCredentials;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/** A server that answers as a test says, and remembers what it was asked. */
final class Scripted implements AutoCloseable {
  static final Table SPANISH = Table.of("spanish-40");
  static final EvaluateHandResponse WORTH_12 =
      EvaluateHandResponse.newBuilder()
          .setRuleSetDigest("sha256:12")
          .setValue(HandValue.newBuilder().setDeadwood(12))
          .build();

  final List<EvaluateHandRequest> hands = Collections.synchronizedList(new ArrayList<>());
  final List<BatchEvaluateHandsRequest> batches = Collections.synchronizedList(new ArrayList<>());

  /** What was left to the deadline of each call when it came. */
  final List<Duration> left = Collections.synchronizedList(new ArrayList<>());

  /** The answer to the nth call about a hand, from 1. */
  Function<Integer, EvaluateHandResponse> evaluate = call -> WORTH_12;

  Function<BatchEvaluateHandsRequest, BatchEvaluateHandsResponse> batch;
  Map<String, ListRuleSetsResponse> pages = Map.of();

  /** What hears the requests of a stream, given where to answer. */
  Function<
          StreamObserver<StreamValidateRecordsResponse>,
          StreamObserver<StreamValidateRecordsRequest>>
      stream;

  private Server running;

  /** Starts on a free port of this machine. */
  Scripted start() {
    return start(0, InsecureServerCredentials.create(), unchanged -> {});
  }

  Scripted start(int port, ServerCredentials credentials, Consumer<ServerBuilder<?>> changes) {
    ServerBuilder<?> made =
        Grpc.newServerBuilderForPort(port, credentials)
            .addService(new Hands())
            .addService(new RuleSets())
            .addService(new Records())
            .addService(new Stored());
    changes.accept(made);
    try {
      running = made.build().start();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return this;
  }

  int port() {
    return running.getPort();
  }

  String address() {
    return "127.0.0.1:" + port();
  }

  @Override
  public void close() {
    running.shutdownNow();
    try {
      running.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void note() {
    left.add(Duration.ofNanos(Context.current().getDeadline().timeRemaining(TimeUnit.NANOSECONDS)));
  }

  /** Answers as a server would, whose answer may be thrown. */
  private static <A> void answer(StreamObserver<A> asked, java.util.function.Supplier<A> found) {
    A told;
    try {
      told = found.get();
    } catch (StatusRuntimeException refused) {
      asked.onError(refused);
      return;
    }
    asked.onNext(told);
    asked.onCompleted();
  }

  private final class Hands extends RefereeServiceGrpc.RefereeServiceImplBase {
    @Override
    public void evaluateHand(
        EvaluateHandRequest request, StreamObserver<EvaluateHandResponse> asked) {
      int call;
      synchronized (hands) {
        hands.add(request);
        call = hands.size();
      }
      note();
      answer(asked, () -> evaluate.apply(call));
    }

    @Override
    public void batchEvaluateHands(
        BatchEvaluateHandsRequest request, StreamObserver<BatchEvaluateHandsResponse> asked) {
      batches.add(request);
      note();
      answer(asked, () -> batch.apply(request));
    }
  }

  private final class RuleSets extends RuleSetServiceGrpc.RuleSetServiceImplBase {
    @Override
    public void listRuleSets(
        ListRuleSetsRequest request, StreamObserver<ListRuleSetsResponse> asked) {
      answer(asked, () -> pages.get(request.getPageToken()));
    }
  }

  private final class Records extends RecordServiceGrpc.RecordServiceImplBase {
    @Override
    public StreamObserver<StreamValidateRecordsRequest> streamValidateRecords(
        StreamObserver<StreamValidateRecordsResponse> asked) {
      return stream.apply(asked);
    }
  }

  /** Has no method of its own; of two services of one name the last is asked. */
  private static final class Stored extends RuleSetStoreServiceGrpc.RuleSetStoreServiceImplBase {}

  /** A failure as the server words it. */
  static StatusRuntimeException refusal(Status.Code code, String reason, Message... details) {
    com.google.rpc.Status.Builder told =
        com.google.rpc.Status.newBuilder().setCode(code.value()).setMessage("as the test says");
    if (!reason.isEmpty()) {
      ErrorInfo said =
          ErrorInfo.newBuilder()
              .setReason(reason)
              .setDomain("referee.v1")
              .putMetadata("name", "x")
              .build();
      told.addDetails(Any.pack(said));
    }
    for (Message detail : details) {
      told.addDetails(Any.pack(detail));
    }
    return StatusProto.toStatusRuntimeException(told.build());
  }

  static RetryInfo comeAgain(Duration delay) {
    return RetryInfo.newBuilder()
        .setRetryDelay(
            com.google.protobuf.Duration.newBuilder()
                .setSeconds(delay.toSeconds())
                .setNanos(delay.toNanosPart()))
        .build();
  }
}
