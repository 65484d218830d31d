/**
 * The same server asked with `@grpc/grpc-js`, which many programs have anyway: the generated messages and services are enough,
 * without this client and without its deadlines, repeats and errors.
 *
 *     npm run compile && node build/examples/grpc-js.js [HOST:PORT]
 */

import type { DescMessage, DescMethod, MessageShape } from "@bufbuild/protobuf";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { Client, Metadata, credentials, status } from "@grpc/grpc-js";

import type { StreamValidateRecordsResponse } from "chinchon-referee-client/schema";
import { RecordService, RefereeService, Status } from "chinchon-referee-client/schema";

/** A method as grpc-js is told of it: its path, and how its messages are written and read. */
function described<I extends DescMessage, O extends DescMessage>(
  method: DescMethod & { input: I; output: O },
): [string, (request: MessageShape<I>) => Buffer, (bytes: Buffer) => MessageShape<O>] {
  return [
    `/${method.parent.typeName}/${method.name}`,
    (request) => Buffer.from(toBinary(method.input, request)),
    (bytes) => fromBinary(method.output, bytes),
  ];
}

const client = new Client(process.argv[2] ?? "127.0.0.1:50051", credentials.createInsecure());
const { evaluateHand } = RefereeService.method;
const { streamValidateRecords } = RecordService.method;

/** What a hand is worth. */
async function hand(...cards: string[]): Promise<void> {
  const table = { ruleSet: { ruleSet: { case: "name", value: "spanish-40" } } } as const;
  const request = create(evaluateHand.input, { table, cards });
  const within = { deadline: Date.now() + 3000 };
  await new Promise<void>((resolve) => {
    client.makeUnaryRequest(...described(evaluateHand), request, new Metadata(), within, (error, answer) => {
      console.log(
        error === null ? `${answer?.value?.deadwood ?? "no"} points` : `${status[error.code]}: ${error.details}`,
      );
      resolve();
    });
  });
}

/** Judges records as a stream, chunk by chunk. */
async function records(...chunks: string[]): Promise<void> {
  const { input } = streamValidateRecords;
  const stream = client.makeBidiStreamRequest(...described(streamValidateRecords));
  stream.write(create(input, { part: { case: "opening", value: {} } }));
  for (const [index, chunk] of chunks.entries()) {
    const value = { sequence: BigInt(index + 1), lines: new TextEncoder().encode(chunk) };
    stream.write(create(input, { part: { case: "chunk", value } }));
  }
  stream.end();
  for await (const { part } of stream as AsyncIterable<StreamValidateRecordsResponse>) {
    if (part.case === "window") {
      console.log(`a window of ${part.value.chunks} chunks`);
    } else if (part.case === "verdicts") {
      console.log(`chunk ${part.value.sequence}: ${part.value.statuses.map((one) => Status[one]).join(", ")}`);
    }
  }
}

await hand("4o 5o 6o 7c 7e 7b 12c");
await hand("4z");
await records('{"record": 1}\nno record', "{}");
client.close();
