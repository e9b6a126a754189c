import { sql, type Kysely } from "kysely";

/** What counting views needs: days to put them in, the salts of visitors, and sums of arrays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Null where the viewer asked not to be distinguished from others.
    alter table views alter column visitor drop not null;
    -- A day has less than two thousand million views of a video; arrays of bigint are read as texts.
    alter table video_parts alter column parts type integer[];
    -- A day without a partition of its own costs speed, never a view.
    create table views_other partition of views default;

    create table visitor_salts (
      day date primary key,
      salt bytea not null
    );

    create function add_arrays(a anyarray, b anyarray) returns anyarray language sql immutable strict parallel safe
      as $$ select array_agg(coalesce(x, 0) + coalesce(y, 0) order by n) from unnest(a, b) with ordinality as t (x, y, n) $$;
    create aggregate sum_arrays(anyarray) (sfunc = add_arrays, stype = anyarray, parallel = safe);
  `.execute(db);
}
