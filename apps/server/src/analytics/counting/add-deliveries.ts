import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";

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

/** Adds to the sums of hours. Rows are written in one order everywhere, so that two edges never wait for each other's rows. */
export async function addDeliveries(db: Database, sums: readonly DeliverySums[]): Promise<void> {
  const rows = sums.map(({ item, ...counted }) => ({
    ...counted,
    project_id: item.projectId,
    item_kind: item.kind,
    item_id: item.id,
  }));
  await sql`
    insert into delivery_hours as d (hour, project_id, item_kind, item_id, kind, height, player_id, host, country,
      requests, bytes, cached)
    select r.hour, r.project_id, r.item_kind, r.item_id, r.kind, r.height, coalesce(l.id, 0), r.host, r.country,
      sum(r.requests), sum(r.bytes), sum(r.cached)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (hour timestamptz, project_id bigint, item_kind text,
      item_id bigint, kind text, height integer, player text, host text, country text, requests bigint, bytes bigint, cached bigint)
    join projects p on p.id = r.project_id
    left join players l on l.hash = r.player and l.project_id = r.project_id
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by 2, 1, 3, 4, 5, 6, 7, 8, 9
    on conflict (project_id, hour, item_kind, item_id, kind, height, player_id, host, country)
      do update set requests = d.requests + excluded.requests, bytes = d.bytes + excluded.bytes,
        cached = d.cached + excluded.cached`.execute(db);
}
