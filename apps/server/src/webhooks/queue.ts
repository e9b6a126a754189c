import type { Tx } from "@kinora/db/connect.ts";
import {
  isAccountEvent,
  nounOf,
  reportedAs,
  subscriptionsOf,
  SUBSCRIBED_EVENTS,
} from "@kinora/domain/webhooks/events.ts";
import { sql } from "kysely";
import { notify, type DomainEvent } from "../platform/events/events.ts";
import { hasFeature } from "../platform/installation/features.ts";
import { passesFilters } from "./subjects.ts";

/** The PostgreSQL channel that makes senders look for deliveries. */
export const DELIVERIES_QUEUED = "webhook_deliveries";

/**
 * Queues an event for every webhook of its project that is subscribed to it, or of its account's projects, in the transaction that
 * emits it: the message and its id exist exactly when the event does. While webhooks are switched off for the account there is none.
 */
export async function queueDeliveries(tx: Tx, event: DomainEvent, traceParent: string | null = null): Promise<void> {
  const type = reportedAs(event.type);
  if (type === null) return;
  const ofAccount = isAccountEvent(type);
  const [projectId, accountId] = ofAccount ? [null, event.accountId] : [event.projectId, null];
  if (projectId === null && accountId === null) return;
  const change = event.type.slice(event.type.indexOf(".") + 1);
  const { rows } = await sql`
    with reached as (${ofAccount ? projectsOfAccount(accountId) : sql`select ${projectId}::bigint as id`}),
    subscribed as (
      select webhooks.id, webhooks.project_id from webhooks
      where project_id in (select id from reached) and disabled_at is null
        and events && ${sql.val(subscriptionsOf(type))}::text[]
        and ${hasFeature(sql.ref("webhooks.account_id"), "webhooks")} and ${passesFilters(event)}),
    message as (
      insert into webhook_messages (id, project_id, account_id, type, change, payload, trace_parent)
      select ${newMessageId}, ${projectId}, ${accountId}, ${type}, ${change}, ${JSON.stringify(event.payload)}::jsonb, ${traceParent}
      where exists (select from subscribed)
      returning id)
    insert into webhook_deliveries (webhook_id, message_id, project_id, type, object)
    select subscribed.id, message.id, subscribed.project_id, ${type}, ${objectOf(event)} from subscribed, message
    returning id`.execute(tx);
  if (rows.length > 0) await notify(tx, DELIVERIES_QUEUED, "");
}

/** The lock waits for a move of a project that is under way, which takes its webhooks out of the account. */
const projectsOfAccount = (accountId: number | null) => sql`
  select id from projects where account_id = ${accountId} and deleted_at is null for key share`;

/**
 * Takes events of the account from the webhooks of a project that moves to another account, in the transaction of the move: an owner of
 * the account that it leaves chose them. What they were sent of that account is deleted.
 */
export async function forgetAccountEvents(tx: Tx, { type, projectId }: DomainEvent): Promise<void> {
  if (type !== "project.moved" || projectId === null) return;
  const ofAccount = SUBSCRIBED_EVENTS.filter(isAccountEvent);
  await sql`
    update webhooks set events = array(select each from unnest(events) as each where each <> all (${ofAccount}::text[]))
    where project_id = ${projectId} and events && ${ofAccount}::text[]`.execute(tx);
  await tx
    .deleteFrom("webhook_deliveries")
    .where("project_id", "=", projectId)
    .where("type", "in", ofAccount)
    .execute();
}

/** Queues a test for one webhook, whatever it is subscribed to; returns the delivery's id. */
export async function queuePing(tx: Tx, projectId: number, webhookId: number): Promise<number> {
  const payload = JSON.stringify({ webhook_id: webhookId });
  const { rows } = await sql<{ id: number }>`
    with message as (
      insert into webhook_messages (id, project_id, type, change, payload)
      values (${newMessageId}, ${projectId}, 'ping', 'ping', ${payload}::jsonb)
      returning id)
    insert into webhook_deliveries (webhook_id, message_id, project_id, type, object)
    select ${webhookId}::bigint, id, ${projectId}::bigint, 'ping', 'ping:' || id from message
    returning id`.execute(tx);
  await notify(tx, DELIVERIES_QUEUED, "");
  const [row] = rows;
  if (!row) throw new Error("The test was not queued.");
  return row.id;
}

const newMessageId = sql`'msg_' || replace(gen_random_uuid()::text, '-', '')`;

/** Nouns whose events arrive in the order of another object's: a video is ready after its renditions and before its captions. */
const ORDERED_WITH: Readonly<Record<string, string>> = { rendition: "video", captions: "video", audio_track: "video" };

/** What an event is about, as `video:12`: the row of its noun, or the first one it names. */
function objectOf({ type, payload }: DomainEvent): string {
  const noun = nounOf(type);
  const own = `${ORDERED_WITH[noun] ?? noun}_id`;
  const name = own in payload ? own : Object.keys(payload).find((key) => key.endsWith("_id"));
  return name === undefined ? noun : `${name.slice(0, -"_id".length)}:${String(payload[name])}`;
}
