import { expect, test, vi } from "vitest";
import { Connection } from "./connection.ts";
import { EXTENSION } from "./handshake.ts";
import { MediaKeys } from "./media-keys.ts";
import { CONTROL, readPacket, sequenceAfter, writeControl, type ControlPacket } from "./packets.ts";

const FIRST = 0x7fff_ff00;
const TRIP_MS = 40;
const LATENCY_MS = 200;
const PACKET_MS = 2;
const PACKETS = 8_000;
const IS_RANGE = 0x8000_0000;

/** Numbers between 0 and 1 that look random and are the same in every run (Park and Miller's generator). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 0x7fff_ffff) / 0x7fff_ffff;
}

/** Sends packets over a network that loses a share of all datagrams, both ways; returns how many never arrive in order. */
function lostFor(share: number, seed: number): number {
  const random = numbers(seed);
  let now = 0;
  let delivered = 0;
  const events: { at: number; run: () => void }[] = [];
  const travel = (run: () => void) => {
    if (random() >= share) events.push({ at: now + TRIP_MS / 2, run });
  };
  const payload = Buffer.from("media");
  const media = (sequence: number) =>
    travel(() => connection.receive({ kind: "data", sequence, keyFlags: 0, to: 1, payload }));
  /** When each packet was last sent again: libsrt does not do it twice within a round trip. */
  const sentAgain = new Map<number, number>();
  const again = (sequence: number) => {
    if (now - (sentAgain.get(sequence) ?? -Infinity) < TRIP_MS) return;
    sentAgain.set(sequence, now);
    media(sequence);
  };
  const answer = ({ type, information, body }: ControlPacket) => {
    if (type === CONTROL.acknowledgement) {
      const packet = readPacket(writeControl(CONTROL.acknowledgementAcknowledged, { to: 1, information }));
      if (packet) travel(() => connection.receive(packet));
    }
    for (let at = 0; type === CONTROL.lossReport && at < body.length; at += 4) {
      const word = body.readUInt32BE(at);
      if (word < IS_RANGE) again(word);
      else {
        at += 4;
        const last = body.readUInt32BE(at);
        for (let one = word - IS_RANGE; one !== sequenceAfter(last); one = sequenceAfter(one)) again(one);
      }
    }
  };
  const connection = new Connection(
    {
      ...{ peerSocketId: 2, firstSequence: FIRST, latencyMs: LATENCY_MS, keys: null, now: () => now },
      log: { error: (...words: unknown[]) => expect(words).toEqual([]) },
      send(datagram) {
        const packet = readPacket(datagram);
        if (packet?.kind === "control") travel(() => answer(packet));
      },
    },
    { write: () => (delivered += 1) > 0, drained: () => Promise.resolve(), end: () => undefined },
  );
  for (let sent = 0; now < PACKETS * PACKET_MS + 2 * LATENCY_MS; now += 1) {
    for (const { run } of events.splice(0, events.filter(({ at }) => at <= now).length)) run();
    if (now % PACKET_MS === 0 && sent < PACKETS) media(sequenceAfter(FIRST, sent++));
    if (now % 10 === 0) connection.tick();
  }
  return PACKETS - delivered;
}

test.each([0.05, 0.08])("of a network that loses a share of %d, hardly a packet stays lost within 200 ms", (share) => {
  const lost = [7, 77, 777].reduce((sum, seed) => sum + lostFor(share, seed), 0);
  expect(lost / (3 * PACKETS)).toBeLessThan(share ** 3);
});

test("new keys are unwrapped one message after the other, and ten times a second at the most", async () => {
  let now = 0;
  let taken = 0;
  const answers: ControlPacket[] = [];
  const keys = new MediaKeys("a passphrase");
  vi.spyOn(keys, "take").mockImplementation(() => Promise.resolve((taken += 1) > 0));
  const connection = new Connection(
    {
      ...{ peerSocketId: 2, firstSequence: FIRST, latencyMs: LATENCY_MS, keys, now: () => now },
      log: { error: (...words: unknown[]) => expect(words).toEqual([]) },
      send(datagram) {
        const packet = readPacket(datagram);
        if (packet?.kind === "control") answers.push(packet);
      },
    },
    { write: () => true, drained: () => Promise.resolve(), end: () => undefined },
  );
  const packet = readPacket(
    writeControl(CONTROL.extension, { to: 1, subtype: EXTENSION.keys, body: Buffer.from("new keys") }),
  );
  for (; packet && now < 1_000; now += 1) {
    connection.receive(packet);
    await Promise.resolve();
  }
  expect(taken).toBe(10);
  expect(answers.map(({ subtype, body }) => [subtype, body.toString()])).toEqual(
    Array.from({ length: 10 }, () => [EXTENSION.keysConfirmed, "new keys"]),
  );
});
