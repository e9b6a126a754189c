import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { clip } from "../fixtures/clips.ts";
import { frameTimes, measureSound, onsets } from "../fixtures/measure.ts";
import { mediaTools } from "../tools/capabilities.ts";
import { muxInit, muxSegment } from "./loop-content.ts";
import { loopSegments, segmentSecondsOf } from "./loop-programme.ts";
import { silentInit, silentSegment } from "./silence.ts";

const film = (name: string, ...segmentSeconds: number[]) => ({
  name,
  segmentSeconds,
  seconds: segmentSeconds.reduce((sum, seconds) => sum + seconds, 0),
});

test("a loop begins where the clock says, and continues from video to video without end", () => {
  const videos = [film("a", 4, 4, 2), null, film("b", 4, 1)];
  const from = (second: number, count: number) => {
    const segments = loopSegments(videos, { sinceMs: 0, shuffle: false }, second * 1000);
    return Array.from({ length: count }, () => {
      const { value } = segments.next();
      return value && `${value.video.name}${value.index}${value.isFirst ? "!" : ""}`;
    });
  };
  expect(from(0, 7)).toEqual(["a0!", "a1", "a2", "b0!", "b1", "a0!", "a1"]);
  expect(from(9, 3)).toEqual(["a2", "b0!", "b1"]);
  expect(from(15_000 + 14.5, 2)).toEqual(["b1", "a0!"]);
  expect([...loopSegments([], { sinceMs: 0, shuffle: false }, 0)]).toEqual([]);
});

test("the lengths of segments are read from a finished playlist", () => {
  expect(segmentSecondsOf("#EXTM3U\n#EXTINF:4.000000,\n00000.m4s\n#EXTINF:1.5,\n00001.m4s\n#EXT-X-ENDLIST\n")).toEqual([
    4, 1.5,
  ]);
});

test("a video without sound is joined with silence that decodes, as long as its picture", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kinora-silence-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { ffmpegPath } = await mediaTools();
  const movflags = ["-movflags", "+frag_custom+empty_moov+default_base_moof", "-f", "mp4", "pipe:1"];
  const input = ["-v", "error", "-nostdin", "-i", await clip("silent"), "-map", "0:v", "-t", "2", "-c", "copy"];
  const { stdout } = await promisify(execFile)(ffmpegPath, [...input, ...movflags], {
    encoding: "buffer",
    maxBuffer: 64 << 20,
  });
  const at = stdout.indexOf("moof") - 4;
  const inits = { video: stdout.subarray(0, at), audio: silentInit };
  const path = join(folder, "joined.mp4");
  await writeFile(path, Buffer.concat([muxInit(inits), muxSegment(inits, stdout.subarray(at), [silentSegment(0, 2)])]));
  expect((await frameTimes(path)).length).toBeGreaterThan(20);
  const sound = await measureSound(path);
  expect(onsets(sound)).toEqual([]);
  expect(sound.startSeconds).toBeLessThan(0.04);
});
