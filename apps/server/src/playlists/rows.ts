import type { playlistDetail } from "@kinora/contract/playlists/playlists.ts";
import type { Executor } from "@kinora/db/connect.ts";
import { playlistEmbedCodes } from "@kinora/domain/playlists/playlist-codes.ts";
import { sql, type RawBuilder } from "kysely";
import type { Context } from "../context.ts";
import { memberLinks, smallPoster } from "../platform/access/playback-links.ts";
import type { RowOf } from "../platform/lists/row-of.ts";
import { missing, type OwnProject } from "../platform/nouns/noun.ts";
import { defaultFrame } from "../platform/player-frame.ts";
import { PLAYLIST } from "./changes.ts";

/** A video whose poster stands for a playlist. */
interface Cover {
  id: number;
  hash: string;
  images: Record<string, string>;
}

type Computed = "image_urls" | "rule_labels" | "embed" | "feed_url" | "preview_url";

/** A playlist's row for lists and pages; it has the items and seconds of the videos that people put into it. */
export interface PlaylistRow extends Omit<RowOf<typeof playlistDetail>, Computed> {
  account_id: number;
  start_at: Date | null;
  items: number;
  duration_seconds: number;
  covers: Cover[];
}

/** Videos whose posters make a playlist's picture. */
export const COVERS = 4;

/**
 * Reads playlists with what lists say of their videos; those deleted for good are left out.
 * @param found a query for rows of `playlists`. @param order of the answer, without `order by`; the join has none of its own.
 */
export async function readPlaylists(
  on: Executor,
  found: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`p.id`,
): Promise<PlaylistRow[]> {
  const { rows } = await sql<PlaylistRow>`
    select p.id, p.project_id, p.account_id, p.hash, p.name, p.description, p.type, p.published, p.autoplay_next, p.loop,
      p.shuffle, p.layout, p.feed, p.podcast, p.start_at, p.rules, p.version, p.created_at, p.updated_at, sums.items, sums.duration_seconds,
      coalesce((select json_agg(json_build_object('id', c.id, 'hash', c.hash, 'images', c.images) order by c.position) from (
        select v.id, v.hash, v.images, i.position from playlist_items i join videos v on v.id = i.video_id
        where i.playlist_id = p.id and v.shelf <> 'gone' order by i.position limit ${COVERS}) as c), '[]') as covers
    from (${found}) as p
    cross join lateral (select count(*) as items, coalesce(sum(v.duration_seconds), 0) as duration_seconds
      from playlist_items i join videos v on v.id = i.video_id
      where i.playlist_id = p.id and v.shelf <> 'gone') as sums order by ${order}`.execute(on);
  return rows;
}

/** One playlist of a project. @throws Refusal `not_found`. */
export async function readPlaylist(on: Executor, { projectId }: OwnProject, id: number): Promise<PlaylistRow> {
  const [row] = await readPlaylists(on, sql`select * from playlists where id = ${id} and project_id = ${projectId}`);
  if (!row) throw missing(PLAYLIST);
  return row;
}

/** A playlist in lists of the API. */
export const presentPlaylist = (context: Context, row: PlaylistRow) => ({
  ...row,
  image_urls: row.covers.flatMap((cover) => smallPoster(context, cover) ?? []),
});

/** A playlist with details in the API. */
export async function presentPlaylistDetail(context: Context, row: PlaylistRow) {
  const { edge } = context.config.urls;
  const frame = await defaultFrame(context.db, row.project_id);
  return {
    ...presentPlaylist(context, row),
    rule_labels: await labelsOf(context.db, row),
    embed: playlistEmbedCodes(edge, row, { frame }),
    feed_url: `${edge}/feed/${row.hash}.xml`,
    preview_url: memberLinks(context, row.hash).preview(),
  };
}

/** The names of the categories and tags in the rules of a playlist. */
async function labelsOf(on: Executor, { project_id: projectId, rules }: PlaylistRow) {
  const named = (table: "categories" | "tags", ids: readonly number[]) =>
    ids.length === 0
      ? []
      : on
          .selectFrom(table)
          .select(["id", "name"])
          .where("project_id", "=", projectId)
          .where("id", "in", ids)
          .where("leaving_at", "is", null)
          .execute();
  return {
    categories: await named("categories", rules?.categories ?? []),
    tags: await named("tags", rules ? [...rules.tags_any, ...rules.tags_all, ...rules.tags_none] : []),
  };
}
