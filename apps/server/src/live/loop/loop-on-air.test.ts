import { Writable } from "node:stream";
import { deleteRows, insertRow, updateRows } from "@kinora/db/testing-rows.ts";
import { encodedFilesOnce } from "@kinora/media/fixtures/made-once.ts";
import { decodeStart } from "@kinora/media/live/decode-clock.ts";
import type { LiveEncoder } from "@kinora/media/live/live-encoder.ts";
import { aFragment, anInit, PlaylistWatch, rung } from "@kinora/media/live/live-fixtures.ts";
import { readTracks } from "@kinora/media/live/live-init.ts";
import { trackFragments } from "@kinora/media/live/track-fragments.ts";
import { afterEach, expect, test } from "vitest";
import { as } from "../../platform/testing.ts";
import { aRendition, aVideo, type TestVideo } from "../../playback/testing.ts";
import { sharedProject, grantOf, ownedBy, addStream } from "../../testing/fixtures.ts";
import { until } from "../../testing/until.ts";
import type { Encoding, StartEncoding } from "../encoding/encoding.ts";
import { LiveHost } from "../host/live-host.ts";
import type { OnAir } from "../host/on-air.ts";
import { writeAmf } from "../ingest/rtmp/amf.ts";
import { FLV_AUDIO, FLV_SCRIPT, FLV_VIDEO } from "../ingest/rtmp/flv.ts";
import { switchStream } from "../streams/control.ts";
import { readStream } from "../streams/rows.ts";
import { refreshPlaylistLoops } from "./loop-playlist.ts";
import { setLoop } from "./loop.ts";

const FILM_SECONDS = 2;

const hosts: LiveHost[] = [];
const hashes = { channel: "channel-1", broken: "channel-2", playlist: "channel-3" };

const { services, project } = await sharedProject();

afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});

/** The files of each kind of rendition, the same in every film. */
const renditions = new Map<string, Promise<{ name: string; bytes: Buffer }[]>>();

async function makeRendition(label: string): Promise<{ name: string; bytes: Buffer }[]> {
  const codec =
    label === "audio"
      ? ["-f", "lavfi", "-i", "sine=sample_rate=48000", "-c:a", "aac"]
      : ["-f", "lavfi", "-i", "testsrc2=size=640x360:rate=20", "-c:v", "libx264", "-preset", "ultrafast", "-g", "10"];
  const segmentSeconds = label === "audio" ? "0.75" : "0.5";
  const hls = ["-f", "hls", "-hls_time", segmentSeconds, "-hls_list_size", "0", "-hls_segment_type", "fmp4"];
  const names = ["-hls_segment_filename", "%05d.m4s", "index.m3u8"];
  const files = await encodedFilesOnce([[...codec, "-t", String(FILM_SECONDS), ...hls, ...names]]);
  return [...files].map(([name, bytes]) => ({ name, bytes }));
}

/** A finished video of two seconds in segments of half a second, with sound or without; that is cut elsewhere. */
async function aFilm(title: string, { sound = true } = {}): Promise<TestVideo> {
  const video = await aVideo(services, project, { title });
  for (const label of ["360p", ...(sound ? ["audio"] : [])]) {
    const files = renditions.get(label) ?? makeRendition(label);
    renditions.set(label, files);
    for (const { name, bytes } of await files)
      await services.storage.put(`assets/${video.id}/v1/${label}/${name}`, bytes);
    const kind = label === "audio" ? "audio" : "video";
    const codecs = label === "audio" ? "mp4a.40.2" : "avc1.64001F";
    await aRendition(services, project, video, { label, kind, codecs });
  }
  await updateRows(
    services,
    "renditions",
    { video_id: video.id, kind: "video" },
    { width: 640, height: 360, duration_seconds: FILM_SECONDS },
  );
  return video;
}

async function aChannel(hash: string, ...videos: readonly TestVideo[]): Promise<{ id: number; key: string }> {
  const stream = { hash, name: "Channel", ladder: "360p" as const, reconnect_seconds: 0 };
  const { id, key } = await addStream(services, project, stream);
  const grant = grantOf(project);
  const times = { shuffle: false, fade: false, before_live: true, on_disconnect: true, when_paused: false };
  await setLoop(as(services, project.owner), grant, id, { video_ids: videos.map((video) => video.id), ...times });
  return { id, key };
}

/** An encoder that writes what the test passes to it. */
function anEncoder(): { start: StartEncoding; write(from: number, to: number): void } {
  let write: (from: number, to: number) => void = () => undefined;
  const start: StartEncoding = (plan, feed) => {
    const running = Promise.withResolvers<void>();
    const result = Promise.resolve({ exitCode: 0, stderrTail: [] });
    const input = new Writable({ write: (_chunk, _encoding, done) => done() });
    const stop = () => {
      running.resolve();
      return result;
    };
    const encoder: LiveEncoder = { pid: null, input, rungs: new Map(), thumbnails: null, ended: result, stop };
    const rungs = plan.rungs.map(({ label, width, height }) => rung(label, width, height));
    feed(encoder);
    return Promise.resolve<Encoding>({
      plan,
      encoder,
      rungs,
      inits: new Map(rungs.map((one) => [one.label, anInit(one)])),
      speed: () => 1,
      async run(onFragment) {
        write = (from, to) => {
          for (let at = from; at < to; at += 0.5)
            for (const { label } of rungs) onFragment(label, aFragment(at, 0.5, at % 2 === 0));
        };
        await running.promise;
      },
    });
  };
  return { start, write: (from, to) => write(from, to) };
}

async function aHost(start: StartEncoding): Promise<LiveHost> {
  const measure = { measuredWith: () => Promise.resolve("a processor"), ladders: () => Promise.resolve(9) };
  const host = new LiveHost(services, {
    encoder: { start, probe: () => Promise.resolve(null), now: () => performance.now() },
    measure,
  });
  hosts.push(host);
  await host.begin("http://127.0.0.1:9", 0);
  return host;
}

async function onAirOf(host: LiveHost, hash: string): Promise<OnAir> {
  await until(async () => host.find(hash) !== undefined);
  const onAir = host.find(hash);
  if (!onAir) throw new Error("It is not on air.");
  return onAir;
}

/** Joined segments say everything of their samples themselves. */
const noDefaults = { durationTicks: 0, sizeBytes: 0, flags: 0 };

const kindsOf = ({ timeline }: OnAir) => timeline.segments.map(({ kind }) => kind);
const loopsOf = (onAir: OnAir) => kindsOf(onAir).filter((kind) => kind === "loop").length;
const stateOf = async (id: number) => (await readStream(services.db, project, id)).state;

test("a channel plays its loop, goes live and back, and continues its playlist after a restart", async () => {
  const channel = await aChannel(hashes.channel, await aFilm("With sound"), await aFilm("Silent", { sound: false }));
  const encoder = anEncoder();
  const host = await aHost(encoder.start);
  const onAir = await onAirOf(host, hashes.channel);
  const { timeline } = onAir;
  const watch = new PlaylistWatch();
  const stop = timeline.subscribe(() => timeline.segments.length > 0 && watch.look(timeline));
  // One film after the other: the second begins after a discontinuity.
  await until(async () => loopsOf(onAir) >= 6 && timeline.discontinuitySequence > 0);
  await until(async () => (await stateOf(channel.id)) === "loop");
  expect(timeline.rungs).toMatchObject([{ label: "360p", width: 640, codecs: ["avc1.64001F", "mp4a.40.2"] }]);
  const films = timeline.segments.map(({ rungs }) => rungs.get("360p")?.init);
  expect(new Set(films).size).toBe(2);
  // The clock of what is listed continues from film to film, in one measure.
  let clockSeconds = 0;
  for (const { rungs, durationSeconds } of timeline.segments) {
    const { name = "", init = "" } = rungs.get("360p") ?? {};
    const tracks = readTracks((await onAir.looped.read(init)) ?? Buffer.alloc(0));
    expect(tracks.map(({ kind, timescale }) => [kind, timescale])).toEqual([
      ["video", 90_000],
      ["audio", 48_000],
    ]);
    const bytes = (await onAir.looped.read(name)) ?? Buffer.alloc(0);
    expect(bytes.length).toBeGreaterThan(1_000);
    const startsAt = decodeStart(bytes, tracks);
    expect(startsAt - clockSeconds).toBeGreaterThan(-0.001);
    expect(startsAt - clockSeconds).toBeLessThan(0.1);
    clockSeconds = startsAt + durationSeconds;
    // The sound of each is that of its own time, to a packet at either end.
    const [, sound] = trackFragments(bytes, noDefaults);
    expect(Math.abs((sound?.fragment.durationTicks ?? 0) / 48_000 - durationSeconds)).toBeLessThan(0.05);
  }
  expect(await onAir.looped.read("360p/loop-elsewhere-1-0.m4s")).toBeNull();

  const sink = await host.admit({
    key: channel.key,
    encoder: null,
    clientIp: "192.0.2.7",
    close: () => undefined,
    silence: () => ({ ms: 0, usualMs: 0 }),
  });
  if (!sink || "refused" in sink) throw new Error("The publisher was refused.");
  const facts = { width: 640, height: 360, framerate: 30, audiocodecid: 10 };
  sink.write({ type: FLV_SCRIPT, timestamp: 0, body: writeAmf("onMetaData", facts) });
  sink.write({ type: FLV_VIDEO, timestamp: 0, body: Buffer.from([0x17, 0, 0, 0, 0, 1]) });
  sink.write({ type: FLV_AUDIO, timestamp: 0, body: Buffer.from([0xaf, 0, 0x11, 0x90]) });
  sink.write({ type: FLV_VIDEO, timestamp: 0, body: Buffer.from([0x17, 1, 0, 0, 0, 1]) });
  await until(async () => {
    encoder.write(0, 4);
    return kindsOf(onAir).includes("live");
  });
  await until(async () => (await stateOf(channel.id)) === "live");

  const context = as(services, project.owner);
  await switchStream(context, project, channel.id, "loop");
  await until(async () => timeline.current?.kind === "loop");
  await until(async () => (await readStream(services.db, project, channel.id)).on_air === "loop");
  expect(await stateOf(channel.id)).toBe("live");
  await switchStream(context, project, channel.id, "live");
  await until(async () => {
    encoder.write(4, 8);
    return timeline.current?.kind === "live";
  });

  sink.end(true);
  await until(async () => (await stateOf(channel.id)) === "loop");
  await until(async () => kindsOf(onAir).at(-1) === "loop");
  stop();
  expect(watch.violations).toEqual([]);

  const { nextSequence, discontinuitySequence } = timeline;
  await host.close();
  hosts.splice(0);
  const next = await onAirOf(await aHost(encoder.start), hashes.channel);
  expect(next.timeline.segments[0]?.sequence).toBeLessThan(nextSequence);
  await until(async () => next.timeline.nextSequence > nextSequence);
  watch.look(next.timeline);
  expect(next.timeline.discontinuitySequence).toBe(discontinuitySequence + 1);
  expect(watch.violations).toEqual([]);
});

test("a loop without files plays nothing, and starts when it has a playable video", async () => {
  const film = await aFilm("Gone");
  const other = await aFilm("There");
  await services.storage.deletePrefix(`assets/${film.id}/`);
  const channel = await aChannel(hashes.broken, film);
  const host = await aHost(anEncoder().start);
  expect(await stateOf(channel.id)).toBe("not_active");
  const grant = grantOf(project);
  const times = { shuffle: false, fade: false, before_live: true, on_disconnect: true, when_paused: false };
  await setLoop(as(services, project.owner), grant, channel.id, { video_ids: [film.id, other.id], ...times });
  await until(async () => (await stateOf(channel.id)) === "loop");
  await services.db.updateTable("videos").set({ deleted_at: new Date() }).where("id", "in", [other.id]).execute();
  await setLoop(as(services, project.owner), grant, channel.id, { video_ids: [], ...times });
  await until(async () => (await stateOf(channel.id)) === "not_active");
  await until(async () => host.find(hashes.broken) === undefined);
});

test("a changed playlist takes over when the video on air has ended, without a cut for its viewers", async () => {
  const [first, second, third] = [await aFilm("First"), await aFilm("Second"), await aFilm("Third")];
  const owner = ownedBy(project);
  const playlist = await insertRow(services, "playlists", {
    ...owner,
    hash: "playlist-1",
    name: "Evening",
    type: "manual",
  });
  const setItems = async (...films: readonly TestVideo[]) => {
    await deleteRows(services, "playlist_items", { playlist_id: playlist.id });
    const item = { playlist_id: playlist.id, project_id: project.projectId };
    const items = films.map(({ id }, position) => ({ ...item, video_id: id, position }));
    await services.db.insertInto("playlist_items").values(items).execute();
  };
  await setItems(first, second);
  const channel = await aChannel(hashes.playlist);
  const grant = grantOf(project);
  const times = { shuffle: false, fade: false, before_live: true, on_disconnect: true, when_paused: false };
  const context = as(services, project.owner);
  await setLoop(context, grant, channel.id, { video_ids: [], playlist_id: playlist.id, ...times });
  const { timeline } = await onAirOf(await aHost(anEncoder().start), hashes.playlist);
  const watch = new PlaylistWatch();
  const stop = timeline.subscribe(() => timeline.segments.length > 0 && watch.look(timeline));
  const listed = () =>
    timeline.segments.map(({ rungs }) => {
      const [, hash, index] = /loop-(.+)-1-(\d+)-\d+/.exec(rungs.get("360p")?.name ?? "") ?? [];
      return { hash, index: Number(index) };
    });
  await until(async () => listed().some(({ index }) => index === 1));
  const source = timeline.current?.number;
  await setItems(first, third);
  await refreshPlaylistLoops(services, playlist.id);
  await until(async () => listed().some(({ hash, index }) => hash === third.hash && index === 1));
  stop();
  expect(watch.violations).toEqual([]);
  expect(timeline.current?.number).toBe(source);
  // Every video begins with its first segment and is listed to its last one.
  const order = listed();
  for (const [at, { hash, index }] of order.entries()) {
    const before = order[at - 1];
    if (before && before.hash === hash && index > 0) expect(before.index).toBe(index - 1);
    else if (before) expect([before.index, index]).toEqual([3, 0]);
  }
});
