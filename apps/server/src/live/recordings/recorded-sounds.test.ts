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

/** A tone for three tenths of each second. */
const beeps = (hertz: number, from = 0) => [
  ...(from === 0 ? [] : ["-itsoffset", String(from)]),
  ...["-f", "lavfi", "-i", `aevalsrc='if(lt(mod(t,1),0.3),0.5*sin(2*PI*${hertz}*t),0)':s=48000`],
];

/** Publishes a film in German and English in real time; the English may begin later. */
async function publish({ key }: { key: string }, englishFrom = 0): Promise<void> {
  const { ffmpegPath } = await mediaTools();
  const film = [
    ...["-re", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25", ...beeps(440), ...beeps(1_000, englishFrom)],
    ...["-map", "0:v", "-map", "1:a", "-map", "2:a", "-t", "30", "-c:v", "libx264", "-preset", "ultrafast"],
    ...["-tune", "zerolatency", "-g", "25", "-pix_fmt", "yuv420p", "-c:a", "aac", "-ac", "2"],
    ...["-metadata:s:a:0", "language=ger", "-metadata:s:a:1", "language=eng"],
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
  await publish(stream, 20);
  await vi.waitFor(() => expect(segmentsOf(stream.hash)).toBeGreaterThan(2));
  await endStream(context, project, stream.id);
  const { audio, otherSounds = [] } = await probe(await recordingOf(stream.id));
  expect([audio?.codec, otherSounds]).toEqual(["aac", []]);
});
