/** The entry for browsers, through a bridge that takes gRPC-Web by HTTP/1.1 and hands it on by gRPC. */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { test } from "node:test";

import { Code, createClient } from "@connectrpc/connect";
import { connectNodeAdapter, createGrpcTransport } from "@connectrpc/connect-node";

import { RecordService, RefereeService } from "chinchon-referee-client/schema";
import type { ConnectOptions } from "chinchon-referee-client/web";
import { RefereeError, connect, source } from "chinchon-referee-client/web";

import { SPANISH, WORTH_12, failed, refusal, serve } from "./scripted.js";
import { HOUSE, NOT_THERE, record, served } from "./served.js";

interface Bridge {
  readonly url: string;
  /** What was asked through it, by its content type. */
  readonly types: string[];
  readonly batches: number[];
}

/** What Envoy does in front of a server: the same messages, under the protocol of browsers. */
async function bridge(t: TestContext, address: string): Promise<Bridge> {
  const transport = createGrpcTransport({ baseUrl: `http://${address}` });
  const judging = createClient(RefereeService, transport);
  const records = createClient(RecordService, transport);
  const batches: number[] = [];
  const handler = connectNodeAdapter({
    grpc: false,
    connect: false,
    routes(router) {
      router.rpc(RefereeService.method.evaluateHand, (request, { signal }) =>
        judging.evaluateHand(request, { signal }),
      );
      router.rpc(RecordService.method.batchValidateRecords, (request, { signal }) => {
        batches.push(request.records.length);
        return records.batchValidateRecords(request, { signal });
      });
    },
  });
  const types: string[] = [];
  const server = createServer((request, response) => {
    types.push(request.headers["content-type"] ?? "");
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, types, batches };
}

test("calls, failures and repeats are the same by gRPC-Web", async (t) => {
  const server = await serve(t, {
    evaluate(call) {
      if (call <= 2) {
        throw refusal(Code.Unavailable, "DRAINING", { retryAfterMs: 1 });
      }
      if (call === 4) {
        throw refusal(Code.InvalidArgument, "CARD_UNKNOWN", { field: "cards[0]" });
      }
      return WORTH_12;
    },
  });
  const { url, types } = await bridge(t, server.address);
  const referee = connect(url);
  assert.equal((await referee.evaluateHand(SPANISH, "7o")).deadwood, 12);
  assert.equal(server.hands.length, 3);
  const error = await failed(referee.evaluateHand(SPANISH, "7z"));
  assert.ok(error instanceof RefereeError);
  assert.deepEqual([error.code, error.reason], [Code.InvalidArgument, "CARD_UNKNOWN"]);
  assert.deepEqual([error.violations[0]?.field, { ...error.metadata }], ["cards[0]", { name: "x" }]);
  assert.deepEqual([...new Set(types)], ["application/grpc-web+proto"]);
});

test("deadlines and signals are the same by gRPC-Web", async (t) => {
  const server = await serve(t, { evaluate: () => new Promise(() => undefined) });
  const { url } = await bridge(t, server.address);
  const calls = [
    connect(url, { timeoutMs: 50 }).evaluateHand(SPANISH, "7o"),
    connect(url).evaluateHand(SPANISH, "7o", { signal: AbortSignal.timeout(50) }),
    connect(url).evaluateHand(SPANISH, "7o", { signal: AbortSignal.abort() }),
  ];
  assert.deepEqual(
    (await Promise.all(calls.map(failed))).map((error) => (error as RefereeError).code),
    [Code.DeadlineExceeded, Code.DeadlineExceeded, Code.Canceled],
  );
});

test("a proxy that is not there is unavailable, and asked three times", async () => {
  let asked = 0;
  const counting: NonNullable<ConnectOptions["fetch"]> = async (...request) => {
    asked++;
    return await fetch(...request);
  };
  const error = await failed(connect("http://127.0.0.1:1", { fetch: counting }).evaluateHand(SPANISH, "7o"));
  assert.ok(error instanceof RefereeError);
  assert.deepEqual([error.code, asked], [Code.Unavailable, 3]);
});

test("a browser asks a real server, and streams in batches", { skip: NOT_THERE }, async (t) => {
  const { url, batches } = await bridge(t, await served());
  const referee = connect(url);
  const house = { rules: source(HOUSE) };
  for (let times = 0; times < 2; times++) {
    assert.equal((await referee.evaluateHand(house, "4o 5o 6o 7c 7e 7b 12c")).deadwood, 12);
  }
  let read = 0;
  const records = (function* () {
    for (; read < 250; read++) {
      yield record(read % 2 === 0 ? "12c" : "12b");
    }
  })();
  let heard = 0;
  for await (const answer of referee.streamValidateRecords(records)) {
    assert.deepEqual([answer.number, answer.status], [heard, heard % 2 === 0 ? "clean" : "violation"]);
    assert.equal(answer.verdict === undefined, heard % 2 === 0);
    heard++;
    assert.ok(read - heard < 100);
  }
  assert.deepEqual([heard, batches], [250, [100, 100, 50]]);
  for await (const answer of referee.streamValidateRecords([record("12c")], { full: true })) {
    assert.equal(answer.verdict?.status, "clean");
  }
});
