import { z } from "zod";
import type { Services } from "../../context.ts";
import { task } from "../../platform/jobs/tasks.ts";

/** Time for which open pages may still load the previous poster. */
export const POSTER_GRACE_SECONDS = 3_600;

/** The storage folder of a poster made by hand. */
export const posterFolder = (videoId: number, number: number) => `assets/${videoId}/posters/${number}`;

/** The posters of the version that plays, by label. */
export async function ownPosters({ db, storage }: Services, videoId: number): Promise<Record<string, string>> {
  const video = await db.selectFrom("videos").select("version").where("id", "=", videoId).executeTakeFirst();
  const images: Record<string, string> = {};
  for await (const { key } of storage.list(`assets/${videoId}/v${Math.max(1, video?.version ?? 1)}/posters`)) {
    const label = /\/(\d+p)\.jpg$/.exec(key)?.[1];
    if (label) images[label] = key;
  }
  return images;
}

/** The files of a poster made by hand by label; empty once they are deleted. */
export async function postersBelow(
  { storage }: Services,
  videoId: number,
  number: number,
): Promise<Record<string, string>> {
  const images: Record<string, string> = {};
  for await (const { key } of storage.list(posterFolder(videoId, number))) {
    const label = /\/(\d+p)\.jpg$/.exec(key)?.[1];
    if (label) images[label] = key;
  }
  return images;
}

/** Bytes of every poster made by hand that is stored, by its number. */
export async function bytesBelow({ storage }: Services, videoId: number): Promise<Map<number, number>> {
  const bytes = new Map<number, number>();
  for await (const { key, sizeBytes } of storage.list(`assets/${videoId}/posters`)) {
    const number = Number(/\/posters\/(\d+)\/[^/]+$/.exec(key)?.[1]);
    if (Number.isSafeInteger(number)) bytes.set(number, (bytes.get(number) ?? 0) + sizeBytes);
  }
  return bytes;
}

/** Removes a poster that is not shown any more. */
export const deletePoster = task({
  name: "videos.delete_poster",
  payload: z.object({ videoId: z.number(), number: z.number() }),
  async run({ db, storage }, { videoId, number }) {
    const shown = await db
      .selectFrom("videos")
      .select("id")
      .where("id", "=", videoId)
      .where("poster", "=", number)
      .executeTakeFirst();
    if (!shown) await storage.deletePrefix(posterFolder(videoId, number));
  },
});
