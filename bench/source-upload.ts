import { readFile } from "node:fs/promises";
import type { Agent } from "node:http";
import { basename } from "node:path";
import type { Product } from "./product.ts";
import { appendBytes, createUpload, type TusTarget } from "./tus-client.ts";

/** A video whose every byte was acknowledged at `acknowledgedAt` (`performance.now()`). */
export interface UploadedVideo {
  videoId: number;
  hash: string;
  acknowledgedAt: number;
}

/** Uploads a file as a published video, in one request. */
export async function uploadPublished(
  { kinora, project }: Product,
  agent: Agent,
  path: string,
): Promise<UploadedVideo> {
  const bytes = await readFile(path);
  const target: TusTarget = {
    endpoint: `${kinora.urls.api}/uploads`,
    headers: project.headers,
    metadata: { project_id: String(project.projectId), filename: basename(path), title: "Measured" },
  };
  const upload = await createUpload(agent, target, bytes.length);
  const row = await project.db
    .selectFrom("uploads")
    .innerJoin("videos", "videos.id", "uploads.video_id")
    .select(["videos.id", "videos.hash"])
    .where("uploads.id", "=", upload.split("/").at(-1) ?? "")
    .executeTakeFirstOrThrow();
  const { status } = await project.call("PATCH", `/videos/${row.id}/publish`, { published: true });
  if (status >= 300) throw new Error(`Publishing was answered with ${status}.`);
  await appendBytes(agent, upload, target, 0, bytes, bytes.length);
  return { videoId: row.id, hash: row.hash, acknowledgedAt: performance.now() };
}
