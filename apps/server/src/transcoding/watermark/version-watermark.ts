import { join } from "node:path";
import type { Executor } from "@kinora/db/connect.ts";
import type { PlannedWatermark } from "@kinora/media/encoding/encoding-plan.ts";
import type { Services } from "../../context.ts";
import { assetKey, type StoredPlan, type Transcode } from "../encoding/transcode.ts";
import { readWatermark, watermarkKey } from "./watermark.ts";

type Version = Pick<Transcode, "video_id" | "version">;

/**
 * The watermark of a new version; null for none, also where the source has it already. The version gets a copy of the
 * picture, named by its number, so that its plan stays valid when the project's picture changes.
 * @throws StorageError when the picture was replaced just now; the next run finds the new one.
 */
export async function adoptWatermark(
  { db, storage }: Services,
  transcode: Version & Pick<Transcode, "project_id" | "replacement">,
): Promise<PlannedWatermark | null> {
  if (!transcode.replacement && (await hasWatermark(db, transcode.video_id))) return null;
  const row = await readWatermark(db, transcode.project_id);
  if (!row?.enabled) return null;
  const { number, width, height, position, opacity, size, margin } = row;
  const file = `watermark-${number}.png`;
  await storage.copy(watermarkKey(transcode.project_id, number), assetKey(transcode, file));
  return { file, width, height, position, opacity, size, margin };
}

async function hasWatermark(on: Executor, videoId: number): Promise<boolean> {
  const video = await on.selectFrom("videos").select("watermarked").where("id", "=", videoId).executeTakeFirst();
  return video?.watermarked ?? false;
}

/** Copies the watermark of the version that a plan comes from to a newer version. */
export async function passOnWatermark({ storage }: Services, plan: StoredPlan, from: Version, to: Version) {
  const file = plan.encoding.watermark?.file;
  if (file !== undefined) await storage.copy(assetKey(from, file), assetKey(to, file));
}

/** A local path of the picture of a version's watermark; null when it has none. A copy lies in the folder, which is the caller's. */
export async function localWatermark(
  { storage }: Services,
  version: Version,
  { encoding }: StoredPlan,
  folder: string,
  signal: AbortSignal,
): Promise<string | null> {
  if (!encoding.watermark) return null;
  const { file } = encoding.watermark;
  const direct = storage.localPath(assetKey(version, file));
  if (direct) return direct;
  const path = join(folder, file);
  await storage.download(assetKey(version, file), path, signal);
  return path;
}
