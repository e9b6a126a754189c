import type { Database } from "@kinora/db/connect.ts";

/** The largest file the tus endpoint takes: 128 GB, unless the account's storage limit is lower. */
export const MAXIMUM_UPLOAD_BYTES = 128 * 1000 ** 3;

export interface Allowance {
  max_bytes: number;
  used_bytes: number;
  /** Null when the account has no limit. */
  limit_bytes: number | null;
}

/**
 * How much an account stores and may store, in bytes; unfinished uploads count with their whole size. With a project,
 * one file may also be no larger than the project allows.
 */
export async function uploadAllowance(
  { db }: { db: Database },
  accountId: number,
  projectId: number | null,
): Promise<Allowance> {
  const account = await db
    .selectFrom("accounts")
    .select("storage_limit_bytes")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  const stored = await db
    .selectFrom("account_storage")
    .select("bytes")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  const open = await db
    .selectFrom("uploads")
    .select(({ fn }) => fn.sum<string>("size_bytes").as("bytes"))
    .where("account_id", "=", accountId)
    .where("state", "=", "uploading")
    .executeTakeFirst();
  const used = (stored?.bytes ?? 0) + Number(open?.bytes ?? 0);
  const limit = account.storage_limit_bytes;
  const project =
    projectId === null
      ? undefined
      : await db.selectFrom("projects").select("maximum_upload_bytes").where("id", "=", projectId).executeTakeFirst();
  const largest = Math.min(MAXIMUM_UPLOAD_BYTES, project?.maximum_upload_bytes ?? MAXIMUM_UPLOAD_BYTES);
  return {
    max_bytes: limit === null ? largest : Math.max(0, Math.min(largest, limit - used)),
    used_bytes: used,
    limit_bytes: limit,
  };
}
