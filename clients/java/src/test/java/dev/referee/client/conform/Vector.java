package dev.referee.client.conform;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.ByteString;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/**
 * One question of the kit and its answer.
 *
 * @param part the file it stands in
 * @param number its place there, from 1
 * @param question what is asked; no object where the line is no question at all
 * @param answer the answer that is wanted
 * @param expect what a handed case says of it: a part of it, or "error"; null of other vectors
 * @param line the line that asks it, without its end
 */
record Vector(
    String part,
    int number,
    JsonElement question,
    JsonObject answer,
    JsonElement expect,
    ByteString line) {
  static Vector of(String part, int number, String line) {
    JsonObject read = JsonParser.parseString(line).getAsJsonObject();
    return new Vector(
        part,
        number,
        read.get("question"),
        read.getAsJsonObject("answer"),
        read.get("expect"),
        line(read));
  }

  private static ByteString line(JsonObject read) {
    if (read.has("bytes")) {
      return ByteString.copyFrom(HexFormat.of().parseHex(read.get("bytes").getAsString()));
    }
    if (read.has("line")) {
      int times = read.has("times") ? read.get("times").getAsInt() : 1;
      return ByteString.copyFromUtf8(read.get("line").getAsString().repeat(times));
    }
    return ByteString.copyFromUtf8(String.valueOf(read.get("question")));
  }

  /** The names of the files of vectors, with their checksums. */
  static Map<String, String> parts(Path folder) throws IOException {
    Map<String, String> sums = new TreeMap<>();
    JsonObject listed =
        JsonParser.parseString(Files.readString(folder.resolve("contents.json"))).getAsJsonObject();
    listed
        .asMap()
        .forEach((name, one) -> sums.put(name, one.getAsJsonObject().get("sha256").getAsString()));
    return sums;
  }

  /** The vectors of one part, whose lines must have that checksum. */
  static List<Vector> read(Path folder, String part, String sum) throws IOException {
    byte[] content;
    try (InputStream file = Files.newInputStream(folder.resolve(part + ".jsonl.gz"));
        InputStream opened = new GZIPInputStream(new BufferedInputStream(file))) {
      content = opened.readAllBytes();
    }
    if (!sum(content).equals(sum)) {
      throw new IOException(part + " is not what contents.json says");
    }
    List<Vector> found = new ArrayList<>();
    for (String line : new String(content, StandardCharsets.UTF_8).split("\n", 0)) {
      found.add(of(part, found.size() + 1, line));
    }
    return found;
  }

  private static String sum(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException never) {
      throw new AssertionError("every Java has SHA-256", never);
    }
  }

  /** The name of the op, whatever else the question is; empty for a line that is none. */
  String op() {
    if (question == null || !question.isJsonObject()) {
      return "";
    }
    JsonElement op = question.getAsJsonObject().get("op");
    boolean named = op != null && op.isJsonPrimitive() && op.getAsJsonPrimitive().isString();
    return named ? op.getAsString() : "";
  }

  /** The question, which is one. */
  JsonObject asked() {
    return question.getAsJsonObject();
  }

  /** Texts of the question, none where the key is missing. */
  List<String> texts(String key) {
    JsonElement found = asked().get(key);
    return found == null
        ? List.of()
        : found.getAsJsonArray().asList().stream().map(JsonElement::getAsString).toList();
  }

  /** Values of the question as rule files write them. */
  Map<String, String> values(String key) {
    return values(asked(), key);
  }

  static Map<String, String> values(JsonObject from, String key) {
    Map<String, String> made = new TreeMap<>();
    if (from.has(key)) {
      from.getAsJsonObject(key).asMap().forEach((name, value) -> made.put(name, text(value)));
    }
    return made;
  }

  private static String text(JsonElement value) {
    if (value.getAsJsonPrimitive().isBoolean()) {
      return value.getAsBoolean() ? "yes" : "no";
    }
    return value.getAsString();
  }

  /** The code of the error that is wanted, empty where none is. */
  String code() {
    return counted(answer).isJsonPrimitive() ? counted(answer).getAsString() : "";
  }

  /** Whether an answer is the one wanted, and as its case expects. */
  boolean same(JsonObject given) {
    return counted(given).equals(counted(answer)) && expected(given);
  }

  private boolean expected(JsonObject given) {
    if (expect == null) {
      return true;
    }
    if (expect.isJsonPrimitive()) {
      return given.size() == 1 && given.has(expect.getAsString());
    }
    return expect.getAsJsonObject().entrySet().stream()
        .allMatch(one -> one.getValue().equals(given.get(one.getKey())));
  }

  /** What is compared: an answer, or only the code of an error. */
  private static JsonElement counted(JsonObject answer) {
    return answer.has("error") ? answer.getAsJsonObject("error").get("code") : answer;
  }
}
