package dev.referee.client.conform;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.ByteString;
import dev.referee.client.RefereeClient;
import dev.referee.client.RefereeException;
import dev.referee.client.Rules;
import dev.referee.client.Table;
import dev.referee.v1.RuleSetSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Asks one server. Rule sets that are paths are read below a folder. */
final class Asker {
  /** How a batch of one op at one table is asked. */
  interface Op {
    List<JsonObject> ask(RefereeClient client, Table table, List<Vector> batch);
  }

  /** The ops that a server can be asked. */
  static final Map<String, Op> OPS =
      Map.of(
          "deadwood", Answers::deadwood,
          "invalid_hand", Answers::invalidHand,
          "close", Answers::closes,
          "validate", GameAnswers::validate,
          "legal_actions", GameAnswers::legalActions);

  /** The refusals that a message can provoke and an answer can say; empty: none. */
  private static final Set<String> SAID =
      Set.of(
          "",
          "RULE_SET_UNKNOWN",
          "NOT_PLAYABLE",
          "SEATS_NOT_OFFERED",
          "OPTION_UNKNOWN",
          "OPTION_OUT_OF_RANGE",
          "OPTION_NOT_OFFERED",
          "OPTION_FIXED",
          "CARD_UNKNOWN",
          "CARD_TWICE",
          "HAND_TOO_LARGE",
          "WRONG_NUMBER_OF_CARDS",
          "FACT_UNKNOWN",
          "FACT_OUT_OF_RANGE");

  /** As many lines as one call asks, so that its deadline holds on a busy machine, too. */
  private static final int SOME_LINES = 100;

  /** A rule set of this repository as a line names it. */
  private static final Pattern FILE = Pattern.compile("\"tests/rules/([a-z0-9-]+)\\.yaml\"");

  private static final Pattern BASE = Pattern.compile("(?m)^extends: (\\S+)$");

  private final RefereeClient client;
  private final Set<String> names;
  private final Function<String, Rules.Source> file;
  private final Map<String, Rules.Source> files = new HashMap<>();

  Asker(RefereeClient client, Set<String> names, Function<String, Rules.Source> file) {
    this.client = client;
    this.names = names;
    this.file = file;
  }

  /** Asks the server of a client, with the rule sets that it has and those of a folder. */
  static Asker of(RefereeClient client, Path top) {
    Set<String> names =
        client.listRuleSets().stream().map(RuleSetSummary::getName).collect(Collectors.toSet());
    return new Asker(
        client,
        names,
        path -> {
          try {
            return Rules.file(top.resolve(path));
          } catch (IOException failed) {
            throw new UncheckedIOException(failed);
          }
        });
  }

  /**
   * Whether a message can say a question: 0 is left out of messages, and a text that is sent finds
   * its base by name only. What meld and layoff ask, no message of its own does.
   */
  boolean askable(Vector vector) {
    if (!OPS.containsKey(vector.op()) || !SAID.contains(vector.code())) {
      return false;
    }
    JsonElement seats = vector.asked().get("seats");
    boolean noSeats = seats != null && seats.getAsInt() == 0;
    boolean goesOn =
        vector.op().equals("legal_actions") && !GameAnswers.stopsInItsFirstRound(vector);
    if (noSeats || goesOn) {
      return false;
    }
    if (rules(vector) instanceof Rules.Source source) {
      Matcher base = BASE.matcher(source.yaml().toStringUtf8());
      return !base.find() || names.contains(base.group(1));
    }
    return true;
  }

  /**
   * The line that asks a question, with the rule sets of tests/rules by their names, for a server
   * opens no files; none where it has no rule set of that name.
   */
  Optional<ByteString> line(Vector vector, Path top) {
    String text = vector.line().toString(StandardCharsets.ISO_8859_1);
    Path folder = top.resolve(Path.of("tests", "rules"));
    boolean known =
        FILE.matcher(text)
            .results()
            .map(found -> found.group(1))
            .allMatch(
                name -> names.contains(name) || !Files.exists(folder.resolve(name + ".yaml")));
    String named =
        FILE.matcher(text)
            .replaceAll(found -> names.contains(found.group(1)) ? "\"$1\"" : found.group());
    return known
        ? Optional.of(ByteString.copyFrom(named, StandardCharsets.ISO_8859_1))
        : Optional.empty();
  }

  /** The answers to lines. */
  List<JsonObject> answers(List<ByteString> lines) {
    List<JsonObject> answers = new ArrayList<>();
    for (int from = 0; from < lines.size(); from += SOME_LINES) {
      List<ByteString> some = lines.subList(from, Math.min(from + SOME_LINES, lines.size()));
      for (String answer : client.answerLines(some)) {
        answers.add(JsonParser.parseString(answer).getAsJsonObject());
      }
    }
    return answers;
  }

  private Rules rules(Vector vector) {
    String name = vector.asked().get("rules").getAsString();
    return name.contains("/") ? files.computeIfAbsent(name, file) : Rules.named(name);
  }

  /** What all vectors of a batch have in common. */
  static String group(Vector vector) {
    JsonObject asked = vector.asked();
    return String.join(
        " ",
        vector.op(),
        asked.get("rules").getAsString(),
        String.valueOf(asked.get("seats")),
        vector.values("options").toString());
  }

  /**
   * The answers to a batch of one group. What is refused as a whole is refused for each of them.
   */
  List<JsonObject> ask(List<Vector> batch) {
    Vector first = batch.get(0);
    JsonElement seats = first.asked().get("seats");
    int number = seats == null ? 0 : seats.getAsInt();
    Table table = new Table(rules(first), number, first.values("options"), "");
    try {
      return OPS.get(first.op()).ask(client, table, batch);
    } catch (RefereeException failure) {
      if (failure.reason().isEmpty()) {
        throw failure;
      }
      String reason =
          failure.violations().isEmpty() ? failure.reason() : failure.violations().get(0).reason();
      return Collections.nCopies(batch.size(), Answers.refused(reason));
    }
  }
}
