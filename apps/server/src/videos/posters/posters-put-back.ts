import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { Refusal } from "../../platform/refusal.ts";
import { addExtraBytes, announceByCaller, lockVideo } from "../video-changes.ts";
import { resetPoster } from "./posters-by-hand.ts";
import { bytesBelow, deletePoster, POSTER_GRACE_SECONDS, postersBelow } from "./posters-stored.ts";

/**
 * Undoes a change of the poster: restores the poster of this number, 0 being the video's own, and cancels one that is being
 * made. Idempotent. @throws Refusal `conflict` when its files are deleted, an hour after it was replaced.
 */
export async function putBackPoster(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  number: number,
): Promise<void> {
  if (number === 0) return resetPoster(context, grant, videoId);
  const images = await postersBelow(context, videoId, number);
  const bytes = await bytesBelow(context, videoId);
  await context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, grant, videoId);
    await tx.updateTable("videos").set({ poster_work: null }).where("id", "=", videoId).execute();
    if (video.poster === number) return;
    if (Object.keys(images).length === 0) throw new Refusal("conflict", "This poster is not there any more.");
    await tx
      .updateTable("videos")
      .set({ poster: number, images: JSON.stringify(images), updated_at: context.clock.now() })
      .where("id", "=", videoId)
      .execute();
    await addExtraBytes(tx, videoId, (bytes.get(number) ?? 0) - (bytes.get(video.poster) ?? 0));
    const replaced = { videoId, number: video.poster };
    if (video.poster > 0)
      await context.jobs.send(tx, deletePoster, replaced, { startAfterSeconds: POSTER_GRACE_SECONDS });
    await announceByCaller(context, tx, video, "video.poster_put_back");
  });
}

/** Switches the animated preview of a video in lists and embeds on or off. Idempotent. */
export async function setAnimatedPreview(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  animated: boolean,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, grant, videoId);
    const changed = await tx
      .updateTable("videos")
      .set({ animated_preview: animated, updated_at: context.clock.now() })
      .where("id", "=", videoId)
      .where("animated_preview", "!=", animated)
      .returning("id")
      .executeTakeFirst();
    if (changed)
      await announceByCaller(context, tx, video, "video.updated", { animated_preview: [!animated, animated] });
  });
}
