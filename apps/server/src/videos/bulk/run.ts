import { holds } from "@kinora/contract/access.ts";
import { videoSelection } from "@kinora/contract/videos/video-filter.ts";
import { BULK_PROGRESS_EVENT, projectChannel } from "@kinora/domain/realtime.ts";
import { BULK_ACTIONS } from "@kinora/domain/videos/library.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Context, Services } from "../../context.ts";
import { restoreCaller } from "../../platform/access/acting.ts";
import { authorize, type ProjectGrant } from "../../platform/access/scope.ts";
import { publish } from "../../platform/events/events.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { narrowedBy, rowsAt } from "../../platform/lists/list-page.ts";
import { Refusal } from "../../platform/refusal.ts";
import { readScope, videoList } from "../lists/selection.ts";
import { actOn } from "./actions.ts";

/** Page size; the owner's permission is checked again for each page. */
const PAGE = 50;

type Job = NonNullable<Awaited<ReturnType<typeof readRunning>>>;
/** Runs a bulk action, video by video in the order of their ids. A repeated run resumes after the last finished one. */
export const runBulkJob = task({
  name: "bulk.run",
  payload: z.object({ bulkId: z.number() }),
  concurrency: 2,
  maximumFailures: 8,
  async run(services, { bulkId }, { signal }) {
    for (;;) {
      signal.throwIfAborted();
      const job = await readRunning(services, bulkId);
      if (!job) return;
      const caller = await restoreCaller(services.db, job);
      const context: Context = { ...services, caller };
      const grant = await standing(context, job);
      if (typeof grant === "string") return end(services, job, "failed", grant);
      const ids = await nextPage(context, grant, job);
      if (ids.length === 0) return end(services, job, "complete", null);
      for (const id of ids) {
        signal.throwIfAborted();
        if (!(await takeOne(context, grant, job, id))) return;
      }
      await saveProgress(services, job);
    }
  },
  async gaveUp(services, { bulkId }, { message }) {
    const job = await readRunning(services, bulkId);
    if (job) await end(services, job, "failed", message);
  },
});

const readRunning = ({ db }: Services, id: number) =>
  db.selectFrom("bulk_jobs").selectAll().where("id", "=", id).where("state", "=", "running").executeTakeFirst();

/** The current grant of the action's owner in the project, or why there is none. */
async function standing({ db, caller }: Context, job: Job): Promise<ProjectGrant | string> {
  try {
    const grant = await authorize(db, caller, holds(BULK_ACTIONS[job.action], "project"), job.project_id);
    return grant ? { ...grant, projectId: job.project_id } : "This project is deleted.";
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

async function nextPage(context: Context, grant: ProjectGrant, job: Job): Promise<number[]> {
  // The driver returns an array of bigints as texts.
  if (job.ids)
    return job.ids
      .map(Number)
      .filter((id) => id > job.last_video_id)
      .slice(0, PAGE);
  const list = narrowedBy(
    videoList(videoSelection.parse(job.filter), await readScope(context, grant), "id"),
    sql`v.id > ${job.last_video_id} and v.id <= ${job.until_video_id}`,
  );
  const { rows } = await sql<{ id: number }>`${rowsAt(list, { offset: 0, limit: PAGE })}`.execute(context.db);
  return rows.map(({ id }) => id);
}

/** Applies the action to one video and stores its result; false when the job was cancelled meanwhile. */
async function takeOne(context: Context, grant: ProjectGrant, job: Job, videoId: number): Promise<boolean> {
  const failure = await attempt(context, grant, job, videoId);
  return context.db.transaction().execute(async (tx) => {
    const counts = failure ? { failed: sql<number>`failed + 1` } : { done: sql<number>`done + 1` };
    const row = await tx
      .updateTable("bulk_jobs")
      .set({ last_video_id: videoId, ...counts })
      .where("id", "=", job.id)
      // Another run may be further ahead, after this one was marked dead.
      .where("last_video_id", "<", videoId)
      .returning("state")
      .executeTakeFirst();
    if (row && failure) {
      const video = await tx
        .selectFrom("videos")
        .select("title")
        .where("id", "=", videoId)
        .where("project_id", "=", job.project_id)
        .executeTakeFirst();
      await tx
        .insertInto("bulk_failures")
        .values({
          job_id: job.id,
          video_id: videoId,
          title: video?.title ?? "",
          code: failure.code,
          message: failure.message,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    return row?.state === "running";
  });
}

/** @returns why this video was refused; null when it was done. Unexpected errors end the run, which is then retried. */
async function attempt(context: Context, grant: ProjectGrant, job: Job, videoId: number): Promise<Refusal | null> {
  try {
    await actOn(context, grant, job.action, videoId, job.options);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

async function saveProgress({ db }: Services, job: Job): Promise<void> {
  const now = await db
    .selectFrom("bulk_jobs")
    .select(["id", "state", "total", "done", "failed"])
    .where("id", "=", job.id)
    .executeTakeFirst();
  if (now) await publish(db, projectChannel(job.project_id), BULK_PROGRESS_EVENT, now);
}

async function end(services: Services, job: Job, state: "complete" | "failed", message: string | null): Promise<void> {
  await services.db
    .updateTable("bulk_jobs")
    .set({ state, message, finished_at: services.clock.now() })
    .where("id", "=", job.id)
    .where("state", "=", "running")
    .execute();
  await saveProgress(services, job);
}
