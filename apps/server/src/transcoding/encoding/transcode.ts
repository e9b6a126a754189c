import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { RenditionReuse, Replacement } from "@kinora/db/schema-videos.ts";
import type { ComparedPiece, RungSimilarity } from "@kinora/domain/transcoding/similar-rungs.ts";
import type { EncodingPlan } from "@kinora/media/encoding/encoding-plan.ts";
import type { SourceFacts } from "@kinora/media/probe/facts.ts";
import type { SoundFacts } from "@kinora/media/sound/sound-film.ts";
import { MediaError } from "@kinora/media/tools/errors.ts";
import { watchTools, type WatchedTool } from "@kinora/media/tools/watched-tools.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Services } from "../../context.ts";
import type { Config } from "../../platform/config.ts";
import type { Run } from "../../platform/jobs/tasks.ts";
import { GiveUp } from "../../platform/refusal.ts";
import { shownTools, withoutPaths } from "./shown-tools.ts";
import { tracedTools } from "./traced-tools.ts";

/** Facts that all chunks of a transcode share. */
export interface StoredPlan {
  facts: SourceFacts;
  encoding: EncodingPlan;
  /** The source's own video can be cut into segments without encoding. */
  streamable: boolean;
  /** Whether each rung also becomes a progressive MP4; plans older than this choice lack the field and have them. */
  mp4?: boolean;
  /** The rung that is the source's own picture; none where all are encoded. */
  copy?: CopiedRung | null;
  /** Set where the source is a sound without a picture; the other facts are those of the film that is made of it. */
  sound?: SoundFacts;
  /** Why nothing is copied although it was requested, as one sentence. */
  encodedBecause?: string | null;
  /** Whether rungs that look like the one above are to be left out; not where nothing can be. */
  dropSimilar?: boolean;
  /** What was compared of these rungs so far, lowest first, with which a comparison that was killed continues. */
  compared?: { rungs: string[]; pieces: ComparedPiece[] };
  /** Those that were left out, in every codec; none where it is not said. */
  similar?: RungSimilarity[];
}

/** A rung that is copied; its rendition is not among the encoded ones. */
export interface CopiedRung {
  label: string;
  /** The rungs to encode if the source cannot be copied. */
  otherwise: EncodingPlan;
}

/** One transcode with the video it is for. */
export interface Transcode {
  id: number;
  video_id: number;
  project_id: number;
  account_id: number;
  version: number;
  /** Incremented by every retry: jobs queued before it have no effect. */
  attempt: number;
  plan: StoredPlan | null;
  priority: number;
  source_key: string;
  /** The file replaces the video's source when this is complete. */
  replacement: Replacement | null;
  /** What it reuses of an older version; null when it encodes everything. */
  reuse: RenditionReuse | null;
  hash: string;
}

/** Payload of a transcode's tasks. */
export const transcodePayload = z.object({ transcodeId: z.number(), attempt: z.number() });
export type TranscodePayload = z.infer<typeof transcodePayload>;

/**
 * Reads a transcode for one of its jobs; null when it ended, was restarted since, or its video is deleted: then the job has
 * nothing to do.
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

/** The storage prefix of a version's files. */
export const assetKey = (transcode: Pick<Transcode, "video_id" | "version">, path: string) =>
  `assets/${transcode.video_id}/v${transcode.version}/${path}`;

/** Work folder of this machine's media jobs; each job has a folder named by its id. */
export const workFolder = (config: Pick<Config, "dataDir">) => join(config.dataDir, "work");

export const CANCELLED_NOTIFICATION = "transcode_stopped";

/** Environment of a media task: a folder of its own, and a signal that also fires when it is cancelled. */
export interface Workplace {
  folder: string;
  signal: AbortSignal;
  /** True when the transcode was cancelled or the video deleted. */
  stopped(): boolean;
}

/**
 * Runs media work in a folder that is removed afterwards. A cancelled transcode ends without an error; a file that cannot
 * be used fails with its sentence; any other error is retried.
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
    // Notifications sent while the connection was lost are not repeated.
    () => {
      stopWhenEnded().catch((error: unknown) =>
        services.log.debug({ err: error }, "could not read whether the transcode ended"),
      );
    },
  );
  let processorSeconds = 0;
  try {
    // It may have been cancelled before the listener was registered.
    await stopWhenEnded();
    if (stop.signal.aborted) return;
    const place: Workplace = {
      folder,
      signal: AbortSignal.any([run.signal, stop.signal]),
      stopped: () => stop.signal.aborted,
    };
    services.tracing.current()?.add({ "kinora.video_id": transcode.video_id, "kinora.transcode_id": transcode.id });
    const shown = tracedTools(services.tracing, shownTools(services.config, run));
    const ended = (tool: WatchedTool, seconds: number) => {
      shown.ended(tool, seconds);
      processorSeconds += seconds;
    };
    await watchTools({ ...shown, ended }, () => work(place));
  } catch (error) {
    if (stop.signal.aborted) return;
    if (error instanceof MediaError) await keepLog(services, transcode, error.detail);
    if (error instanceof MediaError && !run.signal.aborted && !error.retryable) {
      services.log.info(
        { transcode: transcode.id, detail: error.detail, code: error.code },
        "could not use the source",
      );
      throw new GiveUp(error.code, error.message, false);
    }
    throw error;
  } finally {
    forget();
    await addProcessorTime(services, transcode.id, processorSeconds);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Adds what tools used to the transcode, and to its record when this run ended it. */
async function addProcessorTime({ db, log }: Services, id: number, seconds: number): Promise<void> {
  if (seconds <= 0) return;
  try {
    await sql`
      with used as (
        update transcodes set cpu_seconds = coalesce(cpu_seconds, 0) + ${seconds} where id = ${id}
        returning id, cpu_seconds)
      update transcode_records r set cpu_seconds = used.cpu_seconds from used where r.transcode_id = used.id`.execute(
      db,
    );
  } catch (error) {
    // What the run came to counts more than what it used.
    log.warn({ err: error, transcode: id }, "could not store the processor time of a transcode");
  }
}

/** Stores the last lines of a tool's output for the video's owner, without paths of this machine. */
async function keepLog({ config, db }: Services, { id, attempt }: Transcode, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  const log = lines.map((line) => withoutPaths(config, line).slice(0, 500));
  await db.updateTable("transcodes").set({ log }).where("id", "=", id).where("attempts", "=", attempt).execute();
}
