package dev.referee.client;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.ByteString;
import dev.referee.v1.RuleSetSelector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A rule set: by its name, by a digest, or brought along. */
public sealed interface Rules {
  /** A rule set that the server offers. */
  static Name named(String name) {
    return new Name(name);
  }

  /** A rule set written in the program. */
  static Source inline(String yaml) {
    return new Source(ByteString.copyFromUtf8(yaml), "");
  }

  /** The rule set in a file, whose name diagnostics tell. */
  static Source file(Path path) throws IOException {
    Path name = path.getFileName();
    return new Source(
        ByteString.copyFrom(Files.readAllBytes(path)), name == null ? "" : name.toString());
  }

  /**
   * A rule set that the server offers.
   *
   * @param name for example "spanish-40"
   */
  record Name(String name) implements Rules {
    public Name {
      requireNonNull(name, "name");
    }
  }

  /**
   * A rule set by its digest from an earlier answer; the server may have forgotten it.
   *
   * @param digest 64 lower-case hexadecimal digits
   */
  record Digest(String digest) implements Rules {
    public Digest {
      requireNonNull(digest, "digest");
    }
  }

  /**
   * A rule set that is brought along. A client sends a source once and then its digest, and sends
   * it again when the server has forgotten it.
   *
   * @param yaml its text, whatever bytes they are
   * @param fileName what diagnostics are to call it; empty: as the server likes
   */
  record Source(ByteString yaml, String fileName) implements Rules {
    public Source {
      requireNonNull(yaml, "yaml");
      requireNonNull(fileName, "fileName");
    }
  }

  /** The rule set as requests name it. */
  default RuleSetSelector selector() {
    RuleSetSelector.Builder made = RuleSetSelector.newBuilder();
    if (this instanceof Name named) {
      made.setName(named.name);
    } else if (this instanceof Digest digested) {
      made.setDigest(digested.digest);
    } else if (this instanceof Source source) {
      made.setSource(source.yaml);
    }
    return made.build();
  }
}
