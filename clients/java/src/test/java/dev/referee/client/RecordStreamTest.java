package dev.referee.client;

import static dev.referee.client.Scripted.comeAgain;
import static dev.referee.client.Scripted.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.referee.v1.ChunkVerdicts;
import dev.referee.v1.RecordChunk;
import dev.referee.v1.StreamOpening;
import dev.referee.v1.StreamValidateRecordsRequest;
import dev.referee.v1.StreamValidateRecordsResponse;
import dev.referee.v1.StreamWindow;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class RecordStreamTest {
  private static final int BYTES = 1 << 20;

  private static final StreamWindow WIDE =
      StreamWindow.newBuilder().setChunks(2).setRecords(5).setBytes(BYTES).build();

  /** Hears what is said and does nothing. */
  private static final StreamObserver<StreamValidateRecordsRequest> DEAF =
      new StreamObserver<>() {
        @Override
        public void onNext(StreamValidateRecordsRequest request) {}

        @Override
        public void onError(Throwable given) {}

        @Override
        public void onCompleted() {}
      };

  private final AtomicInteger read = new AtomicInteger();

  /** So many records; counts those that are read. */
  private Iterator<String> numbered(int count) {
    return IntStream.range(0, count)
        .peek(i -> read.incrementAndGet())
        .mapToObj(i -> "{\"record\": " + i + "}")
        .iterator();
  }

  /** Reads a stream to its end: the answers are those to the records, each once and in order. */
  private static int hear(RecordStream answers) {
    int heard = 0;
    while (answers.hasNext()) {
      check(heard++, answers.next());
    }
    return heard;
  }

  private static void check(int number, StreamedVerdict answer) {
    assertEquals(number, answer.number());
    Optional<String> wanted =
        number % 3 == 2 ? Optional.of("{\"record\": " + number + "}") : Optional.empty();
    assertEquals(wanted, answer.verdict().map(found -> found.message().getRecordId()));
    assertEquals(wanted.isEmpty(), RecordCheck.valid(answer.status()));
  }

  private static Optional<StatusRuntimeException> lost() {
    return Optional.of(refusal(Status.Code.UNAVAILABLE, "", comeAgain(Duration.ofMillis(1))));
  }

  private static Scripted serve(Judges judges) {
    Scripted server = new Scripted();
    server.stream = judges::hear;
    return server.start();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 1000})
  void everyRecordIsAnsweredInOrder(int count) {
    Judges judges = new Judges(3, 7, BYTES, Judges.NEVER);
    try (Scripted server = serve(judges);
        RefereeClient client = RefereeClient.connect(server.address())) {
      RecordStream answers =
          client.streamValidateRecords(numbered(count), Judging.BY_ITS_OWN_RULES);
      assertEquals(count, hear(answers));
      assertEquals((count + 6) / 7, judges.chunks());
      assertThrows(NoSuchElementException.class, answers::next);
    }
  }

  @Test
  void noMoreIsReadThanTheWindowHolds() {
    try (Scripted server = serve(new Judges(3, 7, BYTES, Judges.NEVER));
        RefereeClient client = RefereeClient.connect(server.address())) {
      int heard = 0;
      RecordStream answers = client.streamValidateRecords(numbered(500), Judging.BY_ITS_OWN_RULES);
      while (answers.hasNext()) {
        check(heard++, answers.next());
        assertTrue(read.get() - heard <= 3 * 7);
      }
      assertEquals(500, heard);
    }
  }

  @Test
  void aStreamGoesOnWhereItBroke() {
    Random random = new Random(5);
    for (int round = 0; round < 20; round++) {
      int count = random.nextInt(200);
      int[] at = {1 + random.nextInt(3), 1 + random.nextInt(5), random.nextInt(4)};
      Judges judges =
          new Judges(
              1 + random.nextInt(4),
              1 + random.nextInt(9),
              BYTES,
              (connection, answers) -> {
                if (connection > at.length || answers < at[connection - 1]) {
                  return Optional.empty();
                }
                return connection == 2
                    ? Optional.of(refusal(Status.Code.DEADLINE_EXCEEDED, "STREAM_IDLE"))
                    : lost();
              });
      read.set(0);
      try (Scripted server = serve(judges);
          RefereeClient client = RefereeClient.connect(server.address())) {
        assertEquals(
            count, hear(client.streamValidateRecords(numbered(count), Judging.by(house()))));
        assertEquals(count, read.get());
        long wanted = 1;
        for (int i = 0; i < judges.openings.size(); i++) {
          assertEquals(wanted, judges.openings.get(i).getFirstSequence());
          wanted += i < at.length ? at[i] : 0;
        }
      }
    }
  }

  private static Rules house() {
    return Rules.inline("rule_set: house");
  }

  @Test
  void whatHoldsForAllRecordsIsSaidAtEveryOpening() {
    Judges judges =
        new Judges(
            2, 5, BYTES, (connection, answers) -> connection == 1 ? lost() : Optional.empty());
    try (Scripted server = serve(judges);
        RefereeClient client = RefereeClient.connect(server.address())) {
      Judging judging = Judging.by(house()).withLanguage("es").goingOn().inFull();
      assertEquals(9, hear(client.streamValidateRecords(numbered(9), judging)));
      StreamOpening wanted =
          StreamOpening.newBuilder()
              .setRuleSet(house().selector())
              .setLanguage("es")
              .setKeepGoing(true)
              .setFull(true)
              .setFirstSequence(1)
              .build();
      assertEquals(List.of(wanted, wanted), judges.openings);
    }
  }

  @Test
  void aStreamThatGetsOnMayBreakAnyNumberOfTimes() {
    Judges judges =
        new Judges(2, 5, BYTES, (connection, answers) -> answers > 0 ? lost() : Optional.empty());
    try (Scripted server = serve(judges);
        RefereeClient client = RefereeClient.connect(server.address())) {
      assertEquals(
          100, hear(client.streamValidateRecords(numbered(100), Judging.BY_ITS_OWN_RULES)));
      assertTrue(judges.openings.size() >= 3 * RecordStream.ATTEMPTS);
    }
  }

  @Test
  void aStreamOutlivesItsServer() {
    try (Scripted server = serve(new Judges(2, 5, BYTES, Judges.NEVER));
        Scripted next = serve(new Judges(2, 5, BYTES, Judges.NEVER).takingUp(5));
        Cut between = new Cut(server.port());
        RefereeClient client = RefereeClient.connect(between.address());
        RecordStream answers =
            client.streamValidateRecords(numbered(100), Judging.BY_ITS_OWN_RULES)) {
      int heard = 0;
      while (heard < 40) {
        check(heard++, answers.next());
      }
      between.now(next.port()); // answers on their way are lost
      while (answers.hasNext()) {
        check(heard++, answers.next());
      }
      assertEquals(100, heard);
      assertEquals(100, read.get());
      assertEquals(2, between.made());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "UNAVAILABLE, DRAINING, 5",
    "RESOURCE_EXHAUSTED, STREAMS_EXHAUSTED, 1",
    "INVALID_ARGUMENT, CHUNK_TOO_LARGE, 1"
  })
  void aStreamIsGivenUp(Status.Code code, String reason, int connections) {
    var failure = Optional.of(refusal(code, reason, comeAgain(Duration.ZERO)));
    Judges judges =
        new Judges(
            2,
            5,
            BYTES, // one answer first, so that the failures after it count
            (connection, answers) ->
                connection == 1 && answers == 0 && connections > 1 ? Optional.empty() : failure);
    try (Scripted server = serve(judges);
        RefereeClient client = RefereeClient.connect(server.address())) {
      RecordStream answers = client.streamValidateRecords(numbered(100), Judging.BY_ITS_OWN_RULES);
      List<StreamedVerdict> heard = new ArrayList<>();
      var failed = assertThrows(RefereeException.class, () -> answers.forEachRemaining(heard::add));
      assertEquals(reason, failed.reason());
      assertEquals(connections, judges.openings.size());
      assertEquals(5 * judges.chunks(), heard.size());
      assertFalse(answers.hasNext()); // it is over
    }
  }

  @Test
  void whoHasHeardEnoughEndsTheStream() throws InterruptedException {
    Judges judges = new Judges(2, 5, BYTES, Judges.NEVER);
    try (Scripted server = serve(judges);
        RefereeClient client = RefereeClient.connect(server.address())) {
      try (RecordStream answers =
          client.streamValidateRecords(numbered(1000), Judging.BY_ITS_OWN_RULES)) {
        for (int i = 0; i < 12; i++) {
          check(i, answers.next());
        }
      }
      assertTrue(judges.cancelled.await(30, TimeUnit.SECONDS));
      assertTrue(read.get() <= 25);
    }
  }

  @Test
  void whatCannotBeSentEndsTheStream() throws InterruptedException {
    Judges judges = new Judges(2, 5, BYTES, Judges.NEVER);
    try (Scripted server = serve(judges);
        RefereeClient client = RefereeClient.connect(server.address())) {
      Iterator<String> records = List.of("{}", "record: 1\nrules: spanish-40").iterator();
      RecordStream answers = client.streamValidateRecords(records, Judging.BY_ITS_OWN_RULES);
      assertThrows(IllegalArgumentException.class, answers::hasNext);
      assertFalse(answers.hasNext());
      assertTrue(judges.cancelled.await(30, TimeUnit.SECONDS));
    }
  }

  @Test
  void aServerThatSaysNothingIsNotWaitedForForEver() {
    Scripted server = new Scripted();
    server.stream = told -> DEAF;
    try (server;
        RefereeClient client =
            RefereeClient.builder(server.start().address())
                .patience(Duration.ofMillis(50))
                .build()) {
      RecordStream answers = client.streamValidateRecords(numbered(3), Judging.BY_ITS_OWN_RULES);
      var failed = assertThrows(RefereeException.class, answers::hasNext);
      assertEquals(Status.Code.DEADLINE_EXCEEDED, failed.code());
      assertTrue(failed.getMessage().contains("did not answer"));
    }
  }

  @Test
  void anAnswerToNothingIsAFailure() {
    RecordChunk five =
        RecordChunk.newBuilder()
            .setSequence(1)
            .setLines(ByteString.copyFromUtf8("1\n2\n3\n4\n5"))
            .build();
    ChunkVerdicts right = Judges.judged(five, 0).getVerdicts();
    for (ChunkVerdicts wrong :
        List.of(
            right.toBuilder().setSequence(2).build(),
            right.toBuilder().addStatuses(dev.referee.v1.Status.STATUS_CLEAN).build(),
            right.toBuilder().clearVerdicts().build(),
            ChunkVerdicts.getDefaultInstance())) {
      Scripted server = new Scripted();
      server.stream =
          told -> {
            told.onNext(StreamValidateRecordsResponse.newBuilder().setWindow(WIDE).build());
            told.onNext(StreamValidateRecordsResponse.newBuilder().setVerdicts(wrong).build());
            return DEAF;
          };
      try (server;
          RefereeClient client = RefereeClient.connect(server.start().address())) {
        RecordStream answers = client.streamValidateRecords(numbered(20), Judging.BY_ITS_OWN_RULES);
        var failed = assertThrows(RefereeException.class, answers::hasNext);
        assertEquals(Status.Code.INTERNAL, failed.code());
        assertTrue(failed.getMessage().contains("the server's answer"));
      }
    }
  }

  @Test
  void aServerThatEndsAStreamEarlyIsToldOf() {
    Scripted server = new Scripted();
    server.stream =
        told -> {
          told.onNext(StreamValidateRecordsResponse.getDefaultInstance());
          told.onCompleted();
          return DEAF;
        };
    try (server;
        RefereeClient client = RefereeClient.connect(server.start().address())) {
      RecordStream answers = client.streamValidateRecords(numbered(3), Judging.BY_ITS_OWN_RULES);
      var failed = assertThrows(RefereeException.class, answers::hasNext);
      assertEquals(Status.Code.INTERNAL, failed.code());
      assertTrue(failed.getMessage().contains("ended the stream"));
    }
  }
}
