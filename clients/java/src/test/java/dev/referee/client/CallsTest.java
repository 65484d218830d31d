package dev.referee.client;

import static dev.referee.client.Scripted.SPANISH;
import static dev.referee.client.Scripted.WORTH_12;
import static dev.referee.client.Scripted.comeAgain;
import static dev.referee.client.Scripted.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Empty;
import dev.referee.v1.EvaluateHandRequest;
import dev.referee.v1.RecordServiceGrpc;
import dev.referee.v1.RefereeServiceGrpc;
import dev.referee.v1.RuleSetServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class CallsTest {
  @ParameterizedTest
  @CsvSource({"0, 1", "1, 2", "2, 3", "3, 3"})
  void aCallIsRepeatedWhereTheServerWasNotReached(int failures, int asked) {
    try (Scripted server = new Scripted().start();
        RefereeClient client = RefereeClient.connect(server.address())) {
      server.evaluate =
          call -> {
            if (call <= failures) {
              throw refusal(Status.Code.UNAVAILABLE, "");
            }
            return WORTH_12;
          };
      if (failures < 3) {
        assertEquals(12, client.evaluateHand(SPANISH, "7o").deadwood());
      } else {
        var failed = assertThrows(RefereeException.class, () -> client.evaluateHand(SPANISH, "7o"));
        assertEquals(Status.Code.UNAVAILABLE, failed.code());
      }
      assertEquals(asked, server.hands.size());
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.Code.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"OK", "UNAVAILABLE"})
  void nothingElseIsRepeated(Status.Code code) {
    Duration asked = Duration.ofMillis(1500);
    try (Scripted server = new Scripted().start();
        RefereeClient client = RefereeClient.connect(server.address())) {
      server.evaluate =
          call -> {
            throw refusal(code, "REASON", comeAgain(asked));
          };
      var failed = assertThrows(RefereeException.class, () -> client.evaluateHand(SPANISH, "7o"));
      assertEquals(code, failed.code());
      assertEquals(Optional.of(asked), failed.retryAfter());
      assertEquals(1, server.hands.size());
    }
  }

  @ParameterizedTest
  @CsvSource({"true, 3", "false, 1"})
  void onlyWhatChangesNothingIsRepeated(boolean safe, int asked) {
    var method =
        MethodDescriptor.<Empty, Empty>newBuilder()
            .setType(MethodType.UNARY)
            .setFullMethodName("other.Service/Change")
            .setRequestMarshaller(ProtoUtils.marshaller(Empty.getDefaultInstance()))
            .setResponseMarshaller(ProtoUtils.marshaller(Empty.getDefaultInstance()))
            .setSafe(safe)
            .build();
    AtomicInteger called = new AtomicInteger();
    var service =
        ServerServiceDefinition.builder("other.Service")
            .addMethod(
                method,
                ServerCalls.asyncUnaryCall(
                    (request, answers) -> {
                      called.incrementAndGet();
                      answers.onError(refusal(Status.Code.UNAVAILABLE, ""));
                    }))
            .build();
    try (Scripted server =
            new Scripted()
                .start(0, InsecureServerCredentials.create(), all -> all.addService(service));
        RefereeClient client = RefereeClient.connect(server.address())) {
      Calls calls =
          new Calls(
              client.channel(),
              Duration.ofSeconds(30),
              Duration.ofSeconds(30),
              new AtomicBoolean());
      assertThrows(RefereeException.class, () -> calls.ask(method, Empty.getDefaultInstance()));
      assertEquals(asked, called.get());
    }
  }

  @Test
  void theServerSaysWhenToComeAgain() {
    Duration asked = Duration.ofMillis(400); // longer than a first wait ever is
    try (Scripted server = new Scripted().start();
        RefereeClient client = RefereeClient.connect(server.address())) {
      server.evaluate =
          call -> {
            if (call == 1) {
              throw refusal(Status.Code.UNAVAILABLE, "", comeAgain(asked));
            }
            return WORTH_12;
          };
      long began = System.nanoTime();
      client.evaluateHand(SPANISH, "7o");
      assertTrue(System.nanoTime() - began >= asked.toNanos());
    }
  }

  @Test
  void waitsGrowAndAreSpread() {
    RefereeException failure = RefereeException.failed(Status.Code.UNAVAILABLE, "gone");
    for (int failures = 1; failures <= 4; failures++) {
      long usual = 100L << (failures - 1);
      Set<Duration> seen = new HashSet<>();
      for (int i = 0; i < 50; i++) {
        Duration pause = Calls.pause(failure, failures);
        assertTrue(pause.toMillis() >= usual * 8 / 10 && pause.toMillis() <= usual * 12 / 10);
        seen.add(pause);
      }
      assertTrue(seen.size() > 10);
    }
  }

  /** A connection that counts how often it was to be made anew. */
  private static final class Counting extends ManagedChannel {
    private int anew;

    @Override
    public void resetConnectBackoff() {
      anew++;
    }

    @Override
    public ManagedChannel shutdown() {
      return this;
    }

    @Override
    public ManagedChannel shutdownNow() {
      return this;
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }

    @Override
    public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
      throw Status.UNAVAILABLE.asRuntimeException();
    }

    @Override
    public String authority() {
      return "nowhere";
    }
  }

  @Test
  void theConnectionIsMadeAnewBeforeACallIsRepeated() {
    Counting channel = new Counting();
    Calls calls =
        new Calls(channel, Duration.ofSeconds(3), Duration.ofSeconds(3), new AtomicBoolean(true));
    var method = RefereeServiceGrpc.getEvaluateHandMethod();
    var failed =
        assertThrows(
            RefereeException.class,
            () -> calls.ask(method, EvaluateHandRequest.getDefaultInstance()));
    assertEquals(Status.Code.UNAVAILABLE, failed.code());
    assertEquals(2, channel.anew);
  }

  @Test
  void nobodyWaitsLongerThanTheDeadline() {
    try (Scripted server = new Scripted().start();
        RefereeClient client =
            RefereeClient.builder(server.address()).timeout(Duration.ofMinutes(1)).build()) {
      server.evaluate =
          call -> {
            throw refusal(Status.Code.UNAVAILABLE, "", comeAgain(Duration.ofHours(1)));
          };
      long began = System.nanoTime();
      var failed = assertThrows(RefereeException.class, () -> client.evaluateHand(SPANISH, "7o"));
      assertEquals(Status.Code.UNAVAILABLE, failed.code());
      assertEquals(1, server.hands.size());
      assertTrue(System.nanoTime() - began < Duration.ofSeconds(30).toNanos());
    }
  }

  @Test
  @Timeout(60)
  void noMoreIsWaitedThanTheContextAllows() {
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    try (Scripted server = new Scripted().start();
        RefereeClient client =
            RefereeClient.builder(server.address()).timeout(Duration.ofHours(2)).build();
        var callers = Context.current().withDeadlineAfter(10, TimeUnit.MINUTES, clock)) {
      server.evaluate =
          call -> {
            throw refusal(Status.Code.UNAVAILABLE, "", comeAgain(Duration.ofHours(1)));
          };
      callers.run(
          () -> assertThrows(RefereeException.class, () -> client.evaluateHand(SPANISH, "7o")));
    } finally {
      clock.shutdownNow();
    }
  }

  @Test
  void everyCallHasADeadline() {
    try (Scripted server = new Scripted().start();
        RefereeClient client = RefereeClient.connect(server.address())) {
      server.batch = BatchesTest::answerEach;
      client.evaluateHand(SPANISH, "7o");
      client.batchEvaluateHands(SPANISH, List.of(List.of("7o")));
      client.within(Duration.ofSeconds(10)).evaluateHand(SPANISH, "7o");
      ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
      try (var callers = Context.current().withDeadlineAfter(1, TimeUnit.SECONDS, clock)) {
        callers.run(() -> client.evaluateHand(SPANISH, "7o"));
      } finally {
        clock.shutdownNow();
      }
      List<Long> wanted = List.of(3L, 30L, 10L, 1L);
      for (int i = 0; i < wanted.size(); i++) {
        long left = server.left.get(i).toMillis();
        assertTrue(left <= 1000 * wanted.get(i) && left >= 500 * wanted.get(i), i + ": " + left);
      }
    }
  }

  @Test
  void theFirstConnectionIsNotTheTimeOfTheFirstCall() {
    try (Scripted server = new Scripted().start();
        Cut between = new Cut(server.port(), Duration.ofMillis(2500));
        RefereeClient client =
            RefereeClient.builder(between.address()).timeout(Duration.ofSeconds(4)).build()) {
      assertEquals(12, client.evaluateHand(SPANISH, "7o").deadwood());
      assertTrue(server.left.get(0).toMillis() > 2000);
    }
  }

  @Test
  void aServerThatIsNotThereIsNotWaitedFor() {
    int nobody;
    try (Scripted server = new Scripted().start()) {
      nobody = server.port();
    }
    try (RefereeClient client =
        RefereeClient.builder("127.0.0.1:" + nobody).timeout(Duration.ofMinutes(1)).build()) {
      long began = System.nanoTime();
      var failed = assertThrows(RefereeException.class, () -> client.evaluateHand(SPANISH, "7o"));
      assertEquals(Status.Code.UNAVAILABLE, failed.code());
      assertTrue(System.nanoTime() - began < Duration.ofSeconds(30).toNanos());
    }
  }

  @Test
  void theLongerDeadlineIsForWhatTakesLong() {
    Calls calls =
        new Calls(null, Duration.ofSeconds(1), Duration.ofSeconds(2), new AtomicBoolean());
    Set<String> slow = new HashSet<>();
    for (var service :
        List.of(
            RefereeServiceGrpc.getServiceDescriptor(),
            RuleSetServiceGrpc.getServiceDescriptor(),
            RecordServiceGrpc.getServiceDescriptor())) {
      for (MethodDescriptor<?, ?> method : service.getMethods()) {
        assertTrue(method.isSafe(), method.getFullMethodName());
        if (calls.usual(method).equals(Duration.ofSeconds(2))) {
          slow.add(method.getBareMethodName());
        }
      }
    }
    assertEquals(
        Set.of(
            "BatchEvaluateHands",
            "BatchCheckCloses",
            "CheckRuleSet",
            "CompileRuleSet",
            "AnswerLines",
            "ParseRecord",
            "FormatRecord",
            "ValidateRecord",
            "BatchValidateRecords",
            "StreamValidateRecords"),
        slow);
  }

  @Test
  void aDeadlineThatPassesEndsTheCall() throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    try (Scripted server = new Scripted().start();
        RefereeClient client = RefereeClient.connect(server.address())) {
      server.evaluate =
          call -> {
            try {
              over.await();
            } catch (InterruptedException stopped) {
              Thread.currentThread().interrupt();
            }
            return WORTH_12;
          };
      RefereeClient hasty = client.within(Duration.ofMillis(50));
      var failed = assertThrows(RefereeException.class, () -> hasty.evaluateHand(SPANISH, "7o"));
      over.countDown();
      assertEquals(Status.Code.DEADLINE_EXCEEDED, failed.code());
    }
  }

  @Test
  void whoeverIsInterruptedWaitsNoLonger() {
    try (Scripted server = new Scripted().start();
        RefereeClient client =
            RefereeClient.builder(server.address()).timeout(Duration.ofMinutes(1)).build()) {
      Thread asking = Thread.currentThread();
      server.evaluate =
          call -> {
            asking.interrupt();
            throw refusal(Status.Code.UNAVAILABLE, "", comeAgain(Duration.ofSeconds(50)));
          };
      var failed = assertThrows(RefereeException.class, () -> client.evaluateHand(SPANISH, "7o"));
      assertEquals(Status.Code.CANCELLED, failed.code());
      assertTrue(Thread.interrupted(), "that it was interrupted is not swallowed");
    }
  }
}
