package dev.referee.client;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** A real {@code referee serve}, of the program that REFEREE names or the one that is installed. */
final class Served {
  private static final Optional<Served> RUNNING = program().map(Served::new);

  private final String address;

  private Served(String program) {
    try {
      Process process =
          new ProcessBuilder(program, "serve", "--address", "127.0.0.1:0")
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
      BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
      String line = output.readLine();
      if (line == null || !line.startsWith("listening on ")) {
        throw new IllegalStateException(program + " said " + line);
      }
      address = line.substring("listening on ".length()).strip();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Where it listens. Tests that want it are left out where there is no such program. */
  static String address() {
    Assumptions.assumeTrue(
        RUNNING.isPresent(),
        "neither is REFEREE set nor referee on the path: nothing was asked of a real server");
    return RUNNING.orElseThrow().address;
  }

  private static Optional<String> program() {
    String named = System.getenv("REFEREE");
    if (named != null && !named.isEmpty()) {
      return Optional.of(named);
    }
    for (String folder : System.getenv("PATH").split(File.pathSeparator, -1)) {
      Path found = Path.of(folder, "referee");
      if (Files.isExecutable(found)) {
        return Optional.of(found.toString());
      }
    }
    return Optional.empty();
  }
}
