/**
 * A stream of records as a client keeps it: what is on its way, what comes next, and what to send again. It knows nothing
 * of connections. A chunk stays here until it is answered, never more of them than the window holds.
 */

import type { StreamedVerdict } from "./answers.js";
import { statusName, verdictOf } from "./answers.js";
import { senseless } from "./errors.js";
import type { ChunkVerdicts } from "./gen/referee/v1/record_service_pb.js";
import type { RecordText } from "./questions.js";
import { recordBytes } from "./questions.js";

/** How much a server takes. */
export interface Window {
  /** How many chunks may be on their way without an answer. */
  readonly chunks: number;
  /** The most records of a chunk. */
  readonly records: number;
  /** The most bytes of a chunk. */
  readonly bytes: number;
}

/** Some records on their way. */
export interface Chunk {
  readonly sequence: bigint;
  /** One record in JSON a line. */
  readonly lines: Uint8Array;
  readonly records: number;
}

/** Bounds what a server can make a client hold. */
const MOST_CHUNKS = 64;
const LINE_END = 0x0a;

export class Sending {
  window: Window = { chunks: 1, records: 1, bytes: 0 };
  /** How many records are answered. */
  number = 0;
  #unanswered: Chunk[] = [];
  #sequence = 1n; // of the next chunk
  #held: Uint8Array | undefined; // a line that had no room in the last chunk
  #ended = false;

  /** `next` gives the records one by one, and then `undefined`. */
  constructor(private readonly next: () => Promise<RecordText | undefined>) {}

  /** What is to be sent again on a new connection. */
  get unanswered(): readonly Chunk[] {
    return this.#unanswered;
  }

  /** The sequence a stream is opened with, also one that goes on. */
  get first(): bigint {
    return this.#sequence - BigInt(this.#unanswered.length);
  }

  /** Whether everything is sent and answered. */
  get done(): boolean {
    return this.#ended && this.#unanswered.length === 0;
  }

  /** The next chunk that may be sent now; `undefined` if there is none. */
  async more(): Promise<Chunk | undefined> {
    if (this.#unanswered.length >= Math.min(Math.max(1, this.window.chunks), MOST_CHUNKS)) {
      return undefined;
    }
    const lines = await this.take();
    if (lines.length === 0) {
      return undefined;
    }
    const chunk = { sequence: this.#sequence, lines: joined(lines), records: lines.length };
    this.#unanswered.push(chunk);
    this.#sequence++;
    return chunk;
  }

  /** The records of the next chunk, a line each; none at the end. */
  async take(): Promise<Uint8Array[]> {
    const lines: Uint8Array[] = [];
    let size = 0;
    while (lines.length < Math.max(1, this.window.records) && !this.#ended) {
      const one = this.#held ?? (await this.#line());
      this.#held = undefined;
      if (one === undefined) {
        this.#ended = true;
        break;
      }
      if (lines.length > 0 && size + 1 + one.length > this.window.bytes) {
        this.#held = one;
        break;
      }
      size += (lines.length > 0 ? 1 : 0) + one.length;
      lines.push(one);
    }
    return lines;
  }

  async #line(): Promise<Uint8Array | undefined> {
    const record = await this.next();
    return record === undefined ? undefined : line(record);
  }

  /** Takes the answer to the oldest chunk, and gives those to its records. */
  answered(found: ChunkVerdicts | undefined): StreamedVerdict[] {
    const [oldest] = this.#unanswered;
    if (oldest === undefined || found?.sequence !== oldest.sequence || found.statuses.length !== oldest.records) {
      throw senseless("the server's answer is to no chunk that was sent");
    }
    const whole = found.verdicts.length === found.statuses.length;
    const verdicts = found.verdicts.values();
    const told = found.statuses.map((one, index): StreamedVerdict => {
      const [number, status] = [this.number + index, statusName(one)];
      if (status === "clean") {
        return { number, status, verdict: whole ? verdictOf(verdicts.next().value) : undefined };
      }
      return { number, status, verdict: verdictOf(verdicts.next().value) };
    });
    this.#unanswered.shift();
    this.number += told.length;
    return told;
  }
}

function joined(lines: readonly Uint8Array[]): Uint8Array {
  const made = new Uint8Array(lines.reduce((size, one) => size + one.length + 1, -1)).fill(LINE_END);
  let at = 0;
  for (const one of lines) {
    made.set(one, at);
    at += one.length + 1;
  }
  return made;
}

/** A record as one line. A text of several lines has to be JSON; an empty one is answered as no record. */
export function line(record: RecordText): Uint8Array {
  const content = trimmed(recordBytes(record));
  if (content.length === 0) {
    return recordBytes("null");
  }
  if (!content.includes(LINE_END) && !content.includes(0x0d)) {
    return content;
  }
  return onOneLine(content);
}

const BLANKS: readonly (number | undefined)[] = [0x20, 0x09, LINE_END, 0x0d];

function trimmed(content: Uint8Array): Uint8Array {
  let [start, end] = [0, content.length];
  while (start < end && BLANKS.includes(content[start])) {
    start++;
  }
  while (start < end && BLANKS.includes(content[end - 1])) {
    end--;
  }
  return content.subarray(start, end);
}

/** JSON without its line ends, which stand between its words only; they become blanks, and the rest stays as it is. */
function onOneLine(content: Uint8Array): Uint8Array {
  try {
    JSON.parse(new TextDecoder().decode(content));
  } catch (cause) {
    throw new TypeError("a stream takes records as JSON; YAML goes to validateRecord", { cause });
  }
  return content.map((byte) => (byte === LINE_END || byte === 0x0d ? 0x20 : byte));
}
