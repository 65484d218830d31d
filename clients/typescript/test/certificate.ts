/** A certificate for 127.0.0.1 that signs itself, made anew each time: as much of X.509 in DER as that takes. */

import { generateKeyPairSync, sign } from "node:crypto";

/** One value of ASN.1: its tag and what is in it. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Uint8Array.of(tag, ...size), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const text = (tag: number, content: string): Buffer => der(tag, Buffer.from(content, "ascii"));
const bytes = (tag: number, ...content: readonly number[]): Buffer => der(tag, Uint8Array.of(...content));
/** An object identifier, written as it is encoded. */
const known = (...content: readonly number[]): Buffer => bytes(0x06, ...content);

const ECDSA_WITH_SHA256 = sequence(known(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const COMMON_NAME = known(0x55, 0x04, 0x03);
const ALTERNATIVE_NAME = known(0x55, 0x1d, 0x11);

/** Key and certificate in PEM. */
export function certificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(der(0x31, sequence(COMMON_NAME, text(0x0c, "127.0.0.1"))));
  const address = sequence(bytes(0x87, 127, 0, 0, 1));
  const extensions = sequence(sequence(ALTERNATIVE_NAME, der(0x04, address)));
  const body = sequence(
    der(0xa0, bytes(0x02, 2)), // version 3
    bytes(0x02, 1),
    ECDSA_WITH_SHA256,
    name,
    sequence(text(0x17, "200101000000Z"), text(0x17, "491231235959Z")), // as far as years of two digits go
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  );
  const signature = sign("sha256", body, privateKey);
  const made = sequence(body, ECDSA_WITH_SHA256, der(0x03, Uint8Array.of(0), signature));
  const cert = `-----BEGIN CERTIFICATE-----\n${made.toString("base64")}\n-----END CERTIFICATE-----\n`;
  return { key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(), cert };
}
