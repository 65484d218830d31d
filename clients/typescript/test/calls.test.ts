/** Deadlines, repeats and failures of single calls, against a scripted server. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";

import { usualTimeout } from "#inside/calls";
import { Code, RefereeError } from "chinchon-referee-client";
import { RecordService, RefereeService, RuleSetService } from "chinchon-referee-client/schema";

import { SPANISH, WORTH_12, ask, failed, refusal, serve } from "./scripted.js";

test("a call is repeated where the server was not reached", async (t) => {
  for (const [failures, asked, answered] of [
    [0, 1, true],
    [1, 2, true],
    [2, 3, true],
    [3, 3, false],
  ] as const) {
    const server = await serve(t, {
      evaluate(call) {
        if (call <= failures) {
          throw refusal(Code.Unavailable);
        }
        return WORTH_12;
      },
    });
    const call = ask(t, server).evaluateHand(SPANISH, "7o");
    if (answered) {
      assert.equal((await call).deadwood, 12);
    } else {
      assert.equal(((await failed(call)) as RefereeError).code, Code.Unavailable);
    }
    assert.equal(server.hands.length, asked);
  }
});

test("nothing else is repeated", async (t) => {
  const codes = [Code.ResourceExhausted, Code.DeadlineExceeded, Code.Internal, Code.InvalidArgument, Code.Unknown];
  for (const code of [...codes, Code.Aborted, Code.Canceled]) {
    const server = await serve(t, {
      evaluate() {
        throw refusal(code, "REASON", { retryAfterMs: 1500 });
      },
    });
    const error = await failed(ask(t, server).evaluateHand(SPANISH, "7o"));
    assert.ok(error instanceof RefereeError);
    assert.deepEqual([error.code, error.retryAfterMs, server.hands.length], [code, 1500, 1]);
  }
});

test("a method of which nothing is promised is not repeated", async (t) => {
  const server = await serve(t, {
    evaluate() {
      throw refusal(Code.Unavailable);
    },
  });
  const { transport } = ask(t, server);
  for (const [level, asked] of [
    [MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS, 3],
    [MethodOptions_IdempotencyLevel.IDEMPOTENCY_UNKNOWN, 4],
  ] as const) {
    const method = { ...RefereeService.method.evaluateHand, idempotency: level };
    const error = await failed(transport.unary(method, undefined, undefined, undefined, {}));
    assert.equal((error as RefereeError).code, Code.Unavailable);
    assert.equal(server.hands.length, asked);
  }
});

test("the server says when to come again", async (t) => {
  const wait = 400; // longer than a first wait ever is
  const server = await serve(t, {
    evaluate(call) {
      if (call === 1) {
        throw refusal(Code.Unavailable, "DRAINING", { retryAfterMs: wait });
      }
      return WORTH_12;
    },
  });
  const began = performance.now();
  await ask(t, server).evaluateHand(SPANISH, "7o");
  assert.ok(performance.now() - began >= wait - 1); // a timer may be early by a part of a millisecond
});

test("nobody waits longer than the deadline", async (t) => {
  const server = await serve(t, {
    evaluate() {
      throw refusal(Code.Unavailable, "DRAINING", { retryAfterMs: 3_600_000 });
    },
  });
  const error = await failed(ask(t, server, { timeoutMs: 60_000 }).evaluateHand(SPANISH, "7o"));
  assert.equal((error as RefereeError).reason, "DRAINING");
  assert.equal(server.hands.length, 1);
});

test("every call has a deadline", async (t) => {
  const server = await serve(t, { evaluate: () => WORTH_12, batch: () => ({ results: [{}] }) });
  const client = ask(t, server);
  await client.evaluateHand(SPANISH, "7o");
  await failed(client.batchEvaluateHands(SPANISH, ["7o"]));
  await client.evaluateHand(SPANISH, "7o", { timeoutMs: 10_000 });
  await ask(t, server, { timeoutMs: 20_000 }).evaluateHand(SPANISH, "7o");
  for (const [index, wanted] of [3_000, 30_000, 10_000, 20_000].entries()) {
    const left = server.left[index] ?? 0;
    assert.ok(left <= wanted && left > wanted / 2, `call ${index} came with ${left} ms, wanted ${wanted}`);
  }
});

test("the longer deadline is for what takes long", () => {
  const timeouts = { timeoutMs: 1, batchTimeoutMs: 2 };
  const { batchCheckCloses, batchEvaluateHands, checkAction } = RefereeService.method;
  const { checkRuleSet, compileRuleSet, listRuleSets } = RuleSetService.method;
  for (const method of [batchCheckCloses, batchEvaluateHands, checkRuleSet, compileRuleSet, ...RecordService.methods]) {
    assert.equal(usualTimeout(method, timeouts), 2, method.name);
  }
  for (const method of [checkAction, listRuleSets]) {
    assert.equal(usualTimeout(method, timeouts), 1, method.name);
  }
});

test("the deadline covers repeats, and each is told what is left of it", async (t) => {
  const server = await serve(t, {
    evaluate(call) {
      if (call < 3) {
        throw refusal(Code.Unavailable, "", { retryAfterMs: 100 });
      }
      return WORTH_12;
    },
  });
  await ask(t, server).evaluateHand(SPANISH, "7o");
  const [first = 0, second = 0, third = 0] = server.left;
  assert.ok(second <= first - 90 && third <= second - 90, `${first}, ${second}, ${third}`);
});

test("a deadline that passes ends the call", async (t) => {
  const server = await serve(t, { evaluate: () => new Promise(() => undefined) });
  const calls = [
    ask(t, server, { timeoutMs: 50 }).evaluateHand(SPANISH, "7o"),
    ask(t, server).evaluateHand(SPANISH, "7o", { timeoutMs: 50 }),
    ask(t, server).evaluateHand(SPANISH, "7o", { signal: AbortSignal.timeout(50) }),
    ask(t, server).evaluateHand(SPANISH, "7o", { timeoutMs: 0 }),
    ask(t, server).evaluateHand(SPANISH, "7o", { timeoutMs: -1 }),
  ];
  for (const error of await Promise.all(calls.map(failed))) {
    assert.equal((error as RefereeError).code, Code.DeadlineExceeded);
  }
});

test("a call that is given up says so, and is not repeated", async (t) => {
  const giving = new AbortController();
  const server = await serve(t, {
    evaluate() {
      giving.abort(new Error("enough"));
      return new Promise(() => undefined);
    },
  });
  const error = await failed(ask(t, server).evaluateHand(SPANISH, "7o", { signal: giving.signal }));
  assert.ok(error instanceof RefereeError);
  assert.deepEqual([error.code, error.cause, server.hands.length], [Code.Canceled, giving.signal.reason, 1]);
  const again = await failed(ask(t, server).evaluateHand(SPANISH, "7o", { signal: giving.signal }));
  assert.deepEqual([(again as RefereeError).code, server.hands.length], [Code.Canceled, 1]);
});

test("a wait for the next attempt is given up, too", { timeout: 60_000 }, async (t) => {
  const giving = new AbortController();
  const server = await serve(t, {
    evaluate() {
      setTimeout(() => {
        giving.abort();
      }, 20);
      throw refusal(Code.Unavailable, "DRAINING", { retryAfterMs: 600_000 });
    },
  });
  const { signal } = giving;
  const error = await failed(ask(t, server).evaluateHand(SPANISH, "7o", { signal, timeoutMs: 3_600_000 }));
  assert.deepEqual([(error as RefereeError).reason, server.hands.length], ["DRAINING", 1]);
});

test("a failure has everything the server says", async (t) => {
  const server = await serve(t, {
    evaluate() {
      throw refusal(Code.InvalidArgument, "CARD_UNKNOWN", { field: "cards[0]" });
    },
  });
  const error = await failed(ask(t, server).evaluateHand(SPANISH, "7z"));
  assert.ok(error instanceof RefereeError);
  const { name, message, code, reason, metadata, violations, retryAfterMs } = error;
  assert.deepEqual(
    { name, message, code, reason, metadata: { ...metadata }, violations, retryAfterMs },
    {
      name: "RefereeError",
      message: "CARD_UNKNOWN: as the test says",
      code: Code.InvalidArgument,
      reason: "CARD_UNKNOWN",
      metadata: { name: "x" },
      violations: [{ field: "cards[0]", reason: "CARD_UNKNOWN", message: "no card" }],
      retryAfterMs: undefined,
    },
  );
});

test("a server that is not there is unavailable, and is found again when it is", async (t) => {
  const server = await serve(t, { evaluate: () => WORTH_12 });
  const client = ask(t, server);
  await client.evaluateHand(SPANISH, "7o");
  await server.stop();
  assert.equal(((await failed(client.evaluateHand(SPANISH, "7o"))) as RefereeError).code, Code.Unavailable);
  const call = client.evaluateHand(SPANISH, "7o", { timeoutMs: 20_000 });
  const again = await serve(t, { evaluate: () => WORTH_12 }, { port: Number(server.address.split(":")[1]) });
  assert.equal((await call).deadwood, 12);
  assert.equal(again.hands.length, 1);
});

test("a connection that breaks under a call is an attempt", async (t) => {
  const server = await serve(t, {
    async evaluate(call) {
      if (call === 1) {
        await server.stop();
      }
      return WORTH_12;
    },
  });
  const call = ask(t, server).evaluateHand(SPANISH, "7o");
  assert.equal(((await failed(call)) as RefereeError).code, Code.Unavailable);
  assert.equal(server.hands.length, 1); // the others were refused
});

test("a client that is closed asks no more", async (t) => {
  const server = await serve(t, { evaluate: () => WORTH_12 });
  const client = ask(t, server);
  await client.evaluateHand(SPANISH, "7o");
  client.close();
  for (const call of [client.evaluateHand(SPANISH, "7o"), client.streamValidateRecords(["{}"]).next()]) {
    assert.match(String(await failed(call)), /Canceled: the client is closed/);
  }
  assert.equal(server.hands.length, 1);
});

test("closing ends calls under way", async (t) => {
  const server = await serve(t, {
    evaluate() {
      client.close();
      return new Promise(() => undefined);
    },
  });
  const client = ask(t, server);
  assert.ok((await failed(client.evaluateHand(SPANISH, "7o"))) instanceof RefereeError);
  assert.equal(server.hands.length, 1);
});
