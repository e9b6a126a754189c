import type { Tx } from "@kinora/db/connect.ts";
import { webVttOf, type SpokenCue } from "@kinora/domain/speech/cues.ts";
import { CaptionsProblem, readCaptions, type ReadCaptions } from "@kinora/domain/videos/captions.ts";
import { z } from "zod";
import type { Services } from "../context.ts";
import { task } from "../platform/jobs/tasks.ts";
import { saveAutomaticCaptions } from "../videos/captions/automatic.ts";
import { lockVideo } from "../videos/video-changes.ts";
import { goneIsNull } from "./transcription.ts";

const payload = z.object({ video_id: z.number() });

/**
 * Makes automatic captions of a video that became ready of those that were made on air while it was recorded. A transcription of the
 * video replaces them.
 */
export const keepLiveCaptions = task({
  name: "speech.keep_live_captions",
  payload: z.object({ eventId: z.number() }),
  async run(services, { eventId }) {
    const { db } = services;
    const event = await db.selectFrom("events").select("payload").where("id", "=", eventId).executeTakeFirst();
    const ready = payload.safeParse(event?.payload).data;
    const recording = ready && (await readRecording(services, ready.video_id));
    if (!recording) return;
    const { id, project_id: projectId, captions_language: usualLanguage, captions_published: published } = recording;
    await db.transaction().execute(async (tx) => {
      const video = await lockVideo(tx, { projectId }, ready.video_id).catch(goneIsNull);
      const { cues, language: spoken } = await takeCaptions(tx, id);
      const language = spoken ?? usualLanguage;
      // What came after the first version has been left out; a later one has whatever captions people chose since.
      if (!video || video.version > 1 || cues.length === 0) return;
      const read = language === null ? null : readable(cues);
      if (language === null || read === null) {
        services.log.warn({ recording: id, language }, "captions that were made on air not kept");
        return;
      }
      await saveAutomaticCaptions(services, tx, video, { language, read, published });
    });
  },
});

/** The recording that a video was made of, where it has captions of its own; null for any other video. */
async function readRecording({ db }: Services, videoId: number) {
  const row = await db
    .selectFrom("stream_recordings")
    .innerJoin("projects", "projects.id", "stream_recordings.project_id")
    .select(["stream_recordings.id", "stream_recordings.project_id"])
    .select(["projects.captions_language", "projects.captions_published"])
    .where("stream_recordings.video_id", "=", videoId)
    .where("stream_recordings.kind", "=", "recording")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("recording_captions")
          .select("recording_captions.recording_id")
          .whereRef("recording_captions.recording_id", "=", "stream_recordings.id"),
      ),
    )
    .executeTakeFirst();
  return row ?? null;
}

/** Removes what is kept of a recording and returns it, in order, with the language of the first words. */
async function takeCaptions(tx: Tx, recordingId: number): Promise<{ cues: SpokenCue[]; language: string | null }> {
  const rows = await tx
    .deleteFrom("recording_captions")
    .where("recording_id", "=", recordingId)
    .returning(["starts_ms", "cues", "language"])
    .execute();
  rows.sort((a, b) => a.starts_ms - b.starts_ms);
  const cues = rows.flatMap((row) => row.cues).toSorted((a, b) => a.startMs - b.startMs);
  return { cues: cues.map(untilNext), language: rows.find((row) => row.language !== null)?.language ?? null };
}

/** A short caption stays for a second, which the next piece of sound did not know of. */
function untilNext(cue: SpokenCue, index: number, cues: readonly SpokenCue[]): SpokenCue {
  const nextMs = cues[index + 1]?.startMs ?? Infinity;
  return { ...cue, endMs: nextMs > cue.startMs ? Math.min(cue.endMs, nextMs) : cue.endMs };
}

function readable(cues: readonly SpokenCue[]): ReadCaptions | null {
  try {
    return readCaptions(webVttOf(cues));
  } catch (error) {
    if (error instanceof CaptionsProblem) return null;
    throw error;
  }
}
