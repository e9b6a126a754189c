import type { Tx } from "@kinora/db/connect.ts";
import { enabledRungs } from "@kinora/domain/projectLadder.ts";
import { encodeChunk } from "@kinora/media/encodeChunk.ts";
import { planEncoding } from "@kinora/media/encodingPlan.ts";
import { MediaError } from "@kinora/media/errors.ts";
import { probe } from "@kinora/media/probe.ts";
import { remux, remuxTargetDurationSeconds, streamability } from "@kinora/media/streamable.ts";
import type { Services } from "../context.ts";
import { isDatabaseAway } from "../platform/database-away.ts";
import { task, type Run } from "../platform/tasks.ts";
import { sendWaitingChunks } from "./chunks.ts";
import { failTranscode } from "./fail.ts";
import { lockLive } from "./finish-trigger.ts";
import { completeRendition } from "./playlists.ts";
import { makePostersTask } from "./posters.ts";
import { readLadder } from "./read-ladder.ts";
import { enterReused, planReuse } from "./reuse.ts";
import { renditionIds, segmentsDone, storedInits, storingSink } from "./segments.ts";
import { sendAudio } from "./send-work.ts";
import { deleteSourceLeftovers, localSource } from "./source.ts";
import {
  assetKey,
  atWork,
  openTranscode,
  transcodePayload,
  type StoredPlan,
  type Transcode,
  type Workplace,
} from "./transcode.ts";

const REMUX_RETRIES = 2;

/**
 * Looks at the source, plans its ladder, makes the first thing that can play, and then sends the ladder: before that the
 * processors belong to whoever waits for the video to begin.
 */
export const prepare = task({
  name: "transcoding.prepare",
  payload: transcodePayload,
  concurrency: 3,
  gaveUp: failTranscode,
  async run(services, wanted, run) {
    const transcode = await openTranscode(services, wanted);
    if (!transcode) return;
    await atWork(services, transcode, run, async (place) => {
      const source = await localSource(services, transcode, place.signal);
      const plan = transcode.plan ?? (await makePlan(services, transcode, source, place.signal));
      if (!transcode.plan) await services.db.transaction().execute((tx) => startWork(services, tx, transcode, plan));
      await makeFirstPlayable(services, { ...transcode, plan }, plan, source, place, run);
      await services.db.transaction().execute(async (tx) => {
        if (await lockLive(tx, transcode)) await sendWaitingChunks(services, tx, transcode, plan);
      });
    });
  },
});

async function makePlan(
  services: Services,
  transcode: Transcode,
  source: string,
  signal: AbortSignal,
): Promise<StoredPlan> {
  if (transcode.reuse) return planReuse(services, transcode, transcode.reuse);
  const facts = await probe(source, { signal });
  services.log.debug({ transcode: transcode.id, container: facts.container, codec: facts.video.codec }, "probed");
  const ladder = await readLadder(services.db, transcode.project_id);
  const encoding = planEncoding(facts, enabledRungs(ladder), {
    maximumFps: ladder.maxFps,
    audioBitrateKbps: ladder.audioKbps,
  });
  return { facts, encoding, streamable: streamability(facts).streamable, mp4: ladder.mp4 };
}

/** Writes the plan down with a row for every rendition and chunk, and sends the sound, all or nothing. */
async function startWork(services: Services, tx: Tx, transcode: Transcode, plan: StoredPlan): Promise<void> {
  const { encoding, facts } = plan;
  const claimed = await tx
    .updateTable("transcodes")
    .set({ plan: JSON.stringify(plan), media_seconds: encoding.durationSeconds })
    .where("id", "=", transcode.id)
    .where("state", "in", ["queued", "running"])
    .where("plan", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!claimed) return;
  const base = {
    transcode_id: transcode.id,
    video_id: transcode.video_id,
    account_id: transcode.account_id,
    version: transcode.version,
  };
  const frameRate = encoding.grid.fps.numerator / encoding.grid.fps.denominator;
  await tx
    .insertInto("renditions")
    .values([
      ...encoding.renditions.map(({ label, width, height }) => ({
        ...base,
        kind: "video" as const,
        label,
        width,
        height,
        frame_rate: frameRate,
      })),
      ...(encoding.hasAudio && !transcode.reuse?.labels.includes("audio")
        ? [{ ...base, kind: "audio" as const, label: "audio" }]
        : []),
      ...(plan.streamable
        ? [
            {
              ...base,
              kind: "source" as const,
              label: "source",
              width: facts.video.width,
              height: facts.video.height,
              frame_rate: frameRate,
            },
          ]
        : []),
    ])
    .execute();
  if (transcode.reuse) await enterReused(tx, transcode, transcode.reuse);
  await tx
    .insertInto("transcode_chunks")
    .values(Array.from({ length: encoding.chunkCount }, (_, chunk) => ({ transcode_id: transcode.id, chunk })))
    .execute();
  await tx
    .updateTable("videos")
    .set({ duration_seconds: encoding.durationSeconds, width: facts.video.width, height: facts.video.height })
    .where("id", "=", transcode.video_id)
    // A video that plays an older version keeps its facts until the new one takes over.
    .where("version", "in", [0, transcode.version])
    .execute();
  await sendAudio(services, tx, transcode);
}

/**
 * A streamable source plays from its own video, cut without encoding; any other from the first segment of the lowest
 * rung, made before the whole ladder is.
 */
async function makeFirstPlayable(
  services: Services,
  transcode: Transcode,
  plan: StoredPlan,
  source: string,
  place: Workplace,
  run: Run,
): Promise<void> {
  // Then the version before plays meanwhile.
  if (transcode.reuse) return;
  const ids = await renditionIds(services, transcode.id);
  const common = { source, facts: plan.facts, workFolder: place.folder };
  const remuxed =
    plan.streamable && (await remuxSource(services, transcode, plan, { ...common, signal: place.signal }, run));
  if (!remuxed) await encodeLead();
  await services.jobs.send(
    services.db,
    makePostersTask,
    { transcodeId: transcode.id, attempt: transcode.attempt },
    { priority: transcode.priority + 1 },
  );

  async function encodeLead(): Promise<void> {
    const [lowest] = plan.encoding.renditions;
    const lowestId = lowest ? ids.get(lowest.label) : undefined;
    if (!lowest || lowestId === undefined || plan.encoding.renditions.length === 1) return;
    if ((await segmentsDone(services, [lowestId], 0)) > 0) return;
    await encodeChunk({
      ...common,
      plan: { ...plan.encoding, renditions: [lowest] },
      chunkIndex: 0,
      segmentCount: 1,
      expectedInits: await storedInits(services, transcode, [lowest.label]),
      signal: place.signal,
      ...storingSink(services, transcode, ids, 0, 0),
    });
  }
}

/** Answers false when the source turns out not to be streamable after all. */
async function remuxSource(
  services: Services,
  transcode: Transcode,
  plan: StoredPlan,
  common: { source: string; facts: StoredPlan["facts"]; workFolder: string; signal: AbortSignal },
  run: Run,
): Promise<boolean> {
  const ids = await renditionIds(services, transcode.id);
  const sourceId = ids.get("source");
  if (sourceId === undefined) return false;
  try {
    await remux({ ...common, plan: plan.encoding, ...storingSink(services, transcode, ids, 0, 0) });
    await completeRendition(services, transcode, { id: sourceId, label: "source" }, remuxTargetDurationSeconds);
    // Every rung may have been complete first; then what was cut is needed no more.
    await deleteSourceLeftovers(services, transcode);
    return true;
  } catch (error) {
    if (await deleteSourceLeftovers(services, transcode)) return true;
    if (common.signal.aborted || isDatabaseAway(error)) throw error;
    const mayPass = !(error instanceof MediaError) || error.retryable;
    if (mayPass && run.failures < REMUX_RETRIES) throw error;
    // The ladder does not depend on it: a source that will not be cut is encoded like any other.
    services.log.info({ transcode: transcode.id, err: error }, "the source cannot be streamed as it is");
    await services.db.deleteFrom("renditions").where("id", "=", sourceId).execute();
    await services.storage.deletePrefix(assetKey(transcode, "source"));
    return false;
  }
}
