import type { Tx } from "@kinora/db/connect.ts";
import { canTakeCategory } from "@kinora/domain/videos/categories.ts";
import { VIDEO_TAGS_MAX } from "@kinora/domain/videos/tags.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { lockTagsInOrder } from "../../platform/lists/tag-order.ts";
import { Refusal } from "../../platform/refusal.ts";
import { announceByCaller, lockVideo } from "../video-changes.ts";

/** Sets a video's category, or none. Idempotent. @throws Refusal `not_found`, or `invalid` for a category that is off or foreign. */
export async function setVideoCategory(
  context: Context,
  grant: ProjectGrant,
  id: number,
  categoryId: number | null,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, grant, id);
    const before = await tx.selectFrom("videos").select("category_id").where("id", "=", id).executeTakeFirstOrThrow();
    if (before.category_id === categoryId) return;
    if (categoryId !== null) {
      const category = await tx
        .selectFrom("categories")
        .select(["id", "active"])
        .where("id", "=", categoryId)
        .where("project_id", "=", grant.projectId)
        .where("leaving_at", "is", null)
        .executeTakeFirst();
      if (!category) throw new Refusal("invalid", "Choose a category of this project.");
      if (!canTakeCategory(category, before.category_id))
        throw new Refusal("invalid", "This category is switched off. Choose another one.");
    }
    await tx
      .updateTable("videos")
      .set({ category_id: categoryId, updated_at: context.clock.now() })
      .where("id", "=", id)
      .execute();
    await announceByCaller(context, tx, video, "video.updated", { category_id: [before.category_id, categoryId] });
  });
}

/** Adds tags of the project to a video; those it has already stay. @throws Refusal `not_found`, or `invalid` beyond 50 tags. */
export async function addVideoTags(
  context: Context,
  grant: ProjectGrant,
  id: number,
  tagIds: readonly number[],
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, grant, id);
    await lockTagsInOrder(tx, id, tagIds);
    const { rows } = await sql<{ tag_id: number }>`
      insert into video_tags (video_id, tag_id, project_id)
      select ${id}, id, project_id from tags where id = any(${tagIds}) and project_id = ${grant.projectId} and leaving_at is null
      on conflict do nothing returning tag_id`.execute(tx);
    if (rows.length === 0) return;
    const { count } = await tx
      .selectFrom("video_tags")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("video_id", "=", id)
      .executeTakeFirstOrThrow();
    if (count > VIDEO_TAGS_MAX) throw new Refusal("invalid", `A video can have up to ${VIDEO_TAGS_MAX} tags.`);
    await touchDetails(context, tx, id);
    await announceByCaller(context, tx, video, "video.updated", { tags_added: rows.map(({ tag_id: tagId }) => tagId) });
  });
}

/** Removes tags from a video; others are ignored. @throws Refusal `not_found`. */
export async function removeVideoTags(
  context: Context,
  grant: ProjectGrant,
  id: number,
  tagIds: readonly number[],
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, grant, id);
    await lockTagsInOrder(tx, id, []);
    const rows = await tx
      .deleteFrom("video_tags")
      .where("video_id", "=", id)
      .where("tag_id", "in", tagIds)
      .returning("tag_id")
      .execute();
    if (rows.length === 0) return;
    await touchDetails(context, tx, id);
    await announceByCaller(context, tx, video, "video.updated", {
      tags_removed: rows.map(({ tag_id: tagId }) => tagId),
    });
  });
}

/** Notes a change of what is said about a video in another table. */
const touchDetails = (context: Context, tx: Tx, id: number) =>
  tx
    .updateTable("videos")
    .set((column) => ({ updated_at: context.clock.now(), details_version: column("details_version", "+", 1) }))
    .where("id", "=", id)
    .execute();
