/** A bearer token: what goes along with every call, and over which connections it may go. */

import type { Interceptor } from "@connectrpc/connect";

/** Who asks. */
export interface TokenOptions {
  /**
   * Goes with every call, streams included. Over a connection that is not encrypted it goes no further than this machine:
   * connecting throws a TypeError.
   */
  readonly token?: string;
  /** Lets the token go unencrypted to another machine, where something else on the way encrypts. */
  readonly insecureToken?: boolean;
}

/** What a token does to calls to a URL; nothing if there is none. Only its function knows it, which nothing prints. */
export function bearer({ token, insecureToken = false }: TokenOptions, baseUrl: string): Interceptor[] {
  if (token === undefined) {
    return [];
  }
  if (!/^[!-~]+$/.test(token)) {
    throw new TypeError("a token has visible ASCII characters only; is there a blank or a line end about it?");
  }
  const page = "location" in globalThis ? location.href : undefined; // of a page, whose URLs may be relative to it
  const { protocol, host, hostname } = new URL(baseUrl, page);
  if (protocol !== "https:" && !insecureToken && !isLoopback(hostname)) {
    throw new TypeError(
      `a token would go unencrypted to \`${host}\`, which is not this machine: encrypt the connection,` +
        " or say `insecureToken: true` if whatever lies between does",
    );
  }
  const header = `Bearer ${token}`;
  return [
    (next) => async (request) => {
      request.header.set("authorization", header);
      return await next(request);
    },
  ];
}

/** Whether a host, as URLs write it, is this machine for certain. */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
