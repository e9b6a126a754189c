import type { Tx } from "@kinora/db/connect.ts";
import { FAILING_DAYS, parseRetryAfter, retryWaitSeconds } from "@kinora/domain/webhooks/retries.ts";
import { sql } from "kysely";
import type { Services } from "../context.ts";
import type { Claim } from "./claims.ts";
import { disableFailing } from "./failing.ts";
import type { Answer } from "./request.ts";

const GONE = 410;

/** A request that ended, with its answer. */
export interface Result {
  claim: Claim;
  answer: Answer;
  requestHeaders: Record<string, string>;
  at: Date;
  durationMs: number;
}

/** The status decides, also when the rest of the answer did not arrive. */
const succeeded = ({ answer: { status } }: Result): boolean => status !== null && status >= 200 && status < 300;

/**
 * Stores how requests ended, all in one transaction: the attempts, what is sent again and when, and which webhooks fail.
 * Deliveries that another sender has by now, or that were deleted, are left alone; one that a person queued again meanwhile stays
 * queued.
 * @param random from 0 to 1, without 1: spreads the retries.
 */
export async function storeResults(
  services: Services,
  sender: number,
  results: readonly Result[],
  random: () => number = Math.random,
): Promise<void> {
  const rows = results.map((result) => rowOf(services, result, random));
  await services.db.transaction().execute(async (tx) => {
    // Webhooks are locked before their deliveries, as when they are changed.
    await noteHealth(services, tx, results);
    await sql`
      with result as (${resultRows(rows)}),
      attempt as (
        insert into webhook_attempts (delivery_id, webhook_id, project_id, at, duration_ms, succeeded, status, error, url,
          request_headers, response_headers, response_body)
        select d.id, d.webhook_id, d.project_id, r.at, r.duration_ms, r.state = 'delivered', r.status, r.error, r.url,
          r.request_headers, r.response_headers, r.response_body
        from result r join webhook_deliveries d on d.id = r.id
        order by d.id)
      update webhook_deliveries d
      set claimed_by = null, attempts = d.attempts + 1,
        state = case when ${isAsClaimed} then r.state else d.state end,
        failures = case when ${isAsClaimed} then r.failures else d.failures end,
        next_at = case when ${isAsClaimed} then coalesce(r.next_at, d.next_at) else d.next_at end, status = r.status, duration_ms = r.duration_ms, attempted_at = r.at
      from result r where d.id = r.id and d.claimed_by = ${sender}`.execute(tx);
  });
}

/** Whether nobody queued a delivery again since it was claimed (`resendDelivery`). */
const isAsClaimed = sql<boolean>`d.next_at = r.due_at`;

type ResultRow = ReturnType<typeof rowOf>;

function rowOf({ clock }: Services, result: Result, random: () => number) {
  const { claim, answer, at, durationMs, requestHeaders } = result;
  const isDone = succeeded(result);
  const failures = isDone ? claim.failures : claim.failures + 1;
  const now = clock.now();
  const wait = isDone
    ? null
    : retryWaitSeconds(failures, random(), parseRetryAfter(answer.headers["retry-after"], now));
  return {
    id: claim.id,
    due_at: claim.dueAt,
    state: isDone ? "delivered" : wait === null ? "failed" : "pending",
    failures,
    next_at: wait === null ? null : new Date(now.getTime() + wait * 1_000),
    at,
    duration_ms: durationMs,
    status: answer.status,
    error: answer.error,
    url: claim.url,
    request_headers: requestHeaders,
    response_headers: answer.headers,
    response_body: answer.body,
  };
}

const resultRows = (rows: readonly ResultRow[]) => sql`
  select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
    id bigint, due_at timestamptz, state text, failures int, next_at timestamptz, at timestamptz, duration_ms int, status int, error text,
    url text, request_headers jsonb, response_headers jsonb, response_body text)`;

/** Notes since when webhooks fail, or that they work again, and disables those that failed for days or are gone. */
async function noteHealth(services: Services, tx: Tx, results: readonly Result[]): Promise<void> {
  const now = services.clock.now();
  const working = new Set(results.filter(succeeded).map(({ claim }) => claim.webhookId));
  const failing = results.filter((result) => !succeeded(result) && !working.has(result.claim.webhookId));
  if (working.size > 0)
    await sql`
      update webhooks set failing_since = null where id in (
        select id from webhooks where id = any(${[...working]}) and failing_since is not null order by id for no key update
      )`.execute(tx);
  const ids = [...new Set(failing.map(({ claim }) => claim.webhookId))];
  if (ids.length === 0) return;
  await sql`
    update webhooks set failing_since = ${now} where id in (
      select id from webhooks where id = any(${ids}) and failing_since is null order by id for no key update)`.execute(
    tx,
  );
  const gone = failing.filter(({ answer }) => answer.status === GONE).map(({ claim }) => claim.webhookId);
  await disableFailing(services, tx, ids, gone, new Date(now.getTime() - FAILING_DAYS * 86_400_000));
}
