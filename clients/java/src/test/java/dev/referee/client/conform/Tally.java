package dev.referee.client.conform;

import com.google.gson.JsonObject;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts the answers of each op, and keeps the first that are other than wanted. */
final class Tally {
  /** The ops that are asked as lines, for no message says them. */
  private static final Set<String> AS_LINES = Set.of("meld", "layoff");

  private final int show;
  private final Map<String, int[]> counts = new TreeMap<>(); // same, other, as lines, not asked
  private final List<String> told = new ArrayList<>();

  Tally(int show) {
    this.show = show;
  }

  private int[] of(Vector vector) {
    String op = vector.op();
    boolean known = Asker.OPS.containsKey(op) || AS_LINES.contains(op);
    return counts.computeIfAbsent(known ? op : "(no question)", name -> new int[4]);
  }

  void unasked(Vector vector) {
    of(vector)[3]++;
  }

  /** Counts an answer to what was asked as a line, for no message of its own says it. */
  void answeredLine(Vector vector, JsonObject given) {
    of(vector)[2]++;
    answered(vector, given);
  }

  void answered(Vector vector, JsonObject given) {
    if (vector.same(given)) {
      of(vector)[0]++;
      return;
    }
    of(vector)[1]++;
    if (told.size() < show) {
      told.add(
          "%s, vector %d%n  question %s%n  wanted   %s%n  given    %s"
              .formatted(
                  vector.part(),
                  vector.number(),
                  vector.line().toStringUtf8(),
                  vector.answer(),
                  given));
    }
  }

  /** Writes the table and the first differences. The result of the program: 0, 1 or 2. */
  int print(Duration took, PrintStream out) {
    int[] all = new int[4];
    out.printf("%-16s%8s%8s%10s%11s%n", "op", "same", "other", "as lines", "not asked");
    counts.forEach(
        (op, one) -> {
          row(out, op, one);
          for (int i = 0; i < all.length; i++) {
            all[i] += one[i];
          }
        });
    row(out, "all", all);
    out.printf(Locale.ROOT, "%.1f s%n", took.toMillis() / 1000.0);
    if (all[3] > 0) {
      String why = "for the server has no such rule set; start it with --folders tests/rules";
      out.printf("not asked: %d, %s%n", all[3], why);
    }
    told.forEach(one -> out.printf("%n%s%n", one));
    if (all[1] > 0) {
      return 1;
    }
    return all[0] == 0 ? 2 : 0;
  }

  private static void row(PrintStream out, String name, int[] one) {
    out.printf("%-16s%8d%8d%10d%11d%n", name, one[0], one[1], one[2], one[3]);
  }
}
