import type { Services } from "../context.ts";

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

/** Bytes of every poster made by hand that is stored, by its number. */
export async function bytesBelow({ storage }: Services, videoId: number): Promise<Map<number, number>> {
  const bytes = new Map<number, number>();
  for await (const { key, sizeBytes } of storage.list(`assets/${videoId}/posters`)) {
    const number = Number(/\/posters\/(\d+)\/[^/]+$/.exec(key)?.[1]);
    if (Number.isSafeInteger(number)) bytes.set(number, (bytes.get(number) ?? 0) + sizeBytes);
  }
  return bytes;
}
