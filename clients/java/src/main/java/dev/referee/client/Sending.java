package dev.referee.client;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.protobuf.ByteString;
import dev.referee.v1.ChunkVerdicts;
import dev.referee.v1.RecordChunk;
import dev.referee.v1.Status;
import dev.referee.v1.StreamWindow;
import dev.referee.v1.Verdict;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * One stream of records as a client keeps it: what is on its way, what comes next, and what to send
 * again. It knows nothing of connections. A chunk stays here until it is answered, never more of
 * them than the window holds.
 */
final class Sending {
  /** Bounds what a server can make a client hold. */
  private static final int MOST_CHUNKS = 64;

  private static final ByteString LINE_END = ByteString.copyFromUtf8("\n");

  private final Iterator<String> records;
  private final Deque<Sent> unanswered = new ArrayDeque<>();
  private StreamWindow window = StreamWindow.getDefaultInstance();
  private long sequence = 1; // of the next chunk
  private long number; // of the next record that is answered
  private ByteString held; // a line that had no room in the last chunk
  private boolean ended;

  private record Sent(RecordChunk chunk, int records) {}

  Sending(Iterator<String> records) {
    this.records = records;
  }

  /** Takes what the server of this connection states. */
  void within(StreamWindow stated) {
    window = stated;
  }

  /** The sequence a stream is opened with, also one that goes on. */
  long first() {
    return sequence - unanswered.size();
  }

  /** How many records are answered. */
  long answered() {
    return number;
  }

  /** Whether everything is sent and answered. */
  boolean done() {
    return ended && unanswered.isEmpty();
  }

  /** What is on its way without an answer, the oldest first. */
  List<RecordChunk> unanswered() {
    return unanswered.stream().map(Sent::chunk).toList();
  }

  /** The next chunk that may be sent now. */
  Optional<RecordChunk> more() {
    long room = Math.min(Math.max(1, Integer.toUnsignedLong(window.getChunks())), MOST_CHUNKS);
    if (unanswered.size() >= room) {
      return Optional.empty();
    }
    List<ByteString> lines = lines();
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    ByteString joined = lines.get(0);
    for (ByteString line : lines.subList(1, lines.size())) {
      joined = joined.concat(LINE_END).concat(line);
    }
    RecordChunk chunk = RecordChunk.newBuilder().setSequence(sequence++).setLines(joined).build();
    unanswered.add(new Sent(chunk, lines.size()));
    return Optional.of(chunk);
  }

  /** The records of the next chunk. */
  private List<ByteString> lines() {
    List<ByteString> lines = new ArrayList<>();
    long most = Math.max(1, Integer.toUnsignedLong(window.getRecords()));
    long room = Integer.toUnsignedLong(window.getBytes());
    while (lines.size() < most && !ended) {
      if (held == null) {
        if (!records.hasNext()) {
          ended = true;
          break;
        }
        held = ByteString.copyFromUtf8(line(records.next()));
      }
      if (!lines.isEmpty() && room < 1 + held.size()) {
        break;
      }
      room -= held.size() + (lines.isEmpty() ? 0 : 1);
      lines.add(held);
      held = null;
    }
    return lines;
  }

  /** Takes the answer to the oldest chunk, and gives those to its records. */
  List<StreamedVerdict> answered(ChunkVerdicts found) {
    Sent oldest = unanswered.peek();
    int count = found.getStatusesCount();
    if (oldest == null
        || found.getSequence() != oldest.chunk.getSequence()
        || count != oldest.records) {
      throw wrong("the server's answer is to no chunk that was sent");
    }
    boolean whole = found.getVerdictsCount() == count;
    Iterator<Verdict> verdicts = found.getVerdictsList().iterator();
    List<StreamedVerdict> told = new ArrayList<>(count);
    for (Status status : found.getStatusesList()) {
      Optional<RecordCheck> verdict = Optional.empty();
      if (whole || status != Status.STATUS_CLEAN) {
        if (!verdicts.hasNext()) {
          throw wrong("the server's answer lacks a verdict");
        }
        verdict = Optional.of(RecordCheck.of(verdicts.next()));
      }
      told.add(new StreamedVerdict(number + told.size(), status, verdict));
    }
    unanswered.remove();
    number += count;
    return told;
  }

  private static RefereeException wrong(String message) {
    return RefereeException.failed(io.grpc.Status.Code.INTERNAL, message);
  }

  /**
   * A record as one line. A text of several lines has to be JSON; an empty one is answered as no
   * record.
   */
  static String line(String record) {
    String content = record.strip();
    if (content.isEmpty()) {
      return "null";
    }
    if (content.indexOf('\n') < 0 && content.indexOf('\r') < 0) {
      return content;
    }
    String made = compact(content);
    if (made.indexOf('\n') >= 0 || made.indexOf('\r') >= 0 || !isJson(content)) {
      throw new IllegalArgumentException(
          "a stream takes records as JSON; YAML goes to validateRecord");
    }
    return made;
  }

  private static boolean isJson(String content) {
    try (JsonReader reader = new JsonReader(new StringReader(content))) {
      reader.setStrictness(Strictness.STRICT);
      reader.skipValue();
      return reader.peek() == JsonToken.END_DOCUMENT;
    } catch (IOException | IllegalStateException broken) {
      return false;
    }
  }

  /**
   * JSON without the blanks between its parts; nothing else is touched. What is no JSON may stay of
   * several lines.
   */
  private static String compact(String json) {
    StringBuilder made = new StringBuilder(json.length());
    boolean inText = false;
    for (int i = 0; i < json.length(); i++) {
      char sign = json.charAt(i);
      if (inText && sign == '\\' && i + 1 < json.length()) {
        made.append(sign).append(json.charAt(++i));
        continue;
      }
      inText ^= sign == '"';
      if (inText || " \t\r\n".indexOf(sign) < 0) {
        made.append(sign);
      }
    }
    return made.toString();
  }
}
