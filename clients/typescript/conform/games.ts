/** Questions about records and about where a game stands. */

import type { ActionInit, Client, Table, Verdict } from "chinchon-referee-client";
import { dealing } from "chinchon-referee-client";
import type { Finding, GameState } from "chinchon-referee-client/schema";
import { Phase, Weight } from "chinchon-referee-client/schema";

import type { Asked } from "./asking.js";
import { each, refused } from "./asking.js";
import type { Answer, Json } from "./vectors.js";

/** How many games are played side by side; a server takes so many calls and no more. */
const AT_ONCE = 16;

/** What is dealt in a record that can be played here. */
interface Started {
  readonly seats: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly rounds: readonly {
    readonly eldest?: string;
    readonly pack?: string;
    readonly hands?: Readonly<Record<string, string>>;
    readonly upcard?: string;
    readonly stock?: string;
  }[];
}

export async function validate(client: Client, table: Table, batch: readonly Asked[]): Promise<Answer[]> {
  const records = batch.map(({ asked }) => asked.record ?? {});
  return each(await client.batchValidateRecords(records, { rules: table.rules, full: true }), judged);
}

function judged(found: Verdict): Answer {
  const { status, complete, accepted, firstViolation, totals, out, winners } = found;
  const stands = found.findings.filter((one) => one.weight === Weight.IRREGULARITY).map(finding);
  return {
    status,
    complete,
    accepted: { rounds: accepted?.rounds ?? 0, turns: accepted?.turns ?? 0, actions: accepted?.actions ?? 0 },
    totals,
    out,
    winners,
    ...(firstViolation === undefined ? {} : { violation: finding(firstViolation) }),
    ...(stands.length === 0 ? {} : { stands }),
  };
}

/** A finding by its code, its clause and as much of its place as it has; the path only of what is no play. */
export function finding({ code, clause, place }: Pick<Finding, "code" | "clause" | "place">): Record<string, Json> {
  const { seat = "", round = 0, turn = 0, action = 0, path = "" } = place ?? {};
  const all = { code, clause, seat, round, turn, action, path: turn === 0 ? path : "" };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "" && value !== 0));
}

/** Whether a record stops in its first round before its close: what is shown behind it are no actions. */
export function stopsInItsFirstRound({ answer, asked }: Asked): boolean {
  const rounds = asked.record?.["rounds"];
  const playing = ["offer", "draw", "discard"].some((phase) => answer["phase"] === phase);
  return playing && Array.isArray(rounds) && rounds.length === 1;
}

/** Plays the game of each record, action by action, and asks what may come next. */
export async function legalActions(client: Client, table: Table, batch: readonly Asked[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let from = 0; from < batch.length; from += AT_ONCE) {
    const games = batch.slice(from, from + AT_ONCE).map((one) => legalAction(client, table, one));
    answers.push(...(await Promise.all(games)));
  }
  return answers;
}

async function legalAction(client: Client, table: Table, { asked }: Asked): Promise<Answer> {
  const record = asked.record as unknown as Started;
  const at: Table = { rules: table.rules, seats: Object.keys(record.seats).length, options: record.options };
  const state = await played(client, at, asked.record ?? {}, record);
  if (state === undefined) {
    return refused("RECORD_INVALID");
  }
  const { phase, seat, actions } = await client.listLegalActions(at, state);
  // A server is shown the stock, and names the card.
  const legal = actions.map(({ word }) => (word.startsWith("+") ? "+?" : word));
  return { phase: Phase[phase].toLowerCase(), seat, legal };
}

/** Where the game of a record stands; `undefined` if an action is refused. */
async function played(
  client: Client,
  table: Table,
  record: Readonly<Record<string, Json>>,
  { rounds: [dealt] }: Started,
): Promise<GameState | undefined> {
  const { plays } = await client.parseRecord(record, { rules: table.rules });
  if (plays[0] === undefined || dealt === undefined) {
    return undefined;
  }
  const { eldest = "", pack = "", hands = {}, upcard = "", stock } = dealt;
  const deal = dealing({ eldest, pack, hands, upcard, ...(stock === undefined ? {} : { stock }) });
  let state: GameState | undefined;
  for (const play of [deal, ...plays[0].actions] satisfies ActionInit[]) {
    const done = await client.applyAction(table, state, play);
    if (!done.allowed) {
      return undefined;
    }
    state = done.state;
  }
  return state;
}
