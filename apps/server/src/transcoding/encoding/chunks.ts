import type { Tx } from "@kinora/db/connect.ts";
import type { PlannedRendition } from "@kinora/domain/transcoding/ladder.ts";
import { byCodec } from "@kinora/domain/transcoding/picture-codecs.ts";
import { encodeChunk } from "@kinora/media/encoding/encode-chunk.ts";
import { firstFrameOf, sizeOfChunk } from "@kinora/media/encoding/encoding-plan.ts";
import { segmentsPerChunk } from "@kinora/media/packaging/grid.ts";
import { MediaError } from "@kinora/media/tools/errors.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Services } from "../../context.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { encoderThreads } from "../../platform/process/machine-memory.ts";
import { finishWhenComplete } from "../finish/finish-trigger.ts";
import { markPlayable } from "../source/playable.ts";
import { localSource } from "../source/source.ts";
import { localWatermark } from "../watermark/version-watermark.ts";
import { beginWork } from "./begin.ts";
import { failTranscode } from "./fail.ts";
import { lockLive } from "./lock-live.ts";
import { reportProgress } from "./progress.ts";
import { addEncodeTime, renditionIds, segmentsDone, storedInits, storingSink } from "./segments.ts";
import {
  atWork,
  openTranscode,
  transcodePayload,
  type StoredPlan,
  type Transcode,
  type Workplace,
} from "./transcode.ts";

const REPORT_EVERY_MS = 700;
/** Chunks of one video that may be queued or running at once: with more, other videos would wait behind a long one. */
const CHUNKS_UNDER_WAY = 4;

/** Encodes one chunk of a video into every rendition; a repeated run resumes at the first missing segment. */
export const encodeChunkTask = task({
  name: "transcoding.chunk",
  payload: transcodePayload.extend({ chunk: z.number().int().nonnegative() }),
  concurrency: "media",
  steered: true,
  gaveUp: (services, wanted, failure) => failTranscode(services, wanted, failure),
  async run(services, { chunk, ...wanted }, run) {
    const transcode = await openTranscode(services, wanted);
    if (!transcode?.plan) return;
    const { plan } = transcode;
    await beginWork(services, transcode);
    await atWork(services, transcode, run, async (place) => {
      const source = await localSource(services, transcode, place.signal);
      await encodeMissing(services, transcode, plan, chunk, source, place);
    });
    await services.db.transaction().execute((tx) => completeChunk(services, tx, transcode, plan, chunk));
  },
});

async function encodeMissing(
  services: Services,
  transcode: Transcode,
  plan: StoredPlan,
  chunk: number,
  source: string,
  place: Workplace,
): Promise<void> {
  const groups = byCodec(plan.encoding.renditions);
  for (const [position, renditions] of groups.entries()) {
    const share = { position, of: groups.length };
    if (!(await encodeCodec(services, transcode, plan, { chunk, renditions, share, source, place }))) return;
  }
}

interface CodecRun {
  chunk: number;
  renditions: PlannedRendition[];
  /** Which of the chunk's runs it is. */
  share: { position: number; of: number };
  source: string;
  place: Workplace;
}

/**
 * Encodes the missing segments of a chunk in the renditions of one codec. Each codec has a run of its own: slow encoders would
 * hold up the others, and their time could not be told apart. Returns false when the transcode ended meanwhile.
 */
async function encodeCodec(
  services: Services,
  transcode: Transcode,
  plan: StoredPlan,
  { chunk, renditions, share, source, place }: CodecRun,
): Promise<boolean> {
  const ids = await renditionIds(services, transcode.id);
  const labels = renditions.map(({ label }) => label);
  const rungIds = labels.flatMap((label) => ids.get(label) ?? []);
  const fromSegment = await segmentsDone(services, rungIds, chunk);
  if (chunk === 0 && fromSegment > 0) await markPlayable(services, transcode);
  const size = sizeOfChunk(plan.encoding, chunk);
  if (fromSegment >= size.segments) return true;
  const firstSegment = chunk * segmentsPerChunk;
  const framesBefore =
    firstFrameOf(plan.encoding, firstSegment + fromSegment) - firstFrameOf(plan.encoding, firstSegment);
  const framesDone = (frames: number) => Math.floor((share.position * size.frames + framesBefore + frames) / share.of);
  const progress = watchChunk(services, transcode, plan, { chunk, framesDone });
  const begunAt = performance.now();
  try {
    const { endOfSource, segments } = await encodeChunk({
      ...encoderThreads(),
      source,
      facts: plan.facts,
      plan: { ...plan.encoding, renditions },
      watermarkPath: await localWatermark(services, transcode, plan, place.folder, place.signal),
      chunkIndex: chunk,
      fromSegment,
      expectedInits: await storedInits(services, transcode, labels),
      workFolder: place.folder,
      signal: AbortSignal.any([place.signal, progress.gone]),
      ...storingSink(services, transcode, ids, chunk, firstSegment, place.signal),
      onProgress: progress.onProgress,
    });
    // A chunk without pictures would never be complete.
    const isLast = chunk === plan.encoding.chunkCount - 1;
    if (endOfSource && (!isLast || fromSegment + segments === 0)) throw endsEarly();
  } catch (error) {
    // The transcode ended meanwhile: completing the chunk will find nothing to do.
    if (!progress.gone.aborted || place.signal.aborted) throw error;
  } finally {
    await progress.written();
  }
  await addEncodeTime(services, rungIds, performance.now() - begunAt);
  return !progress.gone.aborted;
}

interface ChunkProgress {
  /** Aborted once the transcode has ended, so that nobody needs the chunk. */
  gone: AbortSignal;
  onProgress(progress: { frames: number }): void;
  /** Waits until what was reported is in the database. */
  written(): Promise<void>;
}

/**
 * Writes how far a chunk is into the database, at most every 700 ms and one write after the other.
 * @param framesDone the frames of the chunk that count as done after so many of the running encoder's.
 */
function watchChunk(
  services: Services,
  transcode: Transcode,
  plan: StoredPlan,
  { chunk, framesDone }: { chunk: number; framesDone: (frames: number) => number },
): ChunkProgress {
  const gone = new AbortController();
  let reportedAt = 0;
  let reporting: Promise<void> = Promise.resolve();

  const report = async (frames: number) => {
    await services.db
      .updateTable("transcode_chunks")
      .set({ frames: framesDone(frames) })
      .where("transcode_id", "=", transcode.id)
      .where("chunk", "=", chunk)
      .where("state", "!=", "complete")
      .execute();
    if (!(await reportProgress(services, transcode, plan))) gone.abort();
  };

  return {
    gone: gone.signal,
    onProgress({ frames }) {
      const now = performance.now();
      if (now - reportedAt < REPORT_EVERY_MS) return;
      reportedAt = now;
      reporting = reporting
        .then(() => report(frames))
        .catch((error: unknown) => services.log.warn({ err: error }, "could not write progress"));
    },
    written: () => reporting,
  };
}

const endsEarly = () =>
  new MediaError(
    "corrupt_file",
    "The pictures of this file end earlier than it declares; export it again as MP4 (H.264) and upload that.",
    false,
  );

/** Marks a chunk complete and enqueues the next one of the video, or the finish after the last part. Idempotent. */
async function completeChunk(
  services: Services,
  tx: Tx,
  transcode: Transcode,
  plan: StoredPlan,
  chunk: number,
): Promise<void> {
  if (!(await lockLive(tx, transcode))) return;
  const complete = await segmentsComplete(tx, transcode.id, chunk);
  if (!complete) return;
  const { rows: completed } = await sql`
    update transcode_chunks set state = 'complete', frames = ${sizeOfChunk(plan.encoding, chunk).frames}
    where transcode_id = ${transcode.id} and chunk = ${chunk} and state <> 'complete' returning chunk`.execute(tx);
  if (completed.length === 0) return;
  await sql`
    update rendition_chunks set complete = true where chunk = ${chunk} and rendition_id in (
      select id from renditions where transcode_id = ${transcode.id} and kind = 'video' and not copied)`.execute(tx);
  await sendWaitingChunks(services, tx, transcode, plan);
  await finishWhenComplete(services, tx, transcode);
}

/** A cancelled run returns early; only a chunk that every rung has counts. The last chunk ends where the source really ends. */
async function segmentsComplete(tx: Tx, transcodeId: number, chunk: number): Promise<boolean> {
  const { rows } = await sql<{ whole: boolean }>`
    select coalesce(bool_and(coalesce(cardinality(c.sizes), 0) > 0), false)
      and count(distinct coalesce(cardinality(c.sizes), 0)) = 1 as whole
    from renditions r left join rendition_chunks c on c.rendition_id = r.id and c.chunk = ${chunk}
    where r.transcode_id = ${transcodeId} and r.kind = 'video' and not r.copied and r.state <> 'complete'`.execute(tx);
  return rows[0]?.whole ?? false;
}

/** Enqueues waiting chunks up to the limit and returns how many; call it with the transcode's row locked or just inserted. */
export async function sendWaitingChunks(
  services: Pick<Services, "jobs">,
  tx: Tx,
  transcode: Pick<Transcode, "id" | "account_id" | "attempt" | "priority">,
  plan: StoredPlan,
): Promise<number> {
  const { rows } = await sql<{ chunk: number }>`
    update transcode_chunks set state = 'sent' where transcode_id = ${transcode.id} and chunk in (
      select chunk from transcode_chunks where transcode_id = ${transcode.id} and state = 'waiting' order by chunk
      limit greatest(0, ${Math.min(CHUNKS_UNDER_WAY, plan.encoding.chunkCount)} - (
        select count(*) from transcode_chunks where transcode_id = ${transcode.id} and state = 'sent')))
    returning chunk`.execute(tx);
  for (const { chunk } of rows.toSorted((a, b) => a.chunk - b.chunk)) {
    await services.jobs.send(
      tx,
      encodeChunkTask,
      { transcodeId: transcode.id, attempt: transcode.attempt, chunk },
      { priority: transcode.priority, group: String(transcode.account_id) },
    );
  }
  return rows.length;
}
