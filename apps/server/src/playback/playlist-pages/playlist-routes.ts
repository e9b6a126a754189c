import type { IncomingMessage } from "node:http";
import type { Database } from "@kinora/db/connect.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { Refusal } from "../../platform/refusal.ts";
import { readPass, readToken, type AskedText } from "../gate/asked-pass.ts";
import type { Gate } from "../gate/gate.ts";
import { pageOf } from "../gate/media-gate.ts";
import { withoutQuery } from "../gate/page-address.ts";
import type { ViewerPass } from "../gate/viewer-pass.ts";
import { HASH } from "../paths.ts";
import { NO_VIDEO } from "../playback-rules.ts";
import { readPlayer, type PageParts } from "../public-page.ts";
import type { PlaybackPlaylist } from "./find-playlist.ts";
import { FEED_VIDEOS, feedVideos, writeFeed } from "./playlist-feed.ts";
import { playlistVideo } from "./playlist-page.ts";
import { gatedPlaylist, openPlaylist } from "./shown-playlist.ts";

const PUBLIC_ID = new RegExp(`^${HASH}$`);
const FEED_FILE = new RegExp(`^(${HASH})\\.xml$`);
const VIDEO_FILE = new RegExp(`^(${HASH})\\.json$`);
const FEED_SECONDS = 60;
const EXPIRED = { reason: "pass_expired", message: "This player has been open too long. Reload the page." };

interface VideoRoute {
  Params: { hash: string; file: string };
  Querystring: { page?: AskedText; player?: AskedText; token?: AskedText };
}

interface FeedRoute {
  Params: { file: string };
  Querystring: { token?: AskedText };
}

type PlaylistParts = Pick<PageParts, "rules" | "playlists" | "players" | "adsOf" | "gate" | "records" | "edgeUrl">;

/** Serves what belongs to playlists alone: what their players need of each video, and their feeds. */
export function servePlaylists(app: FastifyInstance, db: Database, parts: PlaylistParts): void {
  const { rules, playlists, players, adsOf, gate, records, edgeUrl } = parts;
  app.get<VideoRoute>("/embed/:hash/videos/:file", async (request, reply) => {
    reply.header("cache-control", "no-store");
    const pass = readPass(request.query.token);
    const playlist = PUBLIC_ID.test(request.params.hash) ? await playlists.find(request.params.hash, pass) : null;
    const member = playlist && (await playlists.memberOf(playlist, pass));
    const hash = VIDEO_FILE.exec(request.params.file)?.[1];
    const memberPass = hash && member ? member.passFor(hash) : null;
    const { video, availability, profileId, takenDown } = hash ? await rules.find(hash, memberPass) : NO_VIDEO;
    if (takenDown !== null) throw new Refusal("taken_down", takenDown);
    if (!video || availability !== "playable")
      throw new Refusal("not_found", "This video is not available. It may be private or removed.");
    if (playlist && !member && !(await mayReadVideos(gate, playlist, request.raw, pass))) return refuse(reply, EXPIRED);
    const page = typeof request.query.page === "string" ? request.query.page : null;
    const held = playlist && pass !== null ? gate.heldPass(playlist.hash, pass) : null;
    const isListed = playlist !== null && playlist.videos.some((listed) => listed.hash === hash);
    const listed = { playlist: isListed ? playlist.hash : null, held, page };
    const admission =
      profileId === null ? null : await gate.admitListed({ ...video, kind: "video", profileId }, request.raw, listed);
    if (admission?.kind === "refused") return refuse(reply, admission);
    const item = { kind: "video" as const, id: video.id, projectId: video.projectId };
    const signed = admission?.kind === "admitted" && admission.signed;
    const framedBy = held ? held.page : withoutQuery(page);
    if (!member) records.loaded({ item, page: framedBy, ...gate.viewerOf(request.raw), signed });
    const { settings } = await players.find(video.projectId, readPlayer(request.query.player));
    const ads = await adsOf(video.hash, settings);
    const viewerPass = admission?.kind === "admitted" ? admission.pass : null;
    return reply.send(playlistVideo(video, viewerPass ?? memberPass, ads));
  });

  app.get<FeedRoute>("/feed/:file", async (request, reply) => {
    const hash = FEED_FILE.exec(request.params.file)?.[1] ?? "";
    const token = readToken(request.query.token);
    const page = pageOf(request.raw);
    const opened = await openPlaylist(parts, hash, request.raw, { pass: null, token, page, stay: "visit" });
    if (!opened?.playlist.feed) throw new Refusal("not_found", "There is no feed at this address.");
    const { playlist, admission } = opened;
    if (admission.kind === "refused") return refuse(reply, admission);
    const signed = admission.kind === "admitted" && admission.signed;
    const held = admission.kind === "admitted" ? gate.heldPass(playlist.hash, admission.pass) : null;
    const passes = await passesOf(gate, playlist, { held, page });
    const videos = await feedVideos(db, playlist);
    return reply
      .headers({
        "content-type": "application/rss+xml; charset=utf-8",
        "cache-control": playlist.for_everyone ? `public, max-age=${FEED_SECONDS}` : "private, no-store",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
      })
      .send(writeFeed(edgeUrl, playlist, videos, { token: signed ? token : null, passes }));
  });
}

/** Whether a request comes from the page of a playlist that was admitted, and still would be. */
async function mayReadVideos(
  gate: Gate,
  playlist: PlaybackPlaylist,
  request: IncomingMessage,
  pass: string | null,
): Promise<boolean> {
  if (pass === null) return gate.isOpen(playlist.profile_id);
  const again = await gate.recheckPlaylist(gatedPlaylist(playlist), request, pass);
  return again !== null && again.kind !== "refused";
}

/** The passes of the videos in a feed that need one, by their public ids. */
async function passesOf(
  gate: Gate,
  { hash: playlist, project_id: projectId, videos }: PlaybackPlaylist,
  asked: { held: ViewerPass | null; page: string | null },
): Promise<Map<string, string>> {
  const passes = new Map<string, string>();
  for (const { id, hash, profile_id: profileId, duration_seconds: durationSeconds } of videos.slice(0, FEED_VIDEOS)) {
    if (profileId === null) continue;
    const item = { kind: "video" as const, id, hash, projectId, profileId, durationSeconds };
    const pass = await gate.passOfListed(item, { playlist, ...asked });
    if (pass !== null) passes.set(hash, pass);
  }
  return passes;
}

const refuse = (reply: FastifyReply, { reason, message }: { reason: string; message: string }): FastifyReply =>
  reply.status(403).header("cache-control", "private, no-store").send({ message, code: reason });
