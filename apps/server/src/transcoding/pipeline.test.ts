import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { selectOrdered, selectRow, selectRows } from "@kinora/db/testing-rows.ts";
import { defaultProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import { captionedClip } from "@kinora/media/fixtures/captioned-clip.ts";
import { clip, hostileFile } from "@kinora/media/fixtures/clips.ts";
import { measureColours } from "@kinora/media/fixtures/measure.ts";
import { probeSound } from "@kinora/media/sound/sound-file.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { patient } from "../../../../tools/setup/patience.mjs";
import { runTasks, type RunningWorker } from "../platform/jobs/worker.ts";
import { as } from "../platform/testing.ts";
import { writeMaster } from "../playback/playlists.ts";
import { choosePlayable, findRenditions } from "../playback/renditions.ts";
import { tasks } from "../rooms.ts";
import { grantOf, sharedProject } from "../testing/fixtures.ts";
import { queueSourceVideo } from "../testing/source-video.ts";
import { until } from "../testing/until.ts";
import { readDetails } from "../videos/details/details.ts";
import { readRenditions } from "../videos/details/renditions.ts";
import { readSourceFacts } from "../videos/details/source-facts.ts";
import { saveLadder } from "./ladder/ladder.ts";

// Real encodes: on a busy machine they take a while.
vi.setConfig({ testTimeout: patient(120_000) });

const { services, project } = await sharedProject();
let worker: RunningWorker;

beforeAll(async () => {
  worker = await runTasks(services, tasks, []);
});

afterAll(() => worker.close());

const sourceVideo = async (path: string) =>
  queueSourceVideo(services, project, path, {
    source_sha256: createHash("sha256")
      .update(await readFile(path))
      .digest(),
  });

const read = (id: number) => selectRow(services, "videos", { id });

const ended = (id: number) =>
  until(async () => {
    const video = await read(id);
    return ["complete", "failed"].includes(video.status) ? video : null;
  });

test("a streamable source becomes every rung of its ladder with sound, posters, storyboard and downloads", async () => {
  const id = await sourceVideo(await clip("streamable", { width: 640, height: 480, durationSeconds: 6 }));
  const video = await ended(id);
  expect(video.failure).toBeNull();
  expect(video).toMatchObject({ status: "complete", playable: true, version: 1, storyboard: true });
  const renditions = await selectRows(services, "renditions", { video_id: id });
  expect(renditions.filter(({ kind }) => kind !== "source").every(({ state }) => state === "complete")).toBe(true);
  for (const { label, kind, segments, size_bytes: sizeBytes, download_bytes: downloadBytes } of renditions) {
    expect(segments).toBeGreaterThan(0);
    expect(sizeBytes).toBeGreaterThan(0);
    expect(await services.storage.stat(`assets/${id}/v1/${label}/index.m3u8`)).not.toBeNull();
    if (kind !== "video") continue;
    const download = await services.storage.stat(`assets/${id}/v1/mp4/${label}.mp4`);
    expect(download?.sizeBytes).toBeGreaterThan(sizeBytes);
    expect(downloadBytes).toBe(download?.sizeBytes);
    expect(await services.storage.stat(`assets/${id}/v1/${label}/key-frames.m3u8`)).not.toBeNull();
  }
  expect(Object.keys(video.images ?? {}).length).toBeGreaterThan(0);
  const events = await eventsOf(id);
  const made = renditions.filter(({ kind }) => kind !== "source");
  // A source that can be cut plays before the work on its ladder begins.
  expect(events.slice(0, 3)).toEqual(["video.queued", "video.playable", "video.processing"]);
  expect(events.slice(3)).toEqual([...made.map(() => "rendition.ready"), "video.ready"]);
  const record = await selectRow(services, "transcode_records", { video_id: id });
  expect(record).toMatchObject({ state: "complete", failure: null, project_id: project.projectId });
  expect(record.source_seconds).toBeCloseTo(6, 0);
  expect(record.encode_seconds).toBeGreaterThan(0);
  expect(record.cpu_seconds).toBeGreaterThan(0);
  expect(new Map(record.renditions.map(({ height, bytes }) => [height, bytes]))).toEqual(
    new Map(made.map(({ height, size_bytes: bytes }) => [height ?? 0, bytes])),
  );
});

const goodDay = { fromSeconds: 1, toSeconds: 2, text: "GOOD DAY" };

const captioned = [
  { texts: [goodDay], names: ["CC1"], declared: /CLOSED-CAPTIONS="closed-captions"/ },
  { texts: [{ ...goodDay, service: 1 }], names: ["SERVICE1"], declared: /CLOSED-CAPTIONS="closed-captions"/ },
  { texts: [], names: [], declared: /CLOSED-CAPTIONS=NONE/ },
];

test.each(captioned.slice(0, 1))(
  "captions within the pictures of a source are what its playlist declares: $names",
  declaresCaptions,
);
test.each(captioned.slice(1))(
  "captions within the pictures of a source are what its playlist declares: $names",
  { tags: "@slow" },
  declaresCaptions,
);

test("an animated WebP becomes renditions that move, and stays stored as it is", { tags: "@slow" }, async () => {
  const path = await clip("animatedWebp");
  const id = await sourceVideo(path);
  const video = await ended(id);
  expect(video).toMatchObject({ status: "complete", failure: null, duration_seconds: 3, width: 320, height: 180 });
  const [low] = await selectRows(services, "renditions", { video_id: id, kind: "video" }, "label");
  const download = services.storage.localPath(`assets/${id}/v1/mp4/${low?.label}.mp4`);
  const places = [40, 120, 200, 280].map((left) => [left, 90] as const);
  const frames = await measureColours(download ?? "", 320, 180, places);
  expect(frames).toHaveLength(75);
  expect(new Set(frames.map((colours) => colours.join(" "))).size).toBeGreaterThan(30);
  const original = services.storage.localPath(video.source_key ?? "");
  expect((await readFile(original ?? "")).equals(await readFile(path))).toBe(true);
});

test("a source with key frames far apart plays before its ladder is made", { tags: "@slow" }, async () => {
  const id = await sourceVideo(await clip("longGop", { width: 640, height: 480, durationSeconds: 30, fps: "10" }));
  const video = await ended(id);
  expect(video.failure).toBeNull();
  expect(video.status).toBe("complete");
  const transcode = await selectRow(services, "transcodes", { video_id: id });
  expect(transcode.playable_at?.getTime()).toBeLessThan(transcode.finished_at?.getTime() ?? 0);
});

test("a video of variable rate lasts in the API as long as in its playlists", { tags: "@slow" }, async () => {
  const id = await sourceVideo(await clip("variableRate", { durationSeconds: 9 }));
  const video = await ended(id);
  expect(video.failure).toBeNull();
  const renditions = await selectRows(services, "renditions", { video_id: id });
  const [encoded] = renditions.filter(({ kind }) => kind === "video");
  expect(video.duration_seconds).toBeCloseTo(encoded?.duration_seconds ?? 0, 3);
});

test.each(["audioOnly"] as const)(
  "a sound (%s) becomes a video with its picture, and a download of the sound alone",
  becomesVideo,
);
test.each(["musicWithCover"] as const)(
  "a sound (%s) becomes a video with its picture, and a download of the sound alone",
  { tags: "@slow" },
  becomesVideo,
);

test("a source in two languages has a sound of each, of which one can be chosen", async () => {
  const id = await sourceVideo(await clip("twoLanguages", { durationSeconds: 6 }));
  const video = await ended(id);
  expect(video.failure).toBeNull();
  const set = choosePlayable(await findRenditions(services.db, id, 1));
  if (!set) throw new Error("The video is complete and has nothing that plays.");
  const sounds = writeMaster(set).match(/#EXT-X-MEDIA:TYPE=AUDIO.*/g);
  expect(sounds).toEqual([
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="German",LANGUAGE="de",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="v1/audio/index.m3u8"',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="English (audio description)",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,CHARACTERISTICS="public.accessibility.describes-video",CHANNELS="2",URI="v1/audio-2/index.m3u8"',
  ]);
  const [main, other] = await Promise.all(
    ["audio", "audio-2"].map((label) => services.storage.stat(`assets/${id}/v1/${label}/00001.m4s`)),
  );
  expect(main?.sizeBytes).toBeGreaterThan(0);
  expect(other?.sizeBytes).toBeGreaterThan(0);
});

test(
  "a project's surround sound is made of a sound in 5.1 beside its stereo, and of no other",
  { tags: "@slow" },
  async () => {
    await saveLadder(as(services, project.owner), grantOf(project), { ...defaultProjectLadder, surround: true });
    const id = await sourceVideo(await clip("surround", { durationSeconds: 6 }));
    const video = await ended(id);
    await saveLadder(as(services, project.owner), grantOf(project), defaultProjectLadder);
    expect(video.failure).toBeNull();
    const renditions = await findRenditions(services.db, id, 1);
    expect(renditions.filter(({ kind }) => kind === "audio").map(({ label }) => label)).toEqual([
      ...["audio", "audio-2", "audio-surround"],
    ]);
    const set = choosePlayable(renditions);
    if (!set) throw new Error("The video is complete and has nothing that plays.");
    const sounds = writeMaster(set).match(/#EXT-X-MEDIA:TYPE=AUDIO.*/g) ?? [];
    expect(
      sounds.map((line) => /GROUP-ID="(.*?)",NAME="(.*?)".*CHANNELS="(.)",URI="v1\/(.*?)\//.exec(line)?.slice(1)),
    ).toEqual([
      ["audio", "English", "2", "audio"],
      ["audio", "French", "2", "audio-2"],
      ["audio-surround", "English", "6", "audio-surround"],
      ["audio-surround", "French", "2", "audio-2"],
    ]);
    for (const [label, channels] of [
      ["audio", 2],
      ["audio-surround", 6],
    ] as const) {
      const parts = [`assets/${id}/v1/${label}/init.mp4`, `assets/${id}/v1/${label}/00000.m4s`];
      const bytes = parts.map(async (key) => (await services.storage.get(key)).stream.toArray());
      const file = join(services.config.dataDir, `${label}.mp4`);
      await writeFile(file, Buffer.concat((await Promise.all(bytes)).flat()));
      expect((await probeSound(file, new AbortController().signal)).audio).toMatchObject({ codec: "aac", channels });
    }
    const sizes = new Map(renditions.map(({ label, sizeBytes }) => [label, sizeBytes]));
    expect(sizes.get("audio-surround")).toBeGreaterThan((sizes.get("audio") ?? Infinity) * 2);
    const tracks = await until(async () => {
      const listed = await selectRows(services, "audio_tracks", { video_id: id }, "label");
      return listed.length > 0 ? listed : null;
    });
    expect(tracks).toEqual([{ label: "audio" }, { label: "audio-2" }]);
  },
);

test(
  "a project's second audio bitrate is made of each sound, and is no track of its own",
  { tags: "@slow" },
  async () => {
    await saveLadder(as(services, project.owner), grantOf(project), { ...defaultProjectLadder, lowAudio: true });
    const id = await sourceVideo(await clip("twoLanguages", { durationSeconds: 6 }));
    const video = await ended(id);
    await saveLadder(as(services, project.owner), grantOf(project), defaultProjectLadder);
    expect(video.failure).toBeNull();
    const renditions = await findRenditions(services.db, id, 1);
    const rates = new Map(renditions.map(({ label, bitrateAverage }) => [label, bitrateAverage ?? 0]));
    expect(renditions.filter(({ kind }) => kind === "audio").map(({ label }) => label)).toEqual([
      ...["audio", "audio-2", "audio-low", "audio-2-low"],
    ]);
    for (const label of ["audio", "audio-2"])
      expect(rates.get(`${label}-low`)).toBeLessThan((rates.get(label) ?? 0) * 0.7);
    const set = choosePlayable(renditions);
    if (!set) throw new Error("The video is complete and has nothing that plays.");
    const sounds = writeMaster(set).match(/#EXT-X-MEDIA:TYPE=AUDIO.*/g) ?? [];
    expect(sounds.map((line) => [/GROUP-ID="([^"]*)/.exec(line)?.[1], /NAME="([^"]*)/.exec(line)?.[1]])).toEqual([
      ["audio", "German"],
      ["audio", "English (audio description)"],
      ["audio-low", "German"],
      ["audio-low", "English (audio description)"],
    ]);
    const tracks = await until(async () => {
      const rows = await selectRows(services, "audio_tracks", { video_id: id }, "label");
      return rows.length > 0 ? rows : null;
    });
    expect(tracks).toEqual([{ label: "audio" }, { label: "audio-2" }]);
  },
);

test.each(["random", "empty", "picturesHoursApart"] as const)(
  "a file that is %s ends as failed with one sentence and is not retried",
  async (name) => {
    const id = await sourceVideo(await hostileFile(name));
    const video = await ended(id);
    expect(video.status).toBe("failed");
    expect(video.failure).toMatchObject({ retryable: false });
    expect(video.failure?.message).toMatch(/^[A-Z].*\.$/);
    expect(await eventsOf(id)).toEqual(["video.queued", "video.failed"]);
    expect(await selectRows(services, "renditions", { video_id: id }, "id")).toEqual([]);
  },
);

async function declaresCaptions(film: (typeof captioned)[number]): Promise<void> {
  const { declared, names, texts } = film;
  // Long enough for two chunks, of which only one has captions.
  const id = await sourceVideo(await captionedClip({ texts, durationSeconds: 32, fps: 10 }));
  const video = await ended(id);
  expect(video.failure).toBeNull();
  const set = choosePlayable(await findRenditions(services.db, id, 1));
  if (!set) throw new Error("The video is complete and has nothing that plays.");
  const master = writeMaster(set);
  expect(master.match(new RegExp(declared, "g"))).toHaveLength(
    // The sound alone says that there are none, too.
    set.variants.length + (texts.length === 0 && set.audio ? 1 : 0),
  );
  const details = await readDetails(as(services, project.owner), { ...video, size_bytes: video.stored_bytes });
  expect(details.closed_captions).toEqual(names);
  expect(master.match(/INSTREAM-ID="[^"]+"/g) ?? []).toEqual(names.map((name) => `INSTREAM-ID="${name}"`));
}

async function becomesVideo(name: "audioOnly" | "musicWithCover"): Promise<void> {
  const id = await sourceVideo(await hostileFile(name));
  const video = await ended(id);
  expect(video.failure).toBeNull();
  expect(video).toMatchObject({ status: "complete", playable: true, sound_only: true, storyboard: false });
  const renditions = await findRenditions(services.db, id, 1);
  expect(renditions.filter(({ kind }) => kind !== "source").map(({ kind, label }) => [kind, label])).toEqual([
    ["video", "720p"],
    ["audio", "audio"],
  ]);
  expect(await services.storage.stat(`assets/${id}/v1/mp4/audio.m4a`)).not.toBeNull();
  const source = await readSourceFacts(services.db, { ...video, project_id: project.projectId });
  expect(source?.facts).toMatchObject({ container: "mov", video_codec: null, audio_codec: "aac", frame_rate: null });
  const shown = await readRenditions(services.db, video, { edge: "http://edge", file: (path) => path });
  expect(shown.find(({ kind }) => kind === "audio")?.mp4_url).toBe("v1/mp4/audio.m4a");
}

async function eventsOf(id: number): Promise<string[]> {
  const rows = await selectOrdered(services, "events", "id", {}, "type", "payload");
  return rows.filter(({ payload }) => payload["video_id"] === id).map(({ type }) => type);
}
