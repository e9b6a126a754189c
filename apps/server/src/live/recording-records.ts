import type { Executor, Tx } from "@kinora/db/connect.ts";
import type { StreamRecordingsTable } from "@kinora/db/schema-streams.ts";
import { liveChannel, RECORDING_EVENT, type RecordingPush } from "@kinora/domain/realtime.ts";
import { sql, type Insertable, type Selectable } from "kysely";
import { publish } from "../platform/events.ts";
import type { LiveStream } from "./session-records.ts";

/** The recording of a stream that runs, if any. */
export async function runningRecording(on: Executor, streamId: number): Promise<{ id: number; since: Date } | null> {
  const row = await on
    .selectFrom("stream_recordings")
    .select(["id", "started_at as since"])
    .where("stream_id", "=", streamId)
    .where("state", "=", "recording")
    .executeTakeFirst();
  return row ?? null;
}

/** Begins a recording in the books; the live role follows. Answers its id. */
export async function openRecording(
  tx: Tx,
  stream: Pick<LiveStream, "id" | "project_id" | "account_id">,
  begun: { sessionId: number; at: Date; userId: number | null },
): Promise<number> {
  return insertRecording(tx, stream, {
    session_id: begun.sessionId,
    kind: "recording",
    state: "recording",
    started_at: begun.at,
    user_id: begun.userId,
  });
}

type NewRecording = Omit<Insertable<StreamRecordingsTable>, "stream_id" | "project_id" | "account_id">;

/** Writes a recording, clip or trim of a stream into the books and tells who looks at them. Answers its id. */
export async function insertRecording(
  tx: Tx,
  { id: stream_id, project_id, account_id }: Pick<LiveStream, "id" | "project_id" | "account_id">,
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

/** Ends the recording of a stream that runs, in the books; the live role closes its file and hands it on. Answers whether there was one. */
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

/** Longer than it takes to keep a clip: what is older was left by a process that died. */
const CLIP_SECONDS_TO_KEEP = 60;

/** Recordings that ended and whose files are not put away yet, the oldest first; and clips nobody is about to keep. */
export function stoppedRecordings(on: Executor, streamId: number | null) {
  return on
    .selectFrom("stream_recordings")
    .select(["id", "stream_id"])
    .where("state", "=", "stopping")
    .where((is) =>
      is.or([
        is("kind", "=", "recording"),
        is("started_at", "<", sql<Date>`now() - make_interval(secs => ${CLIP_SECONDS_TO_KEEP})`),
      ]),
    )
    .$if(streamId !== null, (rows) => rows.where("stream_id", "=", streamId))
    .orderBy("id")
    .execute();
}

/** Tells whoever looks at the stream how a recording or a clip of it stands. */
export async function pushRecording(
  on: Executor,
  { id, stream_id, kind, state, video_id }: Pick<Selectable<StreamRecordingsTable>, keyof RecordingPush>,
): Promise<void> {
  const data: RecordingPush = { id, stream_id, kind, state, video_id };
  await publish(on, liveChannel(stream_id), RECORDING_EVENT, data);
}
