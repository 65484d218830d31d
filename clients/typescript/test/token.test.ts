/** The token of a client: it goes with every call, not over just any connection, and into no text. */

import assert from "node:assert/strict";
import { inspect } from "node:util";
import { test } from "node:test";

import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";

import type { Client, RefereeError } from "chinchon-referee-client";
import { Client as AnyClient, connect, source } from "chinchon-referee-client";
import { GameStateSchema } from "chinchon-referee-client/schema";
import { connect as browse } from "chinchon-referee-client/web";

import { certificate } from "./certificate.js";
import { SPANISH, ask, failed, serve } from "./scripted.js";

const SECRET = "kaixo-7b-5o-Zz";
const HOUSE = source("rule_set: casa\n");

/** Every method, called as somebody would. */
const CALLS: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  listRuleSets: (client) => client.listRuleSets(),
  getRuleSet: (client) => client.getRuleSet("x"),
  checkRuleSet: (client) => client.checkRuleSet(HOUSE),
  compileRuleSet: (client) => client.compileRuleSet(HOUSE),
  describeRuleSet: (client) => client.describeRuleSet(SPANISH),
  createRuleSet: (client) => client.createRuleSet(HOUSE),
  getStoredRuleSet: (client) => client.getStoredRuleSet("casa"),
  listStoredRuleSets: (client) => client.listStoredRuleSets(),
  listRuleSetRevisions: (client) => client.listRuleSetRevisions("casa"),
  deleteRuleSet: (client) => client.deleteRuleSet("casa", ""),
  evaluateHand: (client) => client.evaluateHand(SPANISH, "7o"),
  batchEvaluateHands: (client) => client.batchEvaluateHands(SPANISH, ["7o"]),
  checkClose: (client) => client.checkClose(SPANISH, { keep: "7o" }),
  batchCheckCloses: (client) => client.batchCheckCloses(SPANISH, [{ keep: "7o" }]),
  listLegalActions: (client) => client.listLegalActions(SPANISH),
  checkAction: (client) => client.checkAction(SPANISH, undefined, "-7c"),
  applyAction: (client) => client.applyAction(SPANISH, undefined, "-7c"),
  scoreRound: (client) => client.scoreRound(SPANISH, create(GameStateSchema)),
  parseRecord: (client) => client.parseRecord("{}"),
  formatRecord: (client) => client.formatRecord("{}"),
  validateRecord: (client) => client.validateRecord("{}"),
  batchValidateRecords: (client) => client.batchValidateRecords(["{}"]),
  answerLines: (client) => client.answerLines(["{}"]),
  streamValidateRecords: (client) => client.streamValidateRecords(["{}"]).next(),
};

test("every method is here", () => {
  const methods = Object.getOwnPropertyNames(AnyClient.prototype).filter((name) => name !== "constructor");
  assert.deepEqual(methods.filter((name) => name !== "close").sort(), Object.keys(CALLS).sort());
});

for (const token of [SECRET, undefined]) {
  test(`${token === undefined ? "no token" : "a token"} goes with every call and into no text`, async (t) => {
    const heard = new Map<string, string | null>();
    const server = await serve(t, {}, { heard });
    const client = ask(t, server, token === undefined ? {} : { token });
    for (const [name, call] of Object.entries(CALLS)) {
      const error = await failed(call(client));
      assert.equal((error as RefereeError).code, Code.Unimplemented, name);
      assert.ok(!inspect(error, { depth: 20, showHidden: true }).includes(SECRET), name);
    }
    const wanted = token === undefined ? null : `Bearer ${token}`;
    assert.deepEqual([heard.size, [...new Set(heard.values())]], [Object.keys(CALLS).length, [wanted]]);
    assert.ok(!`${inspect(client, { depth: 20, showHidden: true })}${JSON.stringify(client)}`.includes(SECRET));
  });
}

test("encrypted, it goes anywhere", async (t) => {
  const tls = certificate();
  const heard = new Map<string, string | null>();
  const server = await serve(t, {}, { tls, heard });
  await failed(ask(t, server, { tls: { ca: tls.cert }, token: SECRET }).listRuleSets());
  assert.deepEqual([...heard], [["ListRuleSets", `Bearer ${SECRET}`]]);
  ask(t, { address: "referee.example:443" }, { tls: {}, token: SECRET });
  browse("https://referee.example", { token: SECRET });
});

test("unencrypted, it stays on this machine unless it is meant", () => {
  for (const making of [
    () => connect("referee.example:50051", { token: SECRET }),
    () => browse("http://referee.example:50051", { token: SECRET }),
  ]) {
    assert.throws(making, (error) => {
      assert.ok(error instanceof TypeError && !inspect(error).includes(SECRET));
      assert.match(error.message, /unencrypted to `referee\.example:50051`.*insecureToken: true/);
      return true;
    });
  }
  connect("referee.example:50051", { token: SECRET, insecureToken: true }).close();
  connect("referee.example:50051").close();
  browse("http://referee.example", { token: SECRET, insecureToken: true });
});

test("which hosts are this machine", () => {
  for (const address of ["127.0.0.1:1", "127.8.9.1:1", "localhost:1", "LOCALHOST:1", "[::1]:1", "127.1:1"]) {
    connect(address, { token: SECRET }).close();
  }
  for (const address of [
    "10.0.0.1:1",
    "0.0.0.0:1",
    "127.0.0.1.example:1",
    "localhost.example:1",
    "127.0.0.1@example.org:1",
    "127.0.0.1:1@example.org",
    "[::2]:1",
    "[::ffff:10.0.0.1]:1",
  ]) {
    assert.throws(() => connect(address, { token: SECRET }), /unencrypted to/, address);
  }
});

test("what is no token is refused without being told", () => {
  for (const token of ["", `${SECRET}\n`, `${SECRET} 1`, `ñ${SECRET}`, "\0"]) {
    assert.throws(() => connect("127.0.0.1:1", { token }), {
      name: "TypeError",
      message: "a token has visible ASCII characters only; is there a blank or a line end about it?",
    });
  }
});

test("by gRPC-Web it goes along, too, and other interceptors do not see it", async () => {
  const sent: (string | null)[] = [];
  const seen: (string | null)[] = [];
  const page = browse("http://127.0.0.1:1", {
    token: SECRET,
    interceptors: [
      (next) => async (request) => {
        seen.push(request.header.get("authorization"));
        return await next(request);
      },
    ],
    fetch: (_url, init) => {
      sent.push(new Headers(init?.headers).get("authorization"));
      return Promise.reject(new ConnectError("no server", Code.Internal));
    },
  });
  await failed(page.listRuleSets());
  assert.deepEqual([sent, seen], [[`Bearer ${SECRET}`], [null]]);
});
