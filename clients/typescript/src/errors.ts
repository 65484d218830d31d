/** Why a call failed, read from the status and the `google.rpc` details that the server sends. */

import { Code, ConnectError } from "@connectrpc/connect";

import { BadRequestSchema, ErrorInfoSchema, RetryInfoSchema } from "./gen/google/rpc/error_details_pb.js";

export { Code };

/** What is wrong with one field of a request. */
export interface Violation {
  readonly field: string;
  readonly reason: string;
  readonly message: string;
}

interface Details {
  readonly reason?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly violations?: readonly Violation[];
  readonly retryAfterMs?: number | undefined;
}

/** A call that failed. The message is for people and may change; code and reason are stable. */
export class RefereeError extends Error {
  override readonly name = "RefereeError";
  /** The status of gRPC. */
  readonly code: Code;
  /** A stable name (`RULE_SET_NOT_FOUND`); `undefined` where the server had no say. */
  readonly reason: string | undefined;
  /** The values of the message by name. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The fields of the request that are wrong, at most 20. */
  readonly violations: readonly Violation[];
  /** How long the server asks to be left alone, in milliseconds; `undefined` where it says nothing of the kind. */
  readonly retryAfterMs: number | undefined;

  constructor(code: Code, message: string, details: Details = {}, cause?: unknown) {
    super(`${details.reason ?? Code[code]}: ${message}`, { cause });
    this.code = code;
    this.reason = details.reason;
    this.metadata = details.metadata ?? {};
    this.violations = details.violations ?? [];
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** What a server says has this among its trailers; what a transport says for itself has not. */
const STATUS = "grpc-status";

/**
 * The error for what a transport threw. Of a call that failed that is a `ConnectError`; whatever else comes is somebody's
 * mistake, and stays what it is. `signal` is the caller's.
 */
export function failure(thrown: unknown, signal?: AbortSignal): unknown {
  if (!(thrown instanceof ConnectError)) {
    return thrown;
  }
  const cause: unknown = signal?.aborted ? signal.reason : thrown;
  return new RefereeError(meant(thrown, signal), thrown.rawMessage, details(thrown), cause);
}

/** The code that gRPC has for it. */
function meant(thrown: ConnectError, signal: AbortSignal | undefined): Code {
  if (thrown.metadata.has(STATUS)) {
    return thrown.code;
  }
  if (signal?.aborted) {
    return timedOut(signal) ? Code.DeadlineExceeded : Code.Canceled;
  }
  return lost(thrown) ? Code.Unavailable : thrown.code;
}

function timedOut(signal: AbortSignal): boolean {
  return signal.reason instanceof Error && signal.reason.name === "TimeoutError";
}

/**
 * Whether a connection failed: gRPC calls all of that UNAVAILABLE. A transport says that a call was given up or broken off
 * though nobody did so, or hands on an error of Node, which has a code of its own, or of `fetch`.
 */
function lost({ code, cause }: ConnectError): boolean {
  const ofNode = cause instanceof Error && "code" in cause && typeof cause.code === "string";
  return code === Code.Aborted || code === Code.Canceled || ofNode || cause instanceof TypeError;
}

function details(thrown: ConnectError): Details {
  const [told] = thrown.findDetails(ErrorInfoSchema);
  const [request] = thrown.findDetails(BadRequestSchema);
  const delay = thrown.findDetails(RetryInfoSchema)[0]?.retryDelay;
  return {
    reason: told?.reason,
    metadata: told?.metadata ?? {},
    violations: (request?.fieldViolations ?? []).map(({ field, reason, description }) => ({
      field,
      reason,
      message: description,
    })),
    retryAfterMs: delay && Math.max(0, Number(delay.seconds) * 1000 + delay.nanos / 1e6),
  };
}

/** An answer that is none: the server and this client do not speak of the same schema. */
export function senseless(message: string): RefereeError {
  return new RefereeError(Code.Internal, message);
}
