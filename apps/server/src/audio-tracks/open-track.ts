import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { EncodingPlan } from "@kinora/media/encoding/encoding-plan.ts";
import { MediaError } from "@kinora/media/tools/errors.ts";
import { z } from "zod";
import type { Services } from "../context.ts";
import type { Run } from "../platform/jobs/tasks.ts";
import { GiveUp } from "../platform/refusal.ts";

/** Payload of the task that encodes a track. */
export const trackPayload = z.object({ trackId: z.number(), attempt: z.number() });
export type TrackPayload = z.infer<typeof trackPayload>;

/** Sent when the encoding of a track was cancelled, failed, or the track was deleted; its payload is the id. */
export const STOPPED_NOTIFICATION = "audio_track_stopped";

/** An uploaded track as its job needs it. */
export interface OpenTrack {
  id: number;
  video_id: number;
  project_id: number;
  account_id: number;
  attempt: number;
  upload_key: string;
  /** Finished segments, those at the low bitrate, and those in surround sound. */
  segments_done: number;
  low_segments_done: number;
  surround_segments_done: number;
  /** Of the version of its video that it is cut along. */
  plan: EncodingPlan | null;
}

/** Reads a track for its job; null when it ended, was restarted since, or its video is deleted: then the job has nothing to do. */
export async function openTrack(
  { db }: Pick<Services, "db">,
  { trackId, attempt }: TrackPayload,
): Promise<OpenTrack | null> {
  const row = await db
    .selectFrom("audio_tracks as t")
    .innerJoin("videos", "videos.id", "t.video_id")
    .leftJoin("transcodes", (join) =>
      join.onRef("transcodes.video_id", "=", "t.video_id").onRef("transcodes.version", "=", "t.version"),
    )
    .select(["t.id", "t.video_id", "t.project_id", "t.account_id", "t.attempts as attempt", "t.upload_key"])
    .select(({ fn }) => fn<number>("cardinality", ["t.segment_bytes"]).as("segments_done"))
    .select(({ fn }) => fn<number>("cardinality", ["t.low_segment_bytes"]).as("low_segments_done"))
    .select(({ fn }) => fn<number>("cardinality", ["t.surround_segment_bytes"]).as("surround_segments_done"))
    .select("transcodes.plan")
    .where("t.id", "=", trackId)
    .where("t.attempts", "=", attempt)
    .where("t.state", "in", ["queued", "running"])
    .where("videos.deleted_at", "is", null)
    .executeTakeFirst();
  if (!row || row.upload_key === null) return null;
  const plan = row.plan as { encoding: EncodingPlan } | null;
  return { ...row, upload_key: row.upload_key, plan: plan?.encoding ?? null };
}

/** Where a track is encoded. */
export interface Workplace {
  folder: string;
  /** Fires when the worker stops or the encoding was cancelled. */
  signal: AbortSignal;
}

/**
 * Encodes a track in a folder that is removed afterwards. A cancelled one ends without an error; a file that cannot be used ends it
 * with its sentence; any other error is tried again.
 */
export async function atWork(
  services: Services,
  track: OpenTrack,
  run: Run,
  work: (place: Workplace) => Promise<void>,
): Promise<void> {
  const { notifications, config, log } = services;
  const folder = join(config.dataDir, "work", run.jobId);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const stop = new AbortController();
  const stopWhenEnded = async () => {
    if (!(await openTrack(services, { trackId: track.id, attempt: track.attempt }))) stop.abort();
  };
  const forget = notifications.on(
    STOPPED_NOTIFICATION,
    (payload) => {
      if (Number(payload) === track.id) stop.abort();
    },
    // Notifications sent while the connection was lost are not repeated.
    () => {
      stopWhenEnded().catch((error: unknown) =>
        log.debug({ err: error }, "could not read whether an audio track was stopped"),
      );
    },
  );
  try {
    // It may have been cancelled before the listener was registered.
    await stopWhenEnded();
    if (!stop.signal.aborted) await work({ folder, signal: AbortSignal.any([run.signal, stop.signal]) });
  } catch (error) {
    if (stop.signal.aborted) return;
    if (error instanceof MediaError && !run.signal.aborted && !error.retryable) {
      log.info({ track: track.id, detail: error.detail, code: error.code }, "could not use the file of an audio track");
      throw new GiveUp(error.code, error.message, false);
    }
    throw error;
  } finally {
    forget();
    await rm(folder, { recursive: true, force: true });
  }
}
