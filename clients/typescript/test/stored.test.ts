/** House rules that a server keeps: one that loses answers, and a real one with a store and tokens. */

import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { describe, test } from "node:test";

import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient } from "@connectrpc/connect";

import type { Client, RefereeError, RuleSource } from "chinchon-referee-client";
import { digest, source } from "chinchon-referee-client";
import { RuleSetStoreService } from "chinchon-referee-client/schema";

import { ask, failed, serve } from "./scripted.js";
import { AUTHOR, NOT_THERE, READER, keeping, served } from "./served.js";

interface Heard {
  readonly requestId?: string;
  readonly pageToken?: string;
}

interface Losing {
  readonly client: Client;
  /** How many answers are lost from now on. */
  lose: (answers: number) => void;
  /** What came since the last time. */
  heard: () => Heard[];
}

/** A store that loses answers, and has three pages of everything. */
async function losing(t: TestContext): Promise<Losing> {
  let lost = 0;
  let heard: Heard[] = [];
  function answer<A>(request: Heard, answer: A): A {
    heard.push(request);
    if (lost > 0) {
      lost--;
      throw new ConnectError("lost", Code.Unavailable);
    }
    return answer;
  }
  const page = ({ pageToken }: { pageToken: string }): { ruleSets: { revision: number }[]; nextPageToken: string } => ({
    ruleSets: [{ revision: Number(pageToken) }],
    nextPageToken: pageToken === "2" ? "" : `${Number(pageToken) + 1}`,
  });
  const server = await serve(t, {
    more(router) {
      router.service(RuleSetStoreService, {
        createRuleSet: (request) => answer(request, { ruleSet: { revision: 1 } }),
        getStoredRuleSet: () => answer({}, {}),
        listStoredRuleSets: (request) => answer(request, page(request)),
        listRuleSetRevisions: (request) => answer(request, page(request)),
        deleteRuleSet: (request) => answer(request, {}),
      });
    },
  });
  return {
    client: ask(t, server),
    lose(answers) {
      lost = answers;
    },
    heard() {
      const last = heard;
      heard = [];
      return last;
    },
  };
}

const CASA = source("rule_set: casa\n");
const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const CHANGES: Readonly<Record<string, (client: Client, requestId?: string) => Promise<unknown>>> = {
  create: (client, requestId) =>
    client.createRuleSet(CASA, { etag: "e", ...(requestId === undefined ? {} : { requestId }) }),
  delete: (client, requestId) =>
    client.deleteRuleSet("casa", "e", { ...(requestId === undefined ? {} : { requestId }) }),
};

for (const [name, change] of Object.entries(CHANGES)) {
  test(`a ${name} whose answer is lost is asked again under its id`, async (t) => {
    const { client, lose, heard } = await losing(t);
    const ids = new Set<string>();
    for (const lost of [2, 0, 1]) {
      lose(lost);
      await change(client);
      const requests = heard();
      assert.equal(requests.length, lost + 1);
      const [{ requestId = "" } = {}] = requests;
      requests.forEach((request) => {
        assert.deepEqual(request, requests[0]);
      });
      assert.match(requestId, UUID4);
      ids.add(requestId);
    }
    assert.equal(ids.size, 3);
  });

  test(`a ${name} under an id of the caller's own`, async (t) => {
    const { client, lose, heard } = await losing(t);
    const id = "6f1c2c1e-7d3b-4c55-9f8e-1a2b3c4d5e6f";
    lose(3);
    assert.equal(((await failed(change(client, id))) as RefereeError).code, Code.Unavailable);
    assert.deepEqual(
      heard().map((request) => request.requestId),
      [id, id, id],
    );
  });
}

test("a generated client may leave the id out: then a change is not made again", async (t) => {
  const { client, lose, heard } = await losing(t);
  lose(1);
  const error = await failed(createClient(RuleSetStoreService, client.transport).createRuleSet({}));
  assert.deepEqual([(error as RefereeError).code, heard().length], [Code.Unavailable, 1]);
});

test("pages are hidden, and those that are lost asked for again", async (t) => {
  const { client, lose, heard } = await losing(t);
  for (const list of [() => client.listStoredRuleSets(), () => client.listRuleSetRevisions("casa")]) {
    lose(1);
    assert.deepEqual(
      (await list()).map((one) => one.revision),
      [0, 1, 2],
    );
    assert.deepEqual(
      heard().map((request) => request.pageToken),
      ["", "", "1", "2"],
    );
  }
  assert.match(String(await failed(client.getStoredRuleSet("casa"))), /lacks the rule set/);
});

function limited(name: string, limit: number): RuleSource {
  const rule = `close: {may_close: {es.4: deadwood at most ${limit} points}}`;
  return source(`rule_set: ${name}\nformat: 1\nextends: spanish-40\n${rule}\n`);
}

/** Code, reason and etag of a failure. */
async function refused(call: Promise<unknown>): Promise<unknown[]> {
  const { code, reason, metadata } = (await failed(call)) as RefereeError;
  return [code, reason, metadata["etag"]];
}

describe("a real server with a store", { skip: NOT_THERE }, () => {
  test("keeps house rules, and judges by each of their revisions", async (t) => {
    const referee = ask(t, { address: await keeping() }, { token: AUTHOR });
    const rehearsal = await referee.createRuleSet(limited("casa", 3), { validateOnly: true });
    assert.deepEqual([rehearsal.ruleSet, rehearsal.diagnostics.length], [undefined, 0]);
    const wrong = await referee.createRuleSet(source("rule_set: casa\nformat: 1\nclose: 3\n"));
    assert.ok(wrong.ruleSet === undefined && wrong.diagnostics.length > 0);

    const { ruleSet: first } = await referee.createRuleSet(limited("casa", 3));
    assert.ok(first?.summary?.name === "casa" && first.revision === 1 && first.created !== undefined);
    assert.ok(Math.abs(Date.now() - timestampDate(first.created).getTime()) < 60_000);
    const exists = await refused(referee.createRuleSet(limited("casa", 4)));
    assert.deepEqual(exists, [Code.AlreadyExists, "RULE_SET_EXISTS", first.etag]);
    const { ruleSet: second } = await referee.createRuleSet(limited("casa", 4), { etag: first.etag });
    assert.ok(second?.revision === 2);
    for (const call of [
      () => referee.createRuleSet(limited("casa", 5), { etag: first.etag }),
      () => referee.deleteRuleSet("casa", first.etag),
    ]) {
      assert.deepEqual(await refused(call()), [Code.Aborted, "ETAG_OUTDATED", second.etag]);
    }

    assert.deepEqual(await referee.listRuleSetRevisions("casa"), [second, first]);
    assert.deepEqual(
      (await referee.listStoredRuleSets()).filter((one) => one.summary?.name === "casa"),
      [second],
    );
    const old = await referee.getStoredRuleSet("casa", { revision: 1, withSource: true });
    assert.deepEqual([old.etag, old.source], [first.etag, limited("casa", 3).bytes]);
    assert.deepEqual(await referee.getStoredRuleSet("casa"), second);

    const judged = ["casa", "casa@1", "casa@2", digest(first.summary.digest)].map(
      async (rules) => (await referee.checkClose({ rules }, { keep: "4o 5o 6o 7c 7e 7b 4c" })).legal,
    );
    assert.deepEqual(await Promise.all(judged), [true, false, true, false]);
    await referee.deleteRuleSet("casa", second.etag);
    assert.equal((await refused(referee.getStoredRuleSet("casa")))[1], "RULE_SET_NOT_FOUND");
  });

  test("asks who is asking", async (t) => {
    const address = await keeping();
    const reading = ask(t, { address }, { token: READER });
    const low = (await failed(reading.createRuleSet(limited("otra", 3)))) as RefereeError;
    assert.deepEqual(
      [low.code, low.reason, low.metadata],
      [Code.PermissionDenied, "ROLE_TOO_LOW", { needed: "author", role: "reader" }],
    );
    for (const [reason, options] of [
      ["TOKEN_MISSING", {}],
      ["TOKEN_UNKNOWN", { token: "somebody-else" }],
    ] as const) {
      const client = ask(t, { address }, options);
      for (const call of [() => client.listStoredRuleSets(), () => client.streamValidateRecords(["{}"]).next()]) {
        assert.deepEqual((await refused(call())).slice(0, 2), [Code.Unauthenticated, reason]);
      }
    }
    const without = ask(t, { address: await served() });
    assert.deepEqual((await refused(without.listStoredRuleSets())).slice(0, 2), [Code.FailedPrecondition, "NO_STORE"]);
  });
});
