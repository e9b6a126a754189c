import type { Database } from "@kinora/db/connect.ts";

/** The largest file the tus endpoint takes: 128 GiB, unless the account's storage limit is lower. */
export const MAXIMUM_UPLOAD_BYTES = 128 * 1024 ** 3;

export interface Allowance {
  max_bytes: number;
  used_bytes: number;
  /** Null when the account has no limit. */
  limit_bytes: number | null;
}

/** How much an account stores and may store, in bytes; unfinished uploads count with their whole size. */
export async function uploadAllowance({ db }: { db: Database }, accountId: number): Promise<Allowance> {
  const account = await db.selectFrom("accounts").select("storage_limit_bytes").where("id", "=", accountId).executeTakeFirstOrThrow();
  const stored = await db.selectFrom("account_storage").select("bytes").where("account_id", "=", accountId).executeTakeFirst();
  const open = await db
    .selectFrom("uploads")
    .select(({ fn }) => fn.sum<string>("size_bytes").as("bytes"))
    .where("account_id", "=", accountId)
    .where("state", "=", "uploading")
    .executeTakeFirst();
  const used = (stored?.bytes ?? 0) + Number(open?.bytes ?? 0);
  const limit = account.storage_limit_bytes;
  return {
    max_bytes: limit === null ? MAXIMUM_UPLOAD_BYTES : Math.max(0, Math.min(MAXIMUM_UPLOAD_BYTES, limit - used)),
    used_bytes: used,
    limit_bytes: limit,
  };
}
