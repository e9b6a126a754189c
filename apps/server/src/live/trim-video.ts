import { findTrim, makeTrim } from "@kinora/media/trim.ts";
import { z } from "zod";
import { GiveUp } from "../platform/refusal.ts";
import { task } from "../platform/tasks.ts";
import { readMakings, storeMade } from "./made-recording.ts";
import { giveUpRecording } from "./recordings.ts";
import { readTrimSource } from "./trim-source.ts";

/** Cuts a part out of a recording without encoding; from there on it goes the way of every recording. */
export const makeTrimVideo = task({
  name: "live.make_trim",
  payload: z.object({ recordingId: z.number() }),
  maximumFailures: 8,
  async run(services, { recordingId }, run) {
    const trim = (await readMakings(services, recordingId))?.trim;
    if (!trim) return;
    await storeMade(services, recordingId, run, async (place) => {
      const source = await readTrimSource(services, trim.video_id);
      if (!source) throw new GiveUp("gone", "What it was to be cut out of is gone.");
      return await makeTrim(source, await findTrim(source, trim), place);
    });
  },
  gaveUp: (services, { recordingId }, failure) => giveUpRecording(services, recordingId, failure.message),
});
