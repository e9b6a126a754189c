import type { Tx } from "@kinora/db/connect.ts";
import type { RenditionReuse } from "@kinora/db/schema-videos.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { canCancel, canRetranscode, canRetry } from "@kinora/domain/videos/videos.ts";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import { requireMinutes } from "../platform/access/plan-encoding.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { notify, publish } from "../platform/events/events.ts";
import { record } from "../platform/events/record.ts";
import { Refusal } from "../platform/refusal.ts";
import { sendWork } from "./encoding/send-work.ts";
import { CANCELLED_NOTIFICATION, type StoredPlan } from "./encoding/transcode.ts";
import { recordTranscode } from "./finish/transcode-record.ts";
import { queueTranscode } from "./queue.ts";
import { prepare } from "./source/prepare.ts";

/** The newest transcode of a video the caller may control, locked until the transaction ends. */
async function steer(context: Context, tx: Tx, grant: ProjectGrant, videoId: number) {
  const { caller } = context;
  const video = await tx
    .selectFrom("videos")
    .select(["id", "project_id", "account_id", "title", "status", "source_key", "user_id", "version"])
    .where("id", "=", videoId)
    .where("project_id", "=", grant.projectId)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  const own = caller.kind === "user" && video?.user_id === caller.userId;
  if (!video || !(own || grant.permissions.has("video_edit"))) {
    throw new Refusal("not_found", "This video does not exist or belongs to another project.");
  }
  const transcode = await tx
    .selectFrom("transcodes")
    .selectAll()
    .where("video_id", "=", videoId)
    .orderBy("version", "desc")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return { video, transcode };
}

/** Records what the caller did with a video, and notifies open pages. @param event null for none, where the queue emits its own. */
async function announce(
  context: Context,
  tx: Tx,
  grant: ProjectGrant,
  { id, title }: { id: number; title: string },
  change: { action: string; event?: null; changes?: Record<string, unknown> },
): Promise<void> {
  await record(context, tx, grant, { ...change, object: { type: "video", id, title } });
  await publish(tx, projectChannel(grant.projectId), VIDEO_CHANGED_EVENT, { id });
}

/**
 * Stops the upload or transcode of a video. A playable version keeps playing; a cancelled re-transcode leaves the previous
 * version. @throws Refusal `conflict` when nothing is running.
 */
export async function cancelTranscode(context: Context, grant: ProjectGrant, videoId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { video, transcode } = await steer(context, tx, grant, videoId);
    const live = transcode && (transcode.state === "queued" || transcode.state === "running");
    if (!live && !canCancel(video.status))
      throw new Refusal("conflict", "This video is not being uploaded or transcoded.");
    const now = context.clock.now();
    if (live) {
      await tx
        .updateTable("transcodes")
        .set({ state: "cancelled", finished_at: now })
        .where("id", "=", transcode.id)
        .execute();
      await recordTranscode(tx, transcode.id);
      await notify(tx, CANCELLED_NOTIFICATION, String(transcode.id));
    }
    const before = transcode !== undefined && transcode.version > 1;
    await tx
      .updateTable("videos")
      .set({ status: before ? "complete" : "cancelled", updated_at: now })
      .where("id", "=", videoId)
      .execute();
    await announce(context, tx, grant, video, { action: "video.cancelled" });
  });
}

/** Resumes a failed or cancelled transcode where it stopped. @throws Refusal `conflict` when there is nothing to resume. */
export async function retryTranscode(context: Context, grant: ProjectGrant, videoId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { video, transcode } = await steer(context, tx, grant, videoId);
    const stopped = transcode && (transcode.state === "failed" || transcode.state === "cancelled");
    if (!stopped || !(canRetry(video.status) || transcode.version > 1)) {
      throw new Refusal(
        "conflict",
        video.source_key ? "This video has nothing to retry." : "The upload did not finish; upload the file again.",
      );
    }
    // Sources are deleted after their retention: work without one would wait in the queue indefinitely.
    if (!video.source_key && !transcode.replacement)
      throw new Refusal("conflict", "This video cannot be retried: its source is deleted.");
    if (video.version > transcode.version)
      throw new Refusal("conflict", "A newer version of this video is already there.");
    const attempt = transcode.attempts + 1;
    await tx
      .updateTable("transcodes")
      .set({ state: "queued", failure: null, finished_at: null, started_at: null, attempts: attempt })
      .where("id", "=", transcode.id)
      .execute();
    await tx
      .updateTable("videos")
      .set({ status: "in_queue", failure: null, updated_at: context.clock.now() })
      .where("id", "=", videoId)
      .execute();
    const { id, account_id, priority } = transcode;
    await context.jobs.send(tx, prepare, { transcodeId: id, attempt }, { priority, group: String(account_id) });
    if (transcode.plan)
      await sendWork(context, tx, { id, account_id, attempt, priority }, transcode.plan as StoredPlan);
    await announce(context, tx, grant, video, { action: "video.retried" });
  });
}

/** The columns of a finished video from which its next version is planned. */
export interface FinishedVideo {
  id: number;
  project_id: number;
  version: number;
}

/**
 * Re-transcodes a finished video to its next version: all renditions, or those that `chooseReuse` does not reuse.
 * @throws Refusal `conflict` when it is not finished, its source is deleted, or the account's plan allows no further encoding.
 */
export async function retranscode(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  chooseReuse?: (tx: Tx, video: FinishedVideo) => Promise<RenditionReuse>,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { video, transcode } = await steer(context, tx, grant, videoId);
    const busy = transcode?.state === "queued" || transcode?.state === "running";
    if (!canRetranscode(video.status) || busy)
      throw new Refusal("conflict", "Wait until this video is complete, then re-transcode it.");
    if (!video.source_key) throw new Refusal("conflict", "This video cannot be re-transcoded: its source is deleted.");
    await requireMinutes(tx, grant.accountId, context.clock.now());
    const reuse = await chooseReuse?.(tx, video);
    await queueTranscode(context, tx, video, { actor: actorOf(context.caller), ...(reuse ? { reuse } : {}) });
    await tx
      .updateTable("videos")
      .set({ status: "in_queue", failure: null, updated_at: context.clock.now() })
      .where("id", "=", videoId)
      .execute();
    const changes = reuse ? { renditions: reuse.wanted.join(" ") } : {};
    await announce(context, tx, grant, video, { action: "video.queued", event: null, changes });
  });
}
