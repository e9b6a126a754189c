import { expect, test } from "vitest";
import { snapshotIntervalMs } from "./live.ts";

test("the first picture of a livestream is looked for every two seconds, five times", () => {
  const asks = [1, 5, 6].map((answers) => snapshotIntervalMs("on_air", null, answers));
  expect(asks).toEqual([2_000, 2_000, 10_000]);
  expect(snapshotIntervalMs("ingest", null, 6)).toBe(5_000);
});

test("a picture is read again every ten seconds, the encoder's own every five", () => {
  const picture = "data:image/jpeg;base64,AA==";
  expect([snapshotIntervalMs("on_air", picture, 1), snapshotIntervalMs("ingest", picture, 1)]).toEqual([10_000, 5_000]);
  expect(snapshotIntervalMs("on_air", undefined, 0)).toBe(10_000);
});
