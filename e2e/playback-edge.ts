import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PlaylistsTable } from "@kinora/db/schema-playlists.ts";
import { deleteRows, insertRow, insertRows, updateRows } from "@kinora/db/testing-rows.ts";
import { createServices } from "@kinora/server/composition.ts";
import type { Services } from "@kinora/server/context.ts";
import { signPlaybackToken, type PassHolder } from "@kinora/server/platform/access/playback-token.ts";
import { readConfig } from "@kinora/server/platform/config.ts";
import { newHash } from "@kinora/server/platform/secrets/hash.ts";
import { createEdge } from "@kinora/server/processes/edge.ts";
import { sql, type Insertable } from "kysely";
import {
  ASSET_SECONDS,
  av1Asset,
  lowSoundAsset,
  playbackAsset,
  surroundAsset,
  type AssetFiles,
} from "./playback-asset.ts";
import { runDatabase } from "./run-database.ts";

const BUILT = new URL("../apps/embed/dist/", import.meta.url);
/** Tests of counters wait for the next write. */
const COUNTS_MS = 500;

export interface PlaybackEdge {
  /** Where the edge listens. */
  url: string;
  /** A page of another origin that holds `html`. */
  pageElsewhere(html: string, headers?: Record<string, string>): Promise<string>;
  services: Services;
  /** The account and the project of its videos. */
  owner: Owner;
  /** A video of the test asset, published and complete unless said. */
  addVideo(options?: VideoOptions): Promise<EdgeVideo>;
  /** The hash of a manual playlist of these videos; `more` are columns of its row. */
  addPlaylist(videos: readonly { id: number }[], more?: Partial<Insertable<PlaylistsTable>>): Promise<string>;
  /** Everything of the video is made now, and announced. */
  finish(video: EdgeVideo): Promise<void>;
  /** The video was made again: its second version is there, the first one is gone. */
  replace(video: EdgeVideo): Promise<void>;
  /** A pass that plays an unpublished video. */
  pass(hash: string): string;
  close(): Promise<void>;
}

export interface VideoOptions {
  title?: string;
  status?: "processing" | "complete" | "failed";
  published?: boolean;
  playable?: boolean;
  /** Which renditions there are; both rungs and the sound unless said. */
  renditions?: RenditionOptions[];
}

export interface RenditionOptions {
  label: keyof typeof CODECS;
  /** As if the rung were still being made: only so many of its segments are there. */
  grownTo?: number;
  /** It keeps HDR of its source. */
  hdr?: boolean;
}

export interface EdgeVideo {
  id: number;
  hash: string;
  transcodeId: number;
}

const CODECS = {
  ...{ "360p": "avc1.42c01e", "720p": "avc1.42c01f", "720p-av1": "av01.0.05M.08" },
  ...{ audio: "mp4a.40.2", "audio-low": "mp4a.40.2", "audio-surround": "mp4a.40.2" },
};

const EVERYTHING: RenditionOptions[] = [{ label: "360p" }, { label: "720p" }, { label: "audio" }];

/** Starts an edge over a database and a storage of its own. */
export async function startPlaybackEdge(): Promise<PlaybackEdge> {
  const dataDir = await mkdtemp(join(tmpdir(), "kinora-e2e-edge-"));
  const database = await runDatabase();
  const config = readConfig({ KINORA_DATA_DIR: dataDir, DATABASE_URL: database.url, LOG_LEVEL: "error" });
  const services = await createServices(config, "edge");
  const app = await createEdge(services, BUILT, { viewsMs: COUNTS_MS, adsMs: COUNTS_MS });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://localhost:${(app.server.address() as AddressInfo).port}`;
  config.urls.edge = url;
  const files = await playbackAsset();
  const others: Server[] = [];
  const owner = await addOwner(services);
  const member = await addMember(services, owner);

  return {
    url,
    services,
    owner,
    addPlaylist: (videos, more = {}) => addPlaylist(services, owner, videos, more),
    addVideo: (options = {}) => addVideo(services, owner, files, options),
    finish: (video) => finishVideo(services, owner, files, video),
    replace: (video) => replaceVideo(services, owner, files, video),
    pass: (hash) => signPlaybackToken(services.secrets.playbackKey, hash, member, new Date(Date.now() + 600_000)),
    async pageElsewhere(html, headers = {}) {
      const server = createServer((_request, response) =>
        response.writeHead(200, { "content-type": "text/html", ...headers }).end(html),
      );
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      others.push(server);
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    },
    async close() {
      for (const server of others) server.close();
      await app.close();
      await services.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface Owner {
  account_id: number;
  project_id: number;
}

async function addOwner({ db }: Services): Promise<Owner> {
  const account = await insertRow(db, "accounts", { name: "Film house", cell: "local" });
  const project = await insertRow(db, "projects", {
    account_id: account.id,
    hash: newHash(),
    name: "Films",
    domain: "example.com",
  });
  return { account_id: account.id, project_id: project.id };
}

/** A person who may see everything of the project. */
async function addMember({ db }: Services, { account_id }: Owner): Promise<PassHolder> {
  const { id } = await insertRow(db, "users", { email: `${newHash()}@example.com` });
  await insertRow(db, "account_owners", { account_id, user_id: id });
  return { kind: "user", id };
}

async function addPlaylist(
  { db }: Services,
  owner: Owner,
  videos: readonly { id: number }[],
  more: Partial<Insertable<PlaylistsTable>>,
): Promise<string> {
  const { id, hash } = await insertRow(db, "playlists", {
    ...owner,
    hash: newHash(),
    name: "On the quay",
    type: "manual",
    ...more,
  });
  await insertRows(
    db,
    "playlist_items",
    videos.map((video, position) => ({
      playlist_id: id,
      project_id: owner.project_id,
      video_id: video.id,
      position,
    })),
  );
  return hash;
}

async function addVideo(
  { db, storage }: Services,
  owner: Owner,
  files: AssetFiles,
  options: VideoOptions,
): Promise<EdgeVideo> {
  const hash = newHash();
  const { id } = await insertRow(db, "videos", {
    ...owner,
    hash,
    title: options.title ?? "Numbers going by",
    description: "A picture that counts its frames.",
    status: options.status ?? "complete",
    published: options.published ?? true,
    playable: options.playable ?? true,
    version: 1,
    duration_seconds: ASSET_SECONDS,
    width: 1280,
    height: 720,
    storyboard: true,
  });
  await updateRows(db, "videos", { id }, { images: JSON.stringify({ "720p": `assets/${id}/v1/posters/720p.jpg` }) });
  const transcode = await insertRow(db, "transcodes", {
    ...owner,
    video_id: id,
    version: 1,
    plan: JSON.stringify({ targetDurationSeconds: 5 }),
    progress: 0.4,
  });
  const renditions = options.renditions ?? EVERYTHING;
  const has = (wanted: RenditionOptions["label"]) => renditions.some(({ label }) => label === wanted);
  const hdr = renditions.some((rendition) => rendition.hdr);
  const further = [
    ...(has("720p-av1") ? [av1Asset({ hdr })] : []),
    ...(has("audio-low") ? [lowSoundAsset()] : []),
    ...(has("audio-surround") ? [surroundAsset()] : []),
  ];
  const stored = new Map([files, ...(await Promise.all(further))].flatMap((each) => [...each]));
  for (const [name, bytes] of stored) await storage.put(`assets/${id}/v1/${name}`, bytes);
  const video = { id, hash, transcodeId: transcode.id };
  for (const rendition of renditions) await addRendition(db, owner, stored, video, rendition);
  return video;
}

async function finishVideo(services: Services, owner: Owner, files: AssetFiles, video: EdgeVideo): Promise<void> {
  const { db } = services;
  await deleteRows(db, "renditions", { video_id: video.id });
  for (const rendition of EVERYTHING) await addRendition(db, owner, files, video, rendition);
  await updateRows(db, "videos", { id: video.id }, { status: "complete", playable: true });
  await sql`select pg_notify('playback_changed', ${video.hash})`.execute(db);
}

async function replaceVideo(services: Services, owner: Owner, files: AssetFiles, video: EdgeVideo): Promise<void> {
  const { db, storage } = services;
  for (const [name, bytes] of files) await storage.put(`assets/${video.id}/v2/${name}`, bytes);
  await deleteRows(db, "renditions", { video_id: video.id });
  for (const rendition of EVERYTHING) await addRendition(db, owner, files, video, rendition);
  await updateRows(db, "renditions", { video_id: video.id }, { version: 2 });
  await updateRows(db, "videos", { id: video.id }, { version: 2 });
  await storage.deletePrefix(`assets/${video.id}/v1/`);
  await sql`select pg_notify('playback_changed', ${video.hash})`.execute(db);
}

/** Adds a rendition row, with the chunk of what it has grown to when it is not finished. */
async function addRendition(
  db: Services["db"],
  owner: Owner,
  files: AssetFiles,
  video: EdgeVideo,
  { label, grownTo, hdr = false }: RenditionOptions,
): Promise<void> {
  const height = label.startsWith("audio") ? null : Number.parseInt(label, 10);
  const sizes = [...files]
    .filter(([name]) => name.startsWith(`${label}/`) && name.endsWith(".m4s"))
    .map(([, bytes]) => bytes.length);
  const average = Math.round((sizes.reduce((sum, size) => sum + size, 0) * 8) / ASSET_SECONDS);
  const { id } = await insertRow(db, "renditions", {
    transcode_id: video.transcodeId,
    video_id: video.id,
    account_id: owner.account_id,
    version: 1,
    kind: height === null ? "audio" : "video",
    label,
    height,
    width: height === null ? null : (height * 16) / 9,
    further_codec: label === "720p-av1" ? "av1" : null,
    hdr: hdr ? "HLG" : null,
    codecs: hdr ? "av01.0.05M.10.0.110.09.18.09.0" : CODECS[label],
    frame_rate: height === null ? null : 25,
    bitrate_average: average,
    bitrate_peak: average * 2,
    state: grownTo === undefined ? "complete" : "processing",
  });
  if (grownTo === undefined) return;
  const grown = sizes.slice(0, grownTo);
  await insertRow(db, "rendition_chunks", {
    rendition_id: id,
    chunk: 0,
    first_segment: 0,
    sizes: grown,
    durations: grown.map(() => 4),
    complete: false,
  });
}
