import { createCipheriv, pbkdf2Sync } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Connection } from "./connection.ts";
import { KEY, readKeyMaterial } from "./key-material.ts";
import { MediaKeys } from "./media-keys.ts";
import { CONTROL, readPacket, writeControl, type ControlPacket, type DataPacket } from "./packets.ts";
import { keysExtension, PASSPHRASE } from "./test-caller.ts";

const FIRST = 1_000;
const RECORDED = keysExtension().content;
const even = Buffer.alloc(16, 1);
const odd = Buffer.alloc(16, 2);

/** A sender's message with both keys, with the salt of the recorded one. */
function bothKeys(): Buffer {
  const salt = RECORDED.subarray(16, 32);
  const wrapping = pbkdf2Sync(PASSPHRASE, salt.subarray(8), 2_048, 16, "sha1");
  const cipher = createCipheriv("id-aes128-wrap", wrapping, Buffer.alloc(8, 0xa6));
  const head = Buffer.from(RECORDED.subarray(0, 32));
  head.writeUInt8(KEY.even | KEY.odd, 3);
  return Buffer.concat([head, cipher.update(Buffer.concat([even, odd])), cipher.final()]);
}

const data = (sequence: number, keyFlags: number, payload: Buffer): DataPacket => ({
  kind: "data",
  to: 1,
  sequence,
  keyFlags,
  payload,
});

async function connect(keys: MediaKeys | null) {
  const taken: string[] = [];
  const said: ControlPacket[] = [];
  const listens = Promise.withResolvers<void>();
  const connection = new Connection(
    {
      peerSocketId: 77,
      firstSequence: FIRST,
      latencyMs: 120,
      keys,
      log: { error: (...words: unknown[]) => expect.fail(String(words)) },
      now: () => 0,
      send(datagram) {
        const packet = readPacket(datagram);
        if (packet?.kind === "control") said.push(packet);
        if (packet?.kind === "control" && packet.type === CONTROL.extension) listens.resolve();
      },
    },
    {
      write: (bytes) => taken.push(bytes.toString()) > 0,
      drained: () => Promise.resolve(),
      end: () => undefined,
    },
  );
  return { connection, taken, said, heard: listens.promise };
}

test("key material of libsrt is unwrapped with the right passphrase and no other", async () => {
  expect(readKeyMaterial(RECORDED)).toMatchObject({ keys: KEY.even, keyBytes: 16 });
  expect(await new MediaKeys(PASSPHRASE).take(RECORDED)).toBe(true);
  expect(await new MediaKeys(`${PASSPHRASE}d`).take(RECORDED)).toBe(false);
});

test("media is accepted under the negotiated key, and unencrypted packets are dropped", async () => {
  const keys = new MediaKeys(PASSPHRASE);
  await keys.take(RECORDED);
  const { connection, taken } = await connect(keys);
  connection.receive(data(FIRST, 0, Buffer.from("in plain")));
  connection.receive(data(FIRST, KEY.odd, Buffer.from("under a key nobody knows")));
  // The same counter makes plain of secret and secret of plain.
  for (const [at, text] of ["one", "two"].entries()) {
    const secret = keys.decrypt(FIRST + at, KEY.even, Buffer.from(text));
    expect(secret?.toString()).not.toBe(text);
    connection.receive(data(FIRST + at, KEY.even, secret ?? Buffer.alloc(0)));
  }
  expect(taken).toEqual(["one", "two"]);
});

test("encrypted packets of an unencrypted connection are dropped", async () => {
  const { connection, taken } = await connect(null);
  connection.receive(data(FIRST, KEY.even, Buffer.from("secret")));
  connection.receive(data(FIRST, 0, Buffer.from("plain")));
  expect(taken).toEqual(["plain"]);
});

test("a sender's new keys are confirmed to it, and the old one is valid until it is replaced", async () => {
  const keys = new MediaKeys(PASSPHRASE);
  await keys.take(RECORDED);
  const { connection, taken, said, heard } = await connect(keys);
  const before = keys.decrypt(FIRST, KEY.even, Buffer.from("before"));
  connection.receive(data(FIRST, KEY.even, before ?? Buffer.alloc(0)));
  const rekey = readPacket(writeControl(CONTROL.extension, { to: 1, subtype: 3, body: bothKeys() }));
  if (rekey) connection.receive(rekey);
  await heard;
  expect(said.filter(({ type }) => type === CONTROL.extension)).toMatchObject([
    { subtype: 4, to: 77, body: bothKeys() },
  ]);
  const after = keys.decrypt(FIRST + 1, KEY.odd, Buffer.from("after"));
  connection.receive(data(FIRST + 1, KEY.odd, after ?? Buffer.alloc(0)));
  expect(taken).toEqual(["before", "after"]);
});

test("key material that is truncated or changed anywhere is refused or ignored", async () => {
  const whole = bothKeys();
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length),
      fc.nat(whole.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (length, at, bits) => {
        const changed = Buffer.from(whole);
        changed.writeUInt8(changed.readUInt8(at) ^ bits, at);
        // What is reserved, which keys they are and the half of the salt no wrapping key is made of prove nothing.
        const isHarmless = length === whole.length && ([3, 11, 12, 13].includes(at) || (at >= 16 && at < 24));
        if (!isHarmless) expect(await new MediaKeys(PASSPHRASE).take(changed.subarray(0, length))).toBe(false);
      },
    ),
    { numRuns: 300 },
  );
});
