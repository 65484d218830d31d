/** How a client is connected: encrypted, with interceptors, as a package. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";

import { Code } from "@connectrpc/connect";

import type { RefereeError } from "chinchon-referee-client";

import { certificate } from "./certificate.js";
import { SPANISH, WORTH_12, ask, failed, refusal, serve } from "./scripted.js";

const TOP = resolve(import.meta.dirname, "..", "..");

interface Package {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

const PACKAGE = JSON.parse(readFileSync(join(TOP, "package.json"), "utf8")) as Package;

test("a connection is encrypted", async (t) => {
  const tls = certificate();
  const server = await serve(t, { evaluate: () => WORTH_12 }, { tls });
  const safe = ask(t, server, { tls: { ca: tls.cert } });
  assert.equal((await safe.evaluateHand(SPANISH, "7o")).deadwood, 12);
  for (const options of [{ tls: {} }, { tls: { ca: certificate().cert } }, {}]) {
    const error = await failed(ask(t, server, options).evaluateHand(SPANISH, "7o"));
    assert.equal((error as RefereeError).code, Code.Unavailable);
  }
  assert.equal(server.hands.length, 1);
});

test("interceptors are around every call", async (t) => {
  const server = await serve(t, {
    evaluate(_call, _request, { requestHeader }) {
      if (requestHeader.get("x-table") !== "7") {
        throw refusal(Code.Unauthenticated);
      }
      return WORTH_12;
    },
  });
  const named = ask(t, server, {
    interceptors: [
      (next) => async (request) => {
        request.header.set("x-table", "7");
        return await next(request);
      },
    ],
  });
  assert.equal((await named.evaluateHand(SPANISH, "7o")).deadwood, 12);
  const error = await failed(ask(t, server).evaluateHand(SPANISH, "7o"));
  assert.equal((error as RefereeError).code, Code.Unauthenticated);
});

/** What a module asks for, and what these ask for, without what comes from elsewhere. */
function modules(file: string, found = new Set<string>()): Set<string> {
  if (!found.has(file)) {
    found.add(file);
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/^(?:import|export) (?:.* from )?"(.*)";$/gm)) {
      if (name.startsWith(".")) {
        modules(resolve(dirname(file), name), found);
      } else {
        found.add(name);
      }
    }
  }
  return found;
}

test("a server that hangs up while the client is closed ends nobody's program", async (t) => {
  for (let times = 0; times < 10; times++) {
    const server = await serve(t, { evaluate: () => WORTH_12 });
    const client = ask(t, server);
    await client.evaluateHand(SPANISH, "7o");
    await server.stop();
    client.close();
    await new Promise((resolve) => setTimeout(resolve, 10)); // what nobody listens to would be thrown now
  }
});

test("all of the schema is exported", () => {
  const folder = "src/gen/referee/v1";
  const made = readdirSync(join(TOP, folder)).map((name) => `${folder}/${name}`);
  const exported = [...readFileSync(join(TOP, "src", "schema.ts"), "utf8").matchAll(/"\.\/(.*)\.js"/g)];
  assert.deepEqual(
    exported.map(([, name = ""]) => `src/${name}.ts`),
    made.sort(),
  );
});

test("the entry for browsers asks for nothing of Node", () => {
  const foreign = (entry: string): string[] =>
    [...modules(join(TOP, "dist", entry))].filter((name) => !name.startsWith(TOP)).sort();
  assert.deepEqual(foreign("web.js"), [
    "@bufbuild/protobuf",
    "@bufbuild/protobuf/codegenv2",
    "@bufbuild/protobuf/wkt",
    "@connectrpc/connect",
    "@connectrpc/connect-web",
  ]);
  assert.ok(foreign("index.js").includes("@connectrpc/connect-node"));
});

test("the package holds what it exports, and neither tests nor sources", () => {
  const packed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: TOP,
    encoding: "utf8",
  });
  const [{ files }] = JSON.parse(packed) as [{ files: { path: string }[] }];
  const paths = files.map((one) => one.path);
  for (const target of Object.values(PACKAGE.exports).flatMap((one) =>
    typeof one === "string" ? [one] : Object.values(one),
  )) {
    assert.ok(paths.includes(target.replace("./", "")), target);
  }
  const others = paths.filter((path) => !/^dist\/.*\.(js|d\.ts)$/.test(path)).sort();
  assert.deepEqual(others, ["LICENSE", "README.md", "package.json"]);
});
