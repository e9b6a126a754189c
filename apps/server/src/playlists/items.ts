import type { Executor, Tx } from "@kinora/db/connect.ts";
import { itemProblem, PLAYLIST_ITEMS_MAX, type PlaylistSort } from "@kinora/domain/playlists/playlists.ts";
import type { SmartRules } from "@kinora/domain/playlists/smart-rules.ts";
import { moved } from "@kinora/domain/videos/categories.ts";
import type { VideoStatus } from "@kinora/domain/videos/videos.ts";
import { sql, type RawBuilder } from "kysely";
import type { Context } from "../context.ts";
import { smallPoster } from "../platform/access/playback-links.ts";
import { change } from "../platform/nouns/change.ts";
import { readRow, type OwnProject } from "../platform/nouns/noun.ts";
import { Refusal } from "../platform/refusal.ts";
import { PLAYLIST } from "./changes.ts";
import { countByRules } from "./smart-query.ts";

interface ItemRow {
  video_id: number;
  hash: string;
  title: string;
  status: VideoStatus;
  playable: boolean;
  published: boolean;
  deleted: boolean;
  duration_seconds: number | null;
  images: Record<string, string>;
  created_at: Date;
}

/** What an operation answers about the videos of a playlist. */
interface ItemList {
  data: ReturnType<typeof presentItem>[];
  matches: number | null;
  more: boolean;
}

/** The videos of a playlist in their order; of a smart one the pinned ones and those its rules find. @throws Refusal `not_found`. */
export async function listItems(context: Context, { projectId }: OwnProject, id: number): Promise<ItemList> {
  const playlist = await readRow(context.db, PLAYLIST, { projectId }, id);
  const ids = await orderOf(context.db, id);
  if (playlist.rules) return listByRules(context, { projectId }, playlist.rules, ids);
  const rows = await readItems(context.db, projectId, ids);
  return { data: rows.map((row) => presentItem(context, row, true)), matches: null, more: false };
}

/**
 * The videos a smart playlist with these rules has now, and how many its rules match. Pinned videos of other projects are left out.
 * @throws Refusal `unavailable` when finding them takes longer than 2 s.
 */
export async function listByRules(
  context: Context,
  { projectId }: OwnProject,
  rules: SmartRules,
  pinnedIds: readonly number[],
): Promise<ItemList> {
  const pinned = await readItems(context.db, projectId, pinnedIds);
  const smart = { projectId, rules, pinnedIds: pinned.map(({ video_id: videoId }) => videoId) };
  const { ids, matches, more } = await countByRules(context.db, smart, context.clock.now());
  const found = await readItems(context.db, projectId, ids);
  const data = [
    ...pinned.map((row) => presentItem(context, row, true)),
    ...found.map((row) => presentItem(context, row, false)),
  ];
  return { data, matches, more };
}

/** Reads videos of a project in the order of `ids`; those deleted for good are left out. */
async function readItems(on: Executor, projectId: number, ids: readonly number[]): Promise<ItemRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ItemRow>`
    select v.id as video_id, v.hash, v.title, v.status, v.playable and v.version > 0 as playable, v.published,
      v.deleted_at is not null as deleted, v.duration_seconds, v.images, v.created_at
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted(id, place) join videos v on v.id = wanted.id
    where v.project_id = ${projectId} and v.shelf <> 'gone' order by wanted.place`.execute(on);
  return rows;
}

function presentItem(context: Context, row: ItemRow, pinned: boolean) {
  const image_url = row.deleted ? null : smallPoster(context, { ...row, id: row.video_id });
  return { ...row, image_url, pinned, problem: itemProblem(row) };
}

/** Ids of the videos people put into a playlist, in their order. */
async function orderOf(on: Executor, playlistId: number): Promise<number[]> {
  const rows = await on
    .selectFrom("playlist_items")
    .select("video_id")
    .where("playlist_id", "=", playlistId)
    .orderBy("position")
    .orderBy("video_id")
    .execute();
  return rows.map(({ video_id: id }) => id);
}

/**
 * Adds videos of the project to a locked playlist; those it has stay where they are. Returns how many are new. Videos in
 * the trash are added to a copy only (`trashed`): they are in its original, and may be restored.
 * @throws Refusal `not_found` when a video is none of the project's, `conflict` beyond 1,000.
 */
export async function appendItems(
  tx: Tx,
  playlist: { id: number; project_id: number },
  videoIds: readonly number[],
  { position, trashed = false }: { position?: number | undefined; trashed?: boolean } = {},
): Promise<number> {
  const wanted = [...new Set(videoIds)];
  const known = await tx
    .selectFrom("videos")
    .select("id")
    .where("id", "in", wanted)
    .where("project_id", "=", playlist.project_id)
    .where("shelf", "<>", "gone")
    .$if(!trashed, (query) => query.where("deleted_at", "is", null))
    .execute();
  if (known.length < wanted.length)
    throw new Refusal("not_found", "One of these videos does not exist or belongs to another project.");
  const order = await orderOf(tx, playlist.id);
  const held = new Set(order);
  const added = wanted.filter((id) => !held.has(id));
  if (added.length === 0) return 0;
  if (order.length + added.length > PLAYLIST_ITEMS_MAX)
    throw new Refusal("conflict", `A playlist can have up to ${PLAYLIST_ITEMS_MAX} videos.`);
  const place = position ?? order.length;
  await writeOrder(tx, playlist, [...order.slice(0, place), ...added, ...order.slice(place)]);
  return added.length;
}

/** Stores an order from 0 on without gaps, with the rows that are new. */
async function writeOrder(
  tx: Tx,
  { id, project_id: projectId }: { id: number; project_id: number },
  order: readonly number[],
): Promise<void> {
  await sql`
    insert into playlist_items (playlist_id, project_id, video_id, position)
    select ${id}, ${projectId}, place.video_id, place.number - 1
    from unnest(${[...order]}::bigint[]) with ordinality as place(video_id, number)
    on conflict (playlist_id, video_id) do update set position = excluded.position
    where playlist_items.position <> excluded.position`.execute(tx);
}

/** Adds videos to a playlist, or pins them to a smart one, at a position from 0 or at the end. Returns how many are new. */
export async function addItems(
  context: Context,
  project: OwnProject,
  id: number,
  videoIds: readonly number[],
  position?: number,
): Promise<number> {
  let added = 0;
  await change(context, PLAYLIST, project, { id }, async (playlist, tx) => {
    added = await appendItems(tx, playlist, videoIds, { position });
    return added === 0 ? null : { action: "items_added", changes: { videos: added } };
  });
  return added;
}

/** Moves a video of a playlist to another position, from 0; one beyond the end is the end. Two moves at once both happen. */
export async function moveItem(
  context: Context,
  project: OwnProject,
  id: number,
  videoId: number,
  position: number,
): Promise<void> {
  await change(context, PLAYLIST, project, { id }, async (playlist, tx) => {
    const before = await orderOf(tx, id);
    const from = before.indexOf(videoId);
    if (from < 0) throw missingItem();
    const order = moved(before, videoId, position);
    const to = order.indexOf(videoId);
    if (to === from) return null;
    await writeOrder(tx, playlist, order);
    return { action: "item_moved", changes: { video_id: videoId, position: [from, to] } };
  });
}

/** Removes a video from a playlist. @throws Refusal `not_found` when the playlist does not have it. */
export async function removeItem(context: Context, project: OwnProject, id: number, videoId: number): Promise<void> {
  await change(context, PLAYLIST, project, { id }, async (playlist, tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom("playlist_items")
      .where("playlist_id", "=", id)
      .where("video_id", "=", videoId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw missingItem();
    await writeOrder(tx, playlist, await orderOf(tx, id));
    return { action: "item_removed", changes: { video_id: videoId } };
  });
}

const missingItem = () => new Refusal("not_found", "This video is not in the playlist.");

const KEYS: Record<string, RawBuilder<unknown>> = {
  title: sql`v.title_key`,
  created: sql`v.created_at`,
  duration: sql`coalesce(v.duration_seconds, -1)`,
  reverse: sql`-i.position`,
};

/** Puts the videos of a playlist into another order once. An order they have already changes nothing. */
export async function sortItems(context: Context, project: OwnProject, id: number, by: PlaylistSort): Promise<void> {
  await change(context, PLAYLIST, project, { id }, async (playlist, tx) => {
    const before = await orderOf(tx, id);
    const { rows } = await sql<{ id: number }>`
      select v.id from playlist_items i join videos v on v.id = i.video_id where i.playlist_id = ${id}
      order by ${KEYS[by.replace("-", "")] ?? sql`i.position`} ${by.startsWith("-") ? sql`desc` : sql`asc`}, v.id`.execute(
      tx,
    );
    const order = rows.map((row) => row.id);
    if (JSON.stringify(order) === JSON.stringify(before)) return null;
    await writeOrder(tx, playlist, order);
    return { action: "sorted", changes: { by } };
  });
}
