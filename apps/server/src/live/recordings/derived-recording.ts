import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Services } from "../../context.ts";
import type { Run } from "../../platform/jobs/tasks.ts";
import { saveRecording, storedKey, waitingRecording } from "./recordings.ts";

interface WorkPlace {
  /** Empty; deleted afterwards. */
  workFolder: string;
  signal: AbortSignal;
}

/** What a clip or a trim is made from; undefined when its video has been created. */
export async function readDerivation({ db }: Pick<Services, "db">, recordingId: number) {
  return await db
    .selectFrom("stream_recordings")
    .select(["pieces", "trim"])
    .where("id", "=", recordingId)
    .where("state", "=", "saving")
    .where("video_id", "is", null)
    .executeTakeFirst();
}

/**
 * Stores the file of a clip or a trim, unless an earlier run did, and queues it as a recording. `make` returns the path of an MP4.
 */
export async function storeDerived(
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
