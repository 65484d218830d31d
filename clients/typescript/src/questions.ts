/** What a client is asked, and the parts of requests that say it. */

import type { MessageInitShape } from "@bufbuild/protobuf";
import { isMessage, toJsonString } from "@bufbuild/protobuf";

import type { CallOptions } from "./calls.js";
import type { ActionSchema, DealSchema } from "./gen/referee/v1/actions_pb.js";
import type { CloseQuestionSchema } from "./gen/referee/v1/hands_pb.js";
import type { GameRecord, RulingSchema } from "./gen/referee/v1/records_pb.js";
import { GameRecordSchema } from "./gen/referee/v1/records_pb.js";
import type { Language, Rules, Table, Values } from "./rules.js";
import { chosen, texts } from "./rules.js";

/** The most items of one batch; more are sent in several. */
export const BATCH_ITEMS = 1000;
/** The most bytes of the records of one batch; a message has at most 4 MiB. */
export const BATCH_BYTES = 3_500_000;

/** Some cards: one in each text, or all in a single one, parted by blanks. Any notation a person would write is read. */
export type Cards = string | readonly string[];

/** A close: the cards kept, or the whole hand with or without the card put face down. */
export type CloseQuestion =
  | { readonly keep: Cards; readonly given?: Values }
  | {
      readonly hand: Cards;
      /** A card of the hand; left out: every one is tried. */
      readonly closingCard?: string;
      /** The card of the hand that came from the discard pile in this turn. */
      readonly takenCard?: string;
      /** Facts by name: `{ laps: 2 }`. */
      readonly given?: Values;
    };

/** An action as a message, or as an object that has its fields. */
export type ActionInit = MessageInitShape<typeof ActionSchema>;
/**
 * What is done: a word of the record notation (`+5c`, `<12b`, `-7c`, `x7c`; `B: -7c` if it is not the seat to act), or an
 * action, for example one of those that are legal.
 */
export type Play = string | ActionInit;
/** What a director decides. */
export type RulingInit = MessageInitShape<typeof RulingSchema>;

/** Questions about hands. */
export interface HandOptions extends CallOptions {
  /** Every arrangement with as few loose points, the best first; of many only 100 come. */
  readonly allOptimal?: boolean;
}

/** How records are judged: left out, each by its own rules, in English, up to its first violation. */
export interface Judging extends CallOptions {
  /** Rules other than the record's own: what if. */
  readonly rules?: Rules;
  readonly language?: Language;
  /** Judges later rounds on the written totals after a violation; such findings are conditional. */
  readonly keepGoing?: boolean;
  /** Whole verdicts for clean records of batches and streams, too. */
  readonly full?: boolean;
}

/** How a record is read. */
export interface ReadOptions extends CallOptions {
  /** The rules whose pack the cards are read with; left out: those the record names. */
  readonly rules?: Rules;
  /** Refuses everything that is not well-formed instead of repairing it. */
  readonly strict?: boolean;
  /** What places are to call the file. */
  readonly fileName?: string;
}

/** How a record is written. */
export interface WriteOptions extends CallOptions {
  /** The rules whose pack the cards are written with; left out: those the record names. */
  readonly rules?: Rules;
  /** Computes the seals. */
  readonly seal?: boolean;
  /** These take the place of the record's own plays: one list of actions a round. */
  readonly plays?: readonly (readonly ActionInit[])[];
}

/** A record: YAML or JSON as text or bytes, what JSON would be read as, or a message. */
export type RecordText = string | Uint8Array | GameRecord | Readonly<Record<string, unknown>>;

/** A record as bytes. */
export function recordBytes(record: RecordText): Uint8Array {
  return record instanceof Uint8Array ? record : new TextEncoder().encode(recordJson(record));
}

function recordJson(record: Exclude<RecordText, Uint8Array>): string {
  if (typeof record === "string") {
    return record;
  }
  return isMessage(record, GameRecordSchema)
    ? toJsonString(GameRecordSchema, record, { useProtoFieldName: true }) // the keys of the record format
    : JSON.stringify(record);
}

/** The deal of the table: the order of the whole pack, or what is known of hands, upcard and stock. */
export function dealing(deal: MessageInitShape<typeof DealSchema>): ActionInit {
  return { kind: { case: "deal", value: deal } };
}

/** A close with the melds that are declared, each as cards written together; without melds the word `x7c` says the same. */
export function closing(seat: string, card: string, ...melds: string[]): ActionInit {
  return { seat, kind: { case: "close", value: { card, declared: { melds } } } };
}

/** A seat that is out and comes back. */
export function reentering(seat: string): ActionInit {
  return { seat, kind: { case: "reenter", value: {} } };
}

/** A seat that is out, might come back and does not. */
export function declining(seat: string): ActionInit {
  return { seat, kind: { case: "decline", value: {} } };
}

/** Cards as they are sent. */
export function list(cards: Cards): string[] {
  return typeof cards === "string" ? [cards] : [...cards];
}

/** A close as it is sent. */
export function closeMessage(question: CloseQuestion): MessageInitShape<typeof CloseQuestionSchema> {
  const given = texts(question.given);
  if ("keep" in question) {
    return { held: { case: "keep", value: { cards: list(question.keep) } }, given };
  }
  const { closingCard = "", takenCard = "" } = question;
  return { held: { case: "hand", value: { cards: list(question.hand) } }, closingCard, takenCard, given };
}

type Played = { case: "word"; value: string } | { case: "action"; value: ActionInit };

/** A play as it is sent. */
export function playMessage(play: Play | undefined): { played?: Played } {
  if (play === undefined) {
    return {};
  }
  return { played: typeof play === "string" ? { case: "word", value: play } : { case: "action", value: play } };
}

/** How records are judged, as it is sent. */
export function judgingMessage({ rules, language = "", keepGoing = false }: Judging): {
  ruleSet?: ReturnType<typeof chosen>["ruleSet"];
  language: string;
  keepGoing: boolean;
} {
  return { ...chosen(rules), language, keepGoing };
}

/** The language of a table, as it is sent. */
export function languageOf({ language = "" }: Table): string {
  return language;
}

/** Parts of a list of at most so many, and of records at most so many bytes; each has at least one. */
export function* batches<T>(all: readonly T[], bytes: (one: T) => number = () => 0): Generator<T[]> {
  let batch: T[] = [];
  let size = 0;
  for (const one of all) {
    const more = bytes(one);
    if (batch.length > 0 && (batch.length === BATCH_ITEMS || size + more > BATCH_BYTES)) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(one);
    size += more;
  }
  if (batch.length > 0) {
    yield batch;
  }
}
