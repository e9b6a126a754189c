import type { Tx } from "@kinora/db/connect.ts";
import { archiveParts, partRange } from "@kinora/domain/imports/archive.ts";
import { inGigabytes } from "@kinora/domain/uploads/uploads.ts";
import type { Context } from "../context.ts";
import { largestFile } from "../platform/access/allowance.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { requireFeature } from "../platform/installation/features.ts";
import { Refusal } from "../platform/refusal.ts";
import { partKey } from "../uploads/import/archive-file.ts";
import { checkDisk } from "../uploads/upload-limits.ts";
import { announceJob, type ImportJob } from "./job.ts";
import { readImport } from "./read.ts";
import { lockJob, readImportJob, requireJob } from "./rows.ts";

/** @throws Refusal `too_large` for an archive beyond the limit of files, `storage_full` when the disk has no room for it. */
export async function checkArchive(context: Context, sizeBytes: number): Promise<void> {
  const largest = await largestFile(context.installation);
  if (sizeBytes > largest)
    throw new Refusal("too_large", `This archive is too large: a file can have up to ${inGigabytes(largest)}.`);
  await checkDisk(context, sizeBytes);
}

/**
 * Stores a part of the archive of an import; after the last one the archive is read. A part that was sent before is stored
 * again, so that a client may repeat a request whose answer was lost.
 * @param part from 1
 * @throws Refusal `not_found`, `conflict` unless the import waits for this part, `invalid` for one of another size,
 *   `storage_full` when the disk is nearly full.
 */
export async function putImportPart(
  context: Context,
  grant: ProjectGrant,
  id: number,
  { part, data }: { part: number; data: string },
) {
  await requireFeature(context, grant.accountId, "imports");
  const job = await requireJob(context, grant, id);
  const { start, end } = partRange(requireWaiting(job, part), part);
  const bytes = Buffer.from(data, "base64");
  if (bytes.length !== end - start) {
    const message = `Part ${part} has ${end - start} bytes, not ${bytes.length}.`;
    throw new Refusal("invalid", message, { fields: { data: [message] } });
  }
  await checkDisk(context, bytes.length);
  await context.storage.put(partKey(id, part), bytes);
  await context.db.transaction().execute(async (tx) => {
    const locked = await lockJob(tx, context, grant, id);
    await notePart(context, tx, locked, { part, last: archiveParts(requireWaiting(locked, part)), endsAt: end });
  });
  return readImportJob(context, grant, id);
}

/** The size of the archive of an import that waits for a part. @throws Refusal `conflict`. */
function requireWaiting({ state, archive_bytes: sizeBytes, archive_parts: stored }: ImportJob, part: number): number {
  if (state !== "receiving" || sizeBytes === null)
    throw new Refusal("conflict", "This import does not wait for an archive.");
  if (part > stored + 1 || part > archiveParts(sizeBytes))
    throw new Refusal("conflict", `The next part of this archive is ${stored + 1}.`);
  return sizeBytes;
}

async function notePart(
  context: Context,
  tx: Tx,
  job: ImportJob,
  { part, last, endsAt }: { part: number; last: number; endsAt: number },
): Promise<void> {
  const isWhole = part === last;
  await tx
    .updateTable("import_jobs")
    .set({
      ...{ archive_parts: Math.max(job.archive_parts, part), part_at: context.clock.now() },
      stored_bytes: Math.max(job.stored_bytes, endsAt),
    })
    .$if(isWhole, (update) => update.set({ state: "reading" }))
    .where("id", "=", job.id)
    .execute();
  if (!isWhole) return;
  await context.jobs.send(tx, readImport, { importId: job.id, attempt: job.attempts });
  await announceJob(tx, job);
}
