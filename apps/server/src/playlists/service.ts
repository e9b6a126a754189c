import type { playlistSettings } from "@kinora/contract/playlists/playlists.ts";
import type { Tx } from "@kinora/db/connect.ts";
import { pagination } from "@kinora/domain/pages.ts";
import { PLAYLIST_NAME_MAX, PLAYLISTS_MAX, type PlaylistType } from "@kinora/domain/playlists/playlists.ts";
import { NEW_SMART_RULES } from "@kinora/domain/playlists/smart-rules.ts";
import { sql, type SqlBool } from "kysely";
import type { z } from "zod";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { requireVersion } from "../platform/database/version.ts";
import { anywhere } from "../platform/lists/list-filter.ts";
import { Refusal } from "../platform/refusal.ts";
import { newHash } from "../platform/secrets/hash.ts";
import { announcePlaylist } from "./changes.ts";
import { appendItems } from "./items.ts";
import {
  lockPlaylist,
  presentPlaylist,
  presentPlaylistDetail,
  readPlaylist,
  readPlaylists,
  type OwnProject,
} from "./rows.ts";
import { withRuleResults } from "./rule-results.ts";

/** A playlist's settings. */
export type PlaylistSettings = z.output<typeof playlistSettings>;

export interface PlaylistQuery {
  search?: string | null | undefined;
  type?: PlaylistType | undefined;
  published?: "true" | "false" | undefined;
  sort: "name" | "-name" | "updated" | "-updated";
  page: number;
  per_page: number;
}

const ORDERS = {
  name: sql`lower(p.name), p.id`,
  "-name": sql`lower(p.name) desc, p.id desc`,
  updated: sql`p.updated_at, p.id`,
  "-updated": sql`p.updated_at desc, p.id desc`,
};

/** One page of a project's playlists. */
export async function listPlaylists(context: Context, { projectId }: OwnProject, query: PlaylistQuery) {
  const parts = [sql<SqlBool>`p.project_id = ${projectId}`];
  if (query.search) parts.push(sql<SqlBool>`(p.name ilike ${anywhere(query.search)} or p.hash = ${query.search})`);
  if (query.type) parts.push(sql<SqlBool>`p.type = ${query.type}`);
  if (query.published) parts.push(sql<SqlBool>`p.published = ${query.published === "true"}`);
  const where = sql.join(parts, sql` and `);
  const counted = await sql<{ total: number }>`select count(*) as total from playlists p where ${where}`.execute(
    context.db,
  );
  const { page, per_page: limit } = query;
  const rows = await readPlaylists(context.db, where, { order: ORDERS[query.sort], offset: (page - 1) * limit, limit });
  return {
    data: await withRuleResults(
      context,
      rows,
      rows.map((row) => presentPlaylist(context, row)),
    ),
    pagination: pagination(query.page, query.per_page, counted.rows[0]?.total ?? 0),
  };
}

/** A playlist with its settings and embed codes. @throws Refusal `not_found`. */
export async function getPlaylist(context: Context, grant: OwnProject, id: number) {
  const row = await readPlaylist(context.db, grant, id);
  const shown = await presentPlaylistDetail(context, row);
  const [data] = await withRuleResults(context, [row], [shown]);
  return data ?? shown;
}

interface NewPlaylist extends PlaylistSettings {
  type: PlaylistType;
  video_ids: readonly number[];
}

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
  const { projectId, accountId } = grant;
  await tx.selectFrom("projects").select("id").where("id", "=", projectId).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom("playlists")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  if (count >= PLAYLISTS_MAX) throw new Refusal("conflict", `A project can have up to ${PLAYLISTS_MAX} playlists.`);
  const now = context.clock.now();
  const row = await tx
    .insertInto("playlists")
    .values({
      ...columnsOf(type, settings, now),
      project_id: projectId,
      account_id: accountId,
      hash: newHash(),
      type,
      published,
      created_by: context.caller.kind === "user" ? context.caller.userId : null,
      created_at: now,
      updated_at: now,
    })
    .returning(["id", "hash", "name", "project_id", "account_id"])
    .executeTakeFirstOrThrow();
  if (videoIds.length > 0) await appendItems(tx, row, videoIds, { trashed: isCopy });
  await announcePlaylist(context, tx, row, "playlist.created", { type, videos: videoIds.length });
  return row.id;
}

/** The columns of the settings. Those that the type does not have are empty. */
function columnsOf(type: PlaylistType, settings: PlaylistSettings, startsAt: Date) {
  const { rules, start_at: startAt, ...others } = settings;
  return {
    ...others,
    rules: type === "smart" ? JSON.stringify(rules ?? NEW_SMART_RULES) : null,
    start_at: type === "channel" ? new Date(startAt ?? startsAt) : null,
  };
}

/**
 * Changes a playlist's settings; rules and start that are left out stay. No change emits no event.
 * @param version what the caller had read. @throws Refusal `not_found`, `changed_since`.
 */
export async function updatePlaylist(
  context: Context,
  grant: OwnProject,
  id: number,
  settings: PlaylistSettings,
  version?: number,
) {
  await savePlaylist(context, grant, id, settings, version);
  return getPlaylist(context, grant, id);
}

/** The same without reading the playlist afterwards. */
export async function savePlaylist(
  context: Context,
  grant: OwnProject,
  id: number,
  settings: PlaylistSettings,
  version?: number,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const before = await lockPlaylist(tx, grant, id);
    requireVersion(before, version, "playlist");
    const kept = {
      ...settings,
      ...(settings.rules === undefined && before.rules ? { rules: before.rules } : {}),
      start_at: settings.start_at ?? before.start_at,
    };
    const columns = columnsOf(before.type, kept, context.clock.now());
    const old = { ...before, rules: before.rules && JSON.stringify(before.rules) };
    const changes = differences(old, columns);
    if (Object.keys(changes).length === 0) return;
    await tx
      .updateTable("playlists")
      .set({ ...columns, updated_at: context.clock.now() })
      .where("id", "=", id)
      .execute();
    await announcePlaylist(context, tx, { ...before, name: settings.name }, "playlist.updated", changes);
  });
}

/** The settings that differ, each as [before, after]. */
function differences(before: object, after: object): Record<string, unknown> {
  const old = new Map<string, unknown>(Object.entries(before));
  const text = (value: unknown) => JSON.stringify(comparable(value));
  return Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => text(old.get(name)) !== text(value))
      .map(([name, value]) => [name, [old.get(name), value]]),
  );
}

/** Rules are stored as JSONB, which does not keep the order of their names. */
function comparable(value: unknown): unknown {
  if (typeof value !== "string" || !value.startsWith("{")) return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return Object.entries(parsed as object).toSorted(([a], [b]) => a.localeCompare(b));
  } catch {
    // A name or description may begin like JSON.
    return value;
  }
}

/** Shows or hides a playlist on its public pages. Idempotent. */
export async function setPlaylistPublished(context: Context, grant: OwnProject, id: number, published: boolean) {
  await showPlaylist(context, grant, id, published);
  return getPlaylist(context, grant, id);
}

/** The same without reading the playlist afterwards. */
export async function showPlaylist(context: Context, grant: OwnProject, id: number, published: boolean): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const before = await lockPlaylist(tx, grant, id);
    if (before.published === published) return;
    await tx
      .updateTable("playlists")
      .set({ published, updated_at: context.clock.now() })
      .where("id", "=", id)
      .execute();
    await announcePlaylist(context, tx, before, published ? "playlist.published" : "playlist.unpublished");
  });
}

/** Copies a playlist's settings, videos and restriction profile to a new one, which is unpublished. */
export async function duplicatePlaylist(context: Context, grant: ProjectGrant, id: number) {
  const copy = await context.db.transaction().execute(async (tx) => {
    const row = await lockPlaylist(tx, grant, id);
    const items = await tx
      .selectFrom("playlist_items")
      .innerJoin("videos", "videos.id", "playlist_items.video_id")
      .select("video_id")
      .where("playlist_id", "=", id)
      .where("videos.shelf", "<>", "gone")
      .orderBy("position")
      .execute();
    const { description, autoplay_next, loop, shuffle, layout, feed, start_at, rules, type } = row;
    const settings = { description, autoplay_next, loop, shuffle, layout, feed, start_at, ...(rules ? { rules } : {}) };
    const name = `${row.name.slice(0, PLAYLIST_NAME_MAX - 7).toWellFormed()} (copy)`;
    const video_ids = items.map((item) => item.video_id);
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

/** Deletes a playlist for good; its videos stay in the library. */
export async function deletePlaylist(context: Context, grant: OwnProject, id: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const row = await lockPlaylist(tx, grant, id);
    await tx.deleteFrom("playlists").where("id", "=", id).execute();
    await announcePlaylist(context, tx, row, "playlist.deleted");
  });
}
