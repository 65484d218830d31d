package dev.referee.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Carries connections to a server of this machine, and cuts them all when it is told. */
final class Cut implements AutoCloseable {
  private final ServerSocket near;
  private final List<Socket> open = new ArrayList<>();
  private final Duration delay;
  private int port;
  private int made;

  Cut(int port) {
    this(port, Duration.ZERO);
  }

  /** One that lets every connection wait. */
  Cut(int port, Duration delay) {
    this.port = port;
    this.delay = delay;
    try {
      near = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    start(this::serve);
  }

  String address() {
    return "127.0.0.1:" + near.getLocalPort();
  }

  synchronized int made() {
    return made;
  }

  /** Cuts all connections; later ones go to the server at that port. */
  synchronized void now(int next) {
    port = next;
    open.forEach(Cut::close);
    open.clear();
  }

  @Override
  public void close() {
    try {
      near.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    now(port);
  }

  private void serve() {
    while (!near.isClosed()) {
      try {
        Socket from = near.accept();
        Thread.sleep(delay.toMillis());
        carry(from);
      } catch (IOException | InterruptedException over) {
        return;
      }
    }
  }

  private synchronized void carry(Socket from) throws IOException {
    Socket to = new Socket(InetAddress.getLoopbackAddress(), port);
    open.addAll(List.of(from, to));
    made++;
    start(() -> copy(from, to));
    start(() -> copy(to, from));
  }

  private static void copy(Socket from, Socket to) {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException over) {
      close(from);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
  }
}
