import { HEALTH_SPAN_NAMES } from "@kinora/domain/live/health-spans.ts";
import { CLIP_SECONDS } from "@kinora/domain/live/streams.ts";
import { reloadRequest, waitForPlaylist, waitForSegment, waitForTarget } from "@kinora/media/live/blocking-reload.ts";
import { liveManifest } from "@kinora/media/live/live-manifest.ts";
import {
  emptyPart,
  isMissedHint,
  liveMasterPlaylist,
  liveMediaPlaylist,
  wholePlaylist,
} from "@kinora/media/live/live-playlist.ts";
import { momentPlace } from "@kinora/media/live/timeline-moment.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readEdgeAudience } from "../platform/access/audience.ts";
import { NOT_HERE } from "../platform/access/live-answers.ts";
import { serveLiveCaptions } from "./captions/caption-routes.ts";
import type { LiveHost } from "./host/live-host.ts";
import { LiveSnapshots, OLDEST_MS, SNAPSHOT_SUBJECTS } from "./host/live-snapshots.ts";
import type { ServedStream } from "./media/ended-streams.ts";
import { readListed, readNumbered } from "./media/listed-media.ts";
import { serveLiveSounds } from "./media/sound-routes.ts";
import { cutClip, cutClipNow } from "./recordings/clip-cut.ts";

interface FileRoute {
  Params: { hash: string; rung: string; file: string };
  Querystring: { _HLS_msn?: string; _HLS_part?: string; _HLS_skip?: string };
  Headers: { "x-edge"?: string; "x-audience"?: string };
}

const PLAYLIST_TYPE = "application/vnd.apple.mpegurl";
const MANIFEST_TYPE = "application/dash+xml";
const PART = /^(\d{1,12})\.(\d{1,6})\.m4s$/;

/**
 * Serves edges: playlists, delayed until they have the requested part, and media that is not in storage yet. 404 is final: the file
 * does not exist. 421 says that this host does not have the stream, 503 that the file may come.
 */
export function serveLiveMedia(app: FastifyInstance, host: LiveHost): void {
  app.get<{ Params: { hash: string } }>("/live/:hash/master.m3u8", (request, reply) => {
    const onAir = host.find(request.params.hash);
    if (!onAir) return notHere(reply);
    if (onAir.timeline.segments.length === 0) return notYet(reply);
    return reply
      .type(PLAYLIST_TYPE)
      .send(liveMasterPlaylist(onAir.timeline, onAir.captions.track, onAir.sounds.tracks));
  });
  serveManifest(app, host);

  const snapshots = new LiveSnapshots((error) => app.log.warn({ err: error }, "snapshot not taken"));
  app.get<{ Params: { hash: string }; Querystring: { of?: string; for?: string } }>(
    "/live/:hash/picture.jpg",
    async (request, reply) => {
      const onAir = host.find(request.params.hash);
      if (!onAir) return notHere(reply);
      const subject = SNAPSHOT_SUBJECTS.find((known) => known === request.query.of) ?? "on_air";
      const snapshot = await snapshots.read(onAir, subject, request.query.for === "anybody" ? OLDEST_MS : undefined);
      if (!snapshot) return nothing(reply);
      return reply.type("image/jpeg").header("last-modified", snapshot.takenAt.toUTCString()).send(snapshot.picture);
    },
  );

  app.get<{ Params: { hash: string }; Querystring: { span?: string } }>(
    "/live/:hash/history.json",
    (request, reply) => {
      const onAir = host.find(request.params.hash);
      const span = HEALTH_SPAN_NAMES.find((known) => known === request.query.span) ?? "minutes";
      return onAir ? reply.send(onAir.stats.history.list(span, performance.now())) : notHere(reply);
    },
  );

  app.get<{ Params: { hash: string }; Querystring: { seconds?: string; now?: string } }>(
    "/live/:hash/clip.json",
    async (request, reply) => {
      const onAir = host.find(request.params.hash);
      if (!onAir) return notHere(reply);
      const seconds = Math.min(CLIP_SECONDS.max, Math.max(1, Number(request.query.seconds) || 0));
      const cut = await (request.query.now ? cutClipNow : cutClip)(onAir.broadcast.clipSource, seconds);
      return cut ? reply.send(cut) : nothing(reply);
    },
  );

  serveMoments(app, host);
  serveLiveCaptions(app, host);
  serveLiveSounds(app, host);

  app.get<FileRoute>("/live/:hash/:rung/:file", async (request, reply) => {
    const { hash, rung, file } = request.params;
    const served = host.findServed(hash);
    if (!served) return notHere(reply);
    const asked = { served, rung, signal: whileAwaited(request, served) };
    if (file.endsWith(".m3u8")) noteAudience(served, request.headers);
    if (file === "index.m3u8") return sendPlaylist(asked, request.query, reply);
    if (file === wholePlaylist) return sendPlaylist({ ...asked, lists: "whole" }, {}, reply);
    if (file === "key-frames.m3u8") return sendPlaylist({ ...asked, lists: "key_frames" }, {}, reply);
    return sendFile(asked, file, reply);
  });
}

/** Takes the viewers that an edge reports with its request for a list. */
function noteAudience(
  { audience }: Pick<ServedStream, "audience">,
  { "x-edge": edge, "x-audience": report }: FileRoute["Headers"],
): void {
  const known = report ? readEdgeAudience(report) : null;
  if (edge && known) audience.report(edge.slice(0, 64), known);
}

/** Serves the DASH manifest, once there is a whole segment. */
function serveManifest(app: FastifyInstance, host: LiveHost): void {
  app.get<Pick<FileRoute, "Params" | "Headers">>("/live/:hash/manifest.mpd", async (request, reply) => {
    const served = host.findServed(request.params.hash);
    if (!served) return notHere(reply);
    noteAudience(served, request.headers);
    const { timeline } = served;
    const signal = whileAwaited(request, served);
    await waitForTarget(timeline, signal);
    await waitForSegment(timeline, timeline.rungs[0]?.label ?? "", signal);
    if (hasLeft(served)) return notHere(reply);
    const manifest = liveManifest(timeline, Date.now());
    return manifest === null ? notYet(reply) : reply.type(MANIFEST_TYPE).send(manifest);
  });
}

/** Aborts when nobody waits for the answer any more, or the stream is not this host's any more. */
function whileAwaited({ raw }: Pick<FastifyRequest, "raw">, { stopped }: ServedStream): AbortSignal {
  const gone = new AbortController();
  const stop = () => gone.abort();
  // A stream's signal outlives many requests, and is not to remember them.
  stopped.addEventListener("abort", stop);
  if (stopped.aborted) stop();
  raw.once("close", () => {
    stop();
    stopped.removeEventListener("abort", stop);
  });
  return gone.signal;
}

/** Says where the picture of a moment is. */
function serveMoments(app: FastifyInstance, host: LiveHost): void {
  app.get<{ Params: { hash: string }; Querystring: { time?: string; width?: string } }>(
    "/live/:hash/moment.json",
    (request, reply) => {
      const onAir = host.find(request.params.hash);
      const milliseconds = (Number(request.query.time) || 0) * 1_000;
      const moment = milliseconds > 0 ? { atMs: milliseconds } : { behindMs: -milliseconds };
      if (!onAir) return notHere(reply);
      const place = momentPlace(onAir.timeline, moment, Number(request.query.width) || 0);
      if (!place) return nothing(reply);
      if (place === "newest") return reply.send({ newest: true });
      const { atSeconds, ...files } = place;
      return reply.send({ ...files, at_seconds: atSeconds });
    },
  );
}

interface Asked {
  served: ServedStream;
  rung: string;
  signal: AbortSignal;
  /** Parts and segments unless it is said: whole segments, or their key frames. */
  lists?: "whole" | "key_frames";
}

async function sendPlaylist(
  { served, rung, signal, lists }: Asked,
  query: FileRoute["Querystring"],
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { timeline } = served;
  if (!timeline.ended && (timeline.segments.length === 0 || served.mayGet(rung))) return notYet(reply);
  if (!timeline.knows(rung)) return nothing(reply);
  await waitForTarget(timeline, signal);
  const wanted = reloadRequest({ msn: query._HLS_msn, part: query._HLS_part });
  if (wanted === "invalid") return reply.status(400).send({ message: "This reload request is invalid." });
  if (wanted) {
    const outcome = await waitForPlaylist(timeline, rung, wanted, signal);
    if (outcome === "too_far") return reply.status(400).send({ message: "The requested part is too far ahead." });
    if (outcome === "timeout") return notYet(reply);
  } else await waitForSegment(timeline, rung, signal);
  if (hasLeft(served)) return notHere(reply);
  const skip = query._HLS_skip === "YES" || query._HLS_skip === "v2";
  const options = { lowLatency: lists === undefined, skip, keyFramesOnly: lists === "key_frames" };
  return reply.type(PLAYLIST_TYPE).send(liveMediaPlaylist(timeline, rung, options));
}

async function sendFile({ served, rung, signal }: Asked, file: string, reply: FastifyReply): Promise<FastifyReply> {
  const { timeline, files } = served;
  const name = `${rung}/${file}`;
  const [, sequence, part] = PART.exec(file) ?? [];
  const asked = part === undefined ? null : { sequence: Number(sequence), part: Number(part) };
  // Players request a hinted part before it exists (EXT-X-PRELOAD-HINT).
  const outcome = asked && !files.get(name) ? await waitForPlaylist(timeline, rung, asked, signal) : "ready";
  // While a stream is on air, edges read stored files from storage.
  const bytes =
    (await readListed(served, name)) ??
    (await readNumbered(served, rung, file)) ??
    (timeline.ended ? await files.readReachable(name) : null);
  // Some players report a missing hinted part as an error of the stream.
  if (!bytes && asked && isMissedHint(timeline, rung, asked.sequence, asked.part))
    return reply.type("video/iso.segment").send(emptyPart);
  if (!bytes && hasLeft(served)) return notHere(reply);
  if (!bytes) return outcome === "timeout" || timeline.segments.length === 0 ? notYet(reply) : nothing(reply);
  return reply.type(file.endsWith(".mp4") ? "video/mp4" : "video/iso.segment").send(bytes);
}

/** Whether a stream continues elsewhere: this host stopped it, and it has not ended. */
const hasLeft = ({ stopped, timeline }: ServedStream): boolean => stopped.aborted && !timeline.ended;

const nothing = (reply: FastifyReply) => reply.status(404).send({ message: "This file does not exist." });
const notHere = (reply: FastifyReply) =>
  reply.status(NOT_HERE).send({ message: "This live host does not have the stream." });
const notYet = (reply: FastifyReply) =>
  reply.status(503).header("retry-after", "1").send({ message: "There is no media yet." });
