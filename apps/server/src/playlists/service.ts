import type { playlistSettings } from "@kinora/contract/playlists/playlists.ts";
import type { Tx } from "@kinora/db/connect.ts";
import { PLAYLIST_NAME_MAX, type PlaylistType } from "@kinora/domain/playlists/playlists.ts";
import { NEW_SMART_RULES } from "@kinora/domain/playlists/smart-rules.ts";
import { sql, type SqlBool } from "kysely";
import type { z } from "zod";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import type { InputOf } from "../platform/http/input-of.ts";
import { isNamed } from "../platform/lists/list-filter.ts";
import { readPage } from "../platform/lists/read-page.ts";
import { change, remove } from "../platform/nouns/change.ts";
import { create } from "../platform/nouns/create.ts";
import { lockRow, type OwnProject } from "../platform/nouns/noun.ts";
import { newHash } from "../platform/secrets/hash.ts";
import { PLAYLIST } from "./changes.ts";
import { appendItems } from "./items.ts";
import { presentPlaylist, presentPlaylistDetail, readPlaylist, readPlaylists } from "./rows.ts";
import { withRuleResults } from "./rule-results.ts";
import { pinnedIds } from "./smart-query.ts";

/** A playlist's settings. */
export type PlaylistSettings = z.output<typeof playlistSettings>;

type PlaylistQuery = InputOf<"playlists", "listPlaylists">;

const ORDERS = {
  name: sql`lower(p.name), p.id`,
  "-name": sql`lower(p.name) desc, p.id desc`,
  updated: sql`p.updated_at, p.id`,
  "-updated": sql`p.updated_at desc, p.id desc`,
};

/** One page of a project's playlists. */
export async function listPlaylists(context: Context, { projectId }: OwnProject, query: PlaylistQuery) {
  const where = [sql<SqlBool>`p.project_id = ${projectId}`];
  if (query.search) where.push(sql<SqlBool>`(${isNamed(query.search, "p.name")} or p.hash = ${query.search})`);
  if (query.type) where.push(sql<SqlBool>`p.type = ${query.type}`);
  if (query.published) where.push(sql<SqlBool>`p.published = ${query.published === "true"}`);
  const order = ORDERS[query.sort];
  return readPage(context.db, { from: sql`playlists p`, where, order }, query, async (found) => {
    const rows = await readPlaylists(context.db, found, order);
    const shown = rows.map((row) => presentPlaylist(context, row));
    return withRuleResults(context, rows, shown);
  });
}

/** A playlist with its settings and embed codes. @throws Refusal `not_found`. */
export async function getPlaylist(context: Context, grant: OwnProject, id: number) {
  const row = await readPlaylist(context.db, grant, id);
  const shown = await presentPlaylistDetail(context, row);
  const [data] = await withRuleResults(context, [row], [shown]);
  return data ?? shown;
}

type NewPlaylist = InputOf<"playlists", "createPlaylist">;

/**
 * Creates a playlist with the videos it begins with.
 * @throws Refusal `conflict` at 1,000 playlists, `not_found` for videos of another project.
 */
export async function createPlaylist(context: Context, grant: ProjectGrant, playlist: NewPlaylist) {
  const id = await context.db.transaction().execute((tx) => insertPlaylist(context, tx, grant, playlist, true));
  return getPlaylist(context, grant, id);
}

/**
 * The same in a transaction of the caller, shown on its public pages or not.
 * @throws Refusal `conflict` at 1,000 playlists, `not_found` for videos of another project.
 */
export async function insertPlaylist(
  context: Context,
  tx: Tx,
  grant: ProjectGrant,
  { type, video_ids: videoIds, ...settings }: NewPlaylist,
  published: boolean,
  isCopy = false,
): Promise<number> {
  const now = context.clock.now();
  const { rules, podcast, ...columns } = columnsOf(type, settings, now);
  const row = await create(
    context,
    tx,
    PLAYLIST,
    grant,
    {
      ...columns,
      rules: rules && JSON.stringify(rules),
      podcast: JSON.stringify(podcast),
      hash: newHash(),
      type,
      published,
      created_by: context.caller.kind === "user" ? context.caller.userId : null,
      created_at: now,
      updated_at: now,
    },
    { type, videos: videoIds.length },
  );
  if (videoIds.length > 0) await appendItems(tx, row, videoIds, { trashed: isCopy });
  return row.id;
}

/** The columns of the settings. Those that the type does not have are empty. */
function columnsOf(type: PlaylistType, { rules, start_at: startAt, ...others }: PlaylistSettings, now: Date) {
  return {
    ...others,
    rules: type === "smart" ? (rules ?? NEW_SMART_RULES) : null,
    start_at: type === "channel" ? new Date(startAt ?? now) : null,
  };
}

/**
 * Changes a playlist's settings; rules and start that are left out stay.
 * @param version what the caller had read. @throws Refusal `not_found`, `changed_since`.
 */
export async function updatePlaylist(
  context: Context,
  project: OwnProject,
  id: number,
  settings: PlaylistSettings,
  version?: number,
) {
  await change(context, PLAYLIST, project, { id, version }, (before) => {
    const rules = settings.rules ?? before.rules ?? undefined;
    const kept = { ...settings, rules, start_at: settings.start_at ?? before.start_at };
    return { set: columnsOf(before.type, kept, context.clock.now()) };
  });
  return getPlaylist(context, project, id);
}

/** Shows or hides a playlist on its public pages. Idempotent. @throws Refusal `not_found`. */
export async function setPlaylistPublished(context: Context, project: OwnProject, id: number, published: boolean) {
  await change(context, PLAYLIST, project, { id }, () => ({
    set: { published },
    action: published ? "published" : "unpublished",
  }));
  return getPlaylist(context, project, id);
}

/** Copies a playlist's settings, videos and restriction profile to a new one, which is unpublished. */
export async function duplicatePlaylist(context: Context, grant: ProjectGrant, id: number) {
  const copy = await context.db.transaction().execute(async (tx) => {
    const row = await lockRow(tx, PLAYLIST, grant, id);
    const { description, autoplay_next, loop, shuffle, layout, feed, podcast, start_at, rules, type } = row;
    const settings = {
      description,
      autoplay_next,
      loop,
      shuffle,
      layout,
      feed,
      podcast,
      start_at,
      ...(rules ? { rules } : {}),
    };
    const name = `${row.name.slice(0, PLAYLIST_NAME_MAX - 7).toWellFormed()} (copy)`;
    const video_ids = await pinnedIds(tx, id);
    const copyId = await insertPlaylist(context, tx, grant, { ...settings, type, name, video_ids }, false, true);
    // A copy is as restricted as its original.
    await tx
      .insertInto("restriction_assignments")
      .columns(["project_id", "profile_id", "playlist_id"])
      .expression((query) =>
        query
          .selectFrom("restriction_assignments")
          .select(["project_id", "profile_id", sql<number>`${copyId}::bigint`.as("playlist_id")])
          .where("playlist_id", "=", id),
      )
      .execute();
    return copyId;
  });
  return getPlaylist(context, grant, copy);
}

/** Deletes a playlist for good; its videos stay in the library. @throws Refusal `not_found`. */
export const deletePlaylist = (context: Context, project: OwnProject, id: number): Promise<void> =>
  remove(context, PLAYLIST, project, { id });
