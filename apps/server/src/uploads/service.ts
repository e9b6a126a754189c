import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { readOpenUploads, readUpload, readVisibleUpload, type UploadRow } from "./rows.ts";
import { storedBytes } from "./tus/unfinished.ts";

/** The caller's uploads in a project that wait for more bytes, newest first, each with the number of its stored bytes. */
export async function listUnfinishedUploads(context: Context, grant: ProjectGrant) {
  const rows = await readOpenUploads(context.db, grant.projectId, context.caller);
  return Promise.all(rows.map((row) => present(context, row)));
}

/** One upload of the caller, or any upload for callers who may see the project's videos. @throws Refusal `not_found`. */
export async function readUploadStatus(context: Context, grant: ProjectGrant, id: string) {
  return present(context, await readVisibleUpload(context.db, context.caller, grant, id));
}

async function present(context: Context, row: UploadRow) {
  const { config, db } = context;
  const bytes =
    row.state === "uploading" ? Math.min(await storedBytes(context, row.id), row.size_bytes) : row.offset_bytes;
  // The file moves into storage with its last byte: the row states whether that happened.
  const now = row.state === "uploading" && bytes < row.offset_bytes ? ((await readUpload(db, row.id)) ?? row) : row;
  const hash = now.sha256 ?? (now.state === "complete" ? now.video_sha256 : null);
  return {
    ...now,
    offset_bytes: now.state === "uploading" ? bytes : now.offset_bytes,
    sha256: hash?.toString("hex") ?? null,
    upload_url: `${config.urls.api}/uploads/${now.id}`,
  };
}
