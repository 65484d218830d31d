/** What both entries of the package offer. */

export type {
  ActionCheck,
  ActionDone,
  AllowedAction,
  BrokenRecord,
  Close,
  CloseVerdict,
  Closing,
  Hand,
  Item,
  LegalClose,
  RefusedAction,
  RefusedClose,
  SoundRecord,
  StatusName,
  StreamedVerdict,
  Verdict,
} from "./answers.js";
export { isSound } from "./answers.js";
export type { CallOptions } from "./calls.js";
export type { ClientOptions, Connection } from "./client.js";
export { Client } from "./client.js";
export type { Violation } from "./errors.js";
export { Code, RefereeError } from "./errors.js";
export type {
  ActionInit,
  Cards,
  CloseQuestion,
  HandOptions,
  Judging,
  Play,
  ReadOptions,
  RecordText,
  RulingInit,
  WriteOptions,
} from "./questions.js";
export { closing, dealing, declining, reentering } from "./questions.js";
export type { Language, Rules, Table, Values } from "./rules.js";
export { RuleDigest, RuleSource, digest, source } from "./rules.js";
export type { ChangeOptions, KeepOptions, RevisionOptions } from "./stored.js";
export type { TokenOptions } from "./token.js";
