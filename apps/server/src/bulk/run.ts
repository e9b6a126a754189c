import { holds } from "@kinora/contract/access.ts";
import { videoSelection } from "@kinora/contract/videoFilter.ts";
import { BULK_ACTIONS } from "@kinora/domain/library.ts";
import { BULK_PROGRESS_EVENT, projectChannel } from "@kinora/domain/realtime.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Context, Services } from "../context.ts";
import { callerBehind } from "../platform/acting.ts";
import { publish } from "../platform/events.ts";
import { Refusal } from "../platform/refusal.ts";
import { findGround, type ProjectGround } from "../platform/scope.ts";
import { task } from "../platform/tasks.ts";
import { selected, trashedAfter } from "../videos/selection.ts";
import { ownOnly } from "../videos/service.ts";
import { actOn } from "./actions.ts";

/** Videos looked up at once; whether whoever asked still may is asked again for each page. */
const PAGE = 50;

type Job = NonNullable<Awaited<ReturnType<typeof readRunning>>>;
/** Does a bulk action, video by video in the order of their ids. A run that dies goes on behind the last one it finished. */
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
      const caller = await callerBehind(services.db, job);
      const context: Context = { ...services, caller };
      const ground = await standing(context, job);
      if (typeof ground === "string") return end(services, job, "failed", ground);
      const ids = await nextPage(context, ground, job);
      if (ids.length === 0) return end(services, job, "complete", null);
      for (const id of ids) {
        signal.throwIfAborted();
        if (!(await takeOne(context, ground, job, id))) return;
      }
      await sayProgress(services, job);
    }
  },
  async gaveUp(services, { bulkId }, { message }) {
    const job = await readRunning(services, bulkId);
    if (job) await end(services, job, "failed", message);
  },
});

const readRunning = ({ db }: Services, id: number) =>
  db.selectFrom("bulk_jobs").selectAll().where("id", "=", id).where("state", "=", "running").executeTakeFirst();

/** What whoever asked may do in the project now, or why they may not any more. */
async function standing({ db, caller }: Context, job: Job): Promise<ProjectGround | string> {
  try {
    const ground = await findGround(db, caller, holds(BULK_ACTIONS[job.action], "project"), job.project_id);
    return ground ? { ...ground, projectId: job.project_id } : "This project is gone.";
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

async function nextPage(context: Context, ground: ProjectGround, job: Job): Promise<number[]> {
  // An array of bigints comes as texts.
  if (job.ids)
    return job.ids
      .map(Number)
      .filter((id) => id > job.last_video_id)
      .slice(0, PAGE);
  const { db, clock } = context;
  const place = {
    projectId: job.project_id,
    userId: ownOnly(context, ground),
    trashedAfter: await trashedAfter(db, job.project_id, clock.now()),
  };
  const { rows } = await sql<{ id: number }>`
    select v.id from videos v
    where ${selected(videoSelection.parse(job.filter), place)} and v.id > ${job.last_video_id} and v.id <= ${job.until_video_id}
    order by v.id limit ${PAGE}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Does one video and writes down that it is dealt with; false when the job was cancelled meanwhile. */
async function takeOne(context: Context, ground: ProjectGround, job: Job, videoId: number): Promise<boolean> {
  const failure = await attempt(context, ground, job, videoId);
  return context.db.transaction().execute(async (tx) => {
    const counts = failure ? { failed: sql<number>`failed + 1` } : { done: sql<number>`done + 1` };
    const row = await tx
      .updateTable("bulk_jobs")
      .set({ last_video_id: videoId, ...counts })
      .where("id", "=", job.id)
      // Another run may have gone further while this one was thought to be dead.
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

/** @returns why this video could not be done; null when it was. Faults of ours end the run, which is then tried again. */
async function attempt(context: Context, ground: ProjectGround, job: Job, videoId: number): Promise<Refusal | null> {
  try {
    await actOn(context, ground, job.action, videoId, job.options);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

async function sayProgress({ db }: Services, job: Job): Promise<void> {
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
  await sayProgress(services, job);
}
