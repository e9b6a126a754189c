import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ffmpeg } from "@kinora/media/fixtures/made-once.ts";
import { measureSound, onsets } from "@kinora/media/fixtures/measure.ts";
import { openTransportStream } from "@kinora/media/live/transport-stream.ts";
import { probe } from "@kinora/media/probe/probe.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createHttpServer } from "../../platform/http/http.ts";
import { anEdge, type TestEdge } from "../../playback/testing.ts";
import { addStream, sharedProject } from "../../testing/fixtures.ts";
import { until } from "../../testing/until.ts";
import { LiveHost } from "../host/live-host.ts";
import { listenForSrt, type SrtServer } from "../ingest/srt/server.ts";
import { serveLiveMedia } from "../media-routes.ts";
import { storedKey, waitingRecording } from "../recordings/recordings.ts";
import { endStream } from "../streams/control.ts";
import { streamKeyOf } from "../streams/keys.ts";

const { services, project, context } = await sharedProject({ KINORA_LIVE_LADDERS: "1" });
let host: LiveHost;
let srt: SrtServer;
let app: FastifyInstance;
let edge: TestEdge;
let folder: string;
const encoders: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kinora-sounds-"));
  host = new LiveHost(services);
  app = createHttpServer({ name: "live", config: services.config, log: services.log, checks: {} });
  serveLiveMedia(app, host);
  await app.listen({ port: 0, host: "127.0.0.1" });
  srt = await listenForSrt("127.0.0.1", 0, {
    admit: host.admit,
    keyOf: (hash) => streamKeyOf(services, hash),
    open: openTransportStream,
    log: services.log,
  });
  await host.begin(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, 9);
  edge = await anEdge(services);
});
afterEach(() => {
  for (const encoder of encoders.splice(0)) encoder.kill("SIGKILL");
});
afterAll(async () => {
  await srt.close();
  await host.close();
  await edge.app.close();
  await app.close();
  await rm(folder, { recursive: true });
});

/** A tone for three tenths of each second. */
const beeps = (hertz: number, from = 0) => [
  ...(from === 0 ? [] : ["-itsoffset", String(from)]),
  ...["-f", "lavfi", "-i", `aevalsrc='if(lt(mod(t,1),0.3),0.5*sin(2*PI*${hertz}*t),0)':s=48000`],
];

/** A film in German and English; the English may begin later. */
const film = (englishFrom = 0) => [
  ...["-re", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25", ...beeps(440), ...beeps(1_000, englishFrom)],
  ...["-map", "0:v", "-map", "1:a", "-map", "2:a", "-t", "30", "-c:v", "libx264", "-preset", "ultrafast"],
  ...["-tune", "zerolatency", "-g", "25", "-pix_fmt", "yuv420p", "-c:a", "aac", "-ac", "2"],
  ...["-metadata:s:a:0", "language=ger", "-metadata:s:a:1", "language=eng"],
];

async function publish({ key }: { key: string }, args: readonly string[]): Promise<void> {
  const { ffmpegPath } = await mediaTools();
  const target = `srt://127.0.0.1:${srt.port}?streamid=${key}`;
  encoders.push(spawn(ffmpegPath, ["-nostdin", "-v", "error", ...args, "-f", "mpegts", target], { stdio: "ignore" }));
}

const get = (path: string) => fetch(`${edge.url}/hls/${path}`);
const textOf = async (path: string) => (await get(path)).text();
const namesIn = (playlist: string) => [...playlist.matchAll(/^(\S+\.m4s)$/gm)].map(([, name = ""]) => name);

/** When tones begin in what a playlist lists, in seconds of the stream's clock, and a file of it. */
async function heardIn(playlist: string): Promise<{ onsets: number[]; path: string }> {
  const text = await textOf(playlist);
  const base = playlist.slice(0, playlist.lastIndexOf("/") + 1);
  const [, init = ""] = /#EXT-X-MAP:URI="([^"]+)"/.exec(text) ?? [];
  const parts = [init, ...namesIn(text)].map(async (name) => Buffer.from(await (await get(base + name)).arrayBuffer()));
  const path = join(folder, `${playlist.replaceAll("/", "-")}.mp4`);
  await writeFile(path, Buffer.concat(await Promise.all(parts)));
  return { onsets: onsets(await measureSound(path)), path };
}

test("viewers choose a second sound of an SRT publisher, which is heard at its moment, also while others watch the picture's", async () => {
  const stream = await addStream(services, project, {
    ...{ ladder: "passthrough", reconnect_seconds: 60, dvr_minutes: 5, record: true },
  });
  await publish(stream, film());
  await vi.waitFor(async () => expect(namesIn(await textOf(`${stream.hash}/sounds/1.m3u8`)).length).toBeGreaterThan(3));
  const master = await textOf(`${stream.hash}/master.m3u8`);
  expect(master.match(/#EXT-X-MEDIA:TYPE=AUDIO.*/g)).toEqual([
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sounds",NAME="German",LANGUAGE="de",DEFAULT=YES,AUTOSELECT=YES',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sounds",NAME="English",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,CHANNELS="2",URI="sounds/1.m3u8"',
  ]);
  expect(master).toMatch(/#EXT-X-STREAM-INF:.*AUDIO="sounds"/);
  const [german, english] = [
    await heardIn(`${stream.hash}/source/index.m3u8`),
    await heardIn(`${stream.hash}/sounds/1.m3u8`),
  ];
  expect(english.onsets.length).toBeGreaterThan(3);
  for (const onset of english.onsets)
    expect(Math.min(...german.onsets.map((other) => Math.abs(other - onset))), `${onset}`).toBeLessThan(0.06);
  const { samples } = await measureSound(english.path);
  const crossings = samples.subarray(48_000, 96_000).filter((sample, at, all) => sample >= 0 && (all[at - 1] ?? 0) < 0);
  expect(crossings.length).toBeGreaterThan(250);
  expect(host.find(stream.hash)?.publisher?.facts().left_out_tracks).toEqual([]);
  expect((await get(`${stream.hash}/sounds/2.m3u8`)).status).toBe(404);
  expect((await get(`${stream.hash}/sounds/1-999999.m4s`)).status).toBe(404);

  await endStream(context, project, stream.id);
  const recorded = await recordingOf(stream.id);
  const { audio, otherSounds } = await probe(recorded);
  expect([audio, ...(otherSounds ?? [])].map((sound) => sound?.language)).toEqual(["de", "en"]);
  const second = join(folder, "second.mka");
  await ffmpeg(["-copyts", "-i", recorded, "-map", "0:a:1", "-c", "copy", second]);
  const [first, other] = [onsets(await measureSound(recorded)), onsets(await measureSound(second))];
  expect(other.length).toBeGreaterThan(3);
  for (const onset of other)
    expect(Math.min(...first.map((each) => Math.abs(each - onset))), `${onset}`).toBeLessThan(0.06);
});

/** Path of the recording of a stream, once it is whole. */
async function recordingOf(streamId: number): Promise<string> {
  const recordings = services.db.selectFrom("stream_recordings").select("id").where("stream_id", "=", streamId);
  const { id } = await until(() => recordings.where("state", "=", "saving").executeTakeFirst());
  const extension = await until(() => waitingRecording(services, id));
  return services.storage.localPath(storedKey(id, extension)) ?? "";
}

test("a second sound that is announced and not sent is left out, and the stream goes on", async () => {
  const stream = await addStream(services, project, { ladder: "passthrough", reconnect_seconds: 60 });
  await publish(stream, film(20));
  await vi.waitFor(async () =>
    expect(namesIn(await textOf(`${stream.hash}/source/index.m3u8`)).length).toBeGreaterThan(2),
  );
  expect(await textOf(`${stream.hash}/master.m3u8`)).not.toContain("TYPE=AUDIO");
  expect(host.find(stream.hash)?.publisher?.facts().left_out_tracks).toHaveLength(1);
});
