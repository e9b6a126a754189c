import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { RenditionReuse, Replacement } from "@kinora/db/schema-videos.ts";
import type { EncodingPlan } from "@kinora/media/encodingPlan.ts";
import { MediaError } from "@kinora/media/errors.ts";
import type { SourceFacts } from "@kinora/media/facts.ts";
import { z } from "zod";
import type { Services } from "../context.ts";
import type { Config } from "../platform/config.ts";
import { GiveUp } from "../platform/refusal.ts";
import type { Run } from "../platform/tasks.ts";

/** What was found out once and every chunk must agree on. */
export interface StoredPlan {
  facts: SourceFacts;
  encoding: EncodingPlan;
  /** The source's own video can be cut into segments without encoding. */
  streamable: boolean;
  /** Whether each rung also becomes a progressive MP4; plans from before this could be chosen do not say it and have them. */
  mp4?: boolean;
  /** The rung that is the source's own picture; none where all are encoded. */
  copy?: CopiedRung | null;
  /** Why nothing is copied although it was wished, as one sentence. */
  encodedBecause?: string | null;
}

/** A rung that is copied; its rendition is not among those of the encoding. */
export interface CopiedRung {
  label: string;
  /** What is encoded if the source turns out not to be copyable. */
  otherwise: EncodingPlan;
}

/** One transcode with the video it is for. */
export interface Transcode {
  id: number;
  video_id: number;
  project_id: number;
  account_id: number;
  version: number;
  /** Raised by every "try again": work lined up before it finds nothing to do. */
  attempt: number;
  plan: StoredPlan | null;
  priority: number;
  source_key: string;
  /** The file takes the place of the video's source when this is complete. */
  replacement: Replacement | null;
  /** What it takes over from an older version; null when it makes everything. */
  reuse: RenditionReuse | null;
  hash: string;
}

/** What the tasks of a transcode are sent with. */
export const transcodePayload = z.object({ transcodeId: z.number(), attempt: z.number() });
export type TranscodePayload = z.infer<typeof transcodePayload>;

/**
 * Reads a transcode that still wants this work; null when it ended, was begun anew since, or its video is gone: then
 * there is nothing to do.
 */
export async function openTranscode(
  { db }: Services,
  { transcodeId, attempt }: TranscodePayload,
): Promise<Transcode | null> {
  const row = await db
    .selectFrom("transcodes")
    .innerJoin("videos", "videos.id", "transcodes.video_id")
    .select([
      "transcodes.id",
      "transcodes.video_id",
      "transcodes.project_id",
      "transcodes.account_id",
      "transcodes.version",
      "transcodes.attempts as attempt",
      "transcodes.plan",
      "transcodes.priority",
      "transcodes.replacement",
      "transcodes.reuse",
      "videos.source_key",
      "videos.hash",
    ])
    .where("transcodes.id", "=", transcodeId)
    .where("transcodes.attempts", "=", attempt)
    .where("transcodes.state", "in", ["queued", "running"])
    .where("videos.deleted_at", "is", null)
    .executeTakeFirst();
  const sourceKey = row?.replacement?.key ?? row?.source_key;
  if (!row || !sourceKey) return null;
  return { ...row, source_key: sourceKey, plan: row.plan as StoredPlan | null };
}

/** Where a version's files stand in storage. */
export const assetKey = (transcode: Pick<Transcode, "video_id" | "version">, path: string) =>
  `assets/${transcode.video_id}/v${transcode.version}/${path}`;

/** Where this machine's media work keeps its files; a folder for each job, named by its id. */
export const workFolder = (config: Pick<Config, "dataDir">) => join(config.dataDir, "work");

export const CANCELLED_NOTIFICATION = "transcode_stopped";

/** What a media task works in: a folder of its own, and a signal that also ends when people cancel. */
export interface Workplace {
  folder: string;
  signal: AbortSignal;
  /** True when the work ended because someone cancelled it or deleted the video. */
  stopped(): boolean;
}

/**
 * Runs media work in a folder that is removed afterwards. A cancelled transcode ends quietly; a file that cannot be
 * used is given up with its sentence; anything else is tried again.
 */
export async function atWork(
  services: Services,
  transcode: Transcode,
  run: Run,
  work: (place: Workplace) => Promise<void>,
): Promise<void> {
  const folder = join(workFolder(services.config), run.jobId);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const stop = new AbortController();
  const stopWhenEnded = async () => {
    if (!(await openTranscode(services, { transcodeId: transcode.id, attempt: transcode.attempt }))) stop.abort();
  };
  const forget = services.notifications.on(
    CANCELLED_NOTIFICATION,
    (payload) => {
      if (Number(payload) === transcode.id) stop.abort();
    },
    // Nobody repeats what was said while the connection was down.
    () => {
      stopWhenEnded().catch((error: unknown) => services.log.debug({ err: error }, "the database is away again"));
    },
  );
  try {
    // It may have been cancelled between being read and being listened for.
    await stopWhenEnded();
    if (stop.signal.aborted) return;
    await work({ folder, signal: AbortSignal.any([run.signal, stop.signal]), stopped: () => stop.signal.aborted });
  } catch (error) {
    if (stop.signal.aborted) return;
    if (error instanceof MediaError) await keepLog(services, transcode, error.detail);
    if (error instanceof MediaError && !run.signal.aborted && !error.retryable) {
      services.log.info(
        { transcode: transcode.id, detail: error.detail, code: error.code },
        "the source cannot be used",
      );
      throw new GiveUp(error.code, error.message, false);
    }
    throw error;
  } finally {
    forget();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Keeps the last lines a tool said for the video's owner, without the places of this machine in them. */
async function keepLog({ config, db }: Services, { id, attempt }: Transcode, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  const log = lines.map((line) => line.replaceAll(config.dataDir, "").slice(0, 500));
  await db.updateTable("transcodes").set({ log }).where("id", "=", id).where("attempts", "=", attempt).execute();
}
