import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deleteRows, insertRow, selectOrdered, selectRow, selectRows } from "@kinora/db/testing-rows.ts";
import type { StreamLadder } from "@kinora/domain/live/streams.ts";
import { captionedClip } from "@kinora/media/fixtures/captioned-clip.ts";
import { publisherClip } from "@kinora/media/fixtures/publisher-clip.ts";
import { liveMasterPlaylist, liveMediaPlaylist } from "@kinora/media/live/live-playlist.ts";
import { silentInit } from "@kinora/media/live/silence.ts";
import { decodeSpan } from "@kinora/media/live/sound-cut.ts";
import { trackView } from "@kinora/media/live/track-view.ts";
import { openTransportStream } from "@kinora/media/live/transport-stream.ts";
import { readInit } from "@kinora/media/packaging/init-segment.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { suspendAccount } from "../../accounts/installation/standing.ts";
import { testCertificate } from "../../platform/http/test-certificate.ts";
import { aProject, givePlan, type TestProject } from "../../platform/testing.ts";
import { addStream, asSuperuser, sharedProject } from "../../testing/fixtures.ts";
import { listenForPublishers, type RtmpServer } from "../ingest/rtmp/server.ts";
import { listenForSrt, type SrtServer } from "../ingest/srt/server.ts";
import { journalPath } from "../media/journal-file.ts";
import { listRestreamLog } from "../restream/restream-log.ts";
import { streamKeyOf } from "../streams/keys.ts";
import { LiveHost } from "./live-host.ts";
import { LiveSnapshots } from "./live-snapshots.ts";
import { StreamFingerprints } from "./stream-fingerprints.ts";

/** Media seconds that a publisher sends in a second. */
const RATE = "4";

const { services, project } = await sharedProject({ KINORA_LIVE_LADDERS: "0.05" });
let host: LiveHost;
let server: RtmpServer;
let srt: SrtServer;
let folder: string;
const encoders: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kinora-live-host-"));
  const files = { certificateFile: join(folder, "cert.pem"), keyFile: join(folder, "key.pem") };
  writeFileSync(files.certificateFile, testCertificate.cert);
  writeFileSync(files.keyFile, testCertificate.key);
  host = new LiveHost(services);
  const doors = { host: "127.0.0.1", port: 0, secure: { ...files, port: 0 } };
  server = await listenForPublishers(doors, host.admit, services.log);
  srt = await listenForSrt("127.0.0.1", 0, {
    admit: host.admit,
    keyOf: (hash) => streamKeyOf(services, hash),
    open: openTransportStream,
    log: services.log,
  });
  await host.begin("http://127.0.0.1:9", server.port);
});
afterAll(async () => {
  for (const encoder of encoders) encoder.kill("SIGKILL");
  await server.close();
  await srt.close();
  await host.close();
  rmSync(folder, { recursive: true });
});

const aStream = (ladder: StreamLadder, of: TestProject = project) =>
  addStream(services, of, { ladder, reconnect_seconds: 0 });

/** An encoder out there; answers what it said once it ended. */
async function publish(
  address: string,
  { soundAlone = false, tracks = 1, clip = null as string | null } = {},
): Promise<{ encoder: ChildProcess; said: Promise<string> }> {
  const { ffmpegPath } = await mediaTools();
  const encoder = spawn(
    ffmpegPath,
    [
      ...["-hide_banner", "-nostdin", "-v", "error", "-readrate", RATE, "-stream_loop", "-1"],
      ...["-i", clip ?? (await publisherClip()), ...(soundAlone ? [] : ["-map", "0:v"])],
      ...Array.from({ length: tracks }, () => ["-map", "0:a"]).flat(),
      ...["-c", "copy", "-f", address.startsWith("srt:") ? "mpegts" : "flv", address],
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  encoders.push(encoder);
  let text = "";
  encoder.stderr?.on("data", (bytes: Buffer) => (text += bytes.toString()));
  return { encoder, said: new Promise((resolve) => encoder.once("exit", () => resolve(text))) };
}

const logOf = async (id: number) =>
  (await services.db.selectFrom("stream_log").select("type").where("stream_id", "=", id).orderBy("id").execute()).map(
    ({ type }) => type,
  );
const untilSegments = (hash: string, count: number) =>
  vi.waitFor(() => {
    const closed = host.find(hash)?.timeline.segments.filter(({ durationSeconds }) => durationSeconds >= 1) ?? [];
    expect(closed.length).toBeGreaterThanOrEqual(count);
  });

test("an encoder publishes over TLS, has a snapshot with its audio level, and disconnects", async () => {
  const stream = await aStream("passthrough");
  const { encoder } = await publish(`rtmps://127.0.0.1:${server.securePort}/live/${stream.key}`);
  await untilSegments(stream.hash, 2);
  const onAir = host.find(stream.hash);
  if (!onAir) throw new Error("The stream is not on air.");
  const snapshots = new LiveSnapshots((error) => expect.fail(String(error)));
  for (const subject of ["on_air", "ingest"] as const) {
    await vi.waitFor(async () => {
      const peek = await snapshots.read(onAir, subject, 0);
      expect(peek?.picture.length).toBeGreaterThan(500);
      // Of a key frame that has just come there is no sound yet.
      expect(peek?.audioLevelDb).toBeLessThan(0);
    });
  }
  expect(onAir.publisher?.facts()).toMatchObject({ video_codec: "h264", width: 320, height: 180, keyframe_seconds: 1 });
  expect(onAir.publisher?.facts().audio_level_db).toBeGreaterThan(-40);
  encoder.kill("SIGTERM");
  await vi.waitFor(async () => expect(await logOf(stream.id)).toContain("ended"));
});

test.each(["rtmp", "srt"])(
  "sound alone over %s is on air with a still as its picture, and the log says so",
  async (way) => {
    const stream = await aStream("passthrough");
    const address =
      way === "srt"
        ? `srt://127.0.0.1:${srt.port}?streamid=${stream.key}`
        : `rtmp://127.0.0.1:${server.port}/live/${stream.key}`;
    const { encoder } = await publish(address, { soundAlone: true });
    await untilSegments(stream.hash, 2);
    expect(host.find(stream.hash)?.timeline.rungs).toMatchObject([{ width: 1280, height: 720 }]);
    encoder.kill("SIGTERM");
    await vi.waitFor(async () => expect(await logOf(stream.id)).toContain("ended"));
    const told = services.db.selectFrom("stream_log").select("detail").where("stream_id", "=", stream.id);
    expect(await told.where("type", "=", "degraded").execute()).toEqual([
      { detail: "The publisher sends sound alone: the slate is its picture." },
    ]);
  },
);

test.each(["passthrough", "360p"] as const)(
  "captions within the pictures of a stream of %s are declared once they come",
  async (ladder) => {
    const stream = await aStream(ladder);
    const clip = await captionedClip({
      texts: [{ fromSeconds: 4, toSeconds: 5, text: "GOOD DAY" }],
      durationSeconds: 8,
    });
    const { encoder } = await publish(`rtmp://127.0.0.1:${server.port}/live/${stream.key}`, { clip });
    const { timeline } = await vi.waitFor(() => {
      const onAir = host.find(stream.hash);
      expect([...(onAir?.timeline.closedCaptions ?? [])]).toEqual(["CC1"]);
      return onAir!;
    });
    const master = liveMasterPlaylist(timeline);
    expect(master).toMatch(/TYPE=CLOSED-CAPTIONS.*INSTREAM-ID="CC1"/);
    expect(master).toMatch(/#EXT-X-STREAM-INF:.*CLOSED-CAPTIONS="closed-captions"/);
    encoder.kill("SIGTERM");
    await vi.waitFor(async () => expect(await logOf(stream.id)).toContain("ended"));
  },
);

test("a second track of sound over SRT is on air, in segments beside those of the pictures", async () => {
  const stream = await aStream("passthrough");
  const { encoder } = await publish(`srt://127.0.0.1:${srt.port}?streamid=${stream.key}`, { tracks: 2 });
  await untilSegments(stream.hash, 2);
  const onAir = host.find(stream.hash);
  if (!onAir) throw new Error("The stream is not on air.");
  expect(onAir.sounds.tracks.map(({ name, uri }) => `${name} ${uri}`)).toEqual([
    ...["Audio audio/source/whole.m3u8", "Audio 2 sound-1/index.m3u8"],
  ]);
  await vi.waitFor(() =>
    expect(onAir.timeline.segments.filter(({ sounds }) => sounds.has(1)).length).toBeGreaterThan(1),
  );
  const [segment] = onAir.timeline.segments.filter(({ sounds }) => sounds.has(1));
  const own = await onAir.files.read(segment?.sounds.get(1)?.name ?? "");
  const whole = await onAir.files.read(segment?.rungs.get("source")?.name ?? "");
  if (!own || !whole || !segment) throw new Error("There is no segment.");
  const first = decodeSpan(trackView(whole, "audio"), readInit(silentInit));
  const further = decodeSpan(own, readInit(silentInit));
  expect(Math.abs(further.startSeconds - first.startSeconds)).toBeLessThan(0.05);
  expect(Math.abs(further.endSeconds - first.endSeconds)).toBeLessThan(0.05);
  // A tone, and not what fills gaps.
  expect(own.length / whole.length).toBeGreaterThan(0.05);
  expect(host.find(stream.hash)?.publisher?.facts().left_out_tracks).toEqual([]);
  encoder.kill("SIGTERM");
  await vi.waitFor(async () => expect(await logOf(stream.id)).toContain("ended"));
});

test("an encoder publishes over SRT, is live, and disconnects; a wrong key and a second encoder are logged", async () => {
  const stream = await aStream("passthrough");
  const address = (key: string) => `srt://127.0.0.1:${srt.port}?streamid=${key}`;
  const wrong = await publish(address(`${stream.hash}-${"x".repeat(24)}`));
  expect(await wrong.said).toMatch(/reject/i);
  const { encoder } = await publish(address(`publish:${stream.key}`));
  await untilSegments(stream.hash, 2);
  const facts = { video_codec: "h264", audio_codec: "aac", width: 320, height: 180, keyframe_seconds: 1 };
  expect(host.find(stream.hash)?.publisher?.facts()).toMatchObject(facts);
  // Its passphrase is right, or a wrong key would be logged.
  const second = await publish(address(`${stream.hash}&passphrase=${stream.key}`));
  expect(await second.said).toMatch(/reject/i);
  encoder.kill("SIGTERM");
  await vi.waitFor(async () => expect(await logOf(stream.id)).toContain("ended"));
  const log = await selectOrdered(
    services,
    "stream_log",
    "id",
    { stream_id: stream.id },
    "type",
    "detail",
    "client_ip",
  );
  const types = ["key_rejected", "connected", "first_segment", "live", "second_publisher", "disconnected", "ended"];
  expect(log.map(({ type }) => type)).toEqual(types);
  expect(log[1]?.detail).toMatch(/^SRT \d/);
  expect(log.slice(0, 2).map(({ client_ip: ip }) => ip)).toEqual(["127.0.0.1", "127.0.0.1"]);
});

test("a key of a suspended account is refused, and the log names the account as the reason", async () => {
  const stream = await aStream("passthrough");
  const account = (status: "active" | "suspended") =>
    services.db.updateTable("accounts").set({ status }).where("id", "=", project.accountId).execute();
  await account("suspended");
  try {
    const { said } = await publish(`rtmp://127.0.0.1:${server.port}/live/${stream.key}`);
    expect(await said).not.toBe("");
  } finally {
    await account("active");
  }
  const log = await selectRows(services, "stream_log", { stream_id: stream.id }, "type", "detail");
  expect(log).toEqual([{ type: "key_rejected", detail: "A publisher was refused: the account is suspended." }]);
});

test("suspending an account ends its publishers, without waiting for a heartbeat", async () => {
  const own = await aProject(services);
  const stream = await aStream("passthrough", own);
  const { encoder } = await publish(`rtmp://127.0.0.1:${server.port}/live/${stream.key}`);
  await untilSegments(stream.hash, 1);
  const exited = new Promise((resolve) => encoder.once("exit", resolve));
  // The rounds of heartbeats, which find a change without a notification, find none.
  const rounds = vi.spyOn(StreamFingerprints.prototype, "changed").mockResolvedValue([]);
  onTestFinished(() => rounds.mockRestore());
  await suspendAccount(await asSuperuser(services), own.accountId, "A test");
  await exited;
  await vi.waitFor(async () => expect(await logOf(stream.id)).toContain("ended"));
});

test("an encoder beyond the livestreams of the plan is refused with the reason", async () => {
  const stream = await aStream("passthrough");
  await givePlan(services, project.accountId, { live_streams: 0 });
  onTestFinished(() => deleteRows(services, "account_terms", { account_id: project.accountId }));
  const { said } = await publish(`rtmp://127.0.0.1:${server.port}/live/${stream.key}`);
  expect(await said).toContain("The plan Small allows 0 livestreams on air at one time.");
  expect(await logOf(stream.id)).toEqual(["no_room"]);
});

test("an encoder is refused while the operator switched livestreams off, and admitted in maintenance", async () => {
  const stream = await aStream("passthrough");
  const decide = async (name: string, value: object) => {
    const row = { name, value: JSON.stringify(value) };
    await services.db
      .insertInto("installation_settings")
      .values(row)
      .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
      .execute();
    services.installation.forget();
  };
  onTestFinished(async () => {
    await deleteRows(services, "installation_settings", {});
    services.installation.forget();
  });
  await decide("features", { livestreams: false });
  const { said } = await publish(`rtmp://127.0.0.1:${server.port}/live/${stream.key}`);
  expect(await said).toContain("Livestreams are switched off for this account by the operator.");
  expect(await logOf(stream.id)).toEqual(["no_room"]);
  await decide("features", { livestreams: true });
  await decide("maintenance", { mode: "on" });
  const { encoder } = await publish(`rtmp://127.0.0.1:${server.port}/live/${stream.key}`);
  await untilSegments(stream.hash, 2);
  encoder.kill("SIGTERM");
});

test("of two ladders on a host with capacity for one, the second encoder gets the reason of its refusal", async () => {
  const [first, second] = [await aStream("360p"), await aStream("360p")];
  const { encoder } = await publish(`rtmp://127.0.0.1:${server.port}/live/${first.key}`);
  await untilSegments(first.hash, 1);
  const refused = await publish(`rtmp://127.0.0.1:${server.port}/live/${second.key}`);
  expect(await refused.said).toContain("This host cannot encode another livestream.");
  expect(await logOf(second.id)).toEqual(["no_room"]);
  encoder.kill("SIGTERM");
  await vi.waitFor(async () => {
    const { ladders_used: used } = await selectRow(services, "stream_hosts", {}, "ladders_used");
    expect(used).toBe(0);
  });
});

test("targets that a crashed process left connected are idle after the start, and their log has the reason", async () => {
  const { id: streamId } = await aStream("passthrough");
  const target = { name: "Elsewhere", platform: "custom", url: "rtmp://192.0.2.8/live", enabled: true } as const;
  const { id } = await insertRow(services, "stream_restreams", {
    stream_id: streamId,
    ...target,
    key_sealed: Buffer.alloc(0),
    state: "connected",
    sent_kbps: 900,
  });
  const next = new LiveHost(services);
  await next.begin("http://127.0.0.1:9", server.port);
  await next.close();
  const row = await selectRow(services, "stream_restreams", { id }, "state", "sent_kbps");
  expect(row).toEqual({ state: "idle", sent_kbps: null });
  expect(await listRestreamLog(services, project, streamId, id)).toMatchObject([
    { type: "restream_off", reason: "The live service was restarted." },
  ]);
});

test("after a restart playlists and media of ended streams are served for their remaining time", async () => {
  const stream = await aStream("passthrough");
  const { encoder } = await publish(`rtmp://127.0.0.1:${server.port}/live/${stream.key}`);
  await untilSegments(stream.hash, 2);
  encoder.kill("SIGTERM");
  await vi.waitFor(() => expect(host.findServed(stream.hash)?.timeline.ended).toBe(true));
  const served = host.findServed(stream.hash)!;
  await served.files.written();
  const playlist = liveMediaPlaylist(served.timeline, "source", { lowLatency: true });
  expect(playlist).toContain("#EXT-X-ENDLIST");
  const journal = journalPath(services.config.dataDir, stream.id);
  const restarted = async (work: (next: LiveHost) => unknown) => {
    const next = new LiveHost(services);
    await next.begin("http://127.0.0.1:9", server.port);
    await work(next);
    await next.close();
  };
  const servesAll = async (next: LiveHost) => {
    const again = next.findServed(stream.hash);
    if (!again) throw new Error("Nothing is served of the stream.");
    expect(liveMediaPlaylist(again.timeline, "source", { lowLatency: true })).toBe(playlist);
    for (const name of playlist.match(/^[^#]\S+|(?<=URI=")[^"]+/gm) ?? [])
      expect(await again.files.readReachable(`source/${name}`), name).toBeInstanceOf(Buffer);
  };
  await restarted(servesAll);
  // The process died before it wrote that the stream ended.
  const lines = readFileSync(journal, "utf8").split("\n");
  writeFileSync(journal, lines.filter((line) => line !== '{"line":"end"}').join("\n"));
  await restarted(servesAll);
  const longAgo = new Date(Date.now() - 90_000);
  utimesSync(journal, longAgo, longAgo);
  await restarted((next) => vi.waitFor(() => expect(next.findServed(stream.hash)).toBeUndefined()));
});
