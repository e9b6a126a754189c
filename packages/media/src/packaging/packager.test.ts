import { execFile } from "node:child_process";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { clip } from "../fixtures/clips.ts";
import { mediaTools } from "../tools/capabilities.ts";
import { packageTrack } from "./packager.ts";
import type { Segment } from "./segment.ts";

const PACKETS = 40;

/** One AAC packet a fragment, as the encoder writes them. */
async function sound(): Promise<Buffer> {
  const { ffmpegPath } = await mediaTools();
  const source = await clip("streamable", { width: 64, height: 64, durationSeconds: 2 });
  const flags = ["-movflags", "+frag_every_frame+empty_moov+default_base_moof", "-f", "mp4", "pipe:1"];
  const args = ["-v", "error", "-i", source, "-vn", "-c:a", "copy", ...flags];
  const { stdout } = await promisify(execFile)(ffmpegPath, args, { encoding: "buffer", maxBuffer: 1 << 24 });
  return stdout;
}

test.each([
  { end: "written to its end", endedWell: true, tail: 1 },
  { end: "of a writer that was killed between two fragments", endedWell: false, tail: 0 },
])("a stream $end gives $tail segment that is not full", async ({ endedWell, tail }) => {
  const segments: Segment[] = [];
  const options = {
    rendition: "audio",
    firstSegment: 0,
    startTicks: () => 0,
    delayTicks: () => 0,
    isComplete: (fragments: readonly unknown[]) => fragments.length >= PACKETS,
    onInit: () => Promise.resolve(),
    onSegment: (segment: Segment) => Promise.resolve(void segments.push(segment)),
  };
  await packageTrack(Readable.from([await sound()]), options, Promise.resolve(endedWell));
  const full = segments.filter(({ frames }) => frames === PACKETS);
  expect(full.length).toBeGreaterThan(0);
  expect(segments.length - full.length).toBe(tail);
});
