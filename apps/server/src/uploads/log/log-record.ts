import type { UploadStep } from "@kinora/domain/uploads/uploads.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { isBeside, readVisibleUpload } from "../rows.ts";
import { readLogEntry } from "./log.ts";

type StepRow = { at: Date; type: UploadStep; facts: Record<string, string | number | null> };

/**
 * An upload's flight recorder: its line of the log, how its bytes came, and step by step what became of them until the next
 * file of the same video arrived. Oldest first.
 * @throws Refusal `not_found` for an upload that is neither one's own nor of a project whose videos one sees.
 */
export async function readUploadRecord(context: Context, grant: ProjectGrant, uploadId: string) {
  const { db } = context;
  const row = await readVisibleUpload(db, context.caller, grant, uploadId);
  const entry = await readLogEntry(context, uploadId);
  const [received, steps] = await Promise.all([
    db.selectFrom("uploads").select(["chunks", "interruptions"]).where("id", "=", uploadId).executeTakeFirstOrThrow(),
    readSteps(context, uploadId),
  ]);
  const hash = row.sha256 ?? (isBeside(row) ? null : row.video_sha256);
  return {
    entry,
    chunks: received.chunks,
    interruptions: received.interruptions,
    sha256: row.state === "complete" ? (hash?.toString("hex") ?? null) : null,
    replaces: row.replaces,
    steps: steps.map(({ at, type, facts }) => ({ at, type, facts: describe(facts) })),
  };
}

async function readSteps({ db }: Context, uploadId: string): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    with this as (select * from uploads where id = ${uploadId}),
    until as (
      select coalesce(min(later.finished_at), 'infinity') as at from uploads later, this
      where later.video_id = this.video_id and later.id <> this.id and later.finished_at > this.finished_at)
    select step.at, step.place, step.type, step.facts from this, lateral (
      select this.created_at as at, 0 as place, 'created' as type, jsonb_build_object('address', this.source_url) as facts
      union all
      select a.created_at, 1, 'retried', '{}' from audit_log a
        where a.object_type = 'video' and a.object_id = this.video_id and a.action = 'upload.retried'
      union all
      select this.finished_at, 2, this.state, jsonb_build_object('seconds',
          round(extract(epoch from this.finished_at - this.created_at)::numeric, 1))
        where this.finished_at is not null
    ) as step
    union all
    select step.at, step.place, step.type, step.facts from this, until, transcodes t cross join lateral (values
      (3, 'queued', greatest(t.queued_at, this.finished_at), '{}'::jsonb),
      (4, 'probed', case when t.plan is not null then t.started_at end, jsonb_build_object(
        'container', coalesce(t.plan -> 'sound' ->> 'container', t.plan -> 'facts' ->> 'container'),
        'video', case when t.plan ? 'sound' then null else t.plan -> 'facts' -> 'video' ->> 'codec' end,
        'picture', case when t.plan ? 'sound' then null else (t.plan -> 'facts' -> 'video' ->> 'width') || ' × ' || (t.plan -> 'facts' -> 'video' ->> 'height') end,
        'audio', coalesce(t.plan -> 'sound' ->> 'codec', t.plan -> 'facts' -> 'audio' ->> 'codec'),
        'duration_seconds', round((t.plan -> 'facts' ->> 'durationSeconds')::numeric, 1))),
      (5, 'transcoding', t.started_at, jsonb_build_object('job', t.id, 'attempt', nullif(t.attempts, 0))),
      (6, 'playable', t.playable_at, '{}'::jsonb),
      (7, 'transcode_' || t.state, t.finished_at, jsonb_build_object(
        'renditions', (select string_agg(label, ' ' order by height) from renditions r where r.transcode_id = t.id and r.kind = 'video' and r.state = 'complete'),
        'seconds', round(extract(epoch from t.finished_at - coalesce(t.started_at, t.queued_at))::numeric, 1),
        'reason', t.failure ->> 'message'))) as step(place, type, at, facts)
    where t.video_id = this.video_id and this.finished_at is not null and step.at is not null
      and t.queued_at >= this.finished_at - interval '1 second' and t.queued_at < until.at - interval '1 second'
    order by at, place limit ${STEPS}`.execute(db);
  return rows;
}

const STEPS = 200;

const describe = (facts: StepRow["facts"]) =>
  Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [{ name, value: String(value) }]));
