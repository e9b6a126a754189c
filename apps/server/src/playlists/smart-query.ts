import type { Database, Executor } from "@kinora/db/connect.ts";
import type { SmartRules, SmartSort } from "@kinora/domain/playlists/smart-rules.ts";
import { sql, type SqlBool } from "kysely";
import { bounded } from "../platform/lists/bounded-read.ts";
import { among, holds } from "../platform/lists/list-filter.ts";
import { countList, narrowedBy, rowsAt, type Condition, type List } from "../platform/lists/list-page.ts";

const DAY_MS = 86_400_000;
/** Written as the index has it (`videos_duration`). */
const DURATION = "coalesce(v.duration_seconds, -1)";

/** Each order is read from an index of a project's completed videos, from one end or the other. */
const ORDERS: Record<SmartSort, Pick<List, "key" | "order">> = {
  newest: { key: "v.published_at", order: "key desc, id desc" },
  oldest: { key: "v.published_at", order: "key, id" },
  title: { key: "v.title_key", order: "key, id" },
  longest: { key: DURATION, order: "key desc, id desc" },
  shortest: { key: DURATION, order: "key, id" },
};

/** The videos of a project that rules match: complete and published ones, in the order of the rules. */
function smartList(projectId: number, rules: SmartRules, now: Date): List {
  const place = sql<SqlBool>`v.project_id = ${projectId} and v.shelf = 'completed' and v.published and v.playable and v.takedown is null`;
  return {
    sources: [{ from: sql`videos v`, where: [place, ...conditionsOf(rules, now)] }],
    id: "v.id",
    ...ORDERS[rules.sort],
  };
}

function conditionsOf(rules: SmartRules, now: Date): Condition[] {
  const { categories, tags_any, tags_all, tags_none, title_contains: text, published_days: days } = rules;
  const tagged = (ids: readonly number[]) =>
    sql<SqlBool>`v.id in (select t.video_id from video_tags t where ${among("t.tag_id", ids)})`;
  const conditions: Condition[] = [];
  if (categories.length > 0) conditions.push(among("v.category_key", categories));
  if (tags_any.length > 0) conditions.push(tagged(tags_any));
  for (const tag of new Set(tags_all)) conditions.push(tagged([tag]));
  if (tags_none.length > 0)
    conditions.push(
      sql<SqlBool>`not exists (select from video_tags t where t.video_id = v.id and ${among("t.tag_id", tags_none)} offset 0)`,
    );
  // The index has the words of a video; which of them are its title is looked up afterwards.
  if (text !== "") conditions.push(holds("v.words", text), holds("folded(v.title)", text));
  if (days !== null) conditions.push(sql<SqlBool>`v.published_at >= ${new Date(now.getTime() - days * DAY_MS)}`);
  if (rules.duration_min !== null) conditions.push(sql<SqlBool>`${sql.raw(DURATION)} >= ${rules.duration_min}`);
  if (rules.duration_max !== null)
    conditions.push(sql<SqlBool>`${sql.raw(DURATION)} between 0 and ${rules.duration_max}`);
  return conditions;
}

/** A smart playlist to resolve. */
export interface SmartPlaylist {
  projectId: number;
  rules: SmartRules;
  /** Videos that come first, in their order; they count towards the limit. */
  pinnedIds: readonly number[];
}

/**
 * Ids of the videos that rules find beside the pinned ones, in the order of the rules: as many as the limit leaves.
 * @throws Refusal `unavailable` when it takes longer than `patienceMs` (2 s unless given).
 */
export const findByRules = (db: Database, playlist: SmartPlaylist, now: Date, patienceMs?: number): Promise<number[]> =>
  bounded(db, (tx) => firstIds(tx, playlist, now), patienceMs === undefined ? {} : { patienceMs });

/** The same with the number of videos that the rules match, pinned or not, up to 1,000. */
export const countByRules = (db: Database, playlist: SmartPlaylist, now: Date) =>
  bounded(db, async (tx) => {
    const { total, more } = await countList(tx, smartList(playlist.projectId, playlist.rules, now));
    return { ids: await firstIds(tx, playlist, now), matches: total, more };
  });

async function firstIds(tx: Executor, { projectId, rules, pinnedIds }: SmartPlaylist, now: Date): Promise<number[]> {
  const limit = rules.limit - pinnedIds.length;
  if (limit <= 0) return [];
  const list = narrowedBy(smartList(projectId, rules, now), sql<SqlBool>`v.id <> all(${[...pinnedIds]}::bigint[])`);
  const { rows } = await sql<{ id: number }>`select id from (${rowsAt(list, { offset: 0, limit })}) as found
    order by ${sql.raw(list.order)}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Ids of a playlist's videos as they are now: those that people put into it, then what its rules find. @throws as `findByRules`. */
export async function playlistVideoIds(
  db: Database,
  { id, projectId, rules }: { id: number; projectId: number; rules: SmartRules | null },
  now: Date,
): Promise<number[]> {
  const ids = await pinnedIds(db, id);
  return rules ? [...ids, ...(await findByRules(db, { projectId, rules, pinnedIds: ids }, now))] : ids;
}

/** Ids of the videos that people put into a playlist, in their order. */
export async function pinnedIds(on: Executor, playlistId: number): Promise<number[]> {
  const rows = await on
    .selectFrom("playlist_items")
    .innerJoin("videos", "videos.id", "playlist_items.video_id")
    .select("video_id")
    .where("playlist_id", "=", playlistId)
    .where("videos.shelf", "<>", "gone")
    .orderBy("position")
    .execute();
  return rows.map(({ video_id: videoId }) => videoId);
}
