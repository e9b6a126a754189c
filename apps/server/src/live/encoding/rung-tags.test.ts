import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { openFragments, type LiveFragment, type LiveInit } from "@kinora/media/live/fragment-reader.ts";
import { rung } from "@kinora/media/live/live-fixtures.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import { beforeAll, expect, test } from "vitest";
import { timeOf } from "../ingest/rtmp/flv-tags.ts";
import { FLV_HEADER, FLV_VIDEO } from "../ingest/rtmp/flv.ts";
import { RungTags } from "./rung-tags.ts";

const execute = promisify(execFile);
const broken: unknown[] = [];
const [small, middle, large] = [rung("360p", 640, 360), rung("720p", 1280, 720), rung("1080p", 1920, 1080)];
let init: LiveInit;
let fragments: LiveFragment[];

/** Two seconds at 25 frames a second as the encoder writes them. */
beforeAll(async () => {
  const { ffmpegPath } = await mediaTools();
  const { stdout } = await execute(
    ffmpegPath,
    [
      ...["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25", "-f", "lavfi", "-i", "sine=r=48000"],
      ...["-t", "2", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "25", "-c:a", "aac", "-ac", "2"],
      ...[
        "-frag_duration",
        "200000",
        "-movflags",
        "+frag_keyframe+empty_moov+default_base_moof",
        "-f",
        "mp4",
        "pipe:1",
      ],
    ],
    { encoding: "buffer", maxBuffer: 64 * 1024 * 1024 },
  );
  const stream = await openFragments(Readable.from([stdout]));
  if (!stream) throw new Error("ffmpeg wrote nothing.");
  init = stream.init;
  fragments = [];
  for await (const fragment of stream.fragments) fragments.push(fragment);
});

/** Tags of the 720p rung, received from the first key frame on as a server gets them. */
function sending(rungs = [small, middle, large]) {
  const tags = new RungTags((error) => broken.push(error));
  const received: { tag: Buffer; keyframe: boolean }[] = [];
  const inits = new Map(rungs.map(({ label }) => [label, init]));
  tags.listen((tag, keyframe) => received.push({ tag, keyframe }));
  tags.begin({ rungs, inits });
  return { tags, received, again: () => tags.begin({ rungs, inits }) };
}

test("a rung becomes FLV that a decoder plays, with its frame order and its audio", async () => {
  const { tags, received } = sending();
  for (const fragment of fragments) tags.take("720p", fragment);
  const file = join(await mkdtemp(join(tmpdir(), "kinora-rung-")), "sent.flv");
  const begun = received.slice(received.findIndex(({ keyframe }) => keyframe));
  await writeFile(file, Buffer.concat([tags.head(), ...begun.map(({ tag }) => tag)]));
  const { ffprobePath } = await mediaTools();
  const { stdout, stderr } = await execute(ffprobePath, [
    ...["-v", "error", "-count_frames", "-of", "json"],
    ...["-show_entries", "stream=codec_name,width,height,nb_read_frames,start_time", file],
  ]);
  expect(stderr).toBe("");
  const { streams } = JSON.parse(stdout) as { streams: { codec_name: string; nb_read_frames: string }[] };
  expect(streams).toMatchObject([
    { codec_name: "h264", width: 320, height: 180, nb_read_frames: "50" },
    { codec_name: "aac" },
  ]);
  expect(Number(streams[1]?.nb_read_frames)).toBeGreaterThan(90);
  expect(received.filter(({ keyframe }) => keyframe)).toHaveLength(2);
  const times = received.map(({ tag }) => timeOf(tag));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  await rm(join(file, ".."), { recursive: true });
});

test("the next encoder's tags continue after the last one's and start with its decoder configurations", () => {
  const { tags, received, again } = sending();
  for (const fragment of fragments) tags.take("720p", fragment);
  const before = received.splice(0);
  again();
  const [first] = fragments;
  if (first) tags.take("720p", first);
  const [picture, sound, ...rest] = received.map(({ tag }) => tag);
  expect([picture?.readUInt8(12), sound?.readUInt8(12)]).toEqual([0, 0]);
  expect(rest[0]?.readUInt8(0)).toBe(FLV_VIDEO);
  const lastAt = Math.max(...before.map(({ tag }) => timeOf(tag)));
  expect(Math.min(...received.map(({ tag }) => timeOf(tag)))).toBeGreaterThan(lastAt);
});

test.for([
  ["the largest up to 720p", [small, middle, large], "720p"],
  ["what there is below it", [small], "360p"],
  ["the smallest where all are larger", [large], "1080p"],
] as const)("the rung sent of a ladder is %s", ([, rungs, wanted]) => {
  const { tags, received } = sending([...rungs]);
  const [first] = fragments;
  const sent = ["360p", "720p", "1080p"].filter((label) => {
    const before = received.length;
    if (first) tags.take(label, first);
    return received.length > before;
  });
  expect(sent).toEqual([wanted]);
});

test("fragments that cannot be parsed end restreaming of the encoder's run only", () => {
  const { tags, received } = sending();
  const [first] = fragments;
  if (!first) throw new Error("There is no fragment.");
  tags.take("720p", { ...first, bytes: first.bytes.subarray(0, first.bytes.length - 100) });
  expect(broken).toHaveLength(1);
  received.splice(0);
  tags.take("720p", first);
  expect(received).toEqual([]);
  expect(tags.head().subarray(0, FLV_HEADER.length)).toEqual(FLV_HEADER);
});
