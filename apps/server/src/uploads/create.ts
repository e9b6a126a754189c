import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { holds } from "@kinora/contract/access.ts";
import type { Tx } from "@kinora/db/connect.ts";
import { hasRoomForUpload } from "@kinora/domain/operations/disk.ts";
import { OPEN_UPLOADS } from "@kinora/domain/operations/installation-settings.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { tokenTitle } from "@kinora/domain/uploads/upload-tokens.ts";
import { inGigabytes } from "@kinora/domain/uploads/uploads.ts";
import { VIDEO_TITLE_MAX } from "@kinora/domain/videos/videos.ts";
import type { Context } from "../context.ts";
import { accountStorage, largestFile } from "../platform/access/allowance.ts";
import { actorOf, type Caller } from "../platform/access/caller.ts";
import { minutesProblem } from "../platform/access/plan-encoding.ts";
import { requirePlannedSize } from "../platform/access/plan-limits.ts";
import { authorize, type Grant } from "../platform/access/scope.ts";
import { audit, publish } from "../platform/events/events.ts";
import { requireFeature } from "../platform/installation/features.ts";
import { Refusal } from "../platform/refusal.ts";
import { newHash } from "../platform/secrets/hash.ts";
import { checkProject } from "./project-storage.ts";
import { beginReplacement } from "./source/replace.ts";
import { useToken } from "./tokens/use-token.ts";
import { partFolder } from "./tus/part-files.ts";
import type { Metadata } from "./tus/protocol.ts";
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
  const actor = actorOf(caller);
  const userId = caller.kind === "user" ? caller.userId : null;
  const insertUpload = (tx: Tx, { videoId, replaces }: { videoId: number; replaces: boolean }) =>
    tx
      .insertInto("uploads")
      .values({
        id,
        project_id: projectId,
        account_id: accountId,
        video_id: videoId,
        ...uploaderIds(caller),
        file_name: asked.fileName,
        size_bytes: sizeBytes,
        replaces,
        source: userId === null ? "api" : "browser",
        expires_at: expiresAt,
      })
      .execute();
  if (caller.kind === "upload_token") await requireFeature(context, accountId, "upload_tokens");
  const videoId = await db.transaction().execute(async (tx) => {
    await checkAllowance(tx, accountId, sizeBytes, clock.now());
    await checkProject(tx, projectId, sizeBytes);
    await checkDisk(context, sizeBytes);
    const metadata = await decideMetadata(tx, context, asked, sizeBytes);
    await checkOpenUploads(tx, caller, projectId, mostOpen ?? OPEN_UPLOADS);
    const defaults = await newVideoDefaults(tx, grant, projectId, sizeBytes);
    if (metadata.replacesVideoId) {
      const file = { name: metadata.fileName, sizeBytes };
      const replaced = await beginReplacement(context, tx, { ...grant, projectId }, metadata.replacesVideoId, file);
      await insertUpload(tx, { videoId: replaced, replaces: true });
      return replaced;
    }
    const video = await tx
      .insertInto("videos")
      .values({
        project_id: projectId,
        account_id: accountId,
        hash: newHash(),
        title: titleOf(metadata),
        status: "uploading",
        file_id: id,
        file_name: metadata.fileName,
        user_id: userId,
        category_id: defaults.categoryId,
        published: defaults.published,
        published_at: defaults.published ? clock.now() : null,
      })
      .returning(["id", "title"])
      .executeTakeFirstOrThrow();
    await insertUpload(tx, { videoId: video.id, replaces: false });
    await applyUploadOptions(tx, grant, { uploadId: id, videoId: video.id, now: clock.now() }, metadata.options ?? {});
    await alongside(tx, { id });
    await context.emit(tx, { type: "video.created", accountId, projectId, payload: { video_id: video.id }, actor });
    await audit(tx, {
      accountId,
      projectId,
      actor,
      action: "video.create",
      objectType: "video",
      objectId: video.id,
      objectTitle: video.title,
      changes: { file_name: metadata.fileName, size_bytes: sizeBytes },
    });
    await publish(tx, projectChannel(projectId), VIDEO_CHANGED_EVENT, { id: video.id });
    return video.id;
  });
  return { id, videoId, expiresAt };
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

/** The title a new video gets: the one that was sent, else the file's name without its ending. */
export function titleOf({ title, fileName }: Pick<Metadata, "title" | "fileName">): string {
  const name = fileName.split(/[\\/]/).at(-1) ?? "";
  const text = title ?? name.replace(/(?<=.)\.[^.]{1,8}$/u, "");
  const clean = text.replaceAll(/\p{Cc}+/gu, " ").trim();
  // The cut may split a surrogate pair.
  return clean.slice(0, VIDEO_TITLE_MAX).toWellFormed().trim() || "Untitled";
}

/**
 * The project's defaults for new videos (spec §2, project settings). "Publish when ready" applies to uploads of callers who
 * may publish; a default category that was switched off is not applied.
 * @throws Refusal `too_large` for a file above the project's limit.
 */
async function newVideoDefaults(tx: Tx, grant: Grant, projectId: number, sizeBytes: number) {
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

async function checkAllowance(tx: Tx, accountId: number, sizeBytes: number, now: Date): Promise<void> {
  // Uploads of one account are created one after the other, so that two cannot both take the last free bytes.
  const account = await tx
    .selectFrom("accounts")
    .select("status")
    .where("id", "=", accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (account.status !== "active")
    throw new Refusal(
      "forbidden",
      `Nothing can be uploaded: this account is ${account.status === "suspended" ? "suspended" : "closed"}.`,
    );
  await requirePlannedSize(tx, accountId, sizeBytes);
  await checkMinutes(tx, accountId, now);
  const { used_bytes: used, limit_bytes: limit } = await accountStorage(tx, accountId);
  if (limit === null) return;
  const free = Math.max(0, limit - used);
  if (sizeBytes <= free) return;
  const message = `This file needs ${inGigabytes(sizeBytes)}, and your account has ${inGigabytes(free)} of ${inGigabytes(limit)} left.`;
  throw new Refusal("invalid", message, { fields: { file: [message] } });
}

/** @throws Refusal `invalid` when the account's plan allows no further encoding in this month. */
async function checkMinutes(tx: Tx, accountId: number, now: Date): Promise<void> {
  const problem = await minutesProblem(tx, accountId, { now });
  if (problem !== null) throw new Refusal("invalid", problem, { fields: { file: [problem] } });
}

/** The rest of a disk is for finishing what was uploaded. @throws Refusal `storage_full` when a disk that the file goes to is nearly full. */
export async function checkDisk(
  { config, storage, diskSpace }: Pick<Context, "config" | "storage" | "diskSpace">,
  sizeBytes: number,
): Promise<void> {
  await mkdir(partFolder(config), { recursive: true });
  const disks = [await diskSpace(partFolder(config)), await storage.space()];
  for (const disk of disks) {
    if (disk && !hasRoomForUpload(disk, sizeBytes)) {
      throw new Refusal("storage_full", "The server has not enough free disk space for this file. Try again later.", {
        retryAfterSeconds: 60,
      });
    }
  }
}

async function checkOpenUploads(tx: Tx, caller: Caller, projectId: number, most: number): Promise<void> {
  const open = tx
    .selectFrom("uploads")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("project_id", "=", projectId)
    .where("state", "=", "uploading");
  const own =
    caller.kind === "user"
      ? open.where("user_id", "=", caller.userId)
      : caller.kind === "upload_token"
        ? open.where("upload_token_id", "=", caller.tokenId)
        : open.where("api_key_id", "=", caller.kind === "api_key" ? caller.keyId : null);
  const { count } = await own.executeTakeFirstOrThrow();
  if (count < most) return;
  throw new Refusal("rate_limited", `You have ${count} unfinished uploads. Finish or cancel some of them first.`, {
    retryAfterSeconds: 60,
  });
}
