package dev.referee.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** A bearer token: what goes along with every call, and over which connections it may go. */
final class Tokens {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final Pattern VISIBLE = Pattern.compile("[!-~]+");
  private static final Pattern HOST =
      Pattern.compile("(?:\\[(?<v6>[0-9a-f:]+)]|(?<host>[^\\[\\]:/?#@]+))(?::[0-9]+)?");
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}");
  private static final List<String> LOOPBACK_V6 = List.of("::1", "0:0:0:0:0:0:0:1");

  private Tokens() {}

  /** A token that a header can hold. Nothing that is thrown shows it. */
  static String checked(String token) {
    if (!VISIBLE.matcher(token).matches()) {
      throw new IllegalArgumentException(
          "a token has visible ASCII characters only; is there a blank or a line end about it?");
    }
    return token;
  }

  /** Throws where a token would go unencrypted to another machine. */
  static void keepOn(String target) {
    if (!isLocal(target)) {
      throw new IllegalArgumentException(
          "a token would go unencrypted to `"
              + target
              + "`, which is not this machine: give credentials, or say insecureToken() if whatever"
              + " lies between encrypts");
    }
  }

  /** Sends a token with every call of a channel. */
  static ClientInterceptor sending(String token) {
    String header = "Bearer " + token;
    return new ClientInterceptor() {
      @Override
      public <Q, A> ClientCall<Q, A> interceptCall(
          MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
          @Override
          public void start(Listener<A> listener, Metadata headers) {
            headers.put(AUTHORIZATION, header);
            super.start(listener, headers);
          }
        };
      }
    };
  }

  /** Whether a gRPC target is on this machine for certain. */
  static boolean isLocal(String target) {
    if (target.startsWith("unix:")) {
      return true;
    }
    if (!target.startsWith("dns:")) {
      return isLoopback(target);
    }
    if (!target.startsWith("dns://")) {
      return isLoopback(target.substring("dns:".length()));
    }
    int path = target.indexOf('/', "dns://".length());
    return path >= 0 && isLoopback(target.substring(path + 1));
  }

  /** The same of HOST, HOST:PORT or [HOST]:PORT. */
  private static boolean isLoopback(String address) {
    var parts = HOST.matcher(address.toLowerCase(Locale.ROOT));
    if (!parts.matches()) {
      return false;
    }
    String host = parts.group("host");
    return host == null
        ? LOOPBACK_V6.contains(parts.group("v6"))
        : LOOPBACK.matcher(host).matches();
  }
}
