import type { Executor, Tx } from "@kinora/db/connect.ts";
import {
  projectChannel,
  TRANSCRIPTION_CHANGED_EVENT,
  transcodingChannel,
  VIDEO_CHANGED_EVENT,
} from "@kinora/domain/realtime.ts";
import type { VideoFailure } from "@kinora/domain/videos/videos.ts";
import { sql } from "kysely";
import type { Services } from "../context.ts";
import { notify, publish } from "../platform/events/events.ts";
import { STOPPED_NOTIFICATION, type OpenTranscription, type TranscriptionPayload } from "./transcription.ts";

type Place = Pick<OpenTranscription, "id" | "video_id" | "project_id" | "account_id">;

/** Shows open pages of a video how far its transcription is. */
export const showProgress = (on: Executor, videoId: number, state: string, progress: number): Promise<void> =>
  publish(on, transcodingChannel(videoId), TRANSCRIPTION_CHANGED_EVENT, {
    id: videoId,
    state,
    progress: Math.floor(progress * 100),
  });

/** Sets a queued transcription to running when its first job begins. */
export async function beginTranscription({ db, clock }: Services, transcription: OpenTranscription): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const begun = await tx
      .updateTable("transcriptions")
      .set({ state: "running", started_at: clock.now() })
      .where("id", "=", transcription.id)
      .where("attempts", "=", transcription.attempt)
      .where("state", "=", "queued")
      .returning("progress")
      .executeTakeFirst();
    if (begun) await showProgress(tx, transcription.video_id, "running", begun.progress);
  });
}

/**
 * Ends a transcription that is under way in the transaction that has its result, and records what is metered. Answers whether it
 * was still under way.
 */
export async function completeTranscription(
  { clock, emit }: Pick<Services, "clock" | "emit">,
  tx: Tx,
  transcription: OpenTranscription,
  captionsId: number | null,
): Promise<void> {
  const now = clock.now();
  await tx
    .updateTable("transcriptions")
    .set({ state: "complete", progress: 1, captions_id: captionsId, finished_at: now })
    .where("id", "=", transcription.id)
    .execute();
  await tx.deleteFrom("transcription_chunks").where("transcription_id", "=", transcription.id).execute();
  await sql`
    insert into transcription_records (transcription_id, video_id, project_id, account_id, finished_at, sound_seconds, engine_seconds)
    select id, video_id, project_id, account_id, finished_at, sound_seconds, engine_seconds
    from transcriptions where id = ${transcription.id}
    on conflict (transcription_id) do nothing`.execute(tx);
  const type = "captions.ready";
  await emit(tx, {
    ...whereOf(transcription),
    type,
    payload: { video_id: transcription.video_id, captions_id: captionsId },
  });
  await announce(tx, transcription, "complete", 1);
}

/** Ends a transcription with the reason that is shown; what is recognised of it stays for a retry. */
export async function failTranscription(
  { db, clock, emit }: Services,
  { transcriptionId, attempt }: TranscriptionPayload,
  failure: VideoFailure,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const failed = await tx
      .updateTable("transcriptions")
      .set({ state: "failed", failure: JSON.stringify(failure), finished_at: clock.now() })
      .where("id", "=", transcriptionId)
      .where("attempts", "=", attempt)
      .where("state", "in", ["queued", "running"])
      .returning(["id", "video_id", "project_id", "account_id", "progress"])
      .executeTakeFirst();
    if (!failed) return;
    const payload = { video_id: failed.video_id, code: failure.code };
    await emit(tx, { ...whereOf(failed), type: "captions.failed", payload });
    await notify(tx, STOPPED_NOTIFICATION, String(transcriptionId));
    await announce(tx, failed, "failed", failed.progress);
  });
}

const whereOf = ({ account_id: accountId, project_id: projectId }: Place) => ({
  accountId,
  projectId,
  actor: { kind: "system" },
});

async function announce(tx: Tx, { video_id: videoId, project_id: projectId }: Place, state: string, progress: number) {
  await showProgress(tx, videoId, state, progress);
  await publish(tx, projectChannel(projectId), VIDEO_CHANGED_EVENT, { id: videoId });
}
