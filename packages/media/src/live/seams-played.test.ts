import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { clip } from "../fixtures/clips.ts";
import { testFolder } from "../fixtures/folder.ts";
import { measureFrames, measureSound, onsets } from "../fixtures/measure.ts";
import { readBoxes, requireBox } from "../packaging/boxes.ts";
import { withoutEditList } from "../packaging/init-segment.ts";
import { mediaTools } from "../tools/capabilities.ts";
import { clockTicks, moveDecodeTimes, placedAt } from "./decode-clock.ts";
import { openFragments } from "./fragment-reader.ts";
import { planLiveEncode } from "./live-encode-plan.ts";
import { startLiveEncoder } from "./live-encoder.ts";
import { KeptMedia, PlaylistWatch, timelineOptions } from "./live-fixtures.ts";
import { readTracks } from "./live-init.ts";
import { liveMediaPlaylist } from "./live-playlist.ts";
import { muxInit, muxSegment } from "./loop-content.ts";
import { segmentSecondsOf } from "./loop-programme.ts";
import { makeSlate } from "./slate.ts";
import type { ListedRung } from "./timeline-segment.ts";
import { LiveTimeline } from "./timeline.ts";

const execute = promisify(execFile);
const RUNG = "180p";
const ladder = [{ label: RUNG, shortSidePixels: 180, crf: 28, maxBitrateKbps: 500 }];
const plan = planLiveEncode({
  input: { width: 320, height: 180, fps: 25, videoCodec: "h264", audioCodec: "aac" },
  ladder,
  passThrough: false,
});

const folder = testFolder("played");
let media: KeptMedia;
let timeline: LiveTimeline;
beforeAll(() => {
  media = new KeptMedia();
  timeline = new LiveTimeline(timelineOptions({ sink: media, rungs: [], windowSeconds: 3600 }));
});

async function ffmpeg(...args: string[]): Promise<Buffer> {
  const { ffmpegPath } = await mediaTools();
  const quietly = ["-hide_banner", "-nostdin", "-y", "-v", "error", ...args];
  const { stdout, stderr } = await execute(ffmpegPath, quietly, { encoding: "buffer", maxBuffer: 64 << 20 });
  expect(stderr.toString()).toBe("");
  return stdout;
}

const words = (line: string): string[] => line.split(" ");

/** What an encoder sends, encoded. */
async function goLive(seconds: number): Promise<void> {
  const sent = ["-i", await clip("flashAndBeep", { durationSeconds: 9 }), "-t", String(seconds), "-c", "copy"];
  const encoder = await startLiveEncoder({ plan });
  encoder.input.end(await ffmpeg(...sent, "-f", "flv", "pipe:1"));
  const stream = encoder.rungs.get(RUNG);
  const opened = stream && (await openFragments(stream));
  if (!opened) throw new Error("Nothing was encoded.");
  const source = timeline.startSource({ kind: "live", inits: new Map([[RUNG, opened.init]]) });
  for await (const fragment of opened.fragments) timeline.append(source, RUNG, fragment);
  await encoder.ended;
  timeline.finishSource(source);
}

async function showSlate(count: number): Promise<void> {
  const { signal } = new AbortController();
  const made = await makeSlate({ rungs: plan.rungs, fps: 25, audioKbps: 64, text: "Paused", picture: null, signal });
  const slate = made.get(RUNG);
  if (!slate) throw new Error("There is no slate.");
  media.files.set("slate.mp4", slate.init.bytes);
  const source = timeline.startSource({ kind: "slate" });
  for (let at = 0; at < count; at += 1) {
    const segment = slate.segments[at % slate.segments.length];
    if (!segment) throw new Error("The slate is empty.");
    timeline.listSegment(source, {
      durationSeconds: segment.durationSeconds,
      rungs: (clockSeconds) => place("slate", slate.init.bytes, segment.bytes, clockSeconds),
      discontinuity: at % slate.segments.length === 0,
    });
  }
}

/** What a stream's server does with what it lists: stores it as it stands on the timeline's clock. */
function place(kind: string, init: Buffer, bytes: Buffer, clockSeconds: number): Map<string, ListedRung> {
  const name = `${RUNG}/${kind}-${clockTicks(clockSeconds)}.m4s`;
  media.files.set(name, placedAt(bytes, readTracks(init), clockTicks(clockSeconds)));
  return new Map([[RUNG, { name, init: `${kind}.mp4`, sizeBytes: bytes.length }]]);
}

interface Film {
  /** Init segments of its picture and its sound, and their segments. */
  video: Buffer;
  audio: Buffer;
  picture: Buffer[];
  sound: Buffer[];
  seconds: number[];
}

/** A finished video with frames that point both ways, on a clock of its own. */
async function aFilm(): Promise<Film> {
  const source = join(folder, "film.ts");
  const encoded = words("-c:v libx264 -bf 2 -g 50 -c:a aac -ac 2");
  await ffmpeg("-i", await clip("flashAndBeep", { durationSeconds: 8 }), ...encoded, source);
  const cut = async (kind: "v" | "a") => {
    const into = join(folder, `film-${kind}`);
    await mkdir(into);
    const codec = {
      v: words("-c:v libx264 -bf 2 -g 50 -video_track_timescale 12800"),
      a: words("-c:a copy -bsf:a aac_adtstoasc"),
    }[kind];
    const hls = words("-f hls -hls_time 2 -hls_list_size 0 -hls_segment_type fmp4 -hls_fmp4_init_filename init.mp4");
    const files = ["-hls_segment_filename", join(into, "%d.m4s"), join(into, "index.m3u8")];
    await ffmpeg("-i", source, "-map", `0:${kind}`, ...codec, ...hls, ...files);
    const seconds = segmentSecondsOf(await readFile(join(into, "index.m3u8"), "utf8"));
    return {
      init: withoutEditList(await readFile(join(into, "init.mp4"))),
      seconds,
      files: await Promise.all(seconds.map((_, at) => readFile(join(into, `${at}.m4s`)))),
    };
  };
  const picture = await cut("v");
  const sound = await cut("a");
  // The picture waits for two frames that point back; the sound of a finished video does as well.
  for (const file of sound.files) moveDecodeTimes(file, readTracks(sound.init), 0.06);
  return {
    video: picture.init,
    audio: sound.init,
    picture: picture.files,
    sound: sound.files,
    seconds: picture.seconds,
  };
}

/** The video from one of its segments on, then again from its beginning. */
async function showLoop(film: Film, from: number): Promise<void> {
  const init = muxInit(film);
  media.files.set("loop.mp4", init);
  const source = timeline.startSource({ kind: "loop" });
  const indexes = [...film.picture.keys()];
  for (const [at, index] of [...indexes.slice(from), ...indexes].entries()) {
    const picture = film.picture[index] ?? Buffer.alloc(0);
    const bytes = muxSegment(
      film,
      picture,
      film.sound.slice(Math.max(0, index - 1), index + 1),
      at === 0 || index === 0,
    );
    timeline.listSegment(source, {
      durationSeconds: film.seconds[index] ?? 0,
      leadSeconds: 2 / 25,
      rungs: (clockSeconds) => place("loop", init, bytes, clockSeconds),
      discontinuity: index === 0,
    });
  }
}

test("a player that keeps the first description it met plays over all seams, and what is seen stays with what is heard", async () => {
  const film = await aFilm();
  await goLive(3);
  await showSlate(2);
  await goLive(5);
  await showLoop(film, 2);
  await goLive(4);
  await showLoop(film, 1);
  await showSlate(6);
  timeline.end();
  const watch = new PlaylistWatch();
  watch.look(timeline);
  expect(watch.violations).toEqual([]);
  expect(timeline.discontinuitySequence).toBeGreaterThan(6);
  const numbers = timeline.segments.flatMap(({ rungs }) => fragmentNumbers(rungs.get(RUNG)?.name ?? ""));
  expect(numbers.length).toBeGreaterThan(timeline.segments.length);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
  media.files.set(`${RUNG}/index.m3u8`, Buffer.from(liveMediaPlaylist(timeline, RUNG, { lowLatency: false })));
  for (const [name, content] of media.files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const listedSeconds = timeline.segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  const played = join(folder, "played.mkv");
  const playlist = ["-allowed_extensions", "ALL", "-i", join(folder, RUNG, "index.m3u8")];
  // Holes in the sound stay holes, and no frame is moved to a grid.
  const asItCame = [
    "-fps_mode",
    "passthrough",
    "-enc_time_base:v",
    "1:1000",
    "-af",
    "aresample=async=1:min_hard_comp=0.001",
  ];
  await ffmpeg(...playlist, ...asItCame, "-c:v", "ffv1", "-c:a", "pcm_s16le", played);
  expect(Math.abs(((await measureFrames(played)).at(-1)?.seconds ?? 0) - listedSeconds)).toBeLessThan(1);

  const seams = timeline.segments.filter(({ discontinuity }) => discontinuity).map(({ clockSeconds }) => clockSeconds);
  const lags = (await flashesAndBeeps(played)).flatMap(({ beep, lag }) =>
    // The first frame of a stretch is there from its seam on, so a flash may begin early.
    [0, ...seams].some((seam) => beep - seam >= 0 && beep - seam < 0.2) ? [] : [lag],
  );
  expect(lags.length).toBeGreaterThan(25);
  for (const lag of lags) expect(Math.abs(lag)).toBeLessThan(0.04);
});

/** The numbers of a segment's fragments (`mfhd`, ISO/IEC 14496-12 §8.8.5). */
function fragmentNumbers(name: string): number[] {
  const bytes = media.files.get(name) ?? Buffer.alloc(0);
  return [...readBoxes(bytes)]
    .filter(({ type }) => type === "moof")
    .map((moof) => bytes.readUInt32BE(requireBox(bytes, ["mfhd"], moof).payload + 4));
}

/** Every beep, and how much later its flash is seen, in seconds. */
async function flashesAndBeeps(path: string): Promise<{ beep: number; lag: number }[]> {
  const frames = await measureFrames(path);
  const flashes = frames
    .filter(({ brightness }, at) => brightness > 128 && (frames[at - 1]?.brightness ?? 0) <= 128)
    .map(({ seconds }) => seconds);
  const nearest = (beep: number) =>
    flashes.reduce((least, flash) => (Math.abs(flash - beep) < Math.abs(least) ? flash - beep : least), Infinity);
  return onsets(await measureSound(path)).map((beep) => ({ beep, lag: nearest(beep) }));
}
