import { sql, type Kysely } from "kysely";

/** What accounts pay: plans in versions, and which one holds for an account from which day on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table plans (
      id bigint generated always as identity primary key,
      code text not null unique,
      archived_at timestamptz,
      created_at timestamptz not null default now()
    );

    create table plan_versions (
      plan_id bigint not null references plans,
      version integer not null,
      name text not null,
      currency text not null,
      price bigint not null,
      meters jsonb not null,
      limits jsonb not null,
      created_at timestamptz not null default now(),
      created_by bigint references users on delete set null,
      primary key (plan_id, version)
    );

    create table account_terms (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts,
      -- First day it holds. Of several with the same day the newest holds.
      effective_from date not null,
      -- Null: nothing is invoiced from this day on.
      plan_id bigint,
      plan_version integer,
      special jsonb not null,
      note text not null default '',
      created_at timestamptz not null default now(),
      created_by bigint references users on delete set null,
      foreign key (plan_id, plan_version) references plan_versions
    );
    create index account_terms_account on account_terms (account_id, effective_from desc, id desc);

    -- The limits of the plan that holds for an account today, by its calendar; no row without a plan.
    create view account_limits as
      select distinct on (t.account_id) t.account_id, v.limits, v.name as plan
      from account_terms t
        join account_metering m on m.account_id = t.account_id
        left join plan_versions v on v.plan_id = t.plan_id and v.version = t.plan_version
      where t.effective_from <= (now() at time zone m.time_zone)::date
      order by t.account_id, t.effective_from desc, t.id desc;
  `.execute(db);
}
