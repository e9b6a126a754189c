import { randomUUID } from "node:crypto";
import { holds } from "@kinora/contract/access.ts";
import type { Tx } from "@kinora/db/connect.ts";
import { composed } from "@kinora/domain/composed.ts";
import { OPEN_UPLOADS } from "@kinora/domain/operations/installation-settings.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { tokenTitle } from "@kinora/domain/uploads/upload-tokens.ts";
import { inGigabytes } from "@kinora/domain/uploads/uploads.ts";
import { VIDEO_TITLE_MAX } from "@kinora/domain/videos/videos.ts";
import { beginTrackUpload } from "../audio-tracks/queue.ts";
import type { Context } from "../context.ts";
import { largestFile } from "../platform/access/allowance.ts";
import type { Caller } from "../platform/access/caller.ts";
import { authorize, type Grant } from "../platform/access/scope.ts";
import { publish } from "../platform/events/events.ts";
import { record } from "../platform/events/record.ts";
import { requireFeature } from "../platform/installation/features.ts";
import { Refusal } from "../platform/refusal.ts";
import { newHash } from "../platform/secrets/hash.ts";
import { checkProject } from "./project-storage.ts";
import { beginReplacement } from "./source/replace.ts";
import { useToken } from "./tokens/use-token.ts";
import type { Metadata } from "./tus/protocol.ts";
import { arrivesInPieces } from "./tus/unfinished.ts";
import { checkAllowance, checkDisk, checkOpenUploads } from "./upload-limits.ts";
import { applyUploadOptions } from "./upload-options.ts";

/** An upload that received no byte for this long is abandoned. */
export const UPLOAD_HOURS = 72;

const MINUTE_MS = 60_000;

/** When an idle upload expires; rounded to the minute, so that indexes change at most once a minute while bytes arrive. */
export const expiryFrom = (now: Date): Date =>
  new Date(Math.ceil(now.getTime() / MINUTE_MS) * MINUTE_MS + UPLOAD_HOURS * 3_600_000);

/**
 * Creates an upload and its video in status `uploading`.
 * `alongside` becomes part of its transaction.
 * @throws Refusal `too_large` above the installation's, the plan's or the project's own limit, `invalid` over the account's or project's storage and with no encoded minutes left in the plan, `storage_full` when the disk is
 *   nearly full, `rate_limited` with too many unfinished uploads, and what `authorize` throws.
 */
export async function createUpload(
  context: Context,
  asked: Metadata,
  sizeBytes: number,
  alongside: (tx: Tx, upload: { id: string }) => Promise<void> = () => Promise.resolve(),
): Promise<{ id: string; videoId: number; expiresAt: Date }> {
  const { db, caller, clock } = context;
  const grant = await authorize(db, caller, holds("video_add", "project"), asked.projectId);
  if (!grant || grant.projectId === null) throw new Error("An upload's grant is a project.");
  const { accountId, projectId } = grant;
  // Before the transaction: in it, reading the settings would wait for a second connection.
  const largest = await largestFile(context.installation);
  const { open_uploads: mostOpen } = (await context.installation.settings()).limits;
  if (sizeBytes > largest)
    throw new Refusal("too_large", `This file is too large: a file can have up to ${inGigabytes(largest)}.`);
  const id = randomUUID();
  const expiresAt = expiryFrom(clock.now());
  const upload: NewUpload = {
    id,
    grant: { ...grant, projectId },
    fileName: asked.fileName,
    sizeBytes,
    expiresAt,
    fingerprint: asked.options?.fingerprint ?? null,
    traceParent: context.tracing.parent(),
  };
  if (caller.kind === "upload_token") await requireFeature(context, accountId, "upload_tokens");
  const videoId = await db.transaction().execute(async (tx) => {
    await checkAllowance(tx, accountId, sizeBytes, clock.now());
    await checkProject(tx, projectId, sizeBytes);
    // Pieces never touch this machine's disk.
    if (!arrivesInPieces(context)) await checkDisk(context, sizeBytes);
    const metadata = await decideMetadata(tx, context, asked, sizeBytes);
    await checkOpenUploads(tx, caller, projectId, mostOpen ?? OPEN_UPLOADS);
    const defaults = await newVideoDefaults(tx, grant, projectId, sizeBytes);
    if (metadata.replacesVideoId) {
      const file = { name: metadata.fileName, sizeBytes };
      const replaced = await beginReplacement(context, tx, upload.grant, metadata.replacesVideoId, file);
      await insertUpload(tx, caller, upload, { videoId: replaced, replaces: true });
      return replaced;
    }
    if (metadata.audioTrackId) {
      const videoId = await beginTrackUpload(tx, upload.grant, metadata.audioTrackId);
      await insertUpload(tx, caller, upload, { videoId, replaces: false, audioTrackId: metadata.audioTrackId });
      await alongside(tx, { id });
      return videoId;
    }
    const video = await insertVideo(tx, context, upload, { metadata, defaults });
    await insertUpload(tx, caller, upload, { videoId: video.id, replaces: false });
    await applyUploadOptions(tx, grant, { uploadId: id, videoId: video.id, now: clock.now() }, metadata.options ?? {});
    await alongside(tx, { id });
    await announceVideo(tx, context, upload, video);
    return video.id;
  });
  return { id, videoId, expiresAt };
}

/** An upload that is being created, in the project of its grant. */
interface NewUpload {
  id: string;
  grant: Grant & { projectId: number };
  fileName: string;
  sizeBytes: number;
  expiresAt: Date;
  /** SHA-256 of the first and last MiB, in hex; null when it was not announced. */
  fingerprint: string | null;
  /** Of the span that creates it; null while traces are off. */
  traceParent: string | null;
}

async function insertUpload(
  tx: Tx,
  caller: Caller,
  { id, grant, fileName, sizeBytes, expiresAt, fingerprint, traceParent }: NewUpload,
  { videoId, replaces, audioTrackId = null }: { videoId: number; replaces: boolean; audioTrackId?: number | null },
): Promise<void> {
  await tx
    .insertInto("uploads")
    .values({
      id,
      project_id: grant.projectId,
      account_id: grant.accountId,
      video_id: videoId,
      ...uploaderIds(caller),
      file_name: fileName,
      size_bytes: sizeBytes,
      fingerprint,
      trace_parent: traceParent,
      replaces,
      audio_track_id: audioTrackId,
      source: caller.kind === "user" ? "browser" : "api",
      expires_at: expiresAt,
    })
    .execute();
}

async function insertVideo(
  tx: Tx,
  { caller, clock }: Context,
  { id, grant }: NewUpload,
  { metadata, defaults }: { metadata: Metadata; defaults: VideoDefaults },
): Promise<{ id: number; title: string }> {
  return tx
    .insertInto("videos")
    .values({
      project_id: grant.projectId,
      account_id: grant.accountId,
      hash: newHash(),
      title: titleOf(metadata),
      status: "uploading",
      file_id: id,
      file_name: metadata.fileName,
      user_id: caller.kind === "user" ? caller.userId : null,
      category_id: defaults.categoryId,
      published: defaults.published,
      published_at: defaults.published ? clock.now() : null,
    })
    .returning(["id", "title"])
    .executeTakeFirstOrThrow();
}

/** Emits `video.created`, writes the audit log and notifies consoles. */
async function announceVideo(
  tx: Tx,
  context: Context,
  { grant, fileName, sizeBytes }: NewUpload,
  video: { id: number; title: string },
): Promise<void> {
  await record(context, tx, grant, {
    action: "video.create",
    event: "video.created",
    object: { type: "video", ...video },
    changes: { file_name: fileName, size_bytes: sizeBytes },
  });
  await publish(tx, projectChannel(grant.projectId), VIDEO_CHANGED_EVENT, { id: video.id });
}

/** What is asked of a new upload, where the caller's token decides: of the metadata it takes the file's name and the title. */
async function decideMetadata(
  tx: Tx,
  { caller, clock }: Context,
  asked: Metadata,
  sizeBytes: number,
): Promise<Metadata> {
  const token = await useToken(tx, caller, clock.now());
  if (!token) return asked;
  const limit = token.max_bytes;
  if (limit !== null && sizeBytes > limit)
    throw new Refusal(
      "too_large",
      `This file is too large: this upload token takes files of up to ${inGigabytes(limit)}.`,
    );
  const { category_id: category, tag_ids: tagIds, published } = token;
  return {
    ...asked,
    title: tokenTitle(token, titleOf(asked)),
    options: { ...(category === null ? {} : { categoryId: category }), tagIds, published },
  };
}

const uploaderIds = (caller: Caller) => ({
  user_id: caller.kind === "user" ? caller.userId : null,
  api_key_id: caller.kind === "api_key" ? caller.keyId : null,
  upload_token_id: caller.kind === "upload_token" ? caller.tokenId : null,
});

/** Marks that change the direction in which a name is shown, so that `gpj.mp4` reads as `4pm.jpg`. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
/** An ending of a file's name; what follows the dot of "Dr. Smith" or "version 1.5" is none. */
const ENDING = /(?<=.)\.(?=\d*[a-z])[a-z\d]{1,8}$/iu;
/** A title without any of them is nothing to look at. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** The title a new video gets: the one that was sent, else the file's name without its ending; composed (Unicode NFC). */
export function titleOf({ title, fileName }: Pick<Metadata, "title" | "fileName">): string {
  const name = fileName.split(/[\\/]/).at(-1) ?? "";
  const text = title ?? name.replaceAll(DIRECTION_MARKS, "").replace(ENDING, "");
  const clean = composed(text)
    .replaceAll(DIRECTION_MARKS, "")
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
  // The cut may split a surrogate pair.
  const cut = clean.slice(0, VIDEO_TITLE_MAX).toWellFormed().trim();
  return SEEN.test(cut) ? cut : "Untitled";
}

interface VideoDefaults {
  categoryId: number | null;
  published: boolean;
}

/**
 * The project's defaults for new videos (spec §2, project settings). "Publish when ready" applies to uploads of callers who
 * may publish; a default category that was switched off is not applied.
 * @throws Refusal `too_large` for a file above the project's limit.
 */
async function newVideoDefaults(tx: Tx, grant: Grant, projectId: number, sizeBytes: number): Promise<VideoDefaults> {
  const project = await tx
    .selectFrom("projects")
    .leftJoin("categories", (join) =>
      join
        .onRef("categories.id", "=", "projects.default_category_id")
        .on("categories.active", "=", true)
        .on("categories.leaving_at", "is", null),
    )
    .select(["projects.default_privacy", "projects.maximum_upload_bytes", "categories.id as category_id"])
    .where("projects.id", "=", projectId)
    .executeTakeFirstOrThrow();
  const limit = project.maximum_upload_bytes;
  if (limit !== null && sizeBytes > limit) {
    throw new Refusal("too_large", `This file is too large: this project takes files of up to ${inGigabytes(limit)}.`);
  }
  return {
    categoryId: project.category_id,
    published: project.default_privacy === "publish_when_ready" && grant.permissions.has("video_publish"),
  };
}
