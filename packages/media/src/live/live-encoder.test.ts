import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { clip } from "../fixtures/clips.ts";
import type { ClipName } from "../fixtures/clips.ts";
import { testFolder } from "../fixtures/folder.ts";
import { frameTimes, measureFrames, measureSound, onsets } from "../fixtures/measure.ts";
import { mediaTools } from "../tools/capabilities.ts";
import { openFragments } from "./fragment-reader.ts";
import type { FragmentStream } from "./fragment-reader.ts";
import { planLiveEncode } from "./live-encode-plan.ts";
import type { LiveEncodePlan, LiveInput } from "./live-encode-plan.ts";
import { startLiveEncoder } from "./live-encoder.ts";
import { KeptMedia, parsed, PlaylistWatch, timelineOptions } from "./live-fixtures.ts";
import { liveMediaPlaylist } from "./live-playlist.ts";
import { muxInit, muxSegment } from "./loop-content.ts";
import { makeSlate } from "./slate.ts";
import { startTestPicture } from "./test-picture.ts";
import { LiveTimeline } from "./timeline.ts";

const execute = promisify(execFile);
const ladder = [
  { label: "90p", shortSidePixels: 90, crf: 30, maxBitrateKbps: 200 },
  { label: "180p", shortSidePixels: 180, crf: 28, maxBitrateKbps: 500 },
];

const folder = testFolder("live");

function input(over: Partial<LiveInput> = {}): LiveInput {
  return { width: 320, height: 180, fps: 25, videoCodec: "h264", audioCodec: "aac", ...over };
}

async function ffmpeg(...args: string[]): Promise<Buffer> {
  const { ffmpegPath } = await mediaTools();
  const { stdout, stderr } = await execute(ffmpegPath, ["-hide_banner", "-nostdin", "-y", "-v", "error", ...args], {
    encoding: "buffer",
    maxBuffer: 64 << 20,
  });
  expect(stderr.toString()).toBe("");
  return stdout;
}

/** What a publisher would send of a clip. */
async function flv(name: ClipName, ...extra: string[]): Promise<Buffer> {
  return ffmpeg("-i", await clip(name), "-c", "copy", ...extra, "-f", "flv", "pipe:1");
}

interface Encoded {
  media: KeptMedia;
  watch: PlaylistWatch;
  timeline: LiveTimeline;
  pictures: Buffer[];
}

/** Encodes what a publisher sent onto a timeline, looking at every playlist after each fragment. */
async function encode(plan: LiveEncodePlan, bytes: Buffer, onto?: Encoded): Promise<Encoded> {
  const media = onto?.media ?? new KeptMedia();
  const { partTargetSeconds } = plan;
  const made = onto ?? {
    media,
    watch: new PlaylistWatch(),
    timeline: new LiveTimeline(timelineOptions({ sink: media, rungs: [], partTargetSeconds })),
    pictures: [],
  };
  const encoder = await startLiveEncoder({ plan, thumbnailSeconds: 1 });
  encoder.input.end(bytes);
  const opened = new Map<string, FragmentStream>();
  const reading = (async () => {
    for await (const picture of encoder.thumbnails ?? []) made.pictures.push(picture);
  })();
  await Promise.all(
    [...encoder.rungs].map(async ([label, stream]) => {
      const fragments = await openFragments(stream);
      if (fragments) opened.set(label, fragments);
    }),
  );
  const inits = new Map([...opened].map(([label, { init }]) => [label, init]));
  const source = made.timeline.startSource({ kind: "live", inits });
  await Promise.all(
    [...opened].map(async ([label, { fragments }]) => {
      for await (const fragment of fragments) {
        made.timeline.append(source, label, fragment);
        made.watch.look(made.timeline, (name) => made.media.files.has(name));
      }
    }),
  );
  await reading;
  expect(await encoder.ended).toEqual({ exitCode: 0, stderrTail: [] });
  made.timeline.finishSource(source);
  return made;
}

/** A segment as a file that plays on its own. */
async function alone({ media, timeline }: Encoded, label: string, sequence: number): Promise<string> {
  const entry = timeline.segments.find((one) => one.sequence === sequence)?.rungs.get(label);
  const path = join(folder, `${label}-${sequence}.mp4`);
  const bytes = [entry?.init, entry?.name].map((name) => media.files.get(name ?? "") ?? Buffer.alloc(0));
  await writeFile(path, Buffer.concat(bytes));
  return path;
}

async function joined({ media, timeline }: Encoded, label: string): Promise<string> {
  const entries = timeline.segments.flatMap(({ rungs }) => rungs.get(label) ?? []);
  const names = [entries[0]?.init ?? "", ...entries.map(({ name }) => name)];
  const path = join(folder, `${label}-joined.mp4`);
  await writeFile(path, Buffer.concat(names.map((name) => media.files.get(name) ?? Buffer.alloc(0))));
  return path;
}

test("every rung has the same segments, each of which plays on its own with picture and sound together", async () => {
  const plan = planLiveEncode({ input: input(), ladder, passThrough: false, partTargetSeconds: 0.2 });
  const made = await encode(plan, await flv("flashAndBeep"));
  expect(made.watch.violations).toEqual([]);
  expect(made.pictures.length).toBeGreaterThan(1);
  const [low, high] = ["90p", "180p"].map((label) => parsed(made.timeline, label, false).segments);
  expect(low?.map(({ duration }) => duration)).toEqual(high?.map(({ duration }) => duration));
  expect(low?.length).toBeGreaterThan(1);
  expect(made.timeline.rungs.map(({ label, codecs, width }) => [label, codecs.length, width])).toEqual([
    ["90p", 2, 160],
    ["180p", 2, 320],
  ]);
  for (const { sequence, rungs } of made.timeline.segments) {
    for (const [label, { independent, parts }] of rungs) {
      expect([independent, parts[0]?.independent]).toEqual([true, true]);
      const path = await alone(made, label, sequence);
      const [firstFrame = Infinity] = await frameTimes(path);
      expect(Math.abs(firstFrame - (await measureSound(path)).startSeconds)).toBeLessThan(0.04);
    }
  }
  const path = await joined(made, "180p");
  const frames = await measureFrames(path);
  const flashes = frames.filter(
    ({ brightness }, at) => brightness > 128 && (frames[at - 1]?.brightness ?? 0) <= 128 && at > 0,
  );
  const beeps = onsets(await measureSound(path)).slice(-flashes.length);
  expect(flashes.length).toBeGreaterThan(1);
  for (const [at, { seconds }] of flashes.entries()) expect(Math.abs(seconds - (beeps[at] ?? 0))).toBeLessThan(0.04);
});

test("a pass-through whose sound is no AAC keeps the picture as it came, with frames that point forwards, too", async () => {
  const plan = planLiveEncode({ input: input({ audioCodec: "other" }), passThrough: true });
  const made = await encode(plan, await flv("flashAndBeep", "-c:a", "libmp3lame", "-ar", "44100"));
  expect(made.watch.violations).toEqual([]);
  expect(made.timeline.rungs).toMatchObject([{ label: "source", width: 320, height: 180 }]);
  const sent = await measureFrames(await clip("flashAndBeep"));
  expect(await measureFrames(await joined(made, "source"))).toHaveLength(sent.length);
});

test("a publisher without sound gets silence, so that every source has both", async () => {
  const plan = planLiveEncode({ input: input({ audioCodec: null }), ladder: ladder.slice(0, 1), passThrough: false });
  const made = await encode(plan, await flv("silent"));
  expect(made.watch.violations).toEqual([]);
  expect(made.timeline.rungs[0]?.codecs[1]).toBe("mp4a.40.2");
  expect(onsets(await measureSound(await joined(made, "90p")))).toEqual([]);
});

test("live, a slate and live again decode across their seams without an error, and a finished video is listed after them", async () => {
  const plan = planLiveEncode({ input: input(), ladder, passThrough: false });
  const bytes = await flv("streamable", "-t", "3");
  const made = await encode(plan, bytes);
  const { media, timeline, watch } = made;

  const slate = await makeSlate({
    rungs: plan.rungs,
    fps: 25,
    audioKbps: 64,
    text: "Back: soon, 100% 'sure'",
    picture: null,
    signal: new AbortController().signal,
  });
  const slateSource = timeline.startSource({ kind: "slate" });
  for (const at of [0, 1]) {
    const rungs = [...slate].map(([label, { init, segments }]) => {
      const names = { init: `${label}/slate.mp4`, name: `${label}/slate-${at}.m4s` };
      media.files.set(names.init, init.bytes);
      media.files.set(names.name, segments[at]?.bytes ?? Buffer.alloc(0));
      return [label, { ...names, sizeBytes: segments[at]?.bytes.length ?? 0 }] as const;
    });
    const durationSeconds = slate.get("90p")?.segments[at]?.durationSeconds ?? 0;
    timeline.listSegment(slateSource, { durationSeconds, rungs: () => new Map(rungs) });
  }

  await encode(plan, bytes, made);
  for (const label of ["90p", "180p"]) {
    const playlist = `${liveMediaPlaylist(timeline, label, { lowLatency: false })}#EXT-X-ENDLIST\n`;
    media.files.set(`${label}/index.m3u8`, Buffer.from(playlist));
  }
  for (const [name, content] of media.files) {
    await mkdir(dirname(join(folder, "seams", name)), { recursive: true });
    await writeFile(join(folder, "seams", name), content);
  }
  const listedSeconds = timeline.segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  for (const label of ["90p", "180p"]) {
    const playlist = ["-allowed_extensions", "ALL", "-i", join(folder, "seams", label, "index.m3u8")];
    const grey = ["-vf", "scale=2:2,format=gray", "-vsync", "0", "-f", "rawvideo", "pipe:1"];
    const frames = await ffmpeg(...playlist, "-map", "0:v", ...grey);
    // ffmpeg's own player drops a fragment where a clock starts again; what it decodes must be whole.
    expect(frames.length / 4 / 25).toBeGreaterThan(listedSeconds - 2 * 0.6);
    const sound = await ffmpeg(...playlist, "-map", "0:a", "-ac", "1", "-ar", "8000", "-f", "s16le", "pipe:1");
    expect(sound.length / 2 / 8000).toBeGreaterThan(listedSeconds - 2 * 0.6);
  }

  const video = await trackOf("v");
  const audio = await trackOf("a");
  const inits = { video: video.init, audio: audio.init };
  media.files.set("video/init.mp4", muxInit(inits));
  media.files.set("video/0.m4s", muxSegment(inits, video.segment, [audio.segment]));
  const loop = timeline.startSource({ kind: "loop" });
  const listed = { name: "video/0.m4s", init: "video/init.mp4", sizeBytes: 1 };
  timeline.listSegment(loop, { durationSeconds: 2, rungs: () => new Map([["180p", listed]]) });
  timeline.end();
  watch.look(timeline, (name) => media.files.has(name));
  expect(watch.violations).toEqual([]);
  expect(timeline.segments.filter(({ discontinuity }) => discontinuity)).toHaveLength(3);
  const path = join(folder, "loop.mp4");
  await writeFile(
    path,
    Buffer.concat(["video/init.mp4", "video/0.m4s"].map((name) => media.files.get(name) ?? Buffer.alloc(0))),
  );
  const times = await frameTimes(path);
  expect(times).toHaveLength(50);
  expect(Math.abs((times[0] ?? 1) - (await measureSound(path)).startSeconds)).toBeLessThan(0.04);
});

/** One track of a finished video: its init segment and two seconds. */
async function trackOf(kind: "v" | "a"): Promise<{ init: Buffer; segment: Buffer }> {
  const movflags = ["-movflags", "+frag_custom+empty_moov+default_base_moof", "-f", "mp4", "pipe:1"];
  const bytes = await ffmpeg("-i", await clip("streamable"), "-map", `0:${kind}`, "-t", "2", "-c", "copy", ...movflags);
  const at = bytes.indexOf("moof") - 4;
  return { init: bytes.subarray(0, at), segment: bytes.subarray(at) };
}

test("the test picture is what an encoder sends: a moving picture and a tone", async () => {
  const process = await startTestPicture({
    width: 320,
    height: 180,
    fps: 25,
    bitrateKbps: 400,
    output: "pipe:1",
    durationSeconds: 1,
  });
  const path = join(folder, "test.flv");
  const chunks: Buffer[] = [];
  for await (const chunk of process.outputs.get(1) ?? []) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  await writeFile(path, Buffer.concat(chunks));
  expect((await process.ended).exitCode).toBe(0);
  expect((await frameTimes(path)).length).toBe(25);
  expect(onsets(await measureSound(path)).length).toBeGreaterThan(0);
});

test("an encoder that is stopped is gone at once, with all it began", async () => {
  // A ceiling nobody else uses marks its command line.
  const marked = [{ label: "180p", shortSidePixels: 180, crf: 28, maxBitrateKbps: 31_717 }];
  const plan = planLiveEncode({ input: input(), ladder: marked, passThrough: false });
  const encoder = await startLiveEncoder({ plan });
  for (const stream of encoder.rungs.values()) stream.resume();
  await vi.waitFor(async () => expect(await commandsWith("31717k")).not.toEqual([]));
  expect((await encoder.stop(0)).exitCode).not.toBe(0);
  await vi.waitFor(async () => expect(await commandsWith("31717k")).toEqual([]));
});

/** Processes of this machine whose command line has this word. */
async function commandsWith(word: string): Promise<string[]> {
  const found: string[] = [];
  for (const id of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "");
    if (command.split("\0").includes(word)) found.push(id);
  }
  return found;
}

test.each([
  ["a small one gets one rung of its own size", { width: 320, height: 180 }, ["180p 320×180"]],
  ["a tall one keeps its shape", { width: 720, height: 1280 }, ["360p 360×640", "720p 720×1280"]],
])("a ladder is never larger than what comes in: %s", (_, size, expected) => {
  const { rungs } = planLiveEncode({ input: input(size), passThrough: false });
  expect(rungs.map(({ label, width, height }) => `${label} ${width}×${height}`)).toEqual(expected);
});

test("only H.264 passes through; other pictures are encoded at their own size", () => {
  const plan = planLiveEncode({ input: input({ videoCodec: "hevc" }), passThrough: true });
  expect(plan).toMatchObject({ passThrough: false, rungs: [{ label: "source", width: 320, height: 180 }] });
});
