/**
 * The same for browsers, by gRPC-Web: between them and the server stands a proxy that speaks it, for example Envoy. There
 * only one side sends at a time, so a stream of records goes as batches.
 */

import type { Interceptor } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";

import type { ClientOptions } from "./client.js";
import { Client } from "./client.js";
import type { TokenOptions } from "./token.js";
import { bearer } from "./token.js";

export * from "./shared.js";

/** How a page is connected to a proxy. */
export interface ConnectOptions extends ClientOptions, TokenOptions {
  /** Around every call, for example to count them. */
  readonly interceptors?: readonly Interceptor[];
  /** In place of the browser's own, for example to send cookies. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A client of the server behind a URL (`https://referee.example`). */
export function connect(baseUrl: string, options: ConnectOptions = {}): Client {
  const transport = createGrpcWebTransport({
    baseUrl,
    interceptors: [...(options.interceptors ?? []), ...bearer(options, baseUrl)],
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  return new Client({ transport, streams: false, close: () => undefined }, options);
}
