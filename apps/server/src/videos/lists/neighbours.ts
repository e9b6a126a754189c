import type { VideoSelection } from "@kinora/contract/videos/video-filter.ts";
import type { VideoSort } from "@kinora/domain/videos/library.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { bounded } from "../../platform/lists/bounded-read.ts";
import { narrowedBy, rowsAt, type List } from "../../platform/lists/list-page.ts";
import { Refusal } from "../../platform/refusal.ts";
import { setVideoTags } from "../details/details.ts";
import { announceByCaller, lockVideo, requireVideo } from "../video-changes.ts";
import { readScope, videoList, type ListOrder } from "./selection.ts";

/** A list as the library showed it. */
export interface ListPlace {
  selection: VideoSelection;
  /** Null for the latest first. */
  sort: VideoSort | null;
}

/**
 * The videos before and after one in a list, filtered and ordered as the list was; the video itself need not be in it.
 * @throws Refusal `not_found`, `unavailable` when finding them takes longer than 2 s.
 */
export async function findNeighbours(context: Context, grant: ProjectGrant, videoId: number, place: ListPlace) {
  const { db } = context;
  await requireVideo(db, grant, videoId);
  const scope = await readScope(context, grant);
  const sort = (place.sort ?? "-created").replace("-", "") as ListOrder;
  const up = videoList(place.selection, scope, sort);
  const down = videoList(place.selection, scope, `-${sort}` as ListOrder);
  const key = sql.raw(up.key);
  const here = sql`(select ${key}, v.id from videos v where v.id = ${videoId})`;
  const { rows } = await bounded(db, (tx) =>
    sql<{ lower: number | null; higher: number | null }>`
      select (select id from (${nearest(narrowedBy(down, sql`(${key}, v.id) < ${here}`))}) as near) as lower,
        (select id from (${nearest(narrowedBy(up, sql`(${key}, v.id) > ${here}`))}) as near) as higher`.execute(tx),
  );
  const { lower, higher } = rows[0] ?? { lower: null, higher: null };
  return place.sort === null || place.sort.startsWith("-")
    ? { previous: higher, next: lower }
    : { previous: lower, next: higher };
}

const nearest = (list: List) => rowsAt(list, { offset: 0, limit: 1 });

/** Gives a video what people wrote about another one; its title and reference id stay its own. @throws Refusal `invalid`. */
export async function copyDetails(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  fromId: number,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, grant, videoId);
    const from = await tx
      .selectFrom("videos")
      .select(["title", "description", "category_id", "language", "metadata"])
      .where("id", "=", fromId)
      .where("project_id", "=", grant.projectId)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (!from || fromId === videoId) {
      const message = "Choose another video of this project.";
      throw new Refusal("invalid", message, { fields: { from_id: [message] } });
    }
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
      grant,
      videoId,
      tags.map(({ name }) => name),
    );
    await announceByCaller(context, tx, video, "video.details_copied", { from: from.title });
  });
}
