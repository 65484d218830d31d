package dev.referee.client;

import static dev.referee.client.Scripted.comeAgain;
import static dev.referee.client.Scripted.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.rpc.BadRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RefereeExceptionTest {
  @Test
  void aFailureHasEverythingTheServerSays() {
    var violation =
        BadRequest.FieldViolation.newBuilder()
            .setField("cards[0]")
            .setReason("CARD_UNKNOWN")
            .setDescription("no card");
    BadRequest wrong = BadRequest.newBuilder().addFieldViolations(violation).build();
    RefereeException failed =
        RefereeException.of(refusal(Status.Code.INVALID_ARGUMENT, "CARD_UNKNOWN", wrong));
    assertEquals("CARD_UNKNOWN", failed.reason());
    assertEquals(Map.of("name", "x"), failed.metadata());
    assertEquals(
        List.of(new RefereeException.Violation("cards[0]", "CARD_UNKNOWN", "no card")),
        failed.violations());
    assertEquals(Optional.empty(), failed.retryAfter());
    assertEquals("CARD_UNKNOWN: as the test says", failed.getMessage());
    assertTrue(failed.getCause() instanceof StatusRuntimeException);
    assertEquals(failed, RefereeException.of(failed));
  }

  @Test
  void aFailureThatSaysNothingHasItsCode() {
    RefereeException failed = RefereeException.of(Status.UNIMPLEMENTED.asRuntimeException());
    assertEquals("UNIMPLEMENTED: ", failed.getMessage());
    assertEquals("", failed.reason());
    var refused = Status.UNAVAILABLE.withDescription("io").withCause(new IOException("refused"));
    assertEquals(
        "UNAVAILABLE: io: refused", RefereeException.of(refused.asRuntimeException()).getMessage());
    var negative = refusal(Status.Code.UNAVAILABLE, "", comeAgain(Duration.ofSeconds(-1)));
    assertEquals(Optional.of(Duration.ZERO), RefereeException.of(negative).retryAfter());
  }
}
