import type { IncomingMessage, ServerResponse } from "node:http";
import { STREAM_PICTURE_KINDS } from "@kinora/domain/live/stream-pictures.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import type { Logger } from "../platform/log.ts";
import type { Audience } from "./audience.ts";
import { liveDelivery } from "./delivered-kind.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Gate } from "./gate/gate.ts";
import { mayReadMedia } from "./gate/media-gate.ts";
import { needsInitInSegments, withInitInSegments } from "./init-in-segments.ts";
import type { LiveAnswer, LiveFile, LiveSource } from "./live-source.ts";
import { KEPT, MEDIA_HEADERS, fileHeaders, type FlatHeaders } from "./media-headers.ts";
import { HASH, PASS } from "./paths.ts";
import type { PlaybackRules } from "./playback-rules.ts";
import type { PlaybackStream, PlaybackStreams } from "./playback-streams.ts";
import { LIVE_PASS_SECONDS, mayEnd, streamAvailability } from "./playback-streams.ts";
import { PlaylistAnswer } from "./playlist-answer.ts";
import { PLAYLIST_TYPE } from "./playlists.ts";
import { sendBytes, sendPieces, type StoredFiles } from "./stored-files.ts";

const FILE =
  "init-[0-9]{1,9}\\.mp4|loop-[A-Za-z0-9_-]{4,64}-[0-9]{1,9}(?:-[0-9]{1,6}-[0-9]{1,15}(?:-entry)?\\.m4s|\\.mp4)|slate-[0-9a-f]{10}\\.mp4|slate-[0-9a-f]{10}-[0-9]{1,4}-[0-9]{1,15}\\.m4s|[0-9]{1,12}(?:\\.[0-9]{1,6})?\\.m4s";
/** The playlist and the segments of automatic captions. */
const CAPTIONS = "captions/(?:index\\.m3u8|[0-9]{1,12}\\.vtt)";
const ADDRESS = new RegExp(
  `^/hls/(?:~(${PASS})/)?(${HASH})/(?:(master\\.m3u8)|(picture\\.jpg)|((?:[1-9][0-9]{0,4}p|source)/(?:index\\.m3u8|${FILE})|${CAPTIONS}))$`,
);
/** An initialization segment below the stream's folder, as a segment's query names it. */
const INIT = new RegExp(`^(?:[1-9][0-9]{0,4}p|source)/(?:${FILE})$`);
/** A livestream's own picture: served whether or not it is on air. */
const PICTURE = new RegExp(
  `^/hls/(?:~(${PASS})/)?(${HASH})/(pictures/(?:${STREAM_PICTURE_KINDS.join("|")})-[0-9]{1,15}\\.jpg)$`,
);
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
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const url = request.url ?? "";
    const asks = url.indexOf("?");
    const path = asks < 0 ? url : url.slice(0, asks);
    const [, pass = null, hash, master, now, file] = ADDRESS.exec(path) ?? [];
    const [, picturePass = null, pictured, picture] = PICTURE.exec(path) ?? [];
    const query = asks < 0 ? "" : url.slice(asks + 1);
    const mayRead = (stream: PlaybackStream, withPass: string | null, asked: string) =>
      mayReadStream({ rules, gate, counts }, request, response, stream, { path, query, pass: withPass, asked });
    if (pictured !== undefined && picture !== undefined) {
      const send = async () => {
        const stream = await streams.find(pictured);
        if (!stream) return refuse(response, 404);
        if (await mayRead(stream, picturePass, picture))
          await files.send(request, response, `live/${stream.id}/${picture}`, kept("image/jpeg", picturePass));
      };
      answer(response, send(), log);
      return true;
    }
    if (hash === undefined) return false;
    const serve = async () => {
      // Videos and livestreams share this URL. An unknown id may be either, also while the database is unavailable.
      const isVideo = master && (await rules.find(hash, pass).catch(() => null))?.video;
      if (isVideo) return next(request, response);
      const stream = await (master ? streams.find(hash).catch(() => null) : streams.find(hash));
      if (!stream) return master || pass !== null ? next(request, response) : refuse(response, 404);
      if (!(await mayRead(stream, pass, now ?? file ?? master ?? ""))) return;
      const availability = streamAvailability(stream);
      const isOnAir = availability === "playable";
      // Players that watched when it ended read that in the playlist they have, and only there.
      if (!isOnAir && (file === undefined || !mayEnd(stream)))
        return refuse(response, availability === "starting" ? 503 : 404);
      countSent(request, response, counts.audience, hash);
      if (master) return sendPlaylist(request, response, playlists, source.playlist(stream, "master.m3u8", "", null));
      if (now) return sendNow(request, response, source.picture(stream), pass);
      if (file === undefined) return refuse(response, 404);
      const kept = isOnAir ? files : null;
      if (!file.endsWith(".m3u8"))
        return sendFile(request, response, source, kept, stream, { file, pass, init: initIn(query) });
      if (isOnAir && !(pass !== null && (await rules.isMemberOf(stream, pass)))) countViewer(counts, request, hash);
      const asking = source.playlist(stream, file, directives(query), counts.audience.of(hash));
      const answer = isOnAir ? asking : asking.then((known) => known ?? NOTHING);
      return sendPlaylist(request, response, playlists, answer, needsInitInSegments(request) ? file : null);
    };
    answer(response, serve(), log);
    return true;
  };
}

/** Counts who requests a playlist and is no member: reports leave out the own team, too. */
const countViewer = ({ audience }: Counts, request: IncomingMessage, hash: string): void =>
  audience.note(hash, audience.viewerOf(request));

interface AskedFile {
  path: string;
  query: string;
  pass: string | null;
  /** Below the stream's folder. */
  asked: string;
}

/** Whether a request for media of a stream may be answered; otherwise it has been. Members need no pass of a viewer. */
async function mayReadStream(
  { rules, gate, counts }: { rules: Pick<PlaybackRules, "isMemberOf">; gate: Gate; counts: Counts },
  request: IncomingMessage,
  response: ServerResponse,
  stream: PlaybackStream,
  { path, query, pass, asked }: AskedFile,
): Promise<boolean> {
  const { hash, profileId } = stream;
  if (profileId !== null && !(await rules.isMemberOf(stream, pass))) {
    const rest = path.slice(path.indexOf(`/${hash}/`) + hash.length + 2);
    const item = { ...stream, kind: "stream" as const, profileId, durationSeconds: LIVE_PASS_SECONDS };
    if (!(await mayReadMedia(gate, item, request, response, { pass, rest, query }))) return false;
  }
  const item = { kind: "stream" as const, id: stream.id, projectId: stream.projectId };
  counts.deliveries.note(request, response, item, { hash, pass }, liveDelivery(asked));
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
): Promise<void> {
  const body = bodyOf(response, await asking);
  if (!body) return;
  const text = startsOf === null ? body : Buffer.from(withInitInSegments(body.toString("utf8"), startsOf));
  await playlists.text(request, response, text, fileHeaders(PLAYLIST_TYPE, PLAYLIST_CACHE));
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
  pass: string | null;
  /** The initialization segment that is sent in front of it; null for none. */
  init: string | null;
}

async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  source: LiveSource,
  files: StoredFiles | null,
  stream: PlaybackStream,
  { file, pass, init }: SentFile,
): Promise<void> {
  const headers = kept(typeOf(file), pass);
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

/** The initialization segment that a segment's query names; null for none. */
function initIn(query: string): string | null {
  const init = query === "" ? null : new URLSearchParams(query).get("init");
  return init !== null && init.endsWith(".mp4") && INIT.test(init) ? init : null;
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
