import type { VideoSelection } from "@kinora/contract/videoFilter.ts";
import type { VideoSort } from "@kinora/domain/library.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import { bounded } from "../platform/bounded-read.ts";
import { Refusal } from "../platform/refusal.ts";
import type { ProjectGround } from "../platform/scope.ts";
import { setVideoTags } from "./details.ts";
import { selected, trashedAfter } from "./selection.ts";
import { ownOnly } from "./service.ts";
import { announceByCaller, lockVideo, requireVideo } from "./video-changes.ts";

/** A list as the library showed it. */
export interface ListPlace {
  selection: VideoSelection;
  /** Null for the latest first. */
  sort: VideoSort | null;
}

/** What each order looks at first, as the lists' own indexes do; ids decide between equals. */
const KEYS: Record<string, string> = {
  created: "v.created_at",
  title: "v.title_key",
  size: "v.stored_bytes",
};

/** The length of an unfinished video may not be known yet: then it is the shortest. */
const keyOf = (order: string, type: VideoSelection["type"]): string =>
  KEYS[order] ?? (type === "completed" ? "v.duration_seconds" : "coalesce(v.duration_seconds, -1)");

/**
 * The videos before and after one in a list, narrowed and ordered as the list was; the video itself need not be in it.
 * @throws Refusal `not_found`, `unavailable` when looking for them takes more than 4 s.
 */
export async function findNeighbours(context: Context, ground: ProjectGround, videoId: number, place: ListPlace) {
  const { db, clock } = context;
  const { projectId } = ground;
  await requireVideo(db, ground, videoId);
  const where = selected(place.selection, {
    projectId,
    userId: ownOnly(context, ground),
    trashedAfter: await trashedAfter(db, projectId, clock.now()),
  });
  const sort = place.sort ?? "-created";
  const key = sql.raw(keyOf(sort.replace("-", ""), place.selection.type));
  const here = sql`(select ${key}, v.id from videos v where v.id = ${videoId})`;
  const { rows } = await bounded(db, (tx) =>
    sql<{ lower: number | null; higher: number | null }>`
      select (select v.id from videos v where ${where} and (${key}, v.id) < ${here} order by ${key} desc, v.id desc limit 1) as lower,
        (select v.id from videos v where ${where} and (${key}, v.id) > ${here} order by ${key}, v.id limit 1) as higher`.execute(
      tx,
    ),
  );
  const { lower, higher } = rows[0] ?? { lower: null, higher: null };
  return sort.startsWith("-") ? { previous: higher, next: lower } : { previous: lower, next: higher };
}

/** Gives a video what people wrote about another one; its title and reference id stay its own. @throws Refusal `invalid`. */
export async function copyDetails(
  context: Context,
  ground: ProjectGround,
  videoId: number,
  fromId: number,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, ground, videoId);
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
