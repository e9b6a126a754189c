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
