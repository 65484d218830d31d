/** What messages come to, and messages that contradict themselves. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { MessageInitShape } from "@bufbuild/protobuf";
import { create, fromBinary } from "@bufbuild/protobuf";

import { checkOf, closeOf, doneOf, handOf, verdictOf } from "#inside/answers";
import { closeMessage, closing, declining, playMessage, recordBytes, reentering } from "#inside/questions";
import {
  ApplyActionResponseSchema,
  CheckActionResponseSchema,
  CloseAnswerSchema,
  GameRecordSchema,
  HandValueSchema,
  Phase,
  Status,
  VerdictSchema,
} from "chinchon-referee-client/schema";
import { isSound } from "chinchon-referee-client";

const legal = { legal: true, outcome: "clean", writes: 0, clause: "es.9", pricedBy: "es.9" };
const refused = { legal: false, refusal: { broken: [{ clause: "es.4" }] }, notJudged: ["es.3"] };

function close(answer: MessageInitShape<typeof CloseAnswerSchema>): ReturnType<typeof closeOf> {
  return closeOf(create(CloseAnswerSchema, answer), "d");
}

test("a close is legal or refused", () => {
  const good = close({ legal: true, verdict: legal, bestCard: "7o", closings: [{ card: "7o", verdict: legal }] });
  assert.ok(good.legal);
  assert.deepEqual([good.verdict.outcome, good.verdict.writes, good.bestCard], ["clean", 0, "7o"]);
  assert.deepEqual(good.legalCards, ["7o"]);
  const bad = close({ legal: false, verdict: refused, closings: [{ card: "7o", verdict: refused }] });
  assert.ok(!bad.legal);
  assert.deepEqual(
    bad.verdict?.broken.map((one) => one.clause),
    ["es.4"],
  );
  assert.deepEqual([bad.bestCard, bad.legalCards, bad.verdict.notJudged], [undefined, [], ["es.3"]]);
  const none = close({ legal: false, closings: [{ card: "7o", verdict: refused }] });
  assert.deepEqual([none.legal, none.verdict, none.ruleSetDigest], [false, undefined, "d"]);
  assert.equal(close({ legal: true, verdict: { legal: true, winsGame: true } }).legal, true);
});

test("what is there only sometimes has to be asked for first", () => {
  const answer = close({ legal: true, verdict: legal });
  // @ts-expect-error -- a close that is refused has no outcome
  assert.equal(answer.verdict.outcome, "clean");
  // @ts-expect-error -- one that is legal breaks nothing
  assert.equal(answer.verdict.broken, undefined);
  const check = checkOf(create(CheckActionResponseSchema, { allowed: true }));
  // @ts-expect-error -- an action that is allowed has no refusal
  assert.equal(check.refusal, undefined);
  const verdict = verdictOf(create(VerdictSchema, { status: Status.CLEAN }));
  // @ts-expect-error -- a record that is sound has no violation
  assert.throws(() => verdict.firstViolation.code);
});

test("an answer that contradicts itself is a failure", () => {
  const senseless = [
    () => close({ legal: true, verdict: refused }),
    () => close({ legal: true }),
    () => close({ legal: false, verdict: legal }),
    () => close({ legal: false, closings: [{ card: "7o" }] }),
    () => closeOf(undefined, "d"),
    () => handOf(undefined, "d"),
    () => handOf(create(HandValueSchema, { deadwood: 3 }), "d"),
    () => checkOf(create(CheckActionResponseSchema, { allowed: false })),
    () => doneOf(create(ApplyActionResponseSchema, {})),
    () => verdictOf(undefined),
    () => verdictOf(create(VerdictSchema, { status: Status.VIOLATION })),
    () => verdictOf(create(VerdictSchema, { status: Status.UNREADABLE })),
  ];
  for (const answer of senseless) {
    assert.throws(answer, /^RefereeError: Internal: /);
  }
});

test("an action is allowed or refused", () => {
  const refusal = { code: "OUT_OF_TURN" };
  const allowed = checkOf(create(CheckActionResponseSchema, { allowed: true, irregularity: { code: "X" } }));
  assert.ok(allowed.allowed && allowed.irregularity?.code === "X");
  const not = checkOf(create(CheckActionResponseSchema, { allowed: false, refusal, notJudged: ["x.2"] }));
  assert.ok(!not.allowed && not.refusal.code === "OUT_OF_TURN" && not.notJudged[0] === "x.2");
  const done = doneOf(create(ApplyActionResponseSchema, { state: { phase: Phase.DRAW } }));
  assert.ok(done.allowed && done.state.phase === Phase.DRAW);
  const undone = doneOf(create(ApplyActionResponseSchema, { refusal }));
  assert.ok(!undone.allowed && undone.refusal.code === "OUT_OF_TURN");
});

test("a record is sound or not", () => {
  for (const [status, name, sound] of [
    [Status.UNSPECIFIED, "unspecified", false],
    [Status.CLEAN, "clean", true],
    [Status.CONSISTENT, "consistent", true],
    [Status.IRREGULAR, "irregular", true],
    [Status.VIOLATION, "violation", false],
    [Status.UNREADABLE, "unreadable", false],
  ] as const) {
    const found = verdictOf(create(VerdictSchema, { status, firstViolation: { code: "X" }, totals: { A: -3 } }));
    assert.deepEqual([found.status, isSound(found), found.totals], [name, sound, { A: -3 }]);
    assert.equal(found.firstViolation?.code, sound ? undefined : "X");
  }
  const later = fromBinary(VerdictSchema, Uint8Array.of(0x18, 99)); // of a schema that has more of them
  const unknown = verdictOf(later);
  assert.deepEqual([unknown.status, unknown.firstViolation], ["unspecified", undefined]);
});

test("a close is of the cards kept or the hand", () => {
  assert.deepEqual(closeMessage({ keep: ["7o", "7c"], given: { laps: 2 } }), {
    held: { case: "keep", value: { cards: ["7o", "7c"] } },
    given: { laps: "2" },
  });
  assert.deepEqual(closeMessage({ hand: "7o 7c", closingCard: "7o", takenCard: "7c" }), {
    held: { case: "hand", value: { cards: ["7o 7c"] } },
    closingCard: "7o",
    takenCard: "7c",
    given: {},
  });
});

test("a play is a word or an action", () => {
  assert.deepEqual(playMessage("-7c"), { played: { case: "word", value: "-7c" } });
  assert.deepEqual(playMessage(undefined), {});
  const declared = { seat: "A", kind: { case: "close", value: { card: "7c", declared: { melds: ["4o5o6o"] } } } };
  assert.deepEqual(playMessage(closing("A", "7c", "4o5o6o")), { played: { case: "action", value: declared } });
  assert.deepEqual(reentering("B"), { seat: "B", kind: { case: "reenter", value: {} } });
  assert.deepEqual(declining("B"), { seat: "B", kind: { case: "decline", value: {} } });
});

test("a record is text, bytes, what JSON is, or a message", () => {
  const text = (record: Parameters<typeof recordBytes>[0]): string => new TextDecoder().decode(recordBytes(record));
  assert.equal(text("record: 1"), "record: 1");
  assert.equal(text(new TextEncoder().encode("ñ")), "ñ");
  assert.equal(text({ record: 1, seats: { A: "Ane" } }), '{"record":1,"seats":{"A":"Ane"}}');
  const message = create(GameRecordSchema, { record: 1, rulesDigest: "ab", rounds: [{ scores: { A: 0 } }] });
  assert.deepEqual(JSON.parse(text(message)), { record: 1, rules_digest: "ab", rounds: [{ scores: { A: 0 } }] });
});
