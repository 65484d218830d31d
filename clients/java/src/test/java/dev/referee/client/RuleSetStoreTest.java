package dev.referee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import dev.referee.v1.CreateRuleSetRequest;
import dev.referee.v1.CreateRuleSetResponse;
import dev.referee.v1.DeleteRuleSetRequest;
import dev.referee.v1.DeleteRuleSetResponse;
import dev.referee.v1.ListRuleSetRevisionsRequest;
import dev.referee.v1.ListRuleSetRevisionsResponse;
import dev.referee.v1.ListStoredRuleSetsRequest;
import dev.referee.v1.ListStoredRuleSetsResponse;
import dev.referee.v1.RuleSetStoreServiceGrpc;
import dev.referee.v1.StoredRuleSet;
import io.grpc.InsecureServerCredentials;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class RuleSetStoreTest {
  private static final UUID ID = UUID.fromString("6f1c2c1e-7d3b-4c55-9f8e-1a2b3c4d5e6f");

  /** Loses some answers, hears every request, and has three pages of everything. */
  private static final class Losing extends RuleSetStoreServiceGrpc.RuleSetStoreServiceImplBase {
    final List<Message> heard = Collections.synchronizedList(new ArrayList<>());
    final AtomicInteger lost = new AtomicInteger();

    Scripted start() {
      return new Scripted()
          .start(0, InsecureServerCredentials.create(), all -> all.addService(this));
    }

    private <A> void answer(Message request, StreamObserver<A> asked, A told) {
      heard.add(request);
      if (lost.getAndDecrement() > 0) {
        asked.onError(Status.UNAVAILABLE.asRuntimeException());
        return;
      }
      asked.onNext(told);
      asked.onCompleted();
    }

    @Override
    public void createRuleSet(
        CreateRuleSetRequest request, StreamObserver<CreateRuleSetResponse> asked) {
      answer(request, asked, CreateRuleSetResponse.getDefaultInstance());
    }

    @Override
    public void deleteRuleSet(
        DeleteRuleSetRequest request, StreamObserver<DeleteRuleSetResponse> asked) {
      answer(request, asked, DeleteRuleSetResponse.getDefaultInstance());
    }

    @Override
    public void listStoredRuleSets(
        ListStoredRuleSetsRequest request, StreamObserver<ListStoredRuleSetsResponse> asked) {
      int number = number(request.getPageToken());
      answer(
          request,
          asked,
          ListStoredRuleSetsResponse.newBuilder()
              .addRuleSets(StoredRuleSet.newBuilder().setRevision(number))
              .setNextPageToken(next(number))
              .build());
    }

    @Override
    public void listRuleSetRevisions(
        ListRuleSetRevisionsRequest request, StreamObserver<ListRuleSetRevisionsResponse> asked) {
      int number = number(request.getPageToken());
      answer(
          request,
          asked,
          ListRuleSetRevisionsResponse.newBuilder()
              .addRuleSets(StoredRuleSet.newBuilder().setRevision(number))
              .setNextPageToken(next(number))
              .build());
    }

    private static int number(String token) {
      return token.isEmpty() ? 0 : Integer.parseInt(token);
    }

    private static String next(int number) {
      return number < 2 ? String.valueOf(number + 1) : "";
    }
  }

  private static Rules.Source limited(String name, int limit) {
    return Rules.inline(
        """
        rule_set: %s
        format: 1
        extends: spanish-40
        close: {may_close: {es.4: deadwood at most %d points}}
        """
            .formatted(name, limit));
  }

  /** The calls that change the store, with an etag or more. */
  private static List<Consumer<Keeping>> changes(RuleSetStore store) {
    return List.of(
        keeping -> {
          var unused = store.createRuleSet(limited("casa", 3), keeping);
        },
        keeping -> store.deleteRuleSet("casa", keeping));
  }

  private static String id(Message request) {
    return request instanceof CreateRuleSetRequest create
        ? create.getRequestId()
        : ((DeleteRuleSetRequest) request).getRequestId();
  }

  private static RefereeException failure(Runnable call) {
    return assertThrows(RefereeException.class, call::run);
  }

  @Test
  void aChangeWhoseAnswerIsLostIsAskedAgainUnderItsId() {
    Losing losing = new Losing();
    try (Scripted server = losing.start();
        RefereeClient client = RefereeClient.connect(server.address())) {
      Set<UUID> ids = new HashSet<>();
      for (Consumer<Keeping> change : changes(client.store())) {
        for (int lost : new int[] {2, 0, 1}) {
          losing.heard.clear();
          losing.lost.set(lost);
          change.accept(Keeping.after("e"));
          assertEquals(lost + 1, losing.heard.size());
          assertEquals(1, Set.copyOf(losing.heard).size());
          ids.add(UUID.fromString(id(losing.heard.get(0))));
        }
      }
      assertEquals(6, ids.size());
      ids.forEach(id -> assertEquals(4, id.version()));
    }
  }

  @Test
  void anIdOfTheCallersOwn() {
    Losing losing = new Losing();
    try (Scripted server = losing.start();
        RefereeClient client = RefereeClient.connect(server.address())) {
      for (Consumer<Keeping> change : changes(client.store())) {
        losing.heard.clear();
        losing.lost.set(3);
        var lost = failure(() -> change.accept(Keeping.after("e").withRequestId(ID)));
        assertEquals(Code.UNAVAILABLE, lost.code());
        List<String> ids = losing.heard.stream().map(RuleSetStoreTest::id).toList();
        assertEquals(Collections.nCopies(3, ID.toString()), ids);
      }
    }
  }

  /** Without an id nobody knows whether the change was made. */
  @Test
  void aChangeWithoutAnIdIsNotRepeated() {
    Losing losing = new Losing();
    try (Scripted server = losing.start();
        RefereeClient client = RefereeClient.connect(server.address())) {
      Duration patience = Duration.ofSeconds(20);
      Calls calls = new Calls(client.channel(), patience, patience, new AtomicBoolean());
      MethodDescriptor<CreateRuleSetRequest, CreateRuleSetResponse> method =
          RuleSetStoreServiceGrpc.getCreateRuleSetMethod();
      losing.lost.set(1);
      var lost = failure(() -> calls.ask(method, CreateRuleSetRequest.getDefaultInstance()));
      assertEquals(Code.UNAVAILABLE, lost.code());
      assertEquals(1, losing.heard.size());
    }
  }

  @Test
  void pagesAreHiddenAndThoseThatAreLostAskedForAgain() {
    Losing losing = new Losing();
    try (Scripted server = losing.start();
        RefereeClient client = RefereeClient.connect(server.address())) {
      losing.lost.set(1);
      var listed = client.store().listStoredRuleSets();
      assertEquals(List.of(0, 1, 2), listed.stream().map(StoredRuleSet::getRevision).toList());
      losing.lost.set(1);
      var revisions = client.store().listRuleSetRevisions("casa");
      assertEquals(listed, revisions);
      assertEquals(8, losing.heard.size());
    }
  }

  @Test
  void aRealServerKeepsHouseRulesAndJudgesByEachRevision() {
    try (RefereeClient client =
        RefereeClient.builder(Served.keeping()).token(Served.AUTHOR).build()) {
      RuleSetStore store = client.store();
      var rehearsal = store.createRuleSet(limited("casa", 3), Keeping.AS_THE_FIRST.validatedOnly());
      assertFalse(rehearsal.hasRuleSet() || rehearsal.getDiagnosticsCount() > 0);
      var wrong = Rules.inline("rule_set: casa\nformat: 1\nclose: 3\n");
      var report = store.createRuleSet(wrong, Keeping.AS_THE_FIRST);
      assertTrue(!report.hasRuleSet() && report.getDiagnosticsCount() > 0);

      var first = store.createRuleSet(limited("casa", 3), Keeping.AS_THE_FIRST).getRuleSet();
      assertEquals("casa", first.getSummary().getName());
      Instant created = Instant.ofEpochSecond(first.getCreated().getSeconds());
      assertTrue(Duration.between(created, Instant.now()).abs().toSeconds() < 60);
      var exists = failure(() -> store.createRuleSet(limited("casa", 4), Keeping.AS_THE_FIRST));
      assertEquals(Code.ALREADY_EXISTS, exists.code());
      assertEquals(first.getEtag(), exists.metadata().get("etag"));
      var second =
          store.createRuleSet(limited("casa", 4), Keeping.after(first.getEtag())).getRuleSet();
      assertEquals(2, second.getRevision());
      for (Consumer<Keeping> change : changes(store)) {
        var slower = failure(() -> change.accept(Keeping.after(first.getEtag())));
        assertEquals(Code.ABORTED, slower.code());
        assertEquals("ETAG_OUTDATED", slower.reason());
        assertEquals(second.getEtag(), slower.metadata().get("etag"));
      }

      assertTrue(store.listStoredRuleSets().contains(second));
      assertEquals(List.of(second, first), store.listRuleSetRevisions("casa"));
      var old = store.getStoredRuleSet("casa", 1, true);
      assertEquals(limited("casa", 3).yaml(), old.getSource());
      assertEquals(second, store.getStoredRuleSet("casa", false));
      assertNotEquals(first.getSummary().getDigest(), second.getSummary().getDigest());

      Map<Rules, Boolean> legal = new HashMap<>();
      var byDigest = new Rules.Digest(first.getSummary().getDigest());
      for (Rules rules :
          List.of(Rules.named("casa"), Rules.named("casa@1"), Rules.named("casa@2"), byDigest)) {
        var close = client.checkClose(Table.of(rules), Closing.keeping("4o 5o 6o 7c 7e 7b 4c"));
        legal.put(rules, close.verdict().orElseThrow() instanceof CloseCheck.Legal);
      }
      assertEquals(
          Map.of(
              Rules.named("casa"),
              true,
              Rules.named("casa@1"),
              false,
              Rules.named("casa@2"),
              true,
              byDigest,
              false),
          legal);
      store.deleteRuleSet("casa", second.getEtag());
      var gone = failure(() -> store.getStoredRuleSet("casa", false));
      assertEquals("RULE_SET_NOT_FOUND", gone.reason());
    }
  }

  @Test
  void aRealServerAsksWhoIsAsking() {
    String address = Served.keeping();
    try (RefereeClient reader = RefereeClient.builder(address).token(Served.READER).build()) {
      var low =
          failure(() -> reader.store().createRuleSet(limited("otra", 3), Keeping.AS_THE_FIRST));
      assertEquals(Code.PERMISSION_DENIED, low.code());
      assertEquals("ROLE_TOO_LOW", low.reason());
      assertEquals(Map.of("needed", "author", "role", "reader"), low.metadata());
    }
    var nobody = RefereeClient.builder(address);
    var unknown = RefereeClient.builder(address).token("somebody-else");
    for (var asking : Map.of("TOKEN_MISSING", nobody, "TOKEN_UNKNOWN", unknown).entrySet()) {
      try (RefereeClient client = asking.getValue().build()) {
        var failed = failure(() -> client.store().listStoredRuleSets());
        assertEquals(Code.UNAUTHENTICATED, failed.code());
        assertEquals(asking.getKey(), failed.reason());
        var records = List.of("{}").iterator();
        try (var stream = client.streamValidateRecords(records, Judging.BY_ITS_OWN_RULES)) {
          assertEquals(asking.getKey(), failure(stream::next).reason());
        }
      }
    }
    try (RefereeClient client = RefereeClient.connect(Served.address())) {
      assertEquals("NO_STORE", failure(() -> client.store().listStoredRuleSets()).reason());
    }
  }
}
