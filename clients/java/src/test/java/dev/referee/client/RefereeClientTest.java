package dev.referee.client;

import static dev.referee.client.Scripted.SPANISH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.v1.EvaluateHandRequest;
import dev.referee.v1.RefereeServiceGrpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.TlsServerCredentials;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RefereeClientTest {
  private static final String PASSWORD = "only of this test";
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  /** A key of this machine and its certificate, in a file that Java's own tool writes. */
  private static KeyStore certified(Path folder)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path file = folder.resolve("key.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process made =
        new ProcessBuilder(
                keytool,
                "-genkeypair",
                "-alias",
                "here",
                "-keyalg",
                "EC",
                "-dname",
                "CN=here",
                "-ext",
                "san=ip:127.0.0.1",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    String said = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, made.waitFor(), said);
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream content = Files.newInputStream(file)) {
      store.load(content, PASSWORD.toCharArray());
    }
    return store;
  }

  @Test
  void aConnectionIsEncrypted(@TempDir Path folder)
      throws IOException, InterruptedException, GeneralSecurityException {
    KeyStore store = certified(folder);
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    KeyStore certificates = KeyStore.getInstance("PKCS12");
    certificates.load(null, null);
    certificates.setCertificateEntry("here", store.getCertificate("here"));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(certificates);
    var served = TlsServerCredentials.newBuilder().keyManager(keys.getKeyManagers()).build();
    var trusted = TlsChannelCredentials.newBuilder().trustManager(trust.getTrustManagers()).build();
    try (Scripted server = new Scripted().start(0, served, unchanged -> {});
        RefereeClient safe = RefereeClient.builder(server.address()).credentials(trusted).build();
        RefereeClient doubtful =
            RefereeClient.builder(server.address())
                .credentials(TlsChannelCredentials.create())
                .build();
        RefereeClient open = RefereeClient.connect(server.address())) {
      assertEquals(12, safe.evaluateHand(SPANISH, "7o").deadwood());
      for (RefereeClient other : new RefereeClient[] {doubtful, open}) {
        var failed = assertThrows(RefereeException.class, () -> other.evaluateHand(SPANISH, "7o"));
        assertEquals(Status.Code.UNAVAILABLE, failed.code());
      }
      assertEquals(1, server.hands.size());
    }
  }

  /** Lets nobody in without the token. */
  private static final class Door implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      if (!"Bearer secret".equals(headers.get(AUTHORIZATION))) {
        call.close(Status.UNAUTHENTICATED, new Metadata());
        return new ServerCall.Listener<>() {};
      }
      return next.startCall(call, headers);
    }
  }

  @Test
  void whatElseGrpcCanDoIsReached() {
    Metadata token = new Metadata();
    token.put(AUTHORIZATION, "Bearer secret");
    try (Scripted server =
            new Scripted()
                .start(0, InsecureServerCredentials.create(), all -> all.intercept(new Door()));
        RefereeClient known =
            RefereeClient.builder(server.address())
                .channel(one -> one.intercept(MetadataUtils.newAttachHeadersInterceptor(token)))
                .build();
        RefereeClient unknown = RefereeClient.connect(server.address())) {
      assertEquals(12, known.evaluateHand(SPANISH, "7o").deadwood());
      var failed = assertThrows(RefereeException.class, () -> unknown.evaluateHand(SPANISH, "7o"));
      assertEquals(Status.Code.UNAUTHENTICATED, failed.code());
      var stub = RefereeServiceGrpc.newBlockingStub(unknown.channel());
      var thrown =
          assertThrows(
              StatusRuntimeException.class,
              () -> stub.evaluateHand(EvaluateHandRequest.getDefaultInstance()));
      assertEquals(Status.Code.UNAUTHENTICATED, RefereeException.of(thrown).code());
    }
  }

  @Test
  void aBadTargetIsToldAtOnce() {
    assertThrows(IllegalArgumentException.class, () -> RefereeClient.connect("unheard-of:///%zz"));
  }

  @Test
  void whoeverClosesAClientEndsItsCalls() {
    try (Scripted server = new Scripted().start()) {
      RefereeClient client = RefereeClient.connect(server.address());
      RefereeClient other = client.within(RefereeClient.DEFAULT_TIMEOUT);
      assertEquals(12, other.evaluateHand(SPANISH, "7o").deadwood());
      client.close();
      assertThrows(RefereeException.class, () -> other.evaluateHand(SPANISH, "7o"));
      assertTrue(client.channel().isShutdown());
    }
  }
}
