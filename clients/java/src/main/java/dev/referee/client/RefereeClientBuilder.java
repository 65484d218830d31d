package dev.referee.client;

import static java.util.Objects.requireNonNull;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannelBuilder;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** How a client is made. */
public final class RefereeClientBuilder {
  /** The answers to a batch may be larger than its request, in bytes. */
  private static final int LARGEST_ANSWER = 64 << 20;

  private final String target;
  private ChannelCredentials credentials = InsecureChannelCredentials.create();
  private Duration timeout = RefereeClient.DEFAULT_TIMEOUT;
  private Duration batchTimeout = RefereeClient.DEFAULT_BATCH_TIMEOUT;
  private Duration patience = RefereeClient.DEFAULT_PATIENCE;
  private Consumer<ManagedChannelBuilder<?>> more = unchanged -> {};
  private String token = "";
  private boolean insecureToken;

  RefereeClientBuilder(String target) {
    this.target = target;
  }

  /** Encrypts the connection, for example with {@link io.grpc.TlsChannelCredentials}. */
  public RefereeClientBuilder credentials(ChannelCredentials found) {
    credentials = requireNonNull(found, "credentials");
    return this;
  }

  /**
   * A bearer token, sent with every call, streams and those of generated stubs included. Nothing
   * prints it. Over a connection that is not encrypted it goes no further than this machine, unless
   * {@link #insecureToken} says that it may: {@link #build} throws an IllegalArgumentException.
   */
  public RefereeClientBuilder token(String found) {
    token = Tokens.checked(requireNonNull(found, "token"));
    return this;
  }

  /** Lets the token go unencrypted to another machine, where something else on the way encrypts. */
  public RefereeClientBuilder insecureToken() {
    insecureToken = true;
    return this;
  }

  /** The deadline of calls about one thing. */
  public RefereeClientBuilder timeout(Duration longest) {
    timeout = requireNonNull(longest, "timeout");
    return this;
  }

  /** That of batches, of calls about records, and of calls that compile. */
  public RefereeClientBuilder batchTimeout(Duration longest) {
    batchTimeout = requireNonNull(longest, "batchTimeout");
    return this;
  }

  /** How long a stream waits for the answer to one chunk. */
  public RefereeClientBuilder patience(Duration longest) {
    patience = requireNonNull(longest, "patience");
    return this;
  }

  /** What else gRPC can do: an interceptor, an executor, a proxy. */
  public RefereeClientBuilder channel(Consumer<ManagedChannelBuilder<?>> changes) {
    more = more.andThen(changes);
    return this;
  }

  /** The client. It connects when the first call is made. */
  public RefereeClient build() {
    boolean guarded = !token.isEmpty() && !insecureToken && open();
    if (guarded) {
      Tokens.keepOn(target);
    }
    ManagedChannelBuilder<?> channel =
        Grpc.newChannelBuilder(target, credentials)
            .disableRetry() // calls are repeated here, where it is known which may be
            .disableServiceConfigLookUp() // and nobody else says how
            .maxInboundMessageSize(LARGEST_ANSWER)
            // A server hangs up on whoever pings more often than every 20 s.
            .keepAliveTime(1, TimeUnit.MINUTES)
            .keepAliveTimeout(20, TimeUnit.SECONDS);
    if (guarded) {
      channel.proxyDetector(address -> null); // a proxy is not this machine
    }
    if (!token.isEmpty()) {
      channel.intercept(Tokens.sending(token));
    }
    more.accept(channel);
    Calls calls = new Calls(channel.build(), timeout, batchTimeout, new AtomicBoolean());
    return new RefereeClient(calls, new Digests(), patience);
  }

  /** Whether the connection is not encrypted. */
  private boolean open() {
    return credentials.withoutBearerTokens() instanceof InsecureChannelCredentials;
  }
}
