import type { delivery } from "@kinora/contract/webhooks/deliveries.ts";
import type { Executor } from "@kinora/db/connect.ts";
import { RESENT_MAX } from "@kinora/domain/webhooks/limits.ts";
import { sql, type SqlBool } from "kysely";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { notify } from "../platform/events/events.ts";
import type { InputOf } from "../platform/http/input-of.ts";
import { requireFeature } from "../platform/installation/features.ts";
import { among, within } from "../platform/lists/list-filter.ts";
import type { Condition } from "../platform/lists/list-page.ts";
import { readLongPage } from "../platform/lists/read-page.ts";
import type { RowOf } from "../platform/lists/row-of.ts";
import { change } from "../platform/nouns/change.ts";
import { readRow } from "../platform/nouns/noun.ts";
import { Refusal } from "../platform/refusal.ts";
import { DELIVERIES_QUEUED } from "./queue.ts";
import { WEBHOOK } from "./service.ts";

type DeliveryQuery = InputOf<"webhooks", "listDeliveries">;

type DeliveryRow = RowOf<typeof delivery>;

const COLUMNS = sql.raw(
  `id, message_id, type, object, state, attempts, status, duration_ms, attempted_at,
    case when state = 'pending' then next_at end as next_at, created_at`,
);

const missingDelivery = () => new Refusal("not_found", "This delivery does not exist or was deleted after 30 days.");

/** One page of a webhook's deliveries, newest first; counted and paged up to 1,000 rows. @throws Refusal `not_found`. */
export async function listDeliveries(context: Context, grant: ProjectGrant, webhookId: number, query: DeliveryQuery) {
  await readRow(context.db, WEBHOOK, grant, webhookId);
  const where: Condition[] = [sql<SqlBool>`webhook_id = ${webhookId}`, ...within(sql`created_at`, query)];
  if (query.state?.length) where.push(among("state", query.state));
  if (query.type?.length) where.push(among("type", query.type));
  if (query.object) where.push(sql<SqlBool>`object = ${query.object}`);
  const list = {
    sources: [{ from: sql`webhook_deliveries`, where }],
    key: "id",
    id: "id",
    order: "key desc, id desc",
  } as const;
  return readLongPage(context, list, query, readDeliveries);
}

async function readDeliveries(tx: Executor, ids: readonly string[]): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${COLUMNS} from webhook_deliveries where id = any(${ids}::bigint[]) order by id desc`.execute(tx);
  return rows;
}

/** A delivery with its body and its attempts, the last one first. @throws Refusal `not_found`. */
export async function readDelivery(context: Context, grant: ProjectGrant, webhookId: number, id: number) {
  await readRow(context.db, WEBHOOK, grant, webhookId);
  const [row] = await readDeliveries(context.db, [String(id)]);
  const found = await context.db
    .selectFrom("webhook_deliveries")
    .innerJoin("webhook_messages", "webhook_messages.id", "webhook_deliveries.message_id")
    .select("webhook_messages.body")
    .where("webhook_deliveries.id", "=", id)
    .where("webhook_deliveries.webhook_id", "=", webhookId)
    .executeTakeFirst();
  if (!row || !found) throw missingDelivery();
  const attempts = await context.db
    .selectFrom("webhook_attempts")
    .select(["id", "at", "duration_ms", "succeeded", "status", "error", "url"])
    .select(["request_headers", "response_headers", "response_body"])
    .where("delivery_id", "=", id)
    .orderBy("id", "desc")
    .execute();
  return { ...row, body: found.body, attempts_made: attempts };
}

/** Queues a delivery again, with its id and from the first attempt on, also while an attempt is under way. @throws Refusal `not_found`, `conflict` while the webhook is disabled. */
export async function resendDelivery(
  context: Context,
  grant: ProjectGrant,
  webhookId: number,
  id: number,
): Promise<void> {
  const now = sql`${context.clock.now()}::timestamptz`;
  await requireFeature(context, grant.accountId, "webhooks");
  await change(context, WEBHOOK, grant, { id: webhookId }, async (webhook, tx) => {
    if (webhook.disabled_at !== null) throw new Refusal("conflict", "Enable the webhook first.");
    const { numUpdatedRows } = await tx
      .updateTable("webhook_deliveries")
      .set({
        state: "pending",
        failures: 0,
        // Of one that is being sent, it says to `storeResults` that it is sent again whatever comes of it.
        next_at: sql<Date>`case when claimed_by is null then ${now}
          else greatest(${now}, next_at + interval '1 microsecond') end`,
      })
      .where("id", "=", id)
      .where("webhook_id", "=", webhookId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw missingDelivery();
    await notify(tx, DELIVERIES_QUEUED, "");
    return { action: "resent", changes: { delivery_id: id } };
  });
}

/**
 * Queues what failed in a range again, the oldest `RESENT_MAX` at most; returns how many.
 * @throws Refusal `not_found`, `conflict` while the webhook is disabled.
 */
export async function resendFailed(
  context: Context,
  grant: ProjectGrant,
  webhookId: number,
  range: Pick<DeliveryQuery, "from" | "to">,
): Promise<number> {
  let count = 0;
  await requireFeature(context, grant.accountId, "webhooks");
  await change(context, WEBHOOK, grant, { id: webhookId }, async (webhook, tx) => {
    if (webhook.disabled_at !== null) throw new Refusal("conflict", "Enable the webhook first.");
    const conditions = within(sql`created_at`, range).map((condition) => sql`and ${condition}`);
    const { numAffectedRows } = await sql`
      update webhook_deliveries set state = 'pending', failures = 0, next_at = ${context.clock.now()}
      where id in (
        select id from webhook_deliveries
        where webhook_id = ${webhookId} and state = 'failed' ${sql.join(conditions, sql` `)}
        order by id limit ${RESENT_MAX})`.execute(tx);
    count = Number(numAffectedRows ?? 0);
    if (count === 0) return null;
    await notify(tx, DELIVERIES_QUEUED, "");
    return { action: "resent", changes: { count, ...range } };
  });
  return count;
}
