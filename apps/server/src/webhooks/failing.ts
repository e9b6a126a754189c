import type { Tx } from "@kinora/db/connect.ts";
import type { DisabledReason } from "@kinora/domain/webhooks/limits.ts";
import { sql } from "kysely";
import type { Services } from "../context.ts";
import { audit } from "../platform/events/events.ts";
import { mailDisabled } from "./disabled-mail.ts";

interface Disabled {
  id: number;
  name: string;
  project_id: number;
  account_id: number;
  disabled_reason: DisabledReason;
}

/**
 * Disables webhooks that failed since before a moment, or whose receiver answered that it is gone (410), with an event, an
 * entry in the audit log and a mail.
 * @param ids webhooks that just failed.
 * @param gone those of them that answered 410.
 */
export async function disableFailing(
  services: Services,
  tx: Tx,
  ids: readonly number[],
  gone: readonly number[],
  before: Date,
): Promise<void> {
  const { rows } = await sql<Disabled>`
    update webhooks set disabled_at = ${services.clock.now()},
      disabled_reason = case when id = any(${gone}::bigint[]) then 'gone' else 'failing' end
    where id = any(${ids}::bigint[]) and disabled_at is null
      and (failing_since <= ${before} or id = any(${gone}::bigint[]))
    returning id, name, project_id, account_id, disabled_reason`.execute(tx);
  for (const webhook of rows) await announceDisabled(services, tx, webhook);
}

async function announceDisabled(services: Services, tx: Tx, webhook: Disabled): Promise<void> {
  const place = { accountId: webhook.account_id, projectId: webhook.project_id, actor: { kind: "system" } };
  const type = "webhook.disabled";
  await services.emit(tx, { ...place, type, payload: { webhook_id: webhook.id } });
  const object = { objectType: "webhook", objectId: webhook.id, objectTitle: webhook.name };
  await audit(tx, { ...place, action: type, ...object, changes: { reason: webhook.disabled_reason } });
  await services.jobs.send(tx, mailDisabled, { webhookId: webhook.id });
}
