package dev.referee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of README.md and examples/ run as they stand, and print what is said. */
final class DocumentsTest {
  private static final Pattern FENCED = Pattern.compile("(?s)```(java|text)\n(.*?)```");

  @TempDir Path folder;

  @Test
  void readme() throws IOException, InterruptedException {
    assertTrue(Served.address().startsWith("127.0.0.1:"));
    List<MatchResult> blocks =
        FENCED.matcher(Files.readString(Path.of("README.md"))).results().toList();
    assertTrue(blocks.size() >= 4 && blocks.size() % 2 == 0, blocks.size() + " blocks");
    for (int i = 0; i < blocks.size(); i += 2) {
      assertEquals("java", blocks.get(i).group(1));
      assertEquals("text", blocks.get(i + 1).group(1));
      String text = blocks.get(i).group(2);
      String address = text.contains(".token(") ? Served.keeping() : Served.address();
      String program = text.replace("127.0.0.1:50051", address);
      Path file = Files.writeString(folder.resolve("Ask" + i + ".java"), program);
      assertEquals(blocks.get(i + 1).group(2), printed(file.toString()));
    }
  }

  @Test
  void example() throws IOException, InterruptedException {
    String wanted = Files.readString(Path.of("examples", "judge", "output.txt"));
    assertEquals(wanted, printed("examples/judge/Judge.java", Served.address()));
  }

  /** What a program of one file prints. */
  private static String printed(String... words) throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        new ArrayList<>(List.of(java, "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("REFEREE_TOKEN", Served.AUTHOR);
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), printed);
    return printed;
  }
}
