import type { webhook } from "@kinora/contract/webhooks/webhooks.ts";
import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { PersonRow } from "../platform/access/person.ts";
import type { RowOf } from "../platform/lists/row-of.ts";

export interface WebhookRow extends Omit<RowOf<typeof webhook>, "header_names" | "state" | "created_by"> {
  headers_sealed: Buffer | null;
  disabled_at: Date | null;
  creator: PersonRow | null;
}

const HALF_HOURS = 48;

/** The webhooks of a project with their attempts of 24 hours, the newest first; only the one with an id when one is given. */
export async function findWebhooks(on: Executor, projectId: number, now: Date, id: number | null = null) {
  const { rows } = await sql<WebhookRow>`
    select w.id, w.name, w.url, w.events, w.headers_sealed,
      coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id)
        from categories c where c.id = any(w.category_ids) and c.project_id = w.project_id), '[]') as categories,
      coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name, s.id)
        from streams s where s.id = any(w.stream_ids) and s.project_id = w.project_id), '[]') as streams,
      w.inbox_token is not null as inbox, w.failing_since, w.disabled_at,
      w.disabled_reason, w.created_at, w.version,
      case when w.old_secret_until > ${now} then w.old_secret_until end as old_secret_until,
      coalesce(day.attempts, 0)::bigint as attempts_24h, coalesce(day.succeeded, 0)::bigint as succeeded_24h,
      day.half_hours,
      (select json_build_object('at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'status', a.status, 'duration_ms', a.duration_ms, 'succeeded', a.succeeded)
        from webhook_attempts a where a.webhook_id = w.id order by a.at desc, a.id desc limit 1) as last_attempt,
      case when person.id is not null then json_build_object(
        'id', person.id, 'first_name', person.first_name, 'last_name', person.last_name, 'avatar_key', person.avatar_key
      ) end as creator
    from webhooks w
    left join users person on person.id = w.created_by
    cross join lateral (
      select sum(coalesce(part.attempts, 0)) as attempts, sum(coalesce(part.succeeded, 0)) as succeeded,
        json_agg(json_build_object('succeeded', coalesce(part.succeeded, 0),
          'failed', coalesce(part.attempts - part.succeeded, 0)) order by slot desc) as half_hours
      from generate_series(0, ${HALF_HOURS - 1}::int) as slot
      left join (
        select floor(extract(epoch from ${now}::timestamptz - at) / 1800)::int as ago, count(*) as attempts,
          count(*) filter (where succeeded) as succeeded
        from webhook_attempts
        where webhook_id = w.id and at > ${now}::timestamptz - interval '24 hours' and at <= ${now}
        group by 1
      ) part on part.ago = slot
    ) day
    where w.project_id = ${projectId} and (${id}::bigint is null or w.id = ${id})
    order by w.id desc`.execute(on);
  return rows;
}
