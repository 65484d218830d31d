/**
 * Asks a referee for chinchón and its kin: what a hand is worth, whether it may close, what may be played, what a round is
 * worth, whether a recorded game is a game, and what is wrong with a rule set. This entry is for Node; `./web` is for
 * browsers.
 */

import type { Http2Session, SecureClientSessionOptions } from "node:http2";

import type { Interceptor } from "@connectrpc/connect";
import { Http2SessionManager, createGrpcTransport } from "@connectrpc/connect-node";

import type { ClientOptions } from "./client.js";
import { Client } from "./client.js";
import type { TokenOptions } from "./token.js";
import { bearer } from "./token.js";

export * from "./shared.js";

/** How a program is connected to a server. */
export interface ConnectOptions extends ClientOptions, TokenOptions {
  /** Encrypts the connection; `{}` trusts the authorities that Node trusts, `{ ca }` others, `{ ca, cert, key }` shows who asks. */
  readonly tls?: SecureClientSessionOptions;
  /** Around every call, for example to count them. */
  readonly interceptors?: readonly Interceptor[];
}

/** The answers to a batch may be larger than its request. */
const LARGEST_ANSWER = 64 << 20;

/** A client of the server at an address (`127.0.0.1:50051`). It connects when the first call is made. */
export function connect(address: string, options: ConnectOptions = {}): Client {
  const baseUrl = `${options.tls === undefined ? "http" : "https"}://${address}`;
  if (!URL.canParse(baseUrl) || new URL(baseUrl).pathname !== "/") {
    throw new TypeError(`\`${address}\` is no address; write HOST:PORT`);
  }
  // A server hangs up on whoever pings more often than every 20 s.
  const pings = { pingIntervalMs: 60_000, pingTimeoutMs: 20_000 };
  const sessions = new Http2SessionManager(baseUrl, pings, options.tls);
  const transport = createGrpcTransport({
    baseUrl,
    sessionManager: heard(sessions),
    interceptors: [...(options.interceptors ?? []), ...bearer(options, baseUrl)],
    readMaxBytes: LARGEST_ANSWER,
  });
  const close = (): void => {
    sessions.abort();
  };
  return new Client({ transport, streams: true, close }, options);
}

type Sessions = Pick<Http2SessionManager, "authority" | "request" | "notifyResponseByteRead">;

/**
 * The same connections, whose errors somebody listens to even after the client is closed: one that the server hangs up on at
 * that moment would end the program.
 */
function heard(sessions: Http2SessionManager): Sessions {
  const known = new WeakSet<Http2Session>();
  return {
    authority: sessions.authority,
    async request(...asked) {
      const stream = await sessions.request(...asked);
      if (stream.session !== undefined && !known.has(stream.session)) {
        known.add(stream.session.on("error", () => undefined));
      }
      return stream;
    },
    notifyResponseByteRead(stream) {
      sessions.notifyResponseByteRead(stream);
    },
  };
}
