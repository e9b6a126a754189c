import fc from "fast-check";
import { expect, test } from "vitest";
import { LAST_SEQUENCE, sequenceAfter, sequenceStep } from "./packets.ts";
import { ReceiveBuffer, WINDOW_PACKETS } from "./receive-buffer.ts";

const FIRST = LAST_SEQUENCE - 5;
const LATENCY_MS = 200;
const number = (at: number) => sequenceAfter(FIRST, at);
const payload = (at: number) => Buffer.from([at >> 8, at & 0xff]);

function handedOn(buffer: ReceiveBuffer): number[] {
  const all: number[] = [];
  for (let next = buffer.shift(); next; next = buffer.shift()) all.push(next.readUInt16BE(0));
  return all;
}

test("packets are delivered in order, however they arrive, across the wrap of their numbers", () => {
  const order = fc.shuffledSubarray(
    Array.from({ length: 40 }, (_, at) => at),
    { minLength: 40, maxLength: 40 },
  );
  fc.assert(
    fc.property(order, fc.array(fc.nat(39)), (came, again) => {
      const buffer = new ReceiveBuffer(FIRST, LATENCY_MS);
      const out: number[] = [];
      for (const at of [...came.slice(0, 20), ...again, ...came.slice(20)]) {
        buffer.take(number(at), payload(at), 0);
        out.push(...handedOn(buffer));
      }
      expect(out).toEqual(Array.from({ length: 40 }, (_, at) => at));
      expect(buffer.frontier).toBe(number(40));
      expect(buffer.room).toBe(WINDOW_PACKETS);
    }),
  );
});

test("missing packets are reported at once and again, until they arrive", () => {
  const buffer = new ReceiveBuffer(FIRST, LATENCY_MS);
  expect(buffer.take(number(0), payload(0), 0)).toBeNull();
  expect(buffer.take(number(4), payload(4), 0)).toEqual([number(1), number(3)]);
  expect(buffer.take(number(6), payload(6), 0)).toEqual([number(5), number(5)]);
  buffer.take(number(2), payload(2), 0);
  expect(buffer.missing(10)).toEqual([
    [number(1), number(1)],
    [number(3), number(3)],
    [number(5), number(5)],
  ]);
  expect(buffer.missing(2)).toHaveLength(2);
  for (const at of [1, 3, 5]) buffer.take(number(at), payload(at), 0);
  expect(buffer.missing(10)).toEqual([]);
});

test("a missing packet is skipped after the negotiated latency", () => {
  const buffer = new ReceiveBuffer(FIRST, LATENCY_MS);
  buffer.take(number(0), payload(0), 0);
  buffer.take(number(3), payload(3), 10);
  buffer.take(number(5), payload(5), 100);
  buffer.skipLate(209);
  expect(handedOn(buffer)).toEqual([0]);
  buffer.skipLate(210);
  expect(handedOn(buffer)).toEqual([3]);
  expect(buffer.skippedPackets).toBe(2);
  // Too late.
  buffer.take(number(1), payload(1), 211);
  expect(handedOn(buffer)).toEqual([]);
  buffer.skipLate(300);
  expect(handedOn(buffer)).toEqual([5]);
});

test("packets the sender drops are skipped at once", () => {
  const buffer = new ReceiveBuffer(FIRST, LATENCY_MS);
  buffer.take(number(3), payload(3), 0);
  buffer.drop([number(0), number(2)]);
  expect(handedOn(buffer)).toEqual([3]);
  buffer.drop([number(900), number(2_000)]);
  buffer.drop([number(0), number(1)]);
  expect(buffer.frontier).toBe(number(4));
});

test("no more packets are buffered than the window has", () => {
  const buffer = new ReceiveBuffer(FIRST, LATENCY_MS);
  for (let at = 1; at < WINDOW_PACKETS + 500; at += 1) buffer.take(number(at), payload(at), 0);
  expect(buffer.room).toBe(0);
  buffer.skipLate(LATENCY_MS);
  expect(handedOn(buffer)).toHaveLength(WINDOW_PACKETS - 1);
});

test("a jump of the sender's numbers is followed once the buffer is empty", () => {
  const buffer = new ReceiveBuffer(FIRST, LATENCY_MS);
  buffer.take(number(0), payload(0), 0);
  handedOn(buffer);
  buffer.take(number(100_000), payload(1), 0);
  expect(handedOn(buffer)).toEqual([1]);
});

test("whatever arrives, packets are delivered in order and once", () => {
  const step = fc.oneof(
    fc.record({ take: fc.integer({ min: -50, max: 9_000 }) }),
    fc.record({ from: fc.integer({ min: -50, max: 9_000 }), more: fc.nat(3_000) }),
    fc.record({ wait: fc.nat(300) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const buffer = new ReceiveBuffer(FIRST, LATENCY_MS);
      let now = 0;
      let last = -1;
      for (const one of steps) {
        if ("take" in one) buffer.take(number(one.take & LAST_SEQUENCE), payload(Math.max(0, one.take)), now);
        else if ("from" in one)
          buffer.drop([number(one.from & LAST_SEQUENCE), number((one.from + one.more) & LAST_SEQUENCE)]);
        else buffer.skipLate((now += one.wait));
        for (const at of handedOn(buffer)) {
          expect(at).toBeGreaterThan(last);
          last = at;
        }
        expect(buffer.room).toBeGreaterThanOrEqual(0);
        expect(sequenceStep(number(0), buffer.frontier)).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test("datagrams in fragments are buffered up to 12 MB while one before them is missing, and those after them are lost", () => {
  const large = Buffer.alloc(65_000);
  const buffer = new ReceiveBuffer(FIRST, LATENCY_MS);
  for (let at = 1; at < 1_000; at += 1) buffer.take(number(at), large, 0);
  buffer.skipLate(LATENCY_MS);
  let bytes = 0;
  for (let next = buffer.shift(); next; next = buffer.shift()) bytes += next.length;
  expect(bytes).toBeGreaterThan(11_000_000);
  expect(bytes).toBeLessThan(12_000_000);
  // What was delivered makes room.
  buffer.take(buffer.frontier, large, LATENCY_MS);
  expect(buffer.shift()).toBe(large);
});
