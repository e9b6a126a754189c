import type { Tx } from "@kinora/db/connect.ts";
import { archiveParts } from "@kinora/domain/imports/archive.ts";
import type { BucketKeys, ImportKind, ImportOptions, ImportState } from "@kinora/domain/imports/imports.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import { jobOwner } from "../platform/access/acting.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { record } from "../platform/events/record.ts";
import { requireFeature } from "../platform/installation/features.ts";
import { Refusal } from "../platform/refusal.ts";
import { sealBucketKeys } from "../uploads/import/bucket-file.ts";
import { checkProject } from "../uploads/project-storage.ts";
import { checkAllowance } from "../uploads/upload-limits.ts";
import { checkArchive } from "./archive.ts";
import { announceJob, cancelItems, type ImportJob } from "./job.ts";
import { readImport } from "./read.ts";
import { lockJob, readImportJob } from "./rows.ts";
import { runImport } from "./run.ts";

export interface NewImport {
  kind: ImportKind;
  /** An address; the name of an archive; for operators a path. */
  source: string;
  options: ImportOptions;
  /** Of a bucket. */
  keys?: BucketKeys;
  /** Of an archive that will be uploaded. */
  archiveBytes?: number;
}

/** Imports of one project that are read or run at the same time. */
const OPEN_IMPORTS = 20;

/**
 * Adds an import, whose source a task reads; an archive is uploaded before (`putImportPart`). Nothing is imported before it
 * is started.
 * @throws Refusal `forbidden` when imports are switched off, `rate_limited` with too many that are not finished, and what
 *   `checkArchive`, `checkAllowance` and `checkProject` throw.
 */
export async function createImportJob(context: Context, grant: ProjectGrant, asked: NewImport) {
  await requireFeature(context, grant.accountId, "imports");
  if (asked.archiveBytes !== undefined) await checkArchive(context, asked.archiveBytes);
  const id = await context.db.transaction().execute(async (tx) => {
    if (asked.archiveBytes !== undefined) {
      await checkAllowance(tx, grant.accountId, asked.archiveBytes, context.clock.now());
      await checkProject(tx, grant.projectId, asked.archiveBytes);
    }
    const job = await insertJob(context, tx, grant, asked);
    if (job.state === "reading") await context.jobs.send(tx, readImport, { importId: job.id, attempt: job.attempts });
    return job.id;
  });
  return readImportJob(context, grant, id);
}

/** Adds an import whose source is still to be read. @throws Refusal `rate_limited` with too many that are not finished. */
export async function insertJob(
  context: Context,
  tx: Tx,
  grant: ProjectGrant,
  { kind, source, options, keys, archiveBytes }: NewImport,
): Promise<ImportJob> {
  await requireRoom(tx, grant);
  const job = await tx
    .insertInto("import_jobs")
    .values({
      project_id: grant.projectId,
      account_id: grant.accountId,
      kind,
      source,
      options: JSON.stringify(options),
      bucket_keys_sealed: keys ? sealBucketKeys(context, keys) : null,
      ...(archiveBytes === undefined ? {} : { archive_bytes: archiveBytes, state: "receiving" as const }),
      created_at: context.clock.now(),
      ...jobOwner(context.caller),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordJob(context, tx, job, "created", { kind, ...options });
  return job;
}

async function requireRoom(tx: Tx, { projectId }: ProjectGrant): Promise<void> {
  await tx.selectFrom("projects").select("id").where("id", "=", projectId).forNoKeyUpdate().executeTakeFirst();
  const { count } = await tx
    .selectFrom("import_jobs")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("project_id", "=", projectId)
    .where("state", "in", ["receiving", "reading", "running"])
    .executeTakeFirstOrThrow();
  if (count < OPEN_IMPORTS) return;
  throw new Refusal(
    "rate_limited",
    `${count} imports of this project are not finished. Wait for them or cancel some.`,
    {
      retryAfterSeconds: 60,
    },
  );
}

/** Imports the items that were read. @throws Refusal `not_found`, or `conflict` unless the import is ready and its source can be read. */
export async function startImportJob(context: Context, grant: ProjectGrant, id: number) {
  await requireFeature(context, grant.accountId, "imports");
  await context.db.transaction().execute(async (tx) => {
    const job = await lockJob(tx, context, grant, id);
    if (job.state !== "ready") throw new Refusal("conflict", "Only an import that has been read can be started.");
    requireSource(job);
    await run(context, tx, job, "started");
  });
  return readImportJob(context, grant, id);
}

/**
 * Ends an import that is being received or read, waits or runs. Imported videos stay, and files that are being fetched are fetched to
 * their end. Idempotent.
 */
export async function cancelImportJob(context: Context, grant: ProjectGrant, id: number) {
  await context.db.transaction().execute(async (tx) => {
    const job = await lockJob(tx, context, grant, id);
    if (!isOpen(job.state)) return;
    await tx
      .updateTable("import_jobs")
      .set({ state: "cancelled", finished_at: context.clock.now() })
      .where("id", "=", id)
      .execute();
    await cancelItems(tx, id, ["waiting"]);
    await recordJob(context, tx, job, "cancelled");
  });
  return readImportJob(context, grant, id);
}

/** @throws Refusal `conflict` when what its source is read with is deleted, or never came. */
function requireSource({
  kind,
  bucket_keys_sealed: keys,
  archive_bytes: bytes,
  archive_parts: parts,
}: ImportJob): void {
  if (kind === "bucket" && keys === null)
    throw new Refusal("conflict", "The keys to this bucket are deleted. Import the bucket again.");
  if (kind === "archive" && (bytes === null || parts < archiveParts(bytes)))
    throw new Refusal("conflict", "The archive is not stored. Import it again.");
}

const ENDED: ReadonlySet<ImportState> = new Set(["complete", "cancelled", "failed"]);
const isOpen = (state: ImportState): boolean => !ENDED.has(state);

/**
 * Imports failed and cancelled items again; a source without items is read again.
 * @throws Refusal `conflict` while the import is open, when there is nothing to retry, and once a bucket's keys or the archive are deleted.
 */
export async function retryImportJob(context: Context, grant: ProjectGrant, id: number) {
  await requireFeature(context, grant.accountId, "imports");
  await context.db.transaction().execute(async (tx) => {
    const job = await lockJob(tx, context, grant, id);
    if (isOpen(job.state)) throw new Refusal("conflict", "This import has not ended.");
    requireSource(job);
    await requireRoom(tx, grant);
    const items = await tx.selectFrom("import_items").select("id").where("job_id", "=", id).limit(1).execute();
    if (items.length === 0) return readAgain(context, tx, job);
    const { numUpdatedRows: waiting } = await tx
      .updateTable("import_items")
      .set({ state: "waiting", reason: null, notes: [] })
      .where("job_id", "=", id)
      .where("state", "in", ["failed", "cancelled"])
      .executeTakeFirstOrThrow();
    if (waiting === 0n) throw new Refusal("conflict", "This import has no failed or canceled items.");
    await run(context, tx, job, "retried");
  });
  return readImportJob(context, grant, id);
}

async function readAgain(context: Context, tx: Tx, job: ImportJob): Promise<void> {
  await nextRun(tx, job, sql`state = 'reading', message = null, finished_at = null`);
  await context.jobs.send(tx, readImport, { importId: job.id, attempt: job.attempts + 1 });
  await recordJob(context, tx, job, "retried");
}

async function run(context: Context, tx: Tx, job: ImportJob, action: "started" | "retried"): Promise<void> {
  const now = context.clock.now();
  await nextRun(tx, job, sql`state = 'running', started_at = coalesce(started_at, ${now}), finished_at = null`);
  await context.jobs.send(tx, runImport, { importId: job.id, attempt: job.attempts + 1 });
  await recordJob(context, tx, job, action);
}

const nextRun = (tx: Tx, { id, attempts }: ImportJob, set: ReturnType<typeof sql>) =>
  sql`update import_jobs set attempts = ${attempts + 1}, ${set} where id = ${id}`.execute(tx);

async function recordJob(
  context: Context,
  tx: Tx,
  job: ImportJob,
  action: string,
  changes: object = {},
): Promise<void> {
  const object = { type: "import", id: job.id, title: job.name };
  const place = { accountId: job.account_id, projectId: job.project_id };
  await record(context, tx, place, { action: `import.${action}`, event: null, object, changes: { ...changes } });
  await announceJob(tx, job);
}
