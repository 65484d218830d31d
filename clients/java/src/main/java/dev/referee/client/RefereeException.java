package dev.referee.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Why a call failed. Its description is for people and may change; code and reason are stable. */
public final class RefereeException extends RuntimeException {
  /** The reason for which a client sends the source of a rule set again. */
  static final String NOT_LOADED = "RULE_SET_NOT_LOADED";

  /** The reason of a server that had enough of waiting for the next chunk. */
  static final String STREAM_IDLE = "STREAM_IDLE";

  private static final long serialVersionUID = 1L;

  private final Status.Code code;
  private final String description;
  private String reason = "";
  private final HashMap<String, String> metadata = new HashMap<>();
  private final ArrayList<Violation> violations = new ArrayList<>();
  private Duration retryAfter;

  /**
   * What is wrong with one field of the request.
   *
   * @param field its name, for example "cards[3]"
   * @param reason a stable name
   * @param message one sentence for people
   */
  public record Violation(String field, String reason, String message) implements Serializable {}

  private RefereeException(Status status, Throwable cause) {
    super(cause);
    this.description = description(status);
    this.code = status.getCode();
  }

  /** What is told of a status; where a connection failed, gRPC keeps why in its cause. */
  private static String description(Status status) {
    String why = status.getCause() == null ? null : status.getCause().getMessage();
    return Stream.of(status.getDescription(), why)
        .filter(Objects::nonNull)
        .collect(Collectors.joining(": "));
  }

  /** The exception for what a generated stub threw. */
  public static RefereeException of(Throwable thrown) {
    if (thrown instanceof RefereeException known) {
      return known;
    }
    RefereeException made = new RefereeException(Status.fromThrowable(thrown), thrown);
    if (thrown instanceof StatusRuntimeException || thrown instanceof StatusException) {
      com.google.rpc.Status told = StatusProto.fromThrowable(thrown);
      for (Any detail : told == null ? List.<Any>of() : told.getDetailsList()) {
        made.read(detail);
      }
    }
    return made;
  }

  /** A failure of our own telling. */
  static RefereeException failed(Status.Code code, String message) {
    return new RefereeException(code.toStatus().withDescription(message), null);
  }

  private void read(Any detail) {
    try {
      if (detail.is(ErrorInfo.class)) {
        ErrorInfo found = detail.unpack(ErrorInfo.class);
        reason = found.getReason();
        metadata.putAll(found.getMetadataMap());
      } else if (detail.is(BadRequest.class)) {
        for (BadRequest.FieldViolation one :
            detail.unpack(BadRequest.class).getFieldViolationsList()) {
          violations.add(new Violation(one.getField(), one.getReason(), one.getDescription()));
        }
      } else if (detail.is(RetryInfo.class)) {
        com.google.protobuf.Duration delay = detail.unpack(RetryInfo.class).getRetryDelay();
        Duration asked = Duration.ofSeconds(delay.getSeconds(), delay.getNanos());
        retryAfter = asked.isNegative() ? Duration.ZERO : asked;
      }
    } catch (InvalidProtocolBufferException unreadable) {
      addSuppressed(unreadable); // the failure itself is known, whatever else was to be told of it
    }
  }

  /** The code of gRPC. */
  public Status.Code code() {
    return code;
  }

  /**
   * A stable name ("RULE_SET_NOT_FOUND"), empty where the server had no say; they are listed in
   * protos/README.md.
   */
  public String reason() {
    return reason;
  }

  /** The values of the message by name. */
  public Map<String, String> metadata() {
    return Collections.unmodifiableMap(metadata);
  }

  /** The fields of the request that are wrong, at most 20. */
  public List<Violation> violations() {
    return Collections.unmodifiableList(violations);
  }

  /** How long the server asks to be left alone, where it says so. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /** What the server says, for people. */
  public String description() {
    return description;
  }

  /** The reason, else the code, and what the server says. */
  @Override
  public String getMessage() {
    return (reason.isEmpty() ? code.name() : reason) + ": " + description;
  }

  /** Whether the server was not reached, the one failure after which a call is made again. */
  boolean unreached() {
    return code == Status.Code.UNAVAILABLE;
  }
}
