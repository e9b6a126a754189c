import { mkdir } from "node:fs/promises";
import type { Tx } from "@kinora/db/connect.ts";
import { hasRoomForUpload } from "@kinora/domain/operations/disk.ts";
import { inGigabytes } from "@kinora/domain/uploads/uploads.ts";
import type { Context } from "../context.ts";
import { accountStorage } from "../platform/access/allowance.ts";
import type { Caller } from "../platform/access/caller.ts";
import { minutesProblem } from "../platform/access/plan-encoding.ts";
import { requirePlannedSize } from "../platform/access/plan-limits.ts";
import { Refusal } from "../platform/refusal.ts";
import { partFolder } from "./tus/part-files.ts";

/**
 * @throws Refusal `forbidden` while the account is suspended or closed, `invalid` when the file does not fit into its storage
 *   or no encoded minutes are left in its plan.
 */
export async function checkAllowance(tx: Tx, accountId: number, sizeBytes: number, now: Date): Promise<void> {
  // Uploads of one account are created one after the other, so that two cannot both take the last free bytes.
  const account = await tx
    .selectFrom("accounts")
    .select("status")
    .where("id", "=", accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (account.status !== "active")
    throw new Refusal(
      "forbidden",
      `Nothing can be uploaded: this account is ${account.status === "suspended" ? "suspended" : "closed"}.`,
    );
  await requirePlannedSize(tx, accountId, sizeBytes);
  await checkMinutes(tx, accountId, now);
  const { used_bytes: used, limit_bytes: limit } = await accountStorage(tx, accountId);
  if (limit === null) return;
  const free = Math.max(0, limit - used);
  if (sizeBytes <= free) return;
  const message = `This file needs ${inGigabytes(sizeBytes)}, and your account has ${inGigabytes(free)} of ${inGigabytes(limit)} left.`;
  throw new Refusal("invalid", message, { fields: { file: [message] } });
}

/** @throws Refusal `invalid` when the account's plan allows no further encoding in this month. */
async function checkMinutes(tx: Tx, accountId: number, now: Date): Promise<void> {
  const problem = await minutesProblem(tx, accountId, { now });
  if (problem !== null) throw new Refusal("invalid", problem, { fields: { file: [problem] } });
}

/** The rest of a disk is for finishing what was uploaded. @throws Refusal `storage_full` when a disk that the file goes to is nearly full. */
export async function checkDisk(
  { config, storage, diskSpace }: Pick<Context, "config" | "storage" | "diskSpace">,
  sizeBytes: number,
): Promise<void> {
  await mkdir(partFolder(config), { recursive: true });
  const disks = [await diskSpace(partFolder(config)), await storage.space()];
  for (const disk of disks) {
    if (disk && !hasRoomForUpload(disk, sizeBytes)) {
      throw new Refusal("storage_full", "The server has not enough free disk space for this file. Try again later.", {
        retryAfterSeconds: 60,
      });
    }
  }
}

/** @throws Refusal `rate_limited` when the caller has `most` unfinished uploads in the project. */
export async function checkOpenUploads(tx: Tx, caller: Caller, projectId: number, most: number): Promise<void> {
  const open = tx
    .selectFrom("uploads")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("project_id", "=", projectId)
    .where("state", "=", "uploading");
  const own =
    caller.kind === "user"
      ? open.where("user_id", "=", caller.userId)
      : caller.kind === "upload_token"
        ? open.where("upload_token_id", "=", caller.tokenId)
        : open.where("api_key_id", "=", caller.kind === "api_key" ? caller.keyId : null);
  const { count } = await own.executeTakeFirstOrThrow();
  if (count < most) return;
  throw new Refusal("rate_limited", `You have ${count} unfinished uploads. Finish or cancel some of them first.`, {
    retryAfterSeconds: 60,
  });
}
