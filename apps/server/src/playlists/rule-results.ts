import type { Database, Executor } from "@kinora/db/connect.ts";
import type { SmartRules } from "@kinora/domain/playlists/smart-rules.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import { smallPoster } from "../platform/access/playback-links.ts";
import { Refusal } from "../platform/refusal.ts";
import { COVERS, type PlaylistRow } from "./rows.ts";
import { findByRules, type SmartPlaylist } from "./smart-query.ts";

/** How long the rules of all playlists of one page may take together. */
const PATIENCE_MS = 500;

interface Presented {
  items: number | null;
  duration_seconds: number | null;
  image_urls: string[];
}

/**
 * Playlists with the videos that the rules of smart ones find: their number, duration and posters. Null where the rules
 * take too long: those of a page have half a second together.
 */
export async function withRuleResults<Shown extends Presented>(
  context: Context,
  rows: readonly PlaylistRow[],
  shown: readonly Shown[],
): Promise<(Shown | (Shown & Presented))[]> {
  const smart = rows.flatMap(({ rules, ...row }) => (rules ? [{ ...row, rules }] : []));
  if (smart.length === 0) return [...shown];
  const found = await findTogether(context, smart);
  const videos = await readVideos(context, [...new Set([...found.values()].flatMap((ids) => ids ?? []))]);
  return shown.map((playlist, at) => {
    const row = rows[at];
    if (!row?.rules) return playlist;
    const ids = found.get(row.id) ?? null;
    return { ...playlist, ...resultOf(context, ids && ids.flatMap((id) => videos.get(id) ?? [])) };
  });
}

type SmartRow = PlaylistRow & { rules: SmartRules };

/**
 * Ids of the videos of smart playlists, in order, by the playlist; null for those whose rules took too long. They are read one
 * after the other over one connection: each but the last has half of the time that is left, so that a slow one leaves some
 * to those after it.
 */
async function findTogether({ db, clock }: Context, rows: readonly SmartRow[]): Promise<Map<number, number[] | null>> {
  const pinned = await readPinned(db, rows);
  const end = performance.now() + PATIENCE_MS;
  const found = new Map<number, number[] | null>();
  for (const [at, { id, project_id: projectId, rules }] of rows.entries()) {
    const left = Math.floor((end - performance.now()) / (at < rows.length - 1 ? 2 : 1));
    const pinnedIds = pinned.get(id) ?? [];
    found.set(id, left < 1 ? null : await findOrNull(db, { projectId, rules, pinnedIds }, clock.now(), left));
  }
  return found;
}

/** The videos of one smart playlist; null when its rules take longer than `patienceMs`. */
async function findOrNull(db: Database, playlist: SmartPlaylist, now: Date, patienceMs: number) {
  try {
    return [...playlist.pinnedIds, ...(await findByRules(db, playlist, now, patienceMs))];
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "unavailable") throw error;
    return null;
  }
}

/** The videos that people pinned to each playlist, in their order. */
async function readPinned(on: Executor, rows: readonly SmartRow[]): Promise<Map<number, number[]>> {
  const ids = rows.map(({ id }) => id);
  const found = await sql<{ playlist_id: number; ids: number[] }>`
    select playlist_id, json_agg(video_id order by position) as ids from playlist_items i join videos v on v.id = i.video_id
    where playlist_id = any(${ids}::bigint[]) and v.shelf <> 'gone' group by 1`.execute(on);
  return new Map(found.rows.map((row) => [row.playlist_id, row.ids]));
}

interface FoundVideo {
  id: number;
  hash: string;
  images: Record<string, string>;
  seconds: number;
}

async function readVideos({ db }: Context, ids: readonly number[]): Promise<Map<number, FoundVideo>> {
  const { rows } = await sql<FoundVideo>`
    select id, hash, images, coalesce(duration_seconds, 0) as seconds from videos
    where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

function resultOf(context: Context, videos: readonly FoundVideo[] | null): Presented {
  if (videos === null) return { items: null, duration_seconds: null, image_urls: [] };
  return {
    items: videos.length,
    duration_seconds: videos.reduce((sum, { seconds }) => sum + seconds, 0),
    image_urls: videos.slice(0, COVERS).flatMap((video) => smallPoster(context, video) ?? []),
  };
}
