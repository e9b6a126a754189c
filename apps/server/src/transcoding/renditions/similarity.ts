import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { measureSimilarity, sampleOf } from "@kinora/media/encoding/similarity.ts";
import { joinFragments } from "@kinora/media/packaging/mp4.ts";
import { segmentFileName } from "@kinora/media/packaging/segment.ts";
import { readableSource } from "@kinora/media/pictures/webp-film.ts";
import { MediaError } from "@kinora/media/tools/errors.ts";
import { z } from "zod";
import type { Services } from "../../context.ts";
import { publish } from "../../platform/events/events.ts";
import { task, type Run } from "../../platform/jobs/tasks.ts";
import { assetKey, workFolder, type StoredPlan } from "../encoding/transcode.ts";
import { localWatermark } from "../watermark/version-watermark.ts";
import { planOfVersion } from "./reuse.ts";

/** It is not urgent: while videos are being transcoded it is postponed this often, for this long. */
const STEPS_BACK = 60;
const STEP_BACK_SECONDS = 10;

/** Measures the similarity of each new rendition of a version with its source, on a sample. */
export const measureRenditions = task({
  name: "transcoding.measure",
  payload: z.object({ videoId: z.number(), version: z.number(), waited: z.number() }),
  maximumFailures: 2,
  async run(services, { videoId, version, waited }, run) {
    const { db, jobs } = services;
    const busy = await db
      .selectFrom("transcodes")
      .select("id")
      .where("state", "in", ["queued", "running"])
      .limit(1)
      .executeTakeFirst();
    if (busy && waited < STEPS_BACK) {
      const again = { videoId, version, waited: waited + 1 };
      await jobs.send(db, measureRenditions, again, { startAfterSeconds: STEP_BACK_SECONDS });
      return;
    }
    await measureVersion(services, videoId, version, run);
  },
});

/** Measures renditions without a result. Does nothing when the version or its source is deleted. */
export async function measureVersion(services: Services, videoId: number, version: number, run: Run): Promise<void> {
  const { config, db, storage } = services;
  const video = await db
    .selectFrom("videos")
    .select(["source_key", "project_id"])
    .where("id", "=", videoId)
    .where("version", "=", version)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  const plan = await planOfVersion(db, videoId, version);
  // The picture of a sound is none of its source's.
  if (!video?.source_key || !plan || plan.sound) return;
  const renditions = await db
    .selectFrom("renditions")
    .select(["id", "label", "width", "height", "segments"])
    .where("video_id", "=", videoId)
    .where("version", "=", version)
    .where("kind", "=", "video")
    .where("copied", "=", false)
    .where("state", "=", "complete")
    .where("ssim", "is", null)
    .execute();
  if (renditions.length === 0) return;
  const folder = join(workFolder(config), run.jobId);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    let source = storage.localPath(video.source_key);
    if (source === null) {
      source = join(folder, "source");
      await storage.download(video.source_key, source, run.signal);
    }
    source = await readableSource(source, folder, run.signal);
    const made = { video_id: videoId, version };
    const watermarkPath = await localWatermark(services, made, plan, folder, run.signal);
    for (const { id, label, width, height, segments } of renditions) {
      if (width === null || height === null) continue;
      const part = { label, width, height, segments };
      const place = { folder, source, watermarkPath, signal: run.signal };
      const ssim = await measureOne(services, made, plan, part, place);
      if (ssim !== null) await db.updateTable("renditions").set({ ssim }).where("id", "=", id).execute();
    }
  } catch (error) {
    if (run.signal.aborted || !(error instanceof MediaError)) throw error;
    // The video is complete without it.
    services.log.info({ video: videoId, err: error }, "could not compare renditions with their source");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await publish(db, projectChannel(video.project_id), VIDEO_CHANGED_EVENT, { id: videoId });
}

async function measureOne(
  { storage }: Services,
  version: { video_id: number; version: number },
  plan: StoredPlan,
  { label, width, height, segments }: { label: string; width: number; height: number; segments: number },
  place: { folder: string; source: string; watermarkPath: string | null; signal: AbortSignal },
): Promise<number | null> {
  const { folder, source, watermarkPath, signal } = place;
  // Only the size matters: frames are compared, not settings.
  const rendition = { label, width, height, crf: 0, maxBitrateKbps: 0, bufferKbits: 0 };
  const encoding = { ...plan.encoding, segmentCount: segments, renditions: [rendition] };
  const { firstSegment, segmentCount } = sampleOf(encoding);
  const names = [
    "init.mp4",
    ...Array.from({ length: segmentCount }, (_, index) => segmentFileName(firstSegment + index)),
  ];
  const sample = join(folder, "sample.mp4");
  const parts = async function* () {
    for (const name of names) {
      const key = assetKey(version, `${label}/${name}`);
      yield storage.localPath(key) ?? (await storage.get(key)).stream;
    }
  };
  await joinFragments(parts(), sample, signal);
  const { facts } = plan;
  return measureSimilarity({
    source,
    facts,
    plan: encoding,
    watermarkPath,
    sample,
    firstSegment,
    segmentCount,
    workFolder: folder,
    signal,
  });
}
