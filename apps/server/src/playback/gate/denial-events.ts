import type { Tx } from "@kinora/db/connect.ts";
import type { Reason } from "@kinora/domain/restrictions/reasons.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";

const EVERY_MINUTES = 10;
/** Events that one writing of records emits; the others follow when their items are refused again. */
const AT_ONCE = 100;

interface Denial {
  item: { kind: "video" | "stream" | "playlist"; id: number; projectId: number };
  profileId: number;
  reason: Reason;
}

/**
 * Emits `playback.denied` for the items that were refused, in the transaction that stores the refusals: one event in ten
 * minutes for an item and a reason, whichever edges refused.
 */
export async function emitDenials(
  { clock, emit }: Pick<Services, "clock" | "emit">,
  tx: Tx,
  denials: readonly Denial[],
): Promise<void> {
  const byKey = new Map(denials.map((denial) => [keyOf(denial), denial]));
  // In one order, so that two edges do not wait for each other's rows.
  const some = [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).slice(0, AT_ONCE);
  const { rows } = await sql<{ project_id: number; account_id: number; kind: string; id: number; reason: string }>`
    insert into playback_denial_events as known (project_id, item_kind, item_id, reason, emitted_at)
    select project_id, kind, id, reason, ${clock.now()}::timestamptz
    from unnest(${some.map(([, { item }]) => item.projectId)}::bigint[], ${some.map(([, { item }]) => item.kind)}::text[],
      ${some.map(([, { item }]) => item.id)}::bigint[], ${some.map(([, { reason }]) => reason)}::text[])
      as refused (project_id, kind, id, reason)
    on conflict (project_id, item_kind, item_id, reason) do update set emitted_at = excluded.emitted_at
      where known.emitted_at <= excluded.emitted_at - make_interval(mins => ${EVERY_MINUTES})
    returning project_id, item_kind as kind, item_id as id, reason,
      (select account_id from projects where projects.id = known.project_id) as account_id`.execute(tx);
  for (const { project_id: projectId, account_id: accountId, kind, id, reason } of rows) {
    const denial = byKey.get(JSON.stringify([projectId, kind, id, reason]));
    await emit(tx, {
      type: "playback.denied",
      accountId,
      projectId,
      payload: { [`${kind}_id`]: id, restriction_id: denial?.profileId ?? null, reason },
      actor: { kind: "system" },
    });
  }
}

const keyOf = ({ item, reason }: Denial): string => JSON.stringify([item.projectId, item.kind, item.id, reason]);
