import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { encodedOnce } from "@kinora/media/fixtures/made-once.ts";
import { publisherClip } from "@kinora/media/fixtures/publisher-clip.ts";
import { openTransportStream } from "@kinora/media/live/transport-stream.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addStream, sharedProject } from "../../testing/fixtures.ts";
import { livePicture } from "../../testing/live-picture.ts";
import { until } from "../../testing/until.ts";
import { LiveHost } from "../host/live-host.ts";
import { listenForPublishers, type RtmpServer } from "../ingest/rtmp/server.ts";
import { listenForSrt, type SrtServer } from "../ingest/srt/server.ts";
import { streamKeyOf } from "../streams/keys.ts";
import { storedKey, waitingRecording } from "./recordings.ts";

const execute = promisify(execFile);
const PICTURES = 40;
const FPS = 10;
/** Between the brightness of a picture and the next. */
const STEP = 5;

const { services, project } = await sharedProject();
let host: LiveHost;
let rtmp: RtmpServer;
let srt: SrtServer;
beforeAll(async () => {
  host = new LiveHost(services);
  rtmp = await listenForPublishers({ host: "127.0.0.1", port: 0, secure: null }, host.admit, services.log);
  const keyOf = (hash: string) => streamKeyOf(services, hash);
  const parts = { admit: host.admit, keyOf, open: openTransportStream, log: services.log };
  srt = await listenForSrt("127.0.0.1", 0, parts);
  await host.begin("http://127.0.0.1:9", rtmp.port);
});
afterAll(async () => {
  await rtmp.close();
  await srt.close();
  await host.close();
});

/** Sends pictures of which each is as bright as its number says, a key frame each second; resolves when all are sent. */
async function sendNumbered(protocol: "rtmp" | "srt", key: string): Promise<void> {
  const { ffmpegPath } = await mediaTools();
  // A sender over SRT does not wait for its receiver: what has not been read when it leaves is lost.
  const rate = protocol === "srt" ? "1" : "4";
  const target =
    protocol === "srt"
      ? ["-f", "mpegts", `srt://127.0.0.1:${srt.port}?streamid=${key}`]
      : ["-f", "flv", `rtmp://127.0.0.1:${rtmp.port}/live/${key}`];
  const numbered = await encodedOnce("mp4", [
    ...["-f", "lavfi", "-i", `nullsrc=size=64x64:rate=${FPS},geq=lum='30+N*${STEP}':cb=128:cr=128`],
    ...["-f", "lavfi", "-i", "sine=sample_rate=48000", "-t", String(PICTURES / FPS)],
    ...livePicture(FPS),
    ...["-qp", "1", "-c:a", "aac"],
  ]);
  await execute(ffmpegPath, ["-v", "error", "-nostdin", "-readrate", rate, "-i", numbered, "-c", "copy", ...target]);
}

/** The numbers of a film's pictures. */
async function numbersIn(path: string): Promise<number[]> {
  const { ffmpegPath } = await mediaTools();
  const args = ["-v", "error", "-i", path, "-map", "0:v", "-vsync", "passthrough", "-vf", "scale=1:1,format=gray"];
  const { stdout } = await execute(ffmpegPath, [...args, "-f", "rawvideo", "pipe:1"], { encoding: "buffer" });
  // Gray is of the full range, what was sent of the limited one.
  return [...stdout].map((gray) => Math.round(((gray * 219) / 255 - 14) / STEP) + 0);
}

async function soundSeconds(path: string): Promise<number> {
  const { ffprobePath } = await mediaTools();
  const args = ["-v", "error", "-select_streams", "a", "-show_entries", "packet=pts_time", "-of", "csv=p=0", path];
  const times = (await execute(ffprobePath, args)).stdout.split("\n").filter(Boolean).map(Number.parseFloat);
  return (times.at(-1) ?? 0) - (times[0] ?? 0);
}

/** A stream that is recorded. */
const aRecordedStream = () =>
  addStream(services, project, { ladder: "passthrough", record: true, reconnect_seconds: 0 });

/** Path of the recording of a stream once it is whole. */
async function recordingOf(streamId: number): Promise<string> {
  const recordings = services.db.selectFrom("stream_recordings").select("id").where("stream_id", "=", streamId);
  const { id } = await until(() => recordings.where("state", "=", "saving").executeTakeFirst());
  const extension = await until(() => waitingRecording(services, id));
  return services.storage.localPath(storedKey(id, extension)) ?? "";
}

test.each(["rtmp", "srt"] as const)("media sent over %s is recorded from its first frame on", async (protocol) => {
  const { id, key } = await aRecordedStream();
  await sendNumbered(protocol, key);
  const path = await recordingOf(id);
  // Over SRT the last of a sender that leaves may be lost.
  const numbers = await numbersIn(path);
  expect(numbers.length).toBeGreaterThanOrEqual(PICTURES - (protocol === "srt" ? 3 : 0));
  expect(numbers).toEqual(numbers.map((_, at) => at));
  expect(await soundSeconds(path)).toBeGreaterThan(PICTURES / FPS - 0.5);
});

test("sound alone is recorded as viewers get it: with the still that is its picture", async () => {
  const { id, key } = await aRecordedStream();
  const { ffmpegPath } = await mediaTools();
  const clip = await publisherClip();
  await execute(ffmpegPath, [
    ...["-v", "error", "-nostdin", "-readrate", "4", "-i", clip, "-t", "30", "-map", "0:a", "-c", "copy"],
    ...["-f", "flv", `rtmp://127.0.0.1:${rtmp.port}/live/${key}`],
  ]);
  const path = await recordingOf(id);
  expect((await numbersIn(path)).length).toBeGreaterThan(30);
  expect(await soundSeconds(path)).toBeGreaterThan(3);
});
