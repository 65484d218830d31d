package dev.referee.client;

import dev.referee.v1.RecordChunk;
import dev.referee.v1.RecordServiceGrpc;
import dev.referee.v1.StreamOpening;
import dev.referee.v1.StreamValidateRecordsRequest;
import dev.referee.v1.StreamValidateRecordsResponse;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One connection of a stream, as it is for somebody who waits: sends without waiting, and reads one
 * answer after the other. No answer is taken from the wire before it is asked for.
 */
final class Conversation
    implements ClientResponseObserver<StreamValidateRecordsRequest, StreamValidateRecordsResponse> {
  private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
  private ClientCallStreamObserver<StreamValidateRecordsRequest> requests;

  /** What came: an answer, a failure, or neither at the end. */
  private record Heard(StreamValidateRecordsResponse answer, Throwable failure) {}

  private Conversation() {}

  static Conversation open(Channel channel, StreamOpening opening) {
    Conversation made = new Conversation();
    var unused =
        RecordServiceGrpc.newStub(channel)
            .streamValidateRecords(made); // it is what beforeStart was given
    made.requests.onNext(StreamValidateRecordsRequest.newBuilder().setOpening(opening).build());
    return made;
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<StreamValidateRecordsRequest> stream) {
    requests = stream;
    stream.disableAutoRequestWithInitial(0);
  }

  @Override
  public void onNext(StreamValidateRecordsResponse answer) {
    heard.add(new Heard(answer, null));
  }

  @Override
  public void onError(Throwable failure) {
    heard.add(new Heard(null, failure));
  }

  @Override
  public void onCompleted() {
    heard.add(new Heard(null, null));
  }

  /** Sends a chunk. Why a stream is broken is for {@link #next} to tell. */
  void send(RecordChunk chunk) {
    requests.onNext(StreamValidateRecordsRequest.newBuilder().setChunk(chunk).build());
  }

  /** The next answer, waited for no longer than that. */
  StreamValidateRecordsResponse next(Duration patience) {
    requests.request(1);
    Heard found;
    try {
      found = heard.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      RefereeException given =
          RefereeException.failed(Status.Code.CANCELLED, "the thread was interrupted");
      given.addSuppressed(interrupted);
      throw given;
    }
    if (found == null) {
      throw RefereeException.failed(
          Status.Code.DEADLINE_EXCEEDED, "the server did not answer a chunk in time");
    }
    if (found.failure != null) {
      throw RefereeException.of(found.failure);
    }
    if (found.answer == null) {
      throw RefereeException.failed(
          Status.Code.INTERNAL, "the server ended the stream before it had answered everything");
    }
    return found.answer;
  }

  /** Tells the server that this is all. */
  void end() {
    requests.onCompleted();
  }

  /** Gives the connection up. */
  void cancel() {
    requests.cancel("the stream is given up", null);
  }
}
