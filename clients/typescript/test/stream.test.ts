/** Streams of records, against a scripted server that breaks them. */

import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";

import type { ConnectError } from "@connectrpc/connect";

import { STREAM_ATTEMPTS } from "#inside/stream";
import type { Client, StreamedVerdict } from "chinchon-referee-client";
import { Code, RefereeError } from "chinchon-referee-client";
import type { StreamValidateRecordsRequest } from "chinchon-referee-client/schema";
import { Status } from "chinchon-referee-client/schema";

import { numbers } from "./random.js";
import type { Script, Streamed } from "./scripted.js";
import { ask, failed, refusal, serve } from "./scripted.js";

/** So many records, and how many of them have been read. */
class Records {
  read = 0;
  ended = 0;
  constructor(private readonly count: number) {}

  *[Symbol.iterator](): Generator<{ record: number }> {
    try {
      while (this.read < this.count) {
        yield { record: this.read++ };
      }
    } finally {
      this.ended++;
    }
  }
}

interface Window {
  readonly chunks: number;
  readonly records: number;
  readonly bytes?: number;
}

/** Judges a stream and breaks it as it is told: after so many answers, with that failure. */
class Judging {
  /** Over all connections; a server keeps none of these. */
  answered = 0;
  records = 0;
  readonly first: bigint[] = [];
  mostWaiting = 0;

  constructor(
    private readonly window: Window,
    private readonly breaks: (connection: number, answers: number) => ConnectError | undefined = () => undefined,
  ) {}

  readonly stream: NonNullable<Script["stream"]> = (connection, requests) => this.#judge(connection, requests);

  async *#judge(connection: number, requests: AsyncIterator<StreamValidateRecordsRequest>): AsyncGenerator<Streamed> {
    const opening = (await requests.next()).value as StreamValidateRecordsRequest;
    const first = opening.part.case === "opening" ? opening.part.value.firstSequence : 0n;
    this.first.push(first);
    yield { part: { case: "window", value: { bytes: 1 << 20, ...this.window } } };
    for (let answers = 0; ; answers++) {
      const broken = this.breaks(connection, answers);
      if (broken !== undefined) {
        throw broken;
      }
      const request = await requests.next();
      if (request.done === true) {
        return;
      }
      yield this.#answer(request.value);
    }
  }

  /** Finds every third record of all violated, and tells its line as the record's id. */
  #answer({ part }: StreamValidateRecordsRequest): Streamed {
    assert.ok(part.case === "chunk");
    const { sequence, lines } = part.value;
    assert.equal(sequence, BigInt(++this.answered));
    const judged = new TextDecoder()
      .decode(lines)
      .split("\n")
      .map((recordId) => ({ recordId, status: this.records++ % 3 === 2 ? Status.VIOLATION : Status.CLEAN }));
    const verdicts = judged
      .filter((one) => one.status === Status.VIOLATION)
      .map((one) => ({ ...one, firstViolation: { code: "X" } }));
    return { part: { case: "verdicts", value: { sequence, statuses: judged.map((one) => one.status), verdicts } } };
  }
}

/** Hears a stream to its end; fails unless the answers are those to the records, each once and in order. */
async function hear(answers: AsyncIterable<StreamedVerdict>): Promise<{ heard: number; error: unknown }> {
  let heard = 0;
  try {
    for await (const answer of answers) {
      const wrong = heard % 3 === 2;
      assert.deepEqual(
        [answer.number, answer.status, answer.verdict?.recordId],
        [heard, wrong ? "violation" : "clean", wrong ? `{"record":${heard}}` : undefined],
      );
      heard++;
    }
    return { heard, error: undefined };
  } catch (error) {
    if (error instanceof RefereeError || error instanceof TypeError) {
      return { heard, error };
    }
    throw error;
  }
}

async function judging(t: TestContext, judge: Judging, patienceMs = 60_000): Promise<Client> {
  return ask(t, await serve(t, judge), { patienceMs });
}

function soon(code = Code.Unavailable, reason = ""): ConnectError {
  return refusal(code, reason, { retryAfterMs: 1 });
}

test("a stream answers every record in order", async (t) => {
  for (const count of [0, 1, 7, 8, 1000]) {
    const judge = new Judging({ chunks: 3, records: 7 });
    const records = new Records(count);
    const { heard, error } = await hear((await judging(t, judge)).streamValidateRecords(records));
    assert.deepEqual([heard, error, judge.answered, records.ended], [count, undefined, Math.ceil(count / 7), 1]);
  }
});

test("records may come when they will", async (t) => {
  const client = await judging(t, new Judging({ chunks: 2, records: 3 }));
  async function* later(): AsyncGenerator<object> {
    for (const record of new Records(20)) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      yield record;
    }
  }
  assert.deepEqual(await hear(client.streamValidateRecords(later() as AsyncIterable<string>)), {
    heard: 20,
    error: undefined,
  });
});

test("no more is read than the window holds", async (t) => {
  const records = new Records(500);
  let heard = 0;
  for await (const { number } of (await judging(t, new Judging({ chunks: 3, records: 7 }))).streamValidateRecords(
    records,
  )) {
    assert.equal(number, heard++);
    assert.ok(records.read - heard <= 3 * 7, `${records.read - heard} records were read ahead`);
  }
  assert.equal(heard, 500);
});

test("a stream goes on where it broke", async (t) => {
  const below = numbers(51);
  for (let times = 0; times < 12; times++) {
    const [count, chunks, size] = [below(200), 1 + below(4), 1 + below(9)];
    const at = [1 + below(3), 1 + below(5), below(4)];
    const judge = new Judging({ chunks, records: size }, (connection, answers) => {
      if (answers < (at[connection - 1] ?? Infinity)) {
        return undefined;
      }
      return connection === 2 ? soon(Code.DeadlineExceeded, "STREAM_IDLE") : soon();
    });
    const records = new Records(count);
    const { heard, error } = await hear((await judging(t, judge)).streamValidateRecords(records));
    assert.deepEqual([heard, error, records.read], [count, undefined, count], `breaks at ${at.join()}`);
    let wanted = 1n;
    for (const [connection, first] of judge.first.entries()) {
      assert.equal(first, wanted, `connection ${connection + 1}, breaks at ${at.join()}`);
      wanted += BigInt(at[connection] ?? 0);
    }
  }
});

test("a stream that gets on may break any number of times", async (t) => {
  const judge = new Judging({ chunks: 2, records: 5 }, (_, answers) => (answers === 0 ? undefined : soon()));
  const { heard, error } = await hear((await judging(t, judge)).streamValidateRecords(new Records(100)));
  assert.deepEqual([heard, error], [100, undefined]);
  assert.ok(judge.first.length >= 3 * STREAM_ATTEMPTS);
});

test("a stream outlives its server", async (t) => {
  const server = await serve(t, new Judging({ chunks: 2, records: 5 }));
  const records = new Records(100);
  let heard = 0;
  for await (const answer of ask(t, server).streamValidateRecords(records)) {
    assert.equal(answer.number, heard++);
    if (heard === 40) {
      await server.stop(); // answers on their way are lost: the next server begins where we are
      const next = new Judging({ chunks: 2, records: 5 });
      [next.answered, next.records] = [8, 40];
      await serve(t, next, { port: Number(server.address.split(":")[1]) });
    }
  }
  assert.deepEqual([heard, records.read], [100, 100]);
});

test("a stream is given up", async (t) => {
  for (const [failure, connections] of [
    [soon(Code.Unavailable, "DRAINING"), STREAM_ATTEMPTS],
    [soon(Code.ResourceExhausted, "STREAMS_EXHAUSTED"), 1],
    [soon(Code.InvalidArgument, "SEQUENCE_BROKEN"), 1],
  ] as const) {
    const judge = new Judging({ chunks: 2, records: 5 }, (connection, answers) =>
      connections > 1 && connection === 1 && answers === 0 ? undefined : failure,
    ); // of several one answers, so that the failures after it count
    const records = new Records(100);
    const { heard, error } = await hear((await judging(t, judge)).streamValidateRecords(records));
    assert.ok(error instanceof RefereeError && error.code === failure.code);
    assert.deepEqual([judge.first.length, heard, records.ended], [connections, 5 * judge.answered, 1]);
  }
});

test("who has heard enough ends the stream", { timeout: 60_000 }, async (t) => {
  let ended: () => void = () => undefined;
  const hungUp = new Promise<void>((resolve) => (ended = resolve));
  const server = await serve(t, {
    async *stream(_, requests, { signal }) {
      await requests.next();
      yield { part: { case: "window", value: { chunks: 2, records: 5, bytes: 1000 } } };
      yield { part: { case: "verdicts", value: { sequence: 1n, statuses: Array<Status>(5).fill(Status.CLEAN) } } };
      await new Promise((resolve) => {
        signal.addEventListener("abort", resolve); // nothing else ends this
      });
      ended();
    },
  });
  const records = new Records(1000);
  for await (const { number } of ask(t, server).streamValidateRecords(records)) {
    if (number === 2) {
      break;
    }
  }
  await hungUp;
  assert.deepEqual([records.read, records.ended], [10, 1]);
});

test("a server that says nothing is not waited for for ever", async (t) => {
  const server = await serve(t, {
    async *stream(_, requests) {
      await requests.next();
      await new Promise((resolve) => setTimeout(resolve, 500));
      yield {};
    },
  });
  const client = ask(t, server, { patienceMs: 50 });
  const { error } = await hear(client.streamValidateRecords(new Records(3)));
  assert.match(String(error), /DeadlineExceeded: the server did not answer a chunk in time/);
});

test("a stream has a deadline, and can be given up", { timeout: 60_000 }, async (t) => {
  const giving = new AbortController();
  const server = await serve(t, {
    async *stream(connection) {
      yield { part: { case: "window", value: { chunks: 1, records: 1, bytes: 100 } } };
      if (connection === 1) {
        giving.abort();
      }
      await new Promise(() => undefined);
    },
  });
  for (const [options, code] of [
    [{ signal: giving.signal }, Code.Canceled],
    [{ signal: AbortSignal.abort() }, Code.Canceled],
    [{ signal: AbortSignal.timeout(50) }, Code.DeadlineExceeded],
    [{ timeoutMs: 50 }, Code.DeadlineExceeded],
  ] as const) {
    const { error } = await hear(ask(t, server).streamValidateRecords(new Records(3), options));
    assert.equal((error as RefereeError).code, code, JSON.stringify(options));
  }
});

test("an answer to nothing is a failure", async (t) => {
  const clean = [Status.CLEAN, Status.CLEAN];
  const answers: Record<string, Streamed> = {
    "another chunk": { part: { case: "verdicts", value: { sequence: 2n, statuses: clean } } },
    "too few records": { part: { case: "verdicts", value: { sequence: 1n, statuses: [Status.CLEAN] } } },
    "no verdicts": {},
  };
  for (const [name, answer] of Object.entries(answers)) {
    const server = await serve(t, {
      async *stream(_, requests) {
        await requests.next();
        yield { part: { case: "window", value: { chunks: 2, records: 2, bytes: 100 } } };
        yield answer;
      },
    });
    const { heard, error } = await hear(ask(t, server).streamValidateRecords(new Records(20)));
    assert.deepEqual([heard, (error as RefereeError).code], [0, Code.Internal], name);
  }
});

test("a server that ends a stream early is told of", async (t) => {
  const server = await serve(t, {
    async *stream(_, requests) {
      await requests.next();
      yield { part: { case: "window", value: { chunks: 1, records: 1, bytes: 1 } } };
    },
  });
  const { error } = await hear(ask(t, server).streamValidateRecords(new Records(3)));
  assert.match(String(error), /Internal: the server ended the stream/);
});

test("what goes wrong with the records themselves stays what it is", async (t) => {
  const client = await judging(t, new Judging({ chunks: 2, records: 5 }));
  const { error } = await hear(client.streamValidateRecords(["record: 1\nrules: x"]));
  assert.ok(error instanceof TypeError);
  const lost = new Error("the file is gone");
  const records = (function* () {
    yield "1";
    throw lost;
  })();
  assert.equal(await failed(client.streamValidateRecords(records).next()), lost);
});
