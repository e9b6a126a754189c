import type { Tx } from "@kinora/db/connect.ts";
import { pagination } from "@kinora/domain/pages.ts";
import {
  hasSession,
  STREAM_NAME_MAX,
  STREAMS_MAX,
  type SecondPublisher,
  type StreamLadder,
  type StreamLatency,
  type StreamState,
  type StreamType,
} from "@kinora/domain/streams.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Context } from "../context.ts";
import { newHash } from "../platform/hash.ts";
import { anywhere, within } from "../platform/list-filter.ts";
import { Refusal } from "../platform/refusal.ts";
import type { ProjectGround } from "../platform/scope.ts";
import { announceChange, logStream } from "./announce.ts";
import { newStreamKey } from "./keys.ts";
import { fillLoop } from "./loop-videos.ts";
import { differences, missingStream, readStream, readStreams, type OwnProject, type StreamRow } from "./rows.ts";
import { setStreamTags, takeCategory } from "./stream-labels.ts";

/** What people set on a stream. */
export interface StreamSettings {
  name: string;
  description: string;
  category_id: number | null;
  tags: readonly string[];
  type: StreamType;
  ladder: StreamLadder;
  latency: StreamLatency;
  dvr_minutes: number;
  reconnect_seconds: number;
  second_publisher: SecondPublisher;
  record: boolean;
  record_publish: boolean;
}

interface NewStream extends StreamSettings {
  /** When it is announced to begin. */
  start_at?: Date | null;
  /** What its loop plays; more is added on its page. */
  loop_video_id?: number | null;
}

export interface StreamQuery {
  search?: string | null | undefined;
  state?: readonly StreamState[] | undefined;
  recording?: "true" | "false" | undefined;
  restream?: "true" | "false" | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort: "name" | "created_at" | "last_live_at";
  sort_order: "asc" | "desc";
  page: number;
  per_page: number;
}

const ORDERS = {
  name: sql`lower(s.name)`,
  created_at: sql`s.created_at`,
  last_live_at: sql`coalesce(s.last_live_at, '-infinity')`,
};

/** One page of a project's streams. */
export async function listStreams({ db }: Pick<Context, "db">, { projectId }: ProjectGround, query: StreamQuery) {
  const parts = [sql<SqlBool>`s.project_id = ${projectId}`];
  if (query.search) {
    const likely = anywhere(query.search);
    parts.push(sql<SqlBool>`(s.name ilike ${likely} or s.hash ilike ${likely})`);
  }
  if (query.state && query.state.length > 0) parts.push(sql<SqlBool>`s.state = any(${query.state})`);
  const whether = (wanted: "true" | "false", there: RawBuilder<SqlBool>) =>
    parts.push(wanted === "true" ? there : sql<SqlBool>`not ${there}`);
  if (query.recording)
    whether(
      query.recording,
      sql<SqlBool>`exists (select from stream_recordings r where r.stream_id = s.id and r.state = 'recording')`,
    );
  if (query.restream)
    whether(query.restream, sql<SqlBool>`exists (select from stream_restreams r where r.stream_id = s.id)`);
  parts.push(...within(sql`s.created_at`, query));
  const where = sql.join(parts, sql` and `);
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from streams s where s.deleted_at is null and ${where}`.execute(db);
  const direction = query.sort_order === "asc" ? sql`asc` : sql`desc`;
  const offset = (query.page - 1) * query.per_page;
  const data = await readStreams(
    db,
    where,
    sql`order by ${ORDERS[query.sort]} ${direction}, s.id ${direction} offset ${offset} limit ${query.per_page}`,
  );
  return { data, pagination: pagination(query.page, query.per_page, rows[0]?.total ?? 0) };
}

/** Creates a stream with a key of its own. @throws Refusal `conflict` at 1,000 streams, `invalid` for labels of elsewhere. */
export async function createStream(context: Context, ground: ProjectGround, settings: NewStream): Promise<StreamRow> {
  const id = await context.db.transaction().execute((tx) => insertStream(context, tx, ground, settings));
  return readStream(context.db, ground, id);
}

async function insertStream(
  context: Context,
  tx: Tx,
  ground: ProjectGround,
  { tags, loop_video_id: loopVideoId = null, ...settings }: NewStream,
): Promise<number> {
  await tx.selectFrom("projects").select("id").where("id", "=", ground.projectId).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom("streams")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("project_id", "=", ground.projectId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  if (count >= STREAMS_MAX) throw new Refusal("conflict", `A project can have up to ${STREAMS_MAX} streams.`);
  await takeCategory(tx, ground, settings.category_id, null);
  const hash = newHash();
  const stream = await tx
    .insertInto("streams")
    .values({
      ...settings,
      ...(loopVideoId === null ? {} : { loop_since: context.clock.now() }),
      hash,
      project_id: ground.projectId,
      account_id: ground.accountId,
      ...newStreamKey(context, hash),
      created_by: context.caller.kind === "user" ? context.caller.userId : null,
    })
    .returning(["id", "hash", "name", "project_id", "account_id", "state", "paused", "on_air"])
    .executeTakeFirstOrThrow();
  await setStreamTags(tx, context, ground, stream.id, tags);
  const loop = { streamId: stream.id, projectId: ground.projectId, ladder: settings.ladder, before: [] };
  if (loopVideoId !== null) await fillLoop(tx, loop, [loopVideoId], "loop_video_id");
  await announceChange(context, tx, stream, "stream.created");
  return stream.id;
}

/** Changes a stream. Ladder, latency and recording hold from the next session on. Nothing changed is nothing announced. */
export async function updateStream(
  context: Context,
  ground: ProjectGround,
  id: number,
  { tags, ...settings }: StreamSettings,
): Promise<StreamRow> {
  await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, ground, id);
    const before = await readStream(tx, ground, id);
    await takeCategory(tx, ground, settings.category_id, before.category?.id ?? null);
    await tx
      .updateTable("streams")
      .set({ ...settings, updated_at: context.clock.now() })
      .where("id", "=", id)
      .execute();
    await setStreamTags(tx, context, ground, id, tags);
    const after = await readStream(tx, ground, id);
    const changes = differences(before, after);
    if (Object.keys(changes).length > 0) await announceChange(context, tx, after, "stream.updated", changes);
  });
  return readStream(context.db, ground, id);
}

/** Makes another stream with the same settings; key, hash and restream targets are not copied. */
export async function duplicateStream(context: Context, ground: ProjectGround, id: number): Promise<StreamRow> {
  const copy = await context.db.transaction().execute(async (tx) => {
    const { category, tags, ...row } = await readStream(tx, ground, id);
    const name = `${row.name.slice(0, STREAM_NAME_MAX - 7).toWellFormed()} (copy)`;
    return insertStream(context, tx, ground, {
      name,
      description: row.description,
      category_id: category?.id ?? null,
      tags: tags.map((tag) => tag.name),
      type: row.type,
      ladder: row.ladder,
      latency: row.latency,
      dvr_minutes: row.dvr_minutes,
      reconnect_seconds: row.reconnect_seconds,
      second_publisher: row.second_publisher,
      record: row.record,
      record_publish: row.record_publish,
    });
  });
  return readStream(context.db, ground, copy);
}

/** Enables or disables a stream; disabling ends its session. Twice is the same as once. */
export async function setStreamEnabled(
  context: Context,
  ground: OwnProject,
  id: number,
  enabled: boolean,
): Promise<StreamRow> {
  await context.db.transaction().execute(async (tx) => {
    const before = await lockStream(tx, ground, id);
    if (before.enabled === enabled) return;
    await tx
      .updateTable("streams")
      .set({ enabled, paused: false, switched_to: "live", test_until: null, updated_at: context.clock.now() })
      .where("id", "=", id)
      .execute();
    if (!enabled) await wantSessionEnd(tx, id, "disabled");
    const after = await readStream(tx, ground, id);
    await announceChange(context, tx, after, enabled ? "stream.enabled" : "stream.disabled");
  });
  return readStream(context.db, ground, id);
}

/** Deletes a stream for good and ends its session; recordings stay in the library. */
export async function deleteStream(context: Context, ground: OwnProject, id: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, ground, id);
    const stream = await readStream(tx, ground, id);
    await wantSessionEnd(tx, id, "deleted");
    const now = context.clock.now();
    await tx
      .updateTable("streams")
      .set({ deleted_at: now, enabled: false, test_until: null, updated_at: now })
      .where("id", "=", id)
      .execute();
    await announceChange(context, tx, { ...stream, state: "disabled" }, "stream.deleted");
    if (hasSession(stream.state))
      await logStream(tx, stream, { type: "ended", detail: "The stream was deleted.", sessionId: stream.session_id });
  });
}

/** Says why the session that is open is to end; the live role ends it. Answers whether there is one. */
export async function wantSessionEnd(
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

/** Locks a stream of the project so that its changes come one after the other. @throws Refusal `not_found`. */
export async function lockStream(tx: Tx, { projectId }: OwnProject, id: number) {
  const row = await tx
    .selectFrom("streams")
    .select(["id", "hash", "enabled", "paused", "state", "switched_to", "test_until", "key_sealed"])
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw missingStream();
  return row;
}
