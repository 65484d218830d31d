package dev.referee.client;

import com.google.protobuf.ByteString;
import dev.referee.v1.TableSetup;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Remembers what the server calls each source, those used last, and asks by that. */
final class Digests {
  static final int KEPT = 64;

  private final Map<ByteString, String> found =
      new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteString, String> eldest) {
          return size() > KEPT;
        }
      };

  /**
   * Makes a call whose answer holds no text of the rules: a source that the server has seen goes as
   * its digest, and itself again if the server has forgotten it.
   */
  <A> A byDigest(Table table, Function<TableSetup, A> ask, Function<A, String> digest) {
    if (!(table.rules() instanceof Rules.Source source)) {
      return ask.apply(table.whole());
    }
    Optional<String> known = of(source);
    if (known.isPresent()) {
      try {
        return ask.apply(table.setup(new Rules.Digest(known.get()).selector()));
      } catch (RefereeException failure) {
        if (!failure.reason().equals(RefereeException.NOT_LOADED)) {
          throw failure;
        }
      }
    }
    A answer = ask.apply(table.whole());
    remember(source, digest.apply(answer));
    return answer;
  }

  synchronized Optional<String> of(Rules.Source source) {
    return Optional.ofNullable(found.get(key(source)));
  }

  synchronized void remember(Rules.Source source, String digest) {
    if (!digest.isEmpty()) {
      found.put(key(source), digest);
    }
  }

  synchronized int size() {
    return found.size();
  }

  /** Instead of the source, which may have 256 KiB. */
  private static ByteString key(Rules.Source source) {
    try {
      MessageDigest sum = MessageDigest.getInstance("SHA-256");
      sum.update(source.yaml().asReadOnlyByteBuffer());
      return ByteString.copyFrom(sum.digest());
    } catch (NoSuchAlgorithmException never) {
      throw new AssertionError("every Java has SHA-256", never);
    }
  }
}
