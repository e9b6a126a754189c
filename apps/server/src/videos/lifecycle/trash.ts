import { daysAfter, daysBefore } from "@kinora/domain/projects/projects.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { Refusal } from "../../platform/refusal.ts";
import { announce } from "../service.ts";

/** Maximum of listed videos, newest first. */
const SHOWN = 100;

/** The restorable videos of a project, newest first, with the time each is purged. */
export async function listTrash({ db, clock }: Context, grant: ProjectGrant) {
  const { trash_days: days } = await db
    .selectFrom("projects")
    .select("trash_days")
    .where("id", "=", grant.projectId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("videos")
    .select(["id", "hash", "title", "stored_bytes", sql<Date>`deleted_at`.as("deleted_at")])
    .where("project_id", "=", grant.projectId)
    .where("deleted_at", ">", daysBefore(clock.now(), days))
    .where("status", "=", "complete")
    .orderBy("deleted_at", "desc")
    .limit(SHOWN)
    .execute();
  return rows.map(({ stored_bytes: sizeBytes, ...row }) => ({
    ...row,
    size_bytes: sizeBytes,
    purge_at: daysAfter(row.deleted_at, days),
  }));
}

/** Deletes a video in the trash permanently; a task deletes its files. @throws Refusal `not_found`. */
export async function purgeTrashed(context: Context, grant: ProjectGrant, id: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable("videos")
      .set({ status: "cancelled" })
      .where("id", "=", id)
      .where("project_id", "=", grant.projectId)
      .where("status", "=", "complete")
      .where("deleted_at", "is not", null)
      .returning(["hash", "title"])
      .executeTakeFirst();
    if (!row) throw new Refusal("not_found", "This video is not in the trash any more.");
    await announce(context, tx, grant, id, row.hash, "video.purged", row.title);
  });
}

/** Restores a deleted video. @throws Refusal `not_found` when it is not in the trash. */
export async function restoreVideo(context: Context, grant: ProjectGrant, id: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { trash_days: days } = await tx
      .selectFrom("projects")
      .select("trash_days")
      .where("id", "=", grant.projectId)
      .executeTakeFirstOrThrow();
    const row = await tx
      .updateTable("videos")
      .set({
        deleted_at: null,
        updated_at: context.clock.now(),
        // Another video may have got its reference id meanwhile, and keeps it.
        reference_id: sql<
          string | null
        >`case when exists (select from videos other where other.project_id = videos.project_id
          and other.reference_id = videos.reference_id and other.deleted_at is null) then null else videos.reference_id end`,
      })
      .where("id", "=", id)
      .where("project_id", "=", grant.projectId)
      .where("status", "=", "complete")
      .where("deleted_at", ">", daysBefore(context.clock.now(), days))
      .returning(["hash", "title"])
      .executeTakeFirst();
    if (!row) throw new Refusal("not_found", "This video is not in the trash any more.");
    await announce(context, tx, grant, id, row.hash, "video.restored", row.title);
  });
}
