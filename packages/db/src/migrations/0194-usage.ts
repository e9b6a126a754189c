import { sql, type Kysely } from "kysely";

/** What accounts used, by day: the ledger that bills are made from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What was stored at the start of each UTC hour: bytes that are deleted leave no other trace.
    create table storage_hours (
      hour timestamptz not null,
      project_id bigint not null,
      account_id bigint not null,
      bytes bigint not null,
      primary key (hour, project_id)
    );

    create table account_metering (
      account_id bigint primary key references accounts on delete cascade,
      -- Its days begin and end by the clocks of this zone.
      time_zone text not null default 'UTC',
      -- Every day before this one was counted.
      counted_to date not null
    );
    insert into account_metering (account_id, counted_to) select id, created_at::date from accounts;
    create function account_is_metered() returns trigger language plpgsql as $$
    begin
      insert into account_metering (account_id, counted_to) values (new.id, (new.created_at at time zone 'UTC')::date);
      return null;
    end $$;
    create trigger account_is_metered after insert on accounts for each row execute function account_is_metered();

    -- No reference to projects: what was used stays when they are deleted.
    create table usage_days (
      account_id bigint not null references accounts,
      day date not null,
      meter text not null,
      -- 0 for what the account has as a whole: people and projects.
      project_id bigint not null,
      -- Bytes, byte-hours, milliseconds or a number; a petabyte's byte-hours of a day are no safe integer.
      quantity numeric(38, 0) not null,
      counted_at timestamptz not null,
      primary key (account_id, day, meter, project_id)
    );

    -- Days that were counted again and came to another quantity.
    create table usage_recounts (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts,
      day date not null,
      meter text not null,
      project_id bigint not null,
      before numeric(38, 0) not null,
      after numeric(38, 0) not null,
      recounted_at timestamptz not null default now(),
      recounted_by bigint references users on delete set null
    );
    create index usage_recounts_account on usage_recounts (account_id, id desc);
    create index stream_sessions_account on stream_sessions (account_id, started_at);
  `.execute(db);
}
