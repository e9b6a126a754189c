import { expect, test } from "vitest";
import { AccessUnits, type AccessUnit } from "./access-units.ts";

/** Parameter sets of 320 × 240, Baseline. */
const SEQUENCE = Buffer.from("6742c00dda0507ec0440000003004000000c83c50aa8", "hex");
const PICTURE = Buffer.from("68ce0fc8", "hex");
const IDR = Buffer.from([0x65, 1, 2, 3, 4, 5]);
const SLICE = Buffer.from([0x41, 9, 8, 7]);

function assembler(codec: "h264" | "vp8") {
  const units: AccessUnit[] = [];
  let losses = 0;
  const assembled = new AccessUnits(
    codec,
    (unit) => units.push(unit),
    () => (losses += 1),
  );
  let sequenceNumber = 0;
  const send = (timestamp: number, payloads: readonly Buffer[], isAfterLoss = false) => {
    for (const [at, payload] of payloads.entries()) {
      sequenceNumber += 1;
      const marker = at === payloads.length - 1;
      assembled.take({ header: { sequenceNumber, timestamp, marker }, payload }, isAfterLoss && at === 0);
    }
  };
  return { units, send, losses: () => losses };
}

const sized = (unit: Buffer) => Buffer.concat([Buffer.from([0, unit.length]), unit]);
const prefixed = (unit: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, unit.length]), unit]);
const aggregate = (...units: Buffer[]) => Buffer.concat([Buffer.from([0x78]), ...units.map(sized)]);
/** FU-A packets of one NAL unit. */
const fragments = (unit: Buffer, cut: number) => [
  Buffer.concat([Buffer.from([0x7c, 0x80 | (unit.readUInt8(0) & 0x1f)]), unit.subarray(1, cut)]),
  Buffer.concat([Buffer.from([0x7c, 0x40 | (unit.readUInt8(0) & 0x1f)]), unit.subarray(cut)]),
];

test("parameter sets in an aggregate and a key frame in fragments are one picture with its format", () => {
  const { units, send } = assembler("h264");
  send(3_000, [aggregate(SEQUENCE, PICTURE), ...fragments(IDR, 3)]);
  send(6_000, [SLICE]);
  expect(units.map(({ timestamp, isKey }) => [timestamp, isKey])).toEqual([
    [3_000, true],
    [6_000, false],
  ]);
  expect(units[0]?.data).toEqual(prefixed(IDR));
  expect(units[0]?.format).toMatchObject({ codec: "h264", width: 320, height: 240 });
  expect(units[0]?.format?.config?.subarray(0, 6)).toEqual(Buffer.from("0142c00dffe1", "hex"));
});

test("pictures before the first key frame and after a loss are left out, and a key frame is asked for", () => {
  const { units, send, losses } = assembler("h264");
  const key = [SEQUENCE, PICTURE, IDR];
  send(0, [SLICE]);
  send(3_000, key);
  send(6_000, [SLICE], true);
  send(9_000, [SLICE]);
  expect(losses()).toBe(1);
  send(12_000, key);
  expect(units.map(({ timestamp }) => timestamp)).toEqual([3_000, 12_000]);
});

test("a picture of more units than any has, of no bytes or few, takes no more memory than others", () => {
  const { units, send } = assembler("h264");
  const tiny = aggregate(
    ...Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? Buffer.from([0x41]) : Buffer.alloc(0))),
  );
  send(3_000, [SEQUENCE, PICTURE, IDR, ...Array.from({ length: 100 }, () => tiny)]);
  // Each unit has a length of four bytes.
  expect(units[0]?.data.length).toBeLessThan(2_048 * 5 + IDR.length);
  send(6_000, [SLICE]);
  expect(units[1]?.data).toEqual(prefixed(SLICE));
});

test("a picture without its marker ends where the next one begins", () => {
  const { units, send } = assembler("h264");
  send(3_000, [SEQUENCE, PICTURE, IDR]);
  send(6_000, [SLICE, Buffer.alloc(0)]);
  expect(units).toHaveLength(2);
});

test.each([
  ["a short descriptor", Buffer.from([0x10])],
  ["a picture id of two bytes", Buffer.from([0x90, 0x80, 0x81, 0x02])],
  ["a picture id, a layer and its index", Buffer.from([0x90, 0xe0, 0x05, 0x01, 0x20])],
])("VP8 with %s is read", (_, descriptor) => {
  const { units, send } = assembler("vp8");
  const key = Buffer.from([0x10, 2, 0, 0x9d, 1, 0x2a, 0x80, 0x02, 0x68, 0x01, 7, 7]);
  send(3_000, [Buffer.concat([descriptor, key]), Buffer.concat([Buffer.from([0]), Buffer.from([5, 5])])]);
  expect(units[0]).toMatchObject({ isKey: true, format: { codec: "vp8", width: 640, height: 360, config: null } });
  expect(units[0]?.data).toEqual(Buffer.concat([key, Buffer.from([5, 5])]));
});
