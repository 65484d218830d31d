/** A client of one server, over whatever transport. */

import type { Client as Stub, Transport } from "@connectrpc/connect";
import { createClient } from "@connectrpc/connect";

import type { ActionCheck, ActionDone, Close, Hand, Item, StreamedVerdict, Verdict } from "./answers.js";
import { checkOf, closeOf, doneOf, handOf, itemsOf, verdictOf, whole } from "./answers.js";
import type { CallOptions, Timeouts } from "./calls.js";
import { DEFAULT_BATCH_TIMEOUT_MS, DEFAULT_TIMEOUT_MS, patient } from "./calls.js";
import { RefereeError, senseless } from "./errors.js";
import type { FormatRecordResponse, ParseRecordResponse } from "./gen/referee/v1/record_service_pb.js";
import { RecordService } from "./gen/referee/v1/record_service_pb.js";
import type { ListLegalActionsResponse, RoundFacts, ScoreRoundResponse } from "./gen/referee/v1/referee_service_pb.js";
import { RefereeService } from "./gen/referee/v1/referee_service_pb.js";
import type { GameState } from "./gen/referee/v1/rounds_pb.js";
import type {
  CheckRuleSetResponse,
  CompileRuleSetResponse,
  DescribeRuleSetResponse,
} from "./gen/referee/v1/rule_set_service_pb.js";
import { RuleSetService } from "./gen/referee/v1/rule_set_service_pb.js";
import type { CreateRuleSetResponse, StoredRuleSet } from "./gen/referee/v1/rule_set_store_service_pb.js";
import { RuleSetStoreService } from "./gen/referee/v1/rule_set_store_service_pb.js";
import type { RuleSet, RuleSetSummary } from "./gen/referee/v1/rule_sets_pb.js";
import type { Cards, CloseQuestion, HandOptions, Judging, Play, ReadOptions } from "./questions.js";
import type { RecordText, RulingInit, WriteOptions } from "./questions.js";
import { batches, closeMessage, judgingMessage, languageOf, list, playMessage, recordBytes } from "./questions.js";
import type { Rules, Setup, Table } from "./rules.js";
import { Digests, RuleSource, chosen, selector, setup } from "./rules.js";
import type { ChangeOptions, KeepOptions, RevisionOptions } from "./stored.js";
import { identified, kept, pages } from "./stored.js";
import { DEFAULT_PATIENCE_MS, inBatches, streamed } from "./stream.js";

/** How a client asks. */
export interface ClientOptions {
  /** The deadline of calls about one thing, in milliseconds: 3,000. */
  readonly timeoutMs?: number;
  /** That of batches, of calls about records, and of calls that compile: 30,000. */
  readonly batchTimeoutMs?: number;
  /** How long a stream waits for the answer to one chunk, in milliseconds: 60,000. */
  readonly patienceMs?: number;
}

/** How a client is connected. */
export interface Connection {
  readonly transport: Transport;
  /** Whether both sides can send at the same time, which browsers cannot do. */
  readonly streams: boolean;
  readonly close: () => void;
}

/**
 * Asks one server, any number of questions at the same time. What the rules say is an answer: a refused close, a broken
 * record and a rule set full of mistakes are no errors. A call that fails throws a {@link RefereeError}.
 */
export class Client {
  /** For generated clients: their single calls have the same deadlines, repeats and errors. */
  readonly transport: Transport;
  readonly #ruleSets: Stub<typeof RuleSetService>;
  readonly #judging: Stub<typeof RefereeService>;
  readonly #records: Stub<typeof RecordService>;
  readonly #stored: Stub<typeof RuleSetStoreService>;
  readonly #connection: Connection;
  readonly #digests = new Digests();
  readonly #timeouts: Timeouts;
  readonly #patienceMs: number;
  #closed = false;

  constructor(connection: Connection, options: ClientOptions = {}) {
    const { timeoutMs = DEFAULT_TIMEOUT_MS, batchTimeoutMs = DEFAULT_BATCH_TIMEOUT_MS } = options;
    this.#connection = connection;
    this.#timeouts = { timeoutMs, batchTimeoutMs };
    this.#patienceMs = options.patienceMs ?? DEFAULT_PATIENCE_MS;
    this.transport = patient(connection.transport, this.#timeouts, () => this.#closed);
    this.#ruleSets = createClient(RuleSetService, this.transport);
    this.#judging = createClient(RefereeService, this.transport);
    this.#records = createClient(RecordService, this.transport);
    this.#stored = createClient(RuleSetStoreService, this.transport);
  }

  /** Ends the connection; calls under way fail. */
  close(): void {
    this.#closed = true;
    this.#connection.close();
  }

  /** All rule sets the server offers, by name. */
  async listRuleSets(options: CallOptions = {}): Promise<RuleSetSummary[]> {
    const listed: RuleSetSummary[] = [];
    for (let pageToken = ""; ;) {
      const page = await this.#ruleSets.listRuleSets({ pageToken }, told(options));
      listed.push(...page.ruleSets);
      pageToken = page.nextPageToken;
      if (pageToken === "") {
        return listed;
      }
    }
  }

  /** Everything about a rule set, and its YAML where `withSource` says so. */
  async getRuleSet(rules: Rules, options: CallOptions & { withSource?: boolean } = {}): Promise<RuleSet> {
    const { withSource = false } = options;
    const { ruleSet } = await this.#ruleSets.getRuleSet({ ruleSet: selector(rules), withSource }, told(options));
    if (ruleSet === undefined) {
      throw senseless("the server's answer lacks the rule set");
    }
    return ruleSet;
  }

  /** What is wrong with a rule set. Its examples are run. */
  async checkRuleSet(source: RuleSource, options: CallOptions = {}): Promise<CheckRuleSetResponse> {
    return await this.#ruleSets.checkRuleSet({ source: source.bytes, fileName: source.fileName }, told(options));
  }

  /** Compiles a rule set, so that calls can name it by its digest; this client does so by itself. */
  async compileRuleSet(source: RuleSource, options: CallOptions = {}): Promise<CompileRuleSetResponse> {
    const request = { source: source.bytes, fileName: source.fileName };
    const answer = await this.#ruleSets.compileRuleSet(request, told(options));
    this.#digests.remember(source, answer.ruleSet?.digest ?? "");
    return answer;
  }

  /** The printed rules of a table in its language. */
  async describeRuleSet(table: Table, options: CallOptions = {}): Promise<DescribeRuleSetResponse> {
    const request = { table: setup(table), language: languageOf(table) };
    return await this.#ruleSets.describeRuleSet(request, told(options));
  }

  /**
   * Keeps a source as the next revision of the name it gives itself; of a source with mistakes nothing is kept, and the
   * answer has diagnostics. Where the etag is not that of the latest revision the call fails with ETAG_OUTDATED, or
   * RULE_SET_EXISTS if there was none, and `etag` among the metadata is the one it should have been.
   */
  async createRuleSet(source: RuleSource, options: KeepOptions = {}): Promise<CreateRuleSetResponse> {
    const { etag = "", validateOnly = false } = options;
    const request = { source: source.bytes, etag, requestId: identified(options.requestId), validateOnly };
    return await this.#stored.createRuleSet(request, told(options));
  }

  /** One revision of a name, the latest unless another is asked for. */
  async getStoredRuleSet(name: string, options: RevisionOptions = {}): Promise<StoredRuleSet> {
    const { revision = 0, withSource = false } = options;
    const { ruleSet } = await this.#stored.getStoredRuleSet({ name, revision, withSource }, told(options));
    return kept(ruleSet);
  }

  /** The latest revision of every name, by name. */
  async listStoredRuleSets(options: CallOptions = {}): Promise<StoredRuleSet[]> {
    return await pages((pageToken) => this.#stored.listStoredRuleSets({ pageToken }, told(options)));
  }

  /** All revisions of a name, the latest first. */
  async listRuleSetRevisions(name: string, options: CallOptions = {}): Promise<StoredRuleSet[]> {
    return await pages((pageToken) => this.#stored.listRuleSetRevisions({ name, pageToken }, told(options)));
  }

  /** Takes a name off the lists, whose latest revision has an etag; revisions are still found as `casa@2` and by digest. */
  async deleteRuleSet(name: string, etag: string, options: ChangeOptions = {}): Promise<void> {
    await this.#stored.deleteRuleSet({ name, etag, requestId: identified(options.requestId) }, told(options));
  }

  /** What a hand is worth, in its best arrangement. */
  async evaluateHand(table: Table, cards: Cards, options: HandOptions = {}): Promise<Hand> {
    const { allOptimal = false } = options;
    const answer = await this.#byDigest(table, (named) =>
      this.#judging.evaluateHand({ table: named, cards: list(cards), allOptimal }, told(options)),
    );
    return handOf(answer.value, answer.ruleSetDigest);
  }

  /** What each of any number of hands is worth, in order. A deadline is that of each batch of 1,000. */
  async batchEvaluateHands(table: Table, hands: readonly Cards[], options: HandOptions = {}): Promise<Item<Hand>[]> {
    const { allOptimal = false } = options;
    const items: Item<Hand>[] = [];
    for (const batch of batches(hands)) {
      const lists = batch.map((cards) => ({ cards: list(cards) }));
      const { results, ruleSetDigest } = await this.#byDigest(table, (named) =>
        this.#judging.batchEvaluateHands({ table: named, hands: lists, allOptimal }, told(options)),
      );
      items.push(...itemsOf(results, batch.length, (value) => handOf(value, ruleSetDigest)));
    }
    return items;
  }

  /** Whether a close is legal and what it is, or why not. */
  async checkClose(table: Table, question: CloseQuestion, options: CallOptions = {}): Promise<Close> {
    const request = { table: setup(table), close: closeMessage(question), language: languageOf(table) };
    const { answer, ruleSetDigest } = await this.#judging.checkClose(request, told(options));
    return closeOf(answer, ruleSetDigest);
  }

  /** The same of any number of closes, in order; deadlines as in `batchEvaluateHands`. */
  async batchCheckCloses(
    table: Table,
    questions: readonly CloseQuestion[],
    options: CallOptions = {},
  ): Promise<Item<Close>[]> {
    const items: Item<Close>[] = [];
    for (const batch of batches(questions)) {
      const request = { table: setup(table), closes: batch.map(closeMessage), language: languageOf(table) };
      const { results, ruleSetDigest } = await this.#judging.batchCheckCloses(request, told(options));
      items.push(...itemsOf(results, batch.length, (value) => closeOf(value, ruleSetDigest)));
    }
    return items;
  }

  /** Every play that is legal where a game stands; without a state it has not begun. */
  async listLegalActions(
    table: Table,
    state?: GameState,
    options: CallOptions = {},
  ): Promise<ListLegalActionsResponse> {
    return await this.#byDigest(table, (named) =>
      this.#judging.listLegalActions({ table: named, ...standing(state) }, told(options)),
    );
  }

  /** Whether something may be done where a game stands, or why not. */
  async checkAction(
    table: Table,
    state: GameState | undefined,
    play: Play,
    options: CallOptions = {},
  ): Promise<ActionCheck> {
    const request = { table: setup(table), language: languageOf(table), ...standing(state), ...playMessage(play) };
    return checkOf(await this.#judging.checkAction(request, told(options)));
  }

  /**
   * The game after a play, or why that is refused. Without a state the play is the first deal. With a `ruling` the play
   * stands; a ruling alone takes effect where the play is `undefined`.
   */
  async applyAction(
    table: Table,
    state: GameState | undefined,
    play: Play | undefined,
    options: CallOptions & { ruling?: RulingInit } = {},
  ): Promise<ActionDone> {
    const ruling = options.ruling === undefined ? {} : { ruling: options.ruling };
    const played = { ...standing(state), ...playMessage(play), ...ruling };
    const request = { table: setup(table), language: languageOf(table), ...played };
    return doneOf(await this.#judging.applyAction(request, told(options)));
  }

  /**
   * What a round is worth and how the game goes on, of a game in the phase COUNT, or of the facts of an earlier answer;
   * with `repricedAt` also what the rules of another table make of the same cards.
   */
  async scoreRound(
    table: Table,
    played: GameState | RoundFacts,
    options: CallOptions & { repricedAt?: Table } = {},
  ): Promise<ScoreRoundResponse> {
    const other = options.repricedAt === undefined ? {} : { repricedAt: setup(options.repricedAt) };
    const round =
      played.$typeName === "referee.v1.GameState"
        ? ({ case: "state", value: played } as const)
        : ({ case: "facts", value: played } as const);
    const request = { table: setup(table), language: languageOf(table), played: round, ...other };
    return await this.#judging.scoreRound(request, told(options));
  }

  /** Reads a record, with every repair, and gives its plays as actions. */
  async parseRecord(record: RecordText, options: ReadOptions = {}): Promise<ParseRecordResponse> {
    const { strict = false, fileName = "" } = options;
    const request = { source: recordBytes(record), strict, fileName, ...chosen(options.rules) };
    return await this.#records.parseRecord(request, told(options));
  }

  /** Writes a record in canonical form. */
  async formatRecord(record: RecordText, options: WriteOptions = {}): Promise<FormatRecordResponse> {
    const { seal = false, plays = [] } = options;
    const request = {
      content: { case: "source", value: recordBytes(record) } as const,
      plays: plays.map((actions) => ({ actions: [...actions] })),
      seal,
      ...chosen(options.rules),
    };
    return await this.#records.formatRecord(request, told(options));
  }

  /** Judges a record. Whatever is wrong with it is its verdict and no error. */
  async validateRecord(record: RecordText, judging: Judging = {}): Promise<Verdict> {
    const content = { case: "source", value: recordBytes(record) } as const;
    const { verdict } = await this.#records.validateRecord({ content, ...judgingMessage(judging) }, told(judging));
    return verdictOf(verdict);
  }

  /** Judges any number of records, in order; a deadline is that of each batch. */
  async batchValidateRecords(records: readonly RecordText[], judging: Judging = {}): Promise<Item<Verdict>[]> {
    const { full = false } = judging;
    const items: Item<Verdict>[] = [];
    for (const batch of batches(records.map(recordBytes), (record) => record.length)) {
      const contents = batch.map((value) => ({ content: { case: "source", value } as const }));
      const request = { records: contents, full, ...judgingMessage(judging) };
      const { results } = await this.#records.batchValidateRecords(request, told(judging));
      items.push(...itemsOf(results, batch.length, verdictOf));
    }
    return items;
  }

  /**
   * Answers questions of the line protocol, each a line of JSON about rule sets that the server has, in order: any number, as
   * `referee answer` does. A bad line is answered, too.
   */
  async answerLines(lines: readonly (string | Uint8Array)[], options: CallOptions = {}): Promise<string[]> {
    const all: string[] = [];
    for (const batch of batches(lines.map(recordBytes), (line) => line.length)) {
      const { answers } = await this.#records.answerLines({ lines: batch }, told(options));
      all.push(...whole(answers, batch.length));
    }
    return all;
  }

  /**
   * Judges any number of records, each as JSON, and gives the answers in order as they come. Records are read no faster
   * than they are answered: no more are on their way than the server's window holds.
   *
   * A connection that breaks is opened again, at most five times without an answer between, and nothing is judged or told
   * twice. `timeoutMs` is the deadline of the whole stream; without one each answer is waited for a minute.
   */
  streamValidateRecords(
    records: Iterable<RecordText> | AsyncIterable<RecordText>,
    judging: Judging = {},
  ): AsyncGenerator<StreamedVerdict, void, undefined> {
    const { full = false } = judging;
    if (!this.#connection.streams) {
      return inBatches(
        (batch, timeoutMs) => this.batchValidateRecords(batch, { ...judging, timeoutMs }),
        records,
        judging,
      );
    }
    const opening = { full, ...judgingMessage(judging) };
    const course = { opening, patienceMs: this.#patienceMs, ...told(judging) };
    return streamed((requests, within) => this.#records.streamValidateRecords(requests, within), records, course);
  }

  /**
   * Makes a call whose answer holds no text of the rules: a source that the server has seen goes as its digest, and itself
   * again if the server has forgotten it. Elsewhere a source goes as it is: its texts are in no digest.
   */
  async #byDigest<A extends { ruleSetDigest: string }>(table: Table, ask: (named: Setup) => Promise<A>): Promise<A> {
    const { rules } = table;
    if (!(rules instanceof RuleSource)) {
      return await ask(setup(table));
    }
    const known = this.#digests.of(rules);
    if (known !== undefined) {
      try {
        return await ask(setup(table, known));
      } catch (error) {
        if (!(error instanceof RefereeError && error.reason === "RULE_SET_NOT_LOADED")) {
          throw error;
        }
      }
    }
    const answer = await ask(setup(table));
    this.#digests.remember(rules, answer.ruleSetDigest);
    return answer;
  }
}

function standing(state: GameState | undefined): { state?: GameState } {
  return state === undefined ? {} : { state };
}

/** What a transport is told of a call. */
function told({ signal, timeoutMs }: CallOptions): { signal?: AbortSignal; timeoutMs?: number } {
  return { ...(signal === undefined ? {} : { signal }), ...(timeoutMs === undefined ? {} : { timeoutMs }) };
}
