import { sql, type Kysely } from "kysely";

const SENT = ["requests", "bytes", "cached", "segment", "part", "download", "poster", "other"];

/** Sums of what was delivered by one dimension each, of hours and of days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table delivery_sums (
      project_id bigint not null references projects on delete cascade,
      step text not null check (step in ('hour', 'day')),
      -- '' for all of the project.
      dimension text not null check (dimension in ('', 'item', 'kind', 'height', 'player', 'host', 'country')),
      value text not null,
      -- Start of the UTC hour or of the UTC day.
      at timestamptz not null,
      item_kind text not null,
      -- The last five are the bytes of each kind.
      ${sql.raw(SENT.map((name) => `${name} bigint not null default 0`).join(",\n      "))},
      primary key (project_id, step, dimension, value, at, item_kind)
    ) with (fillfactor = 70);
    create index delivery_sums_range on delivery_sums (project_id, step, dimension, at);

    insert into sums_filled (source, next_day, last_day) values ('deliveries', date '0001-01-02', date '0001-01-01');
    update sums_filled set next_day = (first.hour at time zone 'UTC')::date, last_day = (now() at time zone 'UTC')::date + 1
      from (select min(hour) as hour from delivery_hours) as first
      where source = 'deliveries' and first.hour is not null;
  `.execute(db);
}
