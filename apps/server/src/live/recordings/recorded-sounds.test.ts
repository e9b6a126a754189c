import { spawn, type ChildProcess } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import { ffmpeg } from "@kinora/media/fixtures/made-once.ts";
import { measureSound, onsets } from "@kinora/media/fixtures/measure.ts";
import { openTransportStream } from "@kinora/media/live/transport-stream.ts";
import { probe } from "@kinora/media/probe/probe.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { addStream, sharedProject } from "../../testing/fixtures.ts";
import { until } from "../../testing/until.ts";
import { LiveHost } from "../host/live-host.ts";
import { listenForSrt, type SrtServer } from "../ingest/srt/server.ts";
import { endStream } from "../streams/control.ts";
import { streamKeyOf } from "../streams/keys.ts";
import { storedKey, waitingRecording } from "./recordings.ts";

const { services, project, context } = await sharedProject({ KINORA_LIVE_LADDERS: "1" });
let host: LiveHost;
let srt: SrtServer;
const folder = testFolder("sounds");
const encoders: ChildProcess[] = [];

beforeAll(async () => {
  host = new LiveHost(services);
  srt = await listenForSrt("127.0.0.1", 0, {
    admit: host.admit,
    keyOf: (hash) => streamKeyOf(services, hash),
    open: openTransportStream,
    log: services.log,
  });
  await host.begin("http://127.0.0.1:9", 9);
});
afterEach(() => {
  for (const encoder of encoders.splice(0)) encoder.kill("SIGKILL");
});
afterAll(async () => {
  await srt.close();
  await host.close();
});

/** A track of sound: its tone, its language as MPEG-TS writes it, and the second from which it is sent. */
interface Sound {
  hertz: number;
  code: string;
  from?: number;
}
const GERMAN: Sound = { hertz: 440, code: "ger" };
const ENGLISH: Sound = { hertz: 1_000, code: "eng" };

/** A tone for three tenths of each second. */
const beeps = (hertz: number, from = 0) => [
  ...(from === 0 ? [] : ["-itsoffset", String(from)]),
  ...["-f", "lavfi", "-i", `aevalsrc='if(lt(mod(t,1),0.3),0.5*sin(2*PI*${hertz}*t),0)':s=48000`],
];

/** Publishes a film in German, English and, from a moment on, other languages in real time, in this order of tracks. */
async function publish(
  { key }: { key: string },
  sounds: readonly Sound[] = [GERMAN, ENGLISH],
  gop = 25,
): Promise<void> {
  const { ffmpegPath } = await mediaTools();
  const film = [
    ...["-re", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25"],
    ...sounds.flatMap(({ hertz, from = 0 }) => beeps(hertz, from)),
    ...["-map", "0:v", ...sounds.flatMap((_, at) => ["-map", `${at + 1}:a`]), "-t", "60"],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", String(gop), "-pix_fmt", "yuv420p"],
    ...["-c:a", "aac", "-ac", "2", ...sounds.flatMap(({ code }, at) => [`-metadata:s:a:${at}`, `language=${code}`])],
  ];
  const target = ["-f", "mpegts", `srt://127.0.0.1:${srt.port}?streamid=${key}`];
  encoders.push(spawn(ffmpegPath, ["-nostdin", "-v", "error", ...film, ...target], { stdio: "ignore" }));
}

const segmentsOf = (hash: string) => host.find(hash)?.timeline.segments.length ?? 0;

/** Path of the recording of a stream, once it is whole. */
async function recordingOf(streamId: number): Promise<string> {
  const recordings = services.db.selectFrom("stream_recordings").select("id").where("stream_id", "=", streamId);
  const { id } = await until(() => recordings.where("state", "=", "saving").executeTakeFirst());
  const extension = await until(() => waitingRecording(services, id));
  return services.storage.localPath(storedKey(id, extension)) ?? "";
}

test("a recording has both sounds of an SRT publisher, in their languages and at the same moments", async () => {
  const stream = await addStream(services, project, { ladder: "passthrough", reconnect_seconds: 60, record: true });
  await publish(stream);
  await vi.waitFor(() => expect(segmentsOf(stream.hash)).toBeGreaterThan(4));
  await endStream(context, project, stream.id);
  const recorded = await recordingOf(stream.id);
  const { audio, otherSounds = [] } = await probe(recorded);
  expect([audio, ...otherSounds].map((sound) => sound?.language)).toEqual(["de", "en"]);
  const second = join(folder, "second.mka");
  await ffmpeg(["-copyts", "-i", recorded, "-map", "0:a:1", "-c", "copy", second]);
  const [german, english] = [onsets(await measureSound(recorded)), onsets(await measureSound(second))];
  expect(english.length).toBeGreaterThan(3);
  for (const onset of english)
    expect(Math.min(...german.map((other) => Math.abs(other - onset))), `${onset}`).toBeLessThan(0.06);
  expect(await readdir(join(services.config.dataDir, "live", "recordings"))).toEqual([]);
});

test("a second sound that is announced and not sent is left out, and the stream continues", async () => {
  const stream = await addStream(services, project, { ladder: "passthrough", reconnect_seconds: 60, record: true });
  await publish(stream, [GERMAN, { ...ENGLISH, from: 30 }]);
  await vi.waitFor(() => expect(segmentsOf(stream.hash)).toBeGreaterThan(2));
  await endStream(context, project, stream.id);
  const { audio, otherSounds = [] } = await probe(await recordingOf(stream.id));
  expect([audio?.codec, otherSounds]).toEqual(["aac", []]);
});

test("of three sounds the one that is announced and not sent is left out, and the others keep their languages", async () => {
  const stream = await addStream(services, project, { ladder: "passthrough", reconnect_seconds: 60, record: true });
  await publish(stream, [GERMAN, { ...ENGLISH, from: 40 }, { hertz: 700, code: "fre" }]);
  await vi.waitFor(() => expect(segmentsOf(stream.hash)).toBeGreaterThan(3));
  expect(host.find(stream.hash)?.sounds.tracks.map(({ language }) => language)).toEqual(["de", "fr"]);
  await endStream(context, project, stream.id);
  const { audio, otherSounds = [] } = await probe(await recordingOf(stream.id));
  expect([audio, ...otherSounds].map((sound) => sound?.language)).toEqual(["de", "fr"]);
});

test("a recording on a disk without room for a second copy is kept with its first sound", async () => {
  const stream = await addStream(services, project, { ladder: "passthrough", reconnect_seconds: 60, record: true });
  await publish(stream);
  await vi.waitFor(() => expect(segmentsOf(stream.hash)).toBeGreaterThan(2));
  let asked = 0;
  const full = vi.spyOn(services, "diskSpace").mockImplementation(async () => {
    asked += 1;
    return { freeBytes: 1024 ** 3 + 10, totalBytes: 10 * 1024 ** 3 };
  });
  await endStream(context, project, stream.id);
  const { audio, otherSounds = [] } = await probe(await recordingOf(stream.id));
  full.mockRestore();
  expect(asked).toBeGreaterThan(0);
  expect([audio?.codec, otherSounds]).toEqual(["aac", []]);
  expect(await readdir(join(services.config.dataDir, "live", "recordings"))).toEqual([]);
});
