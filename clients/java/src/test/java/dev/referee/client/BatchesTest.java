package dev.referee.client;

import static dev.referee.client.Scripted.SPANISH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.referee.v1.BatchEvaluateHandsRequest;
import dev.referee.v1.BatchEvaluateHandsResponse;
import dev.referee.v1.CardList;
import dev.referee.v1.HandValue;
import dev.referee.v1.InputFault;
import dev.referee.v1.ListRuleSetsResponse;
import dev.referee.v1.RuleSetSummary;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class BatchesTest {
  /** Gives every hand the number of its cards as deadwood. */
  static BatchEvaluateHandsResponse answerEach(BatchEvaluateHandsRequest request) {
    var answer = BatchEvaluateHandsResponse.newBuilder().setRuleSetDigest("sha256:12");
    for (CardList hand : request.getHandsList()) {
      answer.addResultsBuilder().setValue(HandValue.newBuilder().setDeadwood(hand.getCardsCount()));
    }
    return answer.build();
  }

  @Test
  void manyItemsGoInSeveralBatches() {
    List<List<String>> hands = new ArrayList<>();
    for (int i = 0; i < 2 * Batches.ITEMS + 500; i++) {
      hands.add(Collections.nCopies(i % 7, "7o"));
    }
    try (Scripted server = new Scripted().start();
        RefereeClient client = RefereeClient.connect(server.address())) {
      server.batch = BatchesTest::answerEach;
      List<Item<Hand>> items = client.batchEvaluateHands(SPANISH, hands, HandOption.ALL_OPTIMAL);
      assertEquals(hands.size(), items.size());
      assertEquals(3, server.batches.size());
      assertTrue(server.batches.get(2).getAllOptimal());
      for (int i = 0; i < items.size(); i++) {
        assertEquals(i % 7, items.get(i).orElseThrow().deadwood());
      }
      assertEquals(List.of(), client.batchEvaluateHands(SPANISH, List.of()));
      assertEquals(3, server.batches.size());
    }
  }

  @Test
  void anAnswerTooFewIsAFailure() {
    try (Scripted server = new Scripted().start();
        RefereeClient client = RefereeClient.connect(server.address())) {
      server.batch = request -> BatchEvaluateHandsResponse.getDefaultInstance();
      List<List<String>> hands = List.of(List.of("7o"));
      var failed =
          assertThrows(RefereeException.class, () -> client.batchEvaluateHands(SPANISH, hands));
      assertEquals(Status.Code.INTERNAL, failed.code());
    }
  }

  @Test
  void anItemIsAnAnswerOrAFault() {
    assertEquals(3, new Item.Answered<>(3).orElseThrow());
    InputFault fault = InputFault.newBuilder().setReason("CARD_UNKNOWN").setMessage("7z").build();
    var thrown =
        assertThrows(IllegalStateException.class, () -> new Item.Faulty<>(fault).orElseThrow());
    assertEquals("CARD_UNKNOWN: 7z", thrown.getMessage());
  }

  @Test
  void recordsOfABatchFitIntoAMessage() {
    ByteString small = ByteString.copyFrom(new byte[10]);
    ByteString large = ByteString.copyFrom(new byte[1 << 20]);
    ByteString tooLarge = ByteString.copyFrom(new byte[Batches.BYTES + 1]);
    assertEquals(2, Batches.first(List.of(small, small)).size());
    assertEquals(3, Batches.first(List.of(large, large, large, large, small)).size());
    assertEquals(1, Batches.first(List.of(tooLarge, small)).size());
    List<ByteString> many = Collections.nCopies(Batches.ITEMS + 1, ByteString.EMPTY);
    assertEquals(Batches.ITEMS, Batches.first(many).size());
  }

  @Test
  void allPagesAreRead() {
    try (Scripted server = new Scripted().start();
        RefereeClient client = RefereeClient.connect(server.address())) {
      server.pages = Map.of("", page("a", "2"), "2", page("b", "3"), "3", page("c", ""));
      assertEquals(
          List.of("a", "b", "c"),
          client.listRuleSets().stream().map(RuleSetSummary::getName).toList());
    }
  }

  private static ListRuleSetsResponse page(String name, String next) {
    return ListRuleSetsResponse.newBuilder()
        .addRuleSets(RuleSetSummary.newBuilder().setName(name))
        .setNextPageToken(next)
        .build();
  }
}
