import type { Tx } from "@kinora/db/connect.ts";
import { MAIN_SOUND } from "@kinora/domain/videos/videos.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Services } from "../context.ts";
import { task } from "../platform/jobs/tasks.ts";
import { lockVideo } from "../videos/video-changes.ts";
import { queueTranscription } from "./queue.ts";
import { goneIsNull } from "./transcription.ts";

const payload = z.object({ video_id: z.number(), version: z.number() });

/**
 * Enqueues captions by machine of a video that became ready, where its project always has them made and it has none: neither of a
 * person nor within its source or its pictures. Another source has them made again.
 */
export const transcribeWhenReady = task({
  name: "speech.when_ready",
  payload: z.object({ eventId: z.number() }),
  async run(services, { eventId }) {
    const { db, speech } = services;
    if (speech === null) return;
    const event = await db.selectFrom("events").select("payload").where("id", "=", eventId).executeTakeFirst();
    const ready = payload.safeParse(event?.payload).data;
    const found = ready && (await readWanting(services, ready.video_id, ready.version));
    if (!found) return;
    await db.transaction().execute(async (tx) => {
      const video = await lockVideo(tx, { projectId: found.project_id }, ready.video_id).catch(goneIsNull);
      if (video?.version !== ready.version || (await isServed(tx, video.id, ready.version))) return;
      const { captions_language: language, captions_published: published } = found;
      await queueTranscription(services, tx, video, { language, published, requestedBy: null });
    });
  },
});

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

/** Whether a video has captions of its own, or a transcription of this version. */
async function isServed(tx: Tx, videoId: number, version: number): Promise<boolean> {
  const captions = await tx
    .selectFrom("captions")
    .select("id")
    .where("video_id", "=", videoId)
    .where("automatic", "=", false)
    .limit(1)
    .executeTakeFirst();
  if (captions) return true;
  const transcription = await tx
    .selectFrom("transcriptions")
    .select("id")
    .where("video_id", "=", videoId)
    .where(({ eb, or }) => or([eb("version", "=", version), eb("state", "in", ["queued", "running"])]))
    .limit(1)
    .executeTakeFirst();
  return transcription !== undefined;
}
