import type { activityEntry } from "@kinora/contract/videos/activity.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";
import { requireVideo } from "../video-changes.ts";

export type ActivityEntry = RowOf<typeof activityEntry>;

interface Row {
  micros: number;
  key: string;
  at: Date;
  source: ActivityEntry["source"];
  type: string;
  actor: string | null;
  facts: Record<string, unknown> | null;
}

/** Events that say again, moments later, what an upload or a step of a transcode says. */
const REPEATED = [
  "video.uploaded",
  "video.queued",
  "video.processing",
  "video.playable",
  "video.ready",
  "video.failed",
];

/**
 * A video's history, newest first: actions of people (the audit log), events of the platform, its uploads and every step of
 * its transcodes. `before` is the cursor of the last entry seen.
 * @throws Refusal `not_found`
 */
export async function listActivity(
  { db }: Context,
  grant: ProjectGrant,
  videoId: number,
  { before, per_page }: { before?: string | undefined; per_page: number },
) {
  await requireVideo(db, grant, videoId);
  const [micros, key] = before
    ? [before.slice(0, before.indexOf(".")), before.slice(before.indexOf(".") + 1)]
    : [null, ""];
  const { rows } = await sql<Row>`
    with entries as (
      select created_at as at, 'audit' as source, 'a' || lpad(id::text, 18, '0') as key, action as type, actor, changes as facts
        from audit_log where object_type = 'video' and object_id = ${videoId}
      union all
      select created_at, 'event', 'e' || lpad(id::text, 18, '0'), type, actor, payload - 'video_id'
        from events where payload ? 'video_id' and (payload ->> 'video_id')::bigint = ${videoId} and actor ->> 'kind' = 'system'
          and type <> all(${REPEATED}::text[])
      union all
      select step.at, 'upload', 'u' || u.id || ':' || step.name, 'upload.' || step.name,
          case when u.user_id is not null then jsonb_build_object('kind', 'user', 'user_id', u.user_id)
               when u.api_key_id is not null then jsonb_build_object('kind', 'api_key', 'api_key_id', u.api_key_id)
               when u.upload_token_id is not null then jsonb_build_object('kind', 'upload_token', 'upload_token_id', u.upload_token_id) end,
          case step.name when 'started' then jsonb_build_object('file_name', u.file_name, 'size_bytes', u.size_bytes)
            else jsonb_strip_nulls(jsonb_build_object('received_bytes', u.offset_bytes, 'sha256', encode(u.sha256, 'hex'),
              'seconds', round(extract(epoch from u.finished_at - u.created_at)))) end
        from uploads u cross join lateral (values ('started', u.created_at), (u.state, u.finished_at)) as step(name, at)
        where u.video_id = ${videoId} and step.at is not null
      union all
      select step.at, 'transcode', 't' || lpad(t.id::text, 18, '0') || ':' || step.place, 'transcode.' || step.name, null,
          jsonb_strip_nulls(jsonb_build_object('version', t.version, 'attempt', nullif(t.attempts, 0),
            'source', case step.place when 1 then case when t.plan ? 'sound' then concat_ws(' ', t.plan -> 'sound' ->> 'container', t.plan -> 'sound' ->> 'codec')
              else concat_ws(' ', t.plan -> 'facts' ->> 'container', t.plan -> 'facts' -> 'video' ->> 'codec',
              t.plan -> 'facts' -> 'video' ->> 'width', t.plan -> 'facts' -> 'video' ->> 'height') end end,
            'renditions', case when step.place = 3 then (select string_agg(label, ' ' order by height) from renditions r where r.transcode_id = t.id and r.kind = 'video') end,
            'seconds', case when step.place = 3 then round(extract(epoch from t.finished_at - coalesce(t.started_at, t.queued_at))) end,
            'reason', case when step.place = 3 then t.failure ->> 'message' end))
        from transcodes t cross join lateral (values (0, 'queued', t.queued_at), (1, 'running', t.started_at),
          (2, 'playable', t.playable_at), (3, t.state, t.finished_at)) as step(place, name, at)
        where t.video_id = ${videoId} and step.at is not null
    ), numbered as (select *, (extract(epoch from at) * 1000000)::bigint as micros from entries)
    select n.micros, n.key, n.at, n.source, n.type, n.facts,
      case n.actor ->> 'kind'
        when 'user' then coalesce((select nullif(trim(first_name || ' ' || last_name), '') from users where id = (n.actor ->> 'user_id')::bigint),
          (select email from users where id = (n.actor ->> 'user_id')::bigint), 'A former member')
        when 'api_key' then coalesce((select 'API key ' || name from api_keys where id = (n.actor ->> 'api_key_id')::bigint), 'API key')
        when 'upload_token' then coalesce((select 'Upload token ' || name from upload_tokens where id = (n.actor ->> 'upload_token_id')::bigint), 'Upload token')
      end as actor
    from numbered n
    where ${micros === null ? sql`true` : sql`(n.micros, n.key) < (${micros}::bigint, ${key})`}
    order by n.micros desc, n.key desc limit ${per_page + 1}`.execute(db);
  const data = rows.slice(0, per_page).map((row): ActivityEntry => {
    const { at, source, type, actor } = row;
    return { cursor: `${row.micros}.${row.key}`, at, source, type, actor, facts: readFacts(row.facts ?? {}) };
  });
  return { data, more: rows.length > per_page };
}

/** Formats details for people: a change is its old and its new value. */
function readFacts(facts: Record<string, unknown>): { name: string; value: string }[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    const text = readFact(value);
    return text === "" ? [] : [{ name, value: text.slice(0, 300) }];
  });
}

function readFact(value: unknown, between = " → "): string {
  if (value === null || value === undefined) return "";
  // A value that changes can be a list itself, such as tags.
  if (Array.isArray(value)) return value.map((part) => readFact(part, ", ") || "none").join(between);
  return typeof value === "string" ? value : JSON.stringify(value);
}
