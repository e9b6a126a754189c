import { expect, test } from "vitest";
import { ViewerRtp } from "./viewer-rtp.ts";

/** Parameter sets of 320 × 240, Baseline, in a decoder configuration with lengths of four bytes. */
const CONFIG = Buffer.from("0142c00dffe100166742c00dda0507ec0440000003004000000c83c50aa801000468ce0fc8", "hex");
const SLICE = Buffer.from([0x41, 9, 8, 7]);

const sized = (unit: Buffer, length = unit.length) => Buffer.concat([Buffer.from([0, 0, 0, length]), unit]);

test.each([
  ["an empty unit", [sized(Buffer.alloc(0)), sized(SLICE)], 1],
  ["a unit without content", [sized(SLICE), sized(Buffer.from([0x0a]))], 1],
  ["a unit that is cut off", [sized(SLICE), sized(SLICE, 200)], 1],
  ["bytes behind its last unit", [sized(SLICE), Buffer.from([0, 0])], 1],
  ["nothing else", [sized(SLICE, 200)], 0],
])("a picture with %s is sent without that", (_, parts, count) => {
  const rtp = new ViewerRtp();
  const packets = rtp.picture({ data: Buffer.concat(parts), isKey: false, atMs: 40, config: CONFIG });
  expect(packets.map(({ payload, header }) => [payload.toString("hex"), header.timestamp, header.marker])).toEqual(
    Array.from({ length: count }, () => [SLICE.toString("hex"), 3_600, true]),
  );
  expect(rtp.picture({ data: sized(SLICE), isKey: false, atMs: 80, config: CONFIG })[0]?.header.sequenceNumber).toBe(
    count,
  );
});
