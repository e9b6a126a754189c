import type { Tx } from "@kinora/db/connect.ts";
import { LIVE_CAPTIONS_LATE_SECONDS } from "@kinora/domain/speech/live-captions.ts";
import { MAIN_SOUND } from "@kinora/domain/videos/videos.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Services } from "../context.ts";
import { task } from "../platform/jobs/tasks.ts";
import { lockVideo } from "../videos/video-changes.ts";
import { keepLiveCaptions, readLiveRecording, type LiveRecording } from "./keep-live-captions.ts";
import { queueTranscription } from "./queue.ts";
import { goneIsNull } from "./transcription.ts";

const payload = z.object({ video_id: z.number(), version: z.number() });

/**
 * Gives a video that became ready the captions that were made on air, where it is a recording or clip of a livestream. Where its project
 * always has captions made, enqueues captions by machine of a video that has none: neither of a person nor within its source or its
 * pictures, nor of the whole of it from on air. Another source has them made again.
 */
export const captionWhenReady = task({
  name: "speech.when_ready",
  payload: z.object({ eventId: z.number() }),
  async run(services, { eventId }): Promise<void> {
    const { db, speech, clock, jobs } = services;
    const event = await db.selectFrom("events").select("payload").where("id", "=", eventId).executeTakeFirst();
    const ready = payload.safeParse(event?.payload).data;
    if (!ready) return;
    const recording = await readLiveRecording(services, ready.video_id);
    const found = speech === null ? null : await readWanting(services, ready.video_id, ready.version);
    const projectId = recording?.project_id ?? found?.project_id;
    if (projectId === undefined) return;
    const waitSeconds = recording ? lateSeconds(recording, clock.now()) : 0;
    if (waitSeconds > 0) {
      await jobs.send(db, captionWhenReady, { eventId }, { startAfterSeconds: waitSeconds });
      return;
    }
    await db.transaction().execute(async (tx) => {
      const video = await lockVideo(tx, { projectId }, ready.video_id).catch(goneIsNull);
      if (!video) return;
      const served = await isServed(tx, video.id, ready.version);
      const whole = recording ? await keepLiveCaptions(services, tx, video, recording) : false;
      if (served || whole || !found || video.version !== ready.version) return;
      const { captions_language: language, captions_published: published } = found;
      await queueTranscription(services, tx, video, { language, published, requestedBy: null });
    });
  },
});

/** How many seconds a clip waits for its last words: they may still be recognised. */
function lateSeconds({ kind, ended_at: endedAt }: LiveRecording, now: Date): number {
  if (kind !== "clip" || endedAt === null) return 0;
  return Math.ceil(LIVE_CAPTIONS_LATE_SECONDS - (now.getTime() - endedAt.getTime()) / 1_000);
}

/** A version with sound whose source has no captions, in a project that always has them made; null for any other. */
async function readWanting({ db }: Services, videoId: number, version: number) {
  const row = await db
    .selectFrom("videos")
    .innerJoin("projects", "projects.id", "videos.project_id")
    .innerJoin("transcodes", "transcodes.video_id", "videos.id")
    .innerJoin("renditions", "renditions.transcode_id", "transcodes.id")
    .select(["videos.project_id", "projects.captions_language", "projects.captions_published"])
    .where("videos.id", "=", videoId)
    .where("videos.deleted_at", "is", null)
    .where("projects.captions_mode", "=", "always")
    .where("transcodes.version", "=", version)
    // Renditions that are encoded again say nothing new.
    .where(({ eb, or }) => or([eb("transcodes.version", "=", 1), eb("transcodes.replacement", "is not", null)]))
    .where(sql<boolean>`jsonb_array_length(coalesce(transcodes.plan -> 'facts' -> 'texts', '[]')) = 0`)
    .where("renditions.label", "=", MAIN_SOUND)
    .where(
      sql<boolean>`not exists (select from renditions r where r.transcode_id = transcodes.id and cardinality(r.closed_captions) > 0)`,
    )
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a video has captions of its own, of the recording it is cut from, or a transcription of this version. */
async function isServed(tx: Tx, videoId: number, version: number): Promise<boolean> {
  // Those of a machine that the first version has without a transcription were made on air.
  const { rows } = await sql`
    select from captions c where c.video_id = ${videoId} and (not c.automatic or ${version} = 1)
    union all
    select from transcriptions t where t.video_id = ${videoId}
      and (t.version = ${version} or t.state in ('queued', 'running'))
    union all
    select from stream_recordings r join captions c on c.video_id = (r.trim ->> 'video_id')::bigint
      where r.video_id = ${videoId} and ${version} = 1
    limit 1`.execute(tx);
  return rows.length > 0;
}
