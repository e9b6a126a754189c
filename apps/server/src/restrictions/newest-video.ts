import { sql } from "kysely";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { readProfile } from "./profile-rows.ts";

/** How many of a project's newest videos are searched for one that inherits the profile. */
const SEARCHED = 1_000;

/**
 * The newest video that a profile applies to: one that has it itself, or one of the project's newest 1,000 that inherits it.
 * Null without one. @throws Refusal `not_found`.
 */
export async function findRestrictedVideo(
  { db }: Context,
  { projectId }: ProjectGrant,
  id: number,
): Promise<{ hash: string; title: string } | null> {
  const { is_default: isDefault } = await readProfile(db, projectId, id);
  const { rows } = await sql<{ hash: string; title: string }>`
    select hash, title from (
      (select video.id, hash, title from restriction_assignments own join videos video on video.id = own.video_id
        where own.profile_id = ${id} and video.project_id = ${projectId} and deleted_at is null
        order by video.id desc limit 1)
      union all
      (select newest.id, hash, title from (
          select id, hash, title, category_id from videos where project_id = ${projectId} and deleted_at is null
          order by id desc limit ${SEARCHED}) newest
        left join restriction_assignments own on own.video_id = newest.id
        left join restriction_assignments category on category.category_id = newest.category_id
        where coalesce(own.profile_id, category.profile_id, ${isDefault ? sql`${id}::bigint` : sql`null`}) = ${id}
        order by newest.id desc limit 1)) found
    order by id desc limit 1`.execute(db);
  return rows[0] ?? null;
}
