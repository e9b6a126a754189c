import type { Database } from "@kinora/db/connect.ts";
import { HOLDING_FAILURES } from "@kinora/domain/webhooks/retries.ts";
import { sql } from "kysely";
import type { Message } from "./body.ts";

/** The class of the advisory locks by which senders prove that they are alive. */
export const SENDER_LOCK = 7_302;
/** Requests of one sender to one webhook side by side; one while the webhook fails. */
const PER_WEBHOOK = 8;

/** A delivery that this sender has claimed. */
export interface Claim {
  id: number;
  webhookId: number;
  url: string;
  /** Whether it goes to an inbox on this installation, which may be a private address. */
  isInbox: boolean;
  failures: number;
  /** When it was due, as the database has it: another moment than then says that a person queued it again meanwhile. */
  dueAt: string;
  secretSealed: Buffer;
  oldSecretSealed: Buffer | null;
  headersSealed: Buffer | null;
  /** `traceparent` of the work whose event it is; null where that was not traced. */
  traceParent: string | null;
  message: Message;
}

interface ClaimRow extends Omit<Message, "id"> {
  id: number;
  webhook_id: number;
  message_id: string;
  url: string;
  is_inbox: boolean;
  failures: number;
  due_at: string;
  secret_sealed: Buffer;
  old_secret_sealed: Buffer | null;
  headers_sealed: Buffer | null;
  trace_parent: string | null;
}

/**
 * Claims deliveries that are due, up to `room`, taking turns between webhooks. Of one object a webhook gets one event after
 * the other, unless an earlier one failed several times.
 * @param busy requests under way by the id of their webhook.
 */
export async function claimDue(
  db: Database,
  sender: number,
  now: Date,
  room: number,
  busy: ReadonlyMap<number, number>,
): Promise<Claim[]> {
  const { rows } = await sql<ClaimRow>`
    with ready as (
      select due.id, due.next_at, row_number() over (partition by w.id order by due.next_at, due.id) as turn
      from webhooks w
      join projects p on p.id = w.project_id and p.deleted_at is null
      cross join lateral (
        select d.id, d.next_at from webhook_deliveries d
        where d.webhook_id = w.id and d.state = 'pending' and d.claimed_by is null and d.next_at <= ${now}
          and not exists (
            select from webhook_deliveries earlier
            where earlier.webhook_id = d.webhook_id and earlier.object = d.object and earlier.state = 'pending'
              and earlier.id < d.id and earlier.failures < ${HOLDING_FAILURES})
        order by d.next_at, d.id
        limit greatest(0, case when w.failing_since is null then ${PER_WEBHOOK}::int else 1 end
          - coalesce((${JSON.stringify(Object.fromEntries(busy))}::jsonb ->> w.id::text)::int, 0))
      ) due
      where w.disabled_at is null),
    claimed as (
      update webhook_deliveries d set claimed_by = ${sender}
      where d.id in (select id from ready order by turn, next_at limit ${room})
        and d.claimed_by is null and d.state = 'pending'
      returning d.id, d.webhook_id, d.message_id, d.failures, d.next_at::text as due_at)
    select claimed.*, w.url, w.inbox_token is not null as is_inbox, w.secret_sealed, w.headers_sealed,
      case when w.old_secret_until > ${now} then w.old_secret_sealed end as old_secret_sealed,
      m.project_id, m.account_id, m.type, m.change, m.payload, m.body, m.created_at, m.trace_parent
    from claimed join webhooks w on w.id = claimed.webhook_id join webhook_messages m on m.id = claimed.message_id
    order by claimed.id`.execute(db);
  return rows.map(claimOf);
}

const claimOf = ({
  id,
  webhook_id,
  message_id,
  url,
  is_inbox,
  failures,
  due_at,
  secret_sealed,
  old_secret_sealed,
  headers_sealed,
  trace_parent,
  ...message
}: ClaimRow) => ({
  id,
  webhookId: webhook_id,
  url,
  isInbox: is_inbox,
  failures,
  dueAt: due_at,
  secretSealed: secret_sealed,
  oldSecretSealed: old_secret_sealed,
  headersSealed: headers_sealed,
  traceParent: trace_parent,
  message: { id: message_id, ...message },
});

/**
 * Frees what senders claimed that are not alive any more, and what this sender claimed but is not sending: it is sent again,
 * under the same id.
 */
export async function freeClaims(db: Database, sender: number, sending: readonly number[]): Promise<void> {
  await sql`
    update webhook_deliveries set claimed_by = null where id in (
      select id from webhook_deliveries
      where claimed_by is not null and not (claimed_by = ${sender} and id = any(${sending}::bigint[]))
        and (claimed_by = ${sender} or claimed_by not in (
          select objid::bigint from pg_locks
          where locktype = 'advisory' and classid = ${SENDER_LOCK} and objsubid = 2 and granted
            and database = (select oid from pg_database where datname = current_database())))
      order by id for update skip locked)`.execute(db);
}
