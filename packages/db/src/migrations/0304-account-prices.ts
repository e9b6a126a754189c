import { sql, type Kysely } from "kysely";

/** What other rooms read of an account's prices: the plan and the special terms that hold today, by its calendar. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view account_prices as
      select distinct on (t.account_id) t.account_id, v.currency, v.price, v.meters, t.special
      from account_terms t
        join account_metering m on m.account_id = t.account_id
        left join plan_versions v on v.plan_id = t.plan_id and v.version = t.plan_version
      where t.effective_from <= (now() at time zone m.time_zone)::date
      order by t.account_id, t.effective_from desc, t.id desc;
  `.execute(db);
}
