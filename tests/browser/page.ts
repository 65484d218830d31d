/**
 * Asks the referee from a browser, through a proxy that speaks gRPC-Web, and writes what it answers into the page, a line for each.
 * The address of the page says where the proxy is and which token to send: `?proxy=http://localhost:8080&token=…`.
 */

import { Code, RefereeError, connect, source } from "chinchon-referee-client/web";

const asked = new URLSearchParams(location.search);
const token = asked.get("token");
const answers = document.querySelector("#answers")!;

const referee = connect(asked.get("proxy")!, {
  timeoutMs: 20_000,
  batchTimeoutMs: 60_000,
  interceptors: [
    (next) => (request) => {
      if (token !== null) {
        request.header.set("authorization", `Bearer ${token}`);
      }
      return next(request);
    },
  ],
});

/** Spanish rules at a table where nobody closes with more than one loose card, nor with five points. */
const house = {
  rules: source(`
rule_set: casa-abuela
format: 1
extends: spanish-40
close:
  may_close:
    es.4: loose.count at most 1 card and deadwood below 5 points
`),
  language: "es",
};

const sheet = (number: number) => ({
  record: 1,
  id: `sheet-${number}`,
  rules: "spanish-40",
  seats: { A: "Ane", B: "Jon" },
  rounds: [{ scores: { A: -10, B: 12 }, totals: { A: -10, B: number === 7 ? 21 : 12 } }],
});

/** A line of the page; a failure is its code and its reason. */
async function line(what: string, ask: () => Promise<string>): Promise<void> {
  let text;
  try {
    text = await ask();
  } catch (error) {
    text = error instanceof RefereeError ? `${Code[error.code]} ${error.reason}` : String(error);
  }
  answers.append(`${what}: ${text}\n`);
}

await line("hand", async () => {
  const value = await referee.evaluateHand({ rules: "spanish-40" }, "4o 5o 6o 7c 7e 7b 12c");
  return `${value.deadwood} points, loose ${value.best.looseCards.join(" ")}`;
});
await line("close", async () => {
  const close = await referee.checkClose(house, { hand: "4c 5c 6c 11o 11e 11b 5b 2e", closingCard: "2e" });
  const broken = close.legal ? [] : (close.verdict?.broken ?? []);
  return broken.map(({ clause, text }) => `${clause} ${text}`).join(" ");
});
await line("no card", async () => {
  await referee.evaluateHand({ rules: "spanish-40" }, "4z");
  return "taken for one";
});
await line("records", async () => {
  const found: string[] = [];
  const sheets = Array.from({ length: 250 }, (_, number) => sheet(number));
  for await (const { number, status, verdict } of referee.streamValidateRecords(sheets)) {
    if (status !== "consistent") {
      found.push(`${number} ${status} ${verdict?.firstViolation?.code}`);
    }
  }
  return `${sheets.length}, wrong: ${found.join(", ")}`;
});
answers.append("that is all\n");
