import type { Tx } from "@kinora/db/connect.ts";
import type { RenditionReuse, Replacement } from "@kinora/db/schema-videos.ts";
import type { Services } from "../context.ts";
import { notify } from "../platform/events/events.ts";
import { CANCELLED_NOTIFICATION } from "./encoding/transcode.ts";
import { recordTranscode } from "./finish/transcode-record.ts";
import { prepare } from "./source/prepare.ts";

interface QueuedVideo {
  id: number;
  project_id: number;
  account_id: number;
}

interface QueueOptions {
  priority?: number;
  replacement?: Replacement;
  reuse?: RenditionReuse;
  /** Who has it processed; left out, it is the system. */
  actor?: Record<string, unknown>;
}

/**
 * Enqueues a transcode to a video's next version; returns the transcode's id. Call it in the transaction that makes the
 * source available, so that no source is left without a job.
 */
export async function queueTranscode(
  services: Pick<Services, "emit" | "jobs">,
  tx: Tx,
  video: QueuedVideo,
  options: QueueOptions = {},
): Promise<number> {
  const last = await tx
    .selectFrom("transcodes")
    .select("version")
    .where("video_id", "=", video.id)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  const { id, version, attempts } = await tx
    .insertInto("transcodes")
    .values({
      video_id: video.id,
      project_id: video.project_id,
      account_id: video.account_id,
      version: (last?.version ?? 0) + 1,
      priority: options.priority ?? 0,
      ...(options.replacement ? { replacement: JSON.stringify(options.replacement) } : {}),
      ...(options.reuse ? { reuse: JSON.stringify(options.reuse) } : {}),
    })
    .returning(["id", "version", "attempts"])
    .executeTakeFirstOrThrow();
  const order = { priority: options.priority ?? 0, group: String(video.account_id) };
  await services.jobs.send(tx, prepare, { transcodeId: id, attempt: attempts }, order);
  await services.emit(tx, {
    type: "video.queued",
    accountId: video.account_id,
    projectId: video.project_id,
    payload: { video_id: video.id, version },
    actor: options.actor ?? { kind: "system" },
  });
  return id;
}

/** Enqueues a transcode of another source; work on the previous source is cancelled. */
export async function queueReplacement(
  services: Services,
  tx: Tx,
  video: QueuedVideo,
  replacement: Replacement,
  actor: Record<string, unknown>,
): Promise<void> {
  const stopped = await tx
    .updateTable("transcodes")
    .set({ state: "cancelled", finished_at: services.clock.now() })
    .where("video_id", "=", video.id)
    .where("state", "in", ["queued", "running"])
    .returning("id")
    .execute();
  for (const { id } of stopped) {
    await recordTranscode(tx, id);
    await notify(tx, CANCELLED_NOTIFICATION, String(id));
  }
  await queueTranscode(services, tx, video, { replacement, actor });
}
