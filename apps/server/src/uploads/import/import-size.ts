import type { Services } from "../../context.ts";
import { accountStorage, largestFile, projectStorage } from "../../platform/access/allowance.ts";
import { plannedFileBytes } from "../../platform/access/plan-limits.ts";
import { GiveUp, Refusal } from "../../platform/refusal.ts";
import type { UploadRow } from "../rows.ts";
import { checkDisk } from "../upload-limits.ts";

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
  // Before the transaction: in it, reading the settings would wait for a second connection.
  const ours = await largestFile(services.installation);
  return services.db.transaction().execute(async (tx) => {
    // Uploads of one account reserve storage one after the other.
    await tx
      .selectFrom("accounts")
      .select("id")
      .where("id", "=", row.account_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const own = await tx.selectFrom("uploads").select("size_bytes").where("id", "=", row.id).executeTakeFirstOrThrow();
    const { limit_bytes: limit, used_bytes: used } = await accountStorage(tx, row.account_id);
    const { usedBytes, hardBytes } = await projectStorage(tx, row.project_id);
    const left = [limit === null ? null : limit - used, hardBytes === null ? null : hardBytes - usedBytes];
    const free = Math.min(...left.map((bytes) => (bytes === null ? Number.MAX_SAFE_INTEGER : bytes + own.size_bytes)));
    const project = await tx
      .selectFrom("projects")
      .select("maximum_upload_bytes")
      .where("id", "=", row.project_id)
      .executeTakeFirst();
    const largest = Math.min(
      ours,
      project?.maximum_upload_bytes ?? ours,
      (await plannedFileBytes(tx, row.account_id)) ?? ours,
    );
    // A file of unknown size may use what is left, and no more.
    const size = sizeBytes ?? Math.min(wanted, free, largest);
    if (size > largest || (sizeBytes === null && reached >= largest))
      throw new GiveUp(
        "too_large",
        "This file is larger than this project, the account's plan or this installation allows.",
      );
    if (size > free || (sizeBytes === null && reached >= free))
      throw new GiveUp(
        "quota_exceeded",
        "This file does not fit into what is left of the account's or the project's storage.",
      );
    await tx
      .updateTable("uploads")
      .set({ size_bytes: size })
      .where("id", "=", row.id)
      .where("state", "=", "uploading")
      .execute();
    return size;
  });
}
