/** The connections of a stream of records: opened, kept within the window, and opened again where they break. */

import { Code } from "@connectrpc/connect";
import type { MessageInitShape } from "@bufbuild/protobuf";

import type { Item, StreamedVerdict, Verdict } from "./answers.js";
import { endOf, left, pauseMs, unreached, waited } from "./calls.js";
import { RefereeError, failure, senseless } from "./errors.js";
import type {
  StreamOpeningSchema,
  StreamValidateRecordsRequestSchema,
  StreamValidateRecordsResponse,
} from "./gen/referee/v1/record_service_pb.js";
import type { Judging, RecordText } from "./questions.js";
import { BATCH_BYTES } from "./questions.js";
import type { Chunk } from "./sending.js";
import { Sending } from "./sending.js";

/** How long a stream waits for the answer to one chunk, in milliseconds. */
export const DEFAULT_PATIENCE_MS = 60_000;
/** How often a stream may break without an answer between. */
export const STREAM_ATTEMPTS = 5;

type Request = MessageInitShape<typeof StreamValidateRecordsRequestSchema>;
type Opening = Omit<MessageInitShape<typeof StreamOpeningSchema>, "firstSequence" | "$typeName">;

/** Opens a connection, whose failures are those of a transport. */
export type Open = (
  requests: AsyncIterable<Request>,
  options: { signal: AbortSignal; timeoutMs?: number },
) => AsyncIterable<StreamValidateRecordsResponse>;

/** What holds for a stream, whatever its connections. */
export interface Course {
  readonly opening: Opening;
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/**
 * The answers to any number of records, in order as they come. A connection that breaks is opened again, and nothing is
 * judged or told twice. Records are read no faster than they are answered.
 */
export async function* streamed(
  open: Open,
  records: Iterable<RecordText> | AsyncIterable<RecordText>,
  course: Course,
): AsyncGenerator<StreamedVerdict, void, undefined> {
  const end = endOf(course.timeoutMs);
  const reading = reader(records);
  const sending = new Sending(reading.next);
  try {
    for (let failures = 0; ;) {
      const before = sending.number;
      try {
        yield* connection(open, sending, course, left(end));
        return;
      } catch (thrown) {
        const error = failure(thrown, course.signal);
        failures = sending.number > before ? 1 : failures + 1;
        const pause = Math.min(pauseMs(error, failures), course.patienceMs);
        if (failures >= STREAM_ATTEMPTS || !resumable(error) || !(await waited(pause, end, course.signal))) {
          throw error;
        }
      }
    }
  } finally {
    await reading.end();
  }
}

/** Whether a stream goes on after a failure: the server was lost, or had enough of waiting for us. */
function resumable(error: unknown): boolean {
  return unreached(error) || (error instanceof RefereeError && error.reason === "STREAM_IDLE");
}

/** Records one by one; whoever made them is told when no more are wanted. */
function reader(records: Iterable<RecordText> | AsyncIterable<RecordText>): {
  next: () => Promise<RecordText | undefined>;
  end: () => Promise<void>;
} {
  const iterator = Symbol.asyncIterator in records ? records[Symbol.asyncIterator]() : records[Symbol.iterator]();
  return {
    async next() {
      const step = await iterator.next();
      return step.done === true ? undefined : step.value;
    },
    async end() {
      await iterator.return?.();
    },
  };
}

/** Carries the stream over one connection, to its end or to the end of that. */
async function* connection(
  open: Open,
  sending: Sending,
  course: Course,
  timeoutMs: number | undefined,
): AsyncGenerator<StreamedVerdict, void, undefined> {
  const hanging = new AbortController(); // to hang up; a transport does not notice that nobody listens any more
  const outgoing = new Outgoing();
  const stop = (): void => {
    hanging.abort(course.signal?.reason);
  };
  course.signal?.addEventListener("abort", stop);
  if (course.signal?.aborted) {
    stop();
  }
  try {
    outgoing.put({ part: { case: "opening", value: { ...course.opening, firstSequence: sending.first } } });
    const within = timeoutMs === undefined ? {} : { timeoutMs };
    const answers = open(outgoing, { signal: hanging.signal, ...within })[Symbol.asyncIterator]();
    const hear = (): Promise<StreamValidateRecordsResponse> => patiently(answers.next(), course.patienceMs);
    const { part } = await hear();
    sending.window = part.case === "window" ? part.value : sending.window;
    sending.unanswered.forEach((chunk) => {
      outgoing.put(requestOf(chunk));
    });
    for (;;) {
      for (let chunk = await sending.more(); chunk !== undefined; chunk = await sending.more()) {
        outgoing.put(requestOf(chunk));
      }
      if (sending.done) {
        outgoing.end();
        await hear().catch(() => undefined); // the end; what breaks now was answered
        return;
      }
      const { part } = await hear();
      yield* sending.answered(part.case === "verdicts" ? part.value : undefined);
    }
  } finally {
    course.signal?.removeEventListener("abort", stop);
    outgoing.end();
    hanging.abort();
  }
}

function requestOf({ sequence, lines }: Chunk): Request {
  return { part: { case: "chunk", value: { sequence, lines } } };
}

/** The next answer of a connection. */
async function patiently(
  next: Promise<IteratorResult<StreamValidateRecordsResponse>>,
  patienceMs: number,
): Promise<StreamValidateRecordsResponse> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new RefereeError(Code.DeadlineExceeded, "the server did not answer a chunk in time"));
    }, patienceMs);
  });
  try {
    const step = await Promise.race([next, late]);
    if (step.done === true) {
      throw senseless("the server ended the stream before it had answered everything");
    }
    return step.value;
  } finally {
    clearTimeout(timer);
    next.catch(() => undefined); // of a connection that is hung up nobody wants to know why
  }
}

/** Requests that wait to be sent: put in beside what is read, so that neither side ever waits for the other. */
class Outgoing {
  readonly #waiting: Request[] = [];
  #ended = false;
  #wake = (): void => undefined;

  put(request: Request): void {
    this.#waiting.push(request);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Request, void, undefined> {
    for (;;) {
      const request = this.#waiting.shift();
      if (request !== undefined) {
        yield request;
      } else if (this.#ended) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}

/** How many records are asked about at a time where there are no streams. */
const BATCH_RECORDS = 100;

/**
 * The same answers where both sides cannot send at once, as in browsers: a batch after the other, whose calls are repeated
 * by themselves. `ask` gets what time is left.
 */
export async function* inBatches(
  ask: (batch: RecordText[], timeoutMs: number | undefined) => Promise<Item<Verdict>[]>,
  records: Iterable<RecordText> | AsyncIterable<RecordText>,
  { full = false, timeoutMs }: Pick<Judging, "full" | "timeoutMs">,
): AsyncGenerator<StreamedVerdict, void, undefined> {
  const end = endOf(timeoutMs);
  const reading = reader(records);
  const sending = new Sending(reading.next);
  sending.window = { chunks: 1, records: BATCH_RECORDS, bytes: BATCH_BYTES };
  try {
    let number = 0;
    for (let lines = await sending.take(); lines.length > 0; lines = await sending.take()) {
      for (const item of await ask(lines, left(end))) {
        yield streamedVerdict(number++, item, full);
      }
    }
  } finally {
    await reading.end();
  }
}

function streamedVerdict(number: number, item: Item<Verdict>, full: boolean): StreamedVerdict {
  if (!item.ok) {
    throw senseless(`the server did not judge a record: ${item.fault.message}`);
  }
  const { answer: verdict } = item;
  const { status } = verdict;
  return status === "clean" ? { number, status, verdict: full ? verdict : undefined } : { number, status, verdict };
}
