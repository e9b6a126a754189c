import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Services } from "../context.ts";
import type { Run } from "../platform/tasks.ts";
import { saveRecording, storedKey, waitingRecording } from "./recordings.ts";

interface WorkPlace {
  /** Empty, and gone afterwards. */
  workFolder: string;
  signal: AbortSignal;
}

/** What a clip or a trim is made of; undefined when a video of it has its file, or is about to take it. */
export async function readMakings({ db }: Pick<Services, "db">, recordingId: number) {
  return await db
    .selectFrom("stream_recordings")
    .select(["pieces", "trim"])
    .where("id", "=", recordingId)
    .where("state", "=", "saving")
    .where("video_id", "is", null)
    .executeTakeFirst();
}

/**
 * Stores the file of a recording that is made out of others, unless a run before did, and sends it the way of every
 * recording. `make` answers the path of an MP4.
 */
export async function storeMade(
  services: Services,
  recordingId: number,
  { jobId, signal }: Run,
  make: (place: WorkPlace) => Promise<{ path: string }>,
): Promise<void> {
  const { config, db, jobs, storage } = services;
  if ((await waitingRecording(services, recordingId)) === null) {
    const workFolder = join(config.dataDir, "work", jobId);
    await rm(workFolder, { recursive: true, force: true });
    await mkdir(workFolder, { recursive: true });
    try {
      const { path } = await make({ workFolder, signal });
      await storage.putFile(storedKey(recordingId, "mp4"), path);
    } finally {
      await rm(workFolder, { recursive: true, force: true });
    }
  }
  await db.transaction().execute((tx) => jobs.send(tx, saveRecording, { recordingId }));
}
