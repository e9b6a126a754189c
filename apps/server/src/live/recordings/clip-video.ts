import type { ClipPieces } from "@kinora/db/schema-streams.ts";
import { makeClip, type ClipSegment } from "@kinora/media/live/clip.ts";
import type { Storage } from "@kinora/storage/storage.ts";
import { z } from "zod";
import { task } from "../../platform/jobs/tasks.ts";
import { keptFolder } from "../media/live-files.ts";
import { readDerivation, storeDerived } from "./derived-recording.ts";
import { giveUpRecording } from "./recordings.ts";

/** Joins a clip's segments into one file without encoding and queues it as a recording. */
export const makeClipVideo = task({
  name: "live.make_clip",
  payload: z.object({ recordingId: z.number() }),
  maximumFailures: 8,
  async run(services, { recordingId }, run) {
    const pieces = (await readDerivation(services, recordingId))?.pieces;
    if (!pieces) return;
    await storeDerived(services, recordingId, run, async (place) =>
      makeClip(await readKept(services.storage, recordingId, pieces), place),
    );
    await services.storage.deletePrefix(`${keptFolder(recordingId)}/`);
  },
  gaveUp: (services, { recordingId }, failure) => giveUpRecording(services, recordingId, failure.message),
});

async function readKept(storage: Storage, recordingId: number, { init, segments }: ClipPieces) {
  const kept = async (name: string) =>
    Buffer.concat(await (await storage.get(`${keptFolder(recordingId)}/${name}`)).stream.toArray());
  async function* read(): AsyncGenerator<ClipSegment> {
    for (const { name, seam } of segments) yield { bytes: await kept(name), isSeam: seam };
  }
  return { init: await kept(init), segments: read() };
}
