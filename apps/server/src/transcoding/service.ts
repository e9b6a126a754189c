import type { Tx } from "@kinora/db/connect.ts";
import type { RenditionReuse } from "@kinora/db/schema-videos.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { canCancel, canRetranscode, canRetry } from "@kinora/domain/videos.ts";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/caller.ts";
import { audit, notify, publish } from "../platform/events.ts";
import { Refusal } from "../platform/refusal.ts";
import type { ProjectGround } from "../platform/scope.ts";
import { prepare } from "./prepare.ts";
import { queueTranscode } from "./queue.ts";
import { sendWork } from "./send-work.ts";
import { CANCELLED_NOTIFICATION, type StoredPlan } from "./transcode.ts";

/** The newest transcode of a video the caller may steer, locked until the transaction ends. */
async function steer(context: Context, tx: Tx, ground: ProjectGround, videoId: number) {
  const { caller } = context;
  const video = await tx
    .selectFrom("videos")
    .select(["id", "project_id", "account_id", "title", "status", "source_key", "user_id", "version"])
    .where("id", "=", videoId)
    .where("project_id", "=", ground.projectId)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  const own = caller.kind === "user" && video?.user_id === caller.userId;
  if (!video || !(own || ground.permissions.has("video_edit"))) {
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

async function announce(
  context: Context,
  tx: Tx,
  ground: ProjectGround,
  video: { id: number; title: string },
  type: string,
  changes: Record<string, unknown> = {},
): Promise<void> {
  const actor = actorOf(context.caller);
  await context.emit(tx, {
    type,
    accountId: ground.accountId,
    projectId: ground.projectId,
    payload: { video_id: video.id },
    actor,
  });
  await audit(tx, {
    accountId: ground.accountId,
    projectId: ground.projectId,
    actor,
    action: type,
    objectType: "video",
    objectId: video.id,
    objectTitle: video.title,
    changes,
  });
  await publish(tx, projectChannel(ground.projectId), VIDEO_CHANGED_EVENT, { id: video.id });
}

/**
 * Stops the upload or transcode of a video. What plays already keeps playing; a re-transcode that is cancelled leaves
 * the version before it. @throws Refusal `conflict` when nothing is under way.
 */
export async function cancelTranscode(context: Context, ground: ProjectGround, videoId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { video, transcode } = await steer(context, tx, ground, videoId);
    const live = transcode && (transcode.state === "queued" || transcode.state === "running");
    if (!live && !canCancel(video.status)) throw new Refusal("conflict", "Nothing is under way for this video.");
    const now = context.clock.now();
    if (live) {
      await tx
        .updateTable("transcodes")
        .set({ state: "cancelled", finished_at: now })
        .where("id", "=", transcode.id)
        .execute();
      await notify(tx, CANCELLED_NOTIFICATION, String(transcode.id));
    }
    const before = transcode !== undefined && transcode.version > 1;
    await tx
      .updateTable("videos")
      .set({ status: before ? "complete" : "cancelled", updated_at: now })
      .where("id", "=", videoId)
      .execute();
    await announce(context, tx, ground, video, "video.cancelled");
  });
}

/** Takes up a failed or cancelled transcode where it stopped. @throws Refusal `conflict` when there is nothing to take up. */
export async function retryTranscode(context: Context, ground: ProjectGround, videoId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { video, transcode } = await steer(context, tx, ground, videoId);
    const stopped = transcode && (transcode.state === "failed" || transcode.state === "cancelled");
    if (!stopped || !(canRetry(video.status) || transcode.version > 1)) {
      throw new Refusal(
        "conflict",
        video.source_key ? "This video has nothing to try again." : "The upload did not finish; upload the file again.",
      );
    }
    // Kept sources have an end: work without one would wait in the queue for ever.
    if (!video.source_key && !transcode.replacement)
      throw new Refusal("conflict", "The source of this video is gone, so it can not be tried again.");
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
    const { id, priority } = transcode;
    await context.jobs.send(tx, prepare, { transcodeId: id, attempt }, { priority });
    if (transcode.plan) await sendWork(context, tx, { id, attempt, priority }, transcode.plan as StoredPlan);
    await announce(context, tx, ground, video, "video.retried");
  });
}

/** A finished video as what is made of it is chosen. */
export interface FinishedVideo {
  id: number;
  project_id: number;
  version: number;
}

/**
 * Makes a finished video's renditions anew as its next version: all of them, or those `chooseReuse` does not take over.
 * @throws Refusal `conflict` when it is not finished or its source is gone.
 */
export async function retranscode(
  context: Context,
  ground: ProjectGround,
  videoId: number,
  chooseReuse?: (tx: Tx, video: FinishedVideo) => Promise<RenditionReuse>,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { video, transcode } = await steer(context, tx, ground, videoId);
    const busy = transcode?.state === "queued" || transcode?.state === "running";
    if (!canRetranscode(video.status) || busy)
      throw new Refusal("conflict", "Wait until this video is complete, then make its renditions anew.");
    if (!video.source_key)
      throw new Refusal("conflict", "The source of this video is gone, so it can not be transcoded again.");
    const reuse = await chooseReuse?.(tx, video);
    await queueTranscode(context, tx, video, reuse ? { reuse } : {});
    await tx
      .updateTable("videos")
      .set({ status: "in_queue", failure: null, updated_at: context.clock.now() })
      .where("id", "=", videoId)
      .execute();
    await announce(context, tx, ground, video, "video.queued", reuse ? { renditions: reuse.wanted.join(" ") } : {});
  });
}
