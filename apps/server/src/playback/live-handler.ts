import type { IncomingMessage, ServerResponse } from "node:http";
import { NotStored } from "@kinora/storage/errors.ts";
import type { Logger } from "../platform/log.ts";
import type { Audience } from "./audience.ts";
import { liveDelivery } from "./delivered-kind.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Gate } from "./gate/gate.ts";
import { mayReadMedia } from "./gate/media-gate.ts";
import { needsInitInSegments, withInitInSegments } from "./init-in-segments.ts";
import { initIn, parseLivePath, type LivePath } from "./live-paths.ts";
import type { LiveAnswer, LiveFile, LiveSource } from "./live-source.ts";
import { LiveViews, type LiveView } from "./live-views.ts";
import { MANIFEST_TYPE } from "./manifests.ts";
import { KEPT, MEDIA_HEADERS, fileHeaders, type FlatHeaders } from "./media-headers.ts";
import type { PlaybackRules } from "./playback-rules.ts";
import type { PlaybackStream, PlaybackStreams } from "./playback-streams.ts";
import { LIVE_PASS_SECONDS, mayEnd, streamAvailability } from "./playback-streams.ts";
import { PlaylistAnswer } from "./playlist-answer.ts";
import { PLAYLIST_TYPE } from "./playlists.ts";
import { sendBytes, sendPieces, type StoredFiles } from "./stored-files.ts";

/** Delivery directives in a playlist's URL (RFC 8216bis §6.2.5). */
const DIRECTIVES = ["_HLS_msn", "_HLS_part", "_HLS_skip"] as const;
// A blocking playlist reload must not be cached: it would be stale.
const PLAYLIST_CACHE = "no-store";
/** The answer about a stream that is not on air when no live role has it. */
const NOTHING: LiveAnswer = { status: 404, body: Buffer.alloc(0) };

/** Handles requests for livestreams under /hls; false for all others, which the next handler answers. */
export type LiveHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** What counts viewers, and what they are sent. */
interface Counts {
  audience: Audience;
  deliveries: Deliveries;
}

/** Makes the handler in front of the one for videos; `next` gets the master playlists of videos. */
export function createLiveHandler(
  rules: Pick<PlaybackRules, "find" | "isMemberOf">,
  gate: Gate,
  streams: PlaybackStreams,
  source: LiveSource,
  files: StoredFiles,
  counts: Counts,
  log: Logger,
  next: (request: IncomingMessage, response: ServerResponse) => void,
): LiveHandler {
  const playlists = new PlaylistAnswer();
  const views = new LiveViews(source);
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const url = request.url ?? "";
    const asks = url.indexOf("?");
    const path = parseLivePath(asks < 0 ? url : url.slice(0, asks));
    if (!path) return false;
    const { hash, pass, target } = path;
    const query = asks < 0 ? "" : url.slice(asks + 1);
    const serve = async () => {
      // Videos and livestreams share these addresses. An unknown id may be either, also while the database is unavailable.
      const isShared = target.kind === "master" || target.kind === "manifest";
      const isVideo = isShared && (await rules.find(hash, pass).catch(() => null))?.video;
      if (isVideo) return next(request, response);
      const stream = await (isShared ? streams.find(hash).catch(() => null) : streams.find(hash));
      if (!stream && (isShared || (pass !== null && target.kind !== "picture"))) return next(request, response);
      if (!stream) return refuse(response, 404);
      if (!(await mayReadStream({ rules, gate, counts }, request, response, stream, { ...path, query }))) return;
      if (target.kind === "picture")
        return files.send(request, response, `live/${stream.id}/${target.file}`, kept("image/jpeg", pass));
      const availability = streamAvailability(stream);
      const isOnAir = availability === "playable";
      // Players that watched when it ended read that in the list they have, and only there.
      const mayFollow = target.kind === "file" || target.kind === "manifest";
      if (!isOnAir && !(mayFollow && mayEnd(stream))) return refuse(response, availability === "starting" ? 503 : 404);
      countSent(request, response, counts.audience, hash);
      const isPlaylist = target.kind === "manifest" || (target.kind === "file" && target.file.endsWith(".m3u8"));
      if (target.kind === "file" && !isPlaylist)
        return sendFile(request, response, { source, views, files: isOnAir ? files : null }, stream, {
          ...{ file: target.file, view: target.view, pass },
          init: target.view === null ? initIn(query) : null,
        });
      if (target.kind === "now") return sendNow(request, response, source.picture(stream), pass);
      if (target.kind === "master")
        return sendPlaylist(request, response, playlists, source.playlist(stream, "master.m3u8", "", null));
      if (isOnAir && !(pass !== null && (await rules.isMemberOf(stream, pass)))) countViewer(counts, request, hash);
      const asking = source.playlist(stream, playlistOf(target), directives(query), counts.audience.of(hash));
      const known = isOnAir ? asking : asking.then((found) => found ?? NOTHING);
      if (target.kind === "manifest") return sendPlaylist(request, response, playlists, known, null, MANIFEST_TYPE);
      const startsOf = target.view === null && needsInitInSegments(request) ? target.file : null;
      return sendPlaylist(request, response, playlists, known, startsOf);
    };
    answer(response, serve(), log);
    return true;
  };
}

/** The name of a list at the live role. Those of a view name the same files as the rung's own, relative to the view's folder. */
function playlistOf(target: Extract<LivePath["target"], { kind: "manifest" | "file" }>): string {
  if (target.kind === "manifest") return "manifest.mpd";
  return target.view === "key-frames" ? target.file.replace(/index\.m3u8$/, "key-frames.m3u8") : target.file;
}

/** Counts who requests a playlist and is no member: reports leave out the own team, too. */
const countViewer = ({ audience }: Counts, request: IncomingMessage, hash: string): void =>
  audience.note(hash, audience.viewerOf(request));

type AskedFile = Pick<LivePath, "pass" | "rest"> & { query: string };

/** Whether a request for media of a stream may be answered; otherwise it has been. Members need no pass of a viewer. */
async function mayReadStream(
  { rules, gate, counts }: { rules: Pick<PlaybackRules, "isMemberOf">; gate: Gate; counts: Counts },
  request: IncomingMessage,
  response: ServerResponse,
  stream: PlaybackStream,
  { rest, query, pass }: AskedFile,
): Promise<boolean> {
  const { hash, profileId } = stream;
  if (profileId !== null && !(await rules.isMemberOf(stream, pass))) {
    const item = { ...stream, kind: "stream" as const, profileId, durationSeconds: LIVE_PASS_SECONDS };
    if (!(await mayReadMedia(gate, item, request, response, { pass, rest, query }))) return false;
  }
  const item = { kind: "stream" as const, id: stream.id, projectId: stream.projectId };
  counts.deliveries.note(request, response, item, { hash, pass }, liveDelivery(rest));
  return true;
}

/** Counts the bytes of an answer, also when it is aborted. */
function countSent({ socket }: IncomingMessage, response: ServerResponse, audience: Audience, hash: string): void {
  const before = socket.bytesWritten;
  response.once("close", () => audience.sent(hash, socket.bytesWritten - before));
}

/** Logs and answers errors. */
function answer(response: ServerResponse, serving: Promise<void>, log: Logger): void {
  serving.catch((error: unknown) => {
    // A file may also be deleted after its headers were sent.
    if (error instanceof NotStored && !response.headersSent) return refuse(response, 404);
    log.error({ err: error }, "could not serve live media");
    if (response.headersSent) response.destroy();
    else refuse(response, 503);
  });
}

async function sendPlaylist(
  request: IncomingMessage,
  response: ServerResponse,
  playlists: PlaylistAnswer,
  asking: Promise<LiveAnswer | null>,
  /** The address of a media playlist whose reader needs initialization segments within segments. */
  startsOf: string | null = null,
  contentType = PLAYLIST_TYPE,
): Promise<void> {
  const body = bodyOf(response, await asking);
  if (!body) return;
  const text = startsOf === null ? body : Buffer.from(withInitInSegments(body.toString("utf8"), startsOf));
  await playlists.text(request, response, text, fileHeaders(contentType, PLAYLIST_CACHE));
}

/** A picture of what is on air. */
async function sendNow(
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

interface SentFile {
  /** Below the stream's folder. */
  file: string;
  /** What is shown of it; null for the whole. */
  view: LiveView | null;
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

async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { source, views, files }: FileSources,
  stream: PlaybackStream,
  { file, view, pass, init }: SentFile,
): Promise<void> {
  const headers = kept(typeOf(file), pass);
  if (view !== null)
    return sendView(request, response, await views.read(stream, view, file, files), {
      etag: `"${stream.id}/${view}/${file}"`,
      headers,
    });
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

/** Sends what a view shows of a file. */
function sendView(
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
const kept = (type: string, pass: string | null) => fileHeaders(type, KEPT[pass === null ? "public" : "private"]);

function send(request: IncomingMessage, response: ServerResponse, body: Buffer, headers: FlatHeaders): void {
  response.writeHead(200, [...headers, "content-length", String(body.length)]);
  response.end(request.method === "HEAD" ? undefined : body);
}

function refuse(response: ServerResponse, status: number): void {
  const body = JSON.stringify({
    message: status === 404 ? "Stream is not active." : "This cannot be played right now.",
  });
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

/** The directives of a query in a fixed order, so that equal requests share one question. */
function directives(query: string): string {
  if (query === "") return "";
  const asked = new URLSearchParams(query);
  const known = new URLSearchParams();
  for (const name of DIRECTIVES) {
    const value = asked.get(name);
    if (value !== null && /^[0-9a-zA-Z]{1,12}$/.test(value)) known.set(name, value);
  }
  return known.toString();
}
