import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { sumDeliveries } from "../sums/delivery-sums.ts";

/** What was delivered, to where. */
export interface Delivered {
  item: { kind: "video" | "stream"; id: number; projectId: number };
  kind: string;
  height: number;
  host: string;
  /** Public id; empty where it is not known. */
  player: string;
  country: string;
}

/** Sums of one hour. */
export interface DeliverySums extends Delivered {
  hour: Date;
  requests: number;
  bytes: number;
  /** Requests that a cache answered. */
  cached: number;
}

/** Adds to the sums of hours and days, in the caller's transaction. Rows are written in one order everywhere, so that two edges never wait for each other's rows. */
export async function addDeliveries(db: Database, sums: readonly DeliverySums[]): Promise<void> {
  const rows = sums.map(({ item, ...counted }) => ({
    ...counted,
    project_id: item.projectId,
    item_kind: item.kind,
    item_id: item.id,
  }));
  const sent = sql`
    select r.project_id, r.hour, r.item_kind, r.item_id, r.kind, r.height, coalesce(l.id, 0) as player_id, r.host, r.country,
      r.requests, r.bytes, r.cached
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (hour timestamptz, project_id bigint, item_kind text,
      item_id bigint, kind text, height integer, player text, host text, country text, requests bigint, bytes bigint, cached bigint)
    join projects p on p.id = r.project_id
    left join players l on l.hash = r.player and l.project_id = r.project_id`;
  await sql`
    insert into delivery_hours as d (project_id, hour, item_kind, item_id, kind, height, player_id, host, country,
      requests, bytes, cached)
    select project_id, hour, item_kind, item_id, kind, height, player_id, host, country, sum(requests), sum(bytes), sum(cached)
    from (${sent}) as s
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by 1, 2, 3, 4, 5, 6, 7, 8, 9
    on conflict (project_id, hour, item_kind, item_id, kind, height, player_id, host, country)
      do update set requests = d.requests + excluded.requests, bytes = d.bytes + excluded.bytes,
        cached = d.cached + excluded.cached`.execute(db);
  await sumDeliveries(sent).execute(db);
}
