import type { Executor, Tx } from "@kinora/db/connect.ts";
import type { StreamRecordingsTable, StreamsTable } from "@kinora/db/schema-streams.ts";
import { liveChannel, RECORDING_EVENT, type RecordingPush } from "@kinora/domain/realtime.ts";
import { sql, type Insertable, type Selectable } from "kysely";
import { publish } from "../../platform/events/events.ts";

/** Ids of a stream's row and of its owners. */
type StreamIds = Pick<Selectable<StreamsTable>, "id" | "project_id" | "account_id">;

/** A stream's recording in progress, if any. */
export async function runningRecording(on: Executor, streamId: number): Promise<{ id: number; since: Date } | null> {
  const row = await on
    .selectFrom("stream_recordings")
    .select(["id", "started_at as since"])
    .where("stream_id", "=", streamId)
    .where("state", "=", "recording")
    .executeTakeFirst();
  return row ?? null;
}

/** Inserts a recording in progress, which the live host then writes. Returns its id. */
export async function openRecording(
  tx: Tx,
  stream: StreamIds,
  start: { sessionId: number; at: Date; userId: number | null },
): Promise<number> {
  return insertRecording(tx, stream, {
    session_id: start.sessionId,
    kind: "recording",
    state: "recording",
    started_at: start.at,
    user_id: start.userId,
  });
}

type NewRecording = Omit<Insertable<StreamRecordingsTable>, "stream_id" | "project_id" | "account_id">;

/** Inserts the row of a recording, clip or trim and notifies subscribers. Returns its id. */
export async function insertRecording(
  tx: Tx,
  { id: stream_id, project_id, account_id }: StreamIds,
  recording: NewRecording,
): Promise<number> {
  const row = await tx
    .insertInto("stream_recordings")
    .values({ stream_id, project_id, account_id, ...recording })
    .returning(["id", "stream_id", "kind", "state", "video_id"])
    .executeTakeFirstOrThrow();
  await pushRecording(tx, row);
  return row.id;
}

/** Stops a stream's recording in the database; the live host closes and finalizes its file. Returns its id, or null when none was in progress. */
export async function stopRunning(
  tx: Tx,
  streamId: number,
  at: Date,
  problem: string | null = null,
): Promise<number | null> {
  const row = await tx
    .updateTable("stream_recordings")
    .set({ state: "stopping", ended_at: at, problem })
    .where("stream_id", "=", streamId)
    .where("state", "=", "recording")
    .returning(["id", "stream_id", "kind", "state", "video_id"])
    .executeTakeFirst();
  if (row) await pushRecording(tx, row);
  return row?.id ?? null;
}

/** Ends a stream's recording in progress, whose file another live host has, and opens one that continues it. */
export async function divideRecording(tx: Tx, streamId: number, at: Date): Promise<void> {
  const running = await tx
    .selectFrom("stream_recordings")
    .select(["project_id", "account_id", "session_id", "user_id"])
    .where("stream_id", "=", streamId)
    .where("state", "=", "recording")
    .executeTakeFirst();
  if (!running) return;
  await stopRunning(tx, streamId, at);
  const { session_id, user_id, ...owners } = running;
  const started = { kind: "recording", state: "recording", started_at: at } as const;
  await insertRecording(tx, { id: streamId, ...owners }, { session_id, user_id, ...started });
}

/** Longer than copying a clip takes: an older clip was left by a crashed process. */
const CLIP_COPY_SECONDS = 60;

/** Stopped recordings that are not finalized, and clips whose copy was interrupted, oldest first. @param streamId null for all streams. */
export function stoppedRecordings(on: Executor, streamId: number | null) {
  return on
    .selectFrom("stream_recordings")
    .select(["id", "stream_id", "host"])
    .where("state", "=", "stopping")
    .where((is) =>
      is.or([
        is("kind", "=", "recording"),
        is("started_at", "<", sql<Date>`now() - make_interval(secs => ${CLIP_COPY_SECONDS})`),
      ]),
    )
    .$if(streamId !== null, (rows) => rows.where("stream_id", "=", streamId))
    .orderBy("id")
    .execute();
}

/** Pushes a recording's state to subscribers of its stream. */
export async function pushRecording(
  on: Executor,
  { id, stream_id, kind, state, video_id }: Pick<Selectable<StreamRecordingsTable>, keyof RecordingPush>,
): Promise<void> {
  const data: RecordingPush = { id, stream_id, kind, state, video_id };
  await publish(on, liveChannel(stream_id), RECORDING_EVENT, data);
}
