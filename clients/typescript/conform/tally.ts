/** What came of the questions, by op. */

import { AS_LINES, ASKS } from "./asking.js";
import type { Answer, Vector } from "./vectors.js";
import { opOf, same } from "./vectors.js";

interface Count {
  same: number;
  other: number;
  lines: number;
  unasked: number;
}

export class Tally {
  readonly #counts = new Map<string, Count>();
  readonly #told: string[] = [];

  /** `show` differences are told in full. */
  constructor(private readonly show: number) {}

  #of(vector: Vector): Count {
    const op = opOf(vector);
    const name = ASKS.has(op) || AS_LINES.includes(op) ? op : "(no question)";
    const count = this.#counts.get(name) ?? { same: 0, other: 0, lines: 0, unasked: 0 };
    this.#counts.set(name, count);
    return count;
  }

  notAsked(vector: Vector): void {
    this.#of(vector).unasked++;
  }

  /** `asLine`: it was asked as a line, for no message of its own says it. */
  answered(vector: Vector, given: Answer, asLine = false): void {
    this.#of(vector).lines += Number(asLine);
    if (same(vector, given)) {
      this.#of(vector).same++;
      return;
    }
    this.#of(vector).other++;
    if (this.#told.length < this.show) {
      const [question, wanted, found] = [vector.question ?? vector.line ?? vector.bytes, vector.answer, given].map(
        (one) => JSON.stringify(one),
      );
      const lines = [`${vector.part}, vector ${vector.number}`, `question ${question}`, `wanted   ${wanted}`];
      this.#told.push([...lines, `given    ${found}`].join("\n  "));
    }
  }

  #all(): Count {
    const all = { same: 0, other: 0, lines: 0, unasked: 0 };
    for (const count of this.#counts.values()) {
      all.same += count.same;
      all.other += count.other;
      all.lines += count.lines;
      all.unasked += count.unasked;
    }
    return all;
  }

  /** The table and the first differences. */
  print(): string {
    const row = (name: string, ...cells: (string | number)[]): string =>
      name.padEnd(16) + cells.map((cell, index) => String(cell).padStart(index < 2 ? 8 : 11)).join("");
    const rows = [...this.#counts, ["all", this.#all()] as const]
      .sort(([one], [other]) => Number(one === "all") - Number(other === "all") || (one < other ? -1 : 1))
      .map(([name, count]) => row(name, count.same, count.other, count.lines, count.unasked));
    const { unasked } = this.#all();
    const why = `not asked: ${unasked}, for the server has no such rule set; start it with --folders tests/rules`;
    const head = row("op", "same", "other", "as lines", "not asked");
    return [head, ...rows, ...(unasked > 0 ? [why] : []), ...this.#told.map((one) => `\n${one}`)].join("\n");
  }

  /** 0 if every answer is the one wanted, 1 if not, 2 if nothing was asked. */
  result(): number {
    const { same: right, other } = this.#all();
    return other > 0 ? 1 : right === 0 ? 2 : 0;
  }
}
