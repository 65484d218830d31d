package dev.referee.client;

import static dev.referee.client.Scripted.WORTH_12;
import static dev.referee.client.Scripted.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.v1.EvaluateHandRequest;
import dev.referee.v1.RuleSetSelector;
import dev.referee.v1.TableSetup;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RulesTest {
  @Test
  void aSourceIsSentOnceAndThenItsDigest() {
    Table house = Table.of(Rules.inline("rule_set: house")).withSeats(3).withOption("jokers", "2");
    try (Scripted server = new Scripted().start();
        RefereeClient client = RefereeClient.connect(server.address())) {
      server.evaluate =
          call -> {
            if (call == 3) {
              throw refusal(Status.Code.NOT_FOUND, "RULE_SET_NOT_LOADED");
            }
            return WORTH_12;
          };
      for (int i = 0; i < 4; i++) {
        assertEquals("sha256:12", client.evaluateHand(house, "7o").ruleSetDigest());
      }
      List<String> named = new ArrayList<>();
      for (EvaluateHandRequest request : server.hands) {
        TableSetup table = request.getTable();
        RuleSetSelector rules = table.getRuleSet();
        named.add(rules.getSource().toStringUtf8() + rules.getDigest());
        assertEquals(3, table.getSeats());
        assertEquals(Map.of("jokers", "2"), table.getOptionsMap());
      }
      assertEquals(
          List.of("rule_set: house", "sha256:12", "sha256:12", "rule_set: house", "sha256:12"),
          named);
    }
  }

  @Test
  void anotherFailureIsNoReasonToSendASourceAgain() {
    Table house = Table.of(Rules.inline("rule_set: house"));
    try (Scripted server = new Scripted().start();
        RefereeClient client = RefereeClient.connect(server.address())) {
      client.evaluateHand(house, "7o");
      server.evaluate =
          call -> {
            throw refusal(Status.Code.INVALID_ARGUMENT, "CARD_UNKNOWN");
          };
      var failed = assertThrows(RefereeException.class, () -> client.evaluateHand(house, "7z"));
      assertEquals("CARD_UNKNOWN", failed.reason());
      assertEquals(2, server.hands.size());
    }
  }

  @Test
  void onlySoManyDigestsAreKept() {
    Digests kept = new Digests();
    for (int i = 0; i < Digests.KEPT; i++) {
      kept.remember(source(i), "d" + i);
    }
    assertEquals(Optional.of("d0"), kept.of(source(0))); // used: the next to go is 1
    kept.remember(source(2), "new");
    kept.remember(source(Digests.KEPT), "last");
    kept.remember(source(Digests.KEPT + 1), ""); // the server told none
    Map<Integer, String> wanted = new HashMap<>(Map.of(0, "d0", 2, "new", 3, "d3"));
    wanted.put(Digests.KEPT, "last");
    wanted.forEach((i, digest) -> assertEquals(Optional.of(digest), kept.of(source(i))));
    assertEquals(Optional.empty(), kept.of(source(1)));
    assertEquals(Optional.empty(), kept.of(source(Digests.KEPT + 1)));
    assertEquals(Digests.KEPT, kept.size());
  }

  private static Rules.Source source(int number) {
    return Rules.inline("rule_set: house-" + number);
  }

  @Test
  void aFileIsReadAsItIs(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("casa.yaml");
    byte[] content = {'a', (byte) 0xff, '\n'};
    Files.write(file, content);
    Rules.Source read = Rules.file(file);
    assertEquals("casa.yaml", read.fileName());
    assertEquals(content.length, read.yaml().size());
    assertEquals((byte) 0xff, read.yaml().byteAt(1));
    assertThrows(IOException.class, () -> Rules.file(folder.resolve("lost.yaml")));
  }

  @Test
  void rulesAreNamedInOneWay() {
    assertEquals("spanish-40", Rules.named("spanish-40").selector().getName());
    assertEquals("0123", new Rules.Digest("0123").selector().getDigest());
    assertEquals("é", Rules.inline("é").selector().getSource().toStringUtf8());
    assertThrows(NullPointerException.class, () -> Table.of((Rules) null));
  }

  @Test
  void aClientServesManyAtOnce() throws InterruptedException, ExecutionException {
    ExecutorService crowd = Executors.newFixedThreadPool(20);
    try (Scripted server = new Scripted().start();
        RefereeClient client = RefereeClient.connect(server.address())) {
      List<Future<Integer>> answers = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        Table table = Table.of(source(i % 5));
        answers.add(crowd.submit(() -> client.evaluateHand(table, "7o").deadwood()));
      }
      for (Future<Integer> answer : answers) {
        assertEquals(12, answer.get());
      }
      assertEquals(200, server.hands.size());
      assertEquals(5, client.digests().size());
    } finally {
      crowd.shutdownNow();
    }
  }
}
