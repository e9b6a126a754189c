import type { worker } from "@kinora/contract/advanced/workers.ts";
import type { Tx } from "@kinora/db/connect.ts";
import { SILENT_SECONDS, STUCK_SECONDS } from "@kinora/domain/operations/queue.ts";
import { DEFAULT_EFFORT, type EncoderEffort } from "@kinora/domain/transcoding/encoder-effort.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { notify } from "../../platform/events/events.ts";
import { auditInstallation } from "../../platform/events/record.ts";
import { WORKER_SETTINGS_NOTIFICATION } from "../../platform/jobs/worker-settings.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";
import { Refusal } from "../../platform/refusal.ts";
import { readEncoderEffort } from "../source/encoder-effort.ts";

/** The condition of a claim (`claims`) whose tools have put nothing out for too long. */
export const isStuck = sql<boolean>`(jsonb_array_length(claims.tools) > 0
  and claims.moved_at < now() - make_interval(secs => ${STUCK_SECONDS}))`;

type ListedWorker = RowOf<typeof worker>;

/** The workers that gave a sign of life lately, with the jobs they have. */
export async function listWorkers({ db }: Pick<Context, "db">): Promise<ListedWorker[]> {
  const { rows } = await sql<ListedWorker>`
    select workers.id, coalesce(workers.name, host) as name, host, pid, version, started_at, seen_at,
      settings.draining_since, coalesce(settings.slots, workers.slots) as slots, settings.slots is not null as slots_chosen,
      cpus, cpu_share, memory_used_bytes, memory_total_bytes, disk_free_bytes, disk_total_bytes, coalesce((
        select json_agg(json_build_object('id', claims.job_id, 'task', claims.queue,
          'since', to_char(claims.claimed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'stuck', ${isStuck},
          'video', case when videos.id is null then null else json_build_object('id', videos.id, 'title', videos.title) end,
          'progress', transcodes.progress) order by claims.claimed_at)
        from job_claims claims
        left join pgboss.job on job.name = claims.queue and job.id = claims.job_id
        left join transcodes on claims.queue like 'transcoding.%'
          and transcodes.id = (job.data->'payload'->>'transcodeId')::bigint
        left join videos on videos.id = transcodes.video_id
        where claims.worker_id = workers.id), '[]'::json) as jobs
    from workers left join worker_settings settings on settings.name = coalesce(workers.name, host)
    where seen_at > now() - make_interval(secs => ${SILENT_SECONDS})
    order by 2, workers.id`.execute(db);
  return rows;
}

/** What holds for the queue, and the names that are drained while no worker bears them. */
export async function readQueueSettings({ db }: Pick<Context, "db">) {
  const { rows } = await sql<{
    paused_since: Date | null;
    fair: boolean;
    effort: EncoderEffort;
  }>`select paused_since, fair, effort from transcoding_settings`.execute(db);
  const drained = await sql<{ name: string; since: Date }>`
    select name, draining_since as since from worker_settings where draining_since is not null and not exists (
      select from workers where coalesce(workers.name, host) = worker_settings.name
        and seen_at > now() - make_interval(secs => ${SILENT_SECONDS}))
    order by name`.execute(db);
  return { ...(rows[0] ?? { paused_since: null, fair: false, effort: DEFAULT_EFFORT }), drained: drained.rows };
}

/** Changes something in one transaction with its line in the audit log; workers learn of it after the commit. */
const steer = (
  context: Context,
  action: string,
  title: string,
  change: (tx: Tx) => Promise<Record<string, unknown>>,
): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    await auditInstallation(context, tx, { action, title, changes: await change(tx) });
    await notify(tx, WORKER_SETTINGS_NOTIFICATION, "");
  });

/** @throws Refusal `not_found` for a name that neither a worker nor a setting bears. */
async function findName(tx: Tx, name: string): Promise<void> {
  const { rows } = await sql`
    select from workers where coalesce(workers.name, host) = ${name}
    union all select from worker_settings where name = ${name}`.execute(tx);
  if (rows.length === 0) throw new Refusal("not_found", "There is no worker of this name.");
}

/**
 * Drains the workers of a name: they finish what they do and take nothing more, until they are resumed, whatever process
 * bears the name then. A second time changes nothing. @throws Refusal `not_found`.
 */
export const drainWorker = (context: Context, name: string): Promise<void> =>
  steer(context, "worker.drained", name, async (tx) => {
    await findName(tx, name);
    await sql`
      insert into worker_settings (name, draining_since) values (${name}, ${context.clock.now()}) on conflict (name)
      do update set draining_since = coalesce(worker_settings.draining_since, excluded.draining_since)`.execute(tx);
    return {};
  });

/** Lets the workers of a name take jobs again. @throws Refusal `not_found`. */
export const resumeWorker = (context: Context, name: string): Promise<void> =>
  steer(context, "worker.resumed", name, async (tx) => {
    await findName(tx, name);
    await tx.updateTable("worker_settings").set({ draining_since: null }).where("name", "=", name).execute();
    return {};
  });

/** How many media jobs each worker of a name runs side by side; null: as its own setting says. @throws Refusal `not_found`. */
export const setWorkerSlots = (context: Context, name: string, slots: number | null): Promise<void> =>
  steer(context, "worker.slots_changed", name, async (tx) => {
    await findName(tx, name);
    const before = await tx.selectFrom("worker_settings").select("slots").where("name", "=", name).executeTakeFirst();
    await tx
      .insertInto("worker_settings")
      .values({ name, slots })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ slots }))
      .execute();
    return { slots: [before?.slots ?? null, slots] };
  });

/** Workers begin no media job while the queue is paused; those that run are finished. A second time changes nothing. */
export const setTranscodingPaused = (context: Context, paused: boolean): Promise<void> =>
  steer(context, paused ? "transcoding.paused" : "transcoding.resumed", "Transcoding", async (tx) => {
    const since = paused ? context.clock.now() : null;
    await sql`
      update transcoding_settings set paused_since = case when ${paused} then coalesce(paused_since, ${since}) end`.execute(
      tx,
    );
    return {};
  });

/** Whether accounts take turns, rather than being served in the order of their uploads. */
export const setTranscodingFairness = (context: Context, fair: boolean): Promise<void> =>
  steer(context, "transcoding.fairness_changed", "Transcoding", async (tx) => {
    await tx.updateTable("transcoding_settings").set({ fair }).execute();
    return { fair };
  });

/** How much processor time encoders take, for transcodes that begin from then on; what was planned keeps its own. */
export const setEncoderEffort = (context: Context, effort: EncoderEffort): Promise<void> =>
  steer(context, "transcoding.effort_changed", "Transcoding", async (tx) => {
    const before = await readEncoderEffort(tx);
    await tx.updateTable("transcoding_settings").set({ effort }).execute();
    return { effort: [before, effort] };
  });
