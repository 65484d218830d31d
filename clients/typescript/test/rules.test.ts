/** Rule sets by name, text and digest, and batches, against a scripted server. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { BATCH_BYTES, BATCH_ITEMS, batches } from "#inside/questions";
import { DIGESTS_KEPT, Digests, selector, texts } from "#inside/rules";
import type { RefereeError } from "chinchon-referee-client";
import { Code, connect, digest, source } from "chinchon-referee-client";
import type { BatchEvaluateHandsRequest } from "chinchon-referee-client/schema";

import { SPANISH, WORTH_12, ask, failed, refusal, serve } from "./scripted.js";

test("a source is sent once and then its digest, and again when the server forgot it", async (t) => {
  const server = await serve(t, {
    evaluate(call, { table }) {
      if (table?.ruleSet?.ruleSet.case === "digest" && call === 3) {
        throw refusal(Code.NotFound, "RULE_SET_NOT_LOADED");
      }
      return WORTH_12;
    },
  });
  const client = ask(t, server);
  for (let times = 0; times < 4; times++) {
    const house = {
      rules: source("rule_set: house"),
      seats: 3,
      options: { jokers: 2, wild_ace: true, price: "double" },
    };
    assert.equal((await client.evaluateHand(house, "7o")).ruleSetDigest, "sha256:12");
  }
  const named = server.hands.map(({ table }) => {
    assert.deepEqual([table?.seats, table?.options], [3, { jokers: "2", wild_ace: "yes", price: "double" }]);
    const one = table?.ruleSet?.ruleSet;
    return one?.case === "source" ? new TextDecoder().decode(one.value) : one?.value;
  });
  assert.deepEqual(named, ["rule_set: house", "sha256:12", "sha256:12", "rule_set: house", "sha256:12"]);
});

test("another failure of a digest is told", async (t) => {
  const server = await serve(t, {
    evaluate(call) {
      if (call === 2) {
        throw refusal(Code.InvalidArgument, "SEATS_NOT_OFFERED");
      }
      return WORTH_12;
    },
  });
  const client = ask(t, server);
  await client.evaluateHand({ rules: source("x") }, "7o");
  const error = await failed(client.evaluateHand({ rules: source("x") }, "7o"));
  assert.deepEqual([(error as RefereeError).reason, server.hands.length], ["SEATS_NOT_OFFERED", 2]);
});

test("rule sets are named, known by digest, or brought along", () => {
  assert.deepEqual(selector("spanish-40"), { ruleSet: { case: "name", value: "spanish-40" } });
  assert.deepEqual(selector(digest("ab")), { ruleSet: { case: "digest", value: "ab" } });
  const value = new TextEncoder().encode("ñ");
  assert.deepEqual(selector(source("ñ")), { ruleSet: { case: "source", value } });
});

test("values are written as rule files write them", () => {
  assert.deepEqual(texts({ a: 2, b: true, c: false, d: "declared", e: -1 }), {
    a: "2",
    b: "yes",
    c: "no",
    d: "declared",
    e: "-1",
  });
  assert.deepEqual(texts(undefined), {});
});

test("sources of the same bytes are the same, and of others are not", () => {
  const same = [source("é"), source(new TextEncoder().encode("é"), "other.yaml")];
  assert.equal(same[0]?.key, same[1]?.key);
  const every = Array.from({ length: 256 }, (_, byte) => source(Uint8Array.of(byte)).key);
  assert.equal(new Set([...every, source("é").key, source("Ã©").key]).size, 258);
});

test("only so many digests are kept, those used last", () => {
  const kept = new Digests();
  const one = (number: number): ReturnType<typeof source> => source(String(number));
  for (let number = 0; number < DIGESTS_KEPT; number++) {
    kept.remember(one(number), `d${number}`);
  }
  assert.equal(kept.of(one(0))?.digest, "d0"); // used: the next to go is 1
  kept.remember(one(2), "new");
  kept.remember(one(DIGESTS_KEPT), "last");
  kept.remember(one(DIGESTS_KEPT + 1), "");
  assert.deepEqual(
    [kept.of(one(0))?.digest, kept.of(one(2))?.digest, kept.of(one(DIGESTS_KEPT))?.digest],
    ["d0", "new", "last"],
  );
  assert.deepEqual([kept.of(one(1)), kept.of(one(DIGESTS_KEPT + 1)), kept.size], [undefined, undefined, DIGESTS_KEPT]);
});

test("a client serves many at once", async (t) => {
  const server = await serve(t, { evaluate: () => WORTH_12 });
  const client = ask(t, server);
  const calls = Array.from({ length: 200 }, (_, call) =>
    client.evaluateHand({ rules: source(`rule_set: house-${call % 5}`) }, "7o"),
  );
  assert.ok((await Promise.all(calls)).every((hand) => hand.deadwood === 12));
  assert.equal(server.hands.length, 200);
});

/** Gives every hand the number of its cards as deadwood, and no value to one without cards. */
function each({ hands }: BatchEvaluateHandsRequest): object {
  const results = hands.map(({ cards }) => ({
    result:
      cards.length > 0
        ? { case: "value", value: { deadwood: cards.length, best: {} } }
        : { case: "fault", value: { reason: "CARDS_MISSING" } },
  }));
  return { ruleSetDigest: "sha256:12", results };
}

test("more than a batch holds is sent in several", async (t) => {
  const server = await serve(t, { batch: each });
  const hands = Array.from({ length: 2 * BATCH_ITEMS + 1 }, (_, number) => Array<string>(number % 4).fill("7o"));
  const items = await ask(t, server).batchEvaluateHands(SPANISH, hands);
  assert.deepEqual(
    items.map((item) => (item.ok ? item.answer.deadwood : item.fault.reason)),
    hands.map((hand) => (hand.length > 0 ? hand.length : "CARDS_MISSING")),
  );
  assert.deepEqual(
    server.batches.map((batch) => batch.hands.length),
    [BATCH_ITEMS, BATCH_ITEMS, 1],
  );
  assert.deepEqual(await ask(t, server).batchEvaluateHands(SPANISH, []), []);
});

test("a batch that is not answered whole is a failure", async (t) => {
  const server = await serve(t, { batch: () => ({ ruleSetDigest: "sha256:12" }) });
  const error = await failed(ask(t, server).batchEvaluateHands(SPANISH, ["7o"]));
  assert.match(String(error), /Internal: the server gave 0 answers to 1 questions/);
});

test("all pages are read", async (t) => {
  const page = (name: string, nextPageToken: string): object => ({ ruleSets: [{ name }], nextPageToken });
  const server = await serve(t, { pages: { "": page("a", "2"), "2": page("b", "3"), "3": page("c", "") } });
  const listed = await ask(t, server).listRuleSets();
  assert.deepEqual(
    listed.map((one) => one.name),
    ["a", "b", "c"],
  );
});

test("the items of a batch fit into a message", () => {
  const sizes = (all: number[]): number[] => [...batches(all, (size) => size)].map((batch) => batch.length);
  const large = 1 << 20;
  assert.deepEqual(sizes([10, 10]), [2]);
  assert.deepEqual(sizes([large, large, large, large, 10]), [3, 2]);
  assert.deepEqual(sizes([BATCH_BYTES + 1, 10]), [1, 1]);
  assert.deepEqual(sizes([10, BATCH_BYTES + 1]), [1, 1]);
  assert.deepEqual(sizes(Array<number>(BATCH_ITEMS + 1).fill(0)), [BATCH_ITEMS, 1]);
  assert.deepEqual(sizes([]), []);
});

test("an address that is none is told at once", () => {
  for (const address of ["", "a b:1", "127.0.0.1:x", "http://127.0.0.1:1", "127.0.0.1:1/path"]) {
    assert.throws(() => connect(address), TypeError, address);
  }
});
