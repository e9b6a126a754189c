import { randomUUID } from "node:crypto";
import { mkdir, statfs } from "node:fs/promises";
import { holds } from "@kinora/contract/access.ts";
import type { Tx } from "@kinora/db/connect.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { VIDEO_TITLE_MAX } from "@kinora/domain/videos.ts";
import type { Context } from "../context.ts";
import { MAXIMUM_UPLOAD_BYTES, uploadAllowance } from "../platform/allowance.ts";
import { actorOf, type Caller } from "../platform/caller.ts";
import { audit, publish } from "../platform/events.ts";
import { newHash } from "../platform/hash.ts";
import { Refusal } from "../platform/refusal.ts";
import { findGround, type Ground } from "../platform/scope.ts";
import { partFolder } from "./part-files.ts";
import type { Metadata } from "./protocol.ts";
import { beginReplacement } from "./replace.ts";
import { applyWishes } from "./wishes.ts";

/** An upload that got no byte for this long is given up. */
export const UPLOAD_HOURS = 72;
/** Unfinished uploads one person or key may have in a project. */
export const OPEN_UPLOADS = 500;
/** The share of the disk that uploads may fill; the rest is for finishing what was begun. */
const DISK_WATERMARK = 0.9;

const MINUTE_MS = 60_000;

/** When an upload is given up that gets no more bytes; by the minute, so that a row whose bytes come in stays where the indexes know it. */
export const expiryFrom = (now: Date): Date =>
  new Date(Math.ceil(now.getTime() / MINUTE_MS) * MINUTE_MS + UPLOAD_HOURS * 3_600_000);

/**
 * Begins an upload: a video in status `uploading` and the upload its bytes will belong to.
 * `alongside` becomes part of its transaction.
 * @throws Refusal `too_large` above 128 GB or the project's own limit, `invalid` over the account's storage, `storage_full` when the disk is
 *   nearly full, `rate_limited` with too many unfinished uploads, and what `findGround` throws.
 */
export async function createUpload(
  context: Context,
  metadata: Metadata,
  sizeBytes: number,
  alongside: (tx: Tx, upload: { id: string }) => Promise<void> = () => Promise.resolve(),
): Promise<{ id: string; videoId: number; expiresAt: Date }> {
  const { db, caller, clock } = context;
  const ground = await findGround(db, caller, holds("video_add", "project"), metadata.projectId);
  if (!ground || ground.projectId === null) throw new Error("An upload's ground is a project.");
  const { accountId, projectId } = ground;
  if (sizeBytes > MAXIMUM_UPLOAD_BYTES) {
    throw new Refusal(
      "too_large",
      `This file is too large: a file can have up to ${inGigabytes(MAXIMUM_UPLOAD_BYTES)}.`,
    );
  }
  const id = randomUUID();
  const expiresAt = expiryFrom(clock.now());
  const actor = actorOf(caller);
  const userId = caller.kind === "user" ? caller.userId : null;
  const apiKeyId = caller.kind === "api_key" ? caller.keyId : null;
  const insertUpload = (tx: Tx, { videoId, replaces }: { videoId: number; replaces: boolean }) =>
    tx
      .insertInto("uploads")
      .values({
        id,
        project_id: projectId,
        account_id: accountId,
        video_id: videoId,
        user_id: userId,
        api_key_id: apiKeyId,
        file_name: metadata.fileName,
        size_bytes: sizeBytes,
        replaces,
        source: apiKeyId === null ? "browser" : "api",
        expires_at: expiresAt,
      })
      .execute();
  const videoId = await db.transaction().execute(async (tx) => {
    await checkAllowance(tx, accountId, sizeBytes);
    await checkDisk(context, sizeBytes);
    await checkOpenUploads(tx, projectId, caller);
    const defaults = await newVideoDefaults(tx, ground, projectId, sizeBytes);
    if (metadata.replacesVideoId) {
      const file = { name: metadata.fileName, sizeBytes };
      const replaced = await beginReplacement(context, tx, { ...ground, projectId }, metadata.replacesVideoId, file);
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
    await applyWishes(tx, ground, { uploadId: id, videoId: video.id, now: clock.now() }, metadata.wishes ?? {});
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

/** The title a new video gets: the one that was sent, else the file's name without its ending. */
export function titleOf({ title, fileName }: Pick<Metadata, "title" | "fileName">): string {
  const name = fileName.split(/[\\/]/).at(-1) ?? "";
  const text = title ?? name.replace(/(?<=.)\.[^.]{1,8}$/u, "");
  const clean = text.replaceAll(/\p{Cc}+/gu, " ").trim();
  // The cut may go through the middle of a character of two units.
  return clean.slice(0, VIDEO_TITLE_MAX).toWellFormed().trim() || "Untitled";
}

/**
 * What the project says about its new videos (spec §2, project settings). "Publish when ready" holds for uploads of those
 * who may publish; a category that was switched off is given to none.
 * @throws Refusal `too_large` for a file above the project's limit.
 */
async function newVideoDefaults(tx: Tx, ground: Ground, projectId: number, sizeBytes: number) {
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
    published: project.default_privacy === "publish_when_ready" && ground.permissions.has("video_publish"),
  };
}

async function checkAllowance(tx: Tx, accountId: number, sizeBytes: number): Promise<void> {
  // Uploads of one account begin one after the other, so that two cannot both take the last free bytes.
  const account = await tx
    .selectFrom("accounts")
    .select("status")
    .where("id", "=", accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (account.status !== "active")
    throw new Refusal("forbidden", "This account is suspended; nothing can be uploaded to it.");
  const { max_bytes: free, limit_bytes: limit } = await uploadAllowance({ db: tx }, accountId, null);
  if (limit === null || sizeBytes <= free) return;
  const message = `This file needs ${inGigabytes(sizeBytes)}, and your account has ${inGigabytes(free)} of ${inGigabytes(limit)} left.`;
  throw new Refusal("invalid", message, { fields: { file: [message] } });
}

/** @throws Refusal `storage_full` when a disk that the file goes to is nearly full. */
export async function checkDisk(
  { config, storage }: Pick<Context, "config" | "storage">,
  sizeBytes: number,
): Promise<void> {
  await mkdir(partFolder(config), { recursive: true });
  const { bavail, blocks, bsize } = await statfs(partFolder(config));
  const disks = [{ freeBytes: bavail * bsize, totalBytes: blocks * bsize }, await storage.space()];
  for (const disk of disks) {
    if (disk && disk.freeBytes - sizeBytes < disk.totalBytes * (1 - DISK_WATERMARK)) {
      throw new Refusal("storage_full", "The server has not enough free disk space for this file. Try again later.", {
        retryAfterSeconds: 60,
      });
    }
  }
}

async function checkOpenUploads(tx: Tx, projectId: number, caller: Caller): Promise<void> {
  const open = tx
    .selectFrom("uploads")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("project_id", "=", projectId)
    .where("state", "=", "uploading");
  const own =
    caller.kind === "user"
      ? open.where("user_id", "=", caller.userId)
      : open.where("api_key_id", "=", caller.kind === "api_key" ? caller.keyId : null);
  const { count } = await own.executeTakeFirstOrThrow();
  if (count < OPEN_UPLOADS) return;
  throw new Refusal("rate_limited", `You have ${count} unfinished uploads. Finish or cancel some of them first.`, {
    retryAfterSeconds: 60,
  });
}

// In steps of 1000, as the console shows sizes and the project's settings take them.
const inGigabytes = (bytes: number): string => {
  const [value, unit] = bytes >= 1000 ** 3 ? [bytes / 1000 ** 3, "GB"] : [bytes / 1000 ** 2, "MB"];
  return `${value.toLocaleString("en-US", { maximumFractionDigits: 1 })} ${unit}`;
};
