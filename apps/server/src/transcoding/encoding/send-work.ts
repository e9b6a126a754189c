import type { Tx } from "@kinora/db/connect.ts";
import type { Services } from "../../context.ts";
import { finishWhenComplete } from "../finish/finish-trigger.ts";
import { encodeAudioTask } from "./audio.ts";
import { sendWaitingChunks } from "./chunks.ts";
import type { StoredPlan, Transcode } from "./transcode.ts";

type Sent = Pick<Transcode, "id" | "account_id" | "attempt" | "priority">;

/**
 * Enqueues the missing parts of a transcode's plan: sound, chunks, or the finish when all are complete. Once per attempt, in
 * the transaction that starts the attempt, so that no job is enqueued twice or forgotten. Nothing is enqueued while a rung
 * is to be copied: the plan depends on the result, and the copying task enqueues the rest.
 */
export async function sendWork(
  services: Pick<Services, "jobs">,
  tx: Tx,
  transcode: Sent,
  plan: StoredPlan,
): Promise<void> {
  const copyIsMissing = (plan.copy && !plan.encoding.segmentStarts) || (await isCopyMissing(tx, transcode.id));
  await tx
    .updateTable("transcode_chunks")
    .set({ state: "waiting" })
    .where("transcode_id", "=", transcode.id)
    .where("state", "=", "sent")
    .execute();
  if (copyIsMissing) return;
  await sendAudio(services, tx, transcode);
  await sendWaitingChunks(services, tx, transcode, plan);
  await finishWhenComplete(services, tx, transcode);
}

async function isCopyMissing(tx: Tx, id: number): Promise<boolean> {
  const copied = tx.selectFrom("renditions").select("id").where("transcode_id", "=", id).where("copied", "=", true);
  return (await copied.where("state", "!=", "complete").executeTakeFirst()) !== undefined;
}

/** Enqueues the sound, which the first playable rendition needs too, unless there is none or it is complete. */
export async function sendAudio(
  services: Pick<Services, "jobs">,
  tx: Tx,
  { id, account_id: accountId, attempt, priority }: Sent,
): Promise<void> {
  const audio = await tx
    .selectFrom("renditions")
    .leftJoin("rendition_chunks", "rendition_chunks.rendition_id", "renditions.id")
    .select("renditions.id")
    .where("renditions.transcode_id", "=", id)
    .where("renditions.kind", "=", "audio")
    .where("renditions.state", "!=", "complete")
    .where(({ or, eb }) =>
      or([eb("rendition_chunks.complete", "is", null), eb("rendition_chunks.complete", "=", false)]),
    )
    .executeTakeFirst();
  if (!audio) return;
  const order = { priority: priority + 1, group: String(accountId) };
  await services.jobs.send(tx, encodeAudioTask, { transcodeId: id, attempt }, order);
}
