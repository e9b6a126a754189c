import { FRONT_PRIORITY } from "@kinora/domain/operations/queue.ts";
import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { audit } from "../../platform/events/events.ts";
import { Refusal } from "../../platform/refusal.ts";
import { cancelTranscode, retryTranscode } from "../service.ts";

/** The refusal of an id that no transcode has. */
export const missingTranscode = () => new Refusal("not_found", "This transcode does not exist any more.");

/** Finds the video of a transcode, with what a superuser may do in its project. @throws Refusal `not_found`. */
async function placeOf({ db }: Context, transcodeId: number): Promise<{ videoId: number; grant: ProjectGrant }> {
  const row = await db
    .selectFrom("transcodes")
    .select(["video_id", "project_id", "account_id"])
    .where("id", "=", transcodeId)
    .executeTakeFirst();
  if (!row) throw missingTranscode();
  const permissions = new Set(PERMISSIONS);
  return {
    videoId: row.video_id,
    grant: { accountId: row.account_id, projectId: row.project_id, owner: true, permissions },
  };
}

/** Stops the newest transcode of the same video. @throws Refusal `conflict` when nothing of it runs, `not_found`. */
export async function stopTranscode(context: Context, transcodeId: number): Promise<void> {
  const { grant, videoId } = await placeOf(context, transcodeId);
  await cancelTranscode(context, grant, videoId);
}

/** Takes up a failed transcode. @throws Refusal `conflict` when there is nothing to take up, `not_found`. */
export async function repeatTranscode(context: Context, transcodeId: number): Promise<void> {
  const { grant, videoId } = await placeOf(context, transcodeId);
  await retryTranscode(context, grant, videoId);
}

/** Moves a transcode to the front. @throws Refusal as `prioritiseTranscode`. */
export const advanceTranscode = (context: Context, transcodeId: number): Promise<void> =>
  prioritiseTranscode(context, transcodeId, FRONT_PRIORITY, "video.moved_to_front");

/**
 * Gives a transcode another priority: its jobs that wait, and those it still sends. Jobs that run are not interrupted.
 * @throws Refusal `conflict` when it has ended, `not_found`.
 */
export const prioritiseTranscode = (
  context: Context,
  transcodeId: number,
  priority: number,
  action = "video.prioritised",
): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const transcode = await tx
      .selectFrom("transcodes")
      .innerJoin("videos", "videos.id", "transcodes.video_id")
      .select(["transcodes.state", "transcodes.account_id", "transcodes.project_id", "transcodes.priority"])
      .select(["videos.id", "videos.title"])
      .where("transcodes.id", "=", transcodeId)
      .forUpdate("transcodes")
      .executeTakeFirst();
    if (!transcode) throw missingTranscode();
    if (transcode.state !== "queued" && transcode.state !== "running")
      throw new Refusal("conflict", "This transcode has ended.");
    await tx.updateTable("transcodes").set({ priority }).where("id", "=", transcodeId).execute();
    // The offsets between a transcode's jobs stay: what makes it playable comes before the rest of it.
    await sql`
      update pgboss.job set priority = priority - (
          select min(priority) from pgboss.job as other where other.data->'payload'->>'transcodeId' = ${String(transcodeId)}
            and other.state in ('created', 'retry')) + ${priority}
      where data->'payload'->>'transcodeId' = ${String(transcodeId)} and state in ('created', 'retry')`.execute(tx);
    await audit(tx, {
      accountId: transcode.account_id,
      projectId: transcode.project_id,
      actor: actorOf(context.caller),
      action,
      objectType: "video",
      objectId: transcode.id,
      objectTitle: transcode.title,
      changes: { priority: [transcode.priority, priority] },
    });
  });
