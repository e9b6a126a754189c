import { insertRow, insertRows } from "@kinora/db/testing-rows.ts";
import { newHash } from "../platform/secrets/hash.ts";
import type { TestProject, TestServices } from "../platform/testing.ts";

/** The fields of a video that a library test needs. */
export interface LibraryVideo {
  title: string;
  status?: "complete" | "failed" | "processing";
  description?: string;
  file_name?: string;
  published?: boolean;
  duration_seconds?: number;
  stored_bytes?: number;
  created_at?: Date;
  deleted_at?: Date;
  user_id?: number;
  category?: string;
  tags?: string[];
  has?: string[];
}

/** Adds a video to a project, with categories and tags by label, and renditions by label. */
export async function aLibraryVideo(
  services: TestServices,
  labels: Readonly<Record<string, number>>,
  place: TestProject,
  { category, tags = [], has = [], ...video }: LibraryVideo,
): Promise<number> {
  const { db } = services;
  const { id } = await insertRow(db, "videos", {
    project_id: place.projectId,
    account_id: place.accountId,
    hash: newHash(),
    status: "complete",
    user_id: place.ownerId,
    version: has.length > 0 ? 1 : 0,
    category_id: category ? (labels[category] ?? null) : null,
    ...video,
  });
  for (const tag of tags) {
    await insertRow(db, "video_tags", { video_id: id, tag_id: labels[tag] ?? 0, project_id: place.projectId });
  }
  if (has.length > 0) {
    const own = { video_id: id, account_id: place.accountId, version: 1 };
    const transcode = await insertRow(db, "transcodes", { ...own, project_id: place.projectId, state: "complete" });
    await insertRows(
      db,
      "renditions",
      has.map((label) => ({
        ...own,
        transcode_id: transcode.id,
        kind: "video" as const,
        label,
        height: Number.parseInt(label),
        state: "complete" as const,
      })),
    );
  }
  return id;
}
