/** A server that answers as a test says, and remembers what it was asked. */

import { createServer } from "node:http2";
import type { SecureServerOptions, ServerHttp2Session } from "node:http2";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

import type { DescMessage, MessageInitShape } from "@bufbuild/protobuf";
import type { ConnectRouter, HandlerContext, Interceptor } from "@connectrpc/connect";
import { Code, ConnectError } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";

import { BadRequestSchema, ErrorInfoSchema, RetryInfoSchema } from "#inside/gen/google/rpc/error_details_pb";
import type { ConnectOptions } from "chinchon-referee-client";
import { Client, connect } from "chinchon-referee-client";
import type {
  BatchEvaluateHandsRequest,
  BatchEvaluateHandsResponseSchema,
  EvaluateHandRequest,
  EvaluateHandResponseSchema,
  ListRuleSetsResponseSchema,
  StreamValidateRecordsRequest,
  StreamValidateRecordsResponseSchema,
} from "chinchon-referee-client/schema";
import { RecordService, RefereeService, RuleSetService, RuleSetStoreService } from "chinchon-referee-client/schema";

export type Evaluated = MessageInitShape<typeof EvaluateHandResponseSchema>;
export type Streamed = MessageInitShape<typeof StreamValidateRecordsResponseSchema>;

/** What a server says. Numbers of calls and connections count from 1. */
export interface Script {
  readonly evaluate?: (
    call: number,
    request: EvaluateHandRequest,
    context: HandlerContext,
  ) => Evaluated | Promise<Evaluated>;
  readonly batch?: (request: BatchEvaluateHandsRequest) => MessageInitShape<typeof BatchEvaluateHandsResponseSchema>;
  readonly pages?: Readonly<Record<string, MessageInitShape<typeof ListRuleSetsResponseSchema>>>;
  readonly stream?: (
    connection: number,
    requests: AsyncIterator<StreamValidateRecordsRequest>,
    context: HandlerContext,
  ) => AsyncIterable<Streamed>;
  readonly more?: (router: ConnectRouter) => void;
}

export interface Scripted {
  readonly address: string;
  readonly hands: EvaluateHandRequest[];
  readonly batches: BatchEvaluateHandsRequest[];
  /** What each call had left to its deadline, in milliseconds. */
  readonly left: (number | undefined)[];
  readonly headers: Headers[];
  /** Ends the server at once, and its connections. */
  readonly stop: () => Promise<void>;
}

export const SPANISH = { rules: "spanish-40" };
export const WORTH_12: Evaluated = { ruleSetDigest: "sha256:12", value: { deadwood: 12, best: {} } };

/**
 * Starts a server on a free port of this machine; the test ends it. With `heard` it has no methods, and notes the
 * authorization of each call.
 */
export async function serve(
  t: TestContext,
  script: Script,
  { port = 0, tls, heard }: { port?: number; tls?: SecureServerOptions; heard?: Map<string, string | null> } = {},
): Promise<Scripted> {
  const asked = { hands: [], batches: [], left: [], headers: [] } as Omit<Scripted, "address" | "stop">;
  const handler = connectNodeAdapter({ routes: heard === undefined ? routes(script, asked) : hearing(heard) });
  const server = tls === undefined ? createServer(handler) : createSecureServer(tls, handler);
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => {
    sessions.add(session.on("error", () => undefined));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    sessions.forEach((session) => {
      session.destroy();
    });
    await closed;
  };
  t.after(stop);
  return { address, ...asked, stop };
}

function routes(script: Script, asked: Omit<Scripted, "address" | "stop">): (router: ConnectRouter) => void {
  let connections = 0;
  const note = (context: HandlerContext): void => {
    asked.left.push(context.timeoutMs());
    asked.headers.push(context.requestHeader);
  };
  return (router) => {
    script.more?.(router);
    router.service(RefereeService, {
      async evaluateHand(request, context) {
        asked.hands.push(request);
        note(context);
        return await (script.evaluate?.(asked.hands.length, request, context) ?? {});
      },
      batchEvaluateHands(request, context) {
        asked.batches.push(request);
        note(context);
        return script.batch?.(request) ?? {};
      },
    });
    router.service(RuleSetService, { listRuleSets: ({ pageToken }) => script.pages?.[pageToken] ?? {} });
    router.service(RecordService, {
      async *streamValidateRecords(requests, context) {
        connections++;
        yield* script.stream?.(connections, requests[Symbol.asyncIterator](), context) ?? [];
      },
    });
  };
}

/** Every method there is, none of which is there; and who called it. */
function hearing(heard: Map<string, string | null>): (router: ConnectRouter) => void {
  const interceptor: Interceptor = () => (request) => {
    heard.set(request.method.name, request.header.get("authorization"));
    throw new ConnectError("no methods", Code.Unimplemented);
  };
  return (router) => {
    for (const service of [RefereeService, RuleSetService, RecordService, RuleSetStoreService]) {
      router.service(service, {}, { interceptors: [interceptor] });
    }
  };
}

/** A client of a server, which the test closes. */
export function ask(t: TestContext, { address }: Pick<Scripted, "address">, options?: ConnectOptions): Client {
  const client = connect(address, options);
  t.after(() => {
    client.close();
  });
  return client;
}

interface Said {
  readonly retryAfterMs?: number;
  readonly field?: string;
}

/** A failure as the server words it. */
export function refusal(code: Code, reason = "", { retryAfterMs, field }: Said = {}): ConnectError {
  const details: { desc: DescMessage; value: MessageInitShape<DescMessage> }[] = [];
  if (reason !== "") {
    const told: MessageInitShape<typeof ErrorInfoSchema> = { reason, domain: "referee.v1", metadata: { name: "x" } };
    details.push({ desc: ErrorInfoSchema, value: told });
  }
  if (retryAfterMs !== undefined) {
    const seconds = BigInt(Math.floor(retryAfterMs / 1000));
    const retryDelay = { seconds, nanos: (retryAfterMs % 1000) * 1e6 };
    const told: MessageInitShape<typeof RetryInfoSchema> = { retryDelay };
    details.push({ desc: RetryInfoSchema, value: told });
  }
  if (field !== undefined) {
    const told: MessageInitShape<typeof BadRequestSchema> = {
      fieldViolations: [{ field, reason, description: "no card" }],
    };
    details.push({ desc: BadRequestSchema, value: told });
  }
  return new ConnectError("as the test says", code, undefined, details);
}

/** What a call failed with; an error if it did not. */
export async function failed(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    (answer) => {
      throw new Error(`no failure but ${JSON.stringify(answer)}`);
    },
    (error: unknown) => error,
  );
}
