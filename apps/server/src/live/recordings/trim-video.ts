import { findTrim, makeTrim } from "@kinora/media/encoding/trim.ts";
import { z } from "zod";
import { task } from "../../platform/jobs/tasks.ts";
import { GiveUp } from "../../platform/refusal.ts";
import { readDerivation, storeDerived } from "./derived-recording.ts";
import { giveUpRecording } from "./recordings.ts";
import { readTrimSource } from "./trim-source.ts";

/** Cuts a trim out of a recording without encoding and queues it as a recording. */
export const makeTrimVideo = task({
  name: "live.make_trim",
  payload: z.object({ recordingId: z.number() }),
  maximumFailures: 8,
  async run(services, { recordingId }, run) {
    const trim = (await readDerivation(services, recordingId))?.trim;
    if (!trim) return;
    await storeDerived(services, recordingId, run, async (place) => {
      const source = await readTrimSource(services, trim.video_id);
      if (!source) throw new GiveUp("gone", "The recording this trim comes from no longer exists.");
      return await makeTrim(source, await findTrim(source, trim), place);
    });
  },
  gaveUp: (services, { recordingId }, failure) => giveUpRecording(services, recordingId, failure.message),
});
