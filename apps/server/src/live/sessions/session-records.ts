import type { Tx } from "@kinora/db/connect.ts";
import { onAirSource, type OnAirSource } from "@kinora/domain/live/on-air.ts";
import type { StreamPictureKind } from "@kinora/domain/live/stream-pictures.ts";
import { afterIngestEvent, type StreamFacts, type IngestEvent } from "@kinora/domain/live/stream-states.ts";
import type { SessionEndReason } from "@kinora/domain/live/streams.ts";
import type { StreamIngest } from "@kinora/domain/realtime.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { emitStream, logStream, pushState, type LogLine } from "../streams/announce.ts";
import { openRecording, stopRunning } from "./recording-records.ts";

/** Identifies the playable videos of a stream's loop; null for none. */
export const LOOP_KEY = sql<string | null>`(
  select string_agg(v.id || '-' || v.version, ' ' order by i.position)
  from stream_loop_items i join videos v on v.id = i.video_id
  where i.stream_id = streams.id and v.deleted_at is null and v.takedown is null and v.status = 'complete')`;
/** End reason of a stream's last session; null before the first. */
export const LAST_END = sql<SessionEndReason | null>`(
  select s.end_reason from stream_sessions s where s.stream_id = streams.id and s.ended_at is not null order by s.id desc limit 1)`;

/** Numbers of a stream's uploaded pictures. */
export const PICTURES = sql<Partial<Record<StreamPictureKind, number>>>`coalesce((
  select json_object_agg(p.kind, p.number) from stream_pictures p where p.stream_id = streams.id), '{}')`;

/** A stream as the live host needs it. */
export type LiveStream = NonNullable<Awaited<ReturnType<typeof readLiveStream>>>;

/** A stream as the live host needs it; null when it or its project is deleted, or its project or account suspended. */
export async function readLiveStream({ db }: Pick<Services, "db">, by: { id: number } | { keyHash: Buffer }) {
  const row = await db
    .selectFrom("streams")
    .innerJoin("projects", "projects.id", "streams.project_id")
    .innerJoin("accounts", "accounts.id", "streams.account_id")
    .selectAll("streams")
    .select([LOOP_KEY.as("loop_key"), LAST_END.as("last_end"), PICTURES.as("pictures")])
    .select(["projects.captions_mode", "projects.captions_language"])
    .where("streams.deleted_at", "is", null)
    .where("projects.deleted_at", "is", null)
    .where("projects.suspended_at", "is", null)
    .where("accounts.status", "=", "active")
    .where((is) => ("id" in by ? is("streams.id", "=", by.id) : is("streams.key_hash", "=", by.keyHash)))
    .executeTakeFirst();
  return row ?? null;
}

/** A stream's settings that decide what viewers see, and why its last session ended. */
type Choices = Pick<
  LiveStream,
  | "enabled"
  | "paused"
  | "switched_to"
  | "last_end"
  | "loop_key"
  | "loop_before_live"
  | "loop_on_disconnect"
  | "loop_when_paused"
>;

/** The source viewers of a stream should see, given the state of its ingest. */
export function wantedOnAir(
  stream: Choices,
  ingest: StreamFacts["ingest"],
  canLoop: boolean = stream.loop_key !== null,
): OnAirSource {
  const { enabled, paused, switched_to, last_end: lastEnd } = stream;
  const loop = {
    before_live: stream.loop_before_live,
    on_disconnect: stream.loop_on_disconnect,
    when_paused: stream.loop_when_paused,
  };
  return onAirSource({ enabled, paused, ingest, switched_to, loop, canLoop, lastEnd });
}

/** The stream after its session ended: the slate and the pause end with the session. */
export function afterSession(stream: LiveStream, reason: SessionEndReason, forGood: boolean): LiveStream {
  return {
    ...stream,
    enabled: stream.enabled && !forGood && reason !== "disabled",
    paused: false,
    switched_to: stream.switched_to === "slate" ? "live" : stream.switched_to,
    last_end: reason,
  };
}

/** A stream's open session, if any. */
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
 * Records an ingest event in one transaction: the stream's row, its log, the outbox event and the push. Does nothing for a deleted
 * row.
 */
export async function recordIngestEvent(
  services: Services,
  streamId: number,
  ingestEvent: IngestEvent,
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
    const facts = afterIngestEvent(before, ingestEvent);
    const isOver = facts.ingest === "none";
    // A slate ends with its session; a loop continues.
    const switched = isOver && before.switched_to === "slate" ? { switched_to: "live" as const } : {};
    const onAir = also.onAir === undefined ? {} : { on_air: also.onAir };
    const liveNow = ingestEvent === "first_segment" ? { last_live_at: services.clock.now() } : {};
    const stream = await tx
      .updateTable("streams")
      .set({ ingest: facts.ingest, paused: facts.paused, ...liveNow, ...switched, ...onAir })
      .where("id", "=", streamId)
      .returning(["id", "hash", "name", "project_id", "account_id", "state", "paused", "on_air"])
      .executeTakeFirstOrThrow();
    await also.work?.(tx);
    const isLoopNew = also.onAir === "loop" && before.on_air !== "loop";
    if (isLoopNew) await logStream(tx, stream, { type: "loop" });
    for (const line of also.log ?? []) await logStream(tx, stream, line);
    if (also.event && before.deleted_at === null) await emitStream(services, tx, stream, also.event);
    if (isLoopNew) await emitStream(services, tx, stream, "stream.loop_started");
    await pushState(tx, stream);
  });
}

/** Opens a session, or continues the open one. Returns its id. */
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

/** Closes a session and its recording in the database. */
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

/** Figures to add to a session's row. */
export interface SessionSave {
  sessionId: number;
  ingest: StreamIngest;
  /** Bytes received since the previous save. */
  bytes: number;
  /** Bytes sent to viewers since the previous save. */
  sent: number;
  viewers: number;
  /** Seconds since the previous save, which count as watched by all current viewers. */
  seconds: number;
}

/** Adds figures to the rows of sessions, in one statement. */
export async function saveSessions({ db }: Pick<Services, "db">, saves: readonly SessionSave[]): Promise<void> {
  await sql`update stream_sessions s
    set ingest = now.ingest, bytes_in = s.bytes_in + now.bytes, bytes_out = s.bytes_out + now.sent, viewers = now.viewers,
      peak_viewers = greatest(s.peak_viewers, now.viewers), watch_seconds = s.watch_seconds + now.viewers * now.seconds
    from json_to_recordset(${JSON.stringify(saves)}::json)
      as now ("sessionId" bigint, ingest jsonb, bytes bigint, sent bigint, viewers integer, seconds double precision)
    where s.id = now."sessionId" and s.ended_at is null`.execute(db);
}
