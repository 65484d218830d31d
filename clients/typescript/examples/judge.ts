/**
 * Asks a served referee about a hand, a close, a move and two records, all under a house rule written right here.
 *
 *     referee serve &
 *     npm run compile && node build/examples/judge.js [HOST:PORT]
 */

import type { Client, Table } from "chinchon-referee-client";
import { RefereeError, connect, dealing, source } from "chinchon-referee-client";
import type { GameState } from "chinchon-referee-client/schema";

/** Spanish rules at a table where nobody closes with more than one loose card, nor with five points. */
const house: Table = {
  rules: source(`
rule_set: casa-abuela
format: 1
extends: spanish-40
close:
  may_close:
    es.4: loose.count at most 1 card and deadwood below 5 points
`),
};

const eldest = "A";
const hands = { A: "4o 12o 5c 6c 7c 1e 12e", B: "2o 11o 3c 4c 12c 6e 10b" };
const upcard = "12b";

/** What a hand is worth, and whether it may close. */
async function hand(referee: Client): Promise<void> {
  const value = await referee.evaluateHand(house, "4o 5o 6o 7c 7e 7b 12c");
  console.log(`hand: ${value.deadwood} points, loose ${value.best.looseCards.join(" ")}`);
  const close = await referee.checkClose(house, { hand: "4c 5c 6c 11o 11e 11b 5b 2e", closingCard: "2e" });
  if (!close.legal) {
    for (const { clause, text } of close.verdict?.broken ?? []) {
      console.log(`close: ${clause} ${text}`);
    }
    console.log(`close: legal would be ${close.legalCards.join(" ")}`);
  }
}

/** Deals, takes the upcard, and asks whether the seat may close at once. */
async function move(referee: Client): Promise<void> {
  let state: GameState | undefined;
  for (const play of [dealing({ eldest, hands, upcard }), "<12b"]) {
    const done = await referee.applyAction(house, state, play);
    if (!done.allowed) {
      throw new Error(done.refusal.code);
    }
    state = done.state;
  }
  const check = await referee.checkAction(house, state, "x7c");
  console.log(`move: x7c is allowed: ${check.allowed}`);
  if (!check.allowed) {
    for (const { clause, text } of check.refusal.broken) {
      console.log(`move: ${clause} ${text}`);
    }
  }
  const { actions } = await referee.listLegalActions(house, state);
  console.log(`move: legal are ${actions.map((one) => one.word).join(" ")}`);
}

/** Judges a record and one with a slip in it, as a stream of any length would be. */
async function records(referee: Client): Promise<void> {
  const record = (round: object): Record<string, unknown> => ({
    record: 1,
    rules: "casa-abuela",
    seats: { A: "Ane", B: "Jon" },
    rounds: [{ eldest, hands, upcard, ...round }],
  });
  const written = [
    record({ play: "A: <12b-4o +5b-12c +2bx2b", scores: { A: 1, B: 34 } }),
    record({ play: "A: <12b-4o +5b-12b" }),
  ];
  for await (const { number, status, verdict } of referee.streamValidateRecords(written, { rules: house.rules })) {
    const first = verdict?.firstViolation;
    console.log(`record ${number + 1}: ${status}${first === undefined ? "" : `: ${first.message}`}`);
  }
}

const referee = connect(process.argv[2] ?? "127.0.0.1:50051");
try {
  await hand(referee);
  await move(referee);
  await records(referee);
} catch (error) {
  if (error instanceof RefereeError && error.retryAfterMs !== undefined) {
    console.error(`the server is full; come again in ${error.retryAfterMs} ms`);
  }
  throw error;
} finally {
  referee.close();
}
