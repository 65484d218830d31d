/** Every method, against a real server. */

import assert from "node:assert/strict";
import type { AddressInfo, Socket } from "node:net";
import { connect as dial, createServer } from "node:net";
import type { TestContext } from "node:test";
import { describe, test } from "node:test";

import type { Client, Play } from "chinchon-referee-client";
import {
  Code,
  RefereeError,
  closing,
  dealing,
  declining,
  digest,
  isSound,
  reentering,
  source,
} from "chinchon-referee-client";
import type { GameState } from "chinchon-referee-client/schema";
import { MeldKind, Phase } from "chinchon-referee-client/schema";

import { SPANISH, ask, failed } from "./scripted.js";
import { HANDS, HOUSE, NOT_THERE, record, served } from "./served.js";

const house = { rules: source(HOUSE, "casa.yaml"), language: "en" };

async function client(t: TestContext): Promise<Client> {
  return ask(t, { address: await served() });
}

describe("a real server", { skip: NOT_THERE }, () => {
  test("tells rule sets", async (t) => {
    const referee = await client(t);
    const names = (await referee.listRuleSets()).map((one) => one.name);
    assert.ok(names.includes("spanish-40"));
    assert.deepEqual(names, [...names].sort());
    const told = await referee.getRuleSet("spanish-40", { withSource: true });
    assert.ok(told.summary?.name === "spanish-40" && told.source.length > 0);
    assert.equal((await referee.getRuleSet("spanish-40")).source.length, 0);
    const unknown = await failed(referee.getRuleSet("spanish-41"));
    assert.equal((unknown as RefereeError).reason, "RULE_SET_NOT_FOUND");
    const bad = await referee.checkRuleSet(source("rule_set: x\nformat: 1\nextends: spanish-40\nclose: 3\n", "x.yaml"));
    assert.deepEqual([bad.usable, bad.diagnostics[0]?.range?.file], [false, "x.yaml"]);
    const compiled = await referee.compileRuleSet(house.rules);
    assert.equal(compiled.ruleSet?.name, "casa-abuela");
    const printed = await referee.describeRuleSet({ ...SPANISH, seats: 3, language: "es" });
    assert.deepEqual([printed.seats, printed.language, printed.paragraphs.length > 0], [3, "es", true]);
  });

  test("judges hands and closes", async (t) => {
    const referee = await client(t);
    for (let times = 0; times < 2; times++) {
      // the second time by digest
      const hand = await referee.evaluateHand(house, "4o 5o 6o 7c 7e 7b 12c", { allOptimal: true });
      assert.deepEqual([hand.deadwood, hand.best.looseCards, hand.optimal.length > 0], [12, ["12c"], true]);
      assert.deepEqual(hand.best.melds[0]?.kind, MeldKind.RUN);
    }
    const { ruleSet } = await referee.compileRuleSet(house.rules);
    for (const rules of [digest(ruleSet?.digest ?? ""), "spanish-40"]) {
      const [meld, none, loose] = await referee.batchEvaluateHands({ rules }, [["7o", "7c", "7e"], "7z", "1o"]);
      assert.ok(meld?.ok && meld.answer.deadwood === 0);
      assert.ok(none?.ok === false && none.fault.reason === "CARD_UNKNOWN");
      assert.ok(loose?.ok && loose.answer.deadwood === 1);
    }
    const asked = { hand: "4c 5c 6c 11o 11e 11b 5b 2e", closingCard: "2e" };
    const refused = await referee.checkClose(house, asked);
    assert.ok(!refused.legal && refused.bestCard === "5b");
    assert.deepEqual([refused.verdict?.broken[0]?.clause, refused.legalCards], ["es.4", ["5b"]]);
    const best = await referee.checkClose(house, { hand: asked.hand });
    assert.ok(best.legal && !best.verdict.winsGame && best.verdict.outcome !== "");
    const [kept, short] = await referee.batchCheckCloses(house, [
      { keep: "4c 5c 6c 11o 11e 11b 2e" },
      { keep: ["7o"] },
    ]);
    assert.ok(kept?.ok && kept.answer.legal && kept.answer.closings.length === 0);
    assert.ok(short?.ok === false && short.fault.reason === "WRONG_NUMBER_OF_CARDS");
  });

  test("says what is wrong with a question", async (t) => {
    const referee = await client(t);
    const error = await failed(referee.evaluateHand(SPANISH, "7z"));
    assert.ok(error instanceof RefereeError);
    assert.deepEqual(
      [error.code, error.reason, error.violations[0]?.field],
      [Code.InvalidArgument, "CARD_UNKNOWN", "cards"],
    );
    const unseated = await failed(referee.evaluateHand({ ...SPANISH, seats: 9 }, "7o"));
    assert.equal((unseated as RefereeError).reason, "SEATS_NOT_OFFERED");
    const forgotten = await failed(referee.evaluateHand({ rules: digest("0".repeat(64)) }, "7o"));
    assert.equal((forgotten as RefereeError).reason, "RULE_SET_NOT_LOADED");
    const late = await failed(referee.evaluateHand(SPANISH, "7o", { timeoutMs: 1e-3 }));
    assert.equal((late as RefereeError).code, Code.DeadlineExceeded);
  });

  test("plays a round", async (t) => {
    const referee = await client(t);
    const plays: Play[] = [dealing({ eldest: "A", hands: HANDS, upcard: "12b" })];
    plays.push(..."<12b -4o +5b -12c +2b x2b".split(" "));
    let state: GameState | undefined;
    for (const play of plays) {
      assert.ok((await referee.checkAction(house, state, play)).allowed);
      const done = await referee.applyAction(house, state, play);
      assert.ok(done.allowed);
      state = done.state;
      if (play === "<12b") {
        await discard(referee, state);
      }
    }
    assert.ok(state !== undefined);
    const score = await referee.scoreRound(house, state, { repricedAt: SPANISH });
    assert.deepEqual([score.next?.phase, score.sheet?.lines.length], [Phase.DEAL, 2]);
    assert.ok(score.repriced !== undefined && score.facts !== undefined);
    assert.deepEqual((await referee.scoreRound(house, score.facts)).sheet, score.sheet);
    for (const play of [reentering("B"), declining("B")]) {
      const check = await referee.checkAction(house, score.next, play);
      assert.ok(!check.allowed && check.refusal.code === "NOT_OUT");
    }
    const ruled = await referee.applyAction(house, state, undefined, { ruling: { points: { A: 5 } } });
    assert.ok(ruled.allowed && ruled.state.round?.penalties[0]?.points === 5);
    const nothing = await failed(referee.applyAction(house, state, undefined));
    assert.equal((nothing as RefereeError).reason, "ACTION_MISSING");
  });

  /** What may be done where a card is to be thrown, and a close that may not. */
  async function discard(referee: Client, state: GameState): Promise<void> {
    const refused = await referee.applyAction(house, state, closing("A", "7c", "4o5c"));
    assert.ok(!refused.allowed && refused.refusal.code !== "");
    const legal = await referee.listLegalActions(house, state);
    assert.equal(legal.phase, Phase.DISCARD);
    const [first] = legal.actions;
    assert.ok(first?.action !== undefined);
    assert.ok((await referee.checkAction(house, state, first.action)).allowed);
  }

  test("reads, writes and judges records", async (t) => {
    const referee = await client(t);
    const parsed = await referee.parseRecord(record("12c"), { fileName: "x.json" });
    assert.ok(parsed.record !== undefined && parsed.plays.length === 1 && parsed.faults.length === 0);
    const plays = parsed.plays.map((one) => one.actions);
    const written = await referee.formatRecord(record("12c"), { seal: true, plays });
    assert.match(written.yaml, /^seal: /m);
    for (const [text, wanted] of [
      [record("12c"), "clean"],
      [parsed.record, "clean"],
      [written.yaml, "clean"],
      [JSON.stringify(record("12b")), "violation"],
      ["{", "unreadable"],
    ] as const) {
      const verdict = await referee.validateRecord(text, { rules: house.rules });
      assert.deepEqual([verdict.status, isSound(verdict)], [wanted, wanted === "clean"]);
    }
    const [good, bad] = await referee.batchValidateRecords([record("12c"), record("12b")], { full: true });
    assert.ok(good?.ok && good.answer.status === "clean" && good.answer.sheet.length > 0);
    assert.ok(bad?.ok && bad.answer.status === "violation" && bad.answer.firstViolation.code === "NOT_IN_HAND");
    const lines = ['{"op": "meld", "rules": "spanish-40", "cards": ["7o"]}', "{"];
    const [meld, none, ...more] = await referee.answerLines(lines);
    assert.equal(meld, '{"meld": false}');
    assert.ok(none?.includes("NOT_JSON") === true && more.length === 0);
  });

  test("judges a stream that goes on where it broke", async (t) => {
    const between = await cut(t, await served());
    const count = 1000;
    const records = Array.from({ length: count }, (_, number) => record(number % 2 === 0 ? "12c" : "12b"));
    let heard = 0;
    for await (const answer of ask(t, between).streamValidateRecords(records, { timeoutMs: 60_000 })) {
      assert.deepEqual([answer.number, answer.status], [heard, heard % 2 === 0 ? "clean" : "violation"]);
      heard++;
      if (heard === 150 || heard === 620) {
        between.now();
      }
    }
    assert.deepEqual([heard, between.made()], [count, 3]);
  });

  test("judges whole streams of messages, with verdicts for all", async (t) => {
    const referee = await client(t);
    const { record: message } = await referee.parseRecord(record("12c"));
    assert.ok(message !== undefined);
    const answers = [];
    for await (const answer of referee.streamValidateRecords([message, record("12b"), message], { full: true })) {
      answers.push([answer.status, answer.verdict?.complete]);
    }
    assert.deepEqual(answers, [
      ["clean", false],
      ["violation", false],
      ["clean", false],
    ]);
  });
});

/** Carries connections to a server, and cuts them all when it is told. */
async function cut(t: TestContext, target: string): Promise<{ address: string; now: () => void; made: () => number }> {
  const [host, port] = target.split(":");
  const open = new Set<Socket>();
  let made = 0;
  const listener = createServer((near) => {
    made++;
    const far = dial(Number(port), host);
    for (const socket of [near, far]) {
      open.add(socket.on("error", () => undefined));
    }
    near.pipe(far).pipe(near);
  });
  const now = (): void => {
    for (const socket of open) {
      socket.destroy();
    }
    open.clear();
  };
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    listener.close();
    now();
  });
  return { address: `127.0.0.1:${(listener.address() as AddressInfo).port}`, now, made: () => made };
}
