/**
 * Answers that are one of two things, as unions that TypeScript can tell apart: a close that is legal or refused, an action
 * that is allowed or refused, a record that is sound or not, an item of a batch that was judged or could not be. Whatever is
 * one thing only stays the message of the schema.
 */

import { senseless } from "./errors.js";
import type {
  Arrangement,
  BrokenClause,
  CloseAnswer,
  CloseVerdict as CloseVerdictMessage,
  HandValue,
  InputFault,
} from "./gen/referee/v1/hands_pb.js";
import type {
  ActionRefusal,
  ApplyActionResponse,
  CheckActionResponse,
  Irregularity,
} from "./gen/referee/v1/referee_service_pb.js";
import type { GameState } from "./gen/referee/v1/rounds_pb.js";
import type { Finding, Verdict as VerdictMessage } from "./gen/referee/v1/verdicts_pb.js";
import { Status } from "./gen/referee/v1/verdicts_pb.js";

/** The answer to one item of a batch: an answer, or why it was not judged. */
export type Item<A> = { readonly ok: true; readonly answer: A } | { readonly ok: false; readonly fault: InputFault };

/** What a hand is worth. */
export interface Hand extends Omit<HandValue, "best" | "$typeName" | "$unknown"> {
  readonly best: Arrangement;
  readonly ruleSetDigest: string;
}

/** What is said of a close, be it legal or not. */
interface Judged {
  /** The arrangement that was judged: the closer's best, or of a refused close the one that breaks fewest clauses. */
  readonly arrangement: Arrangement | undefined;
  /** Clauses that could not be judged without the closing card, and were taken to hold. */
  readonly notJudged: readonly string[];
}

/** A close that is legal. */
export interface LegalClose extends Judged {
  readonly legal: true;
  readonly outcome: string;
  readonly winsGame: boolean;
  /** Points the closer writes; `undefined` where it wins the game, and where they depend on the hands of others. */
  readonly writes: number | undefined;
  readonly clause: string;
  readonly pricedBy: string;
}

/** A close that is refused. */
export interface RefusedClose extends Judged {
  readonly legal: false;
  /** The clauses it breaks, with what was measured; at least one. */
  readonly broken: readonly BrokenClause[];
}

export type CloseVerdict = LegalClose | RefusedClose;

/** A card that might be put face down, and what would come of it. */
export interface Closing {
  readonly card: string;
  readonly verdict: CloseVerdict;
}

interface Asked {
  readonly ruleSetDigest: string;
  /** The closing card that is best for the closer; `undefined` where none is legal, and where the cards kept were given. */
  readonly bestCard: string | undefined;
  /** Every card of the hand that differs; empty where the cards kept were given. */
  readonly closings: readonly Closing[];
  /** Those of `closings` with which the close would be legal. */
  readonly legalCards: readonly string[];
}

/**
 * The answer about a close. The verdict is that on the cards kept or the closing card; where none was chosen, that on the
 * best one, and `undefined` if none is legal.
 */
export type Close =
  | (Asked & { readonly legal: true; readonly verdict: LegalClose })
  | (Asked & { readonly legal: false; readonly verdict: RefusedClose | undefined });

interface Checked {
  readonly ruleSetDigest: string;
  /** Clauses that hang on cards nobody knows, and were taken to hold. */
  readonly notJudged: readonly string[];
}

/** An action that may be done. */
export interface AllowedAction extends Checked {
  readonly allowed: true;
  /** What makes it stand although it is not legal; `undefined` where it is. */
  readonly irregularity: Irregularity | undefined;
}

/** An action that is refused; nothing has changed. */
export interface RefusedAction extends Checked {
  readonly allowed: false;
  readonly refusal: ActionRefusal;
}

/** Whether an action may be done. */
export type ActionCheck = AllowedAction | RefusedAction;

/** The game after an action, or why that was refused. */
export type ActionDone = (AllowedAction & { readonly state: GameState }) | RefusedAction;

/** What may be said of a record, as people write it. A status that this client does not know is `unspecified`. */
export type StatusName = "clean" | "consistent" | "irregular" | "violation" | "unreadable" | "unspecified";

type Told = Omit<VerdictMessage, "status" | "firstViolation" | "$typeName" | "$unknown">;

/** A record in which nothing is wrong that nobody ruled upon. */
export type SoundRecord = Told & {
  readonly status: "clean" | "consistent" | "irregular";
  readonly firstViolation: undefined;
};

/** A record in which something is wrong. */
export type BrokenRecord = Told & { readonly status: "violation" | "unreadable"; readonly firstViolation: Finding };

export type Verdict =
  | SoundRecord
  | BrokenRecord
  | (Told & { readonly status: "unspecified"; readonly firstViolation: Finding | undefined });

/** The answer to one record of a stream; `number` counts from 0. A clean record has a verdict where `full` was asked for. */
export type StreamedVerdict =
  | { readonly number: number; readonly status: "clean"; readonly verdict: Verdict | undefined }
  | { readonly number: number; readonly status: Exclude<StatusName, "clean">; readonly verdict: Verdict };

/** Whether nothing is wrong with a record that nobody ruled upon. */
export function isSound(verdict: Verdict): verdict is SoundRecord {
  return verdict.status === "clean" || verdict.status === "consistent" || verdict.status === "irregular";
}

const STATUSES: Partial<Record<Status, StatusName>> = {
  [Status.CLEAN]: "clean",
  [Status.CONSISTENT]: "consistent",
  [Status.IRREGULAR]: "irregular",
  [Status.VIOLATION]: "violation",
  [Status.UNREADABLE]: "unreadable",
};

export function statusName(status: Status): StatusName {
  return STATUSES[status] ?? "unspecified";
}

/** What a hand is worth, of a message. */
export function handOf(value: HandValue | undefined, ruleSetDigest: string): Hand {
  if (value?.best === undefined) {
    throw senseless("the server's answer lacks the best arrangement");
  }
  return { ...value, best: value.best, ruleSetDigest };
}

function closeVerdictOf(found: CloseVerdictMessage): CloseVerdict {
  const { arrangement, notJudged } = found;
  if (!found.legal) {
    return { legal: false, broken: found.refusal?.broken ?? [], arrangement, notJudged };
  }
  const { outcome, winsGame, writes, clause, pricedBy } = found;
  return { legal: true, outcome, winsGame, writes, clause, pricedBy, arrangement, notJudged };
}

/** The answer about a close, of a message. */
export function closeOf(found: CloseAnswer | undefined, ruleSetDigest: string): Close {
  const verdict = found?.verdict && closeVerdictOf(found.verdict);
  const closings = (found?.closings ?? []).map(({ card, verdict: one }) => {
    if (one === undefined) {
      throw senseless("the server's answer lacks the verdict on a closing card");
    }
    return { card, verdict: closeVerdictOf(one) };
  });
  const legalCards = closings.filter((one) => one.verdict.legal).map((one) => one.card);
  const bestCard = found?.bestCard === "" ? undefined : found?.bestCard;
  const asked = { ruleSetDigest, bestCard, closings, legalCards };
  if (found?.legal === true && verdict?.legal === true) {
    return { ...asked, legal: true, verdict };
  }
  if (found?.legal === false && verdict?.legal !== true) {
    return { ...asked, legal: false, verdict };
  }
  throw senseless("the server's answer and its verdict contradict each other");
}

/** Whether an action may be done, of a message. */
export function checkOf(found: CheckActionResponse): ActionCheck {
  const { ruleSetDigest, notJudged, irregularity, refusal } = found;
  if (found.allowed) {
    return { allowed: true, irregularity, ruleSetDigest, notJudged };
  }
  if (refusal === undefined) {
    throw senseless("the server refuses an action and does not say why");
  }
  return { allowed: false, refusal, ruleSetDigest, notJudged };
}

/** The game after an action, of a message. */
export function doneOf(found: ApplyActionResponse): ActionDone {
  const { ruleSetDigest, notJudged, irregularity, refusal, state } = found;
  if (refusal !== undefined) {
    return { allowed: false, refusal, ruleSetDigest, notJudged };
  }
  if (state === undefined) {
    throw senseless("the server's answer has neither a state nor a refusal");
  }
  return { allowed: true, state, irregularity, ruleSetDigest, notJudged };
}

/** What is said of a record, of a message. */
export function verdictOf(found: VerdictMessage | undefined): Verdict {
  if (found === undefined) {
    throw senseless("the server's answer lacks a verdict");
  }
  const status = statusName(found.status);
  const { firstViolation } = found;
  switch (status) {
    case "clean":
    case "consistent":
    case "irregular":
      return { ...found, status, firstViolation: undefined };
    case "violation":
    case "unreadable":
      if (firstViolation === undefined) {
        throw senseless("the server finds something wrong and does not say what");
      }
      return { ...found, status, firstViolation };
    case "unspecified":
      return { ...found, status, firstViolation };
  }
}

type Result<V> =
  | { case: "fault"; value: InputFault }
  | { case: "value" | "answer" | "verdict"; value: V }
  | { case: undefined; value?: undefined };

/** The answers, as many as there are questions. */
export function whole<A>(answers: readonly A[], asked: number): readonly A[] {
  if (answers.length !== asked) {
    throw senseless(`the server gave ${answers.length} answers to ${asked} questions`);
  }
  return answers;
}

/** The items of a batch, of its results. */
export function itemsOf<V, A>(
  results: readonly { readonly result: Result<V> }[],
  asked: number,
  answer: (value: V | undefined) => A,
): Item<A>[] {
  return whole(results, asked).map(({ result }) =>
    result.case === "fault" ? { ok: false, fault: result.value } : { ok: true, answer: answer(result.value) },
  );
}
