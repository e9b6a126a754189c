import type { Executor, Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { newHash } from "../platform/secrets/hash.ts";

const PROJECT_COLUMNS = ["id", "account_id", "name", "hash", "domain", "created_at"] as const;

const SETTING_COLUMNS = [
  ...PROJECT_COLUMNS,
  "timezone",
  "default_category_id",
  "default_privacy",
  "maximum_upload_bytes",
  "source_retention_days",
  "trash_days",
  "published_url_pattern",
  "captions_mode",
  "captions_language",
  "captions_published",
  "version",
] as const;

/** Adds a project to an account; the database refuses a name the account already has. */
export function insertProject(tx: Tx, accountId: number, project: { name: string; domain: string }) {
  return tx
    .insertInto("projects")
    .values({ account_id: accountId, hash: newHash(), name: project.name, domain: project.domain })
    .returning(PROJECT_COLUMNS)
    .executeTakeFirstOrThrow();
}

const settings = (on: Executor, projectId: number) =>
  on.selectFrom("projects").select(SETTING_COLUMNS).where("id", "=", projectId).where("deleted_at", "is", null);

/** A project with its settings. */
export type ProjectRow = Awaited<ReturnType<ReturnType<typeof settings>["executeTakeFirstOrThrow"]>>;

/** One project with its settings, or undefined. */
export const findProject = (on: Executor, projectId: number): Promise<ProjectRow | undefined> =>
  settings(on, projectId).executeTakeFirst();

/** What deleting a project removes, from existing counters: videos, bytes, and members who are not owners. */
export async function readImpact(on: Executor, projectId: number) {
  const { rows } = await sql<{ videos: number; storage_bytes: number; members: number }>`
    select
      (select coalesce(sum(rows), 0)::bigint from video_buckets where project_id = ${projectId} and width_bits = 16) as videos,
      coalesce((select bytes from project_storage where project_id = ${projectId}), 0) as storage_bytes,
      (select count(*) from project_members where project_id = ${projectId}) as members`.execute(on);
  return rows[0] ?? { videos: 0, storage_bytes: 0, members: 0 };
}
