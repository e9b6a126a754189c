import { chapterProblems, type Chapter } from "@kinora/domain/videos/chapters.ts";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { Refusal } from "../../platform/refusal.ts";
import { announceByCaller, lockVideo } from "../video-changes.ts";

/** Replaces a video's chapters. @throws Refusal `invalid` per chapter and field when one is out of order, unnamed or beyond the end. */
export async function saveChapters(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  chapters: readonly Chapter[],
): Promise<Chapter[]> {
  const plain = chapters.map(({ start_seconds: start, title }) => ({
    start_seconds: Math.round(start * 1000) / 1000,
    title: title.replaceAll(/\p{Cc}+/gu, " ").trim(),
  }));
  await context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, grant, videoId);
    const problems = chapterProblems(plain, video.duration_seconds);
    const [first] = problems.values();
    if (first !== undefined) {
      const fields = Object.fromEntries([...problems].map(([place, message]) => [`chapters.${place}`, [message]]));
      throw new Refusal("invalid", first, { fields });
    }
    await tx
      .updateTable("videos")
      .set({ chapters: JSON.stringify(plain), chapters_from_source: false, updated_at: context.clock.now() })
      .where("id", "=", videoId)
      .execute();
    await announceByCaller(context, tx, video, "video.chapters_changed", { count: plain.length });
  });
  return plain;
}
