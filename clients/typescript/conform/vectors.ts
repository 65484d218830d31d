/** The vectors of the conformance kit, and how answers are compared with them. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { gunzipSync } from "node:zlib";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type Answer = Readonly<Record<string, Json | undefined>>;

/** What a server can be asked. */
export interface Question {
  readonly op: string;
  readonly rules: string;
  readonly seats?: number;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly hand?: readonly string[];
  readonly keep?: readonly string[];
  readonly cards?: readonly string[];
  readonly given?: Readonly<Record<string, string | number | boolean>>;
  readonly laps?: number;
  readonly record?: Readonly<Record<string, Json>>;
}

/** One question of the kit and its answer; a line that is no question at all has none. */
export interface Vector {
  readonly part: string;
  /** In its part, from 1. */
  readonly number: number;
  readonly question?: Json;
  /** What is no good JSON, so many times, or no text, in hexadecimal digits. */
  readonly line?: string;
  readonly times?: number;
  readonly bytes?: string;
  readonly answer: Answer;
  /** What a handed case says of the answer: a part of it, or `error`. */
  readonly expect?: Json;
}

/** Every vector of a folder, part by part; an error if a part is not what `contents.json` says. */
export function* vectors(folder: string): Generator<Vector> {
  const contents = JSON.parse(readFileSync(join(folder, "contents.json"), "utf8")) as Record<
    string,
    { sha256: string }
  >;
  for (const [part, { sha256 }] of Object.entries(contents).sort(([one], [other]) => (one < other ? -1 : 1))) {
    const content = gunzipSync(readFileSync(join(folder, `${part}.jsonl.gz`)));
    if (createHash("sha256").update(content).digest("hex") !== sha256) {
      throw new Error(`${part} is not what contents.json says`);
    }
    const lines = content.toString("utf8").split("\n").slice(0, -1);
    for (const [index, line] of lines.entries()) {
      yield { ...(JSON.parse(line) as Omit<Vector, "part" | "number">), part, number: index + 1 };
    }
  }
}

/** The name of the op, whatever else the question is; empty where there is none. */
export function opOf({ question }: Vector): string {
  const op = isObject(question) ? question["op"] : undefined;
  return typeof op === "string" ? op : "";
}

/** The line that asks it, without its end. */
export function lineOf({ question, line, times = 1, bytes }: Vector): Buffer {
  if (bytes !== undefined) {
    return Buffer.from(bytes, "hex");
  }
  return Buffer.from(line === undefined ? JSON.stringify(question) : line.repeat(times));
}

/** The code of the error that is wanted; empty where none is. */
export function codeOf({ answer }: Vector): string {
  const code = isObject(answer["error"]) ? answer["error"]["code"] : undefined;
  return typeof code === "string" ? code : "";
}

function isObject(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether an answer is the one wanted, and as its case expects; of an error only the code counts. */
export function same(vector: Vector, given: Answer): boolean {
  const found = plain(given);
  if (!isDeepStrictEqual(counted(found), counted(vector.answer))) {
    return false;
  }
  const { expect } = vector;
  if (expect === undefined) {
    return true;
  }
  if (typeof expect === "string") {
    return Object.keys(found).join() === expect;
  }
  return isObject(expect) && Object.entries(expect).every(([key, value]) => isDeepStrictEqual(found[key], value));
}

/** An answer as JSON has it: without what is left out. */
function plain(given: Answer): Answer {
  return JSON.parse(JSON.stringify(given)) as Answer;
}

function counted(answer: Answer): Answer {
  const { error } = answer;
  return isObject(error) ? { error: { code: error["code"] ?? null } } : answer;
}
