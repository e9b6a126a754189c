import { HEALTH_SPAN_NAMES } from "@kinora/domain/healthSpans.ts";
import { CLIP_SECONDS } from "@kinora/domain/streams.ts";
import { reloadRequest, waitForPlaylist, waitForTarget } from "@kinora/media/live/blockingReload.ts";
import { emptyPart, isMissedHint, liveMasterPlaylist, liveMediaPlaylist } from "@kinora/media/live/livePlaylist.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { readEdgeAudience } from "../platform/audience.ts";
import { cutClip, cutClipNow } from "./clip-cut.ts";
import type { ServedStream } from "./ended-streams.ts";
import { readListed } from "./listed-media.ts";
import type { LiveHost } from "./live-host.ts";
import { LivePeeks, OLDEST_MS, PEEK_SUBJECTS } from "./live-peeks.ts";

interface FileRoute {
  Params: { hash: string; rung: string; file: string };
  Querystring: { _HLS_msn?: string; _HLS_part?: string; _HLS_skip?: string };
  Headers: { "x-edge"?: string; "x-audience"?: string };
}

const PLAYLIST_TYPE = "application/vnd.apple.mpegurl";
const PART = /^(\d{1,12})\.(\d{1,6})\.m4s$/;

/** What edges read: playlists, held back until they have what was asked for, and what is too new to be in storage. */
export function serveLiveMedia(app: FastifyInstance, host: LiveHost): void {
  app.get<{ Params: { hash: string } }>("/live/:hash/master.m3u8", (request, reply) => {
    const onAir = host.find(request.params.hash);
    if (!onAir || onAir.timeline.segments.length === 0) return nothing(reply);
    return reply.type(PLAYLIST_TYPE).send(liveMasterPlaylist(onAir.timeline));
  });

  const peeks = new LivePeeks((error) => app.log.warn({ err: error }, "a livestream could not be looked at"));
  app.get<{ Params: { hash: string }; Querystring: { of?: string; for?: string } }>(
    "/live/:hash/picture.jpg",
    async (request, reply) => {
      const onAir = host.find(request.params.hash);
      const subject = PEEK_SUBJECTS.find((known) => known === request.query.of) ?? "on_air";
      const peek = onAir && (await peeks.look(onAir, subject, request.query.for === "anybody" ? OLDEST_MS : undefined));
      if (!peek) return nothing(reply);
      return reply.type("image/jpeg").header("last-modified", peek.takenAt.toUTCString()).send(peek.picture);
    },
  );

  app.get<{ Params: { hash: string }; Querystring: { span?: string } }>(
    "/live/:hash/history.json",
    (request, reply) => {
      const onAir = host.find(request.params.hash);
      const span = HEALTH_SPAN_NAMES.find((known) => known === request.query.span) ?? "minutes";
      return onAir ? reply.send(onAir.stats.history.list(span, performance.now())) : nothing(reply);
    },
  );

  app.get<{ Params: { hash: string }; Querystring: { seconds?: string; now?: string } }>(
    "/live/:hash/clip.json",
    async (request, reply) => {
      const onAir = host.find(request.params.hash);
      const seconds = Math.min(CLIP_SECONDS.max, Math.max(1, Number(request.query.seconds) || 0));
      const cut = onAir && (await (request.query.now ? cutClipNow : cutClip)(onAir.broadcast.clipped, seconds));
      return cut ? reply.send(cut) : nothing(reply);
    },
  );

  app.get<FileRoute>("/live/:hash/:rung/:file", async (request, reply) => {
    const { hash, rung, file } = request.params;
    const served = host.findServed(hash);
    if (!served) return nothing(reply);
    const gone = new AbortController();
    request.raw.once("close", () => gone.abort());
    if (file === "index.m3u8") {
      const { "x-edge": edge, "x-audience": told } = request.headers;
      const audience = told ? readEdgeAudience(told) : null;
      if (edge && audience) served.audience.tell(edge.slice(0, 64), audience);
      return sendPlaylist(served, rung, request.query, reply, gone.signal);
    }
    return sendFile(served, rung, file, reply, gone.signal);
  });
}

async function sendPlaylist(
  { timeline }: ServedStream,
  rung: string,
  query: FileRoute["Querystring"],
  reply: FastifyReply,
  signal: AbortSignal,
): Promise<FastifyReply> {
  if (timeline.segments.length === 0 || !timeline.knows(rung)) return nothing(reply);
  await waitForTarget(timeline, signal);
  const wanted = reloadRequest({ msn: query._HLS_msn, part: query._HLS_part });
  if (wanted === "invalid") return reply.status(400).send({ message: "This reload makes no sense." });
  if (wanted) {
    const outcome = await waitForPlaylist(timeline, rung, wanted, signal);
    if (outcome === "too_far") return reply.status(400).send({ message: "This is too far ahead." });
    if (outcome === "timeout") return reply.status(503).send({ message: "Nothing new came." });
  }
  const skip = query._HLS_skip === "YES" || query._HLS_skip === "v2";
  return reply.type(PLAYLIST_TYPE).send(liveMediaPlaylist(timeline, rung, { lowLatency: true, skip }));
}

async function sendFile(
  served: ServedStream,
  rung: string,
  file: string,
  reply: FastifyReply,
  signal: AbortSignal,
): Promise<FastifyReply> {
  const { timeline, files } = served;
  const name = `${rung}/${file}`;
  const [, sequence, part] = PART.exec(file) ?? [];
  const asked = part === undefined ? null : { sequence: Number(sequence), part: Number(part) };
  // Players ask for the part that was announced before it is there (EXT-X-PRELOAD-HINT).
  if (asked && !files.get(name)) await waitForPlaylist(timeline, rung, asked, signal);
  // While a stream is on air edges read what is stored by themselves.
  const bytes = (await readListed(served, name)) ?? (timeline.ended ? await files.readReachable(name) : null);
  // Some players report a hint that is not there as an error of the stream.
  if (!bytes && asked && isMissedHint(timeline, rung, asked.sequence, asked.part))
    return reply.type("video/iso.segment").send(emptyPart);
  if (!bytes) return nothing(reply);
  return reply.type(file.endsWith(".mp4") ? "video/mp4" : "video/iso.segment").send(bytes);
}

const nothing = (reply: FastifyReply) => reply.status(404).send({ message: "There is no such file here." });
