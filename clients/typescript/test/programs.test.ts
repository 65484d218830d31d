/** The programs of README.md and examples/, run as they stand against a real server, but for its address. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, test } from "node:test";
import { promisify } from "node:util";

import { AUTHOR, NOT_THERE, keeping, served } from "./served.js";

const TOP = resolve(import.meta.dirname, "..", "..");
const run = promisify(execFile);

async function printed(...words: string[]): Promise<string> {
  const env = { ...process.env, REFEREE_TOKEN: AUTHOR };
  return (await run(process.execPath, words, { cwd: TOP, env })).stdout;
}

/** The blocks of README.md that are programs, or what they print. */
function blocks(): { kind: string; text: string }[] {
  const readme = readFileSync(join(TOP, "README.md"), "utf8");
  return [...readme.matchAll(/^```(ts|text)\n(.*?)^```$/gms)].map(([, kind = "", text = ""]) => ({ kind, text }));
}

describe("programs", { skip: NOT_THERE }, () => {
  test("those of README.md are typed and print what it says", async () => {
    const folder = join(TOP, "build", "readme");
    mkdirSync(folder, { recursive: true });
    const all = blocks();
    assert.ok(all.length >= 8 && all.length % 2 === 0);
    const names: string[] = [];
    for (const [index, { kind, text }] of all.entries()) {
      assert.equal(kind, ["ts", "text"][index % 2]);
      if (kind === "ts") {
        names.push(`${index}`);
        const address = await (text.includes("token:") ? keeping() : served());
        writeFileSync(join(folder, `${index}.ts`), text.replaceAll("127.0.0.1:50051", address));
      }
    }
    const options = { composite: false, declaration: false, types: ["node"] };
    const files = names.map((name) => `${name}.ts`);
    const project = { extends: "../../tsconfig.base.json", compilerOptions: options, files };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project));
    await printed(join(TOP, "node_modules", "typescript", "bin", "tsc"), "--project", folder);
    for (const name of names) {
      assert.equal(await printed(join(folder, `${name}.js`)), all[Number(name) + 1]?.text, `the program ${name}`);
    }
  });

  test("the first answer takes ten lines at most", () => {
    assert.ok((blocks()[0]?.text.split("\n").length ?? 0) <= 11);
  });

  test("that of the house rule prints what stands beside it", async () => {
    const wanted = readFileSync(join(TOP, "examples", "judge.txt"), "utf8");
    assert.equal(await printed("build/examples/judge.js", await served()), wanted);
  });

  test("that of grpc-js asks the same server", async () => {
    const lines = (await printed("build/examples/grpc-js.js", await served())).split("\n");
    assert.equal(lines[0], "12 points");
    assert.match(lines[1] ?? "", /^INVALID_ARGUMENT: `4z` is no card/);
    assert.deepEqual(lines.slice(2), [
      "a window of 4 chunks",
      "chunk 1: UNREADABLE, UNREADABLE",
      "chunk 2: UNREADABLE",
      "",
    ]);
  });
});
