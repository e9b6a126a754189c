import { streamSettings, type StreamSettings } from "@kinora/contract/live/streams.ts";
import type { Tx } from "@kinora/db/connect.ts";
import { hasSession } from "@kinora/domain/live/stream-states.ts";
import { STREAM_NAME_MAX } from "@kinora/domain/live/streams.ts";
import { sql, type RawBuilder } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { requireVersion } from "../../platform/database/version.ts";
import type { InputOf } from "../../platform/http/input-of.ts";
import { requireFeature } from "../../platform/installation/features.ts";
import { isNamed, within } from "../../platform/lists/list-filter.ts";
import { readPage } from "../../platform/lists/read-page.ts";
import { change } from "../../platform/nouns/change.ts";
import { create } from "../../platform/nouns/create.ts";
import { lockRow } from "../../platform/nouns/noun.ts";
import { newHash } from "../../platform/secrets/hash.ts";
import { holdPlaylist, readFollowedPlaylist, type FollowedPlaylist } from "../loop/loop-playlist.ts";
import { announceChange, logStream, STREAM } from "./announce.ts";
import { newStreamKey } from "./keys.ts";
import { replaceLoopItems, writeLoopItems } from "./loop-videos.ts";
import { differences, readStream, readStreams, type OwnProject, type StreamRow } from "./rows.ts";
import { setStreamTags, requireCategory } from "./stream-labels.ts";

type NewStream = StreamSettings & Partial<InputOf<"streams", "createStream">>;

export type StreamQuery = InputOf<"streams", "listStreams">;

const ORDERS = {
  name: sql`lower(s.name)`,
  created_at: sql`s.created_at`,
  last_live_at: sql`coalesce(s.last_live_at, '-infinity')`,
};

/** One page of a project's streams. */
export function listStreams({ db }: Pick<Context, "db">, { projectId }: ProjectGrant, query: StreamQuery) {
  const { search, state } = query;
  const whether = (wanted: "true" | "false" | undefined, there: RawBuilder<unknown>) =>
    wanted && sql`${there} = ${wanted === "true"}`;
  const where = [
    sql`s.project_id = ${projectId} and s.deleted_at is null`,
    search && isNamed(search, "s.name", "s.hash"),
    state && state.length > 0 && sql`s.state = any(${state})`,
    whether(
      query.recording,
      sql`exists (select from stream_recordings r where r.stream_id = s.id and r.state = 'recording')`,
    ),
    whether(query.restream, sql`exists (select from stream_restreams r where r.stream_id = s.id)`),
    ...within(sql`s.created_at`, query),
  ];
  const direction = query.sort_order === "asc" ? sql`asc` : sql`desc`;
  const order = sql`${ORDERS[query.sort]} ${direction}, s.id ${direction}`;
  return readPage<StreamRow>(db, { from: sql`streams s`, where, order }, query, (found) =>
    readStreams(db, found, order),
  );
}

/** Creates a stream with a new key. @throws Refusal `conflict` at 1,000 streams, `invalid` for labels or a playlist of another project. */
export async function createStream(context: Context, grant: ProjectGrant, settings: NewStream): Promise<StreamRow> {
  await requireFeature(context, grant.accountId, "livestreams");
  const { loop_playlist_id: playlistId = null, ...others } = settings;
  const playlist =
    playlistId === null ? null : await readFollowedPlaylist(context, grant.projectId, playlistId, "loop_playlist_id");
  const id = await context.db.transaction().execute((tx) => insertStream(context, tx, grant, others, playlist));
  return readStream(context.db, grant, id);
}

async function insertStream(
  context: Context,
  tx: Tx,
  grant: ProjectGrant,
  { tags, loop_video_id: loopVideoId = null, ...settings }: Omit<NewStream, "loop_playlist_id">,
  playlist: FollowedPlaylist | null,
): Promise<number> {
  await requireCategory(tx, grant, settings.category_id, null);
  if (playlist) await holdPlaylist(tx, playlist, "loop_playlist_id");
  const hash = newHash();
  const stream = await create(context, tx, STREAM, grant, {
    ...settings,
    ...(loopVideoId === null && playlist === null ? {} : { loop_since: context.clock.now() }),
    ...(playlist === null ? {} : { loop_playlist_id: playlist.id, loop_playlist_name: playlist.name }),
    hash,
    ...newStreamKey(context, hash),
    created_by: context.caller.kind === "user" ? context.caller.userId : null,
  });
  await setStreamTags(tx, context, grant, stream.id, tags);
  const loop = { streamId: stream.id, projectId: grant.projectId, ladder: settings.ladder, before: [] };
  if (loopVideoId !== null) await replaceLoopItems(tx, loop, [loopVideoId], "loop_video_id");
  if (playlist) await writeLoopItems(tx, loop, playlist.videoIds);
  return stream.id;
}

/**
 * Changes a stream. Ladder, latency and recording apply from the next session on. No change emits no event.
 * @param version what the caller had read. @throws Refusal `not_found`, `changed_since`, `invalid`.
 */
export async function updateStream(
  context: Context,
  grant: ProjectGrant,
  id: number,
  { tags, ...settings }: StreamSettings,
  version?: number,
): Promise<StreamRow> {
  await context.db.transaction().execute(async (tx) => {
    requireVersion(await lockStream(tx, grant, id), version, "livestream");
    const before = await readStream(tx, grant, id);
    await requireCategory(tx, grant, settings.category_id, before.category?.id ?? null);
    await tx
      .updateTable("streams")
      .set({ ...settings, updated_at: context.clock.now() })
      .where("id", "=", id)
      .execute();
    await setStreamTags(tx, context, grant, id, tags);
    const after = await readStream(tx, grant, id);
    const changes = differences(before, after);
    if (Object.keys(changes).length > 0) await announceChange(context, tx, after, "stream.updated", changes);
  });
  return readStream(context.db, grant, id);
}

/** Copies a stream's settings to a new stream; key, hash and restream targets are not copied. */
export async function duplicateStream(context: Context, grant: ProjectGrant, id: number): Promise<StreamRow> {
  await requireFeature(context, grant.accountId, "livestreams");
  const copy = await context.db.transaction().execute(async (tx) => {
    const { category, tags, ...row } = await readStream(tx, grant, id);
    const name = `${row.name.slice(0, STREAM_NAME_MAX - 7).toWellFormed()} (copy)`;
    const labels = { category_id: category?.id ?? null, tags: tags.map((tag) => tag.name) };
    const settings = streamSettings.omit({ category_id: true, tags: true }).parse({ ...row, name });
    return insertStream(context, tx, grant, { ...settings, ...labels }, null);
  });
  return readStream(context.db, grant, copy);
}

/** Enables or disables a stream; disabling ends its session. Idempotent. */
export async function setStreamEnabled(
  context: Context,
  grant: OwnProject,
  id: number,
  enabled: boolean,
): Promise<StreamRow> {
  await change(context, STREAM, grant, { id }, async (before, tx) => {
    if (before.enabled === enabled) return null;
    if (!enabled) await requestSessionEnd(tx, id, "disabled");
    return {
      set: { enabled, paused: false, switched_to: "live" as const, test_until: null },
      action: enabled ? "enabled" : "disabled",
      changes: {},
    };
  });
  return readStream(context.db, grant, id);
}

/** Deletes a stream permanently and ends its session; its recordings stay in the library. */
export async function deleteStream(context: Context, grant: OwnProject, id: number): Promise<void> {
  await change(context, STREAM, grant, { id }, async (before, tx) => {
    const { session_id: sessionId } = await readStream(tx, grant, id);
    await requestSessionEnd(tx, id, "deleted");
    if (hasSession(before.state))
      await logStream(tx, before, { type: "ended", detail: "The stream was deleted.", sessionId });
    const set = { deleted_at: context.clock.now(), enabled: false, test_until: null };
    return { set, action: "deleted", changes: {} };
  });
}

/** Requests the end of the open session, which the live host carries out. Returns whether one is open. */
export async function requestSessionEnd(
  tx: Tx,
  id: number,
  reason: "ended_by_user" | "key_rotated" | "disabled" | "deleted" | "test_stopped",
): Promise<boolean> {
  const row = await tx
    .updateTable("stream_sessions")
    .set({ end_wanted: reason })
    .where("stream_id", "=", id)
    .where("ended_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks a stream of the project against concurrent changes. @throws Refusal `not_found`. */
export const lockStream = (tx: Tx, grant: OwnProject, id: number) => lockRow(tx, STREAM, grant, id);
