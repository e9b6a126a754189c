import type { Database, Executor } from "@kinora/db/connect.ts";
import { MAXIMUM_UPLOAD_BYTES } from "@kinora/domain/operations/installation-settings.ts";
import { sql, type RawBuilder } from "kysely";
import type { Installation } from "../installation/installation.ts";
import { plannedFileBytes, planLimits } from "./plan-limits.ts";

/** Bytes that one file of the installation may have: Kinora's own limit, or the operator's. */
export async function largestFile(installation: Installation): Promise<number> {
  return (await installation.settings()).limits.upload_bytes ?? MAXIMUM_UPLOAD_BYTES;
}

export interface Allowance {
  max_bytes: number;
  used_bytes: number;
  /** The lower one of the account's own limit and its plan's; null for neither. */
  limit_bytes: number | null;
}

const NO_QUOTA = { usedBytes: 0, hardBytes: null };

/** What is still to come of uploads and archives that are being received. */
const toCome = (owner: "project_id" | "account_id", id: RawBuilder<unknown>) => sql<number>`(
  coalesce((select sum(size_bytes) from uploads where ${sql.ref(owner)} = ${id} and state = 'uploading'), 0)
  + coalesce((select sum(archive_bytes - stored_bytes) from import_jobs
      where ${sql.ref(owner)} = ${id} and state = 'receiving' and archive_bytes is not null), 0))::bigint`;

/** What a project stores, unfinished uploads and archives with their whole size, and its hard quota; null without one. In bytes. */
export async function projectStorage(
  on: Executor,
  projectId: number,
): Promise<{ usedBytes: number; hardBytes: number | null }> {
  const { rows } = await sql<{ used: number; hard: number | null }>`
    select storage_hard_bytes as hard, coalesce((select bytes from project_storage where project_id = p.id), 0)
      + ${toCome("project_id", sql`p.id`)} as used
    from projects p where id = ${projectId}`.execute(on);
  return { usedBytes: rows[0]?.used ?? 0, hardBytes: rows[0]?.hard ?? null };
}

/** What an account stores, unfinished uploads and archives with their whole size, and may store, in bytes. Also for use in a transaction. */
export async function accountStorage(on: Executor, accountId: number): Promise<Omit<Allowance, "max_bytes">> {
  const account = await on
    .selectFrom("accounts")
    .select("storage_limit_bytes")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  const stored = await on
    .selectFrom("account_storage")
    .select("bytes")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  const { rows: open } = await sql<{
    bytes: number;
  }>`select ${toCome("account_id", sql`${accountId}`)} as bytes`.execute(on);
  const { storage_gb: planned } = await planLimits(on, accountId);
  const limits = [account.storage_limit_bytes, planned === null ? null : planned * 1000 ** 3];
  const known = limits.filter((bytes) => bytes !== null);
  return {
    used_bytes: (stored?.bytes ?? 0) + (open[0]?.bytes ?? 0),
    limit_bytes: known.length === 0 ? null : Math.min(...known),
  };
}

/**
 * How much an account stores and may store, and how large one file may be, in bytes. With a project, a file may also be no
 * larger than the project and its quota allow. Not for use in a transaction: the installation's settings are read beside it.
 */
export async function uploadAllowance(
  { db, installation }: { db: Database; installation: Installation },
  accountId: number,
  projectId: number | null,
): Promise<Allowance> {
  const stored = await accountStorage(db, accountId);
  const { used_bytes: used, limit_bytes: limit } = stored;
  const project =
    projectId === null
      ? undefined
      : await db.selectFrom("projects").select("maximum_upload_bytes").where("id", "=", projectId).executeTakeFirst();
  const ours = await largestFile(installation);
  const { usedBytes, hardBytes } = projectId === null ? NO_QUOTA : await projectStorage(db, projectId);
  const largest = Math.min(
    ours,
    project?.maximum_upload_bytes ?? ours,
    hardBytes === null ? ours : Math.max(0, hardBytes - usedBytes),
    (await plannedFileBytes(db, accountId)) ?? ours,
  );
  return { ...stored, max_bytes: limit === null ? largest : Math.max(0, Math.min(largest, limit - used)) };
}
