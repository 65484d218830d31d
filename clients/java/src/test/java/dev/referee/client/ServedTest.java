package dev.referee.client;

import static dev.referee.client.Scripted.SPANISH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.referee.v1.Deal;
import dev.referee.v1.GameState;
import dev.referee.v1.Phase;
import dev.referee.v1.RuleSetSummary;
import dev.referee.v1.Ruling;
import dev.referee.v1.Status;
import io.grpc.Status.Code;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a real server answers. */
@Timeout(60)
final class ServedTest {
  private static final Rules.Source SOURCE =
      Rules.inline(
          """
          rule_set: casa-abuela
          format: 1
          extends: spanish-40
          close:
            may_close:
              es.4: loose.count at most 1 card and deadwood below 5 points
          """);
  private static final Table HOUSE = Table.of(SOURCE).withLanguage("en");
  private static final Map<String, String> HANDS =
      Map.of("A", "4o 12o 5c 6c 7c 1e 12e", "B", "2o 11o 3c 4c 12c 6e 10b");

  private RefereeClient client;

  @BeforeEach
  void connect() {
    client = RefereeClient.connect(Served.address());
  }

  @AfterEach
  void hangUp() {
    if (client != null) {
      client.close();
    }
  }

  private static RefereeException failure(Runnable call) {
    return assertThrows(RefereeException.class, call::run);
  }

  @Test
  void ruleSets() {
    List<String> names = client.listRuleSets().stream().map(RuleSetSummary::getName).toList();
    assertTrue(names.contains("spanish-40"));
    assertEquals(names.stream().sorted().toList(), names);
    var told = client.getRuleSet(Rules.named("spanish-40"), true);
    assertEquals("spanish-40", told.getSummary().getName());
    assertFalse(told.getSource().isEmpty());
    assertTrue(client.getRuleSet(Rules.named("spanish-40"), false).getSource().isEmpty());
    var lost = failure(() -> client.getRuleSet(Rules.named("spanish-41"), false));
    assertEquals("RULE_SET_NOT_FOUND", lost.reason());
    assertEquals("spanish-40", lost.metadata().get("nearest"));
    String bad = "rule_set: x\nformat: 1\nextends: spanish-40\nclose: 3\n";
    var checked = client.checkRuleSet(new Rules.Source(ByteString.copyFromUtf8(bad), "x.yaml"));
    assertFalse(checked.getUsable());
    assertEquals("x.yaml", checked.getDiagnostics(0).getRange().getFile());
    var compiled = client.compileRuleSet(SOURCE);
    assertEquals("casa-abuela", compiled.getRuleSet().getName());
    assertEquals(Optional.of(compiled.getRuleSet().getDigest()), client.digests().of(SOURCE));
    var printed = client.describeRuleSet(SPANISH.withSeats(3).withLanguage("es"));
    assertEquals(3, printed.getSeats());
    assertEquals("es", printed.getLanguage());
    assertTrue(printed.getParagraphsCount() > 0);
  }

  @Test
  void hands() {
    for (int i = 0; i < 2; i++) { // the second time by digest
      Hand hand = client.evaluateHand(HOUSE, "4o 5o 6o 7c 7e 7b 12c", HandOption.ALL_OPTIMAL);
      assertEquals(12, hand.deadwood());
      assertFalse(hand.optimal().isEmpty());
      assertEquals(hand.ruleSetDigest(), client.digests().of(SOURCE).orElseThrow());
    }
    Rules digest = new Rules.Digest(client.digests().of(SOURCE).orElseThrow());
    var three = List.of(List.of("7o", "7c", "7e"), List.of("7z"), List.of("1o"));
    for (Rules rules : List.of(digest, Rules.named("spanish-40"))) {
      List<Item<Hand>> items = client.batchEvaluateHands(Table.of(rules), three);
      assertEquals(0, items.get(0).orElseThrow().deadwood());
      var faulty = assertInstanceOf(Item.Faulty.class, items.get(1));
      assertEquals("CARD_UNKNOWN", faulty.fault().getReason());
      assertEquals(1, items.get(2).orElseThrow().deadwood());
    }
    var failed = failure(() -> client.evaluateHand(SPANISH, "7z"));
    assertEquals(Code.INVALID_ARGUMENT, failed.code());
    assertEquals("cards", failed.violations().get(0).field());
  }

  @Test
  void closes() {
    Closing bad = Closing.of("4c 5c 6c 11o 11e 11b 5b 2e").withClosingCard("2e");
    List<Item<CloseCheck>> items =
        client.batchCheckCloses(HOUSE, List.of(bad, Closing.keeping("7o")));
    CloseCheck check = items.get(0).orElseThrow();
    assertFalse(check.legal());
    assertEquals("es.4", check.broken().get(0).getClause());
    assertEquals(List.of("5b"), check.legalCards());
    assertEquals(Optional.of("5b"), check.bestCard());
    var faulty = assertInstanceOf(Item.Faulty.class, items.get(1));
    assertEquals("WRONG_NUMBER_OF_CARDS", faulty.fault().getReason());
    CloseCheck best = client.checkClose(HOUSE, Closing.of("4c 5c 6c 11o 11e 11b 5b 2e"));
    var legal = assertInstanceOf(CloseCheck.Legal.class, best.verdict().orElseThrow());
    assertEquals(2, legal.writes().orElseThrow());
    assertEquals(List.of(), best.broken());
    CloseCheck won = client.checkClose(SPANISH, Closing.keeping("1b 2b 3b 4b 5b 6b 7b"));
    var winning = assertInstanceOf(CloseCheck.Legal.class, won.verdict().orElseThrow());
    assertTrue(winning.winsGame() && winning.writes().isEmpty());
    assertEquals(List.of("es.2"), winning.notJudged());
    CloseCheck none =
        client.checkClose(SPANISH, Closing.of("1o 3o 5o 7o 2c 4c 6c 10e").withGiven("laps", "2"));
    assertEquals(Optional.empty(), none.verdict());
    assertEquals(Optional.empty(), none.bestCard());
  }

  @Test
  void games() {
    Deal deal = Deal.newBuilder().setEldest("A").putAllHands(HANDS).setUpcard("12b").build();
    List<Play> plays = new ArrayList<>(List.of(Play.dealing(deal)));
    for (String word : List.of("<12b", "-4o", "+5b", "-12c", "+2b", "x2b")) {
      plays.add(Play.word(word));
    }
    GameState state = null;
    for (Play play : plays) {
      ActionCheck check = client.checkAction(HOUSE, state, play);
      assertTrue(check.allowed(), check::toString);
      assertEquals(Optional.empty(), check.state());
      state = client.applyAction(HOUSE, state, play).state().orElseThrow();
      if (play.equals(Play.word("<12b"))) {
        choices(state);
      }
    }
    scores(state);
  }

  private void choices(GameState state) {
    Play bad = Play.closing("A", "7c", List.of("4o5c"));
    var refused =
        assertInstanceOf(ActionCheck.Refused.class, client.applyAction(HOUSE, state, bad));
    assertFalse(refused.refusal().getCode().isEmpty());
    assertEquals(Optional.empty(), refused.state());
    var legal = client.listLegalActions(HOUSE, state);
    assertEquals(Phase.PHASE_DISCARD, legal.getPhase());
    Play first = Play.act(legal.getActions(0).getAction());
    assertTrue(client.checkAction(HOUSE, state, first).allowed());
  }

  private void scores(GameState state) {
    var score = client.scoreRound(HOUSE, state, SPANISH);
    assertEquals(Phase.PHASE_DEAL, score.getNext().getPhase());
    assertEquals(2, score.getSheet().getLinesCount());
    assertTrue(score.hasRepriced());
    assertFalse(client.scoreRound(HOUSE, state).hasRepriced());
    assertEquals(score.getSheet(), client.scoreFacts(HOUSE, score.getFacts()).getSheet());
    var repriced = client.scoreFacts(HOUSE, score.getFacts(), SPANISH).getRepriced();
    assertEquals(score.getRepriced(), repriced);
    for (Play play : List.of(Play.reentering("B"), Play.declining("B"))) {
      ActionCheck check = client.checkAction(HOUSE, score.getNext(), play);
      var refused = assertInstanceOf(ActionCheck.Refused.class, check);
      assertEquals("NOT_OUT", refused.refusal().getCode());
    }
    assertEquals("ACTION_MISSING", failure(() -> client.checkAction(HOUSE, state, null)).reason());
    Ruling ruling = Ruling.newBuilder().putPoints("A", 5).build();
    GameState ruled = client.applyRuling(HOUSE, state, null, ruling).state().orElseThrow();
    assertEquals(5, ruled.getRound().getPenalties(0).getPoints());
  }

  /** A record of that game; a slip is a card that B does not hold. */
  private static String record(String discarded) {
    return """
    {"record": 1, "rules": "spanish-40", "seats": {"A": "Ane", "B": "Jon"}, "rounds": [
      {"eldest": "A", "hands": {"A": "%s", "B": "%s"}, "upcard": "12b",
       "play": "A: <12b-4o +5b-%s +2bx2b", "scores": {"A": 1, "B": 34}}]}
    """
        .formatted(HANDS.get("A"), HANDS.get("B"), discarded);
  }

  @Test
  void records() {
    var parsed = client.parseRecord(record("12c"), Reading.TOLERANT.withRules(SOURCE));
    assertEquals(1, parsed.getPlaysCount());
    assertEquals(0, parsed.getFaultsCount());
    Writing sealed =
        Writing.SEALED
            .withRules(Rules.named("spanish-40"))
            .withPlays(List.of(parsed.getPlays(0).getActionsList()));
    var written = client.formatRecord(record("12c"), sealed);
    assertTrue(written.getYaml().contains("seal"));
    Map<String, Status> wanted =
        Map.of(
            record("12c"),
            Status.STATUS_CLEAN,
            written.getYaml(),
            Status.STATUS_CLEAN,
            record("12b"),
            Status.STATUS_VIOLATION,
            "{",
            Status.STATUS_UNREADABLE);
    wanted.forEach(
        (text, status) -> {
          RecordCheck check = client.validateRecord(text, Judging.by(SOURCE));
          assertEquals(status, check.status());
          assertEquals(status == Status.STATUS_CLEAN, check.valid());
        });
    List<Item<RecordCheck>> items =
        client.batchValidateRecords(
            List.of(record("12c"), record("12b")), Judging.BY_ITS_OWN_RULES.inFull());
    RecordCheck clean = items.get(0).orElseThrow();
    assertEquals("clean", RecordCheck.name(clean.status()));
    assertEquals(Map.of("A", 1, "B", 34), clean.totals());
    assertTrue(clean.message().getSheetCount() > 0);
    RecordCheck broken = items.get(1).orElseThrow();
    assertEquals("NOT_IN_HAND", broken.violation().orElseThrow().getCode());
    String meld = "{\"op\": \"meld\", \"rules\": \"spanish-40\", \"cards\": [\"7o\"]}";
    List<String> answers =
        client.answerLines(List.of(ByteString.copyFromUtf8(meld), ByteString.copyFromUtf8("{")));
    assertEquals("{\"meld\": false}", answers.get(0));
    assertTrue(answers.size() == 2 && answers.get(1).contains("NOT_JSON"), answers.toString());
  }

  @Test
  void aStreamGoesOnWhereItBroke() {
    int port = URI.create("tcp://" + Served.address()).getPort();
    int count = 1000;
    try (Cut between = new Cut(port);
        RefereeClient far = RefereeClient.connect(between.address());
        RecordStream answers =
            far.streamValidateRecords(
                IntStream.range(0, count)
                    .mapToObj(i -> record(i % 2 == 0 ? "12c" : "12b"))
                    .iterator(),
                Judging.BY_ITS_OWN_RULES)) {
      for (int heard = 0; heard < count; heard++) {
        if (heard == 150 || heard == 620) {
          between.now(port);
        }
        StreamedVerdict answer = answers.next();
        assertEquals(heard, answer.number());
        assertEquals(heard % 2 == 0, RecordCheck.valid(answer.status()));
        assertEquals(heard % 2 == 0, answer.verdict().isEmpty());
      }
      assertFalse(answers.hasNext());
      assertEquals(3, between.made());
    }
  }
}
