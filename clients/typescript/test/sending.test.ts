/** What is on its way of a stream, without any connection. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Sending, line } from "#inside/sending";

import { numbers } from "./random.js";

function of(records: readonly string[]): Sending {
  const left = [...records];
  return new Sending(() => Promise.resolve(left.shift()));
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

test("chunks hold what the window says", async () => {
  const below = numbers(52);
  for (let times = 0; times < 300; times++) {
    const wanted = Array.from({ length: below(60) }, () => "x".repeat(1 + below(40)));
    const window = { chunks: below(5), records: below(9), bytes: below(80) };
    const sending = of(wanted);
    sending.window = window;
    const got: string[] = [];
    for (let sequence = 1n; !sending.done;) {
      const chunk = await sending.more();
      if (chunk === undefined) {
        assert.ok(sending.unanswered.length <= Math.max(1, window.chunks));
        const { sequence: first } = sending.unanswered[0] ?? { sequence };
        assert.equal(sending.first, first);
        for (const { sequence: one, records } of [...sending.unanswered]) {
          sending.answered(verdicts(one, records));
        }
        continue;
      }
      const lines = text(chunk.lines).split("\n");
      assert.equal(chunk.sequence, sequence++);
      assert.equal(chunk.records, lines.length);
      assert.ok(lines.length <= Math.max(1, window.records));
      assert.ok(lines.length === 1 || chunk.lines.length <= window.bytes);
      got.push(...lines);
    }
    assert.deepEqual(got, wanted);
  }
});

type Answer = Exclude<Parameters<Sending["answered"]>[0], undefined>;

/** All clean. */
function verdicts(sequence: bigint, records: number): Answer {
  return { sequence, statuses: Array<number>(records).fill(1), verdicts: [] } as unknown as Answer;
}

test("a server cannot make a client hold everything", async () => {
  const sending = of(Array<string>(1000).fill("1"));
  sending.window = { chunks: 1_000_000, records: 1, bytes: 10 };
  while ((await sending.more()) !== undefined);
  assert.equal(sending.unanswered.length, 64);
});

test("an answer to nothing is a failure", async () => {
  const sending = of(["1", "2"]);
  sending.window = { chunks: 2, records: 2, bytes: 10 };
  assert.throws(() => sending.answered(verdicts(1n, 2)), /no chunk that was sent/);
  await sending.more();
  for (const wrong of [verdicts(2n, 2), verdicts(1n, 1), verdicts(1n, 3), undefined]) {
    assert.throws(() => sending.answered(wrong), /no chunk that was sent/);
  }
  const lacking = { ...verdicts(1n, 2), statuses: [1, 4] };
  assert.throws(() => sending.answered(lacking), /lacks a verdict/);
  assert.deepEqual(sending.answered(verdicts(1n, 2)), [
    { number: 0, status: "clean", verdict: undefined },
    { number: 1, status: "clean", verdict: undefined },
  ]);
});

test("a record is sent as one line", () => {
  for (const [record, wanted] of [
    ["", "null"],
    [" \n ", "null"],
    ['{"record": 1}\n', '{"record": 1}'],
    ['{\n\t"record": 1,\r\n"a":"ñ"}', '{ \t"record": 1,  "a":"ñ"}'],
    ["no record", "no record"], // the server says so
  ] as const) {
    assert.equal(text(line(record)), wanted);
  }
  assert.throws(() => line("record: 1\nrules: x"), TypeError);
});
