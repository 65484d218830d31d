import dev.referee.client.ActionCheck;
import dev.referee.client.CloseCheck;
import dev.referee.client.Closing;
import dev.referee.client.Hand;
import dev.referee.client.Judging;
import dev.referee.client.Play;
import dev.referee.client.RecordCheck;
import dev.referee.client.RecordStream;
import dev.referee.client.RefereeClient;
import dev.referee.client.RefereeException;
import dev.referee.client.Rules;
import dev.referee.client.StreamedVerdict;
import dev.referee.client.Table;
import dev.referee.v1.BrokenClause;
import dev.referee.v1.Deal;
import dev.referee.v1.GameState;
import dev.referee.v1.LegalAction;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Asks a served referee about a hand, a close, a move and two records, all under a house rule
 * written right here. README.md says how to run it.
 */
public final class Judge {
  /** Spanish rules where nobody closes with more than one loose card, nor with five points. */
  private static final Rules.Source HOUSE =
      Rules.inline(
          """
          rule_set: casa-abuela
          format: 1
          extends: spanish-40
          close:
            may_close:
              es.4: loose.count at most 1 card and deadwood below 5 points
          """);

  private static final Table TABLE = Table.of(HOUSE);

  private static final Map<String, String> HANDS =
      Map.of("A", "4o 12o 5c 6c 7c 1e 12e", "B", "2o 11o 3c 4c 12c 6e 10b");

  public static void main(String[] arguments) {
    String address = arguments.length > 0 ? arguments[0] : "127.0.0.1:50051";
    try (RefereeClient client = RefereeClient.connect(address)) {
      hand(client);
      move(client);
      records(client);
    } catch (RefereeException failure) {
      failure
          .retryAfter()
          .ifPresent(pause -> System.err.println("the server is full; come again in " + pause));
      throw failure;
    }
  }

  /** What a hand is worth, and whether it may close. */
  private static void hand(RefereeClient client) {
    Hand hand = client.evaluateHand(TABLE, "4o 5o 6o 7c 7e 7b 12c");
    String loose = String.join(" ", hand.best().getLooseCardsList());
    System.out.println("hand: " + hand.deadwood() + " points, loose " + loose);
    Closing closing = Closing.of("4c 5c 6c 11o 11e 11b 5b 2e").withClosingCard("2e");
    CloseCheck close = client.checkClose(TABLE, closing);
    tell("close", close.broken());
    System.out.println("close: legal would be " + String.join(" ", close.legalCards()));
  }

  /** Deals, takes the upcard, and asks whether the seat may close at once. */
  private static void move(RefereeClient client) {
    Deal deal = Deal.newBuilder().setEldest("A").putAllHands(HANDS).setUpcard("12b").build();
    GameState state = null;
    for (Play play : List.of(Play.dealing(deal), Play.word("<12b"))) {
      state = client.applyAction(TABLE, state, play).state().orElseThrow();
    }
    ActionCheck check = client.checkAction(TABLE, state, Play.word("x7c"));
    System.out.println("move: x7c is allowed: " + check.allowed());
    if (check instanceof ActionCheck.Refused refused) {
      tell("move", refused.refusal().getBrokenList());
    }
    String legal =
        client.listLegalActions(TABLE, state).getActionsList().stream()
            .map(LegalAction::getWord)
            .collect(Collectors.joining(" "));
    System.out.println("move: legal are " + legal);
  }

  /** Judges a record and one with a slip in it, as a stream of any length would be. */
  private static void records(RefereeClient client) {
    Iterator<String> written =
        List.of(
                record("A: <12b-4o +5b-12c +2bx2b\", \"scores\": {\"A\": 1, \"B\": 34}"),
                record("A: <12b-4o +5b-12b\""))
            .iterator();
    try (RecordStream answers = client.streamValidateRecords(written, Judging.by(HOUSE))) {
      while (answers.hasNext()) {
        StreamedVerdict answer = answers.next();
        String why =
            answer
                .verdict()
                .flatMap(RecordCheck::violation)
                .map(first -> ": " + first.getMessage())
                .orElse("");
        String status = RecordCheck.name(answer.status());
        System.out.println("record " + (answer.number() + 1) + ": " + status + why);
      }
    }
  }

  private static String record(String play) {
    return """
    {"record": 1, "rules": "casa-abuela", "seats": {"A": "Ane", "B": "Jon"}, "rounds": [
      {"eldest": "A", "hands": {"A": "%s", "B": "%s"}, "upcard": "12b", "play": "%s}]}
    """
        .formatted(HANDS.get("A"), HANDS.get("B"), play);
  }

  private static void tell(String what, List<BrokenClause> clauses) {
    for (BrokenClause broken : clauses) {
      System.out.println(what + ": " + broken.getClause() + " " + broken.getText());
    }
  }
}
