import type { Services } from "../../context.ts";
import { MAXIMUM_UPLOAD_BYTES, uploadAllowance } from "../../platform/access/allowance.ts";
import { GiveUp, Refusal } from "../../platform/refusal.ts";
import { checkDisk } from "../create.ts";
import type { UploadRow } from "../rows.ts";

/** Bytes reserved of the account's storage while a file's size is unknown; doubled as needed. */
const FIRST_GUESS_BYTES = 64 * 1024 ** 2;

/**
 * Reserves storage for an import before its bytes arrive, and returns how many bytes are reserved.
 * @param sizeBytes the file's size, or null when unknown; then `reached` is the number of bytes received.
 * @throws GiveUp `too_large`, `quota_exceeded` or `disk_low`.
 */
export async function takeRoom(
  services: Services,
  row: UploadRow,
  sizeBytes: number | null,
  reached = 0,
): Promise<number> {
  const wanted = sizeBytes ?? Math.max(FIRST_GUESS_BYTES, 2 * reached);
  try {
    await checkDisk(services, wanted - reached);
  } catch (error) {
    if (error instanceof Refusal) throw new GiveUp("disk_low", error.message, true);
    throw error;
  }
  return services.db.transaction().execute(async (tx) => {
    // Uploads of one account reserve storage one after the other.
    await tx
      .selectFrom("accounts")
      .select("id")
      .where("id", "=", row.account_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const own = await tx.selectFrom("uploads").select("size_bytes").where("id", "=", row.id).executeTakeFirstOrThrow();
    const { limit_bytes: limit, used_bytes: used } = await uploadAllowance({ db: tx }, row.account_id, null);
    const free = limit === null ? Number.MAX_SAFE_INTEGER : limit - used + own.size_bytes;
    const project = await tx
      .selectFrom("projects")
      .select("maximum_upload_bytes")
      .where("id", "=", row.project_id)
      .executeTakeFirst();
    const largest = Math.min(MAXIMUM_UPLOAD_BYTES, project?.maximum_upload_bytes ?? MAXIMUM_UPLOAD_BYTES);
    // A file of unknown size may use what is left, and no more.
    const size = sizeBytes ?? Math.min(wanted, free, largest);
    if (size > largest || (sizeBytes === null && reached >= largest))
      throw new GiveUp("too_large", "This file is larger than this project allows.");
    if (size > free || (sizeBytes === null && reached >= free))
      throw new GiveUp("quota_exceeded", "This file does not fit into what is left of the account's storage.");
    await tx
      .updateTable("uploads")
      .set({ size_bytes: size })
      .where("id", "=", row.id)
      .where("state", "=", "uploading")
      .execute();
    return size;
  });
}
