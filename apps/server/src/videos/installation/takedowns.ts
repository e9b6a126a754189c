import type { Tx } from "@kinora/db/connect.ts";
import type { Takedown } from "@kinora/domain/videos/takedown.ts";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { Refusal } from "../../platform/refusal.ts";
import { announceVideo, missingVideo } from "../video-changes.ts";

/**
 * Takes a video down: nobody can play it, and its project cannot publish it; everything else stays as it is.
 * @throws Refusal `not_found`, `conflict` for one that is taken down already.
 */
export const takeDownVideo = (context: Context, videoId: number, { reason, message }: Omit<Takedown, "at">) =>
  context.db.transaction().execute(async (tx) => {
    const video = await lockAnyVideo(tx, videoId);
    if (video.takedown) throw new Refusal("conflict", "This video is taken down already.");
    await save(context, tx, videoId, { reason, message, at: context.clock.now().toISOString() });
    await announceVideo(context, tx, video, {
      type: "video.taken_down",
      actor: actorOf(context.caller),
      changes: { reason, message },
    });
  });

/** Ends a take-down. @throws Refusal `not_found`, `conflict` for a video that is not taken down. */
export const reinstateVideo = (context: Context, videoId: number, reason: string) =>
  context.db.transaction().execute(async (tx) => {
    const video = await lockAnyVideo(tx, videoId);
    if (!video.takedown) throw new Refusal("conflict", "This video is not taken down.");
    await save(context, tx, videoId, null);
    await announceVideo(context, tx, video, {
      type: "video.reinstated",
      actor: actorOf(context.caller),
      changes: { reason },
    });
  });

/**
 * Deletes a video for good, without the trash: a task deletes its files as soon as it can.
 * @throws Refusal `not_found`, `invalid` at `title` unless it is the video's.
 */
export const purgeVideo = (context: Context, videoId: number, { title, reason }: { title: string; reason: string }) =>
  context.db.transaction().execute(async (tx) => {
    const video = await lockAnyVideo(tx, videoId);
    const wrong = "This is not the title of the video.";
    if (title !== video.title) throw new Refusal("invalid", wrong, { fields: { title: [wrong] } });
    // What is deleted and not complete cannot be restored, and is purged with its files.
    await tx
      .updateTable("videos")
      .set({ status: "cancelled", deleted_at: video.deleted_at ?? context.clock.now() })
      .where("id", "=", videoId)
      .execute();
    await announceVideo(context, tx, video, {
      type: "video.purged",
      actor: actorOf(context.caller),
      changes: { reason },
    });
  });

/** Locks a video of any account, in the trash or not. @throws Refusal `not_found`. */
async function lockAnyVideo(tx: Tx, videoId: number) {
  const video = await tx
    .selectFrom("videos")
    .select(["id", "project_id", "account_id", "hash", "title", "takedown", "deleted_at"])
    .where("id", "=", videoId)
    .where("shelf", "<>", "gone")
    .forUpdate()
    .executeTakeFirst();
  if (!video) throw missingVideo();
  return video;
}

const save = (context: Context, tx: Tx, videoId: number, takedown: Takedown | null) =>
  tx
    .updateTable("videos")
    .set({ takedown: takedown && JSON.stringify(takedown), updated_at: context.clock.now() })
    .where("id", "=", videoId)
    .execute();
