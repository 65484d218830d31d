// What the TypeScript client adds to a client that Connect makes: `node overhead.mjs CLIENT_FOLDER ADDRESS ROUNDS CALLS`,
// lines as overhead.py prints them.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, address, rounds, calls] = process.argv.slice(2);
const installed = createRequire(`${folder}/package.json`);
const { createClient } = installed("@connectrpc/connect");
const { createGrpcTransport } = installed("@connectrpc/connect-node");
const here = (path) => import(pathToFileURL(`${folder}/dist/${path}`).href);
const { connect } = await here("index.js");
const { RefereeService } = await here("gen/referee/v1/referee_service_pb.js");

const hand = ["7o", "7c", "7e", "1o", "2o", "3o", "12b"];
const stub = createClient(RefereeService, createGrpcTransport({ baseUrl: `http://${address}` }));
const client = connect(address);
const table = { ruleSet: { ruleSet: { case: "name", value: "spanish-40" } } };
const asks = [
  () => stub.evaluateHand({ table, cards: hand }, { timeoutMs: 60_000 }),
  () => client.evaluateHand({ rules: "spanish-40" }, hand),
];

async function microseconds(ask) {
  const began = performance.now();
  for (let number = 0; number < Number(calls); number += 1) {
    await ask();
  }
  return ((performance.now() - began) * 1e3) / Number(calls);
}

for (let round = 0; round <= Number(rounds); round += 1) {
  const taken = [];
  for (const ask of asks) {
    taken.push(await microseconds(ask));
  }
  if (round > 0) {
    console.log(taken.join(" "));
  }
}
process.exit(0);
