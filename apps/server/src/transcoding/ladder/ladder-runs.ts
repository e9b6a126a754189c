import type { Executor, Tx } from "@kinora/db/connect.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { sql } from "kysely";
import type { Context, Services } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { requireMinutes } from "../../platform/access/plan-encoding.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { violatedIndex } from "../../platform/database/unique-violation.ts";
import { audit, publish } from "../../platform/events/events.ts";
import type { Chore } from "../../platform/jobs/chores.ts";
import { Refusal } from "../../platform/refusal.ts";
import { queueTranscode } from "../queue.ts";

const COLUMNS = ["id", "state", "total", "done", "failed", "skipped", "created_at", "finished_at"] as const;

/** Videos of one run that are queued or transcoded at the same time: new uploads never wait behind more than these. */
const UNDER_WAY = 4;
/** Lower than every upload's priority, which is 0. */
const PRIORITY = -10;
const RUNS_AT_ONCE = 100;
/** Batch size for skipping videos that cannot be transcoded. */
const PAGE = 200;

/** The newest run of a project's ladder over existing videos, or null. */
export async function newestRun(on: Executor, projectId: number) {
  const row = await on
    .selectFrom("ladder_runs")
    .select(COLUMNS)
    .where("project_id", "=", projectId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Starts transcoding a project's finished videos with its ladder. @throws Refusal `conflict` while a run is active or without a video. */
export async function applyLadder(context: Context, grant: ProjectGrant) {
  const { accountId, projectId } = grant;
  const actor = actorOf(context.caller);
  try {
    return await context.db.transaction().execute(async (tx) => {
      const { total, until } = await finishedVideos(tx, projectId);
      if (total === 0) throw new Refusal("conflict", "There is no finished video to transcode again.");
      await requireMinutes(tx, accountId, context.clock.now());
      const run = await tx
        .insertInto("ladder_runs")
        .values({
          project_id: projectId,
          account_id: accountId,
          total,
          until_video_id: until,
          actor: JSON.stringify(actor),
        })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
      await audit(tx, {
        accountId,
        projectId,
        actor,
        action: "project.ladder_apply",
        objectType: "project",
        objectId: projectId,
        objectTitle: "",
        changes: { videos: total },
      });
      return run;
    });
  } catch (error) {
    if (violatedIndex(error) === null) throw error;
    throw new Refusal("conflict", "The videos are already being transcoded again.");
  }
}

/** How many finished videos a project has, from the counts of its list, and the newest one's id. */
async function finishedVideos(tx: Tx, projectId: number): Promise<{ total: number; until: number }> {
  const { rows } = await sql<{ total: number; until: number }>`
    select coalesce((select sum(rows) from video_buckets where project_id = ${projectId} and list = 'completed' and width_bits = 16), 0)::bigint as total,
      coalesce((select id from videos where project_id = ${projectId} and list = 'completed' and deleted_at is null order by id desc limit 1), 0) as until`.execute(
    tx,
  );
  return rows[0] ?? { total: 0, until: 0 };
}

/** Stops a project's run; running transcodes finish. Returns the newest run. */
export async function cancelLadderRun(context: Context, grant: ProjectGrant) {
  const { accountId, projectId } = grant;
  await context.db.transaction().execute(async (tx) => {
    const run = await tx
      .updateTable("ladder_runs")
      .set({ state: "cancelled", finished_at: context.clock.now() })
      .where("project_id", "=", projectId)
      .where("state", "=", "running")
      .returning("id")
      .executeTakeFirst();
    if (!run) return;
    const actor = actorOf(context.caller);
    await audit(tx, {
      accountId,
      projectId,
      actor,
      action: "project.ladder_cancel",
      objectType: "project",
      objectId: projectId,
      objectTitle: "",
    });
  });
  return newestRun(context.db, projectId);
}

/** Counts the results of a run's transcodes and enqueues the next ones. */
export const continueLadderRuns: Chore = {
  name: "transcoding.continue_ladder_runs",
  does: "Queues the next videos of a project that gets other resolutions.",
  everySeconds: 3,
  async run(services) {
    const runs = await services.db
      .selectFrom("ladder_runs")
      .select("id")
      .where("state", "=", "running")
      .orderBy("id")
      .limit(RUNS_AT_ONCE)
      .execute();
    for (const { id } of runs) await continueRun(services, id);
  },
};

/** One step of one run, in one transaction. */
async function continueRun(services: Services, runId: number): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const run = await tx
      .selectFrom("ladder_runs")
      .selectAll()
      .where("id", "=", runId)
      .where("state", "=", "running")
      .forUpdate()
      .executeTakeFirst();
    if (!run) return;
    const ended = await countEnded(tx, runId);
    const underWay = await tx
      .selectFrom("ladder_run_transcodes")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("run_id", "=", runId)
      .executeTakeFirstOrThrow();
    const sent = await sendNext(services, tx, run, UNDER_WAY - underWay.count);
    const over = sent.exhausted && underWay.count + sent.queued === 0;
    await tx
      .updateTable("ladder_runs")
      .set({
        done: run.done + ended.done,
        failed: run.failed + ended.failed,
        skipped: run.skipped + ended.skipped + sent.skipped,
        last_video_id: sent.lastVideoId,
        ...(over ? { state: "complete", finished_at: services.clock.now() } : {}),
      })
      .where("id", "=", runId)
      .execute();
  });
}

/** Removes the transcodes that ended, or whose video was deleted, and returns their results. */
async function countEnded(tx: Tx, runId: number) {
  const { rows } = await sql<{ state: string; alive: boolean }>`
    delete from ladder_run_transcodes using transcodes, videos
    where ladder_run_transcodes.run_id = ${runId} and transcodes.id = ladder_run_transcodes.transcode_id
      and videos.id = transcodes.video_id
      and (transcodes.state in ('complete', 'failed', 'cancelled') or videos.deleted_at is not null)
    returning transcodes.state, videos.deleted_at is null as alive`.execute(tx);
  const count = (states: readonly string[]) =>
    rows.filter(({ state, alive }) => alive && states.includes(state)).length;
  return {
    done: count(["complete"]),
    failed: count(["failed"]),
    skipped: rows.filter(({ alive, state }) => !alive || state === "cancelled").length,
  };
}

interface Run {
  id: number;
  project_id: number;
  last_video_id: number;
  until_video_id: number;
}

/** Enqueues up to `free` of the run's next videos; videos without an original are skipped. */
async function sendNext(services: Services, tx: Tx, run: Run, free: number) {
  const result = { queued: 0, skipped: 0, lastVideoId: run.last_video_id, exhausted: false };
  if (free <= 0) return result;
  const videos = await tx
    .selectFrom("videos")
    .select(["id", "project_id", "account_id", "source_key"])
    .where("project_id", "=", run.project_id)
    .where("list", "=", "completed")
    .where("deleted_at", "is", null)
    .where("id", ">", run.last_video_id)
    .where("id", "<=", run.until_video_id)
    .orderBy("id")
    .limit(PAGE)
    .forUpdate()
    .execute();
  for (const video of videos) {
    if (result.queued === free) return result;
    result.lastVideoId = video.id;
    if (!video.source_key) {
      result.skipped += 1;
      continue;
    }
    const transcodeId = await queueTranscode(services, tx, video, { priority: PRIORITY });
    await tx.insertInto("ladder_run_transcodes").values({ transcode_id: transcodeId, run_id: run.id }).execute();
    await tx
      .updateTable("videos")
      .set({ status: "in_queue", failure: null, ladder_preset: null, updated_at: services.clock.now() })
      .where("id", "=", video.id)
      .execute();
    await publish(tx, projectChannel(run.project_id), VIDEO_CHANGED_EVENT, { id: video.id });
    result.queued += 1;
  }
  return { ...result, exhausted: videos.length < PAGE };
}
