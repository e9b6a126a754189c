import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import type { VideosTable } from "@kinora/db/schema-videos.ts";
import { insertRow, updateRows } from "@kinora/db/testing-rows.ts";
import type { Insertable } from "kysely";
import { newHash } from "../platform/secrets/hash.ts";
import type { TestProject, TestServices } from "../platform/testing.ts";
import { queueTranscode } from "../transcoding/queue.ts";

type Further = Partial<Insertable<VideosTable>>;

/** A new video whose source is the file at this path, waiting to be encoded. */
export async function storeSourceVideo(
  { db, storage }: TestServices,
  { projectId: project_id, accountId: account_id, ownerId: user_id }: TestProject,
  path: string,
  further: Further = {},
): Promise<number> {
  const bytes = await readFile(path);
  const { id } = await insertRow(db, "videos", {
    project_id,
    account_id,
    user_id,
    hash: newHash(),
    title: "A clip",
    status: "in_queue",
    source_bytes: bytes.length,
    ...further,
  });
  const source_key = `assets/${id}/source/clip${extname(path)}`;
  await storage.put(source_key, bytes);
  await updateRows(db, "videos", { id }, { source_key });
  return id;
}

/** The same, queued for encoding as at the end of an upload. */
export async function queueSourceVideo(
  services: TestServices,
  project: TestProject,
  path: string,
  further: Further = {},
): Promise<number> {
  const id = await storeSourceVideo(services, project, path, further);
  const video = { id, project_id: project.projectId, account_id: project.accountId };
  await services.db.transaction().execute((tx) => queueTranscode(services, tx, video));
  return id;
}
