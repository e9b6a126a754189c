import { embedQuery } from "@kinora/domain/embed.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { watchReport } from "../platform/audience.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Audience } from "./audience.ts";
import type { PageFiles } from "./built-files.ts";
import { EMBED_POLICY, writeEmbedPage } from "./embed-page.ts";
import type { EmbedSightings } from "./embed-sightings.ts";
import { embedStatus } from "./embed-status.ts";
import { hashOfPage, writeOembed } from "./oembed.ts";
import { HASH } from "./paths.ts";
import type { PlaybackRules } from "./playback-rules.ts";
import { asVideo, streamAvailability, waitingFor, type PlaybackStreams } from "./playback-streams.ts";
import { SHARE_POLICY, writeSharePage } from "./share-page.ts";

interface VideoRoute {
  Params: { hash: string };
  Querystring: { token?: string | string[] };
}

interface OembedRoute {
  Querystring: {
    url?: string | string[];
    format?: string | string[];
    maxwidth?: string | string[];
    maxheight?: string | string[];
  };
}

const PUBLIC_ID = new RegExp(`^${HASH}$`);
const TOKEN = /^[A-Za-z0-9_-]{20,200}$/;
const PAGE_SECONDS = 2;
const REPORT_BYTES = 1_024;
const PREFLIGHT_SECONDS = 86_400;

/** Embed pages in sandboxed frames have no origin (`null`), and those on cross-origin isolated pages ask for leave to load. */
const READABLE_EVERYWHERE = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };
/** A page that is cross-origin isolated frames only documents that are, too (HTML §7.1.4). */
const FRAMED_EVERYWHERE = {
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "cross-origin",
};

/** Serves the pages people see: embed pages and their status, share pages, oEmbed. */
export function servePages(
  app: FastifyInstance,
  rules: PlaybackRules,
  streams: PlaybackStreams,
  files: PageFiles,
  audience: Audience,
  sightings: EmbedSightings,
  edgeUrl: string,
): void {
  const find = async (hash: string, token: string | null) => {
    const isId = PUBLIC_ID.test(hash);
    const found = isId
      ? await rules.find(hash, token)
      : { video: null, availability: "missing" as const, downloadable: false };
    const stream = isId && !found.video ? await streams.find(hash) : null;
    if (stream) {
      const now = new Date();
      const availability = streamAvailability(stream);
      const status = {
        availability,
        progress: 0,
        renditions: [],
        settled: true,
        ...waitingFor(stream, now),
        fades: stream.fades,
      };
      return { video: asVideo(stream, now), status, live: true };
    }
    return { video: found.video, status: await embedStatus(rules, found), live: false };
  };

  app.get<VideoRoute>("/embed/:hash", async (request, reply) => {
    const token = readToken(request.query.token);
    const { video, status, live } = await find(request.params.hash, token);
    const isThere = live || status.availability === "playable" || status.availability === "processing";
    if (isThere && video) sightings.note(video.projectId, request.headers.referer);
    reply.status(isThere ? 200 : 404);
    if (token !== null) reply.header("referrer-policy", "no-referrer");
    reply.headers(FRAMED_EVERYWHERE);
    return sendPage(
      reply,
      EMBED_POLICY,
      isThere && token === null,
      writeEmbedPage(files, request.params.hash, token, video, status, live),
    );
  });

  app.get<VideoRoute>("/embed/:hash/status.json", async (request, reply) => {
    const { status } = await find(request.params.hash, readToken(request.query.token));
    return reply
      .status(status.availability === "missing" ? 404 : 200)
      .headers({ ...READABLE_EVERYWHERE, "cache-control": "no-store" })
      .send(status);
  });

  app.post<VideoRoute>("/embed/:hash/watched", { bodyLimit: REPORT_BYTES }, async (request, reply) => {
    const { data: report } = watchReport.safeParse(request.body);
    if (!report) throw new Refusal("invalid", "Send watched_seconds, stalled_seconds and latency_seconds.");
    // Whoever does not watch, or told a moment ago, is thanked all the same: a player can do nothing about it.
    audience.tell(request.params.hash, audience.viewerOf(request.raw), report);
    return reply
      .status(204)
      .headers({ ...READABLE_EVERYWHERE, "cache-control": "no-store" })
      .send();
  });
  app.options("/embed/:hash/watched", (_request, reply) =>
    reply
      .status(204)
      .headers({
        ...READABLE_EVERYWHERE,
        "access-control-allow-methods": "POST",
        "access-control-allow-headers": "Content-Type",
        "access-control-max-age": PREFLIGHT_SECONDS,
      })
      .send(),
  );

  app.get<VideoRoute>("/v/:hash", async (request, reply) => {
    const { video } = await find(request.params.hash, null);
    return sendPage(
      reply.status(video ? 200 : 404),
      SHARE_POLICY,
      video !== null,
      writeSharePage(files, edgeUrl, video, readWishes(request.url)),
    );
  });

  app.get<OembedRoute>("/oembed", async (request, reply) => {
    const { url, format, maxwidth, maxheight } = request.query;
    reply.headers(READABLE_EVERYWHERE);
    if (format !== undefined && format !== "json")
      return reply.status(501).send({ message: "Only format=json is offered.", code: "not_offered" });
    const hash = typeof url === "string" ? hashOfPage(edgeUrl, url) : null;
    const { video } = hash ? await find(hash, null) : { video: null };
    if (!video) throw new Refusal("not_found", "There is no video at this address.");
    reply.header("cache-control", "public, max-age=300");
    return writeOembed(edgeUrl, video, { maxWidth: readPixels(maxwidth), maxHeight: readPixels(maxheight) });
  });
}

function sendPage(reply: FastifyReply, policy: string, isPublic: boolean, html: string): FastifyReply {
  return reply
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": isPublic ? `public, max-age=${PAGE_SECONDS}` : "private, no-store",
    })
    .send(html);
}

/** What a share link asks of the player, made of plain values only. */
function readWishes(address: string): string {
  const asked = new URL(address, "http://edge").searchParams;
  const isOn = (name: string) => asked.get(name) === "1";
  const start = Number(asked.get("start") ?? 0);
  return embedQuery({
    ...(Number.isFinite(start) ? { startSeconds: start } : {}),
    autoplay: isOn("autoplay"),
    muted: isOn("muted"),
    loop: isOn("loop"),
  });
}

const readToken = (value: string | string[] | undefined) =>
  typeof value === "string" && TOKEN.test(value) ? value : null;

function readPixels(value: string | string[] | undefined): number | null {
  const pixels = typeof value === "string" ? Number(value) : NaN;
  return Number.isInteger(pixels) && pixels > 0 ? pixels : null;
}
