import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TrimmedPart } from "@kinora/db/schema-streams.ts";
import { findTrim, makeTrim } from "@kinora/media/trim.ts";
import { z } from "zod";
import type { Services } from "../context.ts";
import { GiveUp } from "../platform/refusal.ts";
import { task, type Run } from "../platform/tasks.ts";
import { giveUpRecording, saveRecording, storedKey, waitingRecording } from "./recordings.ts";
import { readTrimSource } from "./trim-source.ts";

/** Cuts a part out of a recording without encoding; from there on it goes the way of every recording. */
export const makeTrimVideo = task({
  name: "live.make_trim",
  payload: z.object({ recordingId: z.number() }),
  maximumFailures: 8,
  async run(services, { recordingId }, run) {
    const { db, jobs } = services;
    const row = await db
      .selectFrom("stream_recordings")
      .select(["trim", "state", "video_id"])
      .where("id", "=", recordingId)
      .executeTakeFirst();
    // A video of it has its file, or is about to take it.
    if (!row?.trim || row.state !== "saving" || row.video_id !== null) return;
    if ((await waitingRecording(services, recordingId)) === null) await makeFile(services, recordingId, row.trim, run);
    await db.transaction().execute((tx) => jobs.send(tx, saveRecording, { recordingId }));
  },
  gaveUp: (services, { recordingId }, failure) => giveUpRecording(services, recordingId, failure.message),
});

async function makeFile(
  services: Pick<Services, "config" | "db" | "storage">,
  recordingId: number,
  { video_id: videoId, from, to }: TrimmedPart,
  { jobId, signal }: Run,
): Promise<void> {
  const source = await readTrimSource(services, videoId);
  if (!source) throw new GiveUp("gone", "What it was to be cut out of is gone.");
  const workFolder = join(services.config.dataDir, "work", jobId);
  await rm(workFolder, { recursive: true, force: true });
  await mkdir(workFolder, { recursive: true });
  try {
    const { path } = await makeTrim(source, await findTrim(source, { from, to }), { workFolder, signal });
    await services.storage.putFile(storedKey(recordingId, "mp4"), path);
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}
