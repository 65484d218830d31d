package dev.referee.client;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A real {@code referee serve}, of the program that REFEREE names or the one that is installed. */
final class Served {
  /** The tokens of somebody who may change what is kept, and of somebody who may not. */
  static final String AUTHOR = "the-author-of-casa";

  static final String READER = "somebody-who-reads";

  private static final Optional<Served> RUNNING =
      program().map(program -> new Served(program, List.of()));

  /**
   * One that keeps house rules, in a new store, and asks for a token; started when it is wanted.
   */
  private static final class Keeping {
    static final Optional<Served> RUNNING =
        program().map(program -> new Served(program, store(program)));
  }

  private final String address;

  private Served(String program, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(program, "serve", "--address", "127.0.0.1:0"));
    command.addAll(arguments);
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
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

  /** Where the one that keeps house rules listens. */
  static String keeping() {
    Assumptions.assumeTrue(
        RUNNING.isPresent(),
        "neither is REFEREE set nor referee on the path: nothing was asked of a real server");
    return Keeping.RUNNING.orElseThrow().address;
  }

  /** Makes a store and two tokens, which end with the tests; the arguments that name them. */
  private static List<String> store(String program) {
    try {
      Path folder = Files.createTempDirectory("kept");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
      Path store = folder.resolve("rules.db");
      Path tokens = folder.resolve("tokens.yaml");
      Files.writeString(folder.resolve("author"), AUTHOR);
      Files.writeString(folder.resolve("reader"), READER);
      Files.writeString(
          tokens, "ane: {role: author, file: author}\njon: {role: reader, file: reader}\n");
      Process migrated =
          new ProcessBuilder(program, "migrate", "--store", store.toString())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      if (migrated.waitFor() != 0) {
        throw new IllegalStateException(program + " made no store");
      }
      return List.of("--store", store.toString(), "--tokens-file", tokens.toString());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  private static void remove(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
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
