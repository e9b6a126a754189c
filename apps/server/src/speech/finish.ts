import { cuesOf, webVttOf } from "@kinora/domain/speech/cues.ts";
import { CaptionsProblem, readCaptions, type ReadCaptions } from "@kinora/domain/videos/captions.ts";
import type { Services } from "../context.ts";
import { task } from "../platform/jobs/tasks.ts";
import { GiveUp } from "../platform/refusal.ts";
import { saveAutomaticCaptions } from "../videos/captions/automatic.ts";
import { lockVideo } from "../videos/video-changes.ts";
import { completeTranscription, failTranscription } from "./progress.ts";
import { goneIsNull, openTranscription, transcriptionPayload, type OpenTranscription } from "./transcription.ts";

/** Makes captions of all that was recognised; a video in which nothing was said gets none. */
export const finishTranscription = task({
  name: "speech.finish",
  payload: transcriptionPayload,
  gaveUp: failTranscription,
  async run(services, wanted) {
    const transcription = await openTranscription(services, wanted);
    if (!transcription) return;
    const read = await captionsOf(services, transcription);
    await services.db.transaction().execute(async (tx) => {
      const video = await lockVideo(tx, { projectId: transcription.project_id }, transcription.video_id).catch(
        goneIsNull,
      );
      if (!video) return;
      // Another source may say something else at these moments.
      if (video.version !== transcription.version)
        throw new GiveUp("video_changed", "This video has changed since. Create the captions again.", false);
      const current = await tx
        .selectFrom("transcriptions")
        .select(["language", "detected_language"])
        .where("id", "=", transcription.id)
        .where("attempts", "=", transcription.attempt)
        .where("state", "=", "running")
        .forUpdate()
        .executeTakeFirst();
      if (!current) return;
      const language = current.language ?? current.detected_language;
      if (read && language === null)
        throw new GiveUp(
          "no_language",
          "The engine did not say which language is spoken. Choose it, then create the captions again.",
          false,
        );
      const made = read && language !== null ? { language, read } : null;
      const captionsId = made
        ? await saveAutomaticCaptions(services, tx, video, { ...made, published: transcription.published })
        : null;
      await completeTranscription(services, tx, transcription, captionsId);
    });
  },
});

async function captionsOf({ db }: Services, { id }: OpenTranscription): Promise<ReadCaptions | null> {
  const rows = await db
    .selectFrom("transcription_chunks")
    .select("words")
    .where("transcription_id", "=", id)
    .orderBy("chunk")
    .execute();
  const cues = cuesOf(rows.flatMap(({ words }) => words ?? []));
  if (cues.length === 0) return null;
  try {
    return readCaptions(webVttOf(cues));
  } catch (error) {
    if (error instanceof CaptionsProblem)
      throw new GiveUp("speech_unreadable", "What the speech engine answered cannot be stored as captions.", true);
    throw error;
  }
}
