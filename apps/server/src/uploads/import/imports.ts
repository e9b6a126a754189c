import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import type { LadderPreset } from "@kinora/domain/transcoding/ladder-presets.ts";
import type { FetchHeader } from "@kinora/domain/uploads/fetch-header.ts";
import type { UploadSource } from "@kinora/domain/uploads/uploads.ts";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { audit, publish } from "../../platform/events/events.ts";
import { requireFeature } from "../../platform/installation/features.ts";
import { Refusal } from "../../platform/refusal.ts";
import { createUpload, expiryFrom } from "../create.ts";
import { readVisibleUpload } from "../rows.ts";
import { sealFetchHeader } from "./fetch-header.ts";
import { fetchImport, importGroup } from "./fetch-import.ts";
import { fileNameOf } from "./import-name.ts";

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
  /** Why this one was not started. */
  message: string | null;
}

/**
 * Starts an import per URL: a video in status `uploading` whose bytes a task fetches, with the header if there is one.
 * A refused import does not affect the others.
 * @throws Refusal `forbidden` when imports are switched off for the account.
 */
export async function createImports(
  context: Context,
  { projectId, accountId }: ProjectGrant,
  items: readonly ImportItem[],
  source: UploadSource,
  header?: FetchHeader,
): Promise<ImportAnswer[]> {
  await requireFeature(context, accountId, "imports");
  const answers: ImportAnswer[] = [];
  for (const item of items) {
    try {
      const options = {
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
      const metadata = { projectId, fileName: fileNameOf(item.url), title: item.title?.trim() || null, options };
      // The server will declare the size; until then it counts as a single byte.
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

/**
 * Retries a failed or cancelled import. @throws Refusal `not_found`, or `conflict` when there is nothing to fetch or its
 * header is deleted.
 */
export async function retryImport(context: Context, grant: ProjectGrant, uploadId: string): Promise<void> {
  const { db, clock } = context;
  await requireFeature(context, grant.accountId, "imports");
  await db.transaction().execute(async (tx) => {
    const row = await readVisibleUpload(tx, context.caller, grant, uploadId);
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
        `The header ${upload.fetch_header_name} of this import is deleted. Import the address again.`,
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
    if (!video) throw new Refusal("conflict", "Only imports that failed or were canceled can be fetched again.");
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
