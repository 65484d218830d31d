package dev.referee.client.conform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.ByteString;
import dev.referee.client.Rules;
import dev.referee.v1.Finding;
import dev.referee.v1.Place;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConformTest {
  private static Vector vector(String line) {
    return Vector.of("part", 1, line);
  }

  private static JsonObject object(String json) {
    return JsonParser.parseString(json).getAsJsonObject();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true  | {'answer': {'deadwood': 12, 'melds': [['7o']]}} | {'melds': [['7o']], 'deadwood':"
            + " 12}",
        "false | {'answer': {'deadwood': 12}} | {'deadwood': 11}",
        "false | {'answer': {'deadwood': 12}} | {'deadwood': 12, 'loose': []}",
        "false | {'answer': {'loose': ['7o', '7c']}} | {'loose': ['7c', '7o']}",
        "false | {'answer': {'score': 1}} | {'score': true}",
        "false | {'answer': {'score': 1}} | {'score': '1'}",
        "true  | {'answer': {'best': null}} | {'best': null}",
        "false | {'answer': {'best': null}} | {}",
        "true  | {'answer': {'error': {'code': 'X', 'message': 'y'}}} | {'error': {'code': 'X'}}",
        "false | {'answer': {'error': {'code': 'X'}}} | {'error': {'code': 'Y'}}",
        "true  | {'answer': {'legal': true}, 'expect': {'legal': true}} | {'legal': true}",
        "false | {'answer': {'legal': true}, 'expect': {'legal': false}} | {'legal': true}",
        "true  | {'answer': {'error': {'code': 'X'}}, 'expect': 'error'} | {'error': {'code':"
            + " 'X'}}",
        "false | {'answer': {'legal': true}, 'expect': 'error'} | {'legal': true}"
      },
      quoteCharacter = '`')
  void answersAreComparedAsTheProtocolSays(boolean same, String wanted, String given) {
    Vector made = vector(wanted.replace('\'', '"'));
    assertEquals(same, made.same(object(given.replace('\'', '"'))));
  }

  @Test
  void whatTheServerCallsOtherwiseIsTheSame() {
    Vector unknown = vector("{\"answer\": {\"error\": {\"code\": \"RULE_SET_UNKNOWN\"}}}");
    assertTrue(unknown.same(Answers.refused("RULE_SET_NOT_FOUND")));
    assertEquals("RULE_SET_UNKNOWN", unknown.code());
  }

  private static final Map<String, Rules.Source> FILES =
      Map.of(
          "rules/good.yaml", Rules.inline("rule_set: good\nextends: spanish-40\n"),
          "rules/lost.yaml", Rules.inline("rule_set: lost\nextends: nowhere\n"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true  | {'op': 'deadwood', 'rules': 'spanish-40', 'hand': []} | {'deadwood': 0}",
        "false | {'op': 'deadwood', 'rules': 'spanish-40', 'seats': 0} | {'error': {'code':"
            + " 'SEATS_NOT_OFFERED'}}",
        "true  | {'op': 'deadwood', 'rules': 'rules/good.yaml', 'hand': []} | {'deadwood': 0}",
        "false | {'op': 'deadwood', 'rules': 'rules/lost.yaml', 'hand': []} | {'deadwood': 0}",
        "false | {'op': 'meld', 'rules': 'spanish-40', 'cards': []} | {'meld': false}",
        "false | {'op': 1} | {'error': {'code': 'WRONG_TYPE'}}",
        "false | [1] | {'error': {'code': 'NOT_AN_OBJECT'}}",
        "true  | {'op': 'legal_actions', 'rules': 'x', 'record': {'rounds': [{}]}} | {'phase':"
            + " 'draw'}",
        "false | {'op': 'legal_actions', 'rules': 'x', 'record': {'rounds': [{}, {}]}} | {'phase':"
            + " 'draw'}",
        "false | {'op': 'legal_actions', 'rules': 'x', 'record': {'rounds': [{}]}} | {'phase':"
            + " 'lay_off'}"
      },
      quoteCharacter = '`')
  void whatNoMessageCanSayIsNotAsked(boolean asked, String question, String answer) {
    Asker asker = new Asker(null, Set.of("spanish-40"), FILES::get);
    String line = "{'question': " + question + ", 'answer': " + answer + "}";
    assertEquals(asked, asker.askable(vector(line.replace('\'', '"'))));
  }

  @Test
  void linesThatAreNoQuestionHaveNoOp() {
    Vector line = vector("{\"bytes\": \"ff\", \"answer\": {\"error\": {\"code\": \"NOT_UTF8\"}}}");
    assertEquals("", line.op());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'question': {'rules': 'tests/rules/around.yaml'}} | around | {'rules':'around'}",
        "{'question': {'rules': 'tests/rules/around.yaml'}} | other | nothing",
        "{'question': {'rules': 'tests/rules/no-such.yaml'}} | other |"
            + " {'rules':'tests/rules/no-such.yaml'}",
        "{'bytes': '5b7b'} | other | [{",
        "{'line': '[1', 'times': 2} | other | [1[1"
      },
      quoteCharacter = '`')
  void whatNoMessageCanSayIsALine(String held, String name, String wanted, @TempDir Path top)
      throws IOException {
    Files.createDirectories(top.resolve("tests/rules"));
    Files.writeString(top.resolve("tests/rules/around.yaml"), "rule_set: around\n");
    Asker asker = new Asker(null, Set.of(name), FILES::get);
    String line =
        asker
            .line(vector(held.replace('\'', '"')), top)
            .map(ByteString::toStringUtf8)
            .orElse("nothing");
    assertEquals(wanted.replace('\'', '"'), line);
  }

  @Test
  void findingsHaveWhatTheyHave() {
    Place.Builder place =
        Place.newBuilder().setRound(1).setTurn(2).setSeat("B").setPath("rounds[0].play");
    Finding.Builder found = Finding.newBuilder().setCode("X").setPlace(place);
    assertEquals(
        object("{\"code\": \"X\", \"round\": 1, \"turn\": 2, \"seat\": \"B\"}"),
        GameAnswers.finding(found.build()));
    found.setPlace(place.setTurn(0));
    assertEquals(
        object("{\"code\": \"X\", \"round\": 1, \"seat\": \"B\", \"path\": \"rounds[0].play\"}"),
        GameAnswers.finding(found.build()));
  }

  @Test
  void theResultSaysHowItWent() {
    Vector right = vector("{\"question\": {\"op\": \"close\"}, \"answer\": {\"legal\": true}}");
    Map<Integer, List<Boolean>> wanted =
        Map.of(0, List.of(true, true), 1, List.of(true, false), 2, List.of());
    wanted.forEach(
        (result, given) -> {
          Tally tally = new Tally(1);
          tally.unasked(right);
          given.forEach(legal -> tally.answered(right, object("{\"legal\": " + legal + "}")));
          ByteArrayOutputStream printed = new ByteArrayOutputStream();
          PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
          assertEquals(result, tally.print(Duration.ZERO, out));
          String text = printed.toString(StandardCharsets.UTF_8);
          assertEquals(result == 1, text.contains("given    {\"legal\":false}"), text);
        });
  }

  @Test
  void partsAreWhatTheContentsSay(@TempDir Path folder) throws IOException {
    try (var file = new GZIPOutputStream(Files.newOutputStream(folder.resolve("a.jsonl.gz")))) {
      file.write("{\"answer\": {}}\n".getBytes(StandardCharsets.UTF_8));
    }
    String sum = "0123";
    Files.writeString(folder.resolve("contents.json"), "{\"a\": {\"sha256\": \"" + sum + "\"}}");
    assertEquals(Map.of("a", sum), Vector.parts(folder));
    assertThrows(IOException.class, () -> Vector.read(folder, "a", sum));
    String right = "d17bd8f1b2a1d4507febdd855a94ae65ddb15d0a027b8a3a98e543b2ff74ff2c";
    assertEquals(1, Vector.read(folder, "a", right).size());
  }
}
