import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Product } from "./product.ts";

/** A finished video whose segments are noise. */
export interface NoiseVideo {
  folder: string;
  /** Where its segments are served with a pass, published or not. */
  url: string;
  /** Where they are served to everybody once it is published. */
  publicUrl: string;
  publish(): Promise<void>;
}

/** Makes a finished, unpublished video of `segments` segments of `bytes` bytes. @throws Error when the API gives no pass for it. */
export async function putNoise(
  { kinora, project }: Product,
  { segments, bytes }: { segments: number; bytes: number },
): Promise<NoiseVideo> {
  const { id, hash } = await project.db
    .insertInto("videos")
    .values({
      project_id: project.projectId,
      account_id: project.accountId,
      hash: randomBytes(8).toString("hex"),
      title: "Noise",
      status: "complete",
      playable: true,
      version: 1,
    })
    .returning(["id", "hash"])
    .executeTakeFirstOrThrow();
  const folder = join(kinora.dataDir, `media/assets/${id}/v1/720p`);
  await mkdir(folder, { recursive: true });
  for (let index = 0; index < segments; index += 1) await writeFile(join(folder, noiseFile(index)), randomBytes(bytes));
  const { body } = await project.call("GET", `/videos/${id}`);
  const preview = JSON.stringify(body).match(/"preview_url":"([^"]+)"/)?.[1];
  const token = preview ? new URL(preview).searchParams.get("token") : null;
  if (!token) throw new Error("The API gave no pass for the video.");
  const path = `${hash}/v1/720p`;
  return {
    folder,
    url: `${kinora.urls.edge}/hls/~${token}/${path}`,
    publicUrl: `${kinora.urls.edge}/hls/${path}`,
    async publish() {
      const { status } = await project.call("PATCH", `/videos/${id}/publish`, { published: true });
      if (status !== 200) throw new Error(`The video was not published: ${status}.`);
    },
  };
}

/** The name of a segment. */
export const noiseFile = (index: number): string => `${String(index).padStart(5, "0")}.m4s`;
