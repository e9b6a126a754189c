import { spawn, type ChildProcess } from "node:child_process";
import type { AddressInfo } from "node:net";
import { selectRows } from "@kinora/db/testing-rows.ts";
import { cutCues } from "@kinora/domain/speech/kept-captions.ts";
import { captionedClip } from "@kinora/media/fixtures/captioned-clip.ts";
import { encodedOnce } from "@kinora/media/fixtures/made-once.ts";
import { measureSound, onsets } from "@kinora/media/fixtures/measure.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createHttpServer } from "../../platform/http/http.ts";
import { aProject, givePlan } from "../../platform/testing.ts";
import { anEdge, type TestEdge } from "../../playback/testing.ts";
import { addStream, sharedProject } from "../../testing/fixtures.ts";
import { livePicture } from "../../testing/live-picture.ts";
import { startSpeechServer } from "../../testing/speech/speech-server.ts";
import { until } from "../../testing/until.ts";
import { LiveHost } from "../host/live-host.ts";
import { listenForPublishers, type RtmpServer } from "../ingest/rtmp/server.ts";
import { serveLiveMedia } from "../media-routes.ts";
import { cutClip } from "../recordings/clip-cut.ts";
import { storedKey, waitingRecording } from "../recordings/recordings.ts";
import { endStream } from "../streams/control.ts";

/** Media seconds that a publisher sends in a second. */
const RATE = 4;
/** A tone sounds for so long from every fourth second on. */
const TONE_SECONDS = 2.5;

const speech = await startSpeechServer(() => ({ body: { text: "" } }));
const { services, project, context } = await sharedProject({ KINORA_LIVE_LADDERS: "1", KINORA_SPEECH_URL: speech.url });
let host: LiveHost;
let rtmp: RtmpServer;
let app: FastifyInstance;
let edge: TestEdge;
const encoders: ChildProcess[] = [];

beforeAll(startHost);
afterEach(() => {
  for (const encoder of encoders.splice(0)) encoder.kill("SIGKILL");
});
afterAll(async () => {
  await stopHost();
  await speech.close();
});

async function startHost(): Promise<void> {
  host = new LiveHost(services);
  app = createHttpServer({ name: "live", config: services.config, log: services.log, checks: {} });
  serveLiveMedia(app, host);
  await app.listen({ port: 0, host: "127.0.0.1" });
  rtmp = await listenForPublishers({ host: "127.0.0.1", port: 0, secure: null }, host.admit, services.log);
  await host.begin(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, rtmp.port);
  edge = await anEdge(services);
}

async function stopHost(): Promise<void> {
  await rtmp.close();
  await host.close();
  await edge.app.close();
  await app.close();
}

/** A tone that sounds and is silent in turn. */
const turns = () =>
  encodedOnce("mp4", [
    ...["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25"],
    ...["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000"],
    ...["-af", `volume=enable='gte(mod(t,4),${TONE_SECONDS})':volume=0`, "-t", "40"],
    ...livePicture(25),
    ...["-c:a", "aac"],
  ]);

async function publish({ key }: { key: string }, clip: string): Promise<void> {
  const { ffmpegPath } = await mediaTools();
  const sending = ["-nostdin", "-v", "error", "-readrate", String(RATE), "-stream_loop", "-1", "-i", clip];
  const target = `rtmp://127.0.0.1:${rtmp.port}/live/${key}`;
  encoders.push(spawn(ffmpegPath, [...sending, "-c", "copy", "-f", "flv", target], { stdio: "ignore" }));
}

const read = async (path: string) => {
  const response = await fetch(`${edge.url}/hls/${path}`);
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
};
const numbersIn = (playlist: string) =>
  [...playlist.matchAll(/^(\d+)\.(?:vtt|m4s)$/gm)].map(([, number]) => Number(number));

/** The captions of all segments that a stream lists: seconds and text. */
async function captionsOf(hash: string): Promise<Map<string, number>> {
  const { text: playlist } = await read(`${hash}/captions/index.m3u8`);
  const found = new Map<string, number>();
  for (const number of numbersIn(playlist)) {
    const { text } = await read(`${hash}/captions/${number}.vtt`);
    for (const [, minutes, seconds, words = ""] of text.matchAll(/^00:(\d\d):([\d.]+) --> .+\n(.+)$/gm))
      found.set(words, Number(minutes) * 60 + Number(seconds));
  }
  return found;
}

const saying = (word = "Number") => {
  let count = 0;
  speech.calls.length = 0;
  speech.answer = () => {
    count += 1;
    return { body: { language: "english", segments: [{ start: 0.2, end: 2, text: `${word} ${count}.` }] } };
  };
};

test("what is said is in the playlists soon after it was said, and continues when the live role starts again", async () => {
  saying();
  const stream = await addStream(services, project, {
    ...{ automatic_captions: true, reconnect_seconds: 60, dvr_minutes: 10, record: true },
  });
  await publish(stream, await turns());
  await vi.waitFor(async () => expect((await read(`${stream.hash}/master.m3u8`)).status).toBe(200));
  const { text: master } = await read(`${stream.hash}/master.m3u8`);
  expect(master).toContain('TYPE=SUBTITLES,GROUP-ID="captions",NAME="Captions (automatic)"');
  expect(master).toMatch(/#EXT-X-STREAM-INF:.*SUBTITLES="captions"/);
  await vi.waitFor(async () => expect([...(await captionsOf(stream.hash)).keys()]).toContain("Number 3."));
  const shown = await captionsOf(stream.hash);
  for (const number of [1, 2, 3]) {
    const late = (shown.get(`Number ${number}.`) ?? 0) - (number - 1) * 4;
    expect(late).toBeGreaterThanOrEqual(-0.1);
    expect(late).toBeLessThan(20);
  }
  // The engine gets the sound without the silence around it.
  expect(speech.calls[1]?.seconds).toBeLessThan(3.5);

  const { text: captions, type } = await read(`${stream.hash}/captions/index.m3u8`);
  expect(type).toContain("mpegurl");
  expect(numbersIn((await read(`${stream.hash}/source/index.m3u8`)).text)).toEqual(
    expect.arrayContaining(numbersIn(captions)),
  );
  expect((await read(`${stream.hash}/captions/${numbersIn(captions)[0]}.vtt`)).type).toBe("text/vtt; charset=utf-8");
  expect((await read(`${stream.hash}/captions/999.vtt`)).status).toBe(404);

  await stopHost();
  const recorded = services.db.selectFrom("transcription_records").select(["sound_seconds", "engine_seconds"]);
  const [record, ...others] = await recorded.where("account_id", "=", project.accountId).execute();
  expect([record?.sound_seconds, others]).toEqual([expect.toSatisfy((seconds: number) => seconds >= 7), []]);
  await startHost();
  encoders.splice(0);
  saying("Again");
  await publish(stream, await turns());
  await vi.waitFor(async () => expect([...(await captionsOf(stream.hash)).keys()]).toContain("Again 2."));
  // Those from before are where they were.
  const now = await captionsOf(stream.hash);
  expect([...shown.keys()].map((words) => now.get(words))).toEqual([...shown.values()]);

  // A clip has each where its tone begins.
  const onAir = host.find(stream.hash);
  const clip = onAir ? await cutClip(onAir.broadcast.clipSource, 300) : null;
  const aired = await selectRows(services, "aired_captions", { stream_id: stream.id });
  expect(new Set(aired.map(({ language }) => language))).toEqual(new Set(["en"]));
  const cuesOfClip = cutCues(
    aired.flatMap((row) => row.cues),
    clip?.pieces.stretches ?? [],
  );
  for (const [text, seconds] of [
    ["Number 1.", 0.2],
    ["Number 3.", 8.2],
  ] as const) {
    const cue = cuesOfClip.find(({ lines }) => lines[0] === text);
    expect(Math.abs((cue?.startMs ?? Infinity) - seconds * 1_000), text).toBeLessThan(400);
  }

  await endStream(context, project, stream.id);
  const { id, recorded: onsetsThere } = await recordedSound(stream.id);
  const kept = await selectRows(services, "recording_captions", { recording_id: id });
  const cues = kept.flatMap((row) => row.cues).toSorted((a, b) => a.startMs - b.startMs);
  expect(cues.map(({ lines }) => lines[0])).toEqual(expect.arrayContaining(["Number 1.", "Number 3.", "Again 1."]));
  expect(new Set(kept.map(({ language }) => language))).toEqual(new Set(["en"]));
  // Each is said 0.2 s after its tone begins in the recording.
  for (const { startMs, lines } of cues)
    expect(Math.min(...onsetsThere.map((onset) => Math.abs(onset * 1_000 + 200 - startMs))), lines[0]).toBeLessThan(
      400,
    );
});

/** When tones begin in the recording of a stream, in seconds, once it is whole. */
async function recordedSound(streamId: number): Promise<{ id: number; recorded: number[] }> {
  const recordings = services.db.selectFrom("stream_recordings").select("id").where("stream_id", "=", streamId);
  const { id } = await until(() => recordings.where("state", "=", "saving").executeTakeFirst());
  const extension = await until(() => waitingRecording(services, id));
  const { samples } = await measureSound(services.storage.localPath(storedKey(id, extension)) ?? "");
  return { id, recorded: onsets({ startSeconds: 0, samples }) };
}

test("captions of the publisher's own come first, and a stream without the setting has none", async () => {
  saying();
  const texts = [{ fromSeconds: 0.2, toSeconds: 5, text: "MY OWN WORDS" }];
  const own = await addStream(services, project, { automatic_captions: true, reconnect_seconds: 0 });
  await publish(own, await captionedClip({ texts }));
  await vi.waitFor(async () => expect((await read(`${own.hash}/master.m3u8`)).text).toContain("CLOSED-CAPTIONS="));
  await vi.waitFor(async () => expect((await read(`${own.hash}/master.m3u8`)).text).toContain("INSTREAM-ID"));
  expect((await read(`${own.hash}/master.m3u8`)).text).not.toContain("SUBTITLES");
  expect(host.find(own.hash)?.captions.report()).toBe("own");

  const off = await addStream(services, project, { reconnect_seconds: 0 });
  await publish(off, await turns());
  await vi.waitFor(async () => expect((await read(`${off.hash}/master.m3u8`)).status).toBe(200));
  expect((await read(`${off.hash}/master.m3u8`)).text).not.toContain("SUBTITLES");
  expect((await read(`${off.hash}/captions/index.m3u8`)).status).toBe(404);
});

test("without transcribed minutes left nothing is sent to the engine, and the log says so once", async () => {
  saying();
  const small = await aProject(services);
  await givePlan(services, small.accountId, { transcribed_minutes: 0 });
  const stream = await addStream(services, small, { automatic_captions: true, reconnect_seconds: 0 });
  await publish(stream, await turns());
  await vi.waitFor(() => expect(host.find(stream.hash)?.captions.report()).toBe("minutes_used"));
  expect(host.find(stream.hash)?.captions.report()).toBe("minutes_used");
  const lines = services.db.selectFrom("stream_log").select("detail").where("stream_id", "=", stream.id);
  const said = "Automatic captions: the plan has no transcribed minutes left this month.";
  await vi.waitFor(async () =>
    expect(await lines.where("type", "=", "degraded").execute()).toEqual([{ detail: said }]),
  );
  // The playlist continues without words.
  await vi.waitFor(async () => expect((await read(`${stream.hash}/captions/index.m3u8`)).status).toBe(200));
  expect(speech.calls).toEqual([]);
});
