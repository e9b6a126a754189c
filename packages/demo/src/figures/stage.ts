import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";

/** A project's videos and livestreams, as far as people watch them. */
export interface FigureStage {
  projectId: number;
  accountId: number;
  videos: WatchedVideo[];
  streams: { id: number; name: string }[];
  /** Public ids of its players. */
  players: string[];
  /** Its playlists that name their videos, by public id. */
  playlists: { hash: string; videos: number[] }[];
}

export interface WatchedVideo {
  id: number;
  title: string;
  seconds: number;
  renditions: { height: number; bytes: number }[];
}

/** What there is to watch in a project. */
export async function readStage(
  db: Database,
  { id, account_id: accountId }: { id: number; account_id: number },
): Promise<FigureStage> {
  const videos = await sql<WatchedVideo>`
    select v.id, v.title, v.duration_seconds as seconds,
      jsonb_agg(jsonb_build_object('height', r.height, 'bytes', r.size_bytes) order by r.height) as renditions
    from videos v join renditions r on r.video_id = v.id and r.version = v.version and r.kind = 'video' and r.state = 'complete'
    where v.project_id = ${id} and v.deleted_at is null and v.status = 'complete' and v.duration_seconds > 0 and r.height > 0
    group by v.id order by v.id`.execute(db);
  const streams = await db
    .selectFrom("streams")
    .select(["id", "name"])
    .where("project_id", "=", id)
    .where("enabled", "=", true)
    .orderBy("id")
    .execute();
  const players = await db.selectFrom("players").select("hash").where("project_id", "=", id).orderBy("id").execute();
  const playlists = await sql<{ hash: string; videos: number[] }>`
    select p.hash, jsonb_agg(i.video_id order by i.position) as videos
    from playlists p join playlist_items i on i.playlist_id = p.id
    where p.project_id = ${id} and p.published group by p.id order by p.id`.execute(db);
  return {
    projectId: id,
    accountId,
    videos: videos.rows,
    streams,
    players: players.map(({ hash }) => hash),
    playlists: playlists.rows,
  };
}
