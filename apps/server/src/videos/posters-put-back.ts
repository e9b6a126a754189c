import type { Context } from "../context.ts";
import { Refusal } from "../platform/refusal.ts";
import type { ProjectGround } from "../platform/scope.ts";
import { resetPoster } from "./posters-by-hand.ts";
import { bytesBelow, deletePoster, POSTER_GRACE_SECONDS, postersBelow } from "./posters-stored.ts";
import { addExtraBytes, announceByCaller, lockVideo } from "./video-changes.ts";

/**
 * Takes a change of the poster back: the poster of this number is shown again, 0 being the video's own, and one that is
 * still being made is given up. Twice is the same as once. @throws Refusal `conflict` when its files are gone, an hour after it was replaced.
 */
export async function putBackPoster(
  context: Context,
  ground: ProjectGround,
  videoId: number,
  number: number,
): Promise<void> {
  if (number === 0) return resetPoster(context, ground, videoId);
  const images = await postersBelow(context, videoId, number);
  const bytes = await bytesBelow(context, videoId);
  await context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, ground, videoId);
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

/** Says whether lists and embeds show a video moving under the pointer. Twice is the same as once. */
export async function setAnimatedPreview(
  context: Context,
  ground: ProjectGround,
  videoId: number,
  animated: boolean,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, ground, videoId);
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
