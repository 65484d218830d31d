/** How a question names its rule set and its table, and the digests of rule sets that were sent. */

import type { MessageInitShape } from "@bufbuild/protobuf";

import type { RuleSetSelectorSchema, TableSetupSchema } from "./gen/referee/v1/rule_sets_pb.js";

/** A rule set that is brought along: its YAML. A client sends it once, and then its digest. */
export class RuleSource {
  readonly bytes: Uint8Array;
  /** What diagnostics are to call the file. */
  readonly fileName: string;
  /** The same for sources of the same bytes. */
  readonly key: string;

  constructor(yaml: string | Uint8Array, fileName = "") {
    this.bytes = typeof yaml === "string" ? new TextEncoder().encode(yaml) : yaml;
    this.fileName = fileName;
    this.key = new TextDecoder("latin1").decode(this.bytes); // a character for each byte
  }
}

/** A rule set by its digest from an earlier answer; the server may have forgotten it. */
export class RuleDigest {
  constructor(readonly digest: string) {}
}

/** A rule set: the name of one that the server offers (`spanish-40`), a text, or a digest. */
export type Rules = string | RuleSource | RuleDigest;

/** A rule set written in the program, as YAML. */
export function source(yaml: string | Uint8Array, fileName?: string): RuleSource {
  return new RuleSource(yaml, fileName);
}

/** A rule set by its digest: 64 lower-case hexadecimal digits. */
export function digest(hexadecimal: string): RuleDigest {
  return new RuleDigest(hexadecimal);
}

/** Options or facts by name: numbers, yes or no, or the text of either as rule files write it. */
export type Values = Readonly<Record<string, string | number | boolean>>;

/** A language of refusals and clauses, or a tag that begins with one: `es-AR`. */
export type Language = "en" | "es" | "eu" | "fr" | "pt" | "tr" | (string & {});

/** A rule set, what the table chose, and the language it is answered in. */
export interface Table {
  readonly rules: Rules;
  /** How many play; left out: the smallest number the rule set offers. */
  readonly seats?: number | undefined;
  /** Options that are left out have their defaults. */
  readonly options?: Values | undefined;
  /** Left out: English. */
  readonly language?: Language | undefined;
}

/** A rule set as a request names it. */
export type Selector = MessageInitShape<typeof RuleSetSelectorSchema>;
/** A table as a request describes it. */
export type Setup = MessageInitShape<typeof TableSetupSchema>;

/** Values as they are sent. */
export function texts(values: Values | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, text(value)]));
}

function text(value: string | number | boolean): string {
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}

/** A rule set as a request names it. */
export function selector(rules: Rules): Selector {
  if (rules instanceof RuleSource) {
    return { ruleSet: { case: "source", value: rules.bytes } };
  }
  return rules instanceof RuleDigest
    ? { ruleSet: { case: "digest", value: rules.digest } }
    : { ruleSet: { case: "name", value: rules } };
}

/** The rule set of a question that may do without one. */
export function chosen(rules: Rules | undefined): { ruleSet?: Selector } {
  return rules === undefined ? {} : { ruleSet: selector(rules) };
}

/** A table as a request describes it; `rules` in place of its own. */
export function setup(table: Table, rules: Rules = table.rules): Setup {
  const seats = table.seats === undefined ? {} : { seats: table.seats };
  return { ruleSet: selector(rules), options: texts(table.options), ...seats };
}

/** How many digests a client keeps. */
export const DIGESTS_KEPT = 64;

/** What the server calls each source; those used last are kept. */
export class Digests {
  readonly #found = new Map<string, string>(); // the one used longest ago first

  get size(): number {
    return this.#found.size;
  }

  of(source: RuleSource): RuleDigest | undefined {
    const found = this.#found.get(source.key);
    if (found === undefined) {
      return undefined;
    }
    this.remember(source, found);
    return new RuleDigest(found);
  }

  remember(source: RuleSource, digest: string): void {
    if (digest === "") {
      return;
    }
    this.#found.delete(source.key);
    this.#found.set(source.key, digest);
    const [oldest] = this.#found.keys();
    if (this.#found.size > DIGESTS_KEPT && oldest !== undefined) {
      this.#found.delete(oldest);
    }
  }
}
