import type { IncomingMessage, ServerResponse } from "node:http";
import { NotStored } from "@kinora/storage/errors.ts";
import type { Logger } from "../platform/log.ts";
import type { LiveFileTarget } from "./live-paths.ts";
import type { LiveAnswer, LiveFile, LiveSource } from "./live-source.ts";
import type { LiveViews } from "./live-views.ts";
import { fileHeaders, KEPT, MEDIA_HEADERS, type FlatHeaders } from "./media-headers.ts";
import type { PlaybackStream } from "./playback-streams.ts";
import type { PlaylistAnswer } from "./playlist-answer.ts";
import { PLAYLIST_TYPE } from "./playlists.ts";
import { sendBytes, sendPieces, type StoredFiles } from "./stored-files.ts";

// A blocking playlist reload must not be cached: it would be stale.
const PLAYLIST_CACHE = "no-store";

/** Logs and answers errors. */
export function answer(response: ServerResponse, serving: Promise<void>, log: Logger): void {
  serving.catch((error: unknown) => {
    // A file may also be deleted after its headers were sent.
    if (error instanceof NotStored && !response.headersSent) return refuse(response, 404);
    log.error({ err: error }, "could not serve live media");
    if (response.headersSent) response.destroy();
    else refuse(response, 503);
  });
}

/** Sends a playlist or a manifest of the live role. @param rewrite what is changed for its reader; null for nothing */
export async function sendPlaylist(
  request: IncomingMessage,
  response: ServerResponse,
  playlists: PlaylistAnswer,
  asking: Promise<LiveAnswer | null>,
  rewrite: ((playlist: string) => string) | null = null,
  contentType = PLAYLIST_TYPE,
): Promise<void> {
  const body = bodyOf(response, await asking);
  if (!body) return;
  const text = rewrite === null ? body : Buffer.from(rewrite(body.toString("utf8")));
  await playlists.text(request, response, text, fileHeaders(contentType, PLAYLIST_CACHE));
}

/** A picture of what is on air. */
export async function sendNow(
  request: IncomingMessage,
  response: ServerResponse,
  asking: Promise<LiveAnswer | null>,
  pass: string | null,
): Promise<void> {
  const body = bodyOf(response, await asking);
  if (body) send(request, response, body, kept("image/jpeg", pass));
}

/** Sends the live role's answer; where there is none, an error is answered and null returned. */
function bodyOf(response: ServerResponse, answer: LiveAnswer | null): Buffer | null {
  if (answer?.status === 200) return answer.body;
  refuse(response, answer?.status === 400 || answer?.status === 404 ? answer.status : 503);
  return null;
}

interface SentFile extends Pick<LiveFileTarget, "file" | "view" | "encrypted"> {
  pass: string | null;
  /** The initialization segment that is sent in front of it; null for none. */
  init: string | null;
}

interface FileSources {
  source: LiveSource;
  views: LiveViews;
  /** Null while only the live role may answer. */
  files: StoredFiles | null;
}

/** Sends a segment, a part or an initialization segment, or what is derived of it. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { source, views, files }: FileSources,
  stream: PlaybackStream,
  { file, view, encrypted, pass, init }: SentFile,
): Promise<void> {
  const headers = kept(typeOf(file), pass);
  if (view !== null || encrypted) {
    const etag = `"${stream.id}/${view ?? ""}/${file}${encrypted ? "-aes" : ""}"`;
    const derived = await views.read(stream, { view, encrypted }, file, files);
    return sendDerived(request, response, derived, { etag, headers });
  }
  const found = await source.file(stream, file);
  const bytes = bytesOf(found);
  // Names are never used again in a stream's life, so a name identifies its bytes.
  const name = `${stream.id}/${file}`;
  if (init === null && bytes) return sendBytes(request, response, { bytes, etag: `"${name}"` }, headers);
  if (!bytes && !files) return refuse(response, 404);
  if (init === null)
    return orAway(response, [found], async () => files?.send(request, response, `live/${name}`, headers));
  const first = await source.file(stream, init);
  await orAway(response, [found, first], async () => {
    const start = bytesOf(first) ?? (await files?.read(`live/${stream.id}/${init}`))?.bytes;
    if (!start) return refuse(response, 404);
    const etag = `"${name}+${init}"`;
    if (bytes) return sendPieces(request, response, [start, bytes], etag, headers);
    return files?.sendBehind(request, response, { bytes: start, etag }, `live/${name}`, headers);
  });
}

/** Sends what is derived of a file. */
function sendDerived(
  request: IncomingMessage,
  response: ServerResponse,
  found: LiveFile,
  { etag, headers }: { etag: string; headers: FlatHeaders },
): void {
  const bytes = bytesOf(found);
  if (bytes) return sendBytes(request, response, { bytes, etag }, headers);
  refuse(response, found === "missing" ? 404 : 503);
}

/** The media type of a file. */
function typeOf(file: string): string {
  if (file.endsWith(".vtt")) return "text/vtt; charset=utf-8";
  return file.endsWith(".mp4") ? "video/mp4" : "video/iso.segment";
}

const bytesOf = (file: LiveFile): Buffer | null => (typeof file === "string" ? null : file);

/** Sends stored files: what is not stored may be in the memory of a live role that did not say, while its stream moves. */
async function orAway(
  response: ServerResponse,
  found: readonly LiveFile[],
  work: () => Promise<void> | undefined,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof NotStored) || response.headersSent || !found.includes("unknown")) throw error;
    refuse(response, 503);
  }
}

// Responses to requests with a pass must not be stored by shared caches.
export const kept = (type: string, pass: string | null) =>
  fileHeaders(type, KEPT[pass === null ? "public" : "private"]);

/** Sends bytes whole. */
export function send(request: IncomingMessage, response: ServerResponse, body: Buffer, headers: FlatHeaders): void {
  response.writeHead(200, [...headers, "content-length", String(body.length)]);
  response.end(request.method === "HEAD" ? undefined : body);
}

/** Answers without media. @param message says why; null for the usual sentence */
export function refuse(response: ServerResponse, status: number, message: string | null = null): void {
  const usual = status === 404 ? "Stream is not active." : "This cannot be played right now.";
  const body = JSON.stringify({ message: message ?? usual });
  response.writeHead(status, [
    ...MEDIA_HEADERS,
    "content-type",
    "application/json; charset=utf-8",
    "cache-control",
    "no-store",
    ...(status === 503 ? ["retry-after", "1"] : []),
  ]);
  response.end(body);
}
