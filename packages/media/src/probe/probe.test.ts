import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { clip, hostileFile } from "../fixtures/clips.ts";
import { hostileFixtures } from "../fixtures/hostile-files.ts";
import type { HostileFixture } from "../fixtures/hostile-files.ts";
import { planFrameGrid } from "../packaging/grid.ts";
import { looksLikePicture } from "../pictures/pictures.ts";
import { makePosters } from "../pictures/poster.ts";
import { MediaError } from "../tools/errors.ts";
import { probe } from "./probe.ts";
import { streamability } from "./streamable.ts";

test("an ordinary MP4 is known in full, and can be streamed as it is", async () => {
  const facts = await probe(await clip("streamable"));
  expect(facts).toMatchObject({
    container: "mov",
    durationSeconds: 3,
    video: {
      codec: "h264",
      width: 320,
      height: 180,
      rotation: 0,
      pixelFormat: "yuv420p",
      bitDepth: 8,
      fps: { numerator: 25, denominator: 1 },
      variableFrameRate: false,
      hdr: false,
      frames: 75,
    },
    audio: { codec: "aac", channels: 1, sampleRate: 48000 },
  });
  expect(streamability(facts)).toEqual({ streamable: true });
});

test("a probe says that its tool runs before it answers, so that others can begin behind it", async () => {
  const order: string[] = [];
  await probe(await clip("streamable"), { onBegun: () => void order.push("begun") });
  order.push("answered");
  expect(order).toEqual(["begun", "answered"]);
});

test("a turned video is as wide as it looks", async () => {
  const { video } = await probe(await clip("rotated"));
  expect([video.width, video.height, video.codedWidth, video.codedHeight, video.rotation % 180]).toEqual([
    180, 320, 320, 180, 90,
  ]);
});

test("a picture that is to be flipped is known, and not streamed as it is", async () => {
  const facts = await probe(await clip("mirrored"));
  expect(facts.video).toMatchObject({ width: 320, height: 180, rotation: 0, mirrored: true });
  expect(streamability(facts)).toEqual({ streamable: false, reason: "The picture is turned." });
});

test("a PNG or WebP of one picture stays a picture", async () => {
  for (const name of ["animatedPng", "animatedWebp"] as const) {
    await expect(probe(await clip(name, { durationSeconds: 0.04 }))).rejects.toMatchObject({ code: "not_a_video" });
  }
});

test("a rate that varies is seen where its average is half of its base rate, and keeps the rate of its motion", async () => {
  const { video } = await probe(await clip("halfStill"));
  expect(video).toMatchObject({ fps: { numerator: 15, denominator: 1 }, variableFrameRate: true });
  expect(planFrameGrid(video).fps).toEqual({ numerator: 30, denominator: 1 });
});

test.each([
  ["variableRate", { variableFrameRate: true }],
  ["tenBit", { bitDepth: 10 }],
  ["hdr", { hdr: true, codec: "hevc" }],
  ["oddSize", { width: 321, height: 181 }],
  ["fractionalRate", { fps: { numerator: 30000, denominator: 1001 } }],
] as const)("a %s clip is seen as such", async (name, expected) => {
  expect((await probe(await clip(name))).video).toMatchObject(expected);
});

test.each(["tenBit", "hdr", "rotated", "webm", "transportStream"] as const)(
  "a %s clip must be encoded before it can be streamed",
  async (name) => {
    expect(streamability(await probe(await clip(name)))).toMatchObject({ streamable: false });
  },
);

const verdicts: Record<HostileFixture, string> = {
  playlistNamingAFile: "unsupported_container",
  playlistNamingPasswd: "unsupported_container",
  playlistNamingItself: "unsupported_container",
  concatNamingPasswd: "unsupported_container",
  dashManifest: "corrupt_file",
  truncated: "facts",
  truncatedHead: "corrupt_file",
  empty: "corrupt_file",
  random: "corrupt_file",
  text: "corrupt_file",
  pictureJpeg: "not_a_video",
  picturePng: "not_a_video",
  audioOnly: "no_video_track",
  musicWithCover: "no_video_track",
  onePixel: "facts",
  picturesHoursApart: "corrupt_file",
  sixteenThousandWide: "too_large",
};

test.each(Object.keys(hostileFixtures) as HostileFixture[])(
  "the hostile file %s ends in facts or in one sentence for its owner, and opens nothing else",
  async (name) => {
    const path = await hostileFile(name);
    const verdict = await probe(path).then(
      () => "facts",
      (error: unknown) => error,
    );
    if (verdict === "facts") {
      expect(verdicts[name]).toBe("facts");
      return;
    }
    expect(verdict).toBeInstanceOf(MediaError);
    if (!(verdict instanceof MediaError)) return;
    expect(verdict.code).toBe(verdicts[name]);
    expect(verdict.message).toMatch(/^[A-Z][^\n]+[.]$/);
    expect(verdict.detail.join("\n")).not.toMatch(/root:|KINORA-CANARY/);
  },
);

test("a refusal says in hours how far apart two pictures are when it is hours", async () => {
  const message = await probe(await hostileFile("picturesHoursApart")).catch((error: Error) => error.message);
  expect(message).toMatch(/^Two pictures of this file are 1,000 hours apart; /);
});

test("nothing of a file a disguised playlist names is found in what is made from it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kinora-hostile-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const honest = await probe(await clip("streamable"));
  for (const name of ["playlistNamingAFile", "playlistNamingPasswd", "concatNamingPasswd", "dashManifest"] as const) {
    // Even a caller that skipped the probe gets nothing.
    const made = makePosters({
      source: await hostileFile(name),
      facts: honest,
      workFolder: folder,
      signal: new AbortController().signal,
    });
    await expect(made).rejects.toBeInstanceOf(MediaError);
    for (const file of await readdir(folder))
      expect(await readFile(join(folder, file), "latin1")).not.toContain("root:");
  }
  expect(await readdir(folder)).toEqual([]);
});

test("a single frame is too short to be a video, a missing file can be tried again", async () => {
  await expect(probe(await clip("oneFrame"))).rejects.toMatchObject({ code: "too_short", retryable: false });
  await expect(probe("/nowhere/at/all.mp4")).rejects.toMatchObject({ code: "corrupt_file", retryable: true });
});

test("a probe can be called off", async () => {
  await expect(probe(await clip("silent"), { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
});

test("the format of a picture is known by its first bytes", () => {
  expect(looksLikePicture(Buffer.from("\x89PNG\r\n\x1a\n....", "latin1"))).toBe(true);
  expect(looksLikePicture(Buffer.from("\0\0\0\x18ftypheic", "latin1"))).toBe(true);
  expect(looksLikePicture(Buffer.from("\0\0\0\x18ftypisom", "latin1"))).toBe(false);
});
