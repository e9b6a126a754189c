import type { VideoSelection } from "@kinora/contract/videoFilter.ts";
import { COUNTED_ROWS } from "@kinora/domain/library.ts";
import { IN_PROGRESS_STATUSES, type VideoStatus } from "@kinora/domain/videos.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import type { ProjectGround } from "../platform/scope.ts";
import { countMatching, countUpTo } from "./count-matching.ts";
import { partsOf, selected, trashedAfter } from "./selection.ts";
import { ownOnly } from "./service.ts";

/** How many videos stand in each list, failed ones in theirs alone: from a roll-up where there is one, else counted up to 10,000. */
export async function countVideos(context: Context, ground: ProjectGround) {
  const { db, clock } = context;
  const { projectId } = ground;
  const userId = ownOnly(context, ground);
  const { trash_days: trashDays } = await db
    .selectFrom("projects")
    .select("trash_days")
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  const place = { projectId, userId, trashedAfter: await trashedAfter(db, projectId, clock.now()) };
  const count = (type: VideoSelection["type"], status?: readonly VideoStatus[]) =>
    countUpTo(db, selected({ type, tags_mode: "any", ...(status ? { status: [...status] } : {}) }, place));
  const further = {
    inprogress: await count("inprogress", IN_PROGRESS_STATUSES),
    failed: await count("failed"),
    trash: await count("trash"),
    trash_days: trashDays,
  };
  if (userId !== null) return { completed: await count("completed"), ...further };
  const { rows } = await sql<{ rows: number }>`
    select coalesce(sum(rows), 0)::bigint as rows from video_buckets
    where project_id = ${projectId} and width_bits = 16 and list = 'completed'`.execute(db);
  return { completed: { rows: rows[0]?.rows ?? 0, more: false }, ...further };
}

/** How many videos a selection shows, up to 10,000. @throws Refusal `unavailable` when counting takes more than 4 s. */
export async function countMatchingVideos(context: Context, ground: ProjectGround, selection: VideoSelection) {
  const { db, clock } = context;
  const { projectId } = ground;
  const since = await trashedAfter(db, projectId, clock.now());
  return countMatching(db, partsOf(selection, { projectId, userId: ownOnly(context, ground), trashedAfter: since }));
}

/** People who may have uploaded to a project: its members and the owners of its account, by name. */
export async function listUploaders({ db }: Context, { projectId, accountId }: ProjectGround) {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name from users u
    where u.id in (select user_id from project_members where project_id = ${projectId}
      union select user_id from account_owners where account_id = ${accountId})
    order by 2, 1 limit 500`.execute(db);
  return rows;
}

/** What would go with these videos if they were deleted; ids of other projects count as nothing. */
export async function deletionImpact(context: Context, ground: ProjectGround, ids: readonly number[]) {
  const { db } = context;
  const { trash_days: trashDays } = await db
    .selectFrom("projects")
    .select("trash_days")
    .where("id", "=", ground.projectId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{
    videos: number;
    published: number;
    storage_bytes: number;
    complete: number;
    renditions: number;
  }>`
    with chosen as (select id, published, stored_bytes, status from videos
      where id = any(${ids.slice(0, COUNTED_ROWS)}) and project_id = ${ground.projectId} and deleted_at is null)
    select count(*) as videos, count(*) filter (where published) as published, coalesce(sum(stored_bytes), 0)::bigint as storage_bytes,
      count(*) filter (where status = 'complete') as complete,
      (select count(*) from renditions r join chosen on chosen.id = r.video_id where r.kind = 'video' and r.state = 'complete') as renditions
    from chosen`.execute(db);
  const { complete, ...impact } = rows[0] ?? { videos: 0, published: 0, storage_bytes: 0, complete: 0, renditions: 0 };
  return { ...impact, trash_days: trashDays, to_trash: trashDays === 0 ? 0 : complete };
}
