package dev.referee.client;

import dev.referee.v1.ChunkVerdicts;
import dev.referee.v1.RecordChunk;
import dev.referee.v1.Status;
import dev.referee.v1.StreamOpening;
import dev.referee.v1.StreamValidateRecordsRequest;
import dev.referee.v1.StreamValidateRecordsResponse;
import dev.referee.v1.StreamWindow;
import dev.referee.v1.Verdict;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * Serves a stream and breaks it as it is told. What was answered over all connections is kept, as a
 * server does not, so that it can tell what is sent twice or left out. Every third record of all is
 * violated, and its line is told as its id.
 */
final class Judges {
  /** Says after so many answers of which connection (from 1) it fails, and how. */
  interface Breaks {
    Optional<StatusRuntimeException> at(int connection, int answers);
  }

  static final Breaks NEVER = (connection, answers) -> Optional.empty();

  private final StreamWindow window;
  private final Breaks breaks;

  /** What each connection began with. */
  final List<StreamOpening> openings = new ArrayList<>();

  /** Opened when a connection was given up by its client. */
  final CountDownLatch cancelled = new CountDownLatch(1);

  private int chunks;
  private int records;
  private int before; // records a chunk

  Judges(int chunks, int records, int bytes, Breaks breaks) {
    this.window =
        StreamWindow.newBuilder().setChunks(chunks).setRecords(records).setBytes(bytes).build();
    this.breaks = breaks;
  }

  synchronized int chunks() {
    return chunks;
  }

  /** Takes the stream up wherever its client says, as if so many records a chunk were answered. */
  Judges takingUp(int each) {
    before = each;
    return this;
  }

  StreamObserver<StreamValidateRecordsRequest> hear(
      StreamObserver<StreamValidateRecordsResponse> told) {
    return new StreamObserver<>() {
      private int connection;
      private int answers;
      private boolean broken;

      @Override
      public void onNext(StreamValidateRecordsRequest request) {
        synchronized (Judges.this) {
          if (broken) {
            return;
          }
          if (request.hasOpening()) {
            openings.add(request.getOpening());
            connection = openings.size();
            if (before > 0) {
              chunks = Math.toIntExact(request.getOpening().getFirstSequence() - 1);
              records = before * chunks;
            }
            told.onNext(StreamValidateRecordsResponse.newBuilder().setWindow(window).build());
          } else if (request.getChunk().getSequence() != chunks + 1) {
            fail(Scripted.refusal(io.grpc.Status.Code.INVALID_ARGUMENT, "SEQUENCE_BROKEN"));
            return;
          } else {
            StreamValidateRecordsResponse answer = judged(request.getChunk(), records);
            chunks++;
            records += answer.getVerdicts().getStatusesCount();
            answers++;
            told.onNext(answer);
          }
          breaks.at(connection, answers).ifPresent(this::fail);
        }
      }

      private void fail(StatusRuntimeException failure) {
        broken = true;
        told.onError(failure);
      }

      @Override
      public void onError(Throwable given) {
        cancelled.countDown();
      }

      @Override
      public void onCompleted() {
        synchronized (Judges.this) {
          if (!broken) {
            told.onCompleted();
          }
        }
      }
    };
  }

  /** The answer to a chunk, whose first record is that one of all. */
  static StreamValidateRecordsResponse judged(RecordChunk chunk, int from) {
    ChunkVerdicts.Builder told = ChunkVerdicts.newBuilder().setSequence(chunk.getSequence());
    int number = from;
    for (String line : chunk.getLines().toStringUtf8().split("\n", -1)) {
      Status status = number++ % 3 == 2 ? Status.STATUS_VIOLATION : Status.STATUS_CLEAN;
      told.addStatuses(status);
      if (status == Status.STATUS_VIOLATION) {
        told.addVerdicts(Verdict.newBuilder().setRecordId(line).setStatus(status));
      }
    }
    return StreamValidateRecordsResponse.newBuilder().setVerdicts(told).build();
  }
}
