import type { Tx } from "@kinora/db/connect.ts";
import type { StreamIngest } from "@kinora/db/schema-streams.ts";
import type { OnAirSource } from "@kinora/domain/onAir.ts";
import type { StreamPictureKind } from "@kinora/domain/streamPictures.ts";
import { afterHappening, type SessionEndReason, type StreamHappening } from "@kinora/domain/streams.ts";
import { sql } from "kysely";
import type { Services } from "../context.ts";
import { emitStream, logStream, pushState, type LogLine } from "./announce.ts";
import { openRecording, stopRunning } from "./recording-records.ts";

/** Names the videos its loop has that can be played; null for none. */
export const LOOP_KEY = sql<string | null>`(
  select string_agg(v.id || '-' || v.version, ' ' order by i.position)
  from stream_loop_items i join videos v on v.id = i.video_id
  where i.stream_id = streams.id and v.deleted_at is null and v.status = 'complete')`;
/** Why the last session ended; null before the first. */
export const LAST_END = sql<SessionEndReason | null>`(
  select s.end_reason from stream_sessions s where s.stream_id = streams.id and s.ended_at is not null order by s.id desc limit 1)`;

/** Numbers of its own pictures. */
export const PICTURES = sql<Partial<Record<StreamPictureKind, number>>>`coalesce((
  select json_object_agg(p.kind, p.number) from stream_pictures p where p.stream_id = streams.id), '{}')`;

/** What the live role needs to know of a stream. */
export type LiveStream = NonNullable<Awaited<ReturnType<typeof readLiveStream>>>;

/** A stream as the live role works with it; null when it is gone, its project or its account. */
export async function readLiveStream({ db }: Pick<Services, "db">, by: { id: number } | { keyHash: Buffer }) {
  const row = await db
    .selectFrom("streams")
    .innerJoin("projects", "projects.id", "streams.project_id")
    .innerJoin("accounts", "accounts.id", "streams.account_id")
    .selectAll("streams")
    .select([LOOP_KEY.as("loop_key"), LAST_END.as("last_end"), PICTURES.as("pictures")])
    .where("streams.deleted_at", "is", null)
    .where("projects.deleted_at", "is", null)
    .where("accounts.status", "=", "active")
    .where((is) => ("id" in by ? is("streams.id", "=", by.id) : is("streams.key_hash", "=", by.keyHash)))
    .executeTakeFirst();
  return row ?? null;
}

/** The session that is open, if any. */
export async function readOpenSession({ db }: Pick<Services, "db">, streamId: number) {
  const row = await db
    .selectFrom("stream_sessions")
    .select(["id", "started_at", "live_at", "end_wanted", "reconnects", "testing"])
    .where("stream_id", "=", streamId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Something happened to a stream's ingest: its row, its log, its event and the push, all or none. A stream that is gone
 * meanwhile is left alone.
 */
export async function record(
  services: Services,
  streamId: number,
  happening: StreamHappening,
  also: { event?: string; log?: LogLine[]; onAir?: OnAirSource; work?: (tx: Tx) => Promise<void> } = {},
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom("streams")
      .selectAll()
      .where("id", "=", streamId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!before) return;
    const facts = afterHappening(before, happening);
    const isOver = facts.ingest === "none";
    // A slate is of its session; a loop goes on.
    const switched = isOver && before.switched_to === "slate" ? { switched_to: "live" as const } : {};
    const onAir = also.onAir === undefined ? {} : { on_air: also.onAir };
    const liveNow = happening === "first_segment" ? { last_live_at: services.clock.now() } : {};
    const stream = await tx
      .updateTable("streams")
      .set({ ingest: facts.ingest, paused: facts.paused, ...liveNow, ...switched, ...onAir })
      .where("id", "=", streamId)
      .returning(["id", "hash", "name", "project_id", "account_id", "state", "paused", "on_air"])
      .executeTakeFirstOrThrow();
    await also.work?.(tx);
    if (also.onAir === "loop" && before.on_air !== "loop") await logStream(tx, stream, { type: "loop" });
    for (const line of also.log ?? []) await logStream(tx, stream, line);
    if (also.event && before.deleted_at === null) await emitStream(services, tx, stream, also.event);
    await pushState(tx, stream);
  });
}

/** Opens a session, or goes on with the one that waits for its publisher. Answers its id. */
export async function openSession(
  { db, clock }: Pick<Services, "db" | "clock">,
  stream: Pick<LiveStream, "id" | "project_id" | "account_id">,
  { clientIp, testing, recording }: { clientIp: string; testing: boolean; recording: boolean },
): Promise<number> {
  const open = await readOpenSession({ db }, stream.id);
  if (open) {
    await db
      .updateTable("stream_sessions")
      .set({ client_ip: clientIp, reconnects: open.reconnects + 1 })
      .where("id", "=", open.id)
      .execute();
    return open.id;
  }
  return db.transaction().execute(async (tx) => {
    const at = clock.now();
    const { id } = await tx
      .insertInto("stream_sessions")
      .values({
        stream_id: stream.id,
        project_id: stream.project_id,
        account_id: stream.account_id,
        started_at: at,
        client_ip: clientIp,
        testing,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (recording) await openRecording(tx, stream, { sessionId: id, at, userId: null });
    return id;
  });
}

/** Closes a session in the books, and the recording that runs. */
export async function closeSession(
  tx: Tx,
  { streamId, sessionId }: { streamId: number; sessionId: number },
  reason: SessionEndReason,
  at: Date,
): Promise<void> {
  await tx
    .updateTable("stream_sessions")
    .set({ ended_at: at, end_reason: reason, viewers: 0 })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .execute();
  await stopRunning(tx, streamId, at);
}

/** What is added to a session's row. */
export interface SessionSave {
  sessionId: number;
  ingest: StreamIngest;
  /** Since the time before. */
  bytes: number;
  /** Bytes sent to viewers since the time before. */
  sent: number;
  viewers: number;
  /** So long they are thought to have watched. */
  seconds: number;
}

/** Writes down how sessions stand, all in one statement; added up from one time to the next. */
export async function saveSessions({ db }: Pick<Services, "db">, saves: readonly SessionSave[]): Promise<void> {
  await sql`update stream_sessions s
    set ingest = now.ingest, bytes_in = s.bytes_in + now.bytes, bytes_out = s.bytes_out + now.sent, viewers = now.viewers,
      peak_viewers = greatest(s.peak_viewers, now.viewers), watch_seconds = s.watch_seconds + now.viewers * now.seconds
    from json_to_recordset(${JSON.stringify(saves)}::json)
      as now ("sessionId" bigint, ingest jsonb, bytes bigint, sent bigint, viewers integer, seconds double precision)
    where s.id = now."sessionId" and s.ended_at is null`.execute(db);
}
