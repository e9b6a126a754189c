import { sql, type Kysely } from "kysely";

/** Adds up histograms of first frames; some aggregate functions of reports need them place by place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_startups(a integer[], b integer[]) returns integer[] language sql immutable parallel safe as $$
      select case when a is null then b when b is null then a else array(
        select coalesce(a[place], 0) + coalesce(b[place], 0)
        from generate_series(1, greatest(cardinality(a), cardinality(b))) as place order by place) end
    $$;
    create aggregate sum_startups(integer[]) (sfunc = add_startups, stype = integer[], combinefunc = add_startups, parallel = safe);
  `.execute(db);
}
