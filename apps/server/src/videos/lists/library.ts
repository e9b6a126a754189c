import type { VideoSelection } from "@kinora/contract/videos/video-filter.ts";
import type { Database } from "@kinora/db/connect.ts";
import { BULK_IDS_MAX } from "@kinora/domain/videos/library.ts";
import { IN_PROGRESS_STATUSES, type VideoStatus } from "@kinora/domain/videos/videos.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { bounded } from "../../platform/lists/bounded-read.ts";
import { countList } from "../../platform/lists/list-page.ts";
import { countWhole } from "./queries.ts";
import { readScope, videoList, type ListScope } from "./selection.ts";

/** How many videos are in each list, failed ones in theirs alone: exactly where they are counted as they change, else up to 1,000. */
export async function countVideos(context: Context, grant: ProjectGrant) {
  const { db } = context;
  const scope = await readScope(context, grant);
  const { projectId, trashDays } = scope;
  const count = (type: VideoSelection["type"], status?: readonly VideoStatus[]) =>
    countSelection(db, { type, tags_mode: "any", ...(status ? { status: [...status] } : {}) }, scope);
  const completed =
    scope.userId === null
      ? { rows: await countWhole(db, { projectId, list: "completed" }), more: false }
      : await count("completed");
  return {
    completed,
    inprogress: await count("inprogress", IN_PROGRESS_STATUSES),
    failed: await count("failed"),
    trash: await count("trash"),
    trash_days: trashDays,
  };
}

/** How many videos a selection shows, up to 1,000. @throws Refusal `unavailable` when counting takes longer than 2 s. */
export const countMatchingVideos = async (context: Context, grant: ProjectGrant, selection: VideoSelection) =>
  countSelection(context.db, selection, await readScope(context, grant));

async function countSelection(db: Database, selection: VideoSelection, scope: ListScope) {
  const { total: rows, more } = await bounded(db, (tx) => countList(tx, videoList(selection, scope, "id")));
  return { rows, more };
}

/** People who may have uploaded to a project: its members and the owners of its account, by name. */
export async function listUploaders({ db }: Context, { projectId, accountId }: ProjectGrant) {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name from users u
    where u.id in (select user_id from project_members where project_id = ${projectId}
      union select user_id from account_owners where account_id = ${accountId})
    order by 2, 1 limit 500`.execute(db);
  return rows;
}

/** What would go with these videos if they were deleted; ids of other projects count as nothing. */
export async function deletionImpact(context: Context, grant: ProjectGrant, ids: readonly number[]) {
  const { db } = context;
  const { trash_days: trashDays } = await db
    .selectFrom("projects")
    .select("trash_days")
    .where("id", "=", grant.projectId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{
    videos: number;
    published: number;
    storage_bytes: number;
    complete: number;
    renditions: number;
  }>`
    with chosen as (select id, published, stored_bytes, status from videos
      where id = any(${ids.slice(0, BULK_IDS_MAX)}) and project_id = ${grant.projectId} and deleted_at is null)
    select count(*) as videos, count(*) filter (where published) as published, coalesce(sum(stored_bytes), 0)::bigint as storage_bytes,
      count(*) filter (where status = 'complete') as complete,
      (select count(*) from renditions r join chosen on chosen.id = r.video_id where r.kind = 'video' and r.state = 'complete') as renditions
    from chosen`.execute(db);
  const { complete, ...impact } = rows[0] ?? { videos: 0, published: 0, storage_bytes: 0, complete: 0, renditions: 0 };
  return { ...impact, trash_days: trashDays, to_trash: trashDays === 0 ? 0 : complete };
}
