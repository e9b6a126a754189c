import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ClipPieces } from "@kinora/db/schema-streams.ts";
import { makeClip, type ClipSegment } from "@kinora/media/live/clip.ts";
import { z } from "zod";
import type { Services } from "../context.ts";
import { task, type Run } from "../platform/tasks.ts";
import { keptFolder } from "./live-files.ts";
import { giveUpRecording, saveRecording, storedKey, waitingRecording } from "./recordings.ts";

/** Joins the kept segments of a clip into one file without encoding; from there on it goes the way of every recording. */
export const makeClipVideo = task({
  name: "live.make_clip",
  payload: z.object({ recordingId: z.number() }),
  maximumFailures: 8,
  async run(services, { recordingId }, run) {
    const { db, jobs, storage } = services;
    const clip = await db
      .selectFrom("stream_recordings")
      .select(["pieces", "state", "video_id"])
      .where("id", "=", recordingId)
      .executeTakeFirst();
    // A video of it has its file, or is about to take it.
    if (!clip?.pieces || clip.state !== "saving" || clip.video_id !== null) return;
    if ((await waitingRecording(services, recordingId)) === null)
      await makeFile(services, recordingId, clip.pieces, run);
    await db.transaction().execute((tx) => jobs.send(tx, saveRecording, { recordingId }));
    await storage.deletePrefix(`${keptFolder(recordingId)}/`);
  },
  gaveUp: (services, { recordingId }, failure) => giveUpRecording(services, recordingId, failure.message),
});

async function makeFile(
  services: Pick<Services, "config" | "storage">,
  recordingId: number,
  { init, segments }: ClipPieces,
  { jobId, signal }: Run,
): Promise<void> {
  const { config, storage } = services;
  const kept = async (name: string) =>
    Buffer.concat(await (await storage.get(`${keptFolder(recordingId)}/${name}`)).stream.toArray());
  async function* read(): AsyncGenerator<ClipSegment> {
    for (const { name, seam } of segments) yield { bytes: await kept(name), isSeam: seam };
  }
  const workFolder = join(config.dataDir, "work", jobId);
  await rm(workFolder, { recursive: true, force: true });
  await mkdir(workFolder, { recursive: true });
  try {
    const { path } = await makeClip({ init: await kept(init), segments: read() }, { workFolder, signal });
    await storage.putFile(storedKey(recordingId, "mp4"), path);
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}
