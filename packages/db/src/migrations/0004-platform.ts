import { sql, type Kysely } from "kysely";

/** The outbox, the audit log, and who works on which job. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table events (
      id bigint generated always as identity primary key,
      type text not null,
      account_id bigint references accounts on delete cascade,
      project_id bigint,
      payload jsonb not null,
      actor jsonb not null default '{}',
      created_at timestamptz not null default now()
    );
    create index events_created on events (created_at);
    create index events_video on events (((payload ->> 'video_id')::bigint), id) where payload ? 'video_id';

    create table audit_log (
      id bigint generated always as identity primary key,
      account_id bigint,
      project_id bigint,
      actor jsonb not null,
      action text not null,
      object_type text not null,
      object_id bigint,
      object_title text not null default '',
      changes jsonb not null default '{}',
      ip text,
      created_at timestamptz not null default now()
    );
    create index audit_log_object on audit_log (object_type, object_id, id desc);
    create index audit_log_project on audit_log (project_id, id desc);
    create index audit_log_account on audit_log (account_id, id desc);

    -- Kept by a trigger so that nobody adds up a million rows to know how full an account is.
    create table account_storage (
      account_id bigint primary key references accounts on delete cascade,
      bytes bigint not null default 0
    );
    create function account_storage_add(a bigint, n bigint) returns void language sql as $$
      insert into account_storage (account_id, bytes) select a, n where n <> 0 and exists (select from accounts where id = a)
      on conflict (account_id) do update set bytes = account_storage.bytes + excluded.bytes
    $$;
    create function videos_storage() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then perform account_storage_add(old.account_id, -old.stored_bytes); end if;
      if tg_op <> 'DELETE' then perform account_storage_add(new.account_id, new.stored_bytes); end if;
      return null;
    end $$;
    create trigger videos_storage_rows after insert or delete on videos for each row execute function videos_storage();
    create trigger videos_storage_changes after update of stored_bytes on videos for each row
      when (old.stored_bytes <> new.stored_bytes) execute function videos_storage();
    create index uploads_account_open on uploads (account_id) where state = 'uploading';

    -- A worker proves it lives by holding an advisory lock on its id; the row says what to hand back when it does not.
    create table workers (
      id bigint generated always as identity primary key,
      host text not null,
      pid integer not null,
      started_at timestamptz not null default now()
    );
    create table job_claims (
      job_id uuid primary key,
      queue text not null,
      worker_id bigint not null references workers on delete cascade,
      claimed_at timestamptz not null default now()
    );
    create index job_claims_worker on job_claims (worker_id);
  `.execute(db);
}
