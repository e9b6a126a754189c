import type { Database } from "@kinora/db/connect.ts";
import type { FastifyInstance } from "fastify";
import { Refusal } from "../../platform/refusal.ts";
import { withoutQuery } from "../gate/gate.ts";
import { pageOf } from "../gate/media-gate.ts";
import { HASH } from "../paths.ts";
import { readPlayer, type PageParts } from "../public-page.ts";
import { feedVideos, writeFeed } from "./playlist-feed.ts";
import { playlistVideo } from "./playlist-page.ts";
import { showPlaylist } from "./shown-playlist.ts";

const PUBLIC_ID = new RegExp(`^${HASH}$`);
const FEED_FILE = new RegExp(`^(${HASH})\\.xml$`);
const VIDEO_FILE = new RegExp(`^(${HASH})\\.json$`);
const FEED_SECONDS = 60;

interface VideoRoute {
  Params: { hash: string; file: string };
  Querystring: { page?: string | string[]; player?: string | string[] };
}

type PlaylistParts = Pick<PageParts, "rules" | "playlists" | "players" | "adsOf" | "gate" | "records" | "edgeUrl">;

const NOTHING = { video: null, availability: "missing", profileId: null } as const;

/** Serves what belongs to playlists alone: what their players need of each video, and their feeds. */
export function servePlaylists(app: FastifyInstance, db: Database, parts: PlaylistParts): void {
  const { rules, playlists, players, adsOf, gate, records, edgeUrl } = parts;
  app.get<VideoRoute>("/embed/:hash/videos/:file", async (request, reply) => {
    const hash = VIDEO_FILE.exec(request.params.file)?.[1];
    const { video, availability, profileId } = hash ? await rules.find(hash, null) : NOTHING;
    if (!video || availability !== "playable")
      throw new Refusal("not_found", "This video is not available. It may be private or removed.");
    const page = typeof request.query.page === "string" ? request.query.page : null;
    const knock = { token: null, page };
    const admission =
      profileId === null ? null : await gate.admit({ ...video, kind: "video", profileId }, request.raw, knock);
    if (admission?.kind === "refused") throw new Refusal("forbidden", admission.message);
    const pass = admission?.kind === "admitted" ? admission.pass : null;
    const item = { kind: "video" as const, id: video.id, projectId: video.projectId };
    records.loaded({ item, page: withoutQuery(page), ...gate.viewerOf(request.raw), signed: false });
    const { settings } = await players.find(video.projectId, readPlayer(request.query.player));
    const ads = await adsOf(video.hash, settings);
    return reply.header("cache-control", "no-store").send(playlistVideo(video, pass, ads));
  });

  app.get<{ Params: { file: string } }>("/feed/:file", async (request, reply) => {
    const hash = FEED_FILE.exec(request.params.file)?.[1] ?? "";
    const found = PUBLIC_ID.test(hash) ? await playlists.find(hash, null) : null;
    if (!found?.feed) throw new Refusal("not_found", "There is no feed at this address.");
    const playlist = await showPlaylist(gate, found, request.raw, pageOf(request.raw));
    const videos = await feedVideos(db, playlist);
    return reply
      .headers({
        "content-type": "application/rss+xml; charset=utf-8",
        "cache-control": playlist.for_everyone ? `public, max-age=${FEED_SECONDS}` : "private, no-store",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
      })
      .send(writeFeed(edgeUrl, playlist, videos));
  });
}
