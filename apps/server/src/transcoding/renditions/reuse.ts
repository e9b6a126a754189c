import type { Executor, Tx } from "@kinora/db/connect.ts";
import type { RenditionReuse } from "@kinora/db/schema-videos.ts";
import type { PlannedRendition } from "@kinora/domain/transcoding/ladder.ts";
import { missingRungs, planRungs, type ProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { assetKey, type StoredPlan, type Transcode } from "../encoding/transcode.ts";
import { readAllowedLadder, readVideoLadder } from "../ladder/read-ladder.ts";
import { inEncodableRange } from "../source/encodable.ts";
import { sourceOf } from "../source/source-size.ts";
import { passOnWatermark } from "../watermark/version-watermark.ts";
import { wantsCopy } from "./plan-copy.ts";

/** One rung of a plan's source by the current ladder, also one that is switched off there. Pure. */
export function plannedRung(plan: StoredPlan, ladder: ProjectLadder, label: string): PlannedRendition | null {
  const every = { ...ladder, rungs: ladder.rungs.map((rung) => ({ ...rung, enabled: true })) };
  const planned = [ladder, every].flatMap((each) => planRungs(sourceOf(plan), each));
  const candidates = [...planned, ...plan.encoding.renditions, ...(plan.copy?.otherwise.renditions ?? [])];
  return candidates.find((rung) => rung.label === label) ?? (plan.copy?.label === label ? ownSize(plan, label) : null);
}

/** A rung of the source's own size at the quality of the one below, for a copied rung that no ladder names. */
function ownSize({ facts, copy }: StoredPlan, label: string): PlannedRendition | null {
  const nearest = copy?.otherwise.renditions.at(-1);
  const even = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2);
  return nearest ? { ...nearest, label, width: even(facts.video.width), height: even(facts.video.height) } : null;
}

/** The plan of a video's version; null when it is not stored any more. */
export async function planOfVersion(db: Executor, videoId: number, version: number): Promise<StoredPlan | null> {
  const row = await db
    .selectFrom("transcodes")
    .select("plan")
    .where("video_id", "=", videoId)
    .where("version", "=", version)
    .executeTakeFirst();
  return (row?.plan as StoredPlan | null | undefined) ?? null;
}

/**
 * Plans a transcode that makes only some rungs: on the frame grid of the version it takes the others from, so that
 * their segments still fit together. A copied rung is copied again. The reused files are stored when this resolves; a
 * repeated run copies them again.
 */
export async function planReuse(services: Services, transcode: Transcode, reuse: RenditionReuse): Promise<StoredPlan> {
  const base = await planOfVersion(services.db, transcode.video_id, reuse.version);
  if (!base) throw new Error(`Version ${reuse.version} of video ${transcode.video_id} has no plan.`);
  const ladder = await readVideoLadder(services.db, transcode);
  const wanted = await inEncodableRange(reuse.wanted.flatMap((label) => plannedRung(base, ladder, label) ?? []));
  await copyFiles(services, transcode, reuse);
  await passOnWatermark(services, base, { video_id: transcode.video_id, version: reuse.version }, transcode);
  const { copy } = base;
  const copies = copy && reuse.wanted.includes(copy.label) && (await wantsCopy(services.db, transcode, ladder));
  const renditions = copies ? wanted.filter(({ label }) => label !== copy.label) : wanted;
  return {
    ...base,
    dropSimilar: false,
    similar: (base.similar ?? []).filter(({ label }) => !reuse.wanted.includes(label)),
    streamable: false,
    encoding: { ...base.encoding, renditions },
    copy: copies ? { label: copy.label, otherwise: { ...base.encoding, renditions: wanted } } : null,
  };
}

async function copyFiles({ storage }: Services, transcode: Transcode, { version, labels }: RenditionReuse) {
  const from = (path: string) => assetKey({ video_id: transcode.video_id, version }, path);
  for (const folder of [...labels, "posters"]) {
    for await (const { key } of storage.list(from(folder)))
      await storage.copy(key, assetKey(transcode, key.slice(from("").length)));
  }
  for (const label of labels) {
    const download = `mp4/${label}.mp4`;
    if (await storage.stat(from(download))) await storage.copy(from(download), assetKey(transcode, download));
  }
}

/** Enters the finished renditions a transcode takes over. To be called once, in the transaction that writes its plan. */
export async function enterReused(tx: Tx, transcode: Transcode, { version, labels }: RenditionReuse): Promise<void> {
  await sql`
    insert into renditions (transcode_id, video_id, account_id, version, kind, label, width, height, further_codec, hdr, codecs, frame_rate,
      bitrate_average, bitrate_peak, size_bytes, download_bytes, segments, duration_seconds, state, copied, on_grid, ssim, encode_seconds,
      key_frame_bitrate, closed_captions, language, title, describes_pictures)
    select ${transcode.id}, video_id, account_id, ${transcode.version}, kind, label, width, height, further_codec, hdr, codecs, frame_rate,
      bitrate_average, bitrate_peak, size_bytes, download_bytes, segments, duration_seconds, state, copied, on_grid, ssim, encode_seconds,
      key_frame_bitrate, closed_captions, language, title, describes_pictures
    from renditions where video_id = ${transcode.video_id} and version = ${version} and state = 'complete'
      and kind <> 'source' and label = any(${labels}) order by id`.execute(tx);
}

/** Labels of the rungs its project's ladder gives a video that its version does not have, smallest first. */
export async function findMissingRungs(
  db: Executor,
  video: { id: number; project_id: number; version: number },
): Promise<string[]> {
  const plan = video.version > 0 ? await planOfVersion(db, video.id, video.version) : null;
  if (!plan) return [];
  const there = await db
    .selectFrom("renditions")
    .select("label")
    .where("video_id", "=", video.id)
    .where("version", "=", video.version)
    .where("kind", "=", "video")
    .execute();
  const labels = there.map(({ label }) => label);
  const ladder = await readAllowedLadder(db, video.project_id);
  const similar = (plan.similar ?? []).map(({ label }) => label);
  return missingRungs(sourceOf(plan), ladder, labels, plan.encoding.segmentStarts !== undefined, similar);
}
