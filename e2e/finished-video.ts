import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { selectOrdered, selectRows } from "@kinora/db/testing-rows.ts";
import { expect } from "@playwright/test";
import { parse, setOptions } from "hls-parser";
import { TRANSCODING_PATIENCE_MS } from "./patience.ts";
import { readVideo, until, type PipelineProject } from "./pipeline-project.ts";

setOptions({ strictMode: true });

export interface FinishedVideo {
  videoId: number;
  version?: number;
  sha256?: string;
  dataDir: string;
}

/** Holds a finished video to what publishing promises: its source, exactly one rendition set, and nothing beside it. */
export async function expectWholeVideo(project: PipelineProject, options: FinishedVideo): Promise<void> {
  const { videoId, dataDir, version = 1 } = options;
  const video = await readVideo(project, videoId);
  expect(video.failure, `video ${videoId}`).toBeNull();
  expect(video, `video ${videoId}`).toMatchObject({ status: "complete", playable: true, version, storyboard: true });
  const asset = join(dataDir, "media/assets", String(videoId));
  if (options.sha256) {
    const source = readFileSync(join(dataDir, "media", video.source_key ?? ""));
    expect(createHash("sha256").update(source).digest("hex")).toBe(options.sha256);
    const stored = await until(
      `the hash of video ${videoId}`,
      async () => (await readVideo(project, videoId)).source_sha256,
      TRANSCODING_PATIENCE_MS,
    );
    expect(stored.toString("hex")).toBe(options.sha256);
  }
  const renditions = await selectOrdered(
    project,
    "renditions",
    "id",
    { video_id: videoId, version },
    "label",
    "kind",
    "state",
    "segments",
    "size_bytes",
    "duration_seconds",
  );
  const rungs = renditions.filter(({ kind }) => kind !== "source");
  expect(rungs.filter(({ kind }) => kind === "video").length).toBeGreaterThan(0);
  expect(new Set(rungs.map(({ label }) => label)).size).toBe(rungs.length);
  const counts = Object.fromEntries(rungs.map(({ label, segments }) => [label, segments]));
  expect(new Set(Object.values(counts)).size, `as many segments of every rung: ${JSON.stringify(counts)}`).toBe(1);
  const folder = join(asset, `v${version}`);
  const labels = renditions.map(({ label }) => label);
  const extras = ["mp4", "posters", "storyboard"];
  expect(readdirSync(folder).sort()).toEqual([...labels, ...extras].sort());
  for (const rendition of renditions) expectRendition(join(folder, rendition.label), rendition);
  for (const extra of extras) expect(readdirSync(join(folder, extra)).filter(isStray)).toEqual([]);
  expect(readdirSync(join(asset, "source"))).toHaveLength(1);
}

function expectRendition(
  folder: string,
  { label, kind, state, segments }: { label: string; kind: string; state: string; segments: number },
) {
  expect(state, label).toBe("complete");
  const names = Array.from({ length: segments }, (_, index) => `${String(index).padStart(5, "0")}.m4s`);
  const playlist = parse(readFileSync(join(folder, "index.m3u8"), "utf8"));
  if (playlist.isMasterPlaylist) throw new Error(`${label}/index.m3u8 is a master playlist.`);
  expect(playlist.endlist).toBe(true);
  expect(playlist.segments.map(({ uri }) => uri)).toEqual(names);
  const playlists = kind === "video" ? ["index.m3u8", "key-frames.m3u8"] : ["index.m3u8"];
  expect(readdirSync(folder).sort()).toEqual([...names, ...playlists, "init.mp4"].sort());
}

/** What killed processes may not leave: work folders, unfinished uploads, drafts. Answers the paths. */
export function strayFiles(dataDir: string): string[] {
  const sources = join(dataDir, "work/sources");
  return [
    // Where films of sounds are kept while they are transcoded; the folder itself stays.
    ...files(join(dataDir, "work")).filter((path) => path !== sources),
    ...files(sources),
    ...files(join(dataDir, "media/unfinished")),
    ...files(join(dataDir, "media")).filter(isStray),
  ];
}

const isStray = (path: string): boolean => /(^|\/)(\.draft-|check-)|\.part$|\.tmp$/.test(path);

function files(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.parentPath === folder)
    .filter((entry) => !(entry.isDirectory() && folder.endsWith("media")))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Holds the story of a video to exactly one of each event and exactly one successful run's worth of jobs. */
export async function expectOneStory({ db }: PipelineProject, videoId: number): Promise<void> {
  const events = await selectOrdered(db, "events", "id", {}, "type", "payload");
  const story = events.filter(({ payload }) => payload["video_id"] === videoId).map(({ type }) => type);
  const counts = Object.fromEntries(
    [...new Set(story)].map((type) => [type, story.filter((one) => one === type).length]),
  );
  const rungs = await db
    .selectFrom("renditions")
    .select("id")
    .where("video_id", "=", videoId)
    .where("kind", "!=", "source")
    .execute();
  expect(counts, `events of video ${videoId}`).toEqual({
    "video.created": 1,
    "video.uploaded": 1,
    "video.queued": 1,
    "video.processing": 1,
    "video.playable": 1,
    "rendition.ready": rungs.length,
    "video.ready": 1,
  });
  const transcodes = await selectRows(db, "transcodes", { video_id: videoId }, "state");
  expect(transcodes).toEqual([{ state: "complete" }]);
}
