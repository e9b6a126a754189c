import type { Executor } from "@kinora/db/connect.ts";
import type { Caller } from "../platform/access/caller.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { Refusal } from "../platform/refusal.ts";

const COLUMNS = [
  "uploads.id",
  "uploads.project_id",
  "uploads.account_id",
  "uploads.video_id",
  "uploads.user_id",
  "uploads.api_key_id",
  "uploads.upload_token_id",
  "uploads.file_name",
  "uploads.size_bytes",
  "uploads.offset_bytes",
  "uploads.state",
  "uploads.replaces",
  "uploads.audio_track_id",
  "uploads.sha256",
  "uploads.fingerprint",
  "uploads.source_url",
  "uploads.source_file",
  "uploads.created_at",
  "uploads.expires_at",
  "uploads.progressive",
  "videos.hash as video_hash",
  "videos.status as video_status",
  "videos.source_sha256 as video_sha256",
  "videos.deleted_at as video_deleted_at",
  "projects.suspended_at as project_suspended_at",
] as const;

const select = (on: Executor) =>
  on
    .selectFrom("uploads")
    .innerJoin("videos", "videos.id", "uploads.video_id")
    .innerJoin("projects", "projects.id", "uploads.project_id")
    .select([...COLUMNS]);

/** An upload with columns of its video and its project. */
export type UploadRow = Awaited<ReturnType<ReturnType<typeof select>["executeTakeFirstOrThrow"]>>;

/** Whether the video of an upload has its file already, and stays as it is while this one arrives. */
export const isBeside = ({
  replaces,
  audio_track_id: trackId,
}: Pick<UploadRow, "replaces" | "audio_track_id">): boolean => replaces || trackId !== null;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text has the format of an upload's id. */
export const isUploadId = (text: string): boolean => UUID.test(text);

/** `traceparent` of the request that created an upload; null where it was not traced, and for an upload that is missing. */
export async function uploadTrace(on: Executor, id: string): Promise<string | null> {
  if (!isUploadId(id)) return null;
  const row = await on.selectFrom("uploads").select("trace_parent").where("id", "=", id).executeTakeFirst();
  return row?.trace_parent ?? null;
}

/** One upload, or undefined. */
export function readUpload(on: Executor, id: string): Promise<UploadRow | undefined> {
  return select(on).where("uploads.id", "=", id).executeTakeFirst();
}

/**
 * One upload of the authorized project, for the caller who created it or who may see the project's videos.
 * @throws Refusal `not_found`
 */
export async function readVisibleUpload(
  on: Executor,
  caller: Caller,
  { projectId, permissions }: ProjectGrant,
  id: string,
): Promise<UploadRow> {
  const row = await select(on)
    .where("uploads.id", "=", id)
    .where("uploads.project_id", "=", projectId)
    .executeTakeFirst();
  if (row && (isOwn(caller, row) || permissions.has("video_view"))) return row;
  throw new Refusal("not_found", "This upload does not exist or belongs to another project.");
}

/** A person's or a key's uploads in a project that wait for more bytes, newest first. */
export function readOpenUploads(on: Executor, projectId: number, caller: Caller): Promise<UploadRow[]> {
  const query = select(on)
    .where("uploads.project_id", "=", projectId)
    .where("uploads.state", "=", "uploading")
    // Imports fetch their bytes themselves.
    .where("uploads.source_url", "is", null)
    .where("uploads.source", "<>", "sample")
    .where("videos.deleted_at", "is", null)
    .orderBy("uploads.created_at", "desc")
    .limit(OPEN_UPLOADS_LISTED);
  if (caller.kind === "user") return query.where("uploads.user_id", "=", caller.userId).execute();
  if (caller.kind === "api_key") return query.where("uploads.api_key_id", "=", caller.keyId).execute();
  return Promise.resolve([]);
}

const OPEN_UPLOADS_LISTED = 500;

/** Whether this caller created the upload. */
export function isOwn(caller: Caller, row: UploadRow): boolean {
  if (caller.kind === "user") return row.user_id === caller.userId;
  if (caller.kind === "upload_token") return row.upload_token_id === caller.tokenId;
  return caller.kind === "api_key" && row.api_key_id === caller.keyId;
}

/** Who created an upload, as events store it. */
export function uploaderOf(
  row: Pick<UploadRow, "user_id" | "api_key_id" | "upload_token_id">,
): Record<string, unknown> {
  if (row.user_id !== null) return { kind: "user", user_id: row.user_id };
  if (row.upload_token_id !== null) return { kind: "upload_token", upload_token_id: row.upload_token_id };
  return { kind: "api_key", api_key_id: row.api_key_id };
}

/** Abandoned uploads: expired, or with all bytes for 10 s without having been finished. Oldest first. */
export function readForgottenUploads(on: Executor, now: Date, limit: number): Promise<UploadRow[]> {
  return select(on)
    .where("uploads.state", "=", "uploading")
    .where("videos.deleted_at", "is", null)
    .where(({ or, and, eb, ref }) =>
      or([
        eb("uploads.expires_at", "<=", now),
        and([
          eb("uploads.offset_bytes", "=", ref("uploads.size_bytes")),
          eb("uploads.updated_at", "<", new Date(now.getTime() - WHOLE_MS)),
        ]),
      ]),
    )
    .orderBy("uploads.expires_at")
    .limit(limit)
    .execute();
}

const WHOLE_MS = 10_000;

/** Which of these uploads still need their bytes in the folder of unfinished uploads. */
export async function readPartOwners(on: Executor, ids: readonly string[]): Promise<Set<string>> {
  const rows = await on
    .selectFrom("uploads")
    .innerJoin("videos", "videos.id", "uploads.video_id")
    .select("uploads.id")
    .where("uploads.id", "in", ids)
    .where("videos.deleted_at", "is", null)
    .where(({ or, and, eb }) =>
      or([
        eb("uploads.state", "=", "uploading"),
        and([eb("uploads.state", "=", "complete"), eb("videos.status", "=", "receiving")]),
        // The task that stores the file removes it.
        and([
          eb("uploads.state", "=", "complete"),
          or([eb("uploads.replaces", "=", true), eb("uploads.audio_track_id", "is not", null)]),
          eb("videos.status", "=", "complete"),
        ]),
      ]),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}
