import type { IncomingMessage, ServerResponse } from "node:http";
import { STREAM_PICTURE_KINDS } from "@kinora/domain/streamPictures.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import type { Logger } from "../platform/log.ts";
import type { Audience } from "./audience.ts";
import type { LiveAnswer, LiveSource } from "./live-source.ts";
import { KEPT, MEDIA_HEADERS, fileHeaders } from "./media-headers.ts";
import { HASH } from "./paths.ts";
import type { PlaybackRules } from "./playback-rules.ts";
import type { PlaybackStream, PlaybackStreams } from "./playback-streams.ts";
import { mayEnd, streamAvailability } from "./playback-streams.ts";
import { PlaylistAnswer } from "./playlist-answer.ts";
import { PLAYLIST_TYPE } from "./playlists.ts";
import { sendBytes, type StoredFiles } from "./stored-files.ts";

const FILE =
  "init-[0-9]{1,9}\\.mp4|loop-[A-Za-z0-9_-]{4,64}-[0-9]{1,9}(?:-[0-9]{1,6}-[0-9]{1,15}(?:-entry)?\\.m4s|\\.mp4)|slate-[0-9a-f]{10}\\.mp4|slate-[0-9a-f]{10}-[0-9]{1,4}-[0-9]{1,15}\\.m4s|[0-9]{1,12}(?:\\.[0-9]{1,6})?\\.m4s";
const ADDRESS = new RegExp(
  `^/hls/(${HASH})/(?:(master\\.m3u8)|(picture\\.jpg)|((?:[1-9][0-9]{0,4}p|source)/(?:(index\\.m3u8)|${FILE})))$`,
);
/** A picture of a livestream's own: there whether or not it is on air. */
const PICTURE = new RegExp(`^/hls/(${HASH})/(pictures/(?:${STREAM_PICTURE_KINDS.join("|")})-[0-9]{1,15}\\.jpg)$`);
/** What a player says in a playlist's address (RFC 8216bis §6.2.5). */
const DIRECTIVES = ["_HLS_msn", "_HLS_part", "_HLS_skip"] as const;
// Held back until there is something new: kept by anybody it would be old.
const PLAYLIST_CACHE = "no-store";
/** What a live role that is not there answers about a stream that is not on air. */
const NOTHING: LiveAnswer = { status: 404, body: Buffer.alloc(0) };

/** Answers what is a livestream's under /hls; false for what is not, which is then somebody else's to answer. */
export type LiveHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Makes the handler in front of the one for videos; `next` gets the master playlists that turn out to be videos'. */
export function createLiveHandler(
  rules: Pick<PlaybackRules, "find">,
  streams: PlaybackStreams,
  source: LiveSource,
  files: StoredFiles,
  audience: Audience,
  log: Logger,
  next: (request: IncomingMessage, response: ServerResponse) => void,
): LiveHandler {
  const playlists = new PlaylistAnswer();
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const url = request.url ?? "";
    const asks = url.indexOf("?");
    const path = asks < 0 ? url : url.slice(0, asks);
    const [, hash, master, now, file, playlist] = ADDRESS.exec(path) ?? [];
    const [, pictured, picture] = PICTURE.exec(path) ?? [];
    if (pictured !== undefined && picture !== undefined) {
      answer(response, sendPicture(request, response, streams, files, pictured, picture), log);
      return true;
    }
    if (hash === undefined) return false;
    const query = asks < 0 ? "" : url.slice(asks + 1);
    const serve = async () => {
      // Videos and livestreams share this one address. What is not known may be either, also while the database is away.
      const isVideo = master && (await rules.find(hash, null).catch(() => null))?.video;
      if (isVideo) return next(request, response);
      const stream = await (master ? streams.find(hash).catch(() => null) : streams.find(hash));
      if (!stream) return master ? next(request, response) : refuse(response, 404);
      const isOnAir = streamAvailability(stream) === "playable";
      // Players that were there when it ended read so in the playlist they have, and only there.
      if (!isOnAir && (file === undefined || !mayEnd(stream))) return refuse(response, 404);
      countSent(request, response, audience, hash);
      if (master) return sendPlaylist(request, response, playlists, source.playlist(stream, "master.m3u8", "", null));
      if (now) return sendNow(request, response, source.picture(stream));
      if (file === undefined) return refuse(response, 404);
      if (playlist === undefined) return sendFile(request, response, source, isOnAir ? files : null, stream, file);
      if (isOnAir) audience.note(hash, audience.viewerOf(request));
      const asking = source.playlist(stream, file, directives(query), audience.of(hash));
      const answer = isOnAir ? asking : asking.then((known) => known ?? NOTHING);
      return sendPlaylist(request, response, playlists, answer);
    };
    answer(response, serve(), log);
    return true;
  };
}

/** What one answer takes on its connection counts, also when it is broken off. */
function countSent({ socket }: IncomingMessage, response: ServerResponse, audience: Audience, hash: string): void {
  const before = socket.bytesWritten;
  response.once("close", () => audience.sent(hash, socket.bytesWritten - before));
}

/** Whatever goes wrong on the way is told. */
function answer(response: ServerResponse, serving: Promise<void>, log: Logger): void {
  serving.catch((error: unknown) => {
    if (error instanceof NotStored) return refuse(response, 404);
    log.error({ err: error }, "live media could not be served");
    if (response.headersSent) response.destroy();
    else refuse(response, 503);
  });
}

async function sendPicture(
  request: IncomingMessage,
  response: ServerResponse,
  streams: PlaybackStreams,
  files: StoredFiles,
  hash: string,
  picture: string,
): Promise<void> {
  const stream = await streams.find(hash);
  if (!stream) return refuse(response, 404);
  await files.send(request, response, `live/${stream.id}/${picture}`, fileHeaders("image/jpeg", KEPT.public));
}

async function sendPlaylist(
  request: IncomingMessage,
  response: ServerResponse,
  playlists: PlaylistAnswer,
  asking: Promise<LiveAnswer | null>,
): Promise<void> {
  const body = bodyOf(response, await asking);
  if (body) await playlists.text(request, response, body, fileHeaders(PLAYLIST_TYPE, PLAYLIST_CACHE));
}

/** A picture of what is on air. */
async function sendNow(
  request: IncomingMessage,
  response: ServerResponse,
  asking: Promise<LiveAnswer | null>,
): Promise<void> {
  const body = bodyOf(response, await asking);
  if (body) send(request, response, body, "image/jpeg", KEPT.public);
}

/** What the live role answered; null where it did not, which is said then. */
function bodyOf(response: ServerResponse, answer: LiveAnswer | null): Buffer | null {
  if (answer?.status === 200) return answer.body;
  refuse(response, answer?.status === 400 || answer?.status === 404 ? answer.status : 503);
  return null;
}

async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  source: LiveSource,
  files: StoredFiles | null,
  stream: PlaybackStream,
  file: string,
): Promise<void> {
  const type = file.endsWith(".mp4") ? "video/mp4" : "video/iso.segment";
  const bytes = await source.file(stream, file);
  // Names are never used again in a stream's life, so a name identifies its bytes.
  if (bytes)
    return sendBytes(request, response, { bytes, etag: `"${stream.id}/${file}"` }, fileHeaders(type, KEPT.public));
  if (!files) return refuse(response, 404);
  await files.send(request, response, `live/${stream.id}/${file}`, fileHeaders(type, KEPT.public));
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  type: string,
  cacheControl: string,
): void {
  response.writeHead(200, [...fileHeaders(type, cacheControl), "content-length", String(body.length)]);
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

/** The directives of a query, in one order, so that all who wait for the same ask the same. */
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
