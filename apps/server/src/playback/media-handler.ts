import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { writeChapters } from "@kinora/domain/chapters.ts";
import { subtitlePlaylist } from "@kinora/media/playlist.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import type { Logger } from "../platform/log.ts";
import { parseMediaPath, type CaptionsTarget, type MediaPath, type VersionedFile } from "./paths.ts";
import type { PlaybackRules } from "./playback-rules.ts";
import type { PlaybackVideo } from "./playback-video.ts";
import { PLAYLIST_TYPE, writeGrowing, writeMaster } from "./playlists.ts";
import type { StoredFiles } from "./stored-files.ts";

/** Media is for every page and no page's scripts: any origin may read it, nobody may take it for a document. */
const MEDIA_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Content-Length, Content-Range, ETag",
  "cross-origin-resource-policy": "cross-origin",
  "timing-allow-origin": "*",
  "x-content-type-options": "nosniff",
} as const;
const VTT_TYPE = "text/vtt; charset=utf-8";
const YEAR_SECONDS = 31_536_000;
const LOG_EVERY_MS = 1_000;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers everything under /hls, straight on Node's server: no framework stands between a segment and its socket. */
export function createMediaHandler(rules: PlaybackRules, files: StoredFiles, log: Logger): Handler {
  let loggedAt = -Infinity;
  return (request, response) => {
    serve(rules, files, request, response).catch((error: unknown) => {
      if (error instanceof NotStored) return refuse(response, 404, "There is no such file.");
      // When the database or the storage is away every request fails alike: one line a second tells as much.
      if (performance.now() - loggedAt > LOG_EVERY_MS) {
        loggedAt = performance.now();
        log.error({ err: error, path: request.url?.replace(/~[^/]+/, "~") }, "media could not be served");
      }
      if (response.headersSent) response.destroy();
      else refuse(response, 503, "This cannot be played right now.", { "retry-after": "2" });
    });
  };
}

async function serve(
  rules: PlaybackRules,
  files: StoredFiles,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === "OPTIONS") {
    response.writeHead(204, {
      ...MEDIA_HEADERS,
      "access-control-allow-methods": "GET, HEAD",
      "access-control-allow-headers": "Range, If-None-Match",
      "access-control-max-age": "86400",
    });
    return void response.end();
  }
  if (request.method !== "GET" && request.method !== "HEAD")
    return refuse(response, 405, "Media can only be read.", { allow: "GET, HEAD, OPTIONS" });

  const [pathname = "", query = ""] = (request.url ?? "").split("?", 2);
  const path = parseMediaPath(pathname);
  if (!path) return refuse(response, 404, "There is no such file.");
  if (path.target.kind === "original") return serveOriginal(rules, files, request, response, path);
  const { video, availability } = await rules.find(path.hash, path.token);
  if (!video) return refuse(response, 404, "There is no such file.");

  const { target } = path;
  if (target.kind === "file") return serveFile(files, request, response, path, video, target, query);
  if (target.kind === "poster") return servePoster(files, request, response, path, video, target.key);
  if (availability !== "playable") return refuse(response, 404, "There is no such file.");
  if (target.kind === "master") return serveMaster(rules, request, response, path, video);
  if (target.kind === "chapters") {
    const text = writeChapters(video.chapters, video.durationSeconds);
    return sendText(request, response, text, `${audience(path)}, max-age=2`, VTT_TYPE);
  }
  if (target.kind === "captions") return serveCaptions(files, request, response, path, video, target);
  return servePlaylist(rules, files, request, response, path, video, target);
}

function serveFile(
  files: StoredFiles,
  request: IncomingMessage,
  response: ServerResponse,
  path: MediaPath,
  video: PlaybackVideo,
  file: VersionedFile,
  query: string,
): Promise<void> | void {
  // Posters are made before the first version can play, and shown while it is prepared.
  if (file.version > video.version && !file.key.includes("/posters/"))
    return refuse(response, 404, "There is no such file.");
  const download = file.key.includes("/mp4/") && /(?:^|&)download=1(?:&|$)/.test(query);
  const label = file.key.slice(file.key.lastIndexOf("/") + 1);
  return files.send(request, response, `assets/${video.id}/${file.key}`, {
    ...MEDIA_HEADERS,
    "content-type": file.contentType,
    "cache-control": forever(path),
    ...(download ? { "content-disposition": `attachment; filename="${video.hash}-${label}"` } : {}),
  });
}

/** A poster somebody chose; its address is never used for another picture. */
function servePoster(
  files: StoredFiles,
  request: IncomingMessage,
  response: ServerResponse,
  path: MediaPath,
  video: PlaybackVideo,
  key: string,
): Promise<void> {
  return files.send(request, response, `assets/${video.id}/${key}`, {
    ...MEDIA_HEADERS,
    "content-type": "image/jpeg",
    "cache-control": forever(path),
  });
}

/** Captions the video has now: those that were deleted or replaced are gone. */
function serveCaptions(
  files: StoredFiles,
  request: IncomingMessage,
  response: ServerResponse,
  path: MediaPath,
  video: PlaybackVideo,
  { name, playlist }: CaptionsTarget,
): Promise<void> | void {
  if (!video.captions.some(({ id, revision }) => `${id}-${revision}` === name))
    return refuse(response, 404, "There is no such file.");
  if (playlist) {
    const text = subtitlePlaylist(`../${name}.vtt`, Math.max(1, video.durationSeconds ?? 1));
    return sendText(request, response, text, `${audience(path)}, max-age=2`);
  }
  return files.send(request, response, `assets/${video.id}/captions/${name}.vtt`, {
    ...MEDIA_HEADERS,
    "content-type": VTT_TYPE,
    "cache-control": `${audience(path)}, max-age=10`,
  });
}

/** The uploaded file as it came: always a download, never a document of this origin. */
async function serveOriginal(
  rules: PlaybackRules,
  files: StoredFiles,
  request: IncomingMessage,
  response: ServerResponse,
  path: MediaPath,
): Promise<void> {
  const original = await rules.original(path.hash, path.token);
  if (!original) return refuse(response, 404, "There is no such file.");
  const plain = original.fileName.replaceAll(/[^A-Za-z0-9 ._-]+/g, "_").slice(-100) || "original";
  // RFC 6266 §4.3, RFC 8187: what encodeURIComponent leaves as it is and the RFC does not allow.
  const exact = encodeURIComponent(original.fileName.toWellFormed().slice(-200)).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return files.send(request, response, original.key, {
    ...MEDIA_HEADERS,
    "content-type": "application/octet-stream",
    "content-security-policy": "default-src 'none'; sandbox",
    "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${exact}`,
    "cache-control": "private, no-store",
  });
}

async function serveMaster(
  rules: PlaybackRules,
  request: IncomingMessage,
  response: ServerResponse,
  path: MediaPath,
  video: PlaybackVideo,
): Promise<void> {
  const set = await rules.playable(video);
  if (!set) return refuse(response, 404, "There is no such file.");
  sendText(request, response, writeMaster(video.version, set, video.captions), `${audience(path)}, max-age=2`);
}

async function servePlaylist(
  rules: PlaybackRules,
  files: StoredFiles,
  request: IncomingMessage,
  response: ServerResponse,
  path: MediaPath,
  video: PlaybackVideo,
  { version, label }: { version: number; label: string },
): Promise<void> {
  if (version > video.version) return refuse(response, 404, "There is no such file.");
  const rendition = (await rules.renditions(video, version)).find((candidate) => candidate.label === label);
  if (!rendition) return refuse(response, 404, "There is no such file.");
  if (rendition.complete) {
    return files.send(request, response, `assets/${video.id}/v${version}/${label}/index.m3u8`, {
      ...MEDIA_HEADERS,
      "content-type": PLAYLIST_TYPE,
      "cache-control": forever(path),
    });
  }
  if (rendition.grown.length === 0) return refuse(response, 404, "There is no such file.");
  sendText(request, response, writeGrowing(rendition), `${audience(path)}, max-age=1`);
}

// What a pass opened must not reach others through a shared cache.
const audience = ({ token }: MediaPath) => (token === null ? "public" : "private");
const forever = (path: MediaPath) => `${audience(path)}, max-age=${YEAR_SECONDS}, immutable`;

function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  cacheControl: string,
  contentType = PLAYLIST_TYPE,
): void {
  const body = Buffer.from(text, "utf8");
  response.writeHead(200, {
    ...MEDIA_HEADERS,
    "content-type": contentType,
    "cache-control": cacheControl,
    "content-length": body.length,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

function refuse(response: ServerResponse, status: number, message: string, headers: OutgoingHttpHeaders = {}): void {
  const body = JSON.stringify({ message });
  response.writeHead(status, {
    ...MEDIA_HEADERS,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    ...headers,
  });
  response.end(body);
}
