package dev.referee.client;

import static dev.referee.client.Scripted.SPANISH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.v1.EvaluateHandRequest;
import dev.referee.v1.GameState;
import dev.referee.v1.RefereeServiceGrpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A token goes with every call, not over just any connection, and into no text. */
final class TokensTest {
  private static final String SECRET = "kaixo-7b-5o-Zz";
  private static final String ELSEWHERE = "referee.example:50051";
  private static final Rules.Source HOUSE = Rules.inline("rule_set: casa\n");
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  /** Hears who calls, and answers nothing. */
  private static final class Listening implements ServerInterceptor {
    final Map<String, String> heard = Collections.synchronizedMap(new TreeMap<>());

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      String method = call.getMethodDescriptor().getBareMethodName();
      heard.put(method, String.valueOf(headers.get(AUTHORIZATION)));
      call.close(Status.UNIMPLEMENTED, new Metadata());
      return new ServerCall.Listener<>() {};
    }

    Scripted start() {
      return new Scripted()
          .start(0, InsecureServerCredentials.create(), all -> all.intercept(this));
    }
  }

  /** Everything that a client can be asked. */
  private static List<Runnable> calls(RefereeClient client) {
    Table table = SPANISH;
    GameState state = GameState.getDefaultInstance();
    return List.of(
        client::listRuleSets,
        () -> client.getRuleSet(Rules.named("x"), false),
        () -> client.checkRuleSet(HOUSE),
        () -> client.compileRuleSet(HOUSE),
        () -> client.describeRuleSet(table),
        () -> client.evaluateHand(table, "7o"),
        () -> client.batchEvaluateHands(table, List.of(List.of("7o"))),
        () -> client.checkClose(table, Closing.keeping("7o")),
        () -> client.batchCheckCloses(table, List.of(Closing.keeping("7o"))),
        () -> client.listLegalActions(table, null),
        () -> client.checkAction(table, null, Play.word("-7c")),
        () -> client.applyAction(table, null, Play.word("-7c")),
        () -> client.scoreRound(table, state),
        () -> client.parseRecord("{}", Reading.TOLERANT),
        () -> client.formatRecord("{}", Writing.PLAIN),
        () -> client.validateRecord("{}", Judging.BY_ITS_OWN_RULES),
        () -> client.batchValidateRecords(List.of("{}"), Judging.BY_ITS_OWN_RULES),
        () -> stream(client),
        () -> client.store().createRuleSet(HOUSE, Keeping.AS_THE_FIRST),
        () -> client.store().getStoredRuleSet("casa", false),
        () -> client.store().listStoredRuleSets(),
        () -> client.store().listRuleSetRevisions("casa"),
        () -> client.store().deleteRuleSet("casa", ""));
  }

  private static void stream(RefereeClient client) {
    var records = List.of("{}").iterator();
    try (var stream = client.streamValidateRecords(records, Judging.BY_ITS_OWN_RULES)) {
      stream.next();
    }
  }

  private static String text(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void itGoesWithEveryCallAndIntoNoText() {
    Listening listening = new Listening();
    var settings = RefereeClient.builder("localhost:1").token(SECRET);
    assertFalse(List.of(settings).toString().contains(SECRET));
    try (Scripted server = listening.start();
        RefereeClient client = RefereeClient.builder(server.address()).token(SECRET).build()) {
      List<Runnable> calls = calls(client);
      for (Runnable call : calls) {
        var failure = assertThrows(RefereeException.class, call::run);
        assertEquals(Status.Code.UNIMPLEMENTED, failure.code());
        assertFalse(text(failure).contains(SECRET));
      }
      assertEquals(calls.size(), listening.heard.size());
      assertEquals(Set.of("Bearer " + SECRET), Set.copyOf(listening.heard.values()));
      String told = List.of(client, client.store(), client.channel()).toString();
      assertFalse(told.contains(SECRET));
      listening.heard.clear();
      var stub = RefereeServiceGrpc.newBlockingStub(client.channel());
      var request = EvaluateHandRequest.getDefaultInstance();
      assertThrows(StatusRuntimeException.class, () -> stub.evaluateHand(request));
      assertEquals(Map.of("EvaluateHand", "Bearer " + SECRET), listening.heard);
    }
  }

  @Test
  void withoutOneNothingIsSent() {
    Listening listening = new Listening();
    try (Scripted server = listening.start();
        RefereeClient client = RefereeClient.connect(server.address())) {
      assertThrows(RefereeException.class, client::listRuleSets);
      assertEquals(Map.of("ListRuleSets", "null"), listening.heard);
    }
  }

  @Test
  void unencryptedItStaysOnThisMachineUnlessItIsMeant() {
    var settings = RefereeClient.builder(ELSEWHERE).token(SECRET);
    var refused = assertThrows(IllegalArgumentException.class, settings::build);
    assertTrue(refused.getMessage().contains("unencrypted to `" + ELSEWHERE + "`"));
    assertTrue(refused.getMessage().contains("insecureToken()"));
    assertFalse(text(refused).contains(SECRET));
    RefereeClient.builder(ELSEWHERE).token(SECRET).insecureToken().build().close();
    RefereeClient.builder(ELSEWHERE).build().close();
    var encrypted = TlsChannelCredentials.create();
    RefereeClient.builder(ELSEWHERE).token(SECRET).credentials(encrypted).build().close();
  }

  /** Sends whatever is asked for to a proxy that is not there. */
  private static final class Elsewhere extends ProxySelector {
    @Override
    public List<Proxy> select(URI uri) {
      return List.of(
          new Proxy(Proxy.Type.HTTP, new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)));
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {}
  }

  @Test
  void aProxyDoesNotGetWhatIsThisMachines() {
    Listening listening = new Listening();
    ProxySelector usual = ProxySelector.getDefault();
    ProxySelector.setDefault(new Elsewhere());
    try (Scripted server = listening.start();
        RefereeClient client = RefereeClient.builder(server.address()).token(SECRET).build()) {
      assertThrows(RefereeException.class, client::listRuleSets);
      assertEquals(Map.of("ListRuleSets", "Bearer " + SECRET), listening.heard);
    } finally {
      ProxySelector.setDefault(usual);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1:50051",
        "127.8.9.1",
        "localhost:1",
        "LOCALHOST",
        "[::1]:50051",
        "dns:///localhost:1",
        "dns:127.0.0.1:5",
        "dns://8.8.8.8/localhost:1",
        "dns:///[::1]:5",
        "unix:/run/x.sock"
      })
  void thisMachine(String target) {
    assertTrue(Tokens.isLocal(target));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "10.0.0.1:50051",
        "0.0.0.0:1",
        "127.0.0.1.example:1",
        "localhost.example",
        "127.0.0.1@example.org:1",
        "127.0.0.1:1@example.org",
        "dns:///referee.example:1",
        "dns://127.0.0.1/referee.example",
        "dns:///a/localhost",
        "xds:///localhost",
        "[::1]x:1",
        "[::2]:1",
        "localhost:1/../x"
      })
  void anotherMachine(String target) {
    assertFalse(Tokens.isLocal(target));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", SECRET + "\n", SECRET + " 1", "ñ" + SECRET, "\0", SECRET + "\u007f"})
  void whatIsNoTokenIsRefusedWithoutBeingTold(String token) {
    var settings = RefereeClient.builder("127.0.0.1:1");
    var refused = assertThrows(IllegalArgumentException.class, () -> settings.token(token));
    assertTrue(refused.getMessage().startsWith("a token has visible ASCII characters only"));
    assertFalse(text(refused).contains(SECRET));
  }
}
