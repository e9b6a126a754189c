import type { Tx } from "@kinora/db/connect.ts";
import type { Services } from "../context.ts";
import { encodeAudioTask } from "./audio.ts";
import { sendWaitingChunks } from "./chunks.ts";
import { finishWhenComplete } from "./finish-trigger.ts";
import type { StoredPlan, Transcode } from "./transcode.ts";

type Sent = Pick<Transcode, "id" | "attempt" | "priority">;

/**
 * Sends what a transcode's plan still wants: sound, chunks, or when all of it is there the finish. Once per attempt, in
 * the transaction that began the attempt, so that nothing is sent twice or forgotten. Nothing is sent while something is
 * still to be copied: what is encoded depends on whether it can be and on where it is cut, and whoever copies it sends the rest.
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

/** Sends the sound, which the first thing that plays needs too; nothing where there is none or it is whole. */
export async function sendAudio(
  services: Pick<Services, "jobs">,
  tx: Tx,
  { id, attempt, priority }: Sent,
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
  if (audio) await services.jobs.send(tx, encodeAudioTask, { transcodeId: id, attempt }, { priority: priority + 1 });
}
