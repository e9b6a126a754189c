import type { Tx } from "@kinora/db/connect.ts";
import type { ImportFile } from "@kinora/domain/imports/imports.ts";
import type { SourceFile } from "@kinora/domain/uploads/uploads.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { joined } from "../platform/database/joined.ts";
import { Refusal } from "../platform/refusal.ts";
import { createUpload } from "../uploads/create.ts";
import { fetchImport, importGroup } from "../uploads/import/fetch-import.ts";
import { fileNameOf } from "../uploads/import/import-name.ts";
import { retryImport } from "../uploads/import/imports.ts";
import { videoOfItem } from "./imported-before.ts";
import { endItem } from "./item-state.ts";
import type { ImportItem, ImportJob } from "./job.ts";
import { labelItem } from "./label-item.ts";
import { addToPlaylists } from "./playlists.ts";
import { fileAt } from "./sources/item-file.ts";

/** An item that must not be begun, found in the transaction that would begin it. */
class NotBegun extends Error {
  readonly videoId: number | null;

  /** @param videoId what the project has from this item; null when another run has begun it. */
  constructor(videoId: number | null) {
    super("This item is not begun.");
    this.videoId = videoId;
  }
}

/**
 * Creates the video of an item, whose file is fetched as an import from a URL is; an item that failed is fetched again into
 * the video it has. The item names its video from the same transaction on, so that a run that dies begins nothing twice.
 * @returns seconds to wait where the installation takes no further file now; null when the item was begun or has ended.
 */
export async function beginItem(
  context: Context,
  grant: ProjectGrant,
  job: ImportJob,
  item: ImportItem,
): Promise<number | null> {
  try {
    if (!(await fetchAgain(context, grant, item))) await create(context, grant, job, item);
  } catch (error) {
    if (error instanceof NotBegun) {
      if (error.videoId !== null)
        await endItem(context.db, item, "skipped", { reason: "It was imported before.", videoId: error.videoId });
      return null;
    }
    if (!(error instanceof Refusal)) throw error;
    // A full disk or too many unfinished uploads: nothing is wrong with the item.
    if (error.retryAfterSeconds !== undefined) return error.retryAfterSeconds;
    await endItem(context.db, item, "failed", { reason: error.message });
  }
  return null;
}

/** Fetches the file of a failed item again, when its video is still there. */
async function fetchAgain(context: Context, grant: ProjectGrant, item: ImportItem): Promise<boolean> {
  if (item.upload_id === null || item.video_id === null) return false;
  const upload = await context.db
    .selectFrom("uploads")
    .innerJoin("videos", "videos.id", "uploads.video_id")
    .select("uploads.state")
    .where("uploads.id", "=", item.upload_id)
    .where("videos.deleted_at", "is", null)
    .executeTakeFirst();
  if (!upload) return false;
  if (upload.state === "failed" || upload.state === "cancelled" || upload.state === "expired")
    await retryImport(context, grant, item.upload_id);
  await context.db.updateTable("import_items").set({ state: "running" }).where("id", "=", item.id).execute();
  return true;
}

async function create(context: Context, grant: ProjectGrant, job: ImportJob, item: ImportItem): Promise<void> {
  const { entry } = item;
  if (!entry.media) throw new Refusal("invalid", "The source names no file for this item.");
  const labels = await labelItem(context, grant, entry, job.options);
  const wanted = wantsPublished(job, item);
  const refused = wanted === true && !grant.permissions.has("video_publish");
  const publication = wanted === undefined || refused ? {} : { published: wanted };
  const notes = [
    ...entry.notes,
    ...labels.notes,
    ...(refused ? ["It is not published: your role lacks the “Publish videos” permission."] : []),
  ];
  const { fileName, ...from } = fileOf(job, entry.media);
  const { categoryId, tagIds } = labels;
  const options = {
    ...from,
    ...publication,
    source: "import" as const,
    description: entry.description,
    tagIds,
    ...(categoryId === null ? {} : { categoryId }),
  };
  const metadata = { projectId: grant.projectId, fileName, title: entry.title, options };
  await createUpload(context, metadata, 1, async (tx, { id: uploadId }) => {
    // Uploads of an account are created one after the other: no other import begins the same item meanwhile.
    const before = await videoOfItem(tx, grant.projectId, entry);
    if (before !== null) throw new NotBegun(before);
    const videoId = await takeItem(tx, item, uploadId, notes);
    if (entry.date !== null)
      await tx
        .updateTable("videos")
        .set({ published_at: new Date(entry.date) })
        .where("id", "=", videoId)
        .where("published", "=", true)
        .execute();
    if (job.options.playlists) await addToPlaylists(joined(context, tx), grant, item, videoId);
    await context.jobs.send(tx, fetchImport, { uploadId }, { group: importGroup(grant.accountId) });
  });
}

async function takeItem(tx: Tx, { id }: ImportItem, uploadId: string, notes: string[]): Promise<number> {
  const { video_id: videoId } = await tx
    .selectFrom("uploads")
    .select("video_id")
    .where("id", "=", uploadId)
    .executeTakeFirstOrThrow();
  const taken = await tx
    .updateTable("import_items")
    .set({ state: "running", upload_id: uploadId, video_id: videoId, notes })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .returning("id")
    .executeTakeFirst();
  if (!taken) throw new NotBegun(null);
  return videoId;
}

/** Whether the video is to be public once it plays; undefined for the project's default. */
function wantsPublished({ options }: ImportJob, { entry }: ImportItem): boolean | undefined {
  if (options.publish !== "source") return options.publish === "yes";
  return entry.published ?? undefined;
}

/** Where the file of an item is fetched from. */
function fileOf(job: ImportJob, file: ImportFile): { fileName: string; sourceUrl: string; sourceFile?: SourceFile } {
  if ("url" in file) return { fileName: fileNameOf(file.url), sourceUrl: file.url };
  const fileName = file.path.split("/").at(-1) ?? file.path;
  return { fileName, sourceUrl: file.path, sourceFile: fileAt(job, file.path) };
}
