/** Deadlines and repeats of single calls, as a transport around another: it serves generated clients, too. */

import { Code } from "@connectrpc/connect";
import type { Transport } from "@connectrpc/connect";
import type { DescMessage, DescMethodUnary } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";

import { RefereeError, failure } from "./errors.js";

/** The deadline of a call about one thing, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 3_000;
/** That of a batch, of a call about records, and of one that compiles. */
export const DEFAULT_BATCH_TIMEOUT_MS = 30_000;

const ATTEMPTS = 3;
const FIRST_WAIT_MS = 100;

/** What a single call may be told. */
export interface CallOptions {
  /** Gives the call up. */
  readonly signal?: AbortSignal | undefined;
  /** The deadline, in milliseconds from now; it covers waits and repeats. */
  readonly timeoutMs?: number | undefined;
}

/** How long calls may take that say nothing else, in milliseconds. */
export interface Timeouts {
  readonly timeoutMs: number;
  readonly batchTimeoutMs: number;
}

type Method = Pick<DescMethodUnary, "name" | "parent" | "idempotency">;

/** The methods with the longer deadline, beside those of RecordService. */
const SLOW: readonly string[] = [
  "BatchEvaluateHands",
  "BatchCheckCloses",
  "CheckRuleSet",
  "CompileRuleSet",
  "CreateRuleSet",
];

/** The deadline of a method, in milliseconds. */
export function usualTimeout(method: Pick<Method, "name" | "parent">, timeouts: Timeouts): number {
  const slow = method.parent.name === "RecordService" || SLOW.includes(method.name);
  return slow ? timeouts.batchTimeoutMs : timeouts.timeoutMs;
}

/**
 * A transport whose single calls have a deadline, are repeated where the server was not reached, and fail with a
 * {@link RefereeError}. `closed` says whether the client still wants to call. Streams go through as they are.
 */
export function patient(transport: Transport, timeouts: Timeouts, closed: () => boolean): Transport {
  return {
    async unary<I extends DescMessage, O extends DescMessage>(
      ...[method, signal, timeoutMs, header, input, values]: Parameters<typeof transport.unary<I, O>>
    ) {
      const end = endOf(timeoutMs ?? usualTimeout(method, timeouts));
      for (let made = 1; ; made++) {
        refuseIf(closed());
        try {
          return await transport.unary(method, signal, left(end), header, input, values);
        } catch (thrown) {
          const error = failure(thrown, signal);
          const again = made < ATTEMPTS && repeatable(method, input) && unreached(error) && !closed();
          if (!again || !(await waited(pauseMs(error, made), end, signal))) {
            throw error;
          }
        }
      }
    },
    async stream(method, signal, timeoutMs, header, input, values) {
      refuseIf(closed());
      return await transport.stream(method, signal, timeoutMs, header, input, values);
    },
  };
}

function refuseIf(closed: boolean): void {
  if (closed) {
    throw new RefereeError(Code.Canceled, "the client is closed");
  }
}

/** The moment that a time from now is, in milliseconds of `performance.now`. */
export function endOf(timeoutMs: number | undefined): number {
  return timeoutMs === undefined ? Infinity : performance.now() + timeoutMs;
}

/** Whole milliseconds to a moment, at least one, as transports take them; `undefined` if it never comes. */
export function left(end: number): number | undefined {
  if (end === Infinity) {
    return undefined;
  }
  const rest = end - performance.now();
  if (rest <= 0) {
    throw new RefereeError(Code.DeadlineExceeded, "the time was over before the call was made");
  }
  return Math.ceil(rest);
}

/**
 * Whether the schema promises that a call may be made again: it changes nothing, or carries an id by which the server knows
 * it again.
 */
function repeatable({ idempotency }: Method, input: object): boolean {
  const { NO_SIDE_EFFECTS, IDEMPOTENT } = MethodOptions_IdempotencyLevel;
  const named = "requestId" in input && input.requestId !== undefined && input.requestId !== "";
  return idempotency === NO_SIDE_EFFECTS || (idempotency === IDEMPOTENT && named);
}

/** Whether the server was not reached, the one failure after which a call is made again. */
export function unreached(error: unknown): error is RefereeError {
  return error instanceof RefereeError && error.code === Code.Unavailable;
}

/** How long to wait after so many failures: what the server asks for, else 0.1 s, 0.2 s …, give or take a fifth. */
export function pauseMs(error: unknown, failures: number): number {
  const asked = error instanceof RefereeError ? error.retryAfterMs : undefined;
  const spread = 0.8 + 0.4 * Math.random(); // of a crowd that failed together
  return asked ?? FIRST_WAIT_MS * 2 ** (failures - 1) * spread;
}

/** Waits, and says whether there is time left to go on: at once if it can be known that there is none. */
export async function waited(pause: number, end: number, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal?.aborted || performance.now() + pause >= end) {
    return false;
  }
  return await new Promise((resolve) => {
    const stop = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve(true);
    }, pause);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
