/** How a served referee is asked the questions of the kit, and how what it says is an answer to them. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { CloseVerdict, Client, Hand, Item, Rules, Table } from "chinchon-referee-client";
import { RefereeError, RuleSource, source } from "chinchon-referee-client";

import { legalActions, stopsInItsFirstRound, validate } from "./games.js";
import type { Answer, Question, Vector } from "./vectors.js";
import { codeOf, lineOf, opOf } from "./vectors.js";

/** A vector and what it asks. */
export interface Asked extends Vector {
  readonly asked: Question;
}

type Ask = (client: Client, table: Table, batch: readonly Asked[]) => Promise<Answer[]>;

/** As many lines as one call asks, so that its deadline holds on a busy machine, too. */
const SOME_LINES = 100;

const FILE = /"tests\/rules\/([a-z0-9-]+)\.yaml"/g;

/** The refusals that a message can provoke and an answer can say. */
const SAID: readonly string[] = [
  "",
  "RULE_SET_UNKNOWN",
  "NOT_PLAYABLE",
  "SEATS_NOT_OFFERED",
  "OPTION_UNKNOWN",
  "OPTION_OUT_OF_RANGE",
  "OPTION_NOT_OFFERED",
  "OPTION_FIXED",
  "CARD_UNKNOWN",
  "CARD_TWICE",
  "HAND_TOO_LARGE",
  "WRONG_NUMBER_OF_CARDS",
  "FACT_UNKNOWN",
  "FACT_OUT_OF_RANGE",
];

/** The ops that are asked as lines, for no message says them. */
export const AS_LINES: readonly string[] = ["meld", "layoff"];

/** The ops that a server can be asked. */
export const ASKS: ReadonlyMap<string, Ask> = new Map([
  ["deadwood", deadwood],
  ["invalid_hand", invalidHand],
  ["close", closes],
  ["validate", validate],
  ["legal_actions", legalActions],
]);

/** Asks one server. Rule sets that are paths are read below `top`; `names` are those that the server has. */
export class Asker {
  readonly #files = new Map<string, RuleSource>();

  constructor(
    private readonly client: Client,
    private readonly top: string,
    private readonly names: ReadonlySet<string>,
  ) {}

  /**
   * The question of a vector, if a message of its own can say it: a text that is sent finds its base by name only, and what
   * meld and layoff ask, no message does.
   */
  askable(vector: Vector): Asked | undefined {
    if (!ASKS.has(opOf(vector)) || !SAID.includes(codeOf(vector))) {
      return undefined;
    }
    const asked = vector.question as unknown as Question;
    if (asked.op === "legal_actions" && !stopsInItsFirstRound({ ...vector, asked })) {
      return undefined;
    }
    const rules = this.#rules(asked.rules);
    const base =
      rules instanceof RuleSource ? /^extends: (\S+)$/m.exec(new TextDecoder().decode(rules.bytes))?.[1] : undefined;
    return base === undefined || this.names.has(base) ? { ...vector, asked } : undefined;
  }

  /**
   * The line that asks a vector, with the rule sets of tests/rules by their names: a server opens no files. None where it has
   * no such rule set, for it was started without that folder.
   */
  lineOf(vector: Vector): Buffer | undefined {
    const line = lineOf(vector);
    const text = line.toString("latin1");
    const known = (name: string): boolean =>
      this.names.has(name) || !existsSync(join(this.top, "tests", "rules", `${name}.yaml`));
    if (![...text.matchAll(FILE)].every(([, name = ""]) => known(name))) {
      return undefined;
    }
    const named = text.replace(FILE, (found, name: string) => (this.names.has(name) ? `"${name}"` : found));
    return Buffer.from(named, "latin1");
  }

  /** The answers to lines, as the protocol has them. */
  async answers(lines: readonly Uint8Array[]): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (let from = 0; from < lines.length; from += SOME_LINES) {
      const told = await this.client.answerLines(lines.slice(from, from + SOME_LINES));
      answers.push(...told.map((answer) => JSON.parse(answer) as Answer));
    }
    return answers;
  }

  /** The answers to a batch of one group. What is refused as a whole is refused for each of them. */
  async ask(batch: readonly Asked[]): Promise<Answer[]> {
    const [first] = batch;
    const ask = ASKS.get(first?.asked.op ?? "");
    if (first === undefined || ask === undefined) {
      return [];
    }
    const { rules, seats, options } = first.asked;
    try {
      return await ask(this.client, { rules: this.#rules(rules), seats, options }, batch);
    } catch (error) {
      if (error instanceof RefereeError && error.reason !== undefined) {
        const reason = error.violations[0]?.reason ?? error.reason;
        return batch.map(() => refused(reason));
      }
      throw error;
    }
  }

  #rules(name: string): Rules {
    if (!name.includes("/")) {
      return name;
    }
    const held = this.#files.get(name) ?? source(readFileSync(join(this.top, name)), name);
    this.#files.set(name, held);
    return held;
  }
}

/** What all questions of a batch have to have in common. */
export function groupOf({ asked: { op, rules, seats, options = {} } }: Asked): string {
  return JSON.stringify([op, rules, seats ?? null, Object.entries(options).sort()]);
}

/** A refusal, under the name that the protocol has for it. */
export function refused(reason: string): Answer {
  return { error: { code: reason === "RULE_SET_NOT_FOUND" ? "RULE_SET_UNKNOWN" : reason } };
}

/** The answers to the items of a batch as the protocol has them. */
export function each<A>(items: readonly Item<A>[], told: (answer: A, index: number) => Answer): Answer[] {
  return items.map((item, index) => (item.ok ? told(item.answer, index) : refused(item.fault.reason)));
}

async function evaluate(
  client: Client,
  table: Table,
  batch: readonly Asked[],
  told: (hand: Hand, index: number) => Answer,
): Promise<Answer[]> {
  const hands = batch.map(({ asked }) => asked.hand ?? []);
  return each(await client.batchEvaluateHands(table, hands), told);
}

async function deadwood(client: Client, table: Table, batch: readonly Asked[]): Promise<Answer[]> {
  return await evaluate(client, table, batch, ({ best }) => ({
    deadwood: best.deadwood,
    melds: best.melds.map((meld) => meld.cards),
    loose: best.looseCards,
  }));
}

/** The cards in the order that is wanted if they are the same: which order is not for an RPC to say. */
async function invalidHand(client: Client, table: Table, batch: readonly Asked[]): Promise<Answer[]> {
  return await evaluate(client, table, batch, ({ best }, index) => {
    const held = [...best.melds.flatMap((meld) => meld.cards), ...best.looseCards];
    const wanted = batch[index]?.answer["hand"];
    return { hand: Array.isArray(wanted) && sameCards(held, wanted as string[]) ? (wanted as string[]) : held };
  });
}

function sameCards(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
}

async function closes(client: Client, table: Table, batch: readonly Asked[]): Promise<Answer[]> {
  const questions = batch.map(({ asked: { keep, cards = [], given = {}, laps } }) => {
    const facts = { given: laps === undefined ? given : { ...given, laps } };
    return keep === undefined ? { hand: cards, ...facts } : { keep, ...facts };
  });
  return each(await client.batchCheckCloses(table, questions), (found) => {
    if (found.closings.length === 0) {
      return found.verdict === undefined ? { legal: found.legal } : closed(found.verdict);
    }
    const closings = found.closings.map(({ card, verdict }) => ({ ...closed(verdict), card }));
    return { legal: found.legal, best: found.bestCard ?? null, closings };
  });
}

function closed(found: CloseVerdict): Answer {
  const open = found.notJudged.length > 0 ? { not_judged: found.notJudged } : {};
  if (!found.legal) {
    return { legal: false, clauses: [...new Set(found.broken.map((one) => one.clause))], ...open };
  }
  const { outcome, winsGame, writes } = found;
  return { legal: true, outcome, ...(winsGame ? { chinchon: true } : { score: writes ?? null }), ...open };
}
