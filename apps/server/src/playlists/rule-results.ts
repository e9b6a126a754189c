import { sql } from "kysely";
import type { Context } from "../context.ts";
import { smallPoster } from "../platform/access/playback-links.ts";
import { Refusal } from "../platform/refusal.ts";
import { COVERS, type PlaylistRow } from "./rows.ts";
import { findByRules } from "./smart-query.ts";

/** How long the rules of one playlist may take in a list of playlists. */
const PATIENCE_MS = 500;

interface Presented {
  items: number | null;
  duration_seconds: number | null;
  image_urls: string[];
}

/**
 * Playlists with the videos that the rules of smart ones find: their number, duration and posters. Null where the rules
 * take longer than half a second.
 */
export async function withRuleResults<Shown extends Presented>(
  context: Context,
  rows: readonly PlaylistRow[],
  shown: readonly Shown[],
): Promise<(Shown | (Shown & Presented))[]> {
  const results: (Shown | (Shown & Presented))[] = [];
  // One after the other: a page of smart playlists takes one connection.
  for (const [at, playlist] of shown.entries()) {
    const row = rows[at];
    results.push(row?.rules ? { ...playlist, ...(await resultOf(context, row)) } : playlist);
  }
  return results;
}

async function resultOf(context: Context, row: PlaylistRow): Promise<Presented> {
  const { db, clock } = context;
  if (!row.rules) throw new Error("Only smart playlists have rules.");
  const pinned = await db
    .selectFrom("playlist_items")
    .innerJoin("videos", "videos.id", "playlist_items.video_id")
    .select("video_id")
    .where("playlist_id", "=", row.id)
    .where("videos.shelf", "<>", "gone")
    .orderBy("position")
    .execute();
  const pinnedIds = pinned.map(({ video_id: id }) => id);
  try {
    const smart = { projectId: row.project_id, rules: row.rules, pinnedIds };
    const ids = [...pinnedIds, ...(await findByRules(db, smart, clock.now(), PATIENCE_MS))];
    const { rows: videos } = await sql<{ id: number; hash: string; images: Record<string, string>; seconds: number }>`
      select id, hash, images, coalesce(duration_seconds, 0) as seconds from videos
      where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`.execute(db);
    return {
      items: videos.length,
      duration_seconds: videos.reduce((sum, { seconds }) => sum + seconds, 0),
      image_urls: videos.slice(0, COVERS).flatMap((video) => smallPoster(context, video) ?? []),
    };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "unavailable") throw error;
    return { items: null, duration_seconds: null, image_urls: [] };
  }
}
