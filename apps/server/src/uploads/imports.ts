import type { FetchHeader } from "@kinora/domain/fetchHeader.ts";
import type { LadderPreset } from "@kinora/domain/projectLadder.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import type { UploadSource } from "@kinora/domain/uploads.ts";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/caller.ts";
import { audit, publish } from "../platform/events.ts";
import { Refusal } from "../platform/refusal.ts";
import type { ProjectGround } from "../platform/scope.ts";
import { createUpload, expiryFrom } from "./create.ts";
import { sealFetchHeader } from "./fetch-header.ts";
import { fetchImport, importGroup } from "./fetch-import.ts";
import { readVisibleUpload } from "./rows.ts";

export interface ImportItem {
  url: string;
  title?: string | undefined;
  description?: string | undefined;
  categoryId?: number | null | undefined;
  tagIds?: readonly number[] | undefined;
  publish?: boolean | undefined;
  publishAt?: Date | null | undefined;
  ladderPreset?: LadderPreset | null | undefined;
}

export interface ImportAnswer {
  url: string;
  video_id: number | null;
  /** Why this one has not begun. */
  message: string | null;
}

/**
 * Begins an import per address: a video in status `uploading` whose bytes a task fetches, with the header where there is one.
 * What one of them is refused for does not stop the others.
 */
export async function createImports(
  context: Context,
  { projectId, accountId }: ProjectGround,
  items: readonly ImportItem[],
  source: UploadSource,
  header?: FetchHeader,
): Promise<ImportAnswer[]> {
  const answers: ImportAnswer[] = [];
  for (const item of items) {
    try {
      const wishes = {
        source,
        sourceUrl: item.url,
        ...(item.description ? { description: item.description } : {}),
        ...(item.categoryId === undefined ? {} : { categoryId: item.categoryId }),
        ...(item.tagIds ? { tagIds: item.tagIds } : {}),
        ...(item.publish === undefined ? {} : { published: item.publish }),
        ...(item.publishAt ? { publishAt: item.publishAt } : {}),
        ...(item.ladderPreset ? { ladderPreset: item.ladderPreset } : {}),
        ...(header ? { fetchHeader: { name: header.name, sealed: sealFetchHeader(context, header) } } : {}),
      };
      const metadata = { projectId, fileName: fileNameOf(item.url), title: item.title?.trim() || null, wishes };
      // How large it is its server will say; until then it takes a single byte.
      const { videoId } = await createUpload(context, metadata, 1, (tx, { id }) =>
        context.jobs.send(tx, fetchImport, { uploadId: id }, { group: importGroup(accountId) }),
      );
      answers.push({ url: item.url, video_id: videoId, message: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answers.push({ url: item.url, video_id: null, message: error.message });
    }
  }
  return answers;
}

/** The last part of an address's path, as people would name the file. */
export function fileNameOf(address: string): string {
  const { pathname, hostname } = new URL(address);
  const last = pathname.split("/").findLast((part) => part !== "") ?? hostname;
  try {
    return decodeURIComponent(last).replaceAll(/[\p{Cc}/\\]/gu, " ");
  } catch {
    return last;
  }
}

/**
 * Fetches a failed or cancelled import again. @throws Refusal `not_found`, or `conflict` when there is nothing to fetch or the
 * header it needs is not kept any more.
 */
export async function retryImport(context: Context, ground: ProjectGround, uploadId: string): Promise<void> {
  const { db, clock } = context;
  await db.transaction().execute(async (tx) => {
    const row = await readVisibleUpload(tx, context.caller, ground, uploadId);
    const now = clock.now();
    // The video before the upload, in the order in which finishing locks them.
    await tx.selectFrom("videos").select("id").where("id", "=", row.video_id).forUpdate().executeTakeFirst();
    const upload = await tx
      .updateTable("uploads")
      .set({
        state: "uploading",
        offset_bytes: 0,
        size_bytes: 1,
        finished_at: null,
        updated_at: now,
        expires_at: expiryFrom(now),
      })
      .where("id", "=", uploadId)
      .where("state", "in", ["failed", "cancelled", "expired"])
      .where("source_url", "is not", null)
      .returning(["id", "fetch_header_name", "fetch_header_sealed"])
      .executeTakeFirst();
    if (upload?.fetch_header_name && !upload.fetch_header_sealed)
      throw new Refusal(
        "conflict",
        `The header ${upload.fetch_header_name} of this import is not kept any more. Import the address again.`,
      );
    const video =
      upload &&
      (await tx
        .updateTable("videos")
        .set({ status: "uploading", failure: null, updated_at: now })
        .where("id", "=", row.video_id)
        .where("status", "in", ["failed", "cancelled"])
        .where("deleted_at", "is", null)
        .returning("title")
        .executeTakeFirst());
    if (!video) throw new Refusal("conflict", "Only imports that failed or were cancelled can be fetched again.");
    await context.jobs.send(tx, fetchImport, { uploadId }, { group: importGroup(row.account_id) });
    const entry = {
      accountId: row.account_id,
      projectId: row.project_id,
      actor: actorOf(context.caller),
      action: "upload.retried",
    };
    await audit(tx, { ...entry, objectType: "video", objectId: row.video_id, objectTitle: video.title });
    await publish(tx, projectChannel(row.project_id), VIDEO_CHANGED_EVENT, { id: row.video_id });
  });
}
