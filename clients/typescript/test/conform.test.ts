/** The conformance runner itself: what it asks, and what it takes for the same answer. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { connect } from "chinchon-referee-client";

import { Asker, groupOf, refused } from "../conform/asking.js";
import { finding } from "../conform/games.js";
import { Tally } from "../conform/tally.js";
import type { Answer, Json, Vector } from "../conform/vectors.js";
import { same } from "../conform/vectors.js";

function vector(line: string): Vector {
  return { part: "test", number: 1, ...(JSON.parse(line) as Pick<Vector, "question" | "answer">) };
}

test("answers are compared as the protocol says", () => {
  const cases: [string, Answer, boolean][] = [
    ['{"answer": {"deadwood": 12, "melds": [["7o"]]}}', { melds: [["7o"]], deadwood: 12 }, true],
    ['{"answer": {"deadwood": 12}}', { deadwood: 11 }, false],
    ['{"answer": {"deadwood": 12}}', { deadwood: 12, loose: [] }, false],
    ['{"answer": {"deadwood": 12}}', { deadwood: 12, loose: undefined }, true],
    ['{"answer": {"loose": ["7o", "7c"]}}', { loose: ["7c", "7o"] }, false],
    ['{"answer": {"score": 1}}', { score: true }, false],
    ['{"answer": {"best": null}}', { best: null }, true],
    ['{"answer": {"error": {"code": "CARD_TWICE", "message": "x"}}}', refused("CARD_TWICE"), true],
    ['{"answer": {"error": {"code": "CARD_TWICE"}}}', refused("CARD_UNKNOWN"), false],
    ['{"answer": {"error": {"code": "RULE_SET_UNKNOWN"}}}', refused("RULE_SET_NOT_FOUND"), true],
    ['{"answer": {"legal": true}, "expect": {"legal": true}}', { legal: true }, true],
    ['{"answer": {"legal": true}, "expect": {"legal": false}}', { legal: true }, false],
    ['{"answer": {"error": {"code": "X"}}, "expect": "error"}', refused("X"), true],
    ['{"answer": {"legal": true}, "expect": "error"}', { legal: true }, false],
  ];
  for (const [wanted, given, expected] of cases) {
    assert.equal(same(vector(wanted), given), expected, `${wanted} and ${JSON.stringify(given)}`);
  }
});

test("what no message can say is not asked", () => {
  const top = new URL("../../../../", import.meta.url).pathname;
  const asker = (names: string[]): Asker => new Asker(connect("127.0.0.1:1"), top, new Set(names));
  const file = "tests/rules/around.yaml";
  const deadwood = (rules: string): string => `{"op": "deadwood", "rules": "${rules}", "hand": []}`;
  const legal = (rounds: string): string =>
    `{"op": "legal_actions", "rules": "spanish-40", "record": {"rounds": [${rounds}]}}`;
  const cases: [string, Json, boolean][] = [
    [deadwood("spanish-40"), { deadwood: 0 }, true],
    [
      '{"op": "deadwood", "rules": "spanish-40", "seats": 0, "hand": []}',
      { error: { code: "SEATS_NOT_OFFERED" } },
      true,
    ],
    [deadwood(file), { deadwood: 0 }, true],
    [deadwood("spanish-40"), { error: { code: "KEY_TWICE" } }, false],
    ['{"op": "meld", "rules": "spanish-40", "cards": []}', { meld: false }, false],
    ['{"op": 1}', { error: { code: "WRONG_TYPE" } }, false],
    ["[1]", { error: { code: "NOT_AN_OBJECT" } }, false],
    [legal("{}"), { phase: "draw" }, true],
    [legal("{}, {}"), { phase: "draw" }, false],
    [legal("{}"), { phase: "lay_off" }, false],
  ];
  for (const [question, answer, wanted] of cases) {
    const made = vector(`{"question": ${question}, "answer": ${JSON.stringify(answer)}}`);
    assert.equal(asker(["spanish-40"]).askable(made) !== undefined, wanted, question);
  }
  assert.equal(
    asker(["spanish-40"]).askable(vector('{"bytes": "ff", "answer": {"error": {"code": "NOT_UTF8"}}}')),
    undefined,
  );
  const made = vector(`{"question": ${deadwood(file)}, "answer": {"deadwood": 0}}`);
  assert.equal(asker([]).askable(made), undefined); // nobody knows what it extends
});

test("what no message can say is asked as a line", () => {
  const top = new URL("../../../../", import.meta.url).pathname;
  const line = (names: string[], held: string): string | undefined =>
    new Asker(connect("127.0.0.1:1"), top, new Set(names)).lineOf(vector(held))?.toString("latin1");
  const melds = '{"question":{"op":"meld","rules":"tests/rules/around.yaml"},"answer":{}}';
  assert.equal(line(["around"], melds), '{"op":"meld","rules":"around"}');
  assert.equal(line([], melds), undefined);
  assert.equal(line([], melds.replace("around", "no-such")), '{"op":"meld","rules":"tests/rules/no-such.yaml"}');
  assert.equal(line([], '{"bytes":"ff7b","answer":{}}'), "\u00ff{");
  assert.equal(line([], '{"line":"[1","times":2,"answer":{}}'), "[1[1");
});

test("questions of one op and one table are asked together", () => {
  const group = (asked: string): string => {
    const made = vector(`{"question": {}, "answer": {}}`);
    return groupOf({ ...made, asked: JSON.parse(asked) as Parameters<typeof groupOf>[0]["asked"] });
  };
  const one = group('{"op": "close", "rules": "a", "options": {"x": 1, "y": 2}}');
  assert.equal(one, group('{"op": "close", "rules": "a", "options": {"y": 2, "x": 1}, "laps": 3}'));
  for (const other of ['"seats": 0, "options": {"x": 1, "y": 2}', '"options": {"x": 1, "y": "2"}', '"options": {}']) {
    assert.notEqual(one, group(`{"op": "close", "rules": "a", ${other}}`));
  }
});

test("findings have what they have", () => {
  const place = { round: 1, turn: 2, seat: "B", path: "rounds[0].play" };
  const of = (turn: number): Record<string, Json> =>
    finding({ code: "X", clause: "", place: { ...place, turn } } as Parameters<typeof finding>[0]);
  assert.deepEqual(of(2), { code: "X", round: 1, turn: 2, seat: "B" });
  assert.deepEqual(of(0), { code: "X", round: 1, seat: "B", path: "rounds[0].play" });
  assert.deepEqual(finding({ code: "X", clause: "es.4" }), { code: "X", clause: "es.4" });
});

test("the result says how it went", () => {
  const right = vector('{"question": {"op": "close"}, "answer": {"legal": true}}');
  for (const [wanted, given] of [
    [0, [true, true]],
    [1, [true, false]],
    [2, []],
  ] as const) {
    const tally = new Tally(1);
    for (const legal of given) {
      tally.answered(right, { legal });
    }
    tally.notAsked(vector("{}"));
    assert.equal(tally.result(), wanted);
    assert.match(tally.print(), /^all {13} +\d +\d +0 +1$/m);
    assert.match(tally.print(), /^not asked: 1, /m);
    assert.equal(tally.print().includes("wanted   "), wanted === 1);
  }
});
