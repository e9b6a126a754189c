import type { VideoSelection } from "@kinora/contract/videoFilter.ts";
import type { Executor } from "@kinora/db/connect.ts";
import type { BulkAction } from "@kinora/domain/library.ts";
import { BULK_PROGRESS_EVENT, projectChannel } from "@kinora/domain/realtime.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import { askerOf } from "../platform/acting.ts";
import { bounded } from "../platform/bounded-read.ts";
import { actorOf } from "../platform/caller.ts";
import { audit, publish } from "../platform/events.ts";
import { Refusal } from "../platform/refusal.ts";
import type { ProjectGround } from "../platform/scope.ts";
import { countUpTo } from "../videos/count-matching.ts";
import { selected, trashedAfter } from "../videos/selection.ts";
import { ownOnly } from "../videos/service.ts";
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
 * Begins a bulk action over videos named one by one, or over everything that matches a filter now; a task does it.
 * Videos that come later are not its business.
 */
export async function startBulkJob(context: Context, ground: ProjectGround, order: BulkOrder) {
  const { db, caller, clock } = context;
  const { projectId, accountId } = ground;
  const counted = order.filter
    ? await countSelection(context, ground, order.filter)
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
        ...askerOf(caller),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const changes = { action: order.action, videos: counted.more ? null : counted.rows, ...order.options };
    const entry = { accountId, projectId, actor: actorOf(caller), action: `bulk.${order.action}` };
    await audit(tx, { ...entry, objectType: "project", objectId: projectId, objectTitle: "", changes });
    await context.jobs.send(tx, runBulkJob, { bulkId: row.id });
    return row.id;
  });
  return readBulkJob(db, ground, id);
}

async function countSelection(context: Context, ground: ProjectGround, filter: VideoSelection) {
  const { db, clock } = context;
  const place = {
    projectId: ground.projectId,
    userId: ownOnly(context, ground),
    trashedAfter: await trashedAfter(db, ground.projectId, clock.now()),
  };
  return bounded(db, (tx) => countUpTo(tx, selected(filter, place)));
}

/** A bulk action of the project with what it could not do. @throws Refusal `not_found`. */
export async function readBulkJob(db: Executor, ground: Pick<ProjectGround, "projectId">, id: number) {
  const job = await db
    .selectFrom("bulk_jobs")
    .selectAll()
    .where("id", "=", id)
    .where("project_id", "=", ground.projectId)
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
export async function listBulkJobs({ db, caller }: Context, ground: ProjectGround) {
  const asker = askerOf(caller);
  const rows = await db
    .selectFrom("bulk_jobs")
    .select("id")
    .where("project_id", "=", ground.projectId)
    .where(
      sql<boolean>`(user_id is not distinct from ${asker.user_id}::bigint and api_key_id is not distinct from ${asker.api_key_id}::bigint)`,
    )
    .orderBy("id", "desc")
    .limit(LISTED)
    .execute();
  return Promise.all(rows.map(({ id }) => readBulkJob(db, ground, id)));
}

/** Stops a bulk action; what it has done stays done. Stopping one that has ended changes nothing. @throws Refusal `conflict` for somebody else's, unless the caller owns the account. */
export async function cancelBulkJob(context: Context, ground: ProjectGround, id: number) {
  const { db, caller, clock } = context;
  const asker = askerOf(caller);
  await db.transaction().execute(async (tx) => {
    const job = await tx
      .selectFrom("bulk_jobs")
      .select(["state", "user_id", "api_key_id", "action"])
      .where("id", "=", id)
      .where("project_id", "=", ground.projectId)
      .forUpdate()
      .executeTakeFirst();
    if (!job) throw missing();
    const own = job.user_id === asker.user_id && job.api_key_id === asker.api_key_id;
    if (!own && !ground.owner)
      throw new Refusal("conflict", "Only whoever began this bulk action, or an owner of the account, may cancel it.");
    if (job.state !== "running") return;
    await tx
      .updateTable("bulk_jobs")
      .set({ state: "cancelled", finished_at: clock.now() })
      .where("id", "=", id)
      .execute();
    await publish(tx, projectChannel(ground.projectId), BULK_PROGRESS_EVENT, { id, state: "cancelled" });
  });
  return readBulkJob(db, ground, id);
}

const missing = () => new Refusal("not_found", "This bulk action does not exist or belongs to another project.");
