import { setImmediate as nextTurn } from "node:timers/promises";
import { CAPTIONS_MAXIMUM_BYTES } from "@kinora/domain/videos/captions.ts";
import { expect, test } from "vitest";
import { readCaptionsUpload } from "./captions-reader.ts";

const cues = (count: number) =>
  Array.from({ length: count }, (_, index) => `00:${String(index % 60).padStart(2, "0")}.000 --> 01:00.000\nword\n`);
const small = `WEBVTT\n\n${cues(10).join("\n")}`;
const large = `WEBVTT\n\n${cues(20_000).join("\n")}`;

test("a large caption file is read like a small one, without blocking other work", async () => {
  expect((await readCaptionsUpload(small)).cues).toBe(10);
  let turns = 0;
  let done = false;
  const reading = readCaptionsUpload(large).finally(() => (done = true));
  for (; !done; turns += 1) await nextTurn();
  expect(await reading).toMatchObject({ cues: 20_000, format: "vtt" });
  // Read in this thread it would be done before the second turn.
  expect(turns).toBeGreaterThan(10);
});

test("the refusal of a large invalid file names its line, and the next file is read", async () => {
  const broken = `${large}\nlost: \uFFFD\n`;
  const [refused, read] = await Promise.allSettled([readCaptionsUpload(broken), readCaptionsUpload(large)]);
  expect(refused).toMatchObject({
    reason: { code: "invalid", message: expect.stringMatching(/^Line 600\d\d: A character was lost/) },
  });
  expect(read).toMatchObject({ status: "fulfilled", value: { cues: 20_000 } });
});

test("a file above the limit is refused before it is read", async () => {
  await expect(readCaptionsUpload(`${small}${"\u00e9".repeat(CAPTIONS_MAXIMUM_BYTES / 2)}`)).rejects.toMatchObject({
    code: "invalid",
    message: "A caption file can have up to 1 MiB.",
  });
});
