package dev.referee.client.conform;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.referee.client.ActionCheck;
import dev.referee.client.Judging;
import dev.referee.client.Play;
import dev.referee.client.Reading;
import dev.referee.client.RecordCheck;
import dev.referee.client.RefereeClient;
import dev.referee.client.Table;
import dev.referee.v1.Deal;
import dev.referee.v1.Finding;
import dev.referee.v1.GameState;
import dev.referee.v1.LegalAction;
import dev.referee.v1.Place;
import dev.referee.v1.Weight;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The answers about records and games, as the protocol has them. */
final class GameAnswers {
  private static final Set<String> BEFORE_A_CLOSE = Set.of("offer", "draw", "discard");

  private GameAnswers() {}

  static List<JsonObject> validate(RefereeClient client, Table table, List<Vector> batch) {
    List<String> records = batch.stream().map(one -> one.asked().get("record").toString()).toList();
    return Answers.each(
        batch,
        client.batchValidateRecords(records, Judging.by(table.rules()).inFull()),
        (vector, check) -> judged(check));
  }

  private static JsonObject judged(RecordCheck check) {
    JsonObject told = new JsonObject();
    told.addProperty("status", RecordCheck.name(check.status()));
    told.addProperty("complete", check.complete());
    JsonObject totals = new JsonObject();
    check.totals().forEach(totals::addProperty);
    told.add("totals", totals);
    told.add("out", Answers.list(check.out()));
    told.add("winners", Answers.list(check.winners()));
    JsonObject accepted = new JsonObject();
    accepted.addProperty("rounds", check.accepted().getRounds());
    accepted.addProperty("turns", check.accepted().getTurns());
    accepted.addProperty("actions", check.accepted().getActions());
    told.add("accepted", accepted);
    check.violation().ifPresent(first -> told.add("violation", finding(first)));
    JsonArray stands = new JsonArray();
    check.findings().stream()
        .filter(one -> one.getWeight() == Weight.WEIGHT_IRREGULARITY)
        .forEach(one -> stands.add(finding(one)));
    if (!stands.isEmpty()) {
      told.add("stands", stands);
    }
    return told;
  }

  /** A finding with as much of its place as it has; the path only of what is no play. */
  static JsonObject finding(Finding found) {
    JsonObject told = new JsonObject();
    Place place = found.getPlace();
    text(told, "code", found.getCode());
    text(told, "clause", found.getClause());
    text(told, "seat", place.getSeat());
    text(told, "path", place.getTurn() == 0 ? place.getPath() : "");
    number(told, "round", place.getRound());
    number(told, "turn", place.getTurn());
    number(told, "action", place.getAction());
    return told;
  }

  private static void text(JsonObject told, String key, String text) {
    if (!text.isEmpty()) {
      told.addProperty(key, text);
    }
  }

  private static void number(JsonObject told, String key, int number) {
    if (number != 0) {
      told.addProperty(key, number);
    }
  }

  /**
   * Whether a record stops in its first round before its close: what is shown behind it are no
   * actions.
   */
  static boolean stopsInItsFirstRound(Vector vector) {
    JsonElement phase = vector.answer().get("phase");
    if (phase == null || !BEFORE_A_CLOSE.contains(phase.getAsString())) {
      return false;
    }
    return vector.asked().getAsJsonObject("record").getAsJsonArray("rounds").size() == 1;
  }

  /** Plays the game of each record, action by action, and asks what may come next. */
  static List<JsonObject> legalActions(RefereeClient client, Table table, List<Vector> batch) {
    List<JsonObject> made = new ArrayList<>();
    for (Vector vector : batch) {
      JsonObject record = vector.asked().getAsJsonObject("record");
      int seats = record.getAsJsonObject("seats").size();
      Table at = new Table(table.rules(), seats, Vector.values(record, "options"), "");
      Optional<GameState> state = played(client, at, record);
      made.add(
          state.map(found -> legal(client, at, found)).orElse(Answers.refused("RECORD_INVALID")));
    }
    return made;
  }

  private static JsonObject legal(RefereeClient client, Table table, GameState state) {
    var found = client.listLegalActions(table, state);
    JsonArray words = new JsonArray();
    for (LegalAction action : found.getActionsList()) {
      // a server is shown the stock, and names the card
      words.add(action.getWord().startsWith("+") ? "+?" : action.getWord());
    }
    JsonObject told = new JsonObject();
    String phase = found.getPhase().name().substring("PHASE_".length());
    told.addProperty("phase", phase.toLowerCase(Locale.ROOT));
    told.addProperty("seat", found.getSeat());
    told.add("legal", words);
    return told;
  }

  /** Where the game of a record stands; empty if an action is refused. */
  private static Optional<GameState> played(RefereeClient client, Table table, JsonObject record) {
    Reading reading = Reading.TOLERANT.withRules(table.rules());
    var parsed = client.parseRecord(record.toString(), reading);
    if (parsed.getPlaysCount() == 0) {
      return Optional.empty();
    }
    List<Play> plays = new ArrayList<>();
    JsonObject dealt = record.getAsJsonArray("rounds").get(0).getAsJsonObject();
    plays.add(Play.dealing(deal(dealt)));
    parsed.getPlays(0).getActionsList().forEach(action -> plays.add(Play.act(action)));
    GameState state = null;
    for (Play play : plays) {
      ActionCheck done = client.applyAction(table, state, play);
      if (done.state().isEmpty()) {
        return Optional.empty();
      }
      state = done.state().orElseThrow();
    }
    return Optional.of(state);
  }

  private static Deal deal(JsonObject dealt) {
    Deal.Builder made = Deal.newBuilder();
    Optional.ofNullable(dealt.get("eldest")).ifPresent(one -> made.setEldest(one.getAsString()));
    Optional.ofNullable(dealt.get("pack")).ifPresent(one -> made.setPack(one.getAsString()));
    Optional.ofNullable(dealt.get("upcard")).ifPresent(one -> made.setUpcard(one.getAsString()));
    Optional.ofNullable(dealt.get("stock")).ifPresent(one -> made.setStock(one.getAsString()));
    return made.putAllHands(Vector.values(dealt, "hands")).build();
  }
}
