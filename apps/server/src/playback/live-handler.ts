import type { IncomingMessage, ServerResponse } from "node:http";
import type { Services } from "../context.ts";
import type { Audience } from "./audience.ts";
import { liveDelivery } from "./delivered-kind.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Gate } from "./gate/gate.ts";
import { mayReadMedia } from "./gate/media-gate.ts";
import { needsInitInSegments, withInitInSegments } from "./init-in-segments.ts";
import { answer, kept, refuse, send, sendFile, sendNow, sendPlaylist } from "./live-answers.ts";
import { encryptedMaster, withSegmentVectors } from "./live-encryption.ts";
import { initIn, isClearLiveMedia, parseLivePath, type LiveFileTarget, type LivePath } from "./live-paths.ts";
import type { LiveAnswer, LiveSource } from "./live-source.ts";
import { LiveViews } from "./live-views.ts";
import { MANIFEST_TYPE } from "./manifests.ts";
import { fileHeaders } from "./media-headers.ts";
import type { PlaybackRules } from "./playback-rules.ts";
import type { PlaybackStream, PlaybackStreams } from "./playback-streams.ts";
import { LIVE_PASS_SECONDS, mayEnd, streamAvailability } from "./playback-streams.ts";
import { PlaylistAnswer } from "./playlist-answer.ts";
import type { StoredFiles } from "./stored-files.ts";

/** Delivery directives in a playlist's URL (RFC 8216bis §6.2.5): numbers, and whether it may be a delta update. */
const NUMBERS = ["_HLS_msn", "_HLS_part"] as const;
const SKIP = "_HLS_skip";
const SKIPS = new Set(["YES", "v2"]);
/** What the live role answers with 400, as it does any other value that is no number. */
const NO_NUMBER = "none";
/** The answer about a stream that is not on air when no live role has it. */
const NOTHING: LiveAnswer = { status: 404, body: Buffer.alloc(0) };
const ENCRYPTED = "This livestream's segments are encrypted. Its playlist lists them.";

/** Handles requests for livestreams under /hls; false for all others, which the next handler answers. */
export type LiveHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

type Next = (request: IncomingMessage, response: ServerResponse) => void;

/** What counts viewers, and what they are sent. */
interface Counts {
  audience: Audience;
  deliveries: Deliveries;
}

/** What requests are answered from. */
interface Serving {
  rules: Pick<PlaybackRules, "find" | "isMemberOf">;
  gate: Gate;
  streams: PlaybackStreams;
  source: LiveSource;
  files: StoredFiles;
  counts: Counts;
  playlists: PlaylistAnswer;
  views: LiveViews;
  next: Next;
}

/** Makes the handler in front of the one for videos; `next` gets what is theirs of the addresses that both have. */
export function createLiveHandler(
  rules: Pick<PlaybackRules, "find" | "isMemberOf">,
  gate: Gate,
  streams: PlaybackStreams,
  source: LiveSource,
  files: StoredFiles,
  counts: Counts,
  { log, secrets }: Pick<Services, "log" | "secrets">,
  next: Next,
): LiveHandler {
  const views = new LiveViews(source, secrets.playbackKey);
  const serving = { rules, gate, streams, source, files, counts, playlists: new PlaylistAnswer(), views, next };
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const url = request.url ?? "";
    const asks = url.indexOf("?");
    const path = parseLivePath(asks < 0 ? url : url.slice(0, asks));
    if (!path) return false;
    const query = asks < 0 ? "" : url.slice(asks + 1);
    answer(response, serve(serving, request, response, { ...path, query }), log);
    return true;
  };
}

type AskedPath = LivePath & { query: string };

async function serve(
  serving: Serving,
  request: IncomingMessage,
  response: ServerResponse,
  path: AskedPath,
): Promise<void> {
  const { rules, gate, streams, source, files, counts, playlists, views, next } = serving;
  const { hash, pass, target, query } = path;
  // Videos and livestreams share these addresses. An unknown id may be either, also while the database is unavailable.
  const isShared = target.kind === "master" || target.kind === "manifest";
  const isVideo = isShared && (await rules.find(hash, pass).catch(() => null))?.video;
  if (isVideo) return next(request, response);
  const stream = await (isShared ? streams.find(hash).catch(() => null) : streams.find(hash));
  if (!stream && (isShared || (pass !== null && target.kind !== "picture"))) return next(request, response);
  if (!stream) return refuse(response, 404);
  const isMember = stream.profileId !== null && (await rules.isMemberOf(stream, pass));
  if (!isMember && !(await mayReadStream(gate, request, response, stream, path))) return;
  const item = { kind: "stream" as const, id: stream.id, projectId: stream.projectId };
  counts.deliveries.note(request, response, item, { hash, pass }, liveDelivery(path.rest));
  if (target.kind === "picture")
    return files.send(request, response, `live/${stream.id}/${target.file}`, kept("image/jpeg", pass));
  const encrypts = !isMember && (await gate.encrypts(stream.profileId));
  if (encrypts && isClearLiveMedia(target)) return refuse(response, 404, ENCRYPTED);
  const availability = streamAvailability(stream);
  const isOnAir = availability === "playable";
  // Players that watched when it ended read that in the list they have, and only there.
  const mayFollow = target.kind === "file" || target.kind === "manifest" || target.kind === "key";
  if (!isOnAir && !(mayFollow && mayEnd(stream))) return refuse(response, availability === "starting" ? 503 : 404);
  countSent(request, response, counts.audience, hash);
  if (target.kind === "key")
    return send(request, response, views.key(stream), fileHeaders("application/octet-stream", "private, no-store"));
  if (target.kind === "now") return sendNow(request, response, source.picture(stream), pass);
  if (target.kind === "master") {
    const asking = source.playlist(stream, "master.m3u8", "", null);
    return sendPlaylist(request, response, playlists, asking, encrypts ? encryptedMaster : null);
  }
  if (target.kind === "file" && !target.file.endsWith(".m3u8")) {
    const init = target.view === null && !target.encrypted ? initIn(query) : null;
    const sources = { source, views, files: isOnAir ? files : null };
    return sendFile(request, response, sources, stream, { ...target, pass, init });
  }
  return sendList(serving, request, response, stream, { ...path, target }, isOnAir);
}

/** Sends a media playlist or a manifest, which shows that a viewer watches. */
async function sendList(
  { rules, source, counts, playlists }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
  stream: PlaybackStream,
  { hash, pass, target, query }: AskedPath & { target: LiveFileTarget | { kind: "manifest" } },
  isOnAir: boolean,
): Promise<void> {
  if (isOnAir && !(pass !== null && (await rules.isMemberOf(stream, pass)))) countViewer(counts, request, hash);
  const asking = source.playlist(stream, playlistOf(target), directives(query), counts.audience.of(hash));
  const known = isOnAir ? asking : asking.then((found) => found ?? NOTHING);
  if (target.kind === "manifest") return sendPlaylist(request, response, playlists, known, null, MANIFEST_TYPE);
  return sendPlaylist(request, response, playlists, known, rewriteOf(target, request));
}

/** What is changed in a media playlist for its reader; null for nothing. */
function rewriteOf(
  { file, view, encrypted }: LiveFileTarget,
  request: IncomingMessage,
): ((playlist: string) => string) | null {
  if (encrypted) return (playlist) => withSegmentVectors(playlist, view === null ? file : `${view}/${file}`);
  if (view === null && needsInitInSegments(request)) return (playlist) => withInitInSegments(playlist, file);
  return null;
}

/** The name of a list at the live role. Those of a view name the same files as the rung's own, relative to the view's folder. */
function playlistOf(target: LiveFileTarget | { kind: "manifest" }): string {
  if (target.kind === "manifest") return "manifest.mpd";
  return target.view === "key-frames" ? target.file.replace(/index\.m3u8$/, "key-frames.m3u8") : target.file;
}

/** Counts who requests a playlist and is no member: reports leave out the own team, too. */
const countViewer = ({ audience }: Counts, request: IncomingMessage, hash: string): void =>
  audience.note(hash, audience.viewerOf(request));

/** Whether a request of a caller who is no member may be answered; otherwise it has been. */
async function mayReadStream(
  gate: Gate,
  request: IncomingMessage,
  response: ServerResponse,
  stream: PlaybackStream,
  { rest, query, pass }: AskedPath,
): Promise<boolean> {
  const { profileId } = stream;
  if (profileId === null) return true;
  const item = { ...stream, kind: "stream" as const, profileId, durationSeconds: LIVE_PASS_SECONDS };
  return mayReadMedia(gate, item, request, response, { pass, rest, query });
}

/** Counts the bytes of an answer, also when it is aborted. */
function countSent({ socket }: IncomingMessage, response: ServerResponse, audience: Audience, hash: string): void {
  const before = socket.bytesWritten;
  response.once("close", () => audience.sent(hash, socket.bytesWritten - before));
}

/** The directives of a query in a fixed order and form, so that equal requests share one question. */
function directives(query: string): string {
  if (query === "") return "";
  const asked = new URLSearchParams(query);
  const known = new URLSearchParams();
  for (const name of NUMBERS) {
    const value = asked.get(name);
    if (value !== null) known.set(name, /^[0-9]{1,12}$/.test(value) ? String(Number(value)) : NO_NUMBER);
  }
  const skip = asked.get(SKIP);
  if (skip !== null && SKIPS.has(skip)) known.set(SKIP, skip);
  return known.toString();
}
