/** A real `referee serve`, of the program that REFEREE names or the one that is installed. */

import type { ChildProcess } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";

const PROGRAM = process.env["REFEREE"] ?? "referee";

/** Whether there is a server to ask; the words say why not. */
export const THERE = spawnSync(PROGRAM, ["--version"]).status === 0;
export const NOT_THERE = THERE
  ? false
  : "neither is REFEREE set nor `referee` on the path: nothing was asked of a real server";

const servers: ChildProcess[] = [];
const folders: string[] = [];
let started: Promise<string> | undefined;
let startedKeeping: Promise<string> | undefined;

after(() => {
  servers.forEach((server) => server.kill());
  folders.forEach((folder) => {
    rmSync(folder, { recursive: true });
  });
});

/** The tokens of somebody who may change what the server keeps, and of somebody who may not. */
export const [AUTHOR, READER] = ["the-author-of-casa", "somebody-who-reads"] as const;

/** The address of the server; the tests of a file share one, which ends with them. */
export function served(): Promise<string> {
  started ??= start();
  return started;
}

/** The same of one that keeps house rules, and asks for a token. */
export function keeping(): Promise<string> {
  startedKeeping ??= startKeeping();
  return startedKeeping;
}

async function startKeeping(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "kept-"));
  folders.push(folder);
  const [store, tokens] = [join(folder, "rules.db"), join(folder, "tokens.yaml")];
  writeFileSync(join(folder, "author"), AUTHOR);
  writeFileSync(join(folder, "reader"), READER);
  writeFileSync(tokens, "ane: {role: author, file: author}\njon: {role: reader, file: reader}\n");
  const { status, stderr } = spawnSync(PROGRAM, ["migrate", "--store", store], { encoding: "utf8" });
  if (status !== 0) {
    throw new Error(`${PROGRAM} migrate: ${stderr}`);
  }
  return await start("--store", store, "--tokens-file", tokens);
}

async function start(...words: string[]): Promise<string> {
  const all = ["serve", "--address", "127.0.0.1:0", ...words];
  const program = spawn(PROGRAM, all, { stdio: ["ignore", "pipe", "inherit"] });
  servers.push(program);
  for await (const line of createInterface(program.stdout)) {
    const address = /^listening on (.*)$/.exec(line)?.[1];
    if (address !== undefined) {
      return address;
    }
  }
  throw new Error(`${PROGRAM} ended before it listened`);
}

/** The table of the example program. */
export const HOUSE = `rule_set: casa-abuela
format: 1
extends: spanish-40
close:
  may_close:
    es.4: loose.count at most 1 card and deadwood below 5 points
`;

export const HANDS = { A: "4o 12o 5c 6c 7c 1e 12e", B: "2o 11o 3c 4c 12c 6e 10b" };

/** A record of one round; `12c` is the card that was thrown, `12b` a slip. */
export function record(thrown: "12c" | "12b"): Record<string, unknown> {
  const play = `A: <12b-4o +5b-${thrown} +2bx2b`;
  const round = { eldest: "A", hands: HANDS, upcard: "12b", play, scores: { A: 1, B: 34 } };
  return { record: 1, rules: "spanish-40", seats: { A: "Ane", B: "Jon" }, rounds: [round] };
}
