package dev.referee.client.conform;

import com.google.gson.JsonObject;
import com.google.protobuf.ByteString;
import dev.referee.client.RefereeClient;
import dev.referee.client.RefereeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Asks a served referee, through this client, the vectors of the conformance kit, and compares the
 * answers as tests/conformance/PROTOCOL.md says. What no message of its own can say is asked as a
 * line. The server is started with --folders tests/rules: it opens no files.
 *
 * <p>The result is 0 if every answer is the one wanted, 1 if not, 2 if nothing could be asked.
 */
public final class Conform {
  private static final String USAGE =
      "usage: Conform [-top FOLDER] [-op NAME] [-every N] [-show N] HOST:PORT";
  private static final int BATCH = 500;

  private Path top;
  private String op = "";
  private int every = 1;
  private int show = 5;
  private String address = "";

  private Conform() {}

  public static void main(String[] arguments) {
    System.exit(run(List.of(arguments)));
  }

  private static int run(List<String> arguments) {
    Conform chosen = new Conform();
    try {
      chosen.read(arguments);
    } catch (IllegalArgumentException unknown) {
      System.err.println(USAGE);
      return 2;
    }
    try {
      return chosen.ask();
    } catch (IOException | UncheckedIOException | RefereeException failed) {
      System.err.println("conform: " + failed.getMessage());
      return 2;
    }
  }

  private void read(List<String> arguments) {
    int last = arguments.size() - 1;
    if (last < 0 || last % 2 != 0 || arguments.get(last).startsWith("-")) {
      throw new IllegalArgumentException("an address comes last");
    }
    for (int i = 0; i < last; i += 2) {
      String value = arguments.get(i + 1);
      switch (arguments.get(i)) {
        case "-top", "--top" -> top = Path.of(value);
        case "-op", "--op" -> op = value;
        case "-every", "--every" -> every = Integer.parseInt(value);
        case "-show", "--show" -> show = Integer.parseInt(value);
        default -> throw new IllegalArgumentException(arguments.get(i));
      }
    }
    if (every < 1) {
      throw new IllegalArgumentException("every is at least 1");
    }
    address = arguments.get(last);
  }

  /** Puts every vector that is chosen to a server, in batches of one op and one table. */
  private int ask() throws IOException {
    long began = System.nanoTime();
    Path folder = top == null ? topFolder() : top;
    Tally tally = new Tally(show);
    try (RefereeClient client = RefereeClient.connect(address)) {
      Asker asker = Asker.of(client, folder);
      Path vectors = folder.resolve(Path.of("tests", "conformance", "vectors"));
      List<Vector> others = new ArrayList<>();
      for (List<Vector> group : grouped(asker, vectors, others).values()) {
        for (int from = 0; from < group.size(); from += BATCH) {
          List<Vector> batch = group.subList(from, Math.min(from + BATCH, group.size()));
          var found = asker.ask(batch);
          for (int i = 0; i < batch.size(); i++) {
            tally.answered(batch.get(i), found.get(i));
          }
        }
      }
      askLines(asker, folder, others, tally);
    }
    return tally.print(Duration.ofNanos(System.nanoTime() - began), System.out);
  }

  /** Asks vectors as lines, but those whose rule set the server has not. */
  private static void askLines(Asker asker, Path top, List<Vector> others, Tally tally) {
    List<Vector> asked = new ArrayList<>();
    List<ByteString> lines = new ArrayList<>();
    for (Vector vector : others) {
      asker
          .line(vector, top)
          .ifPresentOrElse(
              line -> {
                asked.add(vector);
                lines.add(line);
              },
              () -> tally.unasked(vector));
    }
    List<JsonObject> answers = asker.answers(lines);
    for (int i = 0; i < answers.size(); i++) {
      tally.answeredLine(asked.get(i), answers.get(i));
    }
  }

  /** The vectors that messages say, by op and table; the others are added to a list. */
  private Map<String, List<Vector>> grouped(Asker asker, Path vectors, List<Vector> others)
      throws IOException {
    Map<String, List<Vector>> groups = new TreeMap<>();
    for (Map.Entry<String, String> part : Vector.parts(vectors).entrySet()) {
      for (Vector vector : Vector.read(vectors, part.getKey(), part.getValue())) {
        boolean chosen = op.isEmpty() || vector.op().equals(op);
        if (!chosen || vector.number() % every != 0) {
          continue;
        }
        if (asker.askable(vector)) {
          groups.computeIfAbsent(Asker.group(vector), name -> new ArrayList<>()).add(vector);
        } else {
          others.add(vector);
        }
      }
    }
    return groups;
  }

  /** The top folder of the checkout, found from the working folder upwards. */
  private static Path topFolder() throws IOException {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve(Path.of("tests", "conformance", "vectors")))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IOException("no folder above has tests/conformance/vectors; say where with -top");
      }
    }
    return folder;
  }
}
