import { sql } from "kysely";
import type { Context } from "../context.ts";
import { Refusal } from "../platform/refusal.ts";
import { setVideoTags } from "./details.ts";
import type { ProjectGround } from "./label-changes.ts";
import { announceByCaller, lockVideo } from "./video-changes.ts";

export interface ListPlace {
  search: string | null;
  published: boolean | null;
}

/** The videos before and after one in the library: newest first, narrowed as the library was. */
export async function findNeighbours(
  { db }: Context,
  projectId: number,
  videoId: number,
  { search, published }: ListPlace,
) {
  const pattern = `%${(search ?? "").replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const matching = sql`v.project_id = ${projectId} and v.deleted_at is null and v.list = 'completed'
    and ${published === null ? sql`true` : sql`v.published = ${published}`}
    and ${search ? sql`(v.title ilike ${pattern} or v.hash = ${search})` : sql`true`}`;
  const { rows } = await sql<{ previous: number | null; next: number | null }>`
    select (select v.id from videos v where ${matching} and v.id > ${videoId} order by v.id limit 1) as previous,
      (select v.id from videos v where ${matching} and v.id < ${videoId} order by v.id desc limit 1) as next`.execute(
    db,
  );
  return rows[0] ?? { previous: null, next: null };
}

/** Gives a video what people wrote about another one; its title and reference id stay its own. @throws Refusal `invalid`. */
export async function copyDetails(
  context: Context,
  ground: ProjectGround,
  videoId: number,
  fromId: number,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const from = await tx
      .selectFrom("videos")
      .select(["title", "description", "category_id", "language", "metadata"])
      .where("id", "=", fromId)
      .where("project_id", "=", ground.projectId)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (!from || fromId === videoId) {
      const message = "Choose another video of this project.";
      throw new Refusal("invalid", message, { fields: { from_id: [message] } });
    }
    const video = await lockVideo(tx, ground, videoId);
    const { description, category_id, language, metadata } = from;
    await tx
      .updateTable("videos")
      .set({ description, category_id, language, metadata: JSON.stringify(metadata), updated_at: context.clock.now() })
      .where("id", "=", videoId)
      .execute();
    const tags = await tx
      .selectFrom("video_tags")
      .innerJoin("tags", "tags.id", "video_tags.tag_id")
      .select("tags.name")
      .where("video_tags.video_id", "=", fromId)
      .execute();
    await setVideoTags(
      tx,
      context,
      ground,
      videoId,
      tags.map(({ name }) => name),
    );
    await announceByCaller(context, tx, video, "video.details_copied", { from: from.title });
  });
}
