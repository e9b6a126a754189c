import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";

/** What was delivered, to where. */
export interface Delivered {
  item: { kind: "video" | "stream"; id: number; projectId: number };
  kind: string;
  height: number;
  host: string;
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
    select r.hour, r.project_id, r.item_kind, r.item_id, r.kind, r.height, 0, r.host, r.country, r.requests, r.bytes,
      r.cached
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (hour timestamptz, project_id bigint, item_kind text,
      item_id bigint, kind text, height integer, host text, country text, requests bigint, bytes bigint, cached bigint)
    join projects p on p.id = r.project_id
    order by r.project_id, r.hour, r.item_kind, r.item_id, r.kind, r.height, r.host, r.country
    on conflict (project_id, hour, item_kind, item_id, kind, height, player_id, host, country)
      do update set requests = d.requests + excluded.requests, bytes = d.bytes + excluded.bytes,
        cached = d.cached + excluded.cached`.execute(db);
}
