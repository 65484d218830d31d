package dev.referee.client.conform;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.referee.client.CloseCheck;
import dev.referee.client.Closing;
import dev.referee.client.Hand;
import dev.referee.client.Item;
import dev.referee.client.RefereeClient;
import dev.referee.client.Table;
import dev.referee.v1.Arrangement;
import dev.referee.v1.BrokenClause;
import dev.referee.v1.Meld;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The answers about hands and closes, as the protocol has them. */
final class Answers {
  /** Tells an answer as the protocol does. */
  interface Told<A> {
    JsonObject as(Vector vector, A answer);
  }

  private Answers() {}

  static JsonObject refused(String reason) {
    // what the server calls otherwise than the protocol
    String code = reason.equals("RULE_SET_NOT_FOUND") ? "RULE_SET_UNKNOWN" : reason;
    JsonObject error = new JsonObject();
    error.addProperty("code", code);
    JsonObject made = new JsonObject();
    made.add("error", error);
    return made;
  }

  static JsonArray list(Collection<String> texts) {
    JsonArray made = new JsonArray();
    texts.forEach(made::add);
    return made;
  }

  /** The answers to the items of a batch. */
  static <A> List<JsonObject> each(List<Vector> batch, List<Item<A>> items, Told<A> told) {
    List<JsonObject> made = new ArrayList<>();
    for (Item<A> item : items) {
      Vector vector = batch.get(made.size());
      made.add(
          item instanceof Item.Faulty<A> faulty
              ? refused(faulty.fault().getReason())
              : told.as(vector, item.orElseThrow()));
    }
    return made;
  }

  static List<JsonObject> deadwood(RefereeClient client, Table table, List<Vector> batch) {
    return hands(
        client,
        table,
        batch,
        (vector, hand) -> {
          JsonObject told = new JsonObject();
          told.addProperty("deadwood", hand.best().getDeadwood());
          told.add("melds", melds(hand.best()));
          told.add("loose", list(hand.best().getLooseCardsList()));
          return told;
        });
  }

  private static List<JsonObject> hands(
      RefereeClient client, Table table, List<Vector> batch, Told<Hand> told) {
    List<List<String>> hands = batch.stream().map(one -> one.texts("hand")).toList();
    return each(batch, client.batchEvaluateHands(table, hands), told);
  }

  private static JsonArray melds(Arrangement best) {
    JsonArray made = new JsonArray();
    for (Meld meld : best.getMeldsList()) {
      made.add(list(meld.getCardsList()));
    }
    return made;
  }

  /**
   * The cards, in the order that is wanted if they are the same: which is not for an RPC to say.
   */
  static List<JsonObject> invalidHand(RefereeClient client, Table table, List<Vector> batch) {
    return hands(
        client,
        table,
        batch,
        (vector, hand) -> {
          List<String> held = new ArrayList<>(hand.best().getLooseCardsList());
          hand.best().getMeldsList().forEach(meld -> held.addAll(meld.getCardsList()));
          JsonElement wanted = vector.answer().get("hand");
          JsonObject told = new JsonObject();
          told.add("hand", wanted != null && sameCards(held, wanted) ? wanted : list(held));
          return told;
        });
  }

  private static boolean sameCards(List<String> held, JsonElement wanted) {
    List<String> others =
        wanted.getAsJsonArray().asList().stream().map(JsonElement::getAsString).sorted().toList();
    return held.stream().sorted().toList().equals(others);
  }

  static List<JsonObject> closes(RefereeClient client, Table table, List<Vector> batch) {
    List<Closing> closings = batch.stream().map(Answers::closing).toList();
    return each(batch, client.batchCheckCloses(table, closings), (vector, check) -> closed(check));
  }

  private static Closing closing(Vector vector) {
    Map<String, String> given = new TreeMap<>(vector.values("given"));
    if (vector.asked().has("laps")) {
      given.put("laps", vector.asked().get("laps").getAsString());
    }
    boolean kept = vector.asked().has("keep");
    return new Closing(vector.texts(kept ? "keep" : "cards"), kept, "", "", given);
  }

  private static JsonObject closed(CloseCheck check) {
    if (check.closings().isEmpty()) {
      return verdict(check.verdict().orElseThrow());
    }
    JsonArray closings = new JsonArray();
    for (CloseCheck.Candidate one : check.closings()) {
      JsonObject told = verdict(one.verdict());
      told.addProperty("card", one.card());
      closings.add(told);
    }
    JsonObject made = new JsonObject();
    made.addProperty("legal", check.legal());
    made.addProperty("best", check.bestCard().orElse(null));
    made.add("closings", closings);
    return made;
  }

  private static JsonObject verdict(CloseCheck.Verdict found) {
    JsonObject told = new JsonObject();
    told.addProperty("legal", found instanceof CloseCheck.Legal);
    if (found instanceof CloseCheck.Legal legal) {
      told.addProperty("outcome", legal.outcome());
      if (legal.winsGame()) {
        told.addProperty("chinchon", true);
      } else if (legal.writes().isPresent()) {
        told.addProperty("score", legal.writes().getAsInt());
      } else {
        told.add("score", JsonNull.INSTANCE);
      }
    } else if (found instanceof CloseCheck.Refused refused) {
      told.add(
          "clauses",
          list(refused.broken().stream().map(BrokenClause::getClause).distinct().toList()));
    }
    if (!found.notJudged().isEmpty()) {
      told.add("not_judged", list(found.notJudged()));
    }
    return told;
  }
}
