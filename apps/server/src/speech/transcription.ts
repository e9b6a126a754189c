import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { MediaError } from "@kinora/media/tools/errors.ts";
import { z } from "zod";
import type { Services } from "../context.ts";
import type { Run } from "../platform/jobs/tasks.ts";
import { GiveUp, Refusal } from "../platform/refusal.ts";
import { SpeechProblem, type SpeechEngine } from "../platform/speech/engine.ts";

/** Payload of a transcription's tasks. */
export const transcriptionPayload = z.object({ transcriptionId: z.number(), attempt: z.number() });
export type TranscriptionPayload = z.infer<typeof transcriptionPayload>;

/** A transcription as its jobs need it. */
export interface OpenTranscription {
  id: number;
  video_id: number;
  project_id: number;
  account_id: number;
  version: number;
  attempt: number;
  /** As asked; null: detected. */
  language: string | null;
  detected_language: string | null;
  published: boolean;
}

/** Sent when a transcription was cancelled or its video deleted; its payload is the id. */
export const STOPPED_NOTIFICATION = "transcription_stopped";

/**
 * Reads a transcription for one of its jobs; null when it ended, was restarted since, or its video is deleted: then the job has
 * nothing to do.
 */
export async function openTranscription(
  { db }: Pick<Services, "db">,
  { transcriptionId, attempt }: TranscriptionPayload,
): Promise<OpenTranscription | null> {
  const row = await db
    .selectFrom("transcriptions as t")
    .innerJoin("videos", "videos.id", "t.video_id")
    .select(["t.id", "t.video_id", "t.project_id", "t.account_id", "t.version", "t.attempts as attempt"])
    .select(["t.language", "t.detected_language", "t.published"])
    .where("t.id", "=", transcriptionId)
    .where("t.attempts", "=", attempt)
    .where("t.state", "in", ["queued", "running"])
    .where("videos.deleted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Where a job of a transcription works. */
export interface Workplace {
  folder: string;
  /** Fires when the worker stops or the transcription was cancelled. */
  signal: AbortSignal;
  engine: SpeechEngine;
}

/**
 * Runs a job of a transcription in a folder that is removed afterwards. A cancelled one ends without an error; what a person can
 * act on ends it with its sentence; any other error is tried again.
 */
export async function atWork(
  services: Services,
  transcription: OpenTranscription,
  run: Run,
  work: (place: Workplace) => Promise<void>,
): Promise<void> {
  const { speech: engine, notifications, config, log } = services;
  if (engine === null) throw new GiveUp("speech_off", "This installation has no speech engine any more.", false);
  const folder = join(config.dataDir, "work", run.jobId);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const stop = new AbortController();
  const stopWhenEnded = async () => {
    const { id: transcriptionId, attempt } = transcription;
    if (!(await openTranscription(services, { transcriptionId, attempt }))) stop.abort();
  };
  const forget = notifications.on(
    STOPPED_NOTIFICATION,
    (payload) => {
      if (Number(payload) === transcription.id) stop.abort();
    },
    // Notifications sent while the connection was lost are not repeated.
    () => {
      stopWhenEnded().catch((error: unknown) =>
        log.debug({ err: error }, "could not read whether a transcription ended"),
      );
    },
  );
  try {
    // It may have been cancelled before the listener was registered.
    await stopWhenEnded();
    if (!stop.signal.aborted) await work({ folder, engine, signal: AbortSignal.any([run.signal, stop.signal]) });
  } catch (error) {
    if (stop.signal.aborted) return;
    if (!run.signal.aborted) throw wordedFor(services, run, error);
    throw error;
  } finally {
    forget();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs of a piece before an engine that does not answer fails it. */
export const MOST_FAILURES = 4;

/** An error as the video's owner reads it; the operator finds the engine's words in the log. */
function wordedFor({ log }: Services, run: Run, error: unknown): unknown {
  if (error instanceof MediaError && !error.retryable) return new GiveUp(error.code, error.message, false);
  if (!(error instanceof SpeechProblem)) return error;
  log.warn({ err: error, job: run.jobId }, "the speech engine recognised nothing");
  if (!error.retryable)
    return new GiveUp(
      "speech_refused",
      "The speech engine of this installation refused the sound. Its operator finds the reason in the logs.",
      true,
    );
  if (run.failures + 1 < MOST_FAILURES) return error;
  return new GiveUp(
    "speech_unavailable",
    "The speech engine of this installation did not answer. Try again later.",
    true,
  );
}

/** Null for a video that was deleted meanwhile, which needs nothing. */
export function goneIsNull(error: unknown): null {
  if (error instanceof Refusal && error.code === "not_found") return null;
  throw error;
}
