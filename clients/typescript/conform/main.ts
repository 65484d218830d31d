/**
 * Asks a served referee, through this client, the vectors of the conformance kit, and compares the answers as
 * tests/conformance/PROTOCOL.md says. What no message of its own can say is asked as a line. The server is started with
 * --folders tests/rules: it opens no files.
 *
 *     npm run conform -- [--top FOLDER] [--op NAME] [--every N] [--show N] HOST:PORT
 *
 * The result is 0 if every answer is the one wanted, 1 if not, 2 if nothing could be asked.
 */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";

import { connect } from "chinchon-referee-client";

import type { Asked } from "./asking.js";
import { Asker, groupOf } from "./asking.js";
import { Tally } from "./tally.js";
import type { Vector } from "./vectors.js";
import { opOf, vectors } from "./vectors.js";

const BATCH = 500;
const KIT = ["tests", "conformance", "vectors"];

interface Chosen {
  readonly top: string;
  readonly op: string | undefined;
  readonly every: number;
}

/** The top folder of the checkout, found from here upwards. */
function topFolder(folder = process.cwd()): string {
  if (existsSync(join(folder, ...KIT))) {
    return folder;
  }
  if (dirname(folder) === folder) {
    throw new Error("no folder above has tests/conformance/vectors; say where with --top");
  }
  return topFolder(dirname(folder));
}

/** Puts every vector that is chosen to a server, in batches of one op and one table. */
async function ask(address: string, { top, op, every }: Chosen, tally: Tally): Promise<void> {
  const client = connect(address);
  const names = (await client.listRuleSets()).map((one) => one.name);
  const asker = new Asker(client, top, new Set(names));
  const groups = new Map<string, Asked[]>();
  const asLines: (readonly [Vector, Uint8Array])[] = [];
  for (const vector of vectors(join(top, ...KIT))) {
    if (vector.number % every !== 0 || (op !== undefined && opOf(vector) !== op)) {
      continue;
    }
    const asked = asker.askable(vector);
    if (asked === undefined) {
      const line = asker.lineOf(vector);
      if (line === undefined) {
        tally.notAsked(vector);
      } else {
        asLines.push([vector, line]);
      }
      continue;
    }
    const group = groups.get(groupOf(asked));
    if (group === undefined) {
      groups.set(groupOf(asked), [asked]);
    } else {
      group.push(asked);
    }
  }
  for (const group of groups.values()) {
    for (let from = 0; from < group.length; from += BATCH) {
      const batch = group.slice(from, from + BATCH);
      const answers = await asker.ask(batch);
      batch.forEach((vector, index) => {
        tally.answered(vector, answers[index] ?? {});
      });
    }
  }
  const answers = await asker.answers(asLines.map(([, line]) => line));
  asLines.forEach(([vector], index) => {
    tally.answered(vector, answers[index] ?? {}, true);
  });
  client.close();
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      top: { type: "string" },
      op: { type: "string" },
      every: { type: "string", default: "1" },
      show: { type: "string", default: "5" },
    },
  });
  const [address, ...more] = positionals;
  const [every, show] = [Number(values.every), Number(values.show)];
  if (address === undefined || more.length > 0 || !Number.isInteger(every) || every < 1 || !Number.isInteger(show)) {
    console.error("usage: npm run conform -- [--top FOLDER] [--op NAME] [--every N] [--show N] HOST:PORT");
    return 2;
  }
  const tally = new Tally(show);
  const began = performance.now();
  await ask(address, { top: values.top ?? topFolder(), op: values.op, every }, tally);
  console.log(tally.print());
  console.log(`${((performance.now() - began) / 1000).toFixed(1)} s`);
  return tally.result();
}

process.exitCode = await main().catch((error: unknown) => {
  console.error("conform:", error);
  return 2;
});
