import { mkdtemp, mkdir, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { insertRow } from "@kinora/db/testing-rows.ts";
import type { VideoStatus } from "@kinora/domain/videos/videos.ts";
import type { FastifyInstance } from "fastify";
import type { Services } from "../context.ts";
import { newHash } from "../platform/secrets/hash.ts";
import type { TestProject } from "../platform/testing.ts";
import { createEdge, type EdgeTimes } from "../processes/edge.ts";

export interface TestEdge {
  url: string;
  app: FastifyInstance;
}

/** An edge on a free port with placeholders for the built player, whose pages the browser tests cover. */
export async function anEdge(services: Services, times: EdgeTimes = {}): Promise<TestEdge> {
  const folder = await mkdtemp(join(tmpdir(), "kinora-edge-"));
  await mkdir(join(folder, "assets"));
  const manifest = {
    "src/player-page.ts": { file: "assets/player-1.js", css: ["assets/player-1.css"] },
    "../../node_modules/hls.js/src/hls.ts": { file: "assets/hls-1.js" },
    "../../packages/player/src/hls-stream.ts": { file: "assets/hls-stream-1.js" },
    "src/share-page.ts": { file: "assets/share-1.js", css: ["assets/share-1.css"] },
    "src/playlist-page.ts": { file: "assets/playlist-1.js", css: ["assets/playlist-1.css"] },
    "src/embed-script.ts": { file: "embed.js" },
  };
  await writeFile(join(folder, "manifest.json"), JSON.stringify(manifest));
  for (const name of [
    "assets/player-1.js",
    "assets/player-1.css",
    "assets/hls-1.js",
    "assets/hls-stream-1.js",
    "assets/share-1.js",
    "assets/share-1.css",
    "assets/playlist-1.js",
    "assets/playlist-1.css",
    "embed.js",
  ]) {
    await writeFile(join(folder, name), `/* ${name} */`.repeat(20));
  }
  const app = await createEdge(services, pathToFileURL(`${folder}/`), times);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  return { app, url: `http://127.0.0.1:${port}` };
}

/** Every route as it is registered, such as `GET /embed/:hash`; HEAD comes with GET. */
export function routesOf(app: FastifyInstance): string[] {
  // A tree of the parts of paths, four characters for each level.
  const parts: string[] = [];
  return app
    .printRoutes()
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", part = "", methods = ""] = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
      parts.splice(indent.length / 4, parts.length, part);
      return methods
        .split(", ")
        .filter((method) => method !== "" && method !== "HEAD")
        .map((method) => `${method} ${parts.join("")}`);
    });
}

export interface TestVideoOptions {
  status?: VideoStatus;
  published?: boolean;
  playable?: boolean;
  version?: number;
  title?: string;
  description?: string;
}

export interface TestVideo {
  id: number;
  hash: string;
  transcodeId: number;
}

/** A video row with one transcode and no renditions; complete, published and playable by default. */
export async function aVideo(
  { db }: Services,
  project: TestProject,
  options: TestVideoOptions = {},
): Promise<TestVideo> {
  const version = options.version ?? 1;
  const hash = newHash();
  const owner = { project_id: project.projectId, account_id: project.accountId };
  const { id } = await insertRow(db, "videos", {
    ...owner,
    hash,
    title: options.title ?? "A film",
    description: options.description ?? "",
    status: options.status ?? "complete",
    published: options.published ?? true,
    playable: options.playable ?? true,
    version,
    duration_seconds: 8,
    width: 1280,
    height: 720,
  });
  const transcode = await insertRow(db, "transcodes", {
    ...owner,
    video_id: id,
    version,
    plan: JSON.stringify({ targetDurationSeconds: 5 }),
    progress: 0.42,
  });
  return { id, hash, transcodeId: transcode.id };
}

export interface TestRendition {
  label: string;
  kind?: "video" | "audio" | "source";
  state?: "queued" | "processing" | "complete";
  codecs?: string | null;
  height?: number;
  /** Finished chunks of a growing rendition, as sizes of their segments; `null` is an unfinished chunk. */
  chunks?: ({ sizes: number[]; complete: boolean } | null)[];
}

/** Adds a rendition; chunks hold up to two segments of four seconds. */
export async function aRendition(
  { db }: Services,
  project: TestProject,
  video: TestVideo,
  rendition: TestRendition,
): Promise<void> {
  const { label, kind = "video", state = "complete" } = rendition;
  const height = kind === "audio" ? null : (rendition.height ?? (Number.parseInt(label, 10) || 720));
  const { id } = await insertRow(db, "renditions", {
    transcode_id: video.transcodeId,
    video_id: video.id,
    account_id: project.accountId,
    version: 1,
    kind,
    label,
    height,
    width: height === null ? null : Math.round((height * 16) / 9),
    codecs: rendition.codecs === undefined ? (kind === "audio" ? "mp4a.40.2" : "avc1.64001f") : rendition.codecs,
    frame_rate: height === null ? null : 25,
    bitrate_average: state === "complete" ? (height ?? 128) * 1000 : null,
    bitrate_peak: state === "complete" ? (height ?? 128) * 1500 : null,
    state,
  });
  for (const [chunk, made] of (rendition.chunks ?? []).entries()) {
    if (!made) continue;
    await insertRow(db, "rendition_chunks", {
      rendition_id: id,
      chunk,
      first_segment: chunk * 2,
      sizes: made.sizes,
      durations: made.sizes.map(() => 4),
      complete: made.complete,
    });
  }
}
