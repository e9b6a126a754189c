import type { liveHost } from "@kinora/contract/advanced/live-hosts.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { auditInstallation } from "../../platform/events/record.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";
import { Refusal } from "../../platform/refusal.ts";
import { HOST_SECONDS, setDraining } from "./placement.ts";

/** A live host that has been away for longer is not listed: its machine has another name, or is no more. */
const LISTED_DAYS = 7;
const LISTED_MAX = 500;

type ListedHost = RowOf<typeof liveHost>;

/** The live hosts of this installation by name, also those that are down for up to a week: at most 500. */
export async function listLiveHosts({ db }: Pick<Context, "db">): Promise<ListedHost[]> {
  const { rows } = await sql<ListedHost>`
    select h.host as name, h.url, h.seen_at, h.ladders, h.ladders_used,
      case when h.seen_at <= now() - make_interval(secs => ${HOST_SECONDS}) then 'away'
        when h.draining then 'drained' else 'in_service' end as state,
      count(s.id)::int as streams, count(s.id) filter (where s.ingest in ('connecting', 'receiving'))::int as published
    from stream_hosts h left join streams s on s.host = h.host and (s.ingest <> 'none' or s.on_air <> 'nothing')
    where h.seen_at > now() - make_interval(days => ${LISTED_DAYS})
    group by h.host order by h.host limit ${LISTED_MAX}`.execute(db);
  return rows;
}

/** Takes a live host out of service, or back, with a line in the audit log if that changes anything. @throws Refusal `not_found`. */
const steer = (context: Context, host: string, action: string, draining: boolean): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const result = await setDraining({ db: tx }, host, draining);
    if (result === "unknown") throw new Refusal("not_found", "There is no live host of this name.");
    if (result === "unchanged") return;
    await auditInstallation(context, tx, { action, title: host, changes: {} });
  });

/**
 * Takes a live host out of service: others take over what it has without a publisher, and it hands publishers over that reach it.
 * It is in service again when it starts. A second time changes nothing. @throws Refusal `not_found`.
 */
export const drainLiveHost = (context: Context, host: string): Promise<void> =>
  steer(context, host, "live_host.drained", true);

/** Puts a drained live host into service again; one in service stays as it is. @throws Refusal `not_found`. */
export const resumeLiveHost = (context: Context, host: string): Promise<void> =>
  steer(context, host, "live_host.resumed", false);
