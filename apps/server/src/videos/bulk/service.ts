import type { VideoSelection } from "@kinora/contract/videos/video-filter.ts";
import type { Executor } from "@kinora/db/connect.ts";
import { BULK_PROGRESS_EVENT, projectChannel } from "@kinora/domain/realtime.ts";
import type { BulkAction } from "@kinora/domain/videos/library.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { jobOwner } from "../../platform/access/acting.ts";
import { actorOf } from "../../platform/access/caller.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { audit, publish } from "../../platform/events/events.ts";
import { Refusal } from "../../platform/refusal.ts";
import { countMatchingVideos } from "../lists/library.ts";
import { runBulkJob } from "./run.ts";

export interface BulkOrder {
  action: BulkAction;
  options: { category_id?: number | null; tag_ids?: number[] };
  /** Exactly one of the two is given. */
  ids: readonly number[] | undefined;
  filter: VideoSelection | undefined;
}

const SHOWN_FAILURES = 100;
const LISTED = 20;

/**
 * Starts a bulk action on listed videos, or on all videos that match a filter now; a task runs it. Later videos are not
 * included.
 */
export async function startBulkJob(context: Context, grant: ProjectGrant, order: BulkOrder) {
  const { db, caller, clock } = context;
  const { projectId, accountId } = grant;
  const counted = order.filter
    ? await countMatchingVideos(context, grant, order.filter)
    : { rows: new Set(order.ids).size, more: false };
  const id = await db.transaction().execute(async (tx) => {
    const last = await tx
      .selectFrom("videos")
      .select("id")
      .where("project_id", "=", projectId)
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    const row = await tx
      .insertInto("bulk_jobs")
      .values({
        project_id: projectId,
        account_id: accountId,
        action: order.action,
        options: JSON.stringify(order.options),
        ids: order.ids ? [...new Set(order.ids)].toSorted((a, b) => a - b) : null,
        filter: order.filter ? JSON.stringify(order.filter) : null,
        total: counted.more ? null : counted.rows,
        until_video_id: last?.id ?? 0,
        created_at: clock.now(),
        ...jobOwner(caller),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const changes = { action: order.action, videos: counted.more ? null : counted.rows, ...order.options };
    const entry = { accountId, projectId, actor: actorOf(caller), action: `bulk.${order.action}` };
    await audit(tx, { ...entry, objectType: "project", objectId: projectId, objectTitle: "", changes });
    await context.jobs.send(tx, runBulkJob, { bulkId: row.id });
    return row.id;
  });
  return readBulkJob(db, grant, id);
}

/** A bulk action of the project with its refused videos. @throws Refusal `not_found`. */
export async function readBulkJob(db: Executor, grant: Pick<ProjectGrant, "projectId">, id: number) {
  const job = await db
    .selectFrom("bulk_jobs")
    .selectAll()
    .where("id", "=", id)
    .where("project_id", "=", grant.projectId)
    .executeTakeFirst();
  if (!job) throw missing();
  const failures = await db
    .selectFrom("bulk_failures")
    .select(["video_id", "title", "code", "message"])
    .where("job_id", "=", id)
    .orderBy("video_id")
    .limit(SHOWN_FAILURES)
    .execute();
  const { action, state, total, done, failed, message, created_at, finished_at } = job;
  return { id, action, state, total, done, failed, message, created_at, finished_at, failures };
}

/** The caller's latest bulk actions in a project, newest first. */
export async function listBulkJobs({ db, caller }: Context, grant: ProjectGrant) {
  const owner = jobOwner(caller);
  const rows = await db
    .selectFrom("bulk_jobs")
    .select("id")
    .where("project_id", "=", grant.projectId)
    .where(
      sql<boolean>`(user_id is not distinct from ${owner.user_id}::bigint and api_key_id is not distinct from ${owner.api_key_id}::bigint)`,
    )
    .orderBy("id", "desc")
    .limit(LISTED)
    .execute();
  return Promise.all(rows.map(({ id }) => readBulkJob(db, grant, id)));
}

/** Cancels a bulk action; finished changes stay. Idempotent. @throws Refusal `conflict` for another caller's, unless the caller owns the account. */
export async function cancelBulkJob(context: Context, grant: ProjectGrant, id: number) {
  const { db, caller, clock } = context;
  const owner = jobOwner(caller);
  await db.transaction().execute(async (tx) => {
    const job = await tx
      .selectFrom("bulk_jobs")
      .select(["state", "user_id", "api_key_id", "action"])
      .where("id", "=", id)
      .where("project_id", "=", grant.projectId)
      .forUpdate()
      .executeTakeFirst();
    if (!job) throw missing();
    const own = job.user_id === owner.user_id && job.api_key_id === owner.api_key_id;
    if (!own && !grant.owner)
      throw new Refusal(
        "conflict",
        "Only the person who started this bulk action, or an owner of the account, can cancel it.",
      );
    if (job.state !== "running") return;
    await tx
      .updateTable("bulk_jobs")
      .set({ state: "cancelled", finished_at: clock.now() })
      .where("id", "=", id)
      .execute();
    const { accountId, projectId } = grant;
    const object = { objectType: "project", objectId: projectId, objectTitle: "", changes: { action: job.action } };
    await audit(tx, { accountId, projectId, actor: actorOf(caller), action: "bulk.cancelled", ...object });
    await publish(tx, projectChannel(projectId), BULK_PROGRESS_EVENT, { id, state: "cancelled" });
  });
  return readBulkJob(db, grant, id);
}

const missing = () => new Refusal("not_found", "This bulk action does not exist or belongs to another project.");
